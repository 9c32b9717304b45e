"""The two forms of a play for an agent: in numbers, or in texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import index
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sleuth.adapters.gymnasium.prompt_space import PromptSpace
from sleuth.core.errors import ActionError
from sleuth.core.text import shorten
from sleuth.referee.numbering import Numbering
from sleuth.referee.reading import MAX_READ
from sleuth.referee.referee import Referee
from sleuth.referee.signs import signs_of, within
from sleuth.referee.verdict import Verdict

Rows: TypeAlias = npt.NDArray[np.int32]
Observation: TypeAlias = Rows | str
Asked: TypeAlias = int | np.integer[Any] | str
"""What an agent asks: the number of an action, or a text that names one."""
NONE = -1
"""In an observation: a step to come, or no answer."""
MAX_TOLD = 4_000
"""Signs that are allowed for what is told of one reply."""


class Form(ABC):
    """How a play is shown to an agent, and how it asks."""

    observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]

    @abstractmethod
    def begin(self, referee: Referee) -> None:
        """A new play."""

    @abstractmethod
    def ask(self, referee: Referee, asked: Asked) -> Verdict:
        """The verdict on what an agent asks."""

    @abstractmethod
    def observation(self, referee: Referee) -> Observation:
        """What the agent sees; new each time."""

    @abstractmethod
    def hints(self, referee: Referee) -> dict[str, Any]:
        """What `info` says besides: it follows from the rules and from what was said so far."""


class NumberForm(Form):
    """A row for each step: the number of the action and that of its answer."""

    def __init__(self, numbering: Numbering, max_steps: int) -> None:
        self._numbering = numbering
        self._rows: Rows = np.full((max_steps, 2), NONE, np.int32)
        highest = np.broadcast_to(np.array([len(numbering.actions) - 1, numbering.width - 1], np.int32), (max_steps, 2))
        self.observation_space = spaces.Box(NONE, highest, dtype=np.int32)
        self.action_space = spaces.Discrete(len(numbering.actions))

    def begin(self, referee: Referee) -> None:
        self._rows.fill(NONE)

    def ask(self, referee: Referee, asked: Asked) -> Verdict:
        if isinstance(asked, str):
            raise ActionError(f"an action is a number here, not {shorten(asked)!r}; text=True takes texts")
        try:
            number, step = index(asked), referee.steps
        except TypeError:
            raise ActionError(f"an action is a whole number here, not {shorten(repr(asked))}") from None
        verdict = referee.ask(self._numbering.action(number))
        if verdict.refusal is None or verdict.turn_lost:
            answer = NONE if verdict.refusal is not None else self._numbering.answers[verdict.feedback]
            self._rows[step] = number, answer
        return verdict

    def observation(self, referee: Referee) -> Rows:
        return self._rows.copy()

    def hints(self, referee: Referee) -> dict[str, Any]:
        return {"action_mask": self._numbering.mask(referee.info)}


class TextForm(Form):
    """The whole prompt, and a reply in which the question is looked for."""

    def __init__(self, referee: Referee) -> None:
        prompt, replies = referee.prompt(), (referee.max_steps or 0) * (referee.retries + 1)
        self._signs = signs_of(referee.game, prompt.text)
        self._most = 2 * len(prompt.text) + replies * MAX_TOLD
        self.observation_space = PromptSpace(self._most, charset=self._signs)
        self.action_space = spaces.Text(MAX_READ, min_length=0, charset=self._signs)

    def begin(self, referee: Referee) -> None:
        pass

    def ask(self, referee: Referee, asked: Asked) -> Verdict:
        if not isinstance(asked, str):
            raise ActionError(f"an action is a text here, not {shorten(repr(asked))}")
        return referee.step(asked)

    def observation(self, referee: Referee) -> str:
        return within(self._signs, referee.prompt().text, self._most)

    def hints(self, referee: Referee) -> dict[str, Any]:
        return {"messages": referee.prompt().messages}
