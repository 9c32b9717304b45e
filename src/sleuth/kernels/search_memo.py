"""What the exact search knows of sets met before: a hash table that all threads share, with keys of 128 bits.

An entry lies in one of the `WAYS` places that follow each other from where its hash points (set-associative, as the
cache of a processor). Two sets with one hash would be taken for the same set; with 128 bits that is not to be
expected.

There are no locks. The words of the key are kept mixed with those of the value, so that an entry of which one thread
has written a half while another reads it has no key that anybody asks for: it is not found, and that costs time and
nothing else (Hyatt and Mann's lockless hashing).

Memory for the largest memo is asked for at the start and not touched: the system hands it out page by page as the memo
grows into it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Floats, Ints, Longs, Words
from sleuth.kernels.jit import kernel

WAYS = 4
"""How many places of the memo an entry may lie in."""
ENTRY_BYTES = 32
FIRST_PLACES = 1 << 12
"""A memo begins with so many places: to clear more takes longer than to solve a small game."""
BOUND, MISSING = -1, -2
"""In place of an action: a lower bound and no more; nothing."""

STOP, NODES, LOOKUPS, GROWS = range(4)
"""Places in `Memo.tally`, which each thread has for itself: whether to stop; sets looked at; table look-ups; whether
this is the thread that makes the memo grow."""
PLACES, MOST, KEPT, DROPPED = range(4)
"""Places in `Memo.state`, which all share: places in use; places there may be; entries made; entries dropped."""

STIR0, STIR1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

EMPTY, LOW = np.uint64(0), np.uint64(0xFFFFFFFF)


class Memo(NamedTuple):
    """What is known of sets met before. Where it is full, entries are dropped: the search then takes longer, and its
    result is the same."""

    entries: Words
    """Four words each: the key, mixed with the value; the bits of the total or bound; action and size."""
    state: Longs
    busy: Words
    """What the threads are at; one word where there is one thread."""
    tally: Longs


def new_memo(places: int, first: int = FIRST_PLACES, busy: int = 1) -> Memo:
    """An empty memo that grows up to so many places, a power of two; with `busy` words for threads to tell each other
    what they are at."""
    state: Longs = np.array([min(first, places), places, 0, 0], np.int64)
    tally: Longs = np.array([0, 0, 0, 1], np.int64)
    return Memo(np.zeros((places, 4), np.uint64), state, np.zeros(busy, np.uint64), tally)


@kernel
def look_up(memo: Memo, h0: np.uint64, h1: np.uint64) -> tuple[float, int]:
    """What is kept under a key: a total and its action, or a lower bound and `BOUND`, or `MISSING`."""
    start: Any = np.int64(h0 & np.uint64(memo.state[PLACES] - WAYS))
    for place in range(start, start + WAYS):
        bits, note = memo.entries[place, 2], memo.entries[place, 3]
        mixed = bits * STIR0 + note * STIR1
        if memo.entries[place, 0] ^ bits ^ note == h0 and memo.entries[place, 1] ^ mixed == h1 and note != EMPTY:
            value: Any = np.uint64(bits).view(np.float64)
            action: Any = np.int64(note & LOW) - 1
            return value, action
    return 0.0, MISSING


@kernel
def write(memo: Memo, place: int, h0: np.uint64, h1: np.uint64, n: int, lower: float, action: int) -> None:
    """Put an entry into a place."""
    bits = np.float64(lower).view(np.uint64)
    note = np.uint64(n) << np.uint64(32) | np.uint64(action + 1)
    memo.entries[place, 0] = h0 ^ bits ^ note
    memo.entries[place, 1] = h1 ^ (bits * STIR0 + note * STIR1)
    memo.entries[place, 2] = bits
    memo.entries[place, 3] = note


@kernel
def remember(memo: Memo, h0: np.uint64, h1: np.uint64, n: int, lower: float, action: int) -> None:
    """Keep a total and its action, or a lower bound with the action `BOUND`.

    Where all places for it are taken, the entry about the fewest candidates is dropped: it is soonest made again.
    """
    start: Any = np.int64(h0 & np.uint64(memo.state[PLACES] - WAYS))
    spot = start
    least = np.uint64(0xFFFFFFFFFFFFFFFF)
    for place in range(start, start + WAYS):
        bits, note = memo.entries[place, 2], memo.entries[place, 3]
        mixed = bits * STIR0 + note * STIR1
        if memo.entries[place, 0] ^ bits ^ note == h0 and memo.entries[place, 1] ^ mixed == h1 and note != EMPTY:
            if note & LOW == EMPTY and (action >= 0 or lower > np.uint64(bits).view(np.float64)):
                write(memo, place, h0, h1, n, lower, action)
            return
        if note >> np.uint64(32) < least:
            least, spot = note >> np.uint64(32), place
    memo.state[DROPPED if least > np.uint64(0) else KEPT] += 1
    write(memo, spot, h0, h1, n, lower, action)


@kernel
def make_room(memo: Memo) -> None:
    """Double the memo in place while it is more than half full and may grow; one thread does it while others go on.

    An entry of the old half moves to the new one where the next bit of its hash is set. What another thread writes
    where the move has gone by may be lost.
    """
    while memo.state[KEPT] > memo.state[PLACES] // 2 and memo.state[PLACES] < memo.state[MOST]:
        old: Any = memo.state[PLACES]
        for first in range(0, old, WAYS):
            free = first + old
            for place in range(first, first + WAYS):
                bits, note = memo.entries[place, 2], memo.entries[place, 3]
                h0 = memo.entries[place, 0] ^ bits ^ note
                if note != EMPTY and h0 & np.uint64(old) != np.uint64(0):
                    for word in range(4):
                        memo.entries[free, word] = memo.entries[place, word]
                        memo.entries[place, word] = 0
                    free += 1
        memo.state[PLACES] = 2 * old


@kernel
def look_up_many(memo: Memo, keys: Words, out: Floats) -> None:
    """What is kept under each key; not a number where nothing is."""
    for i in range(out.size):
        value, action = look_up(memo, keys[i, 0], keys[i, 1])
        out[i] = value if action != MISSING else np.nan


@kernel
def remember_many(memo: Memo, keys: Words, sizes: Ints, values: Floats) -> None:
    """Keep a value under each key; what is not a number is not kept."""
    for i in range(values.size):
        if values[i] == values[i]:
            make_room(memo)
            remember(memo, keys[i, 0], keys[i, 1], sizes[i], values[i], 0)
