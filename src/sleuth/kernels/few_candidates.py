"""The best actions where few candidates are left, for secrets that are alike.

How many different answers an action has is counted for a block of actions at once, on vector registers. It bounds the
score: so many parts of so many candidates score at least `floors`. What cannot be best any more is never scored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.arrays import Array, Codes, Floats, Ints
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.partitions import is_run

FEW = 96
"""The most candidates that are few; half as many where there are more than `BITS` codes."""
BLOCK = 256
"""Actions at a time: the answers of few candidates to them stay in the fastest cache."""
BITS = 32
"""Codes below this are marked as bits of a word; where there are more, rows of answers are compared."""


@kernel
def floors(table: Floats, worst: bool) -> Floats:
    """The least score of an action: `out[n, parts]`, of `n` candidates in so many parts, each scored by the table."""
    most = min(table.size - 1, FEW)
    out = np.full((most + 1, most + 1), np.inf)
    out[0, 0] = 0.0
    for parts in range(1, most + 1):
        for n in range(parts, most + 1):
            least = np.inf
            for k in range(1, n - parts + 2):
                rest = out[n - k, parts - 1]
                least = min(least, max(rest, table[k]) if worst else rest + table[k])
            out[n, parts] = least
    return out


@kernel
def gather(codes: Codes, cands: Ints, actions: Ints, cells: Array) -> None:
    """The answers of some candidates (rows) to some actions (columns)."""
    run, first, m = is_run(actions), actions[0], actions.size
    for i in range(cands.size):
        out = cells[i]
        if run:
            row = codes[cands[i], first : first + m]
            for j in range(m):
                out[j] = row[j]
        else:
            row = codes[cands[i]]
            for j in range(m):
                out[j] = row[np.uint32(actions[j])]  # it is not negative: no end to count from


@kernel
def count_distinct(cells: Array, n: int, m: int, width: int, marks: Any, out: Any) -> None:
    """How many different codes each of the first `m` columns has in its first `n` rows."""
    if width <= BITS:
        for j in range(m):
            marks[j] = 0
        for i in range(n):
            row = cells[i]
            for j in range(m):
                marks[j] |= np.uint32(1) << np.uint32(row[j] & 31)
        for j in range(m):
            word = marks[j]
            word = np.uint32(word - ((word >> np.uint32(1)) & np.uint32(0x55555555)))
            word = np.uint32((word & np.uint32(0x33333333)) + ((word >> np.uint32(2)) & np.uint32(0x33333333)))
            word = np.uint32((word + (word >> np.uint32(4))) & np.uint32(0x0F0F0F0F))
            out[j] = np.uint8(np.uint32(word * np.uint32(0x01010101)) >> np.uint32(24))
        return
    again = np.empty(m, np.uint8)
    for j in range(m):
        out[j] = 0
    for i in range(n):
        row = cells[i]
        for j in range(m):
            again[j] = 0
        for before in range(i):
            other = cells[before]
            for j in range(m):
                again[j] |= np.uint8(row[j] == other[j])
        for j in range(m):
            out[j] += np.uint8(1) - again[j]


@kernel
def score_column(cells: Array, n: int, j: int, table: Floats, worst: bool, counts: Ints) -> float:
    """The score of one action; `counts` comes and goes filled with zeros."""
    score = 0.0
    for i in range(n):
        c = cells[i, j]
        k = counts[c]
        counts[c] = k + 1
        if not worst:
            score += table[k + 1] - table[k]
        elif table[k + 1] > score:
            score = table[k + 1]
    for i in range(n):
        counts[cells[i, j]] = 0
    return score


@kernel
def least_of_few(
    codes: Codes,
    cands: Ints,
    actions: Ints,
    width: int,
    table: Floats,
    worst: bool,
    floor: Floats,
    slack: float,
    full_first: bool,
    tied: Ints,
    score: Floats,
) -> int:
    """Write the actions whose scores are the least, up to `slack`, to `tied`; how many there are.

    `full_first`: an action that separates all candidates is best, and the first of them is enough.
    """
    n = cands.size
    cells = np.empty((n, BLOCK), codes.dtype)
    marks, distinct = np.zeros(BLOCK, np.uint32), np.zeros(BLOCK, np.uint8)
    counts, hopeful = np.zeros(width, np.int32), np.ones(n + 1, np.bool_)
    least, kept = np.inf, 0
    for first in range(0, actions.size, BLOCK):
        block = actions[first : first + BLOCK]
        gather(codes, cands, block, cells)
        count_distinct(cells, n, block.size, width, marks, distinct)
        for j in range(block.size):
            parts = distinct[j]
            if not hopeful[parts]:
                continue
            if full_first and parts == n:
                tied[0] = block[j]
                return 1
            value = score_column(cells, n, j, table, worst, counts)
            if value > least + slack:
                continue
            if value < least:
                least = value
                for d in range(n + 1):
                    hopeful[d] = floor[d] <= least + slack
            tied[kept] = block[j]
            score[kept] = value
            kept += 1
    left = 0
    for j in range(kept):
        if score[j] <= least + slack:
            tied[left] = tied[j]
            left += 1
    return left


@takes(2)
def warm() -> None:
    """Compile `floors`; the other kernels are compiled into those that walk trees."""
    floors(np.zeros(2), False)
