"""A small game with one row, which a question can waste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sleuth.core import Rounds
from sleuth.core.game import Game, Goal


@dataclass(frozen=True)
class OneRow(Game, Rounds):
    """A dear question tells all, two cheap ones do; there is one row, and a question that wastes it."""

    goal: ClassVar[Goal] = Goal.KNOW
    rows: ClassVar[int] = 1

    def secrets(self) -> range:
        return range(4)

    def actions(self) -> list[str]:
        return ["all", "half", "odd", "nothing"]

    def feedback(self, action: str, secret: int) -> int:
        return {"all": secret, "half": secret // 2, "odd": secret % 2, "nothing": 0}[action]

    def cost(self, action: str) -> int:
        return 10 if action == "all" else 1
