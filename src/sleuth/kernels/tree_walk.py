"""Walking the whole game tree of a one-step strategy, level by level, all secrets at once.

A level is a permutation of the secrets cut into segments, one a node. Choosing reads the segments, splitting
sorts each by the feedback of its action, and the segments of the next level lie inside those of this one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, frozen
from sleuth.kernels.few_candidates import BITS, FEW, floors, least_of_few
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
def first_full_split(codes: Codes, cands: Ints, actions: Ints, width: int) -> int:
    """The first of some actions that separates all candidates; -1 if none does."""
    n = cands.size
    total = actions.size
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
                c = row[actions[first + j]]
                if stamp[j, c] == first + 1 and alive[j]:
                    alive[j] = False
                    left -= 1
                stamp[j, c] = first + 1
            if left == 0:
                break
        if left > 0:
            for j in range(m):
                if alive[j]:
                    return actions[first + j]  # type: ignore[no-any-return]
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
    floors: Floats
    """`few_candidates.floors` of the first criterion, where secrets are alike."""
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
def _full_split(codes: Codes, rule: TableRule, cands: Ints, names: Ints, seen: Bools) -> int:
    """An action that names a candidate and separates all of them, where the key prefers such; -1 if none does."""
    prefers_possible = rule.only_possible
    for k in rule.key:
        prefers_possible |= k == POSSIBLE
    if prefers_possible:
        for name in names:
            if is_full_split(codes, cands, name, seen):
                return name  # type: ignore[no-any-return]
    return -1


@kernel
def _least(
    codes: Codes, width: int, rule: TableRule, k: np.int32, cands: Ints, tied: Ints, score: Floats, mass: float
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


class ActionPools(NamedTuple):
    """Which actions are looked at in each node: all of them, or one of each kind that its symmetries leave."""

    numbers: Ints
    """Actions in order, pool after pool."""
    start: Ints
    size: Ints
    """How many each node has from its start on; 0 where it has all."""


@kernel
def _common(some: Ints, others: Ints) -> Ints:
    """What two lists in order have in common."""
    out = np.empty(min(some.size, others.size), np.int32)
    i = j = n = 0
    while i < some.size and j < others.size:
        if some[i] == others[j]:
            out[n] = some[i]
            n += 1
        if some[i] <= others[j]:
            i += 1
        else:
            j += 1
    return out[:n]


@kernel
def _tied(
    codes: Codes, width: int, rule: TableRule, cands: Ints, actions: Ints, mass: float, score: Floats, tied: Ints
) -> int:
    """The actions that the first criterion likes best, to the front of `tied`; how many there are.

    Where an action that separates all candidates is best, the first of them stands for all.
    """
    n = cands.size
    full_first = rule.splits_first and n <= width
    if rule.weights.size == 0 and n <= (FEW if width <= BITS else FEW // 2):
        slack = rule.tolerance * (mass if rule.relative[0] else 1.0)
        floor = rule.floors[n]
        return least_of_few(
            codes, cands, actions, width, rule.tables[0], rule.worst[0], floor, slack, full_first, tied, score
        )
    if full_first:
        tied[0] = first_full_split(codes, cands, actions, width)
        if tied[0] >= 0:
            return 1
    for j in range(actions.size):
        tied[j] = actions[j]
    first = np.int32(0)  # of the type that the numbers in a key have: so it is compiled once
    return _least(codes, width, rule, first, cands, tied[: actions.size], score, mass)


@kernel
def choose_many(
    codes: Codes, width: int, rule: TableRule, order: Ints, starts: Ints, sizes: Ints, pools: ActionPools, chosen: Ints
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
        names, actions = _names(naming, cands), everything
        if pools.size[node] > 0:
            actions = pools.numbers[pools.start[node] : pools.start[node] + pools.size[node]]
            names = _common(names, actions)
        if rule.splits_first and n <= width:
            action = _full_split(codes, rule, cands, names, seen)
            if action >= 0:
                chosen[node] = action
                continue
        if rule.only_possible and names.size > 0:
            actions = names
        mass = float(n)
        if weights.size > 0:
            mass = 0.0
            for i in range(n):
                mass += weights[cands[i]]
        for name in names:
            possible[name] = True
        left = _tied(codes, width, rule, cands, actions, mass, score, tied)
        for k in rule.key[1:]:
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
def split_level(answers: Codes, width: int, order: Ints, starts: Ints, sizes: Ints, children: Ints) -> int:
    """Sort each segment by its answers, stably; write the parts; return how many there are.

    `answers` has those of the first node's candidates to its action, then those of the next. A part is a column of
    `children`: where it starts, its size, its node, and the code of the feedback.
    """
    counts = np.zeros(width + 1, np.int32)
    buffer = np.empty(order.size, np.int32)
    made = first = 0
    for node in range(starts.size):
        start, n = starts[node], sizes[node]
        counts[:] = 0
        for i in range(n):
            counts[answers[first + i] + 1] += 1
        for c in range(width):
            if counts[c + 1] > 0:
                children[0, made] = start + counts[c]
                children[1, made] = counts[c + 1]
                children[2, made] = node
                children[3, made] = c
                made += 1
            counts[c + 1] += counts[c]
        for i in range(n):
            c = answers[first + i]
            buffer[counts[c]] = order[start + i]
            counts[c] += 1
        for i in range(n):
            order[start + i] = buffer[i]
        first += n
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
        frozen(np.empty(0)), frozen(one), one, row, row, row, np.zeros(1), flags, flags,
        floors(np.zeros(2), False), row, np.zeros((1, 4)), False, True, 1e-9,
    )  # fmt: skip
    pools = ActionPools(frozen(one), one, one)
    choose_many(frozen(codes), 1, rule, one.copy(), one, one + 1, pools, one.copy())
    split_level(frozen(codes[0]), 1, one.copy(), one, one + 1, np.zeros((4, 1), np.int32))
