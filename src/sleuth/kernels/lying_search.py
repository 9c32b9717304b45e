"""Exact search where some answers may be lies: whether a set is settled within so many steps, whatever is answered.

A state is a set of candidates, each with the lies that it has left. What is said keeps those of whom it is true, and
takes a lie from each of whom it may be one. The oracle says what is worst, so one answer that cannot be settled in time
is enough to drop a question.

By counting: where at most `K` things may be said and any of them may be a lie, a candidate with `j` lies left has
`V(t, j) = V(t-1, j) + (K-1) V(t-1, j-1)` ways to answer `t` questions, and no two candidates share one unless they are
named before. So what all candidates have together, `sum V(d-1, j)`, is at most `C(d) = V(d-1, most) + K C(d-1)`, where
`C(1) = 1`: one is named now, and `K` answers go on. Fewer things to say make it no easier.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Bools, Codes, Floats, Ints, Words, all_frozen
from sleuth.kernels.jit import kernel, takes

FAILS, WORKS, STOPPED = 0, 1, -1
STOP, NODES = range(2)
"""Places in `LyingMemo.tally`: whether to stop; states looked at."""
WAYS = 4
INFINITE = 1e300


class LyingTable(NamedTuple):
    """A game under a channel as the search needs it."""

    codes: Codes
    open: Bools
    """For each action, what may be said as a lie."""
    relation: Bools
    """Whether each thing (column) may be said where each answer (row) is true, as a lie."""
    winning: Ints
    named: Ints
    naming: Ints
    volume: Floats
    """`V(d-1, j)`, or `V(d, j)` where the secret is to be known: a row for each number of steps left."""
    capacity: Floats
    """`C(d)`: the most that a set may have together with so many steps left."""
    salt: Words
    """Two random words for each secret and number of lies left, then for each number of steps left."""
    name: bool
    """Whether the secret is to be named; else it is to be known."""
    beam: int
    """How many actions are tried at a state; 0 for all."""


class LyingMemo(NamedTuple):
    """What is known of states met before, by hashes of 128 bits."""

    keys: Words
    action: Ints
    """One more than an action that settles the state in time; -1 where none does; 0 where nothing is kept."""
    size: Ints
    tally: npt.NDArray[np.int64]


@kernel
def _look_up(memo: LyingMemo, h0: np.uint64, h1: np.uint64) -> int:
    """What is kept of a state: as `LyingMemo.action`."""
    start: Any = np.int64(h0 & np.uint64(memo.action.size - WAYS))
    for place in range(start, start + WAYS):
        if memo.keys[place, 0] == h0 and memo.keys[place, 1] == h1:
            return int(memo.action[place])
    return 0


@kernel
def _remember(memo: LyingMemo, h0: np.uint64, h1: np.uint64, n: int, action: int) -> None:
    """Keep what was found, in the place of the smallest state."""
    start: Any = np.int64(h0 & np.uint64(memo.action.size - WAYS))
    spot = start
    for place in range(start, start + WAYS):
        if memo.size[place] < memo.size[spot]:
            spot = place
    memo.keys[spot, 0] = h0
    memo.keys[spot, 1] = h1
    memo.action[spot] = action
    memo.size[spot] = n


@kernel
def volumes(law: LyingTable, cands: Ints, left: Ints, actions: Ints, depth: int, out: Floats) -> None:
    """For each action the most that any answer to it leaves, by counting; infinite where that is too much already.

    `depth` are the steps that are left before the action is asked.
    """
    sayings, width = law.open.shape[1], law.relation.shape[0]
    own, lying = np.zeros(width), np.zeros(width)
    ways, room = law.volume[depth - 1], law.capacity[depth - 1]
    for k in range(actions.size):
        a = actions[k]
        own[:] = 0.0
        lying[:] = 0.0
        first, alone = law.codes[cands[0], a], True
        for i in range(cands.size):
            c = law.codes[cands[i], a]
            alone = alone and c == first
            own[c] += ways[left[i]]
            if left[i] > 0:
                lying[c] += ways[left[i] - 1]
        most = 0.0
        for said in range(sayings):
            if law.name and said == law.winning[a]:
                continue
            child = own[said] if said < width else 0.0
            if law.open[a, said]:
                for true in range(width):
                    if lying[true] > 0.0 and law.relation[true, said] and not (law.name and true == law.winning[a]):
                        child += lying[true]
            most = max(most, child)
        out[k] = INFINITE if most > room or alone else most  # what all answer alike tells nothing


@kernel
def _within(
    law: LyingTable,
    memo: LyingMemo,
    cands: Ints,
    left: Ints,
    top: Ints,
    actions: Ints,
    depth: int,
    h0: np.uint64,
    h1: np.uint64,
) -> int:
    """What `within` does, with arrays of one kind in every call."""
    n = cands.size
    if memo.tally[STOP] != 0:
        return STOPPED
    if n == 1:
        return WORKS if not law.name or (depth > 0 and law.naming[cands[0]] >= 0) else FAILS
    if depth < (2 if law.name else 1):
        return FAILS
    whole = 0.0
    for i in range(n):
        whole += law.volume[depth, left[i]]
    if whole > law.capacity[depth]:
        return FAILS
    secrets = law.codes.shape[0]
    base = secrets * law.volume.shape[1]
    k0, k1 = h0 ^ law.salt[base + depth, 0], h1 ^ law.salt[base + depth, 1]
    known = _look_up(memo, k0, k1)
    if known != 0:
        return WORKS if known > 0 else FAILS
    memo.tally[NODES] += 1
    lower = np.empty(top.size)
    volumes(law, cands, left, top, depth, lower)
    inside = np.zeros(secrets, np.bool_)
    for i in range(n):
        inside[cands[i]] = True
    for k in range(top.size):  # of two with the same volume, one that may be right comes first
        s = law.named[top[k]]
        if lower[k] < INFINITE and not (s >= 0 and inside[s]):
            lower[k] += 0.5
    order = np.argsort(lower, kind="mergesort")
    sayings, width = law.open.shape[1], law.relation.shape[0]
    weight = np.empty(sayings)
    part, lies = np.empty(n, np.int32), np.empty(n, np.int32)
    tried = 0
    for place in range(order.size):
        k = order[place]
        if lower[k] >= INFINITE or (law.beam > 0 and tried >= law.beam):
            break
        tried += 1
        a = top[k]
        # What each saying leaves, the heaviest tried first: it is the likeliest to fail.
        weight[:] = 0.0
        for i in range(n):
            c = law.codes[cands[i], a]
            if law.name and c == law.winning[a]:
                continue
            weight[c] += law.volume[depth - 1, left[i]]
            if left[i] > 0:
                for said in range(sayings):
                    if said != c and law.open[a, said] and law.relation[c, said]:
                        weight[said] += law.volume[depth - 1, left[i] - 1]
        works = True
        while works:
            said = 0
            for other in range(sayings):
                if weight[other] > weight[said]:
                    said = other
            if weight[said] <= 0.0:
                break
            weight[said] = 0.0
            some = 0
            g0, g1 = np.uint64(0), np.uint64(0)
            for i in range(n):
                c = law.codes[cands[i], a]
                j = left[i]
                if law.name and c == law.winning[a]:
                    continue
                if c != said:
                    if j == 0 or not law.open[a, said] or c >= width or not law.relation[c, said]:
                        continue
                    j -= 1
                part[some] = cands[i]
                lies[some] = j
                g0 ^= law.salt[secrets * j + cands[i], 0]
                g1 ^= law.salt[secrets * j + cands[i], 1]
                some += 1
            found = _within(law, memo, part[:some].copy(), lies[:some].copy(), actions, actions, depth - 1, g0, g1)
            if found == STOPPED:
                return STOPPED
            works = found == WORKS
        if works:
            _remember(memo, k0, k1, n, a + 1)
            return WORKS
    if law.beam == 0:
        _remember(memo, k0, k1, n, -1)
    return FAILS


def within(law: LyingTable, memo: LyingMemo, cands: Ints, left: Ints, top: Ints, actions: Ints, depth: int) -> int:
    """Whether a state is settled within `depth` steps, whatever is said: `WORKS`, `FAILS` or `STOPPED`.

    `top` are the actions to try here, `actions` those further down.
    """
    keys = law.salt[law.codes.shape[0] * left + cands]
    h0, h1 = np.bitwise_xor.reduce(keys, axis=0)
    return int(_within(law, memo, cands.copy(), left.copy(), top.copy(), actions.copy(), depth, h0, h1))


def new_lying_memo(entries: int) -> LyingMemo:
    """An empty memo; `entries` is a power of two, and `WAYS` at least."""
    return LyingMemo(
        np.zeros((entries, 2), np.uint64), np.zeros(entries, np.int32), np.zeros(entries, np.int32),
        np.zeros(2, np.int64),
    )  # fmt: skip


@takes(2)
def warm() -> None:
    """Compile every kernel of this file."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(1.4)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    one, flags, numbers = np.zeros(1, np.int32), np.zeros((1, 1), np.bool_), np.ones((2, 1))
    law = LyingTable(codes, flags, flags, one, one, one, numbers, numbers[:, 0].copy(), np.zeros((3, 2), np.uint64),
                     True, 0)  # fmt: skip
    law = all_frozen(law)
    within(law, new_lying_memo(WAYS), one.copy(), one.copy(), one.copy(), one.copy(), 1)
    volumes(law, one.copy(), one.copy(), one.copy(), 1, np.zeros(1))
