"""Ulam's game: find a number by asking whether it is in a set of your choice.

Renyi (1961) and Ulam (1976) asked how many questions it takes if an answer may be a lie. A million numbers and one lie
take 25 (Pelc 1987). Truthfully it is the game of twenty questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Answers, Count, Draws, Twin
from sleuth.core.errors import ActionError, SecretError, TooLargeError
from sleuth.core.game import Action, Feedback, Game, Goal
from sleuth.core.spec import require
from sleuth.core.text import shorten, whole_number
from sleuth.games.reading import YES_NO, read_numbers, read_word
from sleuth.kernels.arrays import Array, Bools, ranges_in

Ranges = tuple[tuple[int, int], ...]
"""A set of numbers: ranges from the first to the last, in order, with a gap between each two."""

MAX_NUMBERS = 1 << 24
LISTED, SHOWN = 20, 10
"""The sets of so many numbers are listed; of more, those of the first few are shown."""
HOW = "write ranges with dots between them, as in 0-3.8-11"


@dataclass(frozen=True)
class Ulam(Game[int, Ranges, bool], Count, Draws, Twin, Answers):
    """Find a number by asking whether it is in a set of your choice.

    The numbers count from 0. A question is any set of them but none and all, written as ranges: `0-3.8-11`. There are
    too many sets to list, so the information set proposes some; every other may be asked as well.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "number"
    title: ClassVar[str] = "One lie allowed"
    tagline: ClassVar[str] = "Ulam’s yes and no"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "ulam:numbers=8@lies:most=1",
        "Classic": "ulam:numbers=16@lies:most=1",
        "Hard": "ulam:numbers=64@lies:most=2",
    }

    numbers: int = field(
        default=1_000_000,
        metadata={"help": "how many numbers there are; they count from 0", "label": "How many numbers are there?"},
    )

    def __post_init__(self) -> None:
        require(2 <= self.numbers <= MAX_NUMBERS, self, f"numbers is 2 to {MAX_NUMBERS:,}, not {self.numbers:,}")

    def secrets(self) -> range:
        return range(self.numbers)

    def actions(self) -> Iterator[Ranges]:
        """Every set but none and all; some, and then an error, where there are too many to list."""
        for bits in range(1, (1 << self.numbers) - 1):
            if self.numbers > LISTED and bits.bit_length() > SHOWN:
                raise TooLargeError(f"{self} has 2^{self.numbers} - 2 questions, too many to list")
            yield ranges_of(place for place in range(bits.bit_length()) if bits >> place & 1)

    def feedback(self, action: Ranges, secret: int) -> bool:
        return any(first <= secret <= last for first, last in action)

    def answers_to(self, action: Ranges) -> tuple[Feedback, ...]:
        """What may be answered to any question."""
        return True, False

    def count(self) -> int:
        return self.numbers

    def draw(self, rng: np.random.Generator) -> int:
        return int(rng.integers(self.numbers))

    def draw_action(self, rng: np.random.Generator) -> Ranges:
        """The numbers from one on, up to another; not all of them."""
        first = int(rng.integers(self.numbers))
        last = int(rng.integers(first, self.numbers - (first == 0)))
        return ((first, last),)

    def feedback_table(self, actions: Sequence[Ranges], secrets: Sequence[int]) -> Array:
        numbers = np.asarray(secrets, np.int64)
        table = np.zeros((len(actions), len(numbers)), np.uint8)
        for row, action in zip(table, actions, strict=True):
            row[:] = members(action, numbers)
        return table

    def is_question(self, action: Action) -> bool:
        """Whether a value is a set of numbers as it should be, and neither none nor all of them."""
        try:
            whole = all(0 <= first <= last < self.numbers for first, last in action)
            gaps = all(one[1] + 1 < other[0] for one, other in pairwise(action))
            return bool(action) and whole and gaps and action != ((0, self.numbers - 1),)
        except (TypeError, ValueError):
            return False

    def format_action(self, action: Ranges) -> str:
        return ".".join(str(first) if first == last else f"{first}-{last}" for first, last in action)

    def parse_secret(self, text: str) -> int:
        number = whole_number(text, 0, self.numbers - 1)
        if number is None:
            raise SecretError(f"{shorten(text)!r} is not one of the numbers from 0 to {self.numbers - 1:,}")
        return number

    def parse_action(self, text: str) -> Ranges:
        found = []
        for part in text.split("."):
            ends = read_numbers(part, "-")
            if ends is None or len(ends) > 2:
                raise ActionError(f"{shorten(part.strip())!r} in {shorten(text)!r} is no range of numbers; {HOW}")
            first, last = ends[0], ends[-1]
            if first > last or last >= self.numbers:
                raise ActionError(
                    f"{shorten(part.strip())!r} does not go from 0 or more up to {self.numbers - 1:,} or less; {HOW}"
                )
            found.append((first, last))
        ranges: list[tuple[int, int]] = []
        for first, last in sorted(found):
            if ranges and first <= ranges[-1][1] + 1:
                ranges[-1] = (ranges[-1][0], max(last, ranges[-1][1]))
            else:
                ranges.append((first, last))
        if ranges == [(0, self.numbers - 1)]:
            raise ActionError(f"{shorten(text)!r} is all of the numbers, and asks nothing")
        return tuple(ranges)

    def parse_feedback(self, text: str, action: Action) -> bool:
        return read_word(self, text, YES_NO)


def ranges_of(numbers: Iterable[int]) -> Ranges:
    """Numbers in order, as ranges."""
    return ranges_in(np.fromiter(numbers, np.int64))


def members(action: Ranges, numbers: Array) -> Bools:
    """Which of some numbers, in any order, are in a set."""
    edges = np.array([edge for first, last in action for edge in (first, last + 1)], np.int64)
    inside: Bools = np.searchsorted(edges, numbers, side="right") % 2 == 1
    return inside
