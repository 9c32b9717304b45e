"""Sets as bits of words."""

from __future__ import annotations

from typing import Any

import numpy as np

from sleuth.kernels.arrays import Words
from sleuth.kernels.jit import kernel

WORD = 64
"""Bits of a word."""
_ONE = np.uint64(1)


@kernel
def ones(word: Any) -> Any:
    """How many bits are set in a word; the twin is `int.bit_count`."""
    word = np.uint64(word)
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def lowest(word: Any) -> Any:
    """The number of the lowest bit that is set."""
    return ones((word & (~word + _ONE)) - _ONE)


@kernel
def contains(words: Words, number: int) -> bool:
    """Whether a set has a member."""
    return bool((words[number // WORD] >> np.uint64(number % WORD)) & _ONE)


@kernel
def in_both(some: Words, others: Words, start: int, stop: int) -> Any:
    """How many members two sets have in common, in the words from `start` to `stop`."""
    n = 0
    for w in range(start, stop):
        n += ones(some[w] & others[w])
    return n


@kernel
def in_first(some: Words, others: Words, start: int, stop: int) -> Any:
    """How many members the first set has and the second has not, in the words from `start` to `stop`."""
    n = 0
    for w in range(start, stop):
        n += ones(some[w] & ~others[w])
    return n


@kernel
def take_out(some: Words, others: Words, out: Words) -> None:
    """The members of the first set that the second has not, into `out`."""
    for w in range(len(some)):
        out[w] = some[w] & ~others[w]
