"""Strategies for a seat at a table: from what a player knows to what she does."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sleuth.belief.seat_set import SeatSet
from sleuth.core.errors import ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.registry import SEAT_STRATEGIES
from sleuth.core.spec import Specified, split_spec
from sleuth.core.table_game import TableGame

BETWEEN = " vs "
"""What stands between the players of a table, seat by seat: `race vs most-likely`."""


@dataclass(frozen=True)
class SeatDecision:
    """What a strategy does in a seat, and why."""

    info: SeatSet
    action: Any
    strategy: str
    reasons: tuple[str, ...] = ()
    alternatives: tuple[Any, ...] = ()
    """Other actions, the best first."""


class SeatStrategy(Specified, ABC, contract=True):
    """Decides from what a player knows alone: it never sees the deal, so it cannot peek."""

    writes_sizes: ClassVar[bool] = False
    quick: ClassVar[bool] = True
    """Whether it answers at once."""

    @classmethod
    def plays(cls, game: TableGame) -> bool:
        """Whether it can play a game."""
        return True

    @abstractmethod
    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        """What to do now."""

    def explain(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        """The same with reasons and alternatives, which may take longer."""
        return self.decide(info, rng=rng, limit=limit)


@dataclass(frozen=True)
class RandomSeat(SeatStrategy):
    """Does anything that risks nothing."""

    name: ClassVar[str] = "random"

    def decide(self, info: SeatSet, *, rng: np.random.Generator, limit: Limit = UNLIMITED) -> SeatDecision:
        return SeatDecision(info, info.draw(rng), str(self))


SEAT_STRATEGIES.fill({"random": "sleuth.strategies.seat_strategy:RandomSeat"})


def seat_strategies(game: TableGame | None = None) -> dict[str, type[SeatStrategy]]:
    """Every strategy for a seat by name, or those that can play a game."""
    kinds = {name: SEAT_STRATEGIES.load_kind(name, SeatStrategy) for name in SEAT_STRATEGIES.names()}
    return {name: kind for name, kind in kinds.items() if game is None or kind.plays(game)}


def parse_seat(spec: str) -> SeatStrategy:
    """The strategy of a spec string: `race`, `race:others=2`."""
    name, parameters = split_spec(spec)
    made: SeatStrategy = SEAT_STRATEGIES.load_kind(name, SeatStrategy).from_parameters(parameters)
    return made


def parse_seats(specs: str | Sequence[str], game: TableGame, seats: int | None = None) -> list[SeatStrategy]:
    """A strategy for each seat: the last one fills those that are left, the game's usual one where there is none."""
    seats = len(game.players) if seats is None else seats
    named = [part for part in specs.split(BETWEEN) if part.strip()] if isinstance(specs, str) else list(specs)
    if len(named) > seats:
        raise ParameterError(f"{len(named)} players for {seats} seats")
    made = [parse_seat(spec) for spec in named or [game.usual_player]]
    for one in made:
        if not one.plays(game):
            who = ", ".join(seat_strategies(game))
            raise ParameterError(f"{one} does not play {game}; there are {who}")
    return [made[min(seat, len(made) - 1)] for seat in range(seats)]
