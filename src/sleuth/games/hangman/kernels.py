"""Hangman's patterns for whole lists of words: the answers to a letter counted, and the tree of a strategy grown.

A pattern is the set of places that hold a letter, as bits. `masks[word, letter]` holds it; 0 is the answer `no`. The
slow twin of `tally` is NumPy's `unique`; that of `grow` asks the strategy at each node.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Bools, Floats, Ints, frozen
from sleuth.kernels.jit import kernel

Masks = npt.NDArray[np.uint64]
HIT, ENTROPY, BLEND, POSSIBLE = 0, 1, 2, 3
"""What an item of a key looks at: the chance of a hit, the bits bits, both, or whether a hit is possible."""


@kernel
def _group(
    masks: Masks, cands: Ints, letter: int, weights: Floats, slot: Ints, keys: Masks, group: Ints, masses: Floats,
    counts: Ints,
) -> int:  # fmt: skip
    """Number the patterns of a letter in the order in which they come, and sum what each has. How many there are.

    `slot` is a hash table that holds -1 everywhere, before and after.
    """
    room = 8
    while room < 2 * cands.size:
        room *= 2
    wrap = np.uint64(room - 1)
    made = 0
    for i in range(cands.size):
        word = cands[i]
        mask = masks[word, letter]
        at = ((mask * np.uint64(11400714819323198485)) >> np.uint64(32)) & wrap
        while slot[at] >= 0 and keys[slot[at]] != mask:
            at = (at + np.uint64(1)) & wrap
        g = slot[at]
        if g < 0:
            g = made
            slot[at] = g
            keys[g] = mask
            masses[g] = 0.0
            counts[g] = 0
            made += 1
        masses[g] += weights[word]
        counts[g] += 1
        group[i] = g
    for at_ in range(room):
        slot[at_] = -1
    return made


@kernel
def _room(number: int) -> int:
    """Places of a hash table for as many words."""
    room = 8
    while room < 2 * number:
        room *= 2
    return room


@kernel
def _bits(masses: Floats, made: int, total: float) -> float:
    """The entropy of some masses."""
    bits = 0.0
    for g in range(made):
        p = masses[g] / total
        if p > 0:
            bits -= p * np.log2(p)
    return bits


@kernel
def tally(masks: Masks, cands: Ints, weights: Floats, letter: int) -> tuple[float, float, float, float]:
    """Of the patterns of a letter in some words: bits, number, the most words of one, and the words expected."""
    n = cands.size
    slot = np.full(_room(n), -1, np.int32)
    keys, group, masses, counts = np.empty(n, np.uint64), np.empty(n, np.int32), np.empty(n), np.empty(n, np.int32)
    made = _group(masks, cands, letter, weights, slot, keys, group, masses, counts)
    total, largest, expected = 0.0, 0, 0.0
    for g in range(made):
        total += masses[g]
        expected += masses[g] * counts[g]
        largest = max(largest, counts[g])
    return _bits(masses, made, total), float(made), float(largest), expected / total


@kernel
def _choose(
    masks: Masks, cands: Ints, weights: Floats, asked: Bools, kinds: Ints, shares: Floats, naming: bool,
    tolerance: float, slot: Ints, keys: Masks, group: Ints, masses: Floats, counts: Ints, hit: Floats, bits: Floats,
    kept: Bools,
) -> int:  # fmt: skip
    """The letter that an ordered key likes best, or the number of letters for a guess of the heaviest word."""
    letters = masks.shape[1]
    total = 0.0
    heaviest = 0.0
    for i in range(cands.size):
        total += weights[cands[i]]
        heaviest = max(heaviest, weights[cands[i]])
    hit[:] = 0.0
    for i in range(cands.size):
        word = cands[i]
        for letter in range(letters):
            if masks[word, letter] != 0:
                hit[letter] += weights[word]
    rows = letters + 1 if naming else letters
    bits[:] = -1.0  # not counted yet
    for letter in range(letters):
        hit[letter] /= total
        kept[letter] = not asked[letter]
        if hit[letter] == 0.0:
            bits[letter] = 0.0
    if naming:
        p = heaviest / total
        hit[letters], kept[letters] = p, True
        bits[letters] = 0.0 if p >= 1 else -p * np.log2(p) - (1 - p) * np.log2(1 - p)
    for item in range(kinds.size):
        kind = kinds[item]
        best = np.inf
        some = False
        for row in range(rows):
            if not kept[row]:
                continue
            if kind == POSSIBLE:
                some = some or hit[row] > 0
                continue
            if kind != HIT and bits[row] < 0:
                made = _group(masks, cands, row, weights, slot, keys, group, masses, counts)
                bits[row] = _bits(masses, made, total)
            score = (
                -hit[row] if kind == HIT else -bits[row] if kind == ENTROPY else -hit[row] - shares[item] * bits[row]
            )
            best = min(best, score)
        for row in range(rows):
            if not kept[row]:
                continue
            if kind == POSSIBLE:
                kept[row] = hit[row] > 0 or not some
                continue
            score = (
                -hit[row] if kind == HIT else -bits[row] if kind == ENTROPY else -hit[row] - shares[item] * bits[row]
            )
            kept[row] = score <= best + tolerance
    for row in range(rows):
        if kept[row]:
            return row
    return -1


@kernel
def grow(
    masks: Masks,
    weights: Floats,
    kinds: Ints,
    shares: Floats,
    naming: bool,
    tolerance: float,
    steps: Ints,
    misses: Ints,
) -> int:
    """Play a one-step strategy against every word of a list at once: the steps and misses of each. How many nodes.

    The key is a list of `kinds`, compared in turn; `shares` is what a bit is worth to a blend. With `naming`, a word
    may be guessed: always if it is the only one left, else if the key likes the heaviest best.
    """
    n, letters = masks.shape
    order = np.arange(n).astype(np.int32)
    spare = np.empty(n, np.int32)
    slot = np.full(_room(n), -1, np.int32)
    keys, group, masses, counts = np.empty(n, np.uint64), np.empty(n, np.int32), np.empty(n), np.empty(n, np.int32)
    hit, bits, kept = np.empty(letters + 1), np.empty(letters + 1), np.zeros(letters + 1, np.bool_)
    asked = np.zeros((n + 1, letters), np.bool_)  # one row for each place of the stack
    starts, sizes = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)
    depths, missed = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)
    sizes[0] = n
    top, nodes = 1, 0
    past = np.zeros(letters, np.bool_)
    while top:
        top -= 1
        start, size, depth, wrong = starts[top], sizes[top], depths[top], missed[top]
        past[:] = asked[top]
        cands = order[start : start + size]
        if size == 1:
            word = cands[0]
            left = 0
            for letter in range(letters):
                left += masks[word, letter] != 0 and not past[letter]
            if left == 0 or naming:
                nodes += left > 0
                steps[word] = depth + (left > 0)
                misses[word] = wrong
                continue
        nodes += 1
        row = _choose(
            masks, cands, weights, past, kinds, shares, naming, tolerance, slot, keys, group, masses, counts, hit, bits,
            kept,
        )  # fmt: skip
        if row == letters:
            first = 0
            for i in range(size):
                heavier = weights[cands[i]] > weights[cands[first]]
                if heavier or (weights[cands[i]] == weights[cands[first]] and cands[i] < cands[first]):
                    first = i
            word = cands[first]
            steps[word], misses[word] = depth + 1, wrong
            for i in range(first, size - 1):
                cands[i] = cands[i + 1]
            cands[size - 1] = word
            starts[top], sizes[top], depths[top], missed[top] = start, size - 1, depth + 1, wrong + 1
            top += 1
            continue
        made = _group(masks, cands, row, weights, slot, keys, group, masses, counts)
        at = 0
        for g in range(made):
            starts[top + g], sizes[top + g], depths[top + g] = start + at, counts[g], depth + 1
            missed[top + g] = wrong + (keys[g] == 0)
            asked[top + g] = past
            asked[top + g, row] = True
            at += counts[g]
            counts[g] = at - counts[g]
        for i in range(size):
            spare[counts[group[i]]] = cands[i]
            counts[group[i]] += 1
        cands[:] = spare[:size]
        top += made
    return nodes


def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    masks, weights = frozen(np.eye(2, dtype=np.uint64)), frozen(np.ones(2))
    tally(masks, frozen(np.arange(2, dtype=np.int32)), weights, 0)
    kinds, shares, out = frozen(np.zeros(1, np.int32)), frozen(np.zeros(1)), np.zeros(2, np.int32)
    grow(masks, weights, kinds, shares, False, 1e-9, out, out.copy())
