"""How many boards there are, estimated: where they are too many to count.

A dive makes one board by chance. While a hit is uncovered, the one with the fewest options is covered by one of them;
then the free ships are placed, the longest first. Every choice is even, so a board comes with the product of one over
the numbers of choices, and the product of these numbers is, on average over dives, the number of boards (Knuth 1975).
Dives that come to nothing count as zero. The slow twin is the exact count, in the tests.
"""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Floats, Longs, Words
from sleuth.kernels.fleet import put, tightest, waters
from sleuth.kernels.fleet_chain import pick
from sleuth.kernels.fleet_count import Waters
from sleuth.kernels.jit import kernel


@kernel
def dives(avail: Words, many: Longs, hits: Words, order: Longs, sea: Waters, number: int, seed: int) -> Floats:
    """For each of so many dives the logarithm of the product of its choices, minus infinity where it came to nothing.

    `order` is the groups as free ships are placed. Ships of one group that are placed freely are told apart by when.
    """
    np.random.seed(seed)
    out = np.full(number, -np.inf)
    edges, words = sea.edges, len(avail)
    for dive in range(number):
        left, todo, free = avail.copy(), hits.copy(), many.copy()
        for g in range(len(many)):
            if many[g] == 0:
                left[edges[g] : edges[g + 1]] = np.uint64(0)
        product, stuck = 0.0, False
        cell, _, _ = tightest(left, todo, sea.cover)
        while cell >= 0 and not stuck:
            p, n = pick(left, sea.cover[cell], 0, words, np.random.random())
            if n == 0:
                stuck = True
            else:
                product += np.log(n)
                put(p, left, todo, free, sea)
                cell, _, _ = tightest(left, todo, sea.cover)
        for g in order:
            ships = free[g]
            for k in range(ships):
                p, n = pick(left, left, edges[g], edges[g + 1], np.random.random())
                if n == 0:
                    stuck = True
                    break
                product += np.log(n) - np.log(k + 1)
                put(p, left, todo, free, sea)
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
    logs = dives(avail, many, hits, order, sea, number, seed)
    most = logs.max()
    if not np.isfinite(most):
        return float("nan"), float("inf")
    weights = np.exp(logs - most)
    mean = weights.mean()
    error = weights.std(ddof=1) / np.sqrt(number) / mean
    return float((most + np.log(mean)) / np.log(2)), float(error / np.log(2))


def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    sea = waters(3, 3, (2, 1), True)
    estimated_boards(sea, sea.every, np.array([1, 1]), np.ones(1, np.uint64), 2, 0)
