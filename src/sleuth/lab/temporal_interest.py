"""Temporal interest: how differently plays run although every question is chosen well.

Meng & Lucas (2024), section III.C and Fig. 4. Nothing is sampled: the game tree of `entropy` has the entropy after each
step for every secret, so each figure is a weighted sum over all secrets. A play that has ended has 0 bits missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Bools, Floats
from sleuth.lab.node_values import reach, weights_of
from sleuth.lab.value_spread import moments
from sleuth.measures.intervals import Interval
from sleuth.measures.shannon import shannon
from sleuth.strategies.gametree import GameTree

QUANTILES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
LOW, HIGH = 1, 5
"""The places of the 10% and the 90% quantile: the width of the fan is what lies between."""


@dataclass(frozen=True)
class FanStep:
    """The bits that are missing after so many steps, over all plays."""

    step: int
    open: float
    """The share of plays that have not ended after this step."""
    quantiles: tuple[float, ...]
    """The least bits h such that the share q of plays, or more, has at most h bits missing; for each q of QUANTILES."""
    mean: float
    deviation: float
    gain: float
    """The mean of the bits told by this step, over plays in which something was unknown before it; 0 for step 0."""
    gain_deviation: float
    """The standard deviation of the same, over the same plays."""
    answer_deviation: float
    """The same within a node: what stays uncertain when all answers so far are known."""

    @property
    def width(self) -> float:
        """The bits between the 10% and the 90% quantile."""
        return self.quantiles[HIGH] - self.quantiles[LOW]


@dataclass(frozen=True)
class Fan:
    """The entropy of all plays, step by step."""

    steps: tuple[FanStep, ...]
    uncertainty: float
    """The standard deviation of the bits that one answer tells, given all before it; over all questions."""
    width_interval: Interval | None = None
    uncertainty_interval: Interval | None = None
    """Where the greatest width and the uncertainty may lie; `None` where they are exact: every secret was played."""

    @property
    def widest(self) -> FanStep:
        """The step after which the fan is widest; the first such one."""
        return max(self.steps, key=lambda s: (s.width, -s.step))

    @property
    def straight(self) -> bool:
        """Whether all plays run alike, so that the fan is a line."""
        return all(s.quantiles[-1] - s.quantiles[0] <= 1e-9 for s in self.steps)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        names = [f"q{round(100 * q)}" for q in QUANTILES]
        return {
            "widest": self.widest.width,
            "widest_step": self.widest.step,
            "uncertainty": self.uncertainty,
            "intervals": {
                name: None if interval is None else {"low": interval.low, "high": interval.high}
                for name, interval in (("widest", self.width_interval), ("uncertainty", self.uncertainty_interval))
            },
            "straight": self.straight,
            "steps": [
                {
                    "step": s.step,
                    "open": s.open,
                    **dict(zip(names, s.quantiles, strict=True)),
                    "width": s.width,
                    "mean": s.mean,
                    "deviation": s.deviation,
                    "gain": s.gain,
                    "gain_deviation": s.gain_deviation,
                    "answer_deviation": s.answer_deviation,
                }
                for s in self.steps
            ],
        }


def quantiles(values: Floats, weights: Floats, shares: tuple[float, ...] = QUANTILES) -> tuple[float, ...]:
    """Weighted quantiles: for each share q, the least value v such that values up to v have weight q or more."""
    order = np.argsort(values, kind="stable")
    reached = np.cumsum(weights[order])
    # Rounding must not move a quantile that falls on a border.
    places = np.searchsorted(reached, np.array(shares) * reached[-1] - 1e-12 * reached[-1], side="left")
    return tuple(values[order[np.minimum(places, values.size - 1)]].tolist())


def entropies(tables: Tables, tree: GameTree) -> tuple[Floats, Bools]:
    """The bits missing after each step (row) for each secret (column), and whether its play is still open there."""
    rows = int(tree.depth.max()) + 2 if len(tree) else 1
    missing, is_open = np.zeros((rows, len(tables.secrets))), np.zeros((rows, len(tables.secrets)), np.bool_)
    for start, size, depth in zip(tree.start.tolist(), tree.size.tolist(), tree.depth.tolist(), strict=True):
        here = tree.order[start : start + size]
        missing[depth, here] = np.log2(size) if tables.uniform else shannon(tables.weights[here])
        is_open[depth, here] = True
    return missing, is_open


def fan(tables: Tables, tree: GameTree) -> Fan:
    """The fan of a game tree, over all secrets."""
    weights, chances = weights_of(tables), reach(tables, tree)
    missing, is_open = entropies(tables, tree)
    steps = []
    questions = uncertain = 0.0
    for k in range(len(missing)):
        mean, deviation = moments(missing[k], weights)
        gain = gain_deviation = answer_deviation = 0.0
        if k:
            asked = is_open[k - 1] & (missing[k - 1] > 0)
            share = float(weights[asked].sum())
            told = missing[k - 1] - missing[k]
            if share > 0:
                gain, gain_deviation = moments(told[asked], weights[asked] / share)
                within = 0.0
                for node in np.flatnonzero((tree.depth == k - 1) & (tree.size > 1)).tolist():
                    here = tree.order[tree.start[node] : tree.start[node] + tree.size[node]]
                    within += float(chances[node]) * moments(told[here], weights[here] / weights[here].sum())[1] ** 2
                answer_deviation = float(np.sqrt(within / share))
                questions, uncertain = questions + share, uncertain + within
        steps.append(
            FanStep(
                k,
                float(weights[is_open[k]].sum()),
                quantiles(missing[k], weights),
                mean,
                deviation,
                gain,
                gain_deviation,
                answer_deviation,
            )
        )
    return Fan(tuple(steps), float(np.sqrt(uncertain / questions)) if questions else 0.0)
