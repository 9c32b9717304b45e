"""Difficulty: from a player who asks at random to the best one-step rule, and how far that is from the optimum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sleuth.core.game import Goal
from sleuth.core.tables import Tables
from sleuth.lab.information_bound import least_mean
from sleuth.lab.node_values import weights_of
from sleuth.lab.players import SkillPlays
from sleuth.lab.published_optima import KnownOptimum, find_optimum
from sleuth.measures.intervals import Interval, mean_interval
from sleuth.play.evaluation import Evaluation
from sleuth.strategies.criteria import TOLERANCE

ONE_STEP = ("entropy", "minimax", "size", "parts")


def one_step(goal: Goal) -> tuple[str, ...]:
    """The one-step rules that a game is played by; `entropy` comes first."""
    return (*ONE_STEP, "hit-probability", "blend") if goal.finds else ONE_STEP


@dataclass(frozen=True)
class PlayerSteps:
    """One player's steps."""

    player: str
    mean: float
    low: float | None
    high: float | None
    """The 95% interval of the mean; empty where one run says nothing of it, the mean itself where that is exact."""
    worst: int
    runs: int
    exact: bool = False
    """Whether nothing is left to chance: every secret was played, by a player who does not draw."""

    @property
    def interval(self) -> Interval:
        """The mean, and where it may lie."""
        return Interval(self.mean, self.low, self.high, self.exact)

    @classmethod
    def of(cls, player: str, steps: Interval, worst: int, runs: int) -> PlayerSteps:
        """The row of a player whose mean steps are known, or estimated."""
        assert steps.mean is not None
        return cls(player, steps.mean, steps.low, steps.high, worst, runs, steps.exact)


@dataclass(frozen=True)
class Difficulty:
    """What players need, and what they could."""

    random: PlayerSteps | None
    """The player who asks at random; empty where the game is too large for it."""
    others: tuple[PlayerSteps, ...]
    """Other players that chance has a part in."""
    rules: tuple[PlayerSteps, ...]
    """The one-step rules."""
    optimum: KnownOptimum | None
    mass: float
    """What a total is divided by for a mean."""
    bound: float
    """A mean that no player can beat, from the number of answers alone."""
    saved: Interval | None = None
    """The share of a random player's steps that the best rule saves, and where it may lie."""

    @property
    def best(self) -> PlayerSteps:
        """The best of the one-step rules; the first of equals."""
        return min(self.rules, key=lambda r: (r.mean, r.worst))

    @property
    def rows(self) -> tuple[PlayerSteps, ...]:
        """Every player, those that draw first."""
        return (*(() if self.random is None else (self.random,)), *self.others, *self.rules)

    @property
    def saving(self) -> float | None:
        """The share of a random player's steps that the best rule saves."""
        return None if self.saved is None else self.saved.mean

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
        optimum, saved = self.optimum, self.saved or Interval(None, None, None)
        return {
            "random": None if self.random is None else vars(self.random),
            "others": [vars(r) for r in self.others],
            "rules": [vars(r) for r in self.rules],
            "best": self.best.player,
            "saving": saved.mean,
            "saving_low": saved.low,
            "saving_high": saved.high,
            "bound": self.bound,
            "optimum": optimum and {"total": optimum.total, "mean": self.optimal_mean, **vars(optimum)},
            "gap": self.gap,
        }


def difficulty(
    tables: Tables,
    plays: SkillPlays | None,
    rules: Sequence[Evaluation],
    answers: int,
    optimum: KnownOptimum | None = None,
) -> Difficulty:
    """Figures from plays of random players, the weakest first, and evaluations of one-step rules.

    `answers` is the most different answers that any action has. The optimum is the one given, else the bound where
    a rule reaches it, else a published one or what is soon proved.
    """
    drawn = []
    if plays is not None:
        weights, by_player = weights_of(tables), plays.steps.swapaxes(0, 1)
        drawn = [
            PlayerSteps.of(name, mean_interval(steps @ weights), int(steps.max()), plays.runs)
            for name, steps in zip(plays.players, by_player, strict=True)
        ]
    fixed = tuple(PlayerSteps.of(e.strategy, Interval.exactly(e.mean), e.worst, 1) for e in rules)
    names = {r.player for r in fixed}
    mass = float(len(tables.secrets) if tables.uniform else tables.weights.sum())
    bound = float(least_mean(tables, answers))
    reached = min(rules, key=lambda e: e.mean)
    if optimum is None and reached.mean <= bound + TOLERANCE:
        optimum = KnownOptimum(
            reached.total, reached.worst, f"{reached.strategy} reaches the bound that no player can beat"
        )
    optimum = optimum or find_optimum(tables.game)
    others = tuple(r for r in drawn[1:] if r.player not in names)
    random = drawn[0] if drawn else None
    saved = None if random is None else saved_share(random.interval, reached.mean)
    return Difficulty(random, others, fixed, optimum, mass, bound, saved)


def saved_share(random: Interval, best: float) -> Interval:
    """The share of a random player's steps that a rule saves whose mean is exact: it grows with those steps."""

    def share(mean: float | None) -> float | None:
        return None if mean is None else 1 - best / mean if mean > 0 else 0.0

    return Interval(share(random.mean), share(random.low), share(random.high), random.exact)
