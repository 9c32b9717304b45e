"""Ulam's game proved: how many questions a strategy needs at most, whatever is answered, and how few any one needs.

Numbers that take the same lies are alike, so a walk over the types that a strategy can meet, both answers at each, goes
through all plays at once: for a million numbers and one lie that is a few dozen types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sleuth.core.channel import HalfLies, Lies
from sleuth.core.errors import ParameterError, StuckError
from sleuth.strategies.ulam import Kinds, after, split

STEPS_MOST = 500


class WorstCase(NamedTuple):
    """What a walk over all answers found."""

    steps: int
    """The longest play."""
    types: int
    """How many types were met."""


def worst_case(numbers: int, channel: Lies | HalfLies, rule: Callable[[Kinds, bool], Kinds] = split) -> WorstCase:
    """The longest play of a rule that says how many numbers of each kind to ask for, over all answers."""
    if numbers < 1:
        raise ParameterError(f"ulam has at least one number, not {numbers}")
    half, seen = isinstance(channel, HalfLies), dict[Kinds, int]()

    def longest(kinds: Kinds, depth: int) -> int:
        if sum(kinds) <= 1:
            return 0
        if depth > STEPS_MOST:
            raise StuckError(f"the rule does not find the number in {STEPS_MOST} questions; it comes to {kinds}")
        if kinds not in seen:
            taken = rule(kinds, half)
            seen[kinds] = 1 + max(longest(after(kinds, taken, yes, half), depth + 1) for yes in (True, False))
        return seen[kinds]

    return WorstCase(longest((numbers,) + (0,) * channel.most, 0), len(seen))


def pelc(numbers: int) -> int:
    """The fewest questions that find one of so many numbers if at most one answer is a lie (Pelc 1987)."""
    steps = 0
    while numbers * (steps + 1) + (steps - 1 if numbers % 2 else 0) > 2**steps:
        steps += 1
    return steps
