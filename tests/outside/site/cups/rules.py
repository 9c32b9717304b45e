"""The rules: some cups are poisoned, and a taster tells how many of those that he sips."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cups.goal import Survive
from sleuth.core.game import Game, Goal


@dataclass(frozen=True)
class Cups(Game):
    """Find a cup that is safe to drink from."""

    goal: ClassVar[Goal] = Survive()

    cups: int = 5
    poisoned: int = 2

    def secrets(self) -> Iterator[tuple[int, ...]]:
        yield from combinations(range(self.cups), self.poisoned)

    def actions(self) -> Iterator[tuple[int, ...]]:
        for number in (2, 3):
            yield from combinations(range(self.cups), number)

    def feedback(self, action: tuple[int, ...], secret: tuple[int, ...]) -> int:
        return len(set(action) & set(secret))
