"""The (action, feedback) pairs so far, and their text `A=F;A=F`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from sleuth.core.capabilities import Reserve
from sleuth.core.errors import HistoryError, SleuthError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.text import shorten


class Step(NamedTuple):
    """One question and its answer."""

    action: Action
    """What was asked."""
    feedback: Feedback
    """What was answered."""


@dataclass(frozen=True)
class History:
    """What was asked and answered, in order."""

    steps: tuple[Step, ...] = ()
    """Each question with its answer, the first one first."""

    def add(self, action: Action, feedback: Feedback) -> History:
        """A new history with one step more."""
        return History((*self.steps, Step(action, feedback)))

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def format(self, game: Game) -> str:
        """The text `A=F;A=F`."""
        return ";".join(f"{game.format_action(a)}={game.format_feedback(f)}" for a, f in self.steps)

    @classmethod
    def parse(cls, game: Game, text: str, listed: bool = True) -> History:
        """Read `A=F;A=F` (or one step a line); unless `listed`, also actions of no list, where a game knows such."""
        steps = []
        for place, part in enumerate(filter(str.strip, text.replace("\n", ";").split(";")), 1):
            steps.append(parse_step(game, part, place, listed))
        return cls(tuple(steps))


def parse_step(game: Game, text: str, place: int, listed: bool = True) -> Step:
    """Read one `A=F`; `place` is its number, for the error."""
    action_text, equals, feedback_text = text.rpartition("=")
    if not equals:
        raise HistoryError(f"step {place} ({shorten(text.strip())!r}) is not ACTION=FEEDBACK")
    reserve = None if listed else game.offers(Reserve)
    try:
        action = game.parse_action(action_text) if reserve is None else reserve.parse_any(action_text)
        return Step(action, game.parse_feedback(feedback_text, action))
    except SleuthError as error:
        raise HistoryError(f"step {place}: {error}") from error
