"""Walking the whole game tree of a one-step strategy, level by level, all secrets at once.

A level is a permutation of the secrets cut into segments, one a node. Choosing reads the segments, splitting
sorts each by the feedback of its action, and the segments of the next level lie inside those of this one.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel
from sleuth.kernels.partitions import BLOCK, score_uniform, score_weighted

POSSIBLE = -1
"""In a key: prefer actions that may be the secret. Other entries are criteria, by number."""


@kernel
def is_full_split(codes: Codes, cands: Ints, action: int, seen: Bools) -> bool:
    """Whether every candidate gives another feedback to `action`."""
    n = cands.size
    full = True
    reached = 0
    for i in range(n):
        c = codes[cands[i], action]
        reached = i
        if seen[c]:
            full = False
            break
        seen[c] = True
    for i in range(reached + 1):
        seen[codes[cands[i], action]] = False
    return full


@kernel
def first_full_split(codes: Codes, cands: Ints, width: int) -> int:
    """The first action, in order, that separates all candidates; -1 if none does."""
    n = cands.size
    total = codes.shape[1]
    if n > width:
        return -1
    stamp = np.zeros((BLOCK, width), np.int32)
    alive = np.empty(BLOCK, np.bool_)
    for first in range(0, total, BLOCK):
        m = min(BLOCK, total - first)
        left = m
        for j in range(m):
            alive[j] = True
        for i in range(n):
            row = codes[cands[i]]
            for j in range(m):
                c = row[first + j]
                if stamp[j, c] == first + 1 and alive[j]:
                    alive[j] = False
                    left -= 1
                stamp[j, c] = first + 1
            if left == 0:
                break
        if left > 0:
            for j in range(m):
                if alive[j]:
                    return first + j
    return -1


@kernel
def choose_many(
    codes: Codes,
    order: Ints,
    starts: Ints,
    sizes: Ints,
    lo: int,
    hi: int,
    width: int,
    weights: Floats,
    naming: Ints,
    tables: Floats,
    per_mass: Floats,
    per_part: Floats,
    bits: Floats,
    worst: Bools,
    relative: Bools,
    powers: Floats,
    laws: Floats,
    key: Ints,
    only_possible: bool,
    splits_first: bool,
    tolerance: float,
    chosen: Ints,
) -> None:
    """The action of each node `lo..hi` by an ordered key: criteria within `tolerance`, possible first, then order.

    With two candidates or one left, the likelier is named at once: nothing can be better. Where the action would
    neither name a candidate nor tell one from another, -1 is written: it may be tied with a better one by rounding.
    `naming[secret]` is the action that names it, or -1. `splits_first` says that an action which separates all
    candidates is best under every criterion of the key and nothing else is as good, so the search may stop there.
    `powers` and `laws` hold, for each criterion, what `parts.prepare` makes of it.
    """
    total = codes.shape[1]
    everything = np.arange(total).astype(np.int32)
    score = np.empty(total, np.float64)
    tied = np.empty(total, np.int32)
    seen = np.zeros(width, np.bool_)
    possible = np.zeros(total, np.bool_)
    prefer = False
    for k in key:
        if k == POSSIBLE:
            prefer = True
    for node in range(lo, hi):
        cands = order[starts[node] : starts[node] + sizes[node]]
        n = cands.size
        likelier = cands[0]
        if n == 2 and weights.size > 0 and weights[cands[1]] > weights[cands[0]]:
            likelier = cands[1]
        if n <= 2 and naming[likelier] >= 0:
            chosen[node] = naming[likelier]
            continue
        names = np.empty(n, np.int32)
        named = 0
        for i in range(n):
            if naming[cands[i]] >= 0:
                names[named] = naming[cands[i]]
                named += 1
        names = np.sort(names[:named])
        if splits_first and n <= width:
            found = -1
            if prefer or only_possible:
                for i in range(named):
                    if is_full_split(codes, cands, names[i], seen):
                        found = names[i]
                        break
            if found < 0 and not only_possible:
                found = first_full_split(codes, cands, width)
            if found >= 0:
                chosen[node] = found
                continue
        actions = names if only_possible and named > 0 else everything
        m = actions.size
        mass = float(n)
        if weights.size > 0:
            mass = 0.0
            for i in range(n):
                mass += weights[cands[i]]
        for i in range(named):
            possible[names[i]] = True
        left = m
        for j in range(m):
            tied[j] = actions[j]
        for k in key:
            if left == 1:
                break
            if k == POSSIBLE:
                kept = 0
                for j in range(left):
                    if possible[tied[j]]:
                        tied[kept] = tied[j]
                        kept += 1
                if kept > 0:
                    left = kept
            else:
                if weights.size > 0:
                    score_weighted(
                        codes, cands, tied, 0, left, width, weights, per_mass[k], per_part[k], bits[k], worst[k],
                        powers[k], laws[k], score,
                    )  # fmt: skip
                else:
                    score_uniform(codes, cands, tied, 0, left, width, tables[k], worst[k], score)
                least = np.inf
                for j in range(left):
                    least = min(least, score[j])
                bound = least + tolerance * (mass if relative[k] else 1.0)
                kept = 0
                for j in range(left):
                    if score[j] <= bound:
                        tied[kept] = tied[j]
                        kept += 1
                left = kept
        action = tied[0]
        tells = possible[action]
        for i in range(1, n):
            if tells:
                break
            tells = codes[cands[i], action] != codes[cands[0], action]
        for i in range(named):
            possible[names[i]] = False
        chosen[node] = action if tells else -1


@kernel
def split_level(
    codes: Codes,
    order: Ints,
    starts: Ints,
    sizes: Ints,
    chosen: Ints,
    width: int,
    child_start: Ints,
    child_size: Ints,
    child_parent: Ints,
    child_code: Ints,
) -> int:
    """Sort each segment by the feedback of its node's action, stably; write the parts; return how many there are."""
    counts = np.zeros(width + 1, np.int32)
    buffer = np.empty(order.size, np.int32)
    made = 0
    for node in range(starts.size):
        start, n, action = starts[node], sizes[node], chosen[node]
        counts[:] = 0
        for i in range(start, start + n):
            counts[codes[order[i], action] + 1] += 1
        for c in range(width):
            if counts[c + 1] > 0:
                child_start[made] = start + counts[c]
                child_size[made] = counts[c + 1]
                child_parent[made] = node
                child_code[made] = c
                made += 1
            counts[c + 1] += counts[c]
        for i in range(start, start + n):
            c = codes[order[i], action]
            buffer[counts[c]] = order[i]
            counts[c] += 1
        for i in range(n):
            order[start + i] = buffer[i]
    return made


def warm() -> None:
    """Compile every kernel of this file for every type of table."""
    one = np.zeros(1, np.int32)
    row = np.zeros((1, 2))
    flags = np.zeros(1, np.bool_)
    for dtype in (np.uint8, np.uint16):
        codes = frozen(np.zeros((1, 1), dtype))
        choose_many(
            codes, one.copy(), one, one + 1, 0, 1, 1, frozen(np.empty(0)), frozen(one), row, row, row, np.zeros(1),
            flags, flags, row, np.zeros((1, 4)), one, False, True, 1e-9, one.copy(),
        )  # fmt: skip
        split_level(codes, one.copy(), one, one + 1, one, 1, one.copy(), one.copy(), one.copy(), one.copy())
