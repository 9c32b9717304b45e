"""Bulls & Cows: Mastermind with all symbols different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import perm
from operator import eq
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Count, NumberedLaw, Twin
from sleuth.core.spec import require
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.kernels.arrays import Array, Bools


@dataclass(frozen=True)
class BullsAndCows(CodeGame, Count, Twin):
    """Find a hidden number whose digits all differ.

    The answer counts the digits in the right place (bulls) and in a wrong one (cows).
    """

    tagline: ClassVar[str] = "Digits, all different"
    presets: ClassVar[dict[str, str]] = {
        "Easy": "bulls-and-cows:length=3",
        "Classic": "bulls-and-cows",
        "Hard": "bulls-and-cows:length=5,symbols=8",
    }
    distinct: ClassVar[bool] = True

    length: int = field(default=4, metadata={"label": "How many digits has the number?"})
    symbols: int = field(default=10, metadata={"label": "How many different digits are there?"})

    def __post_init__(self) -> None:
        require(self.length >= 1, self, f"length must be at least 1, not {self.length}")
        require(self.symbols <= 100, self, "at most 100 symbols")
        require(
            self.symbols >= self.length,
            self,
            f"{self.length} different digits need as many symbols, not {self.symbols}",
        )

    @property
    def shape(self) -> tuple[int, int]:
        return self.length, self.symbols

    def is_code(self, code: Code) -> bool:
        return len(set(code)) == len(code)

    def secrets(self) -> Iterable[Code]:
        return permutations(range(self.symbols), self.length)

    def feedback(self, action: Code, secret: Code) -> tuple[int, int]:
        bulls = sum(map(eq, action, secret))
        return bulls, len(set(action) & set(secret)) - bulls

    def count(self) -> int:
        return perm(self.symbols, self.length)

    def are_codes(self, rows: Array) -> Bools:
        in_order = np.sort(rows, axis=1)
        return np.asarray((in_order[:, 1:] != in_order[:, :-1]).all(axis=1))

    def draw_rows(self, rng: np.random.Generator, n: int) -> Array:
        shuffled = rng.permuted(np.tile(np.arange(self.symbols, dtype=np.uint8), (n, 1)), axis=1)
        return np.ascontiguousarray(shuffled[:, : self.length])

    def feedback_table(self, actions: Sequence[Code], secrets: Sequence[Code] | Array) -> Array:
        return self._table(actions, secrets, whites=True)

    def numbered_law(self, actions: Sequence[Code], secrets: Sequence[Code]) -> NumberedLaw:
        return self._law(actions, secrets, whites=True)

    def parse_feedback(self, text: str, action: Code) -> tuple[int, int]:
        return self.parse_pair(text, ("bulls", "cows"))
