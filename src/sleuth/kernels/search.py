"""Exact search: the least total of a set of candidates, by depth-first branch and bound over a memo.

The total of a set is the sum, over its secrets, of weight times steps (or cost). A call must beat a bound: below it the
answer is exact, from it on it is a lower bound and no more. Totals are floats; where weights and costs are whole
numbers they stay whole, and exact below 2**53.

A lower bound by size: where an action leaves at most K parts that do not win, at best one secret is named at the first
step, K at the second, K * K at the third. `rank[j]` is what the j-th heaviest secret of a set adds at least. Candidates
are kept heaviest first, so one pass over a set bounds every action.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, frozen
from sleuth.kernels.jit import kernel

INFINITE = 1e300
"""The total of a set whose goal cannot be reached."""
FOREVER = 99
"""More steps than anybody needs: no limit on the depth."""
BLOCK = 64
TINY = 8
"""Up to so many candidates it pays to look for one action that tells them all apart, and stop there."""
NARROW = 32
"""Up to so many candidates it pays to notice that two actions ask the same."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)
WAYS = 4
"""Places of the memo where an entry may lie."""

STOP, NODES, LOOKUPS, KEPT, DROPPED = range(5)
"""Places in `Memo.tally`: told to stop; sets looked at; table look-ups; entries made; entries that gave way."""

Words = npt.NDArray[np.uint64]


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
    only_possible: bool
    beam: int
    """How many actions are tried at a set; 0 for all."""
    slack: float
    """Differences up to this are none."""


class Memo(NamedTuple):
    """What is known of sets met before. A full memo forgets; nothing depends on it but time."""

    keys: Words
    lower: Floats
    action: Ints
    """One more than the best action where `lower` is exact, else 0."""
    size: Ints
    tally: npt.NDArray[np.int64]


