"""CFR+ (Tammelin 2014) on the sequence form: for games too large for a linear program; it may stop at any time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sleuth.core.progress import Progress
from sleuth.games.clue.kernels.plans import bring, learn, realise, reply
from sleuth.games.clue.solver.sequences import Entries, PlayerDecisions, SequenceForm
from sleuth.kernels.arrays import Floats, Ints, Longs

LOOKS = 1.1
"""The bracket is worked out again after so many times as many rounds: it takes as long as a round."""
GOOD = 1e-12
"""A gap at which there is nothing left to gain."""


class PayoffTable:
    """A sparse table of payoffs by sequences, sorted for both players."""

    def __init__(self, form: SequenceForm, entries: Entries) -> None:
        order = np.argsort(entries.second, kind="stable")
        one, two = form.sides
        self.rows = (
            (_starts(entries.first, one), entries.second, entries.weight),
            (_starts(entries.second, two), entries.first[order], entries.weight[order]),
        )

    def gains(self, player: int, other: Floats, out: Floats | None = None) -> Floats:
        """What each sequence of a player brings against the other's plan."""
        out = np.empty(len(self.rows[player][0]) - 1) if out is None else out
        bring(*self.rows[player], other, 1.0 if player == 0 else -1.0, out)
        return out


def _starts(sequences: Ints, side: PlayerDecisions) -> Longs:
    return np.concatenate([[0], np.cumsum(np.bincount(sequences, minlength=side.size))])


class Learner:
    """One player: what she regrets, what she does now, and what she did on average."""

    def __init__(self, side: PlayerDecisions) -> None:
        self.side = side
        self.worth, self.regret, self.total = (np.zeros(side.size) for _ in range(3))
        self.share, self.plan = np.ones(side.size), np.ones(side.size)
        self.share[1:] = np.repeat(1 / side.width, side.width)
        realise(*side, self.share, self.plan)
        self.best, self.safe = self.plan, -np.inf
        """The plan that was best so far, and what it is sure to get."""

    def play(self, number: int) -> None:
        """Learn from what each sequence brought, and play accordingly. Later plans count for more: squares."""
        learn(*self.side, self.worth, self.share, self.regret)
        realise(*self.side, self.share, self.plan)
        self.total += float(number) ** 2 * self.plan

    def keep(self, plan: Floats, safe: float) -> None:
        """Remember a plan if it is the best so far."""
        if safe > self.safe:
            self.best, self.safe = plan, safe


def regret_matching(
    form: SequenceForm, entries: Entries, iterations: int, spent: Callable[[], bool], progress: Progress
) -> tuple[tuple[Floats, Floats], str]:
    """The best plans of both players, and why it stopped early, if it did: "time" or "interrupt"."""
    table, one, two = PayoffTable(form, entries), Learner(form.sides[0]), Learner(form.sides[1])

    def look(x: Floats, y: Floats) -> float:
        """What best replies gain at most, both together."""
        one.keep(x, -reply(*two.side, table.gains(1, x, two.worth)))
        two.keep(y, -reply(*one.side, table.gains(0, y, one.worth)))
        return -one.safe - two.safe

    stopped, following = "", 1.0
    try:
        gap = look(one.plan.copy(), two.plan.copy())
        for number in range(1, iterations + 1):
            progress(f"CFR+: {form.leaves:,} leaves, best replies gain {gap:.1e}", number, iterations)
            table.gains(0, two.plan, one.worth)
            one.play(number)
            table.gains(1, one.plan, two.worth)
            two.play(number)
            late = spent()
            if late or number >= following or number == iterations:
                gap, following = look(one.total / one.total[0], two.total / two.total[0]), LOOKS * number
            if late or gap < GOOD:
                stopped = "time" if number < iterations and gap >= GOOD else ""
                break
    except KeyboardInterrupt:
        stopped = "interrupt"
    return (one.best, two.best), stopped
