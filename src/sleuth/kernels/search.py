"""Exact search: the least total of a set of candidates, by depth-first branch and bound over a memo.

The total of a set is the sum, over its secrets, of weight times steps (or cost). A call must beat a bound: below it the
answer is exact, from it on it is a lower bound and no more. Totals are floats; where weights and costs are whole
numbers they stay whole, and exact below 2**53.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Bools, Floats, Ints, Words
from sleuth.kernels.jit import is_compiled, kernel
from sleuth.kernels.search_bounds import (
    FOREVER,
    INFINITE,
    Law,
    by_size,
    may_win,
    narrow,
    pair,
    pick_heaviest,
    pick_small,
    scan,
    settled,
)
from sleuth.kernels.search_memo import (
    GROWS,
    KEPT,
    LOOKUPS,
    MISSING,
    NODES,
    PLACES,
    STOP,
    Memo,
    look_up,
    make_room,
    remember,
)
from sleuth.kernels.search_symmetry import NONE, UNLIKE, Alike, every, first_of_orbits, keeping, leaving

NARROW = 32
"""Up to so many candidates it pays to notice that two actions ask the same."""
SHARED = NARROW + 1
"""From so many candidates on, threads leave each other the actions that they are at."""
TIE = 0.5
"""Less than whole totals differ by."""
SPREAD = np.uint64(0x9E3779B97F4A7C15)

FIRST, BELOW, DEEP = range(3)
"""Where a set stands: at the start, with one action to try; right below it, where the firsts of orbits are listed;
further down, or where all symmetries are listed."""


class Plain(NamedTuple):
    """What a search without symmetries is called with by other kernels: constants would have types of their own."""

    alike: Alike = UNLIKE
    rows: Ints = NONE
    probe: bool = False
    stage: int = DEEP


PLAIN = Plain()


class SetList(NamedTuple):
    """Sets of candidates, one after the other."""

    order: Ints
    """The candidates of all sets, heaviest first in each."""
    start: Ints
    """Where those of each set begin."""
    size: Ints
    keys: Words
    """The salts of the candidates of each set combined."""


@kernel
def _settle(
    law: Law,
    memo: Memo,
    alike: Alike,
    rows: Ints,
    cands: Ints,
    top: Ints,
    actions: Ints,
    depth: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
    probe: bool,
    stage: int,
) -> float:
    """What `search` does, with read-only arrays: it calls itself, and Numba can keep a recursive kernel on disk only if
    all its calls have the same types. For the same reason `first` and `chosen` begin as numbers of 64 bits: a plain -1
    would have a type of its own. It is one long function because calls to helpers with so many arrays made it slower
    by half.

    `rows` are the symmetries of `alike` that leave every action asked so far and the set alone.
    """
    n = cands.size
    if memo.tally[STOP] != 0:
        return 0.0 if stage == FIRST else bound
    free = law.have.shape[1] == 0
    if n == 1:
        return settled(law, cands[0], depth) if law.stays or law.naming[cands[0]] in top else INFINITE
    floor = by_size(law, cands, depth)
    if floor >= bound - law.slack:
        return floor
    if n == 2 and stage != FIRST and pair(law, cands[0], cands[1], depth):
        return float(law.weights[cands[0]] + 2.0 * law.weights[cands[1]])
    base = law.weights.size
    k0, k1 = h0 ^ law.salt[base + depth, 0], h1 ^ law.salt[base + depth, 1]
    value, held = look_up(memo, k0, k1)
    if held != MISSING and (probe or held >= 0 or value >= bound - law.slack):
        return value
    if depth != FOREVER:  # what holds without a limit holds with one
        value, held = look_up(memo, h0 ^ law.salt[base + FOREVER, 0], h1 ^ law.salt[base + FOREVER, 1])
        if held != MISSING and value >= bound - law.slack:
            return value
    memo.tally[NODES] += 1
    if memo.tally[GROWS] != 0 and memo.state[KEPT] > memo.state[PLACES] // 2:
        make_room(memo)
    counts = np.zeros(law.width, np.int32)
    if law.stays and law.name and law.unit and law.uniform and depth >= 3 and n <= law.few and stage != FIRST:
        value, a = pick_small(law, cands, top, counts)
        if a >= 0:
            remember(memo, k0, k1, n, value, a)
            return value
    if law.stays and law.name and law.unit and not law.uniform and depth >= 2 and n <= law.width and stage != FIRST:
        a = pick_heaviest(law, cands, counts)
        if a >= 0:
            total = -float(law.weights[cands[0]])
            for i in range(n):
                total += 2.0 * law.weights[cands[i]]
            remember(memo, k0, k1, n, total, a)
            return total
    inside = np.zeros(base, np.bool_)
    for i in range(n):
        inside[cands[i]] = True
    if law.only_possible and stage != FIRST:
        top = guesses(law.named, cands, top, inside)
    m = top.size
    lower = np.empty(m, np.float64)
    scan(law, cands, top, depth, inside, lower)
    memo.tally[LOOKUPS] += n * m
    first: Any = np.int64(-1)
    chosen: Any = np.int64(-1)
    least, named = INFINITE, law.named
    for j in range(m):
        if lower[j] < least:
            first, least = j, lower[j]
        elif lower[j] == least and first >= 0 and may_win(named, inside, top[j]) > may_win(named, inside, top[first]):
            first = j
    least = max(least, floor)
    if probe or first < 0 or least >= bound - law.slack:
        remember(memo, k0, k1, n, least, chosen)
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
    late = np.empty(0, np.int32)
    seen = np.empty(0, np.uint64)
    shared = memo.busy.size > 1 and n >= SHARED and law.beam == 0
    lower_stage = BELOW if stage == FIRST and alike.spans.shape[0] > 0 else DEEP
    best, place = bound, -1
    tried, left, asked = 0, 0, 0
    while law.beam == 0 or tried < law.beam:
        # The most promising first; then, in order, all that still promise something; then what was left to others.
        if tried == 0:
            j, here = first, 0
        else:
            if tried == 1:
                seen = np.zeros(1024 if n <= NARROW else 1, np.uint64)
                queue = promising(named, top, inside, lower, best - law.slack, first)
                if shared:
                    late = np.empty(queue.size, np.int32)
            if tried <= queue.size:
                here = tried
            elif asked < left:
                here = late[asked]
                asked += 1
            else:
                break
            j = queue[here - 1]
        tried += 1
        # Of actions that are equally good the first is chosen, also where it was left to others.
        goal = best
        if here < place:
            goal = best + (2.0 * law.slack if law.slack > 0.0 else TIE)
        if lower[j] >= goal - law.slack:
            if tried - 1 <= queue.size and here >= place:
                tried = queue.size + 1
            continue
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
        possible = may_win(named, inside, a)
        if tried > 1 and n <= NARROW and free and law.unit and (law.uniform or not possible):
            mark = SPREAD * np.uint64(1 + possible)
            for p in range(parts):
                mark += (hashes[p, 0] ^ SPREAD) * (hashes[p, 1] | np.uint64(1))
            dip = np.int64(mark >> np.uint64(54))
            if seen[dip] == mark:
                continue
            seen[dip] = mark
        total = mass * law.costs[a]
        for p in range(parts):
            start[p] -= size[p]
            exact[p] = True
            s = order[start[p]]
            if law.name and code[p] == law.winning[a]:
                known[p] = 0.0
            elif size[p] == n:
                known[p] = INFINITE  # it tells nothing
            elif size[p] == 1 and law.stays:
                known[p] = settled(law, s, below)
            elif size[p] == 2 and pair(law, s, order[start[p] + 1], below):
                known[p] = law.weights[s] + 2.0 * law.weights[order[start[p] + 1]]
            else:
                exact[p] = False
                known[p] = by_size(law, order[start[p] : start[p] + size[p]], below)
                if free:
                    d = base + below
                    value, held = look_up(memo, hashes[p, 0] ^ law.salt[d, 0], hashes[p, 1] ^ law.salt[d, 1])
                    if held != MISSING:
                        known[p] = max(known[p], value)
                        exact[p] = held >= 0
                    elif deepest:
                        d = base + FOREVER
                        value, held = look_up(memo, hashes[p, 0] ^ law.salt[d, 0], hashes[p, 1] ^ law.salt[d, 1])
                        if held != MISSING:
                            known[p] = max(known[p], value)
            total += known[p]
        if total >= goal - law.slack:
            continue
        flag = k0 ^ (np.uint64(a + 1) * SPREAD)
        spot = np.int64((flag * SPREAD) >> np.uint64(40)) & (memo.busy.size - 1)
        if shared and tried > 1:
            if memo.busy[spot] == flag and tried - 1 <= queue.size:
                late[left] = here
                left += 1
                continue
            memo.busy[spot] = flag
        lasting = rows
        if stage == FIRST:
            lasting = every(alike.images.shape[0] if alike.spans.shape[0] == 0 else 0, 0)
        elif stage == BELOW:
            lasting = every(alike.spans[a, 1] - alike.spans[a, 0], alike.spans[a, 0])
        elif rows.size > 0:
            lasting = leaving(alike.images, rows, a)
        firsts = actions  # those of the actions that come first in an orbit, once somebody asks for them
        made = lasting.size == 0
        if stage == FIRST and alike.spans.shape[0] > 0:
            firsts, made = alike.firsts, True
        # Settle the small parts, take one look at each of the large ones, then settle these, the smallest first:
        # the true total of a part replaces its bound, and the rest must make do with what is left. Where the depth is
        # limited, large parts fail first; and of a first action all parts are looked at before any is settled, the
        # largest first, since most first actions fail by that.
        for turn in range(1 if deepest else 0, 3):
            phase = 1 - turn if stage == FIRST and not deepest and turn < 2 else turn
            largest = deepest or (stage == FIRST and phase == 1)
            while total < goal - law.slack:
                pick = -1
                for p in range(parts):
                    fits = size[p] <= law.few if phase == 0 else phase == 2 or label[code[p]] >= 0
                    if not exact[p] and fits and (pick < 0 or (size[p] < size[pick]) != largest):
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
                    firsts = allowed
                elif not made:
                    firsts = first_of_orbits(alike.images, lasting, actions, law.named.size)
                    made = True
                staying = lasting
                if lasting.size > 0 and not alike.keeps:
                    staying = keeping(alike.images, lasting, part, base, law.named.size)
                    firsts = first_of_orbits(alike.images, staying, actions, law.named.size)
                room = goal - (total - known[pick])
                value = _settle(
                    law, memo, alike, staying, part, firsts, allowed, below, room, g0, g1, phase == 1, lower_stage
                )
                if memo.tally[STOP] != 0:
                    return total if stage == FIRST else bound
                value = max(value, known[pick])
                total += value - known[pick]
                known[pick] = value
                exact[pick] = phase != 1
            if total >= goal - law.slack:
                break
        if shared and tried > 1:
            memo.busy[spot] = 0
        if total < goal - law.slack:
            best, chosen, place = min(best, total), a, here
    remember(memo, k0, k1, n, best, chosen)
    return best


def search_ready() -> bool:
    """Whether the search is compiled already: its largest kernel is, and what else it needs takes a second or two."""
    return is_compiled(_settle)


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
    arrays = cands.copy(), top.copy(), actions.copy()
    return float(_settle(law, memo, UNLIKE, NONE, *arrays, depth, float(bound), h0, h1, probe, DEEP))


def search_first(
    law: Law,
    memo: Memo,
    alike: Alike,
    cands: Ints,
    action: int,
    actions: Ints,
    depth: int,
    bound: float,
    h0: np.uint64,
    h1: np.uint64,
) -> float:
    """`search` with one action to try at the set, and with the symmetries that leave it alone.

    What is found is kept under a key of its own: `h0` and `h1` must be of the set with this action. A search that is
    told to stop answers with a lower bound.
    """
    arrays = cands.copy(), np.array([action], np.int32), actions.copy()
    return float(_settle(law, memo, alike, NONE, *arrays, depth, float(bound), h0, h1, False, FIRST))


@kernel
def search_many(
    law: Law, memo: Memo, plain: Plain, sets: SetList, actions: Ints, depth: int, bound: float, out: Floats
) -> None:
    """`search` for many sets, where every action is allowed."""
    for i in range(sets.start.size):
        first, n = sets.start[i], sets.size[i]
        if n == 1:
            out[i] = settled(law, sets.order[first], depth)
        elif n == 2 and pair(law, sets.order[first], sets.order[first + 1], depth):
            out[i] = law.weights[sets.order[first]] + 2.0 * law.weights[sets.order[first + 1]]
        else:
            cands = sets.order[first : first + n].copy()
            h0, h1 = sets.keys[i, 0], sets.keys[i, 1]
            out[i] = _settle(
                law, memo, plain.alike, plain.rows, cands, actions, actions, depth, bound, h0, h1, plain.probe,
                plain.stage,
            )  # fmt: skip


@kernel
def guesses(named: Ints, cands: Ints, actions: Ints, inside: Bools) -> Ints:
    """Those of `actions` that name a candidate."""
    out = np.empty(cands.size, np.int32)
    some = 0
    for a in actions:
        if may_win(named, inside, a):
            out[some] = a
            some += 1
    return out[:some]


@kernel
def promising(named: Ints, actions: Ints, inside: Bools, lower: Floats, bound: float, without: int) -> Ints:
    """Places of the actions whose lower bound is below `bound`: by that, possible first, then in order."""
    below = np.empty(actions.size, np.int32)
    some = 0
    for j in range(actions.size):
        if lower[j] < bound:
            below[some] = j
            some += 1
    out = np.empty(some, np.int32)
    keys = np.empty(some, np.float64)
    at = 0
    for turn in range(2):
        for k in range(some):
            j = below[k]
            if j != without and may_win(named, inside, actions[j]) == (turn == 0):
                out[at] = j
                keys[at] = lower[j]
                at += 1
    return out[np.argsort(keys[:at], kind="mergesort")]
