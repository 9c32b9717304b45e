"""Groups of permutations: orbits, random members that leave a point alone, all members where they are few, and whether
a permutation of actions and secrets is a symmetry of a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.arrays import Bools, Codes, Ints, Shorts, frozen
from sleuth.kernels.jit import kernel, takes

BAG = 10
"""Permutations in the bag from which random members come, at least."""
BASE = 24
"""Points by whose images members are told apart."""
STIR = np.uint64(0x9E3779B97F4A7C15)
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


@kernel
def members(generators: Ints, points: int, most: int) -> tuple[Shorts, bool]:
    """The members of a group but the identity, by the images of the first `points` points; and whether those are all.

    No more than `most` are listed. Members are told apart by the images of some points, so that one may be missed: a
    part of a group serves its users as well, only less.
    """
    many, degree = generators.shape
    words = np.zeros(BASE, np.uint64)
    base = np.zeros(BASE, np.int64)
    state = np.uint64(88172645463325252)
    for k in range(BASE):
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        words[k] = state | np.uint64(1)
        base[k] = np.int64((state >> np.uint64(33)) % np.uint64(degree))
    places = 16
    while places < 4 * (most + 1):
        places *= 2
    table = np.full(places, -1, np.int32)
    marks = np.empty(most + 1, np.uint64)
    images = np.empty((most + 1, degree), np.int16)
    used = np.empty(many, np.int32)
    images[0] = np.arange(degree).astype(np.int16)
    count, using = 0, 0
    for turn in range(many + 1):
        # The identity, then each generator that is not yet among the members.
        mark = np.uint64(0)
        for k in range(BASE):
            image = base[k] if turn == 0 else np.int64(generators[turn - 1, base[k]])
            mark += words[k] * np.uint64(image + 1)
        spot = np.int64(((mark * STIR) >> np.uint64(32)) & np.uint64(places - 1))
        while table[spot] >= 0 and marks[table[spot]] != mark:
            spot = (spot + 1) & (places - 1)
        if table[spot] >= 0:
            continue
        if turn == 0:
            table[spot], marks[0], count = 0, mark, 1
            continue
        used[using] = turn - 1
        using += 1
        head = 0
        while head < count:
            for u in range(using):
                g = used[u]
                mark = np.uint64(0)
                for k in range(BASE):
                    mark += words[k] * np.uint64(generators[g, images[head, base[k]]] + 1)
                spot = np.int64(((mark * STIR) >> np.uint64(32)) & np.uint64(places - 1))
                while table[spot] >= 0 and marks[table[spot]] != mark:
                    spot = (spot + 1) & (places - 1)
                if table[spot] >= 0:
                    continue
                if count > most:
                    return images[1:count, :points].copy(), False
                table[spot], marks[count] = count, mark
                for x in range(degree):
                    images[count, x] = generators[g, images[head, x]]
                count += 1
            head += 1
    return images[1:count, :points].copy(), True


@kernel
def keeps_answers(codes: Codes, permutation: Ints) -> bool:
    """Whether every secret answers every action as its image answers the image of the action."""
    secrets, actions = codes.shape
    for s in range(secrets):
        row, other = codes[s], codes[permutation[actions + s] - actions]
        same = True
        for a in range(actions):
            same &= row[a] == other[permutation[a]]
        if not same:
            return False
    return True


@kernel
def first_changed(codes: Codes, width: int, permutation: Ints, sample: Ints) -> int:
    """The first action of a sample whose parts do not become the parts of its image; -1 if there is none."""
    secrets, actions = codes.shape
    there = np.empty(width, np.int32)
    back = np.empty(width, np.int32)
    for a in sample:
        image = permutation[a]
        there[:] = -1
        back[:] = -1
        for s in range(secrets):
            c: Any = np.int32(codes[s, a])
            d: Any = np.int32(codes[permutation[actions + s] - actions, image])
            if there[c] < 0 and back[d] < 0:
                there[c], back[d] = d, c
            elif there[c] != d or back[d] != c:
                return int(a)
    return -1


@kernel
def not_first(images: Shorts, rows: Ints, out: Bools) -> None:
    """Mark the actions that some of the members take to one with a lower number."""
    for r in rows:
        image = images[r]
        for a in range(out.size):
            out[a] |= image[a] < np.int16(a)


@takes(2)
def warm() -> None:
    """Compile every kernel of this file."""
    swap = frozen(np.array([[1, 0, 2]], np.int32))
    orbits(swap, 3)
    stabiliser(swap, 2, 1)
    images, _ = members(swap, 3, 2)
    for codes in (np.zeros((1, 2), np.uint8), np.zeros((1, 2), np.uint16)):
        keeps_answers(frozen(codes), swap[0])
        first_changed(frozen(codes), 1, swap[0], np.zeros(1, np.int32))
    not_first(frozen(images), np.zeros(1, np.int32), np.zeros(1, np.bool_))
