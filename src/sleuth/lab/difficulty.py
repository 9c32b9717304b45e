"""Difficulty: from a player who asks at random to the best one-step rule, and how far that is from the optimum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from sleuth.core.game import Goal
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array
from sleuth.lab.bound import least_mean
from sleuth.lab.known import Optimum, find_optimum
from sleuth.lab.nodes import weights_of
from sleuth.lab.players import Plays
from sleuth.play.evaluate import Evaluation
from sleuth.strategies.criteria import TOLERANCE

ONE_STEP = ("entropy", "minimax", "size", "parts")


def one_step(goal: Goal) -> tuple[str, ...]:
    """The one-step rules that a game is played by; `entropy` comes first."""
    return (*ONE_STEP, "hit-probability", "blend") if goal is Goal.FIND else ONE_STEP


PATIENCE = 5.0
"""Seconds for a proof of the optimum."""


@dataclass(frozen=True)
class Row:
    """One player's steps."""

    player: str
    mean: float
    low: float
    high: float
    """The 95% interval of the mean, over runs; equal to the mean where nothing is left to chance."""
    worst: int
    runs: int


@dataclass(frozen=True)
class Difficulty:
    """What players need, and what they could."""

    random: Row | None
    """The player who asks at random; empty where the game is too large for it."""
    others: tuple[Row, ...]
    """Other players that chance has a part in."""
    rules: tuple[Row, ...]
    """The one-step rules."""
    optimum: Optimum | None
    mass: float
    """What a total is divided by for a mean."""
    bound: float
    """A mean that no player can beat, from the number of answers alone."""

    @property
    def best(self) -> Row:
        """The best of the one-step rules; the first of equals."""
        return min(self.rules, key=lambda r: (r.mean, r.worst))

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every player, those that draw first."""
        return (*(() if self.random is None else (self.random,)), *self.others, *self.rules)

    @property
    def saving(self) -> float | None:
        """The share of a random player's steps that the best rule saves."""
        if self.random is None:
            return None
        return 1 - self.best.mean / self.random.mean if self.random.mean else 0.0

    @property
    def optimal_mean(self) -> float | None:
        """The least mean, where it is known."""
        return None if self.optimum is None else self.optimum.total / self.mass

    @property
    def gap(self) -> float | None:
        """The steps by which the best rule misses the optimum, where that is known."""
        return None if self.optimal_mean is None else max(self.best.mean - self.optimal_mean, 0.0)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        optimum = self.optimum
        return {
            "random": None if self.random is None else vars(self.random),
            "others": [vars(r) for r in self.others],
            "rules": [vars(r) for r in self.rules],
            "best": self.best.player,
            "saving": self.saving,
            "bound": self.bound,
            "optimum": None
            if optimum is None
            else {
                "total": optimum.total,
                "mean": self.optimal_mean,
                "worst": optimum.worst,
                "source": optimum.source,
            },
            "gap": self.gap,
        }


def difficulty(
    tables: Tables, plays: Plays | None, rules: Sequence[Evaluation], answers: int, optimum: Optimum | None = None
) -> Difficulty:
    """Figures from plays of random players, the weakest first, and evaluations of one-step rules.

    `answers` is the most different answers that any action has. The optimum is the one given, else the bound where
    a rule reaches it, else a published one or what is proved within a few seconds.
    """
    weights = weights_of(tables)
    drawn = []
    if plays is not None:
        drawn = [_row(name, plays.steps[:, p], weights) for p, name in enumerate(plays.players)]
    fixed = tuple(Row(e.strategy, e.mean, e.mean, e.mean, e.worst, 1) for e in rules)
    names = {r.player for r in fixed}
    mass = float(len(tables.secrets) if tables.uniform else tables.weights.sum())
    bound = float(least_mean(tables, answers))
    reached = min(rules, key=lambda e: e.mean)
    if optimum is None and reached.mean <= bound + TOLERANCE:
        optimum = Optimum(reached.total, reached.worst, f"{reached.strategy} reaches the bound that no player can beat")
    optimum = optimum or find_optimum(tables.game, PATIENCE)
    others = tuple(r for r in drawn[1:] if r.player not in names)
    return Difficulty(drawn[0] if drawn else None, others, fixed, optimum, mass, bound)


def _row(player: str, steps: Array, weights: Array) -> Row:
    means = steps @ weights
    low, high = interval(means)
    return Row(player, float(means.mean()), low, high, int(steps.max()), len(means))


T_975 = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010, 2.1788, 2.1604, 2.1448,
    2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484,
    2.0452, 2.0423,
)  # fmt: skip
"""The 97.5% quantile of Student's t with 1, 2, ... degrees of freedom."""


def interval(values: Array) -> tuple[float, float]:
    """The 95% interval of a mean of independent values, by Student's t; the mean itself where there is one value."""
    n, mean = len(values), float(np.mean(values))
    if n < 2:
        return mean, mean
    # Past the table, the first terms of the expansion around the normal quantile.
    t = T_975[n - 2] if n - 1 <= len(T_975) else 1.95996 + 2.3723 / (n - 1) + 2.8225 / (n - 1) ** 2
    half = t * float(np.std(values, ddof=1)) / sqrt(n)
    return mean - half, mean + half
