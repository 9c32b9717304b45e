"""Counting the boards that free ships make, and how many of them have each placement.

Up to four ships are counted by sums over pairs (see `_four`), more by placing the others first. Placements are bits:
`edges` says where the words of each group of ships begin, `conflict` which placements are in each other's way.

The slow twin is in the tests: a product of all placements.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Longs, Words
from sleuth.kernels.bits import WORD, ones
from sleuth.kernels.jit import kernel

_ONE = np.uint64(1)


@kernel
def _members(avail: Words, start: int, stop: int, out: Longs) -> int:
    """Write the numbers of the set bits of some words; how many there are."""
    n = 0
    for w in range(start, stop):
        left = avail[w]
        while left:
            out[n] = w * WORD + ones((left & (~left + _ONE)) - _ONE)
            n += 1
            left &= left - _ONE
    return n


@kernel
def _two(avail: Words, edges: Longs, conflict: Words, a: int, b: int, weights: Longs, times: int) -> int:
    total = 0
    room = np.empty(len(conflict), np.int64)
    for turn in range(2):
        one, other = (a, b) if turn == 0 else (b, a)
        total = 0
        for i in range(_members(avail, edges[one], edges[one + 1], room)):
            p = room[i]
            n = 0
            for w in range(edges[other], edges[other + 1]):
                n += ones(avail[w] & ~conflict[p, w])
            weights[p] += n * times
            total += n
    return total


@kernel
def _three(avail: Words, edges: Longs, conflict: Words, a: int, b: int, c: int, weights: Longs, times: int) -> int:
    total = 0
    first, second = np.empty(len(conflict), np.int64), np.empty(len(conflict), np.int64)
    left = np.empty(len(avail), np.uint64)
    for i in range(_members(avail, edges[a], edges[a + 1], first)):
        p = first[i]
        for w in range(len(avail)):
            left[w] = avail[w] & ~conflict[p, w]
        here = 0
        for turn in range(2):
            one, other = (b, c) if turn == 0 else (c, b)
            here = 0
            for j in range(_members(left, edges[one], edges[one + 1], second)):
                q = second[j]
                n = 0
                for w in range(edges[other], edges[other + 1]):
                    n += ones(left[w] & ~conflict[q, w])
                weights[q] += n * times
                here += n
        weights[p] += here * times
        total += here
    return total


@kernel
def _blocked(avail: Words, blocks: Words, start: int, stop: int, row: Longs, out: Longs) -> int:
    """Write the rows of the open placements that are blocked; how many there are."""
    n = 0
    for w in range(start, stop):
        left = avail[w] & blocks[w]
        while left:
            out[n] = row[w * WORD + ones((left & (~left + _ONE)) - _ONE)]
            n += 1
            left &= left - _ONE
    return n


@kernel
def _four(
    avail: Words, edges: Longs, conflict: Words, a: int, b: int, c: int, d: int, weights: Longs, times: int
) -> int:
    """Four ships at once.

    Were the third and the fourth never in each other's way, each pair of the first two would leave them a product.
    The pairs of the last two that are in each other's way are few: the pairs of the first two that stand beside such a
    pair are taken off. And few placements of the first two are in the way of such a pair, so those are counted that
    are, by inclusion and exclusion.
    """
    size, words = len(conflict), len(avail)
    pa, pb = np.empty(size, np.int64), np.empty(size, np.int64)
    pc, pd = np.empty(size, np.int64), np.empty(size, np.int64)
    na, nb = _members(avail, edges[a], edges[a + 1], pa), _members(avail, edges[b], edges[b + 1], pb)
    nc, nd = _members(avail, edges[c], edges[c + 1], pc), _members(avail, edges[d], edges[d + 1], pd)
    row_a, row_b = np.empty(size, np.int64), np.empty(size, np.int64)
    for i in range(na):
        row_a[pa[i]] = i
    for j in range(nb):
        row_b[pb[j]] = j
    beside = np.zeros((na, nb), np.int64)  # whether two stand beside each other
    for_c, for_d = np.zeros((na, nb), np.int64), np.zeros((na, nb), np.int64)
    left = np.empty(words, np.uint64)
    for i in range(na):
        p = pa[i]
        for w in range(words):
            left[w] = avail[w] & ~conflict[p, w]
        for j in range(nb):
            q = pb[j]
            if (left[q // WORD] >> np.uint64(q % WORD)) & _ONE == 0:
                continue
            x = y = 0
            for w in range(edges[c], edges[c + 1]):
                x += ones(left[w] & ~conflict[q, w])
            for w in range(edges[d], edges[d + 1]):
                y += ones(left[w] & ~conflict[q, w])
            beside[i, j] = 1
            for_c[i, j] = y
            for_d[i, j] = x
    gone_a, gone_b = np.empty(na + 1, np.int64), np.empty(nb + 1, np.int64)
    for turn in range(2):
        table, others, count = (for_c, pc, nc) if turn == 0 else (for_d, pd, nd)
        rows, columns, whole = _margins(table)
        for k in range(count):
            p = others[k]
            ga = _blocked(avail, conflict[p], edges[a], edges[a + 1], row_a, gone_a)
            gb = _blocked(avail, conflict[p], edges[b], edges[b + 1], row_b, gone_b)
            weights[p] += times * _rest(table, rows, columns, whole, gone_a[:ga], gone_b[:gb])
    pairs = 0
    off_a, off_b = np.zeros(na, np.int64), np.zeros(nb, np.int64)
    both_a, both_b = np.zeros(na, np.int64), np.zeros(nb, np.int64)
    rows, columns, whole = _margins(beside)
    for k in range(nc):
        p = pc[k]
        for m in range(nd):
            q = pd[m]
            if (conflict[p, q // WORD] >> np.uint64(q % WORD)) & _ONE == 0:
                continue
            pairs += 1
            for w in range(words):
                left[w] = avail[w] & (conflict[p, w] | conflict[q, w])
            off = whole
            for w in range(edges[a], edges[a + 1]):
                word = left[w]
                while word:
                    r = w * WORD + ones((word & (~word + _ONE)) - _ONE)
                    word &= word - _ONE
                    i = row_a[r]
                    n = 0
                    for v in range(edges[b], edges[b + 1]):
                        n += ones(left[v] & ~conflict[r, v])
                    off_a[i] += 1
                    both_a[i] += n
                    off += n - rows[i]
            for w in range(edges[b], edges[b + 1]):
                word = left[w]
                while word:
                    r = w * WORD + ones((word & (~word + _ONE)) - _ONE)
                    word &= word - _ONE
                    j = row_b[r]
                    n = 0
                    for v in range(edges[a], edges[a + 1]):
                        n += ones(left[v] & ~conflict[r, v])
                    off_b[j] += 1
                    both_b[j] += n
                    off -= columns[j]
            weights[p] -= off * times
            weights[q] -= off * times
    total = 0
    for i in range(na):
        weights[pa[i]] -= both_a[i] * times
        total -= both_a[i]
        for j in range(nb):
            if beside[i, j]:
                n = for_c[i, j] * for_d[i, j] - (pairs - off_a[i] - off_b[j])
                weights[pa[i]] += n * times
                weights[pb[j]] += n * times
                total += n
    for j in range(nb):
        weights[pb[j]] -= both_b[j] * times
    return total


@kernel
def _margins(table: Longs) -> tuple[Longs, Longs, int]:
    """The sums of the rows, of the columns, and of all."""
    rows, columns = np.zeros(table.shape[0], np.int64), np.zeros(table.shape[1], np.int64)
    whole = 0
    for i in range(table.shape[0]):
        for j in range(table.shape[1]):
            rows[i] += table[i, j]
            columns[j] += table[i, j]
            whole += table[i, j]
    return rows, columns, whole


@kernel
def _rest(table: Longs, rows: Longs, columns: Longs, whole: int, gone_a: Longs, gone_b: Longs) -> int:
    """The sum of a table without some of its rows and columns."""
    for i in gone_a:
        whole -= rows[i]
        for j in gone_b:
            whole += table[i, j]
    for j in gone_b:
        whole -= columns[j]
    return whole


@kernel
def count_free(avail: Words, parts: Longs, edges: Longs, conflict: Words, weights: Longs, times: int) -> int:
    """The number of ways to place a ship of each of the groups in `parts`, no two in each other's way.

    Ships are told apart, also those of one group. `weights[p]` grows by `times` the ways that have the placement `p`.
    """
    many = len(parts)
    if many == 0:
        return 1
    if many == 1:
        room = np.empty(len(conflict), np.int64)
        n = _members(avail, edges[parts[0]], edges[parts[0] + 1], room)
        for i in range(n):
            weights[room[i]] += times
        return n
    if many == 2:
        return _two(avail, edges, conflict, parts[0], parts[1], weights, times)
    if many == 3:
        return _three(avail, edges, conflict, parts[0], parts[1], parts[2], weights, times)
    deep = many - 4
    a, b, c, d = parts[deep], parts[deep + 1], parts[deep + 2], parts[deep + 3]
    if deep == 0:
        return _four(avail, edges, conflict, a, b, c, d, weights, times)
    left = np.empty((deep + 1, len(avail)), np.uint64)
    lists = np.empty((deep, len(conflict)), np.int64)
    sizes, at = np.zeros(deep, np.int64), np.zeros(deep, np.int64)
    sums = np.zeros(deep + 1, np.int64)
    left[0] = avail
    level = 0
    sizes[0] = _members(avail, edges[parts[0]], edges[parts[0] + 1], lists[0])
    while level >= 0:
        if at[level] == sizes[level]:
            level -= 1
            if level >= 0:
                weights[lists[level, at[level]]] += sums[level + 1] * times
                sums[level] += sums[level + 1]
                at[level] += 1
            continue
        p = lists[level, at[level]]
        for w in range(len(avail)):
            left[level + 1, w] = left[level, w] & ~conflict[p, w]
        if level + 1 == deep:
            n = _four(left[deep], edges, conflict, a, b, c, d, weights, times)
            weights[p] += n * times
            sums[level] += n
            at[level] += 1
            continue
        level += 1
        at[level] = 0
        sums[level] = 0
        sizes[level] = _members(left[level], edges[parts[level]], edges[parts[level] + 1], lists[level])
    return sums[0]  # type: ignore[no-any-return]


@kernel
def _parts(avail: Words, free: Longs, edges: Longs) -> Longs:
    """The group of each free ship, those with few placements first."""
    ships = 0
    for g in range(len(free)):
        ships += free[g]
    parts, sizes = np.empty(ships, np.int64), np.empty(ships, np.int64)
    n = 0
    for g in range(len(free)):
        size = 0
        for w in range(edges[g], edges[g + 1]):
            size += ones(avail[w])
        for _ in range(free[g]):
            parts[n], sizes[n] = g, size
            n += 1
    return parts[np.argsort(sizes, kind="mergesort")]


@kernel
def sum_leaves(
    opens: Words, frees: Longs, paths: Longs, ends: Longs, edges: Longs, conflict: Words, weights: Longs
) -> int:
    """Count the boards of all leaves, and add up how many have each placement."""
    leaves, groups = frees.shape
    times = np.zeros(leaves, np.int64)
    for k in range(len(ends)):
        times[ends[k]] += 1
    counts = np.zeros(leaves, np.int64)
    total = 0
    for leaf in range(leaves):
        alike = 1
        parts = _parts(opens[leaf], frees[leaf], edges)
        for g in range(groups):
            for k in range(frees[leaf, g]):
                alike *= k + 1
        if alike == 1:
            counts[leaf] = count_free(opens[leaf], parts, edges, conflict, weights, times[leaf])
        else:
            own = np.zeros(len(weights), np.int64)
            counts[leaf] = count_free(opens[leaf], parts, edges, conflict, own, times[leaf]) // alike
            for p in range(len(own)):
                weights[p] += own[p] // alike
        total += counts[leaf] * times[leaf]
    for k in range(len(ends)):
        for p in paths[k]:
            if p >= 0:
                weights[p] += counts[ends[k]]
    return total


@kernel
def pairs_of(opens: Words, frees: Longs, edges: Longs) -> tuple[float, float]:
    """About how many pairs of placements are looked at, and the most ways that a leaf could have."""
    steps = most = 0.0
    for leaf in range(len(opens)):
        parts = _parts(opens[leaf], frees[leaf], edges)
        every = some = 1.0
        for k in range(len(parts)):
            size = 0
            for w in range(edges[parts[k]], edges[parts[k] + 1]):
                size += ones(opens[leaf, w])
            every *= size
            if k < len(parts) - 4 or k >= len(parts) - 2:
                some *= size
        steps += some
        most = max(most, every)
    return steps, most
