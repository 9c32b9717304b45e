"""A belief of its own: a plain list of what may be poisoned."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.belief.outcomes import Tallied
from sleuth.core.history import History


class CupSet(InformationSet):
    """The pairs of cups that explain all answers."""

    def __init__(self, game: Any, left: tuple[Any, ...] | None = None, history: History | None = None) -> None:
        self.game = game
        self.history = history or History()
        self.left = tuple(game.secrets()) if left is None else left

    @property
    def size(self) -> int:
        return len(self.left)

    @property
    def exact(self) -> bool:
        return True

    @property
    def entropy(self) -> float:
        return float(np.log2(self.size))

    @property
    def actions(self) -> Sequence[Any]:
        return list(self.game.actions())

    def is_legal(self, action: Any) -> bool:
        return action in self.actions

    @property
    def key(self) -> Hashable:
        return self.left

    def candidates(self, most: int | None = None) -> list[Any]:
        return list(self.left[:most])

    @of_events
    def probability(self, secret: Any) -> float:
        return float(secret in self.left) / self.size

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Any]:
        return [self.left[i] for i in rng.integers(self.size, size=n)]

    def _after(self, action: Any, feedback: Any) -> CupSet | None:
        left = tuple(s for s in self.left if self.game.feedback(action, s) == feedback)
        return CupSet(self.game, left, self.history.add(action, feedback)) if left else None

    def outcomes(self, actions: Sequence[Any] | None = None) -> Tallied:
        rows = self.actions if actions is None else list(actions)
        counts = np.zeros((len(rows), self.game.poisoned + 1))
        for row, action in enumerate(rows):
            for secret in self.left:
                counts[row, self.game.feedback(action, secret)] += 1
        none = np.zeros(counts.shape, np.bool_)
        told = range(self.game.poisoned + 1)
        possible = np.zeros(len(rows), np.bool_)
        return Tallied(rows, told, counts, counts / self.size, none, none, self.size, self.entropy, possible)


def begin_cups(game: Any, progress: Any) -> CupSet:
    """The set before the first sip."""
    return CupSet(game)
