"""Strategies for a seat of the race."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.table_game import TableGame
from sleuth.games.guess_who_race.rules import GuessWhoRace, RaceView, other
from sleuth.games.guess_who_race.solver import best_question, race_value
from sleuth.strategies.seat_strategy import SeatDecision, SeatStrategy


class RaceSeat(SeatStrategy):
    """Asks about some of the faces that are left, drawn by chance, or names the first of them."""

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        return isinstance(game, GuessWhoRace)

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        story = cast(RaceView, info.view).story
        mine, theirs = (len(story.left[player]) for player in (story.turn, other(story.turn)))
        asked, reason = self.question(story.game, mine, theirs)
        action = (
            story.question(asked, int(rng.integers(mine)))
            if asked
            else next(move for move in info.view.legal() if move.names)
        )
        return SeatDecision(info, action, str(self), (reason,))

    def question(self, game: GuessWhoRace, mine: int, theirs: int) -> tuple[int, str]:
        """How many of the faces left to ask about, 0 to name one, and why."""
        raise NotImplementedError


@dataclass(frozen=True)
class OptimalRace(RaceSeat):
    """Asks what wins most often against any play: bold when behind, half when ahead."""

    def question(self, game: GuessWhoRace, mine: int, theirs: int) -> tuple[int, str]:
        chance = race_value(game, mine, theirs)
        return best_question(game, mine, theirs), f"it wins with chance {chance}, and nothing wins more often"


@dataclass(frozen=True)
class Halving(RaceSeat):
    """Asks about half of the faces that are left, and names the last one."""

    def question(self, game: GuessWhoRace, mine: int, theirs: int) -> tuple[int, str]:
        return mine // 2, f"it tells most: half of {mine}"
