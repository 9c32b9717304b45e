"""Low-middle-high: a hidden number, and two thresholds that split the numbers in three."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Axes, Count, Symmetries, Twin
from sleuth.core.errors import ActionError
from sleuth.core.game import Action, Game, Goal, Symmetry
from sleuth.core.spec import require
from sleuth.core.text import shorten
from sleuth.games.reading import read_numbers, read_word
from sleuth.kernels.arrays import Array

ANSWERS = {"low": "low", "middle": "middle", "high": "high"}
MAX_NUMBERS = 2_000
"""2,000 numbers have two million questions."""


@dataclass(frozen=True)
class LowMiddleHigh(Game[int, tuple[int, int], str], Count, Twin, Symmetries, Axes):
    """Find a hidden number: is it low, in the middle, or high?

    A question names two numbers, and the answer is `low` below the first, `high` above the second, and `middle`
    from the first to the second. Meng and Lucas name this game and give no rules: these are our reading.
    """

    goal: ClassVar[Goal] = Goal.KNOW
    noun: ClassVar[str] = "number"
    title: ClassVar[str] = "Low, middle, high"
    tagline: ClassVar[str] = "Which third is it in"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "low-middle-high:numbers=9",
        "Classic": "low-middle-high",
        "Hard": "low-middle-high:numbers=81",
    }

    numbers: int = field(
        default=16, metadata={"help": "the secret is 1 to this number", "label": "What is the largest number?"}
    )

    def __post_init__(self) -> None:
        message = f"numbers is 2 to {MAX_NUMBERS:,}, not {self.numbers:,}"
        require(2 <= self.numbers <= MAX_NUMBERS, self, message)

    def secrets(self) -> range:
        return range(1, self.numbers + 1)

    def actions(self) -> Iterator[tuple[int, int]]:
        n = self.numbers
        return ((a, b) for a in range(1, n + 1) for b in range(a, n + 1) if (a, b) != (1, n))

    def symmetries(self) -> Iterator[Symmetry]:
        """The numbers from the other end."""
        top = self.numbers + 1
        yield Symmetry(lambda secret: top - secret, lambda action: (top - action[1], top - action[0]))

    def feedback(self, action: tuple[int, int], secret: int) -> str:
        first, last = action
        return "low" if secret < first else "high" if secret > last else "middle"

    def count(self) -> int:
        return self.numbers

    def feedback_table(self, actions: Sequence[tuple[int, int]], secrets: Sequence[int]) -> Array:
        first, last = np.asarray(actions, np.int32).reshape(-1, 2, 1).swapaxes(0, 1)
        numbers = np.asarray(secrets, np.int32)
        return (numbers >= first).view(np.uint8) + (numbers > last).view(np.uint8)

    def axes(self) -> dict[str, Sequence[str]]:
        return {"number": [str(number) for number in self.secrets()]}

    def format_action(self, action: tuple[int, int]) -> str:
        return f"{action[0]}-{action[1]}"

    def parse_action(self, text: str) -> tuple[int, int]:
        match read_numbers(text, "-"):
            case [1, last] if last == self.numbers:
                raise ActionError(f"{shorten(text)!r} is every number, so the answer would tell nothing")
            case [first, last] if 1 <= first <= last <= self.numbers:
                return first, last
        message = f"write two numbers of 1 to {self.numbers}, the lower first, as 1-{self.numbers - 1}"
        raise ActionError(f"{shorten(text)!r} is no question in {self.name}; {message}")

    def parse_feedback(self, text: str, action: Action) -> str:
        return read_word(self, text, ANSWERS)
