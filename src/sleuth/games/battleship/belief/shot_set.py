"""What the information sets of Battleship share: whatever follows from how many boards have each placement."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.outcomes import Tallied
from sleuth.core.game import Action
from sleuth.core.history import History
from sleuth.games.battleship.belief.placements import State, sea_of
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.battleship.rules.packing import Cell
from sleuth.kernels.arrays import Floats, Longs
from sleuth.kernels.bits import WORD


class ShotSet(InformationSet):
    """Boards after some shots, by the number of those that have each placement."""

    game: Battleship

    def __init__(self, game: Battleship, history: History) -> None:
        self.game, self.history = game, history
        self.sea = sea_of(game)
        self._shots = self.sea.shots(history)

    def __getstate__(self) -> dict[str, Any]:
        """The sea is that of the game, and the shots are those of the history."""
        return {name: value for name, value in super().__getstate__().items() if name not in ("sea", "_shots")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, sea=sea_of(state["game"]))
        self._shots = self.sea.shots(self.history)

    @property
    @abstractmethod
    def weights(self) -> Longs:
        """How many boards have each placement."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Of how many boards."""

    @property
    def state(self) -> State:
        """What the answers come to: the placements left open, the ships of each group, and the hits to cover."""
        return self._shots.avail, self.sea.many, self._shots.hits

    def explaining(self, boards: Longs, history: History) -> Longs:
        """The boards, rows of placements, that explain a history."""
        shots = self.sea.shots(history)
        words = shots.avail[boards // WORD] >> (boards % WORD).astype(np.uint64)
        struck = np.unpackbits(shots.hits.view(np.uint8), bitorder="little")[: self.game.area].astype(np.float64)
        covers = (self.sea.on[boards].sum(axis=1) @ struck).round()
        return np.asarray(boards[(words & np.uint64(1)).all(axis=1) & (covers == shots.found)])

    @cached_property
    def actions(self) -> Sequence[Cell]:
        return [cell for cell in self.game.actions() if cell not in self._shots.times]

    def is_legal(self, action: Action) -> bool:
        return isinstance(action, tuple) and action in self.sea.numbers and action not in self._shots.times

    @property
    def key(self) -> Hashable:
        """The placements that are left, the hits to cover, and where was shot."""
        return self._shots.avail.tobytes(), self._shots.hits.tobytes(), frozenset(self._shots.times)

    @property
    def hits_left(self) -> float:
        return float(sum(self.game.ships) - self._shots.found)

    @property
    def may_name(self) -> bool:
        return False

    @property
    def all_found(self) -> bool:
        return self._shots.found == sum(self.game.ships)

    def ship_probability(self) -> Floats:
        """For each row and column the chance that a ship is there; 1 and 0 where that was shot."""
        chances: Floats = (self.weights / self.total @ self.sea.on).reshape(self.game.sides)
        return chances

    def outcomes(self, actions: Sequence[Action] | None = None) -> Tallied:
        rows = list(self.actions if actions is None else actions)
        columns, counts, hits = self.sea.answers(self._shots, self.weights, self.total, rows)
        last = self._shots.found + 1 == sum(self.game.ships)
        hit = np.broadcast_to(hits, counts.shape)
        possible = (counts * hits).sum(axis=1) > 0
        masses = counts / self.total
        figures = (counts, masses, hit, hit & last, self.total, self.entropy, possible)
        return Tallied(rows, columns, *figures, alike=True, game=self.game)
