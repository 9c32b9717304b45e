"""Lower bounds for the exact search: what a set of candidates takes at least, by its size and by each action.

Where an action leaves at most K parts that do not win, at best one secret is named at the first step, K at the second,
K * K at the third. `rank[j]` is what the j-th heaviest secret of a set adds at least. Candidates are kept heaviest
first, so one pass over a set bounds every action.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, Words, frozen
from sleuth.kernels.bits import ones
from sleuth.kernels.jit import kernel

INFINITE = 1e300
"""The total of a set whose goal cannot be reached."""
FOREVER = 99
"""More steps than anybody needs: no limit on the depth."""
BLOCK = 64
"""Actions that are looked at together: what is counted of them stays in the cache."""
WIDE_BLOCK = 256
"""The same where few answers leave room for more."""
TINY = 8
"""Up to so many candidates it pays to look for one action that tells them all apart, and stop there."""


class Law(NamedTuple):
    """A game as the search needs it."""

    codes: Codes
    width: int
    weights: Floats
    """One for each secret."""
    named: Ints
    naming: Ints
    winning: Ints
    costs: Floats
    """One for each action."""
    rank: Floats
    """What the j-th heaviest secret of a set adds at least, times its weight."""
    totals: Floats
    """What so many secrets of weight one add at least, together."""
    few: int
    """Up to so many secrets of weight one `totals` is `2n - 1`; 0 where that never holds."""
    flat: int
    """Up to so many, an action is judged by the number of its parts alone."""
    capacity: Floats
    """The most secrets that can be settled in so many steps."""
    salt: Words
    """Two random words for each secret, then for each depth, then for each action."""
    have: Words
    """For each action, the demands that it meets; no columns where all actions are always allowed."""
    need: Words
    """For each action and code, the demands that are made from then on."""
    name: bool
    """Whether the goal is to name the secret."""
    unit: bool
    """Whether every action costs one."""
    uniform: bool
    """Whether every secret weighs one."""
    stays: bool
    """Whether a candidate may always be named, or need not be: then one, two and few of them are easy to settle."""
    only_possible: bool
    beam: int
    """How many actions are tried at a set; 0 for all."""
    slack: float
    """Differences up to this are none."""


@kernel
def count_parts(law: Law, cands: Ints, actions: Ints, lo: int, hi: int, parts: Ints) -> None:
    """Into how many parts each of `actions[lo:hi]` cuts the candidates: `parts[0]` is that of `actions[lo]`.

    A part is a bit. Where all actions are asked for, rows are read from end to end, which vectorises.
    """
    n = cands.size
    one, low = np.uint64(1), np.uint64(63)
    every = actions.size == law.codes.shape[1]
    row = np.empty(BLOCK, law.codes.dtype)
    masks = np.empty(BLOCK, np.uint64)
    if law.width <= 32 and every:
        halves = np.empty(WIDE_BLOCK, np.uint32)
        for first in range(lo, hi, WIDE_BLOCK):
            b = min(WIDE_BLOCK, hi - first)
            halves[:] = 0
            for i in range(n):
                line = law.codes[cands[i], first : first + b]
                for j in range(b):
                    halves[j] |= np.uint32(one << (np.uint64(line[j]) & np.uint64(31)))
            for j in range(b):
                parts[first - lo + j] = ones(halves[j])
        return
    if law.width <= 64:
        for first in range(lo, hi, BLOCK):
            b = min(BLOCK, hi - first)
            masks[:] = 0
            if every:
                for i in range(n):
                    line = law.codes[cands[i], first : first + b]
                    for j in range(b):
                        masks[j] |= one << np.uint64(line[j])
            else:
                for i in range(n):
                    whole = law.codes[cands[i]]
                    for j in range(b):
                        masks[j] |= one << np.uint64(whole[actions[first + j]])
            for j in range(b):
                parts[first - lo + j] = ones(masks[j])
        return
    for first in range(lo, hi, BLOCK):
        b = min(BLOCK, hi - first)
        parts[first - lo : first - lo + b] = 0
        for word in range((law.width + 63) // 64):
            want = np.uint64(word)
            masks[:] = 0
            for i in range(n):
                if every:
                    line = law.codes[cands[i], first : first + b]
                    for j in range(b):
                        c = np.uint64(line[j])
                        masks[j] |= np.uint64((c >> np.uint64(6)) == want) << (c & low)
                else:
                    whole = law.codes[cands[i]]
                    for j in range(b):
                        row[j] = whole[actions[first + j]]
                    for j in range(b):
                        c = np.uint64(row[j])
                        masks[j] |= np.uint64((c >> np.uint64(6)) == want) << (c & low)
            for j in range(b):
                parts[first - lo + j] += ones(masks[j])


@kernel
def first_weights(law: Law, cands: Ints, actions: Ints, out: Floats) -> None:
    """The weight of the heaviest candidates of all parts, for each action; candidates come heaviest first, and there
    are at most 64 answers."""
    one, none = np.uint64(1), np.uint64(0)
    every = actions.size == law.codes.shape[1]
    masks = np.empty(BLOCK, np.uint64)
    row = np.empty(BLOCK, law.codes.dtype)
    for first in range(0, actions.size, BLOCK):
        b = min(BLOCK, actions.size - first)
        masks[:] = 0
        sums = out[first : first + b]
        sums[:] = 0.0
        for i in range(cands.size):
            weight = law.weights[cands[i]]
            if every:
                line = law.codes[cands[i], first : first + b]
                for j in range(b):
                    bit = one << np.uint64(line[j])
                    sums[j] += weight if masks[j] & bit == none else 0.0
                    masks[j] |= bit
            else:
                whole = law.codes[cands[i]]
                for j in range(b):
                    row[j] = whole[actions[first + j]]
                for j in range(b):
                    bit = one << np.uint64(row[j])
                    sums[j] += weight if masks[j] & bit == none else 0.0
                    masks[j] |= bit


@kernel
def pick_heaviest(law: Law, cands: Ints, counts: Ints) -> int:
    """The first action that names one of the heaviest candidates and tells all others apart: no tree is better; or -1.

    `counts` comes and goes filled with zeros.
    """
    best = -1
    for i in range(cands.size):
        if law.weights[cands[i]] < law.weights[cands[0]]:
            break
        a = law.naming[cands[i]]
        if a < 0 or (best >= 0 and a > best):
            continue
        parts = 0
        for k in range(cands.size):
            c = law.codes[cands[k], a]
            if counts[c] != 0:
                break
            counts[c] = 1
            parts += 1
        for k in range(parts):
            counts[law.codes[cands[k], a]] = 0
        if parts == cands.size:
            best = a
    return best


@kernel
def scan(law: Law, cands: Ints, actions: Ints, depth: int, inside: Bools, out: Floats) -> None:
    """A lower bound of the total of `cands` for each of `actions` as the first one."""
    n, m = cands.size, actions.size
    width = law.width
    mass = 0.0
    for i in range(n):
        mass += law.weights[cands[i]]
    most = law.capacity[min(depth - 1, law.capacity.size - 1)]
    if n == 1 and most < 1:  # the last step names it
        for j in range(m):
            names = law.named[actions[j]] == cands[0]
            out[j] = mass * law.costs[actions[j]] if names else INFINITE
        return
    if n <= law.flat and n <= most and not law.uniform:
        # The same for weights: in each part the heaviest takes one step more, all others two.
        first_weights(law, cands, actions, out)
        for j in range(m):
            out[j] = 3.0 * mass - out[j]
    elif n <= law.flat and n <= most:
        # A part takes 2m - 1 at least, and in small sets that is nearly all there is to say.
        parts = np.empty(m, np.int32)
        none: Any = np.int64(0)  # a constant would be a type of its own, and compiled for apart
        count_parts(law, cands, actions, none, m, parts)
        for j in range(m):
            out[j] = 3.0 * n - parts[j]
    else:
        for j in range(m):
            out[j] = mass * law.costs[actions[j]]
        step = WIDE_BLOCK if width <= 64 else BLOCK
        counts = np.zeros((step, width), np.int32)
        dense = law.uniform and 4 * n >= width
        every = m == law.codes.shape[1]
        for first in range(0, m, step):
            b = min(step, m - first)
            block = actions[first : first + b]
            if dense:
                for i in range(n):
                    if every:
                        line = law.codes[cands[i], first : first + b]
                        for j in range(b):
                            counts[j, line[j]] += 1
                    else:
                        row = law.codes[cands[i]]
                        for j in range(b):
                            counts[j, row[block[j]]] += 1
                for j in range(b):
                    bound = 0.0
                    for c in range(width):
                        k = counts[j, c]
                        bound += law.totals[k]
                        if k > most:
                            bound = INFINITE
                        counts[j, c] = 0
                    out[first + j] += bound
                continue
            for i in range(n):
                row = law.codes[cands[i]]
                w = law.weights[cands[i]]
                for j in range(b):
                    c = row[block[j]]
                    k = counts[j, c]
                    counts[j, c] = k + 1
                    out[first + j] += w * law.rank[k]
            for i in range(n):
                row = law.codes[cands[i]]
                for j in range(b):
                    c = row[block[j]]
                    if counts[j, c] > most:
                        out[first + j] = INFINITE
                    counts[j, c] = 0
    if law.name:
        # What wins is settled.
        if m == law.codes.shape[1]:
            for i in range(n):
                if law.naming[cands[i]] >= 0:
                    out[law.naming[cands[i]]] -= law.weights[cands[i]] * law.rank[0]
        else:
            for j in range(m):
                s = law.named[actions[j]]
                if s >= 0 and inside[s]:
                    out[j] -= law.weights[s] * law.rank[0]


@kernel
def by_size(law: Law, cands: Ints, depth: int) -> float:
    """The lower bound that the number and the weights of the candidates give."""
    if cands.size > law.capacity[min(depth, law.capacity.size - 1)]:
        return INFINITE
    if law.uniform:
        return float(law.totals[cands.size])
    bound = 0.0
    for i in range(cands.size):
        bound += law.weights[cands[i]] * law.rank[i]
    return bound


@kernel
def settled(law: Law, secret: int, depth: int) -> float:
    """The total of one candidate."""
    if not law.name:
        return 0.0
    a = law.naming[secret]
    return INFINITE if depth < 1 or a < 0 else float(law.weights[secret] * law.costs[a])


@kernel
def pair(law: Law, one: int, other: int, depth: int) -> bool:
    """Whether two candidates are best named one after the other."""
    return bool(law.stays and law.name and law.unit and depth >= 2 and law.naming[one] >= 0 and law.naming[other] >= 0)


@kernel
def pick_small(law: Law, cands: Ints, actions: Ints, counts: Ints) -> tuple[float, int]:
    """The total of few candidates of weight one and an action that reaches it, where that is easy to see; else -1.

    No tree is below `2n - 1` (one named at the first step, the others at the second), only a candidate that tells
    all others apart reaches it, and the next total is `2n`: a candidate that leaves two together, or any action that
    tells all apart.
    """
    n = cands.size
    perfect, near = -1, -1
    for i in range(n):
        a = law.naming[cands[i]]
        if a < 0:
            continue
        parts = 0
        for j in range(n):
            c = law.codes[cands[j], a]
            if counts[c] == 0:
                parts += 1
            counts[c] = 1
        for j in range(n):
            counts[law.codes[cands[j], a]] = 0
        if parts == n and (perfect < 0 or a < perfect):
            perfect = a
        if parts == n - 1 and (near < 0 or a < near):
            near = a
    if perfect >= 0:
        return 2.0 * n - 1.0, perfect
    if near >= 0 or law.only_possible or n > TINY:
        return 2.0 * n, near
    return 2.0 * n, first_split(law, cands, actions)


@kernel
def first_split(law: Law, cands: Ints, actions: Ints) -> int:
    """The first of `actions` that tells all candidates apart, or -1."""
    parts = np.empty(BLOCK, np.int32)
    for lo in range(0, actions.size, BLOCK):
        hi = min(lo + BLOCK, actions.size)
        count_parts(law, cands, actions, lo, hi, parts)
        for j in range(hi - lo):
            if parts[j] == cands.size:
                return int(actions[lo + j])
    return -1


@kernel
def narrow(law: Law, actions: Ints, action: int, code: int, kept: Ints) -> int:
    """The actions that are still allowed after an answer, into `kept`; how many there are."""
    some = 0
    for k in range(actions.size):
        a = actions[k]
        ok = True
        for word in range(law.have.shape[1]):
            want = law.need[action, code, word]
            if law.have[a, word] & want != want:
                ok = False
                break
        if ok:
            kept[some] = a
            some += 1
    return some


@kernel
def stay_allowed(law: Law) -> bool:
    """Whether no answer ever forbids the naming of a candidate that gives it."""
    secrets, actions = law.codes.shape
    for s in range(secrets):
        name = law.naming[s]
        if name < 0:
            continue
        row = law.codes[s]
        missing = np.uint64(0)
        for word in range(law.have.shape[1]):
            lacks = ~law.have[name, word]
            for a in range(actions):
                missing |= law.need[a, row[a], word] & lacks
        if missing != np.uint64(0):
            return False
    return True


@kernel
def may_win(named: Ints, inside: Bools, action: int) -> bool:
    """Whether an action names one of the candidates."""
    return bool(named[action] >= 0 and inside[named[action]])


def small_law(codes: Codes) -> Law:
    """A law of one secret and one action, for whoever compiles."""
    one, numbers = frozen(np.zeros(1, np.int32)), frozen(np.ones(2))
    return Law(
        codes=frozen(codes),
        width=1,
        weights=frozen(numbers[:1]),
        named=one,
        naming=one,
        winning=one,
        costs=frozen(numbers[:1]),
        rank=numbers,
        totals=numbers,
        few=0,
        flat=0,
        capacity=numbers,
        salt=frozen(np.zeros((FOREVER + 3, 2), np.uint64)),
        have=frozen(np.zeros((1, 0), np.uint64)),
        need=frozen(np.zeros((1, 1, 0), np.uint64)),
        name=True,
        unit=True,
        uniform=True,
        stays=True,
        only_possible=False,
        beam=0,
        slack=0.0,
    )
