"""Walking the whole game tree of a one-step strategy, level by level, all secrets at once.

A level is a permutation of the secrets cut into segments, one a node. Choosing reads the segments, splitting
sorts each by the feedback of its action, and the segments of the next level lie inside those of this one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.partitions import BLOCK, Weighing, score_uniform, score_weighted

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


class TableRule(NamedTuple):
    """A one-step strategy on a table: an ordered key, and for each criterion in it a row of each array."""

    weights: Floats
    """The weight of each secret; empty where all are alike."""
    naming: Ints
    """The action that names each secret, or -1."""
    key: Ints
    """What is compared in turn: `POSSIBLE`, or the number of a criterion."""
    tables: Floats
    """`PartTerms.folded`, for secrets that are alike."""
    per_mass: Floats
    per_part: Floats
    bits: Floats
    worst: Bools
    relative: Bools
    powers: Floats
    """With `laws`, what `partitions.prepare` makes of each criterion."""
    laws: Floats
    only_possible: bool
    splits_first: bool
    """Whether an action that separates all candidates is best by the key and nothing else is as good."""
    tolerance: float


@kernel
def _names(naming: Ints, cands: Ints) -> Ints:
    """The actions that name candidates, in order. A sort by Shell: Numba takes seconds to compile NumPy's."""
    names = np.empty(cands.size, np.int32)
    n = 0
    for secret in cands:
        if naming[secret] >= 0:
            names[n] = naming[secret]
            n += 1
    gap = 1
    while gap < n // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, n):
            name = names[i]
            j = i
            while j >= gap and names[j - gap] > name:
                names[j] = names[j - gap]
                j -= gap
            names[j] = name
        gap //= 3
    return names[:n]


@kernel
def _full_split(codes: Codes, width: int, rule: TableRule, cands: Ints, names: Ints, seen: Bools) -> int:
    """An action that separates all candidates, one that may be right where the key prefers that; -1 if none does."""
    prefers_possible = rule.only_possible
    for k in rule.key:
        prefers_possible |= k == POSSIBLE
    if prefers_possible:
        for name in names:
            if is_full_split(codes, cands, name, seen):
                return name  # type: ignore[no-any-return]
    return -1 if rule.only_possible else first_full_split(codes, cands, width)


@kernel
def _least(
    codes: Codes, width: int, rule: TableRule, k: int, cands: Ints, tied: Ints, score: Floats, mass: float
) -> int:
    """Keep the actions of `tied` that criterion `k` likes best, at its front; how many there are."""
    left = tied.size
    if rule.weights.size > 0:
        weighing = Weighing(
            rule.weights, rule.per_mass[k], rule.per_part[k], rule.bits[k], rule.worst[k], rule.powers[k], rule.laws[k]
        )
        score_weighted(codes, cands, tied, width, weighing, score[:left])
    else:
        score_uniform(codes, cands, tied, width, rule.tables[k], rule.worst[k], score[:left])
    least = np.inf
    for j in range(left):
        least = min(least, score[j])
    bound = least + rule.tolerance * (mass if rule.relative[k] else 1.0)
    kept = 0
    for j in range(left):
        if score[j] <= bound:
            tied[kept] = tied[j]
            kept += 1
    return kept


@kernel
def choose_many(
    codes: Codes, width: int, rule: TableRule, order: Ints, starts: Ints, sizes: Ints, chosen: Ints
) -> None:
    """The action of each node by an ordered key: criteria within a tolerance, possible first, then order.

    With two candidates or one left, the likelier is named at once: nothing can be better. Where the action would
    neither name a candidate nor tell one from another, -1 is written: it may be tied with a better one by rounding.
    """
    weights, naming = rule.weights, rule.naming
    everything = np.empty(codes.shape[1], np.int32)
    for action in range(everything.size):
        everything[action] = action
    score, tied = np.empty(codes.shape[1], np.float64), np.empty(codes.shape[1], np.int32)
    seen, possible = np.zeros(width, np.bool_), np.zeros(codes.shape[1], np.bool_)
    for node in range(starts.size):
        cands = order[starts[node] : starts[node] + sizes[node]]
        n = cands.size
        likelier = cands[0]
        if n == 2 and weights.size > 0 and weights[cands[1]] > weights[cands[0]]:
            likelier = cands[1]
        if n <= 2 and naming[likelier] >= 0:
            chosen[node] = naming[likelier]
            continue
        names = _names(naming, cands)
        if rule.splits_first and n <= width:
            action = _full_split(codes, width, rule, cands, names, seen)
            if action >= 0:
                chosen[node] = action
                continue
        actions = names if rule.only_possible and names.size > 0 else everything
        mass = float(n)
        if weights.size > 0:
            mass = 0.0
            for i in range(n):
                mass += weights[cands[i]]
        for name in names:
            possible[name] = True
        left = actions.size
        for j in range(left):
            tied[j] = actions[j]
        for k in rule.key:
            if left == 1:
                break
            if k != POSSIBLE:
                left = _least(codes, width, rule, k, cands, tied[:left], score, mass)
                continue
            kept = 0
            for j in range(left):
                if possible[tied[j]]:
                    tied[kept] = tied[j]
                    kept += 1
            left = kept if kept > 0 else left
        action = tied[0]
        tells = possible[action]
        for i in range(1, n):
            if tells:
                break
            tells = codes[cands[i], action] != codes[cands[0], action]
        for name in names:
            possible[name] = False
        chosen[node] = action if tells else -1


@kernel
def split_level(codes: Codes, width: int, order: Ints, starts: Ints, sizes: Ints, chosen: Ints, children: Ints) -> int:
    """Sort each segment by the feedback of its node's action, stably; write the parts; return how many there are.

    A part is a column of `children`: where it starts, its size, its node, and the code of the feedback.
    """
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
                children[0, made] = start + counts[c]
                children[1, made] = counts[c + 1]
                children[2, made] = node
                children[3, made] = c
                made += 1
            counts[c + 1] += counts[c]
        for i in range(start, start + n):
            c = codes[order[i], action]
            buffer[counts[c]] = order[i]
            counts[c] += 1
        for i in range(n):
            order[start + i] = buffer[i]
    return made


@takes(5)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(5)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    one, row, flags = np.zeros(1, np.int32), np.zeros((1, 2)), np.zeros(1, np.bool_)
    rule = TableRule(
        frozen(np.empty(0)), frozen(one), one, row, row, row, np.zeros(1), flags, flags, row, np.zeros((1, 4)), False,
        True, 1e-9,
    )  # fmt: skip
    choose_many(frozen(codes), 1, rule, one.copy(), one, one + 1, one.copy())
    split_level(frozen(codes), 1, one.copy(), one, one + 1, one, np.zeros((4, 1), np.int32))
