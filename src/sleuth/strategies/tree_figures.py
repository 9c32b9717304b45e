"""The steps that every secret takes down a game tree, and the figures that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.core.game import Action, Game
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array, Floats, Ints
from sleuth.strategies.gametree import GameTree, members


@dataclass(frozen=True, order=True)
class FeedbackFigures:
    """The figures for one answer to the first action."""

    feedback: str
    count: int
    total: int | float
    mean: float
    worst: int
    mean_misses: float | None = None
    """How many actions are expected to find nothing, where that was counted."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {"count": self.count, "total": self.total, "mean": self.mean, "worst": self.worst}
        return out if self.mean_misses is None else {**out, "mean_misses": self.mean_misses}


def _sum_of_products(one: Array, other: Array) -> int | float:
    """A sum: exact where all numbers are whole, however large they are."""
    total = float(one @ other)
    if (one % 1).any() or (other % 1).any():
        return total
    if total < 2**53:
        return int(total)
    return sum(int(a) * int(b) for a, b in zip(one.tolist(), other.tolist(), strict=True))


@dataclass(frozen=True, eq=False, repr=False)
class Steps:
    """What a tree needs for every secret."""

    tables: Tables
    steps: Ints
    """Steps for each secret."""
    game_tree: GameTree
    """The tree as arrays."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game}: mean {self.mean:.6g}, worst {self.worst}>"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.tables.game

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return self.game_tree.order.size

    @property
    def total(self) -> int | float:
        """The sum of steps over all secrets, each as often as its prior weight says; exact for whole weights."""
        if self.tables.uniform:
            return int(self.steps.sum(dtype=np.int64))
        return _sum_of_products(self.tables.weights, self.steps)

    @property
    def mean(self) -> float:
        """The expected number of steps."""
        mass = self.secrets if self.tables.uniform else self.tables.weights[self.game_tree.order].sum()
        return float(self.total / mass)

    @property
    def worst(self) -> int:
        """The longest play."""
        return int(self.steps.max())

    @property
    def histogram(self) -> dict[int, int]:
        """How many secrets take how many steps."""
        counts = np.bincount(self.steps[self.game_tree.order])
        return {int(k): int(counts[k]) for k in np.flatnonzero(counts)}

    @property
    def mean_misses(self) -> float | None:
        """How many actions are expected to find nothing, where something is to be found; a wrong name is one too."""
        tables, tree = self.tables, self.game_tree
        if tables.hits is None:
            return None
        cands = tree.order[members(tree.start, tree.size)]
        asked = np.repeat(tree.action, tree.size)
        missed = ~tables.hits[cands, asked] & (tables.named[asked] != cands)
        weights = np.ones(self.secrets) if tables.uniform else tables.weights
        return float(weights[cands] @ missed / weights[tree.order].sum())

    @property
    def total_cost(self) -> int | float:
        """The sum of costs over all secrets, weighed as `total` is; exact for whole weights and costs."""
        tables, tree = self.tables, self.game_tree
        if tables.costs.size == 1:
            cost = float(tables.costs[0])
            return self.total * (int(cost) if cost.is_integer() else cost)
        cands = tree.order[members(tree.start, tree.size)]
        weights = np.ones(cands.size) if tables.uniform else tables.weights[cands]
        return _sum_of_products(weights, np.repeat(tables.costs[tree.action], tree.size))

    @property
    def mean_cost(self) -> float:
        """The expected cost of play, where actions differ in cost; else the mean number of steps."""
        tables, tree = self.tables, self.game_tree
        if tables.costs.size == 1:
            return self.mean * float(tables.costs[0])
        mass = self.secrets if tables.uniform else tables.weights[tree.order].sum()
        return float(self.masses @ tables.costs[tree.action] / mass)

    @property
    def masses(self) -> Floats:
        """The weight of the candidates of each node, each sum by itself: a light node beside a heavy one keeps it."""
        tables, tree = self.tables, self.game_tree
        if tables.uniform or not len(tree):
            return tree.size.astype(np.float64)
        first = np.cumsum(tree.size) - tree.size
        return np.add.reduceat(tables.weights[tree.order[members(tree.start, tree.size)]], first)

    @cached_property
    def _costs_after(self) -> Floats:
        """What the candidates of each node cost from there on, by weight."""
        tree = self.game_tree
        costs: Floats = self.masses * self.tables.costs[tree.action]
        for node in range(len(tree) - 1, -1, -1):
            if tree.parent[node] >= 0:
                costs[tree.parent[node]] += costs[node]
        return costs

    def after(self, node: int) -> tuple[Ints, float]:
        """The candidates of a node of the tree, and what they are expected to take from there on: steps, or cost where
        actions differ in cost."""
        tree, tables = self.game_tree, self.tables
        here = np.sort(tree.order[tree.start[node] :][: tree.size[node]])
        if tables.costs.size > 1:
            return here, float(self._costs_after[node] / self.masses[node])
        left = self.steps[here] - tree.depth[node]
        weights = np.ones(here.size) if tables.uniform else tables.weights[here]
        return here, float(weights @ left / weights.sum())

    @property
    def first(self) -> Action:
        """The first action, the same for all secrets; `None` where there is none, or one for each announcement."""
        alone = np.count_nonzero(self.game_tree.parent < 0) == 1
        return self.tables.actions[self.game_tree.action[0]] if alone else None

    def by_first_feedback(self) -> list[FeedbackFigures]:
        """The same figures for each answer to the first action."""
        if not len(self.game_tree):
            return []
        column = self.tables.column(int(self.game_tree.action[0]), np.arange(self.secrets, dtype=np.int32))
        texts = {
            code: self.game.format_feedback(self.tables.feedbacks.value(code)) for code in np.unique(column).tolist()
        }
        return sorted(self.row(text, np.flatnonzero(column == code)) for code, text in texts.items())

    def row(self, text: str, secrets: Array) -> FeedbackFigures:
        """The figures for some secrets."""
        weights = np.ones(secrets.size) if self.tables.uniform else self.tables.weights[secrets]
        total = float(weights @ self.steps[secrets])
        exact = int(total) if self.tables.integral else total
        return FeedbackFigures(text, secrets.size, exact, total / float(weights.sum()), int(self.steps[secrets].max()))

    def figures(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "secrets": self.secrets,
            "total": self.total,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(k): v for k, v in self.histogram.items()},
            "first": None if self.first is None else self.game.format_action(self.first),
            "weighted": not self.tables.uniform,
        }
        if self.mean_misses is not None:
            out["mean_misses"] = self.mean_misses
        if self.tables.costs.size > 1:
            out["mean_cost"] = self.mean_cost
            out["total_cost"] = self.total_cost
        return out
