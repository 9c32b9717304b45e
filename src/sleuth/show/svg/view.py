"""What a board is drawn from, and which function draws which game.

The registry goes by class, as that of the terminal drawings does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Game, Secret
from sleuth.core.history import Step
from sleuth.core.offers import truthful
from sleuth.core.registry import SVG_BOARDS
from sleuth.core.text import plural, shorten
from sleuth.kernels.arrays import Floats, Ints
from sleuth.show.drawings import registered
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.show.steps import StepRow, stages
from sleuth.show.svg.canvas import WIDTH, Canvas, holds
from sleuth.show.svg.parts import Pending, composed
from sleuth.show.words import bits_text, lies_text, size_text

MAX_LISTED = 50_000
"""Chances are not added up over more candidates than this."""
MAX_STEPS_DESCRIBED = 40
"""Steps that the description of a drawing tells, the last ones."""


@dataclass(frozen=True, eq=False)
class BoardView:
    """An information set, and what is to be shown of it."""

    info: InformationSet
    game: Any
    """The game itself, without the channel that its answers may pass."""
    secret: Secret | None = None
    hint: Action | None = None
    heat: bool = False
    pending: Pending = field(default_factory=dict)
    live: bool = True
    """Whether the board can be played on."""
    keyboard: bool = True
    asked: Action | None = None
    """A question whose answer is being given on the board."""
    marks: str = ""
    """The signs of that answer so far, one a place."""
    elsewhere: bool = False
    """Whether the game is played elsewhere: then the answers of earlier steps can be changed on the board too."""
    fresh: bool = False
    """Whether the last step has just been made, and may move."""
    own: bool = False
    """Whether the player marks for herself: nothing that follows from the answers is drawn for her."""
    answering: bool = False
    """Whether the computer asks: then only answers can be pressed."""
    classes: Sequence[str] = ()
    """Of a play that is reviewed, the class of each move: `best`, `good`, `slip`, `miss`, `lucky` or `ungraded`."""
    later: Sequence[Step] = ()
    """Of such a play, the steps that come after those of the set: boards with rows show them faintly."""

    def badge(self, step: int) -> str:
        """The class of a move, if it is shown."""
        return self.classes[step - 1] if step <= len(self.classes) else ""

    @cached_property
    def shown(self) -> Secret | None:
        """The secret, if it was given or is found."""
        if self.secret is not None or not self.info.over:
            return self.secret
        return self.info.candidates(1)[0]

    @cached_property
    def stages(self) -> list[StepRow]:
        """The steps, with what each one left where that is cheap to say."""
        return stages(self.info)

    @cached_property
    def composed(self) -> str | None:
        """The action that the pending parts make, if they make one."""
        return composed(self.info, self.pending) if self.asking else None

    @property
    def again(self) -> bool:
        """Whether it may help to ask the same again: answers may be lies."""
        return not truthful(self.info.game)

    @cached_property
    def caught(self) -> frozenset[int]:
        """The numbers of the steps whose answers were found out as lies."""
        return frozenset(self.info.caught if self.helped else ())

    @cached_property
    def shares(self) -> tuple[Ints, Floats] | None:
        """The numbers of the candidates and their probabilities, where the information set holds arrays of them."""
        return self.info.shares()

    @cached_property
    def lies(self) -> tuple[Ints, Ints] | None:
        """The numbers of the candidates and the lies that each takes, where lies are counted."""
        return self.info.lies_taken()

    @cached_property
    def listed(self) -> tuple[list[Secret], Floats] | None:
        """The candidates and their probabilities, unless they are too many."""
        if self.info.size > MAX_LISTED:
            return None
        secrets = self.info.candidates()
        if self.shares is not None:
            return secrets, self.shares[1]
        return secrets, np.array([self.info.probability(secret) for secret in secrets])

    def hits(self, actions: Sequence[Action]) -> dict[Action, float]:
        """How likely each action finds something."""
        if not actions:
            return {}
        return dict(zip(actions, self.info.outcomes(actions).hit_probability.tolist(), strict=True))

    def asks(self, action: Action) -> str | None:
        """The text of an action, if it may be asked on this board now."""
        if not self.asking or not self.info.is_legal(action):
            return None
        text = self.info.game.format_action(action)
        return text if holds(text) else None

    @property
    def helped(self) -> bool:
        """Whether what follows from the answers is drawn."""
        return not self.own or self.heat or not self.live

    @property
    def asking(self) -> bool:
        """Whether something can be asked on this board now: not while an answer is awaited, unless it is elsewhere."""
        return self.live and not self.answering and (self.asked is None or self.elsewhere)

    def canvas(self, width: float = WIDTH) -> Canvas:
        """An empty drawing, with the state of play in words."""
        return Canvas(self.title, self.words, width)

    @property
    def title(self) -> str:
        """The state of play in one line."""
        info = self.info
        steps = plural(len(info.history), "step")
        if info.over:
            return f"{self.game.name}: found in {steps}"
        if not self.helped:
            return f"{self.game.name}: {steps}"
        return f"{self.game.name}: {steps}, {size_text(info)}, {bits_text(info)} left"

    @property
    def words(self) -> str:
        """Every step in words, and the secret where it is shown."""
        game, steps = self.info.game, list(enumerate(self.info.history, 1))
        texts = [f"{len(steps) - MAX_STEPS_DESCRIBED} earlier steps."] if len(steps) > MAX_STEPS_DESCRIBED else []
        for place, (action, feedback) in steps[-MAX_STEPS_DESCRIBED:]:
            question, answer = shorten(spoken(game, action)), shorten(spoken_answer(game, action, feedback))
            texts.append(f"{place}: {question} was answered {answer}{', a lie' if place in self.caught else ''}.")
        if not texts:
            texts.append("Nothing was asked yet.")
        if (counted := lies_text(self.info.kinds)) and self.helped:
            texts.append(f"Possible: {counted}.")
        if self.shown is not None:
            texts.append(f"The secret is {shorten(game.format_secret(self.shown))}.")
        if self.hint is not None:
            texts.append(f"The hint is {shorten(spoken(game, self.hint))}.")
        return " ".join(texts)


Board = Callable[[BoardView], Canvas]
B = TypeVar("B", bound=Board)


def board_drawing(*games: type[Game]) -> Callable[[B], B]:
    """Register the function that draws the boards of these games: `@board_drawing(Wordle)`."""
    return registered(SVG_BOARDS, games)
