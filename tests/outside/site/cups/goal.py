"""A goal of its own: survive."""

from __future__ import annotations

from typing import Any

from sleuth.core.goal import Goal, Left
from sleuth.core.offers import plain_game


class Survive(Goal):
    """Some cup is known to be safe, whatever the others are."""

    value = "survive"

    def over(self, info: Any) -> bool:
        return any(
            info.probability(lambda secret, cup=cup: cup in secret) == 0 for cup in range(plain_game(info.game).cups)
        )

    def left(self, info: Any, pace: float = 1.0) -> Left:
        if info.over:
            return Left(0.0, 0.0)
        risk = min(info.probability(lambda secret, cup=cup: cup in secret) for cup in range(plain_game(info.game).cups))
        return Left(1.0, 1.0 + risk / pace)
