"""Plans of a player in sequence form: what each sequence brings, best replies, and the rounds of CFR+.

A side is given by three arrays over its decisions: the sequence that each follows, the first of its own sequences, and
how many these are. Decisions come after those that they follow.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Floats, Ints, Longs
from sleuth.kernels.jit import kernel


@kernel
def bring(starts: Longs, others: Ints, weights: Floats, plan: Floats, sign: float, out: Floats) -> None:
    """What each sequence brings against the other's plan: the sparse table times the plan, times the sign."""
    for s in range(len(out)):
        total = 0.0
        for k in range(starts[s], starts[s + 1]):
            total += weights[k] * plan[others[k]]
        out[s] = sign * total


@kernel
def reply(parent: Ints, first: Ints, width: Ints, worth: Floats) -> float:
    """The most that a player can get. `worth` is what each sequence brings, and becomes that with all that follows."""
    for d in range(len(parent) - 1, -1, -1):
        best = worth[first[d]]
        for s in range(first[d] + 1, first[d] + width[d]):
            best = max(best, worth[s])
        worth[parent[d]] += best
    return float(worth[0])


@kernel
def learn(parent: Ints, first: Ints, width: Ints, worth: Floats, share: Floats, regret: Floats) -> None:
    """Regret what was not chosen, and share the choices out anew in proportion to the regrets.

    `worth` is what each sequence brings, and becomes that with all that follows.
    """
    for d in range(len(parent) - 1, -1, -1):
        begin, end = first[d], first[d] + width[d]
        mean = 0.0
        for s in range(begin, end):
            mean += share[s] * worth[s]
        worth[parent[d]] += mean
        total = 0.0
        for s in range(begin, end):
            regret[s] = max(0.0, regret[s] + worth[s] - mean)
            total += regret[s]
        for s in range(begin, end):
            share[s] = regret[s] / total if total > 0.0 else 1.0 / width[d]


@kernel
def realise(parent: Ints, first: Ints, width: Ints, share: Floats, plan: Floats) -> None:
    """The plan of a behaviour: for each sequence, the chance of all its choices."""
    plan[0] = 1.0
    for d in range(len(parent)):
        before = plan[parent[d]]
        for s in range(first[d], first[d] + width[d]):
            plan[s] = before * share[s]


def warm() -> None:
    """Compile the kernels."""
    one, some, size = np.zeros(1, np.int32), np.ones(1, np.int32), np.ones(2)
    bring(np.array([0, 1, 1]), one, np.ones(1), size, 1.0, np.ones(2))
    reply(one, some, some, np.ones(2))
    learn(one, some, some, np.ones(2), np.ones(2), np.ones(2))
    realise(one, some, some, size, np.ones(2))
