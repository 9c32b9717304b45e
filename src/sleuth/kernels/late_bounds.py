"""What a set pays at least for candidates that come too late: by its size, by each action, and in the last steps.

`late_search` says what is paid, and when.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.kernels.jit import kernel
from sleuth.kernels.search_bounds import BLOCK, INFINITE, WIDE_BLOCK, Law, count_parts
from sleuth.kernels.search_memo import BOUND

PAID = -1
"""In place of the early steps: the price is paid, and it only matters whether the rest can be settled."""


@kernel
def room_for(law: Law, steps: int) -> float:
    """The most secrets that so many steps can settle."""
    return float(law.capacity[min(steps, law.capacity.size - 1)])


@kernel
def late_by_size(law: Law, cands: Ints, early: int, left: int) -> float:
    """What a set pays at least, by its number and weights alone; candidates come heaviest first."""
    if cands.size > room_for(law, left):
        return INFINITE
    if early == PAID:
        return 0.0
    settled = room_for(law, early)
    if early == 0 and (law.name or cands.size > 1):
        settled = 0.0
    price = 0.0
    for i in range(cands.size):
        if i >= settled:
            price += law.weights[cands[i]]
    return price


@kernel
def late_scan(
    law: Law, cands: Ints, actions: Ints, early: int, left: int, inside: Bools, out: Floats, crowd: Floats, limit: float
) -> None:
    """What a set pays at least with each of some actions asked next, where that is in time or the price is paid.

    Of no part more than `limit` are in time. `crowd` says how many pairs of candidates an action leaves together: of
    two that promise the same, the one with fewer is tried first.
    """
    n, m = cands.size, actions.size
    most = room_for(law, left - 1)
    below = max(early - 1, PAID)
    settled = min(limit, room_for(law, below)) if below != PAID else INFINITE
    known = below == 0 and not law.name  # what is known now is in time, and of two or more nobody is
    step = WIDE_BLOCK if law.width <= WIDE_BLOCK // 4 else BLOCK
    counts = np.zeros((step, law.width), np.int32)
    dense = law.uniform and 2 * n >= law.width
    whole = m == law.codes.shape[1]
    for first in range(0, m, step):
        b = min(step, m - first)
        block = actions[first : first + b]
        out[first : first + b] = 0.0
        crowd[first : first + b] = 0.0
        if dense:
            for i in range(n):
                if whole:
                    line = law.codes[cands[i], first : first + b]
                    for j in range(b):
                        counts[j, line[j]] += 1
                else:
                    row = law.codes[cands[i]]
                    for j in range(b):
                        counts[j, row[block[j]]] += 1
            for j in range(b):
                price, pairs, worst = 0.0, 0, 0
                for c in range(law.width):
                    k = counts[j, c]
                    counts[j, c] = 0
                    pairs += k * (k - 1) // 2
                    worst = max(worst, k)
                    if k > settled:
                        price += k - settled
                        if known and k > 1:
                            price += settled
                crowd[first + j] = pairs
                out[first + j] = INFINITE if worst > most or worst == n else price
            continue
        for i in range(n):
            row = law.codes[cands[i]]
            weight = law.weights[cands[i]]
            for j in range(b):
                c = row[block[j]]
                k = counts[j, c]
                counts[j, c] = k + 1
                crowd[first + j] += k
                if k >= settled:
                    out[first + j] += 2.0 * weight if known and k == 1 else weight
        for i in range(n):
            row = law.codes[cands[i]]
            for j in range(b):
                c = row[block[j]]
                if counts[j, c] > most or counts[j, c] == n:
                    out[first + j] = INFINITE
                counts[j, c] = 0
    if law.name:
        for j in range(m):
            s = law.named[actions[j]]
            if s >= 0 and inside[s] and out[j] < INFINITE and settled == 0.0:
                out[j] -= law.weights[s]  # what wins is in time


@kernel
def plain(law: Law) -> bool:
    """Whether all secrets weigh the same, every action is always allowed, and a secret is settled by naming it."""
    return bool(law.name and law.uniform and law.stays and not law.only_possible and law.have.shape[1] == 0)


@kernel
def most_parts(law: Law, cands: Ints, actions: Ints) -> tuple[int, int]:
    """The most parts that an action cuts a set into, and the first action that does."""
    most, at = 0, 0
    numbers = np.empty(WIDE_BLOCK, np.int32)
    for lo in range(0, actions.size, WIDE_BLOCK):
        hi = min(lo + WIDE_BLOCK, actions.size)
        count_parts(law, cands, actions, lo, hi, numbers)
        for j in range(hi - lo):
            if numbers[j] > most:
                most, at = numbers[j], actions[lo + j]
        if most == cands.size:
            break
    return most, at


@kernel
def late_of_few(law: Law, cands: Ints, actions: Ints, early: int, left: int) -> tuple[float, int]:
    """What candidates pay at least in the last steps of a plain game, and an action that reaches it, or `BOUND`.

    With two steps in time, of each part one can be in time at most, and an action that tells all apart puts all there.
    With one step only what is named is in time.
    """
    n = cands.size
    if n == 2 and left >= 2:
        return float(n - early if early >= 0 else 0) if early < 2 else 0.0, int(law.naming[cands[0]])
    if early == 1 and left >= 2:
        counts = np.zeros(law.width, np.bool_)
        for i in range(n):
            a = law.naming[cands[i]]
            counts[:] = False
            parts = 0
            for k in range(n):
                c = law.codes[cands[k], a]
                if counts[c]:
                    break
                counts[c] = True
                parts += 1
            if parts == n:
                return n - 1.0, int(a)
        return (float(n) if left == 2 else n - 1.0), BOUND
    if early == 2 and left >= 3 and actions.size == law.codes.shape[1]:
        most, at = most_parts(law, cands, actions)
        return float(n - most), at if most == n else BOUND
    return 0.0, BOUND
