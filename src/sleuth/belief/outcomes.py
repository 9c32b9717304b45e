"""Outcomes: for each action, how likely each feedback is, and which feedback wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.core.game import Action, Feedback
from sleuth.core.tables import Feedbacks
from sleuth.kernels import parts as kernels
from sleuth.kernels.arrays import Array, Bools, Floats, Ints
from sleuth.measures.shannon import shannon


class Picked(Sequence[Action]):
    """Some of a sequence's values, by number, without a copy."""

    def __init__(self, values: Sequence[Action], numbers: Ints) -> None:
        self._values, self._numbers = values, numbers

    def __len__(self) -> int:
        return self._numbers.size

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Picked(self._values, self._numbers[place])
        return self._values[int(self._numbers[place])]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """An actions x feedbacks table over the candidates of an information set, counted when it is looked at.

    Rows are `actions`; columns are the feedbacks, in the order of their codes.
    """

    actions: Sequence[Action]
    """The actions of the rows."""
    codes: Array
    """Feedback codes, secret-major."""
    candidates: Ints
    """The rows of `codes` that are still possible."""
    columns: Ints
    """The columns of `codes`, one an action."""
    weights: Floats
    """Weights by row of `codes`; empty where all candidates are alike."""
    winning: Ints
    """For each action, the code of the answer that wins; -1 if it cannot win."""
    possible: Bools
    """Whether each action names a candidate."""
    naming: Ints
    """For each row of `codes`, the column that names it; -1 if none."""
    feedbacks: Feedbacks
    costs: Floats = field(default_factory=lambda: kernels.NO_WEIGHTS)
    """What each action costs; empty where all cost the same."""

    def __len__(self) -> int:
        return self.columns.size

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return self.feedbacks.width

    @cached_property
    def size(self) -> int:
        """The number of candidates."""
        return self.candidates.size

    @cached_property
    def mass(self) -> float:
        """The total weight of the candidates."""
        return float(self.weights[self.candidates].sum()) if self.weights.size else float(self.size)

    @cached_property
    def single_bits(self) -> float:
        """The sum of `w * log2(w)` over the candidates' weights; 0 where all are alike."""
        if self.weights.size == 0:
            return 0.0
        w = self.weights[self.candidates]
        return float(w @ np.log2(w))

    @cached_property
    def counts(self) -> Ints:
        """How many candidates give each feedback."""
        return kernels.counts(self.codes, self.candidates, self.columns, self.width)

    @cached_property
    def masses(self) -> Floats:
        """The weight of the candidates that give each feedback."""
        if self.weights.size == 0:
            return self.counts.astype(np.float64)
        return kernels.masses(self.codes, self.candidates, self.columns, self.width, self.weights)

    @property
    def probabilities(self) -> Floats:
        """The probability of each feedback; each row sums to one."""
        return self.masses / self.mass

    @property
    def parts(self) -> Ints:
        """How many different feedbacks each action may get."""
        return np.asarray((self.counts > 0).sum(axis=1), np.int32)

    @property
    def largest(self) -> Ints:
        """The most candidates that any feedback would leave."""
        return np.asarray(self.counts.max(axis=1), np.int32)

    @property
    def information(self) -> Floats:
        """The bits that each action is expected to tell: the entropy of its feedback."""
        bits: Floats = shannon(self.masses)
        return bits

    @property
    def expected_size(self) -> Floats:
        """How many candidates each action is expected to leave."""
        return np.asarray((self.masses * self.counts).sum(axis=1) / self.mass, np.float64)

    @property
    def win_probability(self) -> Floats:
        """The chance that each action wins at once."""
        rows = np.arange(len(self))
        won = self.masses[rows, np.maximum(self.winning, 0)] / self.mass
        return np.where(self.winning >= 0, won, 0.0)

    def scores(self, terms: kernels.Terms) -> Floats:
        """A built-in criterion, counted and scored in one pass."""
        return kernels.scores(self.codes, self.candidates, self.columns, self.width, self.weights, terms)

    def take(self, rows: Ints) -> Outcomes:
        """The same table for some of the actions."""
        return replace(
            self,
            actions=Picked(self.actions, rows),
            columns=self.columns[rows],
            winning=self.winning[rows],
            possible=self.possible[rows],
            costs=self.costs[rows] if self.costs.size else self.costs,
        )

    def feedback(self, code: int) -> Feedback:
        """The feedback of a column."""
        return self.feedbacks.value(code)
