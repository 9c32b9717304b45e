"""Expected steps over the plane of order and degree: one whole game tree for each entropy, no sampling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.progress import Progress, silent
from sleuth.core.tabulate import tabulate
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.measures.named import POINTS
from sleuth.play.evaluate_table import evaluate_table
from sleuth.strategies.greedy import SharmaMittal

INF = float("inf")
ORDERS = (0, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8, 10, 15, 20, 50, INF)
DEGREES = (-5, -3, -2, -1.5, -1, -0.5, 0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7, 10)
"""The plane, 21 x 21: even steps where the named entropies lie, wider ones outside."""
QUICK_ORDERS = (0, 0.5, 1, 2, 5, 20, INF)
QUICK_DEGREES = (-3, -1, 0, 0.5, 1, 2, 4)
CLOSE = 0.002
"""The best region: means within this share of the best."""


@dataclass(frozen=True, eq=False)
class Plane:
    """A game's expected steps under the entropies of a grid. Arrays are orders x degrees."""

    game: Game
    orders: tuple[float, ...]
    degrees: tuple[float, ...]
    totals: Floats
    """Steps over all secrets, each as often as its prior weight says."""
    means: Floats
    worst: Ints
    firsts: Ints
    """The first question, by its number among the game's actions."""

    @property
    def best(self) -> float:
        """The fewest expected steps in the plane."""
        return float(self.means.min())

    @property
    def spread(self) -> float:
        """How much more the worst entropy of the plane needs than the best, as a share."""
        return float(self.means.max() / self.best - 1)

    def region(self, within: float = CLOSE) -> Bools:
        """The cells whose mean lies within so much of the best."""
        return np.asarray(self.means <= self.best * (1 + within) + 1e-12)

    @property
    def best_cell(self) -> tuple[int, int]:
        """The row and column of the best: of several, the nearest to Shannon's entropy in the grid, or to the first."""
        cells = np.argwhere(self.region(1e-12))
        home = np.array(self.at(1.0, 1.0) if self.holds(1.0, 1.0) else (0, 0))
        row, column = cells[np.abs(cells - home).sum(axis=1).argmin()].tolist()
        return row, column

    def at(self, order: float, degree: float) -> tuple[int, int]:
        """The row and column of an order and degree."""
        try:
            return self.orders.index(order), self.degrees.index(degree)
        except ValueError:
            raise ParameterError(f"order {order:g} and degree {degree:g} are not in the grid") from None

    def mean(self, order: float, degree: float) -> float:
        """The expected steps under one entropy of the grid."""
        return float(self.means[self.at(order, degree)])

    @property
    def named(self) -> dict[str, float]:
        """The expected steps of each named entropy that lies in the grid."""
        return {name: self.mean(*point) for name, point in POINTS.items() if self.holds(*point)}

    def holds(self, order: float, degree: float) -> bool:
        """Whether the grid has this order and degree."""
        return order in self.orders and degree in self.degrees

    def first(self, row: int, column: int) -> str:
        """The first question of a cell, as text."""
        return self.game.format_action(tabulate(self.game).actions[self.firsts[row, column]])

    def questions(self) -> dict[str, Bools]:
        """Each first question that some entropy asks, with its cells; the one of most cells first."""
        numbers, counts = np.unique(self.firsts, return_counts=True)
        actions = tabulate(self.game).actions
        order = np.lexsort((numbers, -counts))
        return {self.game.format_action(actions[numbers[k]]): self.firsts == numbers[k] for k in order.tolist()}

    def rows(self) -> Iterable[tuple[object, ...]]:
        """One row a cell: game, order, degree, total, mean, worst, first question."""
        for i, order in enumerate(self.orders):
            for j, degree in enumerate(self.degrees):
                total = self.totals[i, j]
                yield (
                    str(self.game), f"{order:g}", f"{degree:g}", int(total) if float(total).is_integer() else total,
                    round(float(self.means[i, j]), 6), int(self.worst[i, j]), self.first(i, j),
                )  # fmt: skip


HEAD = ("game", "order", "degree", "total", "mean", "worst", "first question")


def plane(
    game: Game,
    orders: Sequence[float] = ORDERS,
    degrees: Sequence[float] = DEGREES,
    progress: Progress = silent,
) -> Plane:
    """Play every entropy of a grid against every secret of a game."""
    shape = len(orders), len(degrees)
    totals, means = np.zeros(shape), np.zeros(shape)
    worst, firsts = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    for i, order in enumerate(orders):
        for j, degree in enumerate(degrees):
            result = evaluate_table(game, SharmaMittal(order=float(order), degree=float(degree)))
            totals[i, j], means[i, j], worst[i, j] = result.total, result.mean, result.worst
            firsts[i, j] = result.game_tree.action[0] if len(result.game_tree) else -1
            progress(f"{game}", i * shape[1] + j + 1, shape[0] * shape[1])
    return Plane(game, tuple(map(float, orders)), tuple(map(float, degrees)), totals, means, worst, firsts)
