"""A play step by step, to be looked at as a whole: what was known before it and after each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.displayed import Displayed
from sleuth.core.frames import frame, game_columns
from sleuth.core.game import Game, Secret
from sleuth.core.offers import announced
from sleuth.core.text import plural
from sleuth.play.record import Record
from sleuth.show.words import bits_text, size_text

FIGURES = ("step", "action", "feedback", "left", "bits_left", "bits_expected", "bits_told", "strategy")


@dataclass(frozen=True, eq=False, repr=False)
class PlayStrip(Displayed):
    """The information sets along a play, before the first step and after each."""

    sets: tuple[InformationSet, ...]
    strategy: str = ""
    """Who played."""
    oracle: str = "truthful"
    secret: Secret | None = None
    """The secret, where it may be shown."""
    expected: Sequence[float] = ()
    """The bits that each question was expected to tell, where that is known."""
    confession: Sequence[str] = ()
    """The lies that were told."""

    def __repr__(self) -> str:
        steps = f"{plural(len(self), 'step')}, {'solved' if self.end.over else 'open'}"
        return f"<PlayStrip of {self.game}{f', played by {self.strategy}' if self.strategy else ''}: {steps}>"

    def __len__(self) -> int:
        return len(self.sets) - 1

    @property
    def game(self) -> Game:
        """The game that was played."""
        return self.sets[0].game

    @property
    def end(self) -> InformationSet:
        """What is known now."""
        return self.sets[-1]

    @property
    def entropies(self) -> list[float]:
        """The bits that were missing before the first step and after each."""
        return [info.entropy for info in self.sets]

    @property
    def record(self) -> Record:
        """The play as text that reads back."""
        return Record(self.game, self.end.history, self.strategy, self.oracle, self.secret, self.end.over)

    def line(self, step: int) -> str:
        """One step as a line of text."""
        info, (action, feedback) = self.sets[step], self.sets[step].history.steps[-1]
        asked = f"{self.game.format_action(action)} = {self.game.format_feedback(feedback)}"
        return f"{step}. {asked}: {size_text(info)}, {bits_text(info)}"

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row a step: what was asked and answered, what it left, and the bits."""
        bits = self.entropies
        for step, info in enumerate(self.sets[1:], 1):
            action, feedback = info.history.steps[-1]
            yield {
                "step": step,
                "action": self.game.format_action(action),
                "feedback": self.game.format_feedback(feedback),
                "left": info.size,
                "bits_left": bits[step],
                "bits_expected": self.expected[step - 1] if self.expected else None,
                "bits_told": bits[step - 1] - bits[step],
            }

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`, with the game, its parameters and the strategy as columns."""
        about = {**game_columns(self.game, FIGURES), "strategy": self.strategy}
        return frame(({**about, **row} for row in self.rows()), None if len(self) else (*about, *FIGURES[:-1]))


def play_strip(play: Record | InformationSet) -> PlayStrip:
    """The steps of a record, or those that led to an information set, gone through again."""
    if isinstance(play, Record):
        game = play.game if play.secret is None else announced(play.game, play.secret)
        sets = play.replay(begin(game))
        return PlayStrip(tuple(sets), play.player, play.oracle, play.secret if play.solved else None)
    sets = [begin(play.game)]
    for action, feedback in play.history:
        sets.append(sets[-1].observe(action, feedback))
    return PlayStrip(tuple(sets))
