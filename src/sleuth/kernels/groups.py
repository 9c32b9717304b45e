"""Groups of permutations, by generators: orbits, and random members that leave a point alone."""

from __future__ import annotations

import numpy as np

from sleuth.kernels.arrays import Ints, frozen
from sleuth.kernels.jit import kernel, takes

BAG = 10
"""Permutations in the bag from which random members come, at least."""
MIXING = 40
"""Replacements in the bag before the first member is taken from it."""


@kernel
def orbits(generators: Ints, points: int) -> Ints:
    """For each of the first `points` points, the first point of its orbit."""
    first = np.arange(points).astype(np.int32)
    for point in range(points):
        for g in range(generators.shape[0]):
            a, b = point, generators[g, point]
            while first[a] != a:
                first[a] = first[first[a]]
                a = first[a]
            while first[b] != b:
                first[b] = first[first[b]]
                b = first[b]
            if a < b:
                first[b] = a
            else:
                first[a] = b
    for point in range(points):
        first[point] = first[first[point]]
    return first


@kernel
def stabiliser(generators: Ints, point: int, draws: int) -> Ints:
    """Random members that leave `point` alone: enough of them generate all that do.

    A random member takes the point somewhere in its orbit; a path of generators takes it back. Random members come
    from product replacement, with random numbers that depend on nothing but the input.
    """
    many, degree = generators.shape
    inverses = np.empty_like(generators)
    for g in range(many):
        for x in range(degree):
            inverses[g, generators[g, x]] = x
    by = np.full(degree, -1, np.int32)  # the generator that first led to a point of the orbit
    queue = np.empty(degree, np.int32)
    queue[0] = point
    by[point] = many
    head, tail = 0, 1
    while head < tail:
        x = queue[head]
        head += 1
        for g in range(many):
            y = generators[g, x]
            if by[y] < 0:
                by[y] = g
                queue[tail] = y
                tail += 1
    size = max(BAG, many)
    bag = np.empty((size, degree), np.int32)
    back = np.empty((size, degree), np.int32)
    for k in range(size):
        bag[k] = generators[k % many]
        back[k] = inverses[k % many]
    out = np.empty((draws, degree), np.int32)
    state = np.uint64(88172645463325252)
    for turn in range(MIXING + draws):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        i = np.int64((state >> np.uint64(8)) % np.uint64(size))
        j = np.int64((state >> np.uint64(28)) % np.uint64(size - 1))
        j += j >= i
        flip = (state >> np.uint64(60)) & np.uint64(1)
        turned = (state >> np.uint64(61)) & np.uint64(1)
        other = back[j] if flip == 1 else bag[j]
        if turned == 1:
            bag[i] = bag[i][other]
        else:
            bag[i] = other[bag[i]]
        for x in range(degree):
            back[i, bag[i, x]] = x
        if turn >= MIXING:
            member = bag[i].copy()
            x = member[point]
            while x != point:
                g = by[x]
                member = inverses[g][member]
                x = inverses[g, x]
            out[turn - MIXING] = member
    return out


@takes(1.5)
def warm() -> None:
    """Compile every kernel of this file."""
    swap = frozen(np.array([[1, 0, 2]], np.int32))
    orbits(swap, 3)
    stabiliser(swap, 2, 1)
