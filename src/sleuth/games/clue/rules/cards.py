"""Sets of cards as whole numbers, one bit a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TypeVar

import numpy as np

T = TypeVar("T")

Cards = int
"""A set of cards: bit x is set where card number x, from 0, is in it."""
Deal = tuple[Cards, ...]
"""Who holds what: the pile at 0, then the players 1, 2, ..."""

PILE = 0
"""The pile as a holder, as in h(0, s)."""


def cards_of(numbers: Iterable[int]) -> Cards:
    """The set of these cards.

    >>> bin(cards_of([0, 3]))
    '0b1001'
    """
    return union(1 << number for number in numbers)


def union(sets: Iterable[Cards]) -> Cards:
    """The cards that are in one of the sets at least."""
    return reduce(or_, sets, 0)


def numbers_of(cards: Cards) -> list[int]:
    """The cards in a set, in order.

    >>> numbers_of(0b1001)
    [0, 3]
    """
    return [number for number in range(cards.bit_length()) if cards >> number & 1]


def subsets(cards: Cards, size: int) -> Iterator[Cards]:
    """The subsets of this size, in lexicographic order."""
    for chosen in combinations(numbers_of(cards), size):
        yield cards_of(chosen)


def pick(items: Sequence[T], rng: np.random.Generator) -> T:
    """One of the items, each equally likely."""
    return items[int(rng.integers(len(items)))]
