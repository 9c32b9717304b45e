"""Ulam's game with any number of lies, searched by types: the fewest questions, and the question to ask.

Fewer numbers are never harder to tell apart. So beside numbers that may still lie, one figure says everything: how many
numbers that may lie no more fit in, so that some questions are enough. Call it their room. A question takes some of the
numbers that may lie; each answer then has room for some of the others, and both together are the room before it.

No room is larger than what the sequences of answers leave (`volume`). And where at least three numbers may still lie,
all types with a lie less for each must be told apart in three questions fewer: Berlekamp's translation bound (1968). A
split whose answers have all the room that these bounds leave is the best one, and is mostly the first that is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb, prod

from sleuth.games.ulam.players.kinds import Kinds, after

NODES = 3_000
"""Types that are searched at most."""
GRID = 4_000
"""Up to so many splits of a type are all tried; else those that are nearly even."""
NEAR = 3**5
"""Nearly even splits of a type, about."""
NONE = -1
"""The room where not even the numbers that may lie can be told apart in time."""


class OutOfNodes(Exception):
    """The search came to too many types."""


class Rooms:
    """A search for rooms, which remembers those of all types that it came to."""

    def __init__(self, nodes: int = NODES) -> None:
        self.left = nodes
        """Types that may still be searched."""
        self.known: dict[tuple[Kinds, int], int] = {}
        self.whole = True
        """Whether rooms are exact: all splits were tried wherever none reaches the bound."""

    def bound(self, free: Kinds, steps: int) -> int:
        """An upper bound of the room: what the numbers that may lie leave of the `2**steps` sequences of answers, or
        nothing where Berlekamp's translation bound excludes them. `free` are those numbers, by lies told.
        """
        ways, total, taken = 1, 1, 0
        for left, number in enumerate(reversed(free), 1):
            total = total * (steps - left + 1) // left
            ways += total
            taken += number * ways
        if taken > 1 << steps:
            return NONE
        translated = sum(free) >= 3 and (steps < 3 or self.bound(free[:-1], steps - 3) < free[-1])
        return NONE if translated else (1 << steps) - taken

    def room(self, free: Kinds, steps: int) -> int:
        """How many numbers that may lie no more fit in; `NONE` if not even these numbers do."""
        most = self.bound(free, steps)
        if most == NONE or not any(free) or not steps:
            return most
        key = free, steps
        if key not in self.known:
            if not self.left:
                raise OutOfNodes
            self.left -= 1
            self.known[key] = self._best(free, steps, most)
        return self.known[key]

    def _best(self, free: Kinds, steps: int, most: int) -> int:
        best = NONE
        for taken in self._splits(free, steps):
            best = max(best, self._together(free, taken, steps, best))
            if best == most:
                return best
        return best

    def _together(self, free: Kinds, taken: Kinds, steps: int, least: int) -> int:
        """The room that a split has, if it is more than `least`."""
        rooms = list[int]()
        answers = [self.answered(free, taken, yes) for yes in (True, False)]
        limits = [self.bound(then, steps - 1) - moved for then, moved in answers]
        if min(limits) < 0 or sum(limits) <= least:
            return NONE
        for then, moved in answers:
            rooms.append(self.room(then, steps - 1) - moved)
            if rooms[-1] < 0 or sum(rooms) + sum(limits[len(rooms) :]) <= least:
                return NONE
        return sum(rooms)

    @staticmethod
    def answered(free: Kinds, taken: Kinds, yes: bool) -> tuple[Kinds, int]:
        """The numbers that may still lie after an answer, and how many of them came to lie no more."""
        then = after((*free, 0), (*taken, 0), yes, False)
        return then[:-1], then[-1]

    def _splits(self, free: Kinds, steps: int) -> Iterator[Kinds]:
        """Splits, the most even first: those that are nearly even, then all others if they are not too many."""
        weights = [max(1, comb(steps - 1, len(free) - lies)) for lies in range(len(free))]

        def uneven(taken: Kinds) -> tuple[int, Kinds]:
            return abs(sum((2 * t - n) * w for t, n, w in zip(taken, free, weights, strict=False))), taken

        wide = max(1, min(3, (round(NEAR ** (1 / len(free))) - 1) // 2))
        near: list[Kinds] = [()]
        for lies, number in enumerate(free):
            longer = []
            for taken in near:
                more = sum((2 * t - n) * w for t, n, w in zip(taken, free, weights, strict=False))
                middle = min(max((number - more // weights[lies]) // 2, 0), number)
                span = range(max(0, middle - wide), min(number, middle + wide) + 1)
                longer += [(*taken, asked) for asked in span]
            near = longer
        yield from sorted(near, key=uneven)
        if prod(number + 1 for number in free) > GRID:
            self.whole = False
            return
        tried = set(near)
        rest = [taken for taken in product(*(range(number + 1) for number in free)) if taken not in tried]
        yield from sorted(rest, key=uneven)

    def enough(self, kinds: Kinds, steps: int) -> bool:
        """Whether so many questions are enough, as far as was searched."""
        return sum(kinds) <= 1 or self.room(kinds[:-1], steps) >= kinds[-1]

    def question(self, kinds: Kinds, steps: int) -> Kinds | None:
        """A split after which one question fewer is enough, whatever is answered; `None` if none was found."""
        free, last = kinds[:-1], kinds[-1]
        for taken in self._splits(free, steps) if free else [()]:
            if self._together(free, taken, steps, last - 1) == NONE:
                continue
            yes, no = (
                self.room(then, steps - 1) - moved
                for then, moved in (self.answered(free, taken, said) for said in (True, False))
            )
            asked = min(max((last + yes - no) // 2, last - no, 0), yes, last)
            if 0 < sum(taken) + asked < sum(kinds):
                return (*taken, asked)
        return None


def needed(kinds: Kinds) -> int:
    """A lower bound of the questions that any strategy needs, by the bounds alone."""
    rooms, steps = Rooms(), 0
    while sum(kinds) > 1 and rooms.bound(kinds[:-1], steps) < kinds[-1]:
        steps += 1
    return steps


def least(kinds: Kinds) -> int:
    """A lower bound of the questions that any strategy needs: the bounds, and where they are not met, a search through
    all splits."""
    rooms, steps = Rooms(), needed(kinds)
    try:
        while not rooms.enough(kinds, steps) and rooms.whole:
            steps += 1
    except OutOfNodes:
        pass
    return steps


def best_split(kinds: Kinds) -> Kinds | None:
    """How many numbers of each kind to ask for, so that the fewest questions are enough; `None` if it is not found.

    Each call searches anew: what is asked never depends on what was looked at before.
    """
    rooms, steps = Rooms(), needed(kinds)
    try:
        while not rooms.enough(kinds, steps):
            steps += 1
        return rooms.question(kinds, steps)
    except OutOfNodes:
        return None
