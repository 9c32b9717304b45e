"""CFR+ (Tammelin 2014) on the sequence form: for games too large for a linear program."""

from __future__ import annotations

import numpy as np

from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Array, Floats
from sleuth.multiplayer.duel import Decision, Form


class _Side:
    """One player's decisions, those of like depth together, so that each is a few operations on arrays."""

    def __init__(self, decisions: list[Decision], size: int) -> None:
        self.size = size
        depth = np.zeros(size, np.int64)
        levels: dict[int, list[Decision]] = {}
        for decision in decisions:
            level = int(depth[decision.parent]) + 1
            depth[decision.first : decision.first + len(decision.choices)] = level
            levels.setdefault(level, []).append(decision)
        self.levels = [_Level(levels[level]) for level in sorted(levels)]
        self.regret = np.zeros(size)
        self.average = np.zeros(size)
        self.share = np.ones(size)
        """The chance of each choice at its decision, as of the last plan."""

    def plan(self) -> Floats:
        """The plan that the regrets ask for now."""
        plan = np.ones(self.size)
        for level in self.levels:
            wanted = self.regret[level.sequences]
            total = np.add.reduceat(wanted, level.starts)[level.owner]
            share = np.where(total > 0, wanted / np.where(total > 0, total, 1.0), 1 / level.widths[level.owner])
            self.share[level.sequences] = share
            plan[level.sequences] = share * plan[level.parents][level.owner]
        return plan

    def learn(self, gains: Floats) -> None:
        """Regret what was not chosen, given what each sequence brings against the opponent."""
        worth = gains.copy()
        for level in reversed(self.levels):
            here = worth[level.sequences]
            mean = np.add.reduceat(self.share[level.sequences] * here, level.starts)
            np.add.at(worth, level.parents, mean)
            self.regret[level.sequences] = np.maximum(self.regret[level.sequences] + here - mean[level.owner], 0.0)


class _Level:
    def __init__(self, decisions: list[Decision]) -> None:
        self.parents = np.array([d.parent for d in decisions])
        self.widths = np.array([len(d.choices) for d in decisions])
        self.starts = np.concatenate([[0], np.cumsum(self.widths)[:-1]])
        self.owner = np.repeat(np.arange(len(decisions)), self.widths)
        self.sequences = np.array([d.first for d in decisions])[self.owner] + (
            np.arange(int(self.widths.sum())) - self.starts[self.owner]
        )


def regret_matching(
    form: Form, entries: tuple[Array, Array, Floats], iterations: int, progress: Progress = silent
) -> tuple[Floats, Floats]:
    """Average plans of both players. They take turns, and later plans count for more, in proportion to their number."""
    first, second, weights = entries
    one, two = (_Side(form.decisions[i], form.sizes[i]) for i in (0, 1))
    one.plan()
    y = two.plan()
    for round_ in range(1, iterations + 1):
        progress("CFR+", round_, iterations)
        one.learn(np.bincount(first, weights * y[second], one.size).astype(np.float64))
        x = one.plan()
        two.learn(np.bincount(second, -weights * x[first], two.size).astype(np.float64))
        y = two.plan()
        one.average += round_ * x
        two.average += round_ * y
    return one.average / one.average[0], two.average / two.average[0]