@kernel
def ones(word: Any) -> Any:
    """How many bits are set in a word of 64."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


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
def scan(law: Law, cands: Ints, actions: Ints, depth: int, inside: Bools, out: Floats) -> None:
    """A lower bound of the total of `cands` for each of `actions` as the first one."""
    n, m = cands.size, actions.size
    width = law.width
    mass = 0.0
    for i in range(n):
        mass += law.weights[cands[i]]
    most = law.capacity[min(depth - 1, law.capacity.size - 1)]
    if n <= law.flat and n <= most:
        # A part takes 2m - 1 at least, and in small sets that is nearly all there is to say.
        parts = np.empty(m, np.int32)
        count_parts(law, cands, actions, 0, m, parts)
        for j in range(m):
            out[j] = 3.0 * n - parts[j]
    else:
        for j in range(m):
            out[j] = mass * law.costs[actions[j]]
        counts = np.zeros((BLOCK, width), np.int32)
        dense = law.uniform and 4 * n >= width
        for first in range(0, m, BLOCK):
            b = min(BLOCK, m - first)
            block = actions[first : first + b]
            if dense:
                for i in range(n):
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
def look_up(memo: Memo, h0: np.uint64, h1: np.uint64) -> int:
    """The place of an entry, or -1."""
    start: Any = np.int64(h0 & np.uint64(memo.lower.size - WAYS))
    for place in range(start, start + WAYS):
        if memo.keys[place, 0] == h0 and memo.keys[place, 1] == h1:
            return place
    return -1


@kernel
def remember(memo: Memo, h0: np.uint64, h1: np.uint64, n: int, lower: float, action: int) -> None:
    """Keep a total and its action, or a bound with action -1; the smallest set of its corner gives way."""
    start: Any = np.int64(h0 & np.uint64(memo.lower.size - WAYS))
    spot = start
    for place in range(start, start + WAYS):
        if memo.keys[place, 0] == h0 and memo.keys[place, 1] == h1:
            if memo.action[place] == 0 and (action >= 0 or lower > memo.lower[place]):
                memo.lower[place] = lower
                memo.action[place] = action + 1
            return
        if memo.size[place] < memo.size[spot]:
            spot = place
    memo.tally[DROPPED if memo.size[spot] > 0 else KEPT] += 1
    memo.keys[spot, 0] = h0
    memo.keys[spot, 1] = h1
    memo.lower[spot] = lower
    memo.action[spot] = action + 1
    memo.size[spot] = n


@kernel
def transfer(old: Memo, new: Memo) -> None:
    """Bring all entries of one memo into another."""
    for place in range(old.size.size):
        if old.size[place] > 0:
            remember(
                new, old.keys[place, 0], old.keys[place, 1], old.size[place], old.lower[place], old.action[place] - 1
            )


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
    free = law.have.shape[1] == 0
    return bool(free and law.name and law.unit and depth >= 2 and law.naming[one] >= 0 and law.naming[other] >= 0)


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
def _settle(
    law: Law,
    memo: Memo,
    cands: Ints,
    top: Ints,
    actions: Ints,
    depth: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
    probe: bool,
) -> float:
    """`search`, which calls itself with arrays of one kind only: Numba cannot cache a recursion over several."""
    n = cands.size
    if memo.tally[STOP] != 0:
        return bound
    free = law.have.shape[1] == 0
    if n == 1:
        return settled(law, cands[0], depth) if free or not law.name or law.naming[cands[0]] in top else INFINITE
    floor = by_size(law, cands, depth)
    if floor >= bound - law.slack:
        return floor
    quick = free and law.name and law.unit
    if n == 2 and pair(law, cands[0], cands[1], depth):
        return float(law.weights[cands[0]] + 2.0 * law.weights[cands[1]])
    base = law.weights.size
    k0, k1 = h0 ^ law.salt[base + depth, 0], h1 ^ law.salt[base + depth, 1]
    place = look_up(memo, k0, k1)
    if place >= 0 and (probe or memo.action[place] > 0 or memo.lower[place] >= bound - law.slack):
        return float(memo.lower[place])
    if depth != FOREVER:  # what holds without a limit holds with one
        place = look_up(memo, h0 ^ law.salt[base + FOREVER, 0], h1 ^ law.salt[base + FOREVER, 1])
        if place >= 0 and memo.lower[place] >= bound - law.slack:
            return float(memo.lower[place])
    memo.tally[NODES] += 1
    counts = np.zeros(law.width, np.int32)
    if quick and law.uniform and depth >= 3 and n <= law.few:
        value, a = pick_small(law, cands, top, counts)
        if a >= 0:
            remember(memo, k0, k1, n, value, a)
            return value
    inside = np.zeros(base, np.bool_)
    for i in range(n):
        inside[cands[i]] = True
    if law.only_possible:
        top = guesses(law, cands, top, inside)
    m = top.size
    lower = np.empty(m, np.float64)
    scan(law, cands, top, depth, inside, lower)
    memo.tally[LOOKUPS] += n * m
    first, least = -1, INFINITE
    for j in range(m):
        if lower[j] < least:
            first, least = j, lower[j]
        elif lower[j] == least and first >= 0 and may_win(law, inside, top[j]) > may_win(law, inside, top[first]):
            first = j
    least = max(least, floor)
    if probe or first < 0 or least >= bound - law.slack:
        remember(memo, k0, k1, n, least, -1)
        return least
    mass = 0.0
    for i in range(n):
        mass += law.weights[cands[i]]
    deepest = depth != FOREVER
    below = depth - 1 if deepest else depth
    most = min(n, law.width)
    label = np.empty(law.width, np.int32)
    code = np.empty(most, np.int32)
    start = np.empty(most, np.int32)
    size = np.empty(most, np.int32)
    known = np.empty(most, np.float64)
    exact = np.empty(most, np.bool_)
    hashes = np.empty((most, 2), np.uint64)
    order = np.empty(n, np.int32)
    queue = np.empty(0, np.int32)
    seen = np.empty(0, np.uint64)
    best, chosen = bound, -1
    tried = 0
    while law.beam == 0 or tried < law.beam:
        # The most promising first; then, in order, all that still promise something.
        if tried == 0:
            j = first
        else:
            if tried == 1:
                seen = np.zeros(1024 if n <= NARROW else 1, np.uint64)
                queue = promising(law, top, inside, lower, best - law.slack, first)
            if tried > queue.size:
                break
            j = queue[tried - 1]
        tried += 1
        if lower[j] >= best - law.slack:
            break
        a = top[j]
        # Cut the candidates into parts.
        parts = 0
        for i in range(n):
            c = law.codes[cands[i], a]
            if counts[c] == 0:
                label[c] = parts
                code[parts] = c
                parts += 1
            counts[c] += 1
        at = 0
        for p in range(parts):
            start[p] = at
            size[p] = counts[code[p]]
            at += size[p]
            counts[code[p]] = 0
            hashes[p, 0] = 0
            hashes[p, 1] = 0
        for i in range(n):
            p = label[law.codes[cands[i], a]]
            order[start[p]] = cands[i]
            start[p] += 1
            hashes[p, 0] ^= law.salt[cands[i], 0]
            hashes[p, 1] ^= law.salt[cands[i], 1]
        # Actions that cut a small set into the same parts, and both may win or neither, are one.
        possible = may_win(law, inside, a)
        if tried > 1 and n <= NARROW and free and law.unit and (law.uniform or not possible):
            mark = SPREAD * np.uint64(1 + possible)
            for p in range(parts):
                mark += (hashes[p, 0] ^ SPREAD) * (hashes[p, 1] | np.uint64(1))
            spot = np.int64(mark >> np.uint64(54))
            if seen[spot] == mark:
                continue
            seen[spot] = mark
        total = mass * law.costs[a]
        for p in range(parts):
            start[p] -= size[p]
            exact[p] = True
            s = order[start[p]]
            if law.name and code[p] == law.winning[a]:
                known[p] = 0.0
            elif size[p] == n:
                known[p] = INFINITE  # it tells nothing
            elif size[p] == 1 and (free or not law.name):
                known[p] = settled(law, s, below)
            elif size[p] == 2 and pair(law, s, order[start[p] + 1], below):
                known[p] = law.weights[s] + 2.0 * law.weights[order[start[p] + 1]]
            else:
                exact[p] = False
                known[p] = by_size(law, order[start[p] : start[p] + size[p]], below)
                if free:
                    d = base + below
                    place = look_up(memo, hashes[p, 0] ^ law.salt[d, 0], hashes[p, 1] ^ law.salt[d, 1])
                    if place >= 0:
                        known[p] = max(known[p], memo.lower[place])
                        exact[p] = memo.action[place] > 0
                    elif deepest:
                        d = base + FOREVER
                        place = look_up(memo, hashes[p, 0] ^ law.salt[d, 0], hashes[p, 1] ^ law.salt[d, 1])
                        if place >= 0:
                            known[p] = max(known[p], memo.lower[place])
            total += known[p]
        # Settle the small parts, take one look at each of the large ones, then settle these, the smallest first:
        # the true total of a part replaces its bound, and the rest must make do with what is left. Where the depth is
        # limited, large parts fail first.
        for phase in range(1 if deepest else 0, 3):
            while total < best - law.slack:
                pick = -1
                for p in range(parts):
                    fits = size[p] <= law.few if phase == 0 else phase == 2 or label[code[p]] >= 0
                    if not exact[p] and fits and (pick < 0 or (size[p] < size[pick]) != deepest):
                        pick = p
                if pick < 0:
                    break
                if phase == 1:
                    label[code[pick]] = -1  # looked at
                part = order[start[pick] : start[pick] + size[pick]].copy()
                g0, g1 = hashes[pick, 0], hashes[pick, 1]
                allowed = actions
                if not free:
                    kept = np.empty(actions.size, np.int32)
                    some = narrow(law, actions, a, code[pick], kept)
                    allowed = kept[:some]
                    for k in range(some):
                        g0 ^= law.salt[base + FOREVER + 1 + allowed[k], 0]
                        g1 ^= law.salt[base + FOREVER + 1 + allowed[k], 1]
                room = best - (total - known[pick])
                value = _settle(law, memo, part, allowed, allowed, below, room, g0, g1, phase == 1)
                if memo.tally[STOP] != 0:
                    return bound
                value = max(value, known[pick])
                total += value - known[pick]
                known[pick] = value
                exact[pick] = phase != 1
            if total >= best - law.slack:
                break
        if total < best - law.slack:
            best, chosen = total, a
    remember(memo, k0, k1, n, best, chosen)
    return best


@kernel
def search(
    law: Law,
    memo: Memo,
    cands: Ints,
    top: Ints,
    actions: Ints,
    depth: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
    probe: bool,
) -> float:
    """The least total of `cands` within `depth` steps if it is below `bound`; else a lower bound that is not.

    `top` are the actions to try here, `actions` those further down. `h0` and `h1` are the salts of the candidates (and
    of the actions, where they are restricted) combined. With `probe` only one look is taken, and the answer is a lower
    bound, exact where the memo says so.
    """
    return _settle(law, memo, cands.copy(), top.copy(), actions.copy(), depth, bound, h0, h1, probe)


@kernel
def may_win(law: Law, inside: Bools, action: int) -> bool:
    """Whether an action names one of the candidates."""
    return bool(law.named[action] >= 0 and inside[law.named[action]])


@kernel
def guesses(law: Law, cands: Ints, actions: Ints, inside: Bools) -> Ints:
    """Those of `actions` that name a candidate."""
    out = np.empty(cands.size, np.int32)
    some = 0
    for a in actions:
        if may_win(law, inside, a):
            out[some] = a
            some += 1
    return out[:some]


@kernel
def promising(law: Law, actions: Ints, inside: Bools, lower: Floats, bound: float, without: int) -> Ints:
    """Places of the actions whose lower bound is below `bound`: by that, possible first, then in order."""
    out = np.empty(actions.size, np.int32)
    some = 0
    for turn in range(2):
        for j in range(actions.size):
            if lower[j] < bound and j != without and may_win(law, inside, actions[j]) == (turn == 0):
                out[some] = j
                some += 1
    out = out[:some]
    return out[np.argsort(lower[out], kind="mergesort")]


def search_twin(law: Law, cands: Ints, actions: Ints, depth: int = FOREVER) -> float:
    """`search` without bounds, memo or order, slow and readable: the least total over all trees."""
    n, below = cands.size, depth if depth == FOREVER else depth - 1
    if n == 1 and not law.name:
        return 0.0
    best = INFINITE
    mass = float(law.weights[cands].sum())
    for a in actions.tolist() if depth > 0 else []:
        column = law.codes[cands, a]
        if law.only_possible and not (law.named[a] >= 0 and law.named[a] in cands):
            continue
        total = mass * float(law.costs[a])
        for code in np.unique(column):
            if law.name and code == law.winning[a]:
                continue
            part = cands[column == code]
            if part.size == n:
                total = INFINITE  # it tells nothing
                break
            need = law.need[a, code] if law.have.shape[1] else law.have[a]
            left = actions[((law.have[actions] & need) == need).all(axis=1)]
            total += search_twin(law, part, left, below)
        best = min(best, total)
    return best


def warm() -> None:
    """Compile every kernel of this file for every type of table."""
    one, flags = np.zeros(1, np.int32), np.zeros(1, np.bool_)
    numbers, words = np.ones(2), np.zeros((FOREVER + 3, 2), np.uint64)
    for dtype in (np.uint8, np.uint16):
        law = Law(
            codes=frozen(np.zeros((1, 1), dtype)),
            width=1,
            weights=frozen(numbers[:1]),
            named=frozen(one),
            naming=frozen(one),
            winning=frozen(one),
            costs=frozen(numbers[:1]),
            rank=frozen(numbers),
            totals=frozen(numbers),
            few=0,
            flat=0,
            capacity=frozen(numbers),
            salt=frozen(words),
            have=frozen(np.zeros((1, 0), np.uint64)),
            need=frozen(np.zeros((1, 1, 0), np.uint64)),
            name=True,
            unit=True,
            uniform=True,
            only_possible=False,
            beam=0,
            slack=0.0,
        )
        memo = Memo(np.zeros((4, 2), np.uint64), np.zeros(4), np.zeros(4, np.int32), np.zeros(4, np.int32),
                    np.zeros(8, np.int64))  # fmt: skip
        key = np.uint64(0)
        cands = frozen(one)
        search(law, memo, cands, cands, cands, FOREVER, INFINITE, key, key, False)
        scan(law, cands, cands, FOREVER, flags, np.zeros(1))
        count_parts(law, cands, cands, 0, 1, one.copy())
        by_size(law, cands, FOREVER)
        settled(law, one[0], FOREVER)
        pair(law, one[0], one[0], FOREVER)
        narrow(law, cands, 0, 0, one.copy())
        look_up(memo, key, key)
        transfer(memo, memo)
