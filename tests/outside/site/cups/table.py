"""A game of several players, and somebody who plays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.table_game import TableGame
from sleuth.games.guess_who_race.rules import GuessWhoRace
from sleuth.strategies.seat_strategy import SeatDecision, SeatStrategy


@dataclass(frozen=True)
class CupRace(GuessWhoRace):
    """Two tasters race for the cup that the other has poisoned."""

    usual_player: ClassVar[str] = "taster"
    faces: int = 6


@dataclass(frozen=True)
class Taster(SeatStrategy):
    """Does the first thing that may be done."""

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        return isinstance(game, CupRace)

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        return SeatDecision(info, info.actions[0], str(self))
