"""Number, or hi-lo: guess a hidden number and hear whether it is lower or higher."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Axes, Count, Twin
from sleuth.core.game import Action, Game
from sleuth.core.spec import require
from sleuth.games.reading import read_word
from sleuth.kernels.arrays import Array

ANSWERS = {"lower": "lower", "higher": "higher", "equal": "equal"}
MAX_NUMBERS = 1_000_000


@dataclass(frozen=True)
class Number(Game[int, int, str], Count, Twin, Axes):
    """Guess a hidden number: it is lower, higher, or equal.

    The answer says where the secret lies as seen from the guess.
    """

    noun: ClassVar[str] = "number"
    tagline: ClassVar[str] = "Higher or lower"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "number:numbers=20",
        "Classic": "number",
        "Hard": "number:numbers=1000",
    }

    numbers: int = field(
        default=100, metadata={"help": "the secret is 1 to this number", "label": "What is the largest number?"}
    )

    def __post_init__(self) -> None:
        message = f"numbers is 2 to {MAX_NUMBERS:,}, not {self.numbers:,}"
        require(2 <= self.numbers <= MAX_NUMBERS, self, message)

    def secrets(self) -> range:
        return range(1, self.numbers + 1)

    def feedback(self, action: int, secret: int) -> str:
        return "lower" if secret < action else "higher" if secret > action else "equal"

    def count(self) -> int:
        return self.numbers

    def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Array:
        guesses, numbers = np.asarray(actions, np.int64)[:, None], np.asarray(secrets, np.int64)
        return (numbers >= guesses).view(np.uint8) + (numbers > guesses).view(np.uint8)

    def axes(self) -> dict[str, Sequence[str]]:
        return {"number": [str(number) for number in self.secrets()]}

    def parse_feedback(self, text: str, action: Action) -> str:
        return read_word(self, text, ANSWERS)
