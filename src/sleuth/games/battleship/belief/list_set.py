"""The information set of a fleet that nearly fills its board: too many ships to count, and few boards to list."""

from __future__ import annotations

from itertools import permutations, product
from math import log2

import numpy as np

from sleuth.belief.base import of_events
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.core.offers import count_of
from sleuth.games.battleship.belief.placements import sea_of
from sleuth.games.battleship.belief.shot_set import ShotSet
from sleuth.games.battleship.rules.game import Battleship, Board, cells_of
from sleuth.games.battleship.rules.packing import Ship, packed
from sleuth.kernels.arrays import Longs, frozen

MAX_LISTED = 50_000
"""More boards are not held in a list."""


class ListedSet(ShotSet):
    """Every board that explains the history, one by one."""

    def __init__(self, game: Battleship, history: History, rows: Longs) -> None:
        super().__init__(game, history)
        self._rows = frozen(rows)

    @property
    def weights(self) -> Longs:
        return np.bincount(self._rows.ravel(), minlength=len(self.sea.ships))

    @property
    def total(self) -> int:
        return self.size

    @property
    def size(self) -> int:
        return len(self._rows)

    @property
    def exact(self) -> bool:
        return True

    @property
    def entropy(self) -> float:
        """All boards are equally likely."""
        return log2(self.size)

    def candidates(self, most: int | None = None) -> list[Secret]:
        return [self._board(row) for row in self._rows[:most]]

    def _board(self, row: Longs) -> Board:
        return self.sea.board(dict(enumerate(row.tolist())))

    @of_events
    def probability(self, secret: Secret) -> float:
        return 1 / self.size if self.sea.explains(secret, self.history) else 0.0

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        return [self._board(self._rows[i]) for i in rng.integers(self.size, size=n)]

    def _after(self, action: Action, feedback: Feedback) -> ListedSet | None:
        columns, counts, _ = self.sea.answers(self._shots, self.weights, self.total, [action])
        if feedback not in columns or not counts[0, columns.index(feedback)]:
            return None
        history = self.history.add(action, feedback)
        return ListedSet(self.game, history, self.explaining(self._rows, history))


def listed_boards(game: Battleship) -> Longs | None:
    """Every board of a game as a row of placements, one a ship, in order; `None` where they are too many to list."""
    number = count_of(game)
    boards = packed(game.sides, game.ships, game.touching)
    if boards is None or number is None or number > MAX_LISTED:
        return None
    sea = sea_of(game)
    every = sorted(secret for board in boards for secret in _labelled(game, board))
    return np.array([sea.placed(secret) for secret in every], np.int64)


def _labelled(game: Battleship, ships: tuple[Ship, ...]) -> set[Board]:
    """The secrets that some placements make: one, or where ships have names, every way to give them."""
    if game.alike:
        kinds = {n: [[ship for ship in ships if len(cells_of(ship)) == n]] for n in set(game.ships)}
    else:
        kinds = {n: list(map(list, permutations(s for s in ships if len(cells_of(s)) == n))) for n in set(game.ships)}
    out = set[Board]()
    for orders in product(*kinds.values()):
        of = {n: iter(order) for n, order in zip(kinds, orders, strict=True)}
        out.add(game.tidy([next(of[n]) for n in game.ships]))
    return out
