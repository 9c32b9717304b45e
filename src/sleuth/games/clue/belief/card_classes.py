"""The cards that are still open, in classes of cards that nothing tells apart, with tables to find sets of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from sleuth.games.clue.rules.errors import TooManyWorldsError
from sleuth.kernels.arrays import Array, Floats, Ints, frozen

WIDEST = 15
"""Bits in one of the two tables."""


class SetLevel(NamedTuple):
    """All sets of one size, one for all of a kind."""

    states: Array
    """The sets, as masks."""
    high: Ints
    """Where the sets with these high bits begin."""
    kin: Floats
    """How many sets each stands for."""


class _Half:
    """The tables of one half of the bits: each mask, and the mask that stands for it."""

    def __init__(self, classes: tuple[int, ...]) -> None:
        self.bits = sum(classes)
        masks = np.arange(1 << self.bits)
        standing = np.zeros_like(masks)
        kin = np.ones(masks.size)
        first = 0
        for size in classes:
            held = np.bitwise_count(masks >> first & (1 << size) - 1).astype(np.int64)
            standing |= ((1 << held) - 1) << first
            kin *= np.array([comb(size, k) for k in range(size + 1)], np.float64)[held]
            first += size
        self.standing = standing
        chosen = np.unique(standing)
        sizes = np.bitwise_count(chosen).astype(np.int64)
        order = np.lexsort((chosen, sizes))
        self.masks, self.sizes = chosen[order], sizes[order]
        self.kin = kin[self.masks]
        self.starts = np.searchsorted(self.sizes, np.arange(self.bits + 2))
        rank = np.zeros(masks.size, np.int64)
        rank[self.masks] = np.arange(self.masks.size) - self.starts[self.sizes]
        self.rank = rank[standing]
        number = np.zeros(masks.size, np.int64)
        number[self.masks] = np.arange(self.masks.size)
        self.number = number[standing]


class Ground:
    """Sets of open cards, by size. The classes of the low half come first, bit by bit."""

    def __init__(self, low: tuple[int, ...], high: tuple[int, ...]) -> None:
        self._low, self._high = _Half(low), _Half(high)
        self.bits = self._low.bits
        self.total = self.bits + self._high.bits
        self.full = (1 << self.total) - 1
        self.low: Ints = frozen(self._low.rank.astype(np.int32))
        self._levels: dict[int, SetLevel] = {}
        edges = np.cumsum([0, *low, *high]).tolist()
        self.classes = [slice(a, b) for a, b in pairwise(edges)]

    @cached_property
    def counts(self) -> list[int]:
        """How many states there are of each size."""
        low, high = (np.bincount(half.sizes, minlength=half.bits + 1) for half in (self._low, self._high))
        return list(np.convolve(low, high).tolist())

    def level(self, size: int) -> SetLevel:
        """The sets of this size."""
        if size not in self._levels:
            self._levels[size] = self._make(size)
        return self._levels[size]

    def _make(self, size: int) -> SetLevel:
        low, high = self._low, self._high
        wanted = size - high.sizes
        fits = (wanted >= 0) & (wanted <= low.bits)
        wanted = np.where(fits, wanted, 0)
        counts = np.where(fits, low.starts[wanted + 1] - low.starts[wanted], 0)
        bases = np.cumsum(counts) - counts
        inside = np.arange(int(counts.sum())) - np.repeat(bases - low.starts[wanted], counts)
        states = np.repeat(high.masks << low.bits, counts) | low.masks[inside]
        kin = np.repeat(high.kin, counts) * low.kin[inside]
        return SetLevel(frozen(states), frozen(bases[high.number].astype(np.int32)), frozen(kin))

    def place(self, masks: Array, size: int) -> Array:
        """Where the sets that stand for these, all of one size, are in their level."""
        return np.asarray(self.level(size).high[masks >> self.bits] + self.low[masks & (1 << self.bits) - 1])


make_ground = lru_cache(maxsize=64)(Ground)


def arrange(classes: Sequence[Sequence[int]]) -> tuple[list[int], Ground]:
    """The cards in the order of their bits, and the ground. A class that fits neither half is cut in two."""
    total = sum(map(len, classes))
    if total > 2 * WIDEST:
        raise TooManyWorldsError(f"{total} cards are open; deals are counted up to {2 * WIDEST}")
    room = [total // 2, WIDEST]
    halves: tuple[list[list[int]], list[list[int]]] = ([], [])
    for cards in sorted(classes, key=lambda cards: (-len(cards), list(cards))):
        left = list(cards)
        while left:
            side = next((k for k in (0, 1) if len(left) <= room[k]), 0 if room[0] > room[1] else 1)
            part, left = left[: room[side]], left[room[side] :]
            room[side] -= len(part)
            halves[side].append(part)
    order = [card for half in halves for part in half for card in part]
    low, high = (tuple(map(len, half)) for half in halves)
    return order, make_ground(low, high)
