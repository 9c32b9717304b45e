"""The trees that the exact search has found, a level at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Codes, Ints, Longs, own
from sleuth.kernels.jit import kernel, takes
from sleuth.kernels.search import PLAIN, SetList, search, search_many
from sleuth.kernels.search_bounds import (
    FOREVER,
    INFINITE,
    Law,
    by_size,
    count_parts,
    first_weights,
    may_win,
    narrow,
    pair,
    pick_heaviest,
    scan,
    settled,
    small_law,
    stay_allowed,
)
from sleuth.kernels.search_memo import (
    STOP,
    Memo,
    look_up,
    look_up_many,
    make_room,
    new_memo,
    remember,
    remember_many,
)


class Nodes(NamedTuple):
    """The sets of one level of a tree."""

    order: Ints
    """Secrets by their numbers in the tables."""
    start: Ints
    size: Ints
    allowed: Ints
    """The actions that may be asked at each node, one after the other; those of the first node serve all where
    nothing is restricted."""
    begin: Longs
    """Where those of each node begin, and where the last ones end."""


UNKNOWN = -2
"""In place of an action: the memo does not have it."""


@kernel
def known_level(law: Law, memo: Memo, nodes: Nodes, rank: Ints, ranked: Ints, depth: int, out: Ints) -> None:
    """The action of each node: what the memo knows, else `UNKNOWN`.

    `rank` is the place of each secret of the tables among the candidates, heaviest first, and `ranked` the secrets of
    the law in that order.
    """
    free = law.have.shape[1] == 0
    base = law.weights.size
    for node in range(nodes.start.size):
        first, n = nodes.start[node], nodes.size[node]
        places = np.sort(rank[nodes.order[first : first + n]])
        cands = ranked[places]
        at = 0 if free else node
        actions = nodes.allowed[nodes.begin[at] : nodes.begin[at + 1]]
        if n == 1 and law.name:
            out[node] = law.naming[cands[0]] if law.stays or law.naming[cands[0]] in actions else -1
            continue
        if n == 2 and pair(law, cands[0], cands[1], depth):
            out[node] = law.naming[cands[0]]
            continue
        k0, k1 = law.salt[base + depth, 0], law.salt[base + depth, 1]
        for s in cands:
            k0 ^= law.salt[s, 0]
            k1 ^= law.salt[s, 1]
        if not free:
            for a in actions:
                k0 ^= law.salt[base + FOREVER + 1 + a, 0]
                k1 ^= law.salt[base + FOREVER + 1 + a, 1]
        action = look_up(memo, k0, k1)[1]
        out[node] = action if action >= 0 else UNKNOWN


def choose_level(law: Law, memo: Memo, nodes: Nodes, rank: Ints, ranked: Ints, depth: int, out: Ints) -> None:
    """The action of each node: what the memo knows, else what a search finds, else what promises most; -1 for none.

    Few are not known, and found from here: a kernel that searches holds all of the search again, and compiles as long.
    """
    known_level(law, memo, nodes, rank, ranked, depth, out)
    for node in np.flatnonzero(out == UNKNOWN).tolist():
        at = 0 if law.have.shape[1] == 0 else node
        actions = nodes.allowed[nodes.begin[at] : nodes.begin[at + 1]]
        cands = ranked[np.sort(rank[nodes.order[nodes.start[node] :][: nodes.size[node]]])]
        found = out[node : node + 1]
        if memo.tally[STOP] == 0:
            key = np.bitwise_xor.reduce(law.salt[cands], axis=0)
            if law.have.shape[1]:
                key = key ^ np.bitwise_xor.reduce(law.salt[law.weights.size + FOREVER + 1 + actions], axis=0)
            search(law, memo, cands, actions, actions, depth, INFINITE, key[0], key[1], False)
            one = nodes._replace(
                start=nodes.start[node : node + 1], size=nodes.size[node : node + 1], begin=nodes.begin[at : at + 2]
            )
            known_level(law, memo, one, rank, ranked, depth, found)
        if found[0] == UNKNOWN:
            found[0] = most_promising(law, own(cands), own(actions))


@kernel
def most_promising(law: Law, cands: Ints, actions: Ints) -> int:
    """The action that promises most at one look, of those that tell some candidates apart; -1 if none does."""
    inside = np.zeros(law.weights.size, np.bool_)
    for s in cands:
        inside[s] = True
    lower = np.empty(actions.size, np.float64)
    forever: Any = np.int64(FOREVER)  # a constant would be a type of its own, and compiled for apart
    scan(law, cands, actions, forever, inside, lower)
    best = -1
    for j in range(actions.size):
        a = actions[j]
        if lower[j] >= INFINITE or (law.only_possible and not may_win(law.named, inside, a)):
            continue
        if best >= 0:
            more = may_win(law.named, inside, a) > may_win(law.named, inside, actions[best])
            if lower[j] > lower[best] or (lower[j] == lower[best] and not more):
                continue
        for s in cands:
            if law.codes[s, a] != law.codes[cands[0], a]:
                best = j
                break
    return actions[best] if best >= 0 else -1


@kernel
def narrow_level(law: Law, nodes: Nodes, chosen: Ints, parent: Ints, code: Ints) -> tuple[Ints, Longs]:
    """The actions that are left at the children of a level, one child after the other, and where each child's begin."""
    begin = np.zeros(parent.size + 1, np.int64)
    most = 0
    for child in range(parent.size):
        most += nodes.begin[parent[child] + 1] - nodes.begin[parent[child]]
    allowed = np.empty(most, np.int32)
    at = 0
    for child in range(parent.size):
        before = nodes.allowed[nodes.begin[parent[child]] : nodes.begin[parent[child] + 1]]
        action: Any = np.int64(chosen[parent[child]])  # numbers of 32 bits would be compiled for apart
        answer: Any = np.int64(code[child])
        at += narrow(law, before, action, answer, allowed[at:])
        begin[child + 1] = at
    return allowed[:at].copy(), begin


