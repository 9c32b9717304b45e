"""Outcomes whose entropies are found by following every answer to the set that it leaves: slow, and for any set."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sleuth.belief import entropy_powers
from sleuth.belief.base import InformationSet
from sleuth.belief.outcomes import Outcomes, Part
from sleuth.core.game import Action, Game
from sleuth.kernels.arrays import Array, Bools, Floats, Ints
from sleuth.measures.renyi import renyi


def followed(outcomes: Outcomes, info: InformationSet) -> Outcomes:
    """The same outcomes, with entropies of every order and degree."""
    return outcomes if outcomes.weighs else Followed(outcomes, info, outcomes.possible, outcomes.costs)


@dataclass(frozen=True, eq=False, repr=False)
class Followed(Outcomes):
    """Outcomes of a set that lists its candidates but does not say what sums of powers its answers leave."""

    outcomes: Outcomes
    info: InformationSet
    possible: Bools
    costs: Floats = field(default_factory=lambda: np.empty(0))

    @property
    def game(self) -> Game:
        return self.info.game

    @property
    def actions(self) -> list[Action]:  # type: ignore[override]
        return list(self.outcomes.actions)

    @property
    def size(self) -> int:
        return self.outcomes.size

    @property
    def bits(self) -> float:
        return self.outcomes.bits

    @property
    def parts(self) -> Ints:
        return self.outcomes.parts

    @property
    def largest(self) -> Array:
        return self.outcomes.largest

    @property
    def information(self) -> Floats:
        return self.outcomes.information

    @property
    def expected_size(self) -> Floats:
        return self.outcomes.expected_size

    @property
    def answers_possible(self) -> Ints:
        return self.outcomes.answers_possible

    @property
    def most_left(self) -> Array:
        return self.outcomes.most_left

    @property
    def mean_left(self) -> Floats:
        return self.outcomes.mean_left

    @property
    def undivided(self) -> float:
        return self.outcomes.undivided

    @property
    def win_probability(self) -> Floats:
        return self.outcomes.win_probability

    @property
    def hit_probability(self) -> Floats:
        return self.outcomes.hit_probability

    def take(self, rows: Ints) -> Followed:
        costs = self.costs[rows] if self.costs.size else self.costs
        return Followed(self.outcomes.take(rows), self.info, self.possible[rows], costs)

    def leaves(self, row: int, most: int | None = None) -> list[Part]:
        return self.outcomes.leaves(row, most)

    @property
    def weighs(self) -> bool:
        return True

    @cached_property
    def _left(self) -> list[tuple[Floats, list[Floats], float]]:
        """For each action the chances of its answers, those of the secrets that each leaves, and what is not listed."""
        every = [self.info.children(action) for action in self.outcomes.actions]
        return [
            (np.array([child.probability for child in some]), [_shares(child.after()) for child in some], some.rest)
            for some in every
        ]

    def complete(self, order: float) -> bool:
        return all(rest == 0 for *_, rest in self._left)

    def nats(self, order: float) -> float:
        return float(renyi(_shares(self.info), order))

    def effective(self, order: float, degree: float) -> Floats:
        return np.array(
            [
                float(
                    entropy_powers.power_mean(chances, np.array([float(renyi(one, order)) for one in shares]), degree)
                )
                for chances, shares, _ in self._left
            ]
        )


def _shares(info: InformationSet) -> Floats:
    """The probabilities of the candidates."""
    found = np.array([info.probability(secret) for secret in info.candidates()])
    return np.asarray(found / found.sum())
