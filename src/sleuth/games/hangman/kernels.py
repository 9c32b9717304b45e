"""Hangman's patterns for whole lists of words: the answers to a letter counted, and the tree of a strategy grown.

A pattern is the set of places that hold a letter, as bits. `masks[word, letter]` holds it; 0 is the answer `no`. The
slow twin of `tally` is NumPy's `unique`; that of `grow` asks the strategy at each node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Bools, Floats, Ints, frozen
from sleuth.kernels.jit import kernel, takes

Masks = npt.NDArray[np.uint64]
HIT, ENTROPY, BLEND, POSSIBLE = 0, 1, 2, 3
"""What an item of a key looks at: the chance of a hit, the bits told, both, or whether a hit is possible."""


class _Scratch(NamedTuple):
    """Room for grouping words by the pattern of a letter."""

    slot: Ints
    """A hash table, which holds -1 everywhere before and after."""
    keys: Masks
    """The patterns, in the order in which they come."""
    group: Ints
    """The pattern of each word, by number."""
    masses: Floats
    counts: Ints


@kernel
def _scratch(number: int) -> _Scratch:
    """Room for as many words."""
    return _Scratch(
        np.full(_places(number), -1, np.int32), np.empty(number, np.uint64), np.empty(number, np.int32),
        np.empty(number), np.empty(number, np.int32),
    )  # fmt: skip


@kernel
def _places(number: int) -> int:
    """Places of a hash table for as many words."""
    places = 8
    while places < 2 * number:
        places *= 2
    return places


@kernel
def _group(masks: Masks, cands: Ints, letter: int, weights: Floats, scratch: _Scratch) -> int:
    """Number the patterns of a letter in the order in which they come, and sum what each has. How many there are."""
    slot, keys, group, masses, counts = scratch
    places = _places(cands.size)
    wrap = np.uint64(places - 1)
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
    slot[:places] = -1
    return made


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
    scratch = _scratch(cands.size)
    masses, counts = scratch.masses, scratch.counts
    made = _group(masks, cands, letter, weights, scratch)
    total, largest, expected = 0.0, 0, 0.0
    for g in range(made):
        total += masses[g]
        expected += masses[g] * counts[g]
        largest = max(largest, counts[g])
    return _bits(masses, made, total), float(made), float(largest), expected / total


class _Key(NamedTuple):
    """An ordered key over letters: see `grow`."""

    kinds: Ints
    shares: Floats
    naming: bool
    tolerance: float


class _Figures(NamedTuple):
    """What is known of each letter, and last of a guess of the heaviest word."""

    hit: Floats
    """The chance that it hits."""
    bits: Floats
    """The bits that it tells; -1 where they are not counted yet."""
    kept: Bools
    """Whether the key has not ruled it out."""


@kernel
def _score(kind: int, share: float, hit: float, bits: float) -> float:
    """What an item of a key gives a letter; lower is better."""
    return -hit if kind == HIT else -bits if kind == ENTROPY else -hit - share * bits


@kernel
def _choose(
    masks: Masks, cands: Ints, weights: Floats, asked: Bools, key: _Key, figures: _Figures, scratch: _Scratch
) -> int:
    """The letter that an ordered key likes best, or the number of letters for a guess of the heaviest word."""
    hit, bits, kept = figures
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
    rows = letters + 1 if key.naming else letters
    bits[:] = -1.0  # not counted yet
    for letter in range(letters):
        hit[letter] /= total
        kept[letter] = not asked[letter]
        if hit[letter] == 0.0:
            bits[letter] = 0.0
    if key.naming:
        p = heaviest / total
        hit[letters], kept[letters] = p, True
        bits[letters] = 0.0 if p >= 1 else -p * np.log2(p) - (1 - p) * np.log2(1 - p)
    for item in range(key.kinds.size):
        kind, share = key.kinds[item], key.shares[item]
        best = np.inf
        some = False
        for row in range(rows):
            if not kept[row]:
                continue
            if kind == POSSIBLE:
                some = some or hit[row] > 0
                continue
            if kind != HIT and bits[row] < 0:
                made = _group(masks, cands, row, weights, scratch)
                bits[row] = _bits(scratch.masses, made, total)
            best = min(best, _score(kind, share, hit[row], bits[row]))
        for row in range(rows):
            if not kept[row]:
                continue
            if kind == POSSIBLE:
                kept[row] = hit[row] > 0 or not some
                continue
            kept[row] = _score(kind, share, hit[row], bits[row]) <= best + key.tolerance
    for row in range(rows):
        if kept[row]:
            return row
    return -1


@kernel
def _name_heaviest(cands: Ints, weights: Floats) -> int:
    """The heaviest word, of equal ones the first of the list; it goes to the end of the candidates."""
    first = 0
    for i in range(cands.size):
        heavier = weights[cands[i]] > weights[cands[first]]
        if heavier or (weights[cands[i]] == weights[cands[first]] and cands[i] < cands[first]):
            first = i
    word = cands[first]
    for i in range(first, cands.size - 1):
        cands[i] = cands[i + 1]
    cands[-1] = word
    return word  # type: ignore[no-any-return]


@kernel
def grow(
    masks: Masks, weights: Floats, kinds: Ints, shares: Floats, naming: bool, tolerance: float, steps: Ints,
    misses: Ints,
) -> int:  # fmt: skip
    """Play a one-step strategy against every word of a list at once: the steps and misses of each. How many nodes.

    The key is a list of `kinds`, compared in turn; `shares` is what a bit is worth to a blend. With `naming`, a word
    may be guessed: always if it is the only one left, else if the key likes the heaviest best.
    """
    n, letters = masks.shape
    order = np.arange(n).astype(np.int32)
    spare = np.empty(n, np.int32)
    scratch, key = _scratch(n), _Key(kinds, shares, naming, tolerance)
    keys, group, counts = scratch.keys, scratch.group, scratch.counts
    figures = _Figures(np.empty(letters + 1), np.empty(letters + 1), np.zeros(letters + 1, np.bool_))
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
        row = _choose(masks, cands, weights, past, key, figures, scratch)
        if row == letters:
            word = _name_heaviest(cands, weights)
            steps[word], misses[word] = depth + 1, wrong
            starts[top], sizes[top], depths[top], missed[top] = start, size - 1, depth + 1, wrong + 1
            top += 1
            continue
        made = _group(masks, cands, row, weights, scratch)
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


@takes(3)
def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    masks, weights = frozen(np.eye(2, dtype=np.uint64)), frozen(np.ones(2))
    tally(masks, frozen(np.arange(2, dtype=np.int32)), weights, 0)
    kinds, shares, out = frozen(np.zeros(1, np.int32)), frozen(np.zeros(1)), np.zeros(2, np.int32)
    grow(masks, weights, kinds, shares, False, 1e-9, out, out.copy())
