"""The fewest secrets that come too late: a search like that for the least total, where only one step has a price.

`early` steps are left in which a secret is still in time, `left` in which it must be settled at all. Whoever has not
been settled when the first step too late is made pays its weight then, and nothing before or after. So the price of a
set is that of its parts with one step less of both, and where no early step is left, its weight, if it can be settled.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.arrays import Codes, Ints
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.late_bounds import PAID, late_by_size, late_of_few, late_scan, most_parts, plain, room_for
from sleuth.kernels.search import BELOW, DEEP, NARROW, SPREAD, guesses
from sleuth.kernels.search_bounds import (
    FOREVER,
    INFINITE,
    Law,
    may_win,
    narrow,
    small_law,
)
from sleuth.kernels.search_memo import (
    BOUND,
    MISSING,
    NODES,
    STOP,
    Memo,
    look_up,
    make_room,
    new_memo,
    remember,
)
from sleuth.kernels.search_symmetry import NONE, UNLIKE, Alike, every, first_of_orbits, keeping, leaving

PROBED = 4
"""So many times the most that one step less can settle, a part is worth one look before it is searched."""


@kernel
def _late(
    law: Law,
    memo: Memo,
    alike: Alike,
    rows: Ints,
    cands: Ints,
    top: Ints,
    actions: Ints,
    early: int,
    left: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
    probe: bool,
    stage: int,
) -> float:
    """What `late_search` does, with arrays that may be written: it calls itself, always with the same types.

    `rows` are the symmetries of `alike` that leave every action asked so far and the set alone.
    """
    n = cands.size
    if memo.tally[STOP] != 0:
        return bound
    free = law.have.shape[1] == 0
    if n == 1:
        if not law.name:
            return 0.0
        if left < 1 or law.naming[cands[0]] < 0 or (not free and law.naming[cands[0]] not in actions):
            return INFINITE
        return float(law.weights[cands[0]]) if early == 0 else 0.0
    floor = late_by_size(law, cands, early, left)
    if floor >= bound:
        return floor
    base = law.weights.size
    k0, k1 = h0 ^ law.salt[base + left, 0], h1 ^ law.salt[base + left, 1]
    value, action = look_up(memo, k0, k1)
    if action >= 0 or (action == BOUND and (probe or value >= bound)):
        return float(value)
    nothing: Any = np.int64(BOUND)
    deep: Any = np.int64(DEEP)
    simple = plain(law)
    if simple and early <= 2:
        value, easy = late_of_few(law, cands, actions, early, left)
        floor = max(floor, value)
        if easy >= 0 or probe or floor >= bound:
            memo.tally[NODES] += 1
            make_room(memo)
            remember(memo, k0, k1, n, floor, nothing + (easy + 1))
            return floor
    memo.tally[NODES] += 1
    charge = 0.0
    if early == 0:
        for i in range(n):
            charge += law.weights[cands[i]]
    inside = np.zeros(base, np.bool_)
    for i in range(n):
        inside[cands[i]] = True
    if law.only_possible:
        top = guesses(law.named, cands, top, inside)
    lower = np.empty(top.size, np.float64)
    crowd = np.empty(top.size, np.float64)
    limit = INFINITE
    if simple and early == 3 and left >= 4:
        limit = float(most_parts(law, cands, actions)[0])
    late_scan(law, cands, top, early, left, inside, lower, crowd, limit)
    least = INFINITE
    for j in range(top.size):
        least = min(least, lower[j])
    least = max(floor, charge + least)
    if probe or least >= bound:
        make_room(memo)
        remember(memo, k0, k1, n, least, nothing)
        return least
    below, fewer = max(early - 1, PAID), left - 1
    symmetric = not simple or below > 2  # else it is quickly done
    worth = PROBED * room_for(law, below - 1) if simple and below > 2 else 2.0
    most = min(n, law.width)
    counts = np.zeros(law.width, np.int32)
    label = np.empty(law.width, np.int32)
    code = np.empty(most, np.int32)
    start = np.empty(most, np.int32)
    size = np.empty(most, np.int32)
    known = np.empty(most, np.float64)
    exact = np.empty(most, np.bool_)
    hashes = np.empty((most, 2), np.uint64)
    order = np.empty(n, np.int32)
    seen = np.zeros(1024 if n <= NARROW else 1, np.uint64)
    best = bound
    chosen: Any = np.int64(BOUND)
    queue = np.flatnonzero(lower < bound - charge).astype(np.int32)
    queue = queue[np.argsort(crowd[queue], kind="mergesort")]
    queue = queue[np.argsort(lower[queue], kind="mergesort")]
    tried = 0
    for place in range(queue.size):
        j = queue[place]
        if charge + lower[j] >= best or (law.beam > 0 and tried >= law.beam):
            break
        tried += 1
        a = top[j]
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
        possible = may_win(law.named, inside, a)
        if n <= NARROW and free and (law.uniform or not possible):
            mark = SPREAD * np.uint64(1 + possible)
            for p in range(parts):
                mark += (hashes[p, 0] ^ SPREAD) * (hashes[p, 1] | np.uint64(1))
            spot = np.int64(mark >> np.uint64(54))
            if seen[spot] == mark:
                continue  # it asks the same as one before
            seen[spot] = mark
        total = charge
        for p in range(parts):
            start[p] -= size[p]
            exact[p] = False
            part = order[start[p] : start[p] + size[p]]
            if law.name and code[p] == law.winning[a]:
                known[p], exact[p] = 0.0, True
            elif size[p] == n:
                known[p], exact[p] = INFINITE, True
            elif simple and size[p] <= 2 and below >= size[p]:
                known[p], exact[p] = 0.0, True
            else:
                known[p] = late_by_size(law, part, below, fewer)
                if free and size[p] > 1:
                    d = base + fewer
                    value, action = look_up(memo, hashes[p, 0] ^ law.salt[d, 0], hashes[p, 1] ^ law.salt[d, 1])
                    if action != MISSING:
                        known[p] = max(known[p], value)
                        exact[p] = action >= 0
            total += known[p]
        if total >= best:
            continue
        lasting = rows
        if stage == BELOW:
            lasting = every(alike.spans[a, 1] - alike.spans[a, 0], alike.spans[a, 0])
        elif rows.size > 0:
            lasting = leaving(alike.images, rows, a)
        firsts = actions  # those of the actions that come first in an orbit, once somebody asks for them
        made = lasting.size == 0
        # One look at each part, then all of it: large ones fail first.
        looking = early > 1
        while total < best:
            pick = -1
            for p in range(parts):
                fits = size[p] > worth and label[code[p]] >= 0 if looking else True
                if not exact[p] and fits and (pick < 0 or size[p] > size[pick]):
                    pick = p
            if pick < 0 and not looking:
                break
            if pick < 0:
                looking = False
                continue
            if looking:
                label[code[pick]] = -1
            g0, g1 = hashes[pick, 0], hashes[pick, 1]
            part = order[start[pick] : start[pick] + size[pick]].copy()
            allowed = actions
            if not free:
                kept = np.empty(actions.size, np.int32)
                some = narrow(law, actions, a, code[pick], kept)
                allowed = kept[:some]
                for k in range(some):
                    g0 ^= law.salt[base + FOREVER + 1 + allowed[k], 0]
                    g1 ^= law.salt[base + FOREVER + 1 + allowed[k], 1]
                firsts = allowed
            elif not made and symmetric:
                firsts = first_of_orbits(alike.images, lasting, actions, law.named.size)
                made = True
            staying = lasting
            if lasting.size > 0 and not alike.keeps and symmetric:
                staying = keeping(alike.images, lasting, part, base, law.named.size)
                firsts = first_of_orbits(alike.images, staying, actions, law.named.size)
            room = best - (total - known[pick])
            price = _late(law, memo, alike, staying, part, firsts, allowed, below, fewer, room, g0, g1, looking, deep)
            if memo.tally[STOP] != 0:
                return bound
            price = max(price, known[pick])
            total += price - known[pick]
            known[pick] = price
            exact[pick] = not looking
        if total < best:
            best, chosen = total, a
    make_room(memo)
    remember(memo, k0, k1, n, best, chosen)
    return best


def late_search(
    law: Law,
    memo: Memo,
    alike: Alike,
    rows: Ints,
    cands: Ints,
    top: Ints,
    actions: Ints,
    early: int,
    left: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
    stage: int = DEEP,
) -> float:
    """The least weight of secrets that come too late if it is below `bound`; else a lower bound that is not.

    `top` are the actions to try here, `actions` those further down. `h0` and `h1` are the salts of the candidates (and
    of the actions, where they are restricted) combined. A memo serves one pair of limits.
    """
    arrays = cands.copy(), top.copy(), actions.copy()
    return float(_late(law, memo, alike, rows, *arrays, early, left, float(bound), h0, h1, False, stage))


@takes(5)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(6)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    law, one, key = small_law(codes), np.zeros(1, np.int32), np.uint64(0)
    late_search(law, new_memo(4), UNLIKE, NONE, one, one, one, 1, 1, INFINITE, key, key)
    late_scan(law, one, one, 1, 1, np.zeros(1, np.bool_), np.zeros(1), np.zeros(1), INFINITE)
    most_parts(law, one, one)
    late_by_size(law, one, 1, 1)
    late_of_few(law, one, one, 1, 1)
    plain(law)
