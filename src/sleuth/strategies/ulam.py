"""Ulam's game by types: how many numbers take no lie, one lie, and so on, and how many of each a question asks for.

With `q` questions left, a number that may still lie `i` times stands for all ways to lie at most `i` times in `q`
answers: that many sequences of answers lead to it. So no `q` questions suffice where these exceed `2**q` in total
(Berlekamp 1968), and a question is good if both answers leave about half of them. With one lie this reaches the optimum
(Pelc 1987); the last few numbers are searched.

Where only a yes may be a lie (half-lies), a number stands for fewer sequences, about those in which half of the answers
are a yes, and a question that takes a little more than half is balanced.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import comb, prod

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.lying_numbers import NumberSet
from sleuth.core.channel import HalfLies
from sleuth.core.errors import ParameterError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.strategies.base import Strategy
from sleuth.strategies.decision import Decision

Kinds = tuple[int, ...]
"""How many numbers take no lie, one, two and so on. The last may lie no more."""

SEARCHED = 12
"""Up to so many ways to take numbers of each kind, the best question is searched rather than balanced."""
EXACT = 256
"""With one lie and up to so many numbers that take none, the best question is known."""
NONE = -1
"""Room for nothing."""


@dataclass(frozen=True)
class Berlekamp(Strategy):
    """Ask for a set of numbers whose answers leave equally many ways to lie; for Ulam's game."""

    @property
    def tie_break(self) -> str:
        return "the lowest numbers of each kind"

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        if not isinstance(info, NumberSet) or info.channel.most is None:
            raise ParameterError(
                f"{self.name} is for ulam with a number of lies, as in ulam@lies:most=1, not {info.game}"
            )
        half = isinstance(info.channel, HalfLies)
        action = info.question(split(info.kinds, half))
        outcomes = info.outcomes([action])
        return Decision(info, outcomes, 0, np.array([float(bound(info.kinds, half))]), str(self), self.tie_break)


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


@lru_cache(maxsize=1 << 16)
def split(kinds: Kinds, half: bool = False) -> Kinds:
    """How many numbers of each kind to ask for."""
    if len(kinds) == 2 and kinds[0] <= EXACT:
        return with_one_lie(kinds, half)
    if prod(n + 1 for n in kinds) <= SEARCHED:
        return searched(kinds, half)
    taken = balanced(kinds, max(1, bound(kinds, half)), half)
    return taken if 0 < sum(taken) < sum(kinds) else tuple(n // 2 for n in kinds)


# One lie: exact, since only one number is to be known of a kind.


@lru_cache(maxsize=256)
def room(steps: int, half: bool) -> tuple[int, ...]:
    """With one lie at most: for 0, 1, 2 ... numbers that take none, how many more that take one may there be?

    So many steps are then enough, whatever is answered, and one number more would be too many. A question takes `a` of
    the `x` numbers without a lie. A yes leaves `a` of them and, unless it is always true, makes `x - a` liars; a no
    leaves `x - a` and makes `a` liars. Each answer has room for some of those that lied before; together that is all.
    """
    if steps == 0:
        return (1, 0) + (NONE,) * (EXACT - 1)
    before = np.array(room(steps - 1, half), np.int64)
    out = []
    for number in range(EXACT + 1):
        taken = np.arange(number + 1)
        yes = before[taken] - (0 if half else number - taken)
        no = before[number - taken] - taken
        fits = (yes >= 0) & (no >= 0) & (before[taken] >= 0) & (before[number - taken] >= 0)
        out.append(int(np.where(fits, yes + no, NONE).max()))
    return tuple(out)


def fewest_with_one_lie(kinds: Kinds, half: bool) -> int:
    """The fewest questions that are enough where one lie is allowed; at most `EXACT` numbers take none."""
    steps = 0
    while room(steps, half)[kinds[0]] < kinds[1]:
        steps += 1
    return steps


def with_one_lie(kinds: Kinds, half: bool) -> Kinds:
    """The best split where one lie is allowed: the most room, and what lied before is shared by the room."""
    steps = fewest_with_one_lie(kinds, half)
    number, liars, before = *kinds, room(steps - 1, half)
    best: tuple[int, Kinds] | None = None
    for taken in range(number + 1):
        yes, no = before[taken] - (0 if half else number - taken), before[number - taken] - taken
        if min(yes, no, before[taken], before[number - taken]) < 0 or yes + no < liars:
            continue
        asked = min(max(liars - no, (liars + yes - no) // 2, 0), yes, liars)
        spare = min(yes - asked, no - (liars - asked))
        if best is None or spare > best[0]:
            best = spare, (taken, asked)
    assert best is not None
    return best[1]


def balanced(kinds: Kinds, steps: int, half: bool) -> Kinds:
    """The split whose answers leave about the same volume for the steps after it.

    Kinds are taken in turn, those that may lie most first; what one leaves uneven the next makes up for.
    """
    taken = [0] * len(kinds)
    for lies, number in enumerate(kinds):

        def uneven(asked: int, lies: int = lies) -> float:
            taken[lies] = asked
            seen, some = tuple(kinds[: lies + 1]), tuple(taken[: lies + 1])
            rest = (0,) * (len(kinds) - lies - 1)
            yes, no = (volume(after(seen + rest, some + rest, said, half), steps - 1, half) for said in (True, False))
            return yes - no

        low, high = 0, number
        while low < high:  # the first number at which yes leaves as much as no
            middle = (low + high) // 2
            low, high = (low, middle) if uneven(middle) >= 0 else (middle + 1, high)
        taken[lies] = min((n for n in (low - 1, low) if 0 <= n <= number), key=lambda n: abs(uneven(n)))
    return tuple(taken)


def searched(kinds: Kinds, half: bool) -> Kinds:
    """The split that needs the fewest steps in the worst case, most even first."""
    steps = fewest(kinds, half)
    for taken in _splits(kinds, steps, half):
        if all(fewest(after(kinds, taken, yes, half), half) < steps for yes in (True, False)):
            return taken
    raise AssertionError("a split of the fewest steps was found before")


def fewest(kinds: Kinds, half: bool = False) -> int:
    """The fewest questions that are enough in the worst case, over all strategies: a search over types."""
    steps = 0
    while not enough(kinds, steps, half):
        steps += 1
    return steps


@lru_cache(maxsize=1 << 20)
def enough(kinds: Kinds, steps: int, half: bool) -> bool:
    """Whether so many questions are enough, whatever is answered."""
    if sum(kinds) <= 1:
        return True
    sequences = sum(kinds) if half else volume(kinds, steps, False)
    if steps == 0 or sequences > 2**steps:
        return False
    return any(
        all(enough(after(kinds, taken, yes, half), steps - 1, half) for yes in (True, False))
        for taken in _splits(kinds, steps, half)
    )


def _splits(kinds: Kinds, steps: int, half: bool) -> list[Kinds]:
    """All splits that ask anything, most even first; of a set and its complement one, where they ask the same."""

    def uneven(taken: Kinds) -> float:
        yes, no = (volume(after(kinds, taken, said, half), max(steps - 1, 0), half) for said in (True, False))
        return abs(yes - no)

    every = [taken for taken in product(*(range(n + 1) for n in kinds)) if sum(taken) > 0]
    if not half:
        every = [taken for taken in every if taken >= tuple(n - t for n, t in zip(kinds, taken, strict=True))]
    return sorted(every, key=uneven)