@takes(15)
def warm() -> None:
    """Compile every kernel of the exact search."""
    _warm(np.zeros((1, 1), np.uint8))


@takes(14)
def warm_wide() -> None:
    """The same for wide tables."""
    _warm(np.zeros((1, 1), np.uint16))


def _warm(codes: Codes) -> None:
    law, memo, one = small_law(codes), new_memo(4), np.zeros(1, np.int32)
    key, flags, cands = np.uint64(0), np.zeros(1, np.bool_), np.zeros(1, np.int32)
    search(law, memo, cands, cands, cands, FOREVER, INFINITE, key, key, False)
    sets = SetList(one.copy(), one.copy(), one + 1, np.zeros((1, 2), np.uint64))
    search_many(law, memo, PLAIN, sets, one.copy(), FOREVER, INFINITE, np.zeros(1))
    nodes = Nodes(one.copy(), one.copy(), one + 1, one.copy(), np.array([0, 1], np.int64))
    known_level(law, memo, nodes, one.copy(), one.copy(), FOREVER, one.copy())
    most_promising(law, cands, cands)
    narrow_level(law, nodes, one.copy(), one.copy(), one.copy())
    scan(law, cands, cands, FOREVER, flags, np.zeros(1))
    count_parts(law, cands, cands, 0, 1, one.copy())
    first_weights(law, cands, cands, np.zeros(1))
    pick_heaviest(law, cands, one.copy())
    by_size(law, cands, FOREVER)
    settled(law, one[0], FOREVER)
    pair(law, one[0], one[0], FOREVER)
    narrow(law, cands, 0, 0, one.copy())
    stay_allowed(law)
    look_up(memo, key, key)
    remember(memo, key, key, 1, 0.0, 0)
    make_room(memo)
    look_up_many(memo, sets.keys, np.zeros(1))
    remember_many(memo, sets.keys, one + 1, np.zeros(1))
