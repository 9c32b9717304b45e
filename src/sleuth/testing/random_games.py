"""Games with a random law: whatever holds for games in general must hold for these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Twin
from sleuth.core.game import Game, Goal
from sleuth.core.spec import require
from sleuth.kernels.arrays import Array

WIDE = 257
"""Codes of a wide table are multiples of this, so that they do not fit in eight bits."""


@dataclass(frozen=True)
class RandomLaw(Game, Twin):
    """Answers drawn at random, once for each question and secret; find out which secret it is.

    After the random questions come as many as it takes to tell all secrets apart: the digits of their numbers.
    """

    goal: ClassVar[Goal] = Goal.KNOW

    size: int = 8
    questions: int = 4
    answers: int = 3
    heaviest: int = 1
    seed: int = 0
    wide: bool = False

    def __post_init__(self) -> None:
        enough = self.size >= 1 and self.questions >= 0 and self.answers >= 2 and self.heaviest >= 1
        require(enough, self, "size and heaviest are at least 1, answers at least 2")

    @cached_property
    def law(self) -> Array:
        """The feedback of each question (row) and secret (column)."""
        rng = np.random.default_rng([self.seed, 0])
        drawn = rng.integers(self.answers, size=(self.questions, self.size))
        digits, rest = [np.arange(self.size) % self.answers], np.arange(self.size) // self.answers
        while rest.any():
            digits.append(rest % self.answers)
            rest = rest // self.answers
        return np.vstack([drawn, *digits])

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The prior of each secret."""
        return tuple(np.random.default_rng([self.seed, 1]).integers(1, self.heaviest + 1, size=self.size).tolist())

    def secrets(self) -> range:
        return range(self.size)

    def actions(self) -> range:
        return range(self.size, self.size + len(self.law))

    def feedback(self, action: int, secret: int) -> int:
        return int(self.law[action - self.size, secret])

    def prior(self, secret: int) -> int:
        return self.weights[secret]

    def feedback_table(self, actions: Sequence[int], secrets: Sequence[int]) -> Array | None:
        """Only of a wide game; the others are tabulated by the plain law."""
        if not self.wide:
            return None
        rows = [[self.feedback(a, s) for s in secrets] for a in actions]
        return (np.array(rows, np.uint16) * np.uint16(WIDE)).reshape(len(actions), len(secrets))


@dataclass(frozen=True)
class RandomNaming(RandomLaw):
    """Answers drawn at random, once for each question or guess and secret; name the secret.

    A guess of the secret is answered by one more than the last of the other answers.
    """

    goal: ClassVar[Goal] = Goal.NAME

    @cached_property
    def guesses(self) -> Array:
        """The feedback of each guess (row) and secret (column)."""
        drawn = np.random.default_rng([self.seed, 2]).integers(self.answers, size=(self.size, self.size))
        np.fill_diagonal(drawn, self.answers)
        return drawn

    def actions(self) -> range:
        return range(self.size + len(self.law))

    def feedback(self, action: int, secret: int) -> int:
        return int(self.guesses[action, secret]) if action < self.size else super().feedback(action, secret)
