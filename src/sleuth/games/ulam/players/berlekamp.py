"""Ulam's game by types: how many numbers take no lie, one lie, and so on, and how many of each a question asks for.

A question is good if both answers leave about half of the sequences that the numbers stand for (`ulam_kinds`). While
numbers are many that is all; of the last few hundred the best question is searched (`ulam_room`).

Where only a yes may be a lie (half-lies), a number stands for fewer sequences, about those in which half of the answers
are a yes, and a question that takes a little more than half is balanced. One half-lie is exact up to `EXACT` numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import cast

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.offers import channel_of, plain_game
from sleuth.games.ulam.belief import NumberSet
from sleuth.games.ulam.players.kinds import Kinds, after, bound, volume
from sleuth.games.ulam.players.search import NONE, best_split
from sleuth.games.ulam.rules import Ulam
from sleuth.strategies.base import Rng, Strategy
from sleuth.strategies.decision import Decision

SEARCHED = 300
"""Up to so many numbers that may still lie, the best question is searched rather than balanced."""
WAYS = 12
"""The same for half-lies: up to so many ways to take numbers of each kind."""
EXACT = 256
"""With one half-lie and up to so many numbers that take none, the best question is known."""


@dataclass(frozen=True)
class Berlekamp(Strategy):
    """Ask for a set of numbers whose answers leave equally many ways to lie; for Ulam's game."""

    @property
    def tie_break(self) -> str:
        return "the lowest numbers of each kind"

    @classmethod
    def plays(cls, game: Game) -> bool:
        channel = channel_of(game)
        return isinstance(plain_game(game), Ulam) and (channel is None or channel.most is not None)

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        if not self.plays(info.game):
            raise ParameterError(
                f"{self.name} is for ulam with a number of lies, as in ulam@lies:most=1, not {info.game}"
            )
        info = cast(NumberSet, info)
        half = info.channel.one_way
        action = info.question(split(info.kinds, half))
        outcomes = info.outcomes([action])
        return Decision(info, outcomes, 0, np.array([float(bound(info.kinds, half))]), str(self), self.tie_break)


@lru_cache(maxsize=1 << 16)
def split(kinds: Kinds, half: bool = False) -> Kinds:
    """How many numbers of each kind to ask for."""
    if half and len(kinds) == 2 and kinds[0] <= EXACT:
        return with_one_half_lie(kinds)
    if half and prod(n + 1 for n in kinds) <= WAYS:
        return searched(kinds, half)
    best = best_split(kinds) if not half and sum(kinds[:-1]) <= SEARCHED else None
    if best is not None:
        return best
    taken = balanced(kinds, max(1, bound(kinds, half)), half)
    return taken if 0 < sum(taken) < sum(kinds) else tuple(n // 2 for n in kinds)


# One half-lie: exact, since only one number is to be known of a kind.


@lru_cache(maxsize=256)
def half_room(steps: int) -> tuple[int, ...]:
    """With one half-lie at most: for 0, 1, 2 ... numbers that take none, how many more that take one may there be?

    So many steps are then enough, whatever is answered, and one number more would be too many. A question takes `a` of
    the `x` numbers without a lie. A yes is true and leaves `a` of them; a no leaves `x - a` and makes `a` liars. Each
    answer has room for some of those that lied before; together that is all.
    """
    if steps == 0:
        return (1, 0) + (NONE,) * (EXACT - 1)
    before = np.array(half_room(steps - 1), np.int64)
    out = []
    for number in range(EXACT + 1):
        taken = np.arange(number + 1)
        yes, no = before[taken], before[number - taken] - taken
        fits = (yes >= 0) & (no >= 0)
        out.append(int(np.where(fits, yes + no, NONE).max()))
    return tuple(out)


def fewest_with_one_half_lie(kinds: Kinds) -> int:
    """The fewest questions that are enough where one half-lie is allowed; at most `EXACT` numbers take none."""
    steps = 0
    while half_room(steps)[kinds[0]] < kinds[1]:
        steps += 1
    return steps


def with_one_half_lie(kinds: Kinds) -> Kinds:
    """The best split where one half-lie is allowed: the most room, and what lied before is shared by the room."""
    number, liars = kinds
    before = half_room(fewest_with_one_half_lie(kinds) - 1)
    best: tuple[int, Kinds] | None = None
    for taken in range(number + 1):
        yes, no = before[taken], before[number - taken] - taken
        if min(yes, no) < 0 or yes + no < liars:
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
