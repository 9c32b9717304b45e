"""Luck against skill: how much of the difference between plays comes from the choices, how much from the secret?

Players p of different skill play the same secrets s, several runs r each: Y(r, p, s) steps. A player is drawn at random
with equal chances, a secret from the prior. The variance of Y is cut into four parts that sum to it, a two-way analysis
of variance with interaction:

    player    the variance over p of the mean of player p              skill: how well one chooses
    secret    the variance over s of the mean of secret s              luck: what one is dealt
    pairing   the variance of the cell means that neither explains     which choices happen to suit which secret
    chance    the variance between runs of one player on one secret    luck: what one happens to draw oneself

The means over few runs are themselves uncertain, which would add to the first three parts. What it adds is estimated
from the runs, which are independent of each other, and taken off. So the parts do not depend on the number of runs, but
for noise; one that noise makes negative is counted as 0. With one run nothing can be taken off, and chance counts as
pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Array, Floats
from sleuth.lab.node_values import weights_of
from sleuth.lab.players import SkillPlays
from sleuth.measures.intervals import Interval, jackknife


@dataclass(frozen=True)
class Luck:
    """The variance of steps, by where it comes from."""

    players: tuple[str, ...]
    """Who played, as spec strings."""
    runs: int
    """How often every player played every secret."""
    player: float
    """The variance that comes from who plays."""
    secret: float
    """The variance that comes from which secret it is."""
    pairing: float
    """The variance that comes from how player and secret happen to meet."""
    chance: float
    """What is left: the same player at the same secret differs from one play to the next."""
    means: tuple[float, ...]
    """The mean steps of each player."""
    seed: int = 0
    """What fixes the draws."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)
    """The shares, and `rest` (pairing and chance together), with where they may lie."""

    @property
    def variance(self) -> float:
        """The sum of the parts."""
        return self.player + self.secret + self.pairing + self.chance

    @property
    def shares(self) -> dict[str, float]:
        """The parts as shares of their sum; all 0 where every play takes as many steps."""
        names = VarianceParts._fields
        return {name: getattr(self, name) / self.variance if self.variance > 0 else 0.0 for name in names}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "players": list(self.players),
            "means": list(self.means),
            "runs": self.runs,
            "seed": self.seed,
            "variance": self.variance,
            "shares": self.shares,
            "intervals": {name: {"low": i.low, "high": i.high} for name, i in self.intervals.items()},
        }


class VarianceParts(NamedTuple):
    """Variances: what the player, the secret, the two together and chance explain."""

    player: float
    secret: float
    pairing: float
    chance: float

    @property
    def positive(self) -> VarianceParts:
        """The same, where what noise makes negative counts as 0."""
        return VarianceParts(*(max(part, 0.0) for part in self))


def decompose(steps: Array, weights: Floats, corrected: bool = True) -> VarianceParts:
    """Cut the variance of `steps` (runs x players x secrets) into parts; `weights` of the secrets sum to one.

    Not `corrected`, the parts sum to the variance of the steps themselves, as the sums of squares of an analysis of
    variance do. Corrected, each is unbiased.
    """
    values = np.asarray(steps, np.float64)
    runs, players, _ = values.shape
    # The effects of each run on its own; they are linear, so their mean over runs is the effect of the means.
    by_player = values @ weights
    by_secret = values.mean(axis=1)
    whole = by_player.mean(axis=1)
    player = by_player - whole[:, None]
    secret = by_secret - whole[:, None]
    pairing = values - by_player[:, :, None] - by_secret[:, None, :] + whole[:, None, None]

    def explained(effect: Floats, weight: Floats) -> float:
        part = float((weight * effect.mean(axis=0) ** 2).sum())
        if corrected and runs > 1:
            part -= float((weight * effect.var(axis=0, ddof=1)).sum()) / runs
        return part

    each = np.full(players, 1 / players)
    between = values.var(axis=0, ddof=1 if corrected and runs > 1 else 0)
    return VarianceParts(
        explained(player, each),
        explained(secret, weights),
        explained(pairing, each[:, None] * weights),
        float(each @ between @ weights),
    )


def luck(plays: SkillPlays) -> Luck:
    """Where the differences between plays come from."""
    steps, weights = plays.steps, weights_of(plays.tables)
    parts = decompose(steps, weights).positive
    means = tuple((steps.mean(axis=0) @ weights).tolist())
    # What is left of three runs or more after one is taken out can still be corrected.
    intervals = share_intervals(lambda kept: decompose(steps[kept], weights), plays.runs, least=2)
    return Luck(plays.players, plays.runs, *parts, means, plays.seed, intervals)


def share_intervals(parts: Callable[[Array], VarianceParts], number: int, least: int = 1) -> dict[str, Interval]:
    """The shares of the parts with their intervals, where the plays fall into independent runs or secrets."""

    def shares(kept: Array) -> list[float]:
        positive = parts(kept).positive
        total = sum(positive)
        each = [part / total if total > 0 else 0.0 for part in positive]
        return [*each, each[2] + each[3]]

    intervals = (interval.within(0.0, 1.0) for interval in jackknife(shares, number, least=least))
    return dict(zip((*VarianceParts._fields, "rest"), intervals, strict=True))
