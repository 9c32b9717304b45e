"""A game of our own: somewhere in a square room is a heater, and a thermometer finds it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from sleuth import Game, Goal

Place = tuple[int, int]


@dataclass(frozen=True)
class Thermometer(Game):
    """Find the heater in a square room with a thermometer."""

    goal: ClassVar[Goal] = Goal.KNOW

    size: int = 6

    def secrets(self) -> Iterable[Place]:
        return ((row, column) for row in range(self.size) for column in range(self.size))

    def feedback(self, action: Place, secret: Place) -> str:
        steps = max(abs(action[0] - secret[0]), abs(action[1] - secret[1]))
        return "hot" if steps < 2 else "warm" if steps < 4 else "cold"
