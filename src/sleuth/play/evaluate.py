"""Evaluating a strategy on every secret at once: its whole game tree, built once and shared by all secrets."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.core.text import shorten
from sleuth.kernels.arrays import Ints
from sleuth.strategies.base import Strategy
from sleuth.strategies.gametree import GameTree, chooser, grow


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What a strategy needs for every secret."""

    game: Game
    strategy: str
    tie_break: str
    tables: Tables
    steps: Ints
    """Steps for each secret."""
    tree: GameTree
    seconds: float

    @property
    def secrets(self) -> int:
        """How many secrets there are."""
        return self.steps.size

    @property
    def total(self) -> int | float:
        """The sum of steps over all secrets, each as often as its prior weight says; exact for whole weights."""
        if self.tables.uniform:
            return int(self.steps.sum(dtype=np.int64))
        if self.tables.integral:
            return int(self.tables.weights.astype(np.int64) @ self.steps.astype(np.int64))
        return float(self.tables.weights @ self.steps)

    @property
    def mean(self) -> float:
        """The expected number of steps."""
        mass = self.secrets if self.tables.uniform else self.tables.weights.sum()
        return float(self.total / mass)

    @property
    def worst(self) -> int:
        """The longest play."""
        return int(self.steps.max())

    @property
    def histogram(self) -> dict[int, int]:
        """How many secrets take how many steps."""
        counts = np.bincount(self.steps)
        return {int(k): int(counts[k]) for k in np.flatnonzero(counts)}

    @property
    def mean_cost(self) -> float:
        """The expected cost of play, where actions differ in cost; else the mean number of steps."""
        tables, tree = self.tables, self.tree
        if tables.costs.size == 1:
            return self.mean * float(tables.costs[0])
        weights = np.ones(self.secrets) if tables.uniform else tables.weights
        before = np.concatenate([[0.0], np.cumsum(weights[tree.order])])
        mass = before[tree.start + tree.size] - before[tree.start]
        return float(mass @ tables.costs[tree.action] / weights.sum())

    @property
    def first(self) -> Action:
        """The first action, the same for all secrets."""
        return self.tables.actions[self.tree.action[0]] if len(self.tree) else None

    def by_first_feedback(self) -> list[Row]:
        """The same figures for each answer to the first action."""
        if not len(self.tree):
            return []
        column = self.tables.column(int(self.tree.action[0]), np.arange(self.secrets, dtype=np.int32))
        weights = np.ones(self.secrets) if self.tables.uniform else self.tables.weights
        rows = []
        for code in np.unique(column).tolist():
            here = column == code
            text = self.game.format_feedback(self.tables.feedbacks.value(code))
            total = float(weights[here] @ self.steps[here])
            exact = int(total) if self.tables.integral else total
            worst = int(self.steps[here].max())
            rows.append(Row(text, int(here.sum()), exact, total / float(weights[here].sum()), worst))
        return sorted(rows)

    def as_json(self, by_first_feedback: bool = False) -> dict[str, Any]:
        """Plain values, for JSON."""
        out = {
            "game": str(self.game),
            "strategy": self.strategy,
            "secrets": self.secrets,
            "total": self.total,
            "mean": self.mean,
            "worst": self.worst,
            "histogram": {str(k): v for k, v in self.histogram.items()},
            "tie_break": self.tie_break,
            "first": self.game.format_action(self.first) if len(self.tree) else None,
            "nodes": len(self.tree),
            "weighted": not self.tables.uniform,
            "seconds": self.seconds,
        }
        if self.tables.costs.size > 1:
            out["mean_cost"] = self.mean_cost
        if by_first_feedback:
            out["by_first_feedback"] = {
                r.feedback: {"count": r.count, "total": r.total, "mean": r.mean, "worst": r.worst}
                for r in self.by_first_feedback()
            }
        return out


@dataclass(frozen=True, order=True)
class Row:
    """The figures for one answer to the first action."""

    feedback: str
    count: int
    total: int | float
    mean: float
    worst: int


def evaluate(
    game: Game,
    strategy: Strategy,
    *,
    first: Action | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
    progress: Progress = silent,
) -> Evaluation:
    """Play a strategy against every secret. A random strategy is fixed by its seed: one draw at each node."""
    tables = tabulate(game, progress)
    began = time.perf_counter()
    root = EnumeratedSet(tables)
    forced = None if first is None else tables.action_index(first)
    if forced is not None and not root.is_legal(first):
        raise ActionError(f"{shorten(game.format_action(first))} is not allowed as the first action of {game}")
    steps, tree = grow(root, chooser(root, strategy, seed, limit), forced, progress)
    return Evaluation(game, str(strategy), strategy.tie_break, tables, steps, tree, time.perf_counter() - began)
