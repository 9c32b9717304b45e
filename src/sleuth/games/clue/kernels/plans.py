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


@kernel
def play(parent: Ints, first: Ints, width: Ints, share: Floats, plan: Floats, weight: float, total: Floats) -> None:
    """`realise`, and add the plan to a total, times its weight."""
    plan[0] = 1.0
    total[0] += weight
    for d in range(len(parent)):
        before = plan[parent[d]]
        for s in range(first[d], first[d] + width[d]):
            plan[s] = before * share[s]
            total[s] += weight * plan[s]


@kernel
def behave(first: Ints, width: Ints, plan: Floats, least: float, share: Floats) -> None:
    """The behaviour of a plan: the chance of each choice. Where the plan comes with at most `least`, all alike."""
    share[0] = 1.0
    for d in range(len(first)):
        total = 0.0
        for s in range(first[d], first[d] + width[d]):
            share[s] = max(0.0, plan[s])
            total += share[s]
        for s in range(first[d], first[d] + width[d]):
            share[s] = share[s] / total if total > least else 1.0 / width[d]


# The slow, readable twins: the test oracles of the kernels above.


def bring_twin(
    rows: list[int], columns: list[int], weights: list[float], plan: Floats, sign: float, size: int
) -> Floats:
    """`bring`, entry by entry."""
    out = np.zeros(size)
    for row, column, weight in zip(rows, columns, weights, strict=True):
        out[row] += sign * weight * plan[column]
    return out


def _decisions(parent: Ints, first: Ints, width: Ints) -> list[tuple[int, slice]]:
    """What each decision follows, and where its own sequences are."""
    return [(p, slice(f, f + w)) for p, f, w in zip(parent.tolist(), first.tolist(), width.tolist(), strict=True)]


def reply_twin(parent: Ints, first: Ints, width: Ints, gains: Floats) -> float:
    """`reply`."""
    worth = gains.copy()
    for before, own in reversed(_decisions(parent, first, width)):
        worth[before] += worth[own].max()
    return float(worth[0])


def learn_twin(
    parent: Ints, first: Ints, width: Ints, gains: Floats, share: Floats, regret: Floats
) -> tuple[Floats, Floats]:
    """`learn`: the new shares and the new regrets."""
    worth, share, regret = gains.copy(), share.copy(), regret.copy()
    for before, own in reversed(_decisions(parent, first, width)):
        mean = share[own] @ worth[own]
        worth[before] += mean
        regret[own] = np.maximum(regret[own] + worth[own] - mean, 0)
        wanted = regret[own] if regret[own].any() else np.ones(own.stop - own.start)
        share[own] = wanted / wanted.sum()
    return share, regret


def realise_twin(parent: Ints, first: Ints, width: Ints, share: Floats) -> Floats:
    """`realise`."""
    plan = share.copy()
    for before, own in _decisions(parent, first, width):
        plan[own] *= plan[before]
    return plan


def behave_twin(first: Ints, width: Ints, plan: Floats, least: float) -> Floats:
    """`behave`."""
    share = np.ones(len(plan))
    for _, own in _decisions(first, first, width):
        part = np.maximum(plan[own], 0)
        share[own] = part / part.sum() if part.sum() > least else 1 / len(part)
    return share


def warm() -> None:
    """Compile the kernels."""
    one, some, size = np.zeros(1, np.int32), np.ones(1, np.int32), np.ones(2)
    bring(np.array([0, 1, 1]), one, np.ones(1), size, 1.0, np.ones(2))
    reply(one, some, some, np.ones(2))
    learn(one, some, some, np.ones(2), np.ones(2), np.ones(2))
    realise(one, some, some, size, np.ones(2))
    play(one, some, some, size, np.ones(2), 1.0, np.ones(2))
    behave(some, some, size, 0.0, np.ones(2))
