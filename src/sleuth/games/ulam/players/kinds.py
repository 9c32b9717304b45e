"""The types of Ulam's game: how many numbers take no lie, one lie and so on, and what they stand for.

With `q` questions left, a number that may still lie `i` times stands for all ways to lie at most `i` times in `q`
answers: that many sequences of answers lead to it. So no `q` questions suffice where these exceed `2**q` in total
(Berlekamp 1968).
"""

from __future__ import annotations

from math import comb

Kinds = tuple[int, ...]
"""How many numbers take no lie, one, two and so on. The last may lie no more."""


def after(kinds: Kinds, taken: Kinds, yes: bool, half: bool) -> Kinds:
    """The kinds once a question that takes so many of each was answered.

    A yes moves the numbers that were not taken on by one lie, and a no those that were. Where only a yes may be denied,
    a yes is true.
    """
    stay = taken if yes else tuple(n - t for n, t in zip(kinds, taken, strict=True))
    move = (0,) * len(kinds) if yes and half else tuple(n - s for n, s in zip(kinds, stay, strict=True))
    return tuple(s + m for s, m in zip(stay, (0, *move), strict=False))


def volume(kinds: Kinds, steps: int, half: bool) -> float:
    """The sequences of answers that the numbers stand for, in so many more steps."""
    most, share = len(kinds) - 1, 2.0 if half else 1.0  # half of the answers may be lied about, or all
    ways = (sum(comb(steps, i) / share**i for i in range(most - lies + 1)) for lies in range(most + 1))
    return float(sum(number * way for number, way in zip(kinds, ways, strict=True)))


def bound(kinds: Kinds, half: bool = False) -> int:
    """The fewest steps whose sequences of answers are enough; for half-lies an estimate."""
    steps = 0
    while sum(kinds) > 1 and volume(kinds, steps, half) > 2**steps:
        steps += 1
    return steps


def half_bound(numbers: int) -> int:
    """Steps that nobody beats if a yes may be denied, at least once.

    The true answers to a number are a sequence of its own, and each yes in it may be the lie: a sequence with `w` times
    yes stands for `1 + w`. The numbers take the sequences with the fewest times yes at best.
    """
    steps = 0
    while numbers > 1 and _lightest(numbers, steps) > 2**steps:
        steps += 1
    return steps


def _lightest(numbers: int, steps: int) -> int:
    """What so many different sequences of answers stand for at least; more than there are if they are too few."""
    total, left = 0, numbers
    for times in range(steps + 1):
        here = min(left, comb(steps, times))
        total, left = total + here * (1 + times), left - here
    return total if not left else 2**steps + 1
