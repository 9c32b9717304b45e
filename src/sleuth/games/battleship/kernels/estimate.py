"""How many boards there are, estimated: where they are too many to count.

A dive makes one board by chance. While a hit is uncovered, the one with the fewest options is covered by one of them;
then the free ships are placed, the longest first. Every choice is even, so a board comes with the product of one over
the numbers of choices, and the product of these numbers is, on average over dives, the number of boards (Knuth 1975).
Dives that come to nothing count as zero. The slow twin is the exact count, in the tests.
"""

from __future__ import annotations

import numpy as np

from sleuth.games.battleship.kernels.chain import pick
from sleuth.games.battleship.kernels.fleet import Waters
from sleuth.kernels.arrays import Floats, Longs, Words
from sleuth.kernels.bits import WORD, ones
from sleuth.kernels.jit import kernel, takes

_ONE = np.uint64(1)


@kernel
def _put(p: int, left: Words, todo: Words, free: Longs, edges: Longs, conflict: Words, cells: Words) -> int:
    """Place a ship; the group that it is of."""
    left &= ~conflict[p]
    todo &= ~cells[p]
    for g in range(len(free)):
        if edges[g] * WORD <= p < edges[g + 1] * WORD:
            free[g] -= 1
            if free[g] == 0:
                left[edges[g] : edges[g + 1]] = np.uint64(0)
            return g
    return -1


@kernel
def _tightest(left: Words, todo: Words, cover: Words) -> int:
    """The uncovered hit with the fewest placements; -1 if all are covered."""
    fewest, best = 1 << 30, -1
    for v in range(len(todo)):
        word = todo[v]
        while word:
            cell = v * WORD + ones((word & (~word + _ONE)) - _ONE)
            word &= word - _ONE
            n = 0
            for w in range(len(left)):
                n += ones(left[w] & cover[cell, w])
            if n < fewest:
                fewest, best = n, cell
    return best


@kernel
def dives(
    avail: Words,
    many: Longs,
    hits: Words,
    order: Longs,
    edges: Longs,
    conflict: Words,
    cover: Words,
    cells: Words,
    number: int,
    seed: int,
) -> Floats:
    """For each of so many dives the logarithm of the product of its choices, minus infinity where it came to nothing.

    `order` is the groups as free ships are placed. Ships of one group that are placed freely are told apart by when.
    """
    np.random.seed(seed)
    out = np.full(number, -np.inf)
    words = len(avail)
    for dive in range(number):
        left, todo, free = avail.copy(), hits.copy(), many.copy()
        for g in range(len(many)):
            if many[g] == 0:
                left[edges[g] : edges[g + 1]] = np.uint64(0)
        product, stuck = 0.0, False
        cell = _tightest(left, todo, cover)
        while cell >= 0 and not stuck:
            p, n = pick(left, cover[cell], 0, words, np.random.random())
            if n == 0:
                stuck = True
            else:
                product += np.log(n)
                _put(p, left, todo, free, edges, conflict, cells)
                cell = _tightest(left, todo, cover)
        for g in order:
            ships = free[g]
            for k in range(ships):
                p, n = pick(left, left, edges[g], edges[g + 1], np.random.random())
                if n == 0:
                    stuck = True
                    break
                product += np.log(n) - np.log(k + 1)
                _put(p, left, todo, free, edges, conflict, cells)
            if stuck:
                break
        if not stuck:
            out[dive] = product
    return out


def estimated_boards(
    sea: Waters, avail: Words, many: Longs, hits: Words, number: int, seed: int
) -> tuple[float, float]:
    """The logarithm (to base 2) of about how many boards there are, and its standard error."""
    order = np.argsort(-sea.lengths, kind="stable")
    logs = dives(avail, many, hits, order, sea.edges, sea.conflict, sea.cover, sea.cells, number, seed)
    most = logs.max()
    if not np.isfinite(most):
        return float("nan"), float("inf")
    weights = np.exp(logs - most)
    mean = weights.mean()
    error = weights.std(ddof=1) / np.sqrt(number) / mean
    return float((most + np.log(mean)) / np.log(2)), float(error / np.log(2))


@takes(2)
def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    from sleuth.games.battleship.kernels.fleet import waters

    sea = waters(3, 3, (2, 1), True)
    estimated_boards(sea, sea.every, np.array([1, 1]), np.ones(1, np.uint64), 2, 0)
