"""Temporal interest: how differently plays run although every question is chosen well.

Meng & Lucas (2024), section III.C and Fig. 4. Nothing is sampled: the game tree of `entropy` has the entropy after each
step for every secret, so each figure is a weighted sum over all secrets. A play that has ended has 0 bits missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

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

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        shares = {f"q{round(100 * share)}": bits for share, bits in zip(QUANTILES, self.quantiles, strict=True)}
        names = ("width", "mean", "deviation", "gain", "gain_deviation", "answer_deviation")
        return {"step": self.step, "open": self.open, **shares, **{name: getattr(self, name) for name in names}}


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
        intervals = {"widest": self.width_interval, "uncertainty": self.uncertainty_interval}
        return {
            "widest": self.widest.width,
            "widest_step": self.widest.step,
            "uncertainty": self.uncertainty,
            "intervals": {name: None if i is None else {"low": i.low, "high": i.high} for name, i in intervals.items()},
            "straight": self.straight,
            "steps": [step.as_json() for step in self.steps],
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

    def gains(k: int) -> Gains:
        asked = is_open[k - 1] & (missing[k - 1] > 0)
        share = float(weights[asked].sum())
        if not share > 0:
            return NO_GAINS
        bits = missing[k - 1] - missing[k]
        within = 0.0
        for node in np.flatnonzero((tree.depth == k - 1) & (tree.size > 1)).tolist():
            here = tree.order[tree.start[node] : tree.start[node] + tree.size[node]]
            within += float(chances[node]) * moments(bits[here], weights[here] / weights[here].sum())[1] ** 2
        return Gains(*moments(bits[asked], weights[asked] / share), share, within, within / share)

    return make_fan(missing, weights, [float(weights[row].sum()) for row in is_open], gains)


class Gains(NamedTuple):
    """The bits that one step told, over the plays that asked something at it."""

    mean: float
    deviation: float
    asked: float
    """The share of these plays, or their number."""
    within: float
    """The variance within nodes, summed over them."""
    variance: float
    """The same as a mean."""


ROUNDING = 1e-12
"""A variance below it is that of sums which are equal."""
NO_GAINS = Gains(0.0, 0.0, 0.0, 0.0, 0.0)


def _root(variance: float) -> float:
    """A standard deviation; what rounding makes of none is none."""
    return sqrt(variance) if variance > ROUNDING else 0.0


def make_fan(missing: Floats, weights: Floats, still_open: Sequence[float], gains: Callable[[int], Gains]) -> Fan:
    """A fan from the bits missing after each step (row) in each play (column), and what each step told."""
    by_step = [NO_GAINS, *map(gains, range(1, len(missing)))]
    steps = (
        FanStep(
            k, still_open[k], quantiles(row, weights), *moments(row, weights), g.mean, g.deviation, _root(g.variance)
        )
        for k, (row, g) in enumerate(zip(missing, by_step, strict=True))
    )
    asked = within = 0.0
    for g in by_step:
        asked, within = asked + g.asked, within + g.within
    return Fan(tuple(steps), sqrt(within / asked) if asked else 0.0)
