"""What the exact search knows of sets met before: a hash table of fixed size, whose keys are hashes of 128 bits.

An entry lies in one of the `WAYS` places that follow each other from where its hash points (set-associative, as the
cache of a processor). Two sets with one hash would be taken for the same set; with 128 bits that is not to be
expected.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.kernels.arrays import Floats, Ints, Words
from sleuth.kernels.jit import kernel

WAYS = 4
"""How many places of the memo an entry may lie in."""

STOP, NODES, LOOKUPS, KEPT, DROPPED = range(5)
"""Places in `Memo.tally`: whether to stop; sets looked at; table look-ups; entries made; entries dropped."""


class Memo(NamedTuple):
    """What is known of sets met before. Where it is full, entries are dropped: the search then takes longer, and its
    result is the same."""

    keys: Words
    lower: Floats
    action: Ints
    """One more than the best action where `lower` is exact, else 0."""
    size: Ints
    tally: npt.NDArray[np.int64]


@kernel
def look_up(memo: Memo, h0: np.uint64, h1: np.uint64) -> int:
    """The place of an entry, or -1."""
    start: Any = np.int64(h0 & np.uint64(memo.lower.size - WAYS))
    for place in range(start, start + WAYS):
        if memo.keys[place, 0] == h0 and memo.keys[place, 1] == h1:
            return place
    return -1


@kernel
def remember(memo: Memo, h0: np.uint64, h1: np.uint64, n: int, lower: float, action: int) -> None:
    """Keep a total and its action, or a lower bound with the action -1.

    Where all places for it are taken, the entry about the fewest candidates is dropped: it is soonest made again.
    """
    start: Any = np.int64(h0 & np.uint64(memo.lower.size - WAYS))
    spot = start
    for place in range(start, start + WAYS):
        if memo.keys[place, 0] == h0 and memo.keys[place, 1] == h1:
            if memo.action[place] == 0 and (action >= 0 or lower > memo.lower[place]):
                memo.lower[place] = lower
                memo.action[place] = action + 1
            return
        if memo.size[place] < memo.size[spot]:
            spot = place
    memo.tally[DROPPED if memo.size[spot] > 0 else KEPT] += 1
    memo.keys[spot, 0] = h0
    memo.keys[spot, 1] = h1
    memo.lower[spot] = lower
    memo.action[spot] = action + 1
    memo.size[spot] = n


@kernel
def look_up_many(memo: Memo, keys: Words, out: Floats) -> None:
    """What is kept under each key; not a number where nothing is."""
    for i in range(out.size):
        place = look_up(memo, keys[i, 0], keys[i, 1])
        out[i] = memo.lower[place] if place >= 0 else np.nan


@kernel
def remember_many(memo: Memo, keys: Words, sizes: Ints, values: Floats) -> None:
    """Keep a value under each key; what is not a number is not kept."""
    for i in range(values.size):
        if values[i] == values[i]:
            remember(memo, keys[i, 0], keys[i, 1], sizes[i], values[i], 0)


@kernel
def transfer(old: Memo, new: Memo) -> None:
    """Bring all entries of one memo into another."""
    for place in range(old.size.size):
        if old.size[place] > 0:
            remember(
                new, old.keys[place, 0], old.keys[place, 1], old.size[place], old.lower[place], old.action[place] - 1
            )
