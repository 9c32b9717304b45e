"""A small game whose questions have prices: the dear one tells all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sleuth.core.game import Game, Goal


@dataclass(frozen=True)
class Drawers(Game):
    """Four drawers: one look into all of them is dear, single looks are cheap."""

    goal: ClassVar[Goal] = Goal.KNOW

    price: int = 9

    def secrets(self) -> range:
        return range(4)

    def actions(self) -> list[str]:
        return ["all", "a", "b", "c", "d"]

    def cost(self, action: str) -> int:
        return self.price if action == "all" else 1

    def feedback(self, action: str, secret: int) -> str | bool:
        return "abcd"[secret] if action == "all" else "abcd"[secret] == action
