"""Outcomes over a list of candidates: their answers, counted when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.outcomes import Measure, Outcomes, Part, Picked
from sleuth.core.errors import TooLargeError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.tables import Feedbacks, Tables
from sleuth.kernels import partitions as kernels
from sleuth.kernels.arrays import Array, Bools, Floats, Ints
from sleuth.measures.renyi import renyi
from sleuth.measures.shannon import shannon
from sleuth.measures.sharma_mittal import deformed_log

SHARED = ("codes", "weights", "naming", "feedbacks", "hits")
"""What `Counted` may have from the tables of a game."""


@dataclass(frozen=True, eq=False, repr=False)
class Counted(Outcomes):
    """Outcomes over a list of candidates, counted when they are looked at. Columns are the codes of the feedbacks."""

    actions: Sequence[Action]
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
    naming: Ints
    """For each row of `codes`, the column that names it; -1 if none."""
    feedbacks: Feedbacks
    costs: Floats = field(default_factory=lambda: kernels.NO_WEIGHTS)
    hits: Bools | None = None
    """Whether each column hits each row of `codes`; `None` where nothing is to be found."""
    missing: Ints | None = None
    """How many hits of each row of `codes` are still to be asked; `None` where nothing is to be found."""
    tables: Tables | None = None
    """Whose codes they are; `None` where they were made for these outcomes."""

    def __getstate__(self) -> dict[str, Any]:
        """What belongs to the tables travels with them."""
        shared = () if self.tables is None else SHARED
        own = {name for name in shared if vars(self).get(name) is self._shared(name)}
        return {name: value for name, value in super().__getstate__().items() if name not in own}

    def _shared(self, name: str) -> Any:
        """What the tables have of this; no codes that are not there yet."""
        return getattr(self.tables, "stored" if name == "codes" else name)

    def __setstate__(self, state: dict[str, Any]) -> None:
        tables: Tables | None = state["tables"]
        if "codes" not in state and (tables is None or tables.codes is None):
            raise TooLargeError("these outcomes belong to a table that is larger than a table may be here")
        self.__dict__.update({name: getattr(tables, name) for name in SHARED if name not in state} | state)

    @property
    def game(self) -> Game | None:
        return None if self.tables is None else self.tables.game

    @cached_property
    def width(self) -> int:
        """The number of columns."""
        return self.feedbacks.width

    @cached_property
    def size(self) -> int:
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
    def bits(self) -> float:
        return float(np.log2(self.mass) - self.single_bits / self.mass)

    @property
    def probabilities(self) -> Floats:
        """The probability of each feedback; each row sums to one."""
        return self.masses / self.mass

    @property
    def parts(self) -> Ints:
        return np.asarray((self.counts > 0).sum(axis=1), np.int32)

    @property
    def largest(self) -> Ints:
        return np.asarray(self.counts.max(axis=1), np.int32)

    @property
    def information(self) -> Floats:
        """The entropy of the feedback: an answer that follows from the secret tells as much about it."""
        bits: Floats = shannon(self.masses)
        return bits

    @property
    def expected_size(self) -> Floats:
        return np.asarray((self.masses * self.counts).sum(axis=1) / self.mass, np.float64)

    @property
    def win_probability(self) -> Floats:
        ends = self._ends
        return self._named if ends is None else np.asarray((self.masses * ends).sum(axis=1) / self.mass, np.float64)

    @property
    def hit_probability(self) -> Floats:
        if self.hits is None:
            return self._named
        return self._chance(self._names | self.hits[np.ix_(self.candidates, self.columns)])

    @property
    def _named(self) -> Floats:
        """The chance that each action names the secret."""
        won = self.masses[np.arange(len(self)), np.maximum(self.winning, 0)] / self.mass
        return np.where(self.winning >= 0, won, 0.0)

    @property
    def _names(self) -> Bools:
        """Whether each action (column) names each candidate (row)."""
        return np.asarray(self.naming[self.candidates][:, None] == self.columns, np.bool_)

    @property
    def _ends(self) -> Bools | None:
        """Whether each answer (column) to each action (row) ends the play, where everything is to be found.

        It does if nothing is left to find of any candidate that gives it, or if it leaves only the one that was named.
        """
        if self.hits is None or self.missing is None:
            return None
        block = np.ix_(self.candidates, self.columns)
        found = self.missing[self.candidates][:, None] <= self.hits[block]
        places = np.arange(len(self))[:, None] * self.width + self.codes[block].T.astype(np.int64)

        def tally(chosen: Bools) -> Ints:
            """How many of the candidates that are chosen for an action give each answer."""
            counts = np.bincount(places[chosen.T], minlength=len(self) * self.width)
            return counts.reshape(len(self), self.width).astype(np.int32)

        named = (tally(self._names) == 1) & (self.counts == 1)
        return np.asarray((self.counts > 0) & ((tally(~found) == 0) | named), np.bool_)

    def _chance(self, chosen: Bools) -> Floats:
        """The weight of the candidates that are chosen for each action, as a probability."""
        if self.weights.size == 0:
            return np.asarray(chosen.mean(axis=0), np.float64)
        return np.asarray(self.weights[self.candidates] @ chosen / self.mass, np.float64)

    @property
    def counted(self) -> Counted:
        return self

    @property
    def weighs(self) -> bool:
        return True

    def measured(self, measure: Measure) -> Floats:
        raw = self.scores(measure.terms(self.size))
        if measure.bits:
            # What is expected to remain inside the parts: the sum over parts less the same sum over single secrets.
            raw = raw - measure.bits * self.single_bits
        return raw / self.mass if measure.relative else raw

    def unasked(self, measure: Measure) -> float:
        n, mass, terms = self.size, self.mass, measure.terms(self.size)
        if measure.power is not None:
            nats = self.nats(measure.power.order)
            raw = nats if measure.power.averaged else mass * deformed_log(nats, measure.power.degree)
        else:
            raw = mass * terms.per_mass[n] + terms.per_part[n] + measure.bits * (mass * np.log2(mass))
            raw -= measure.bits * self.single_bits
        return float(raw / mass if measure.relative else raw)

    def averages(self, power: kernels.Power) -> bool:
        return power.averaged

    def nats(self, order: float) -> float:
        whole = self.weights[self.candidates] if self.weights.size else np.ones(self.size)
        return float(renyi(whole / self.mass, order))

    def scores(self, terms: kernels.PartTerms) -> Floats:
        """A built-in criterion, counted and scored in one pass."""
        return kernels.scores(self.codes, self.candidates, self.columns, self.width, self.weights, terms)

    def take(self, rows: Ints) -> Counted:
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

    def leaves(self, row: int, most: int | None = None) -> list[Part]:
        some = self.take(np.array([row], np.int32))
        counts, masses, ends = some.counts[0], some.masses[0], some._ends
        wins = {int(some.winning[0])} if ends is None else set(np.flatnonzero(ends[0]).tolist())
        return [
            Part(some.feedback(code), float(masses[code] / some.mass), int(counts[code]), code in wins)
            for code in np.flatnonzero(counts).tolist()
        ]
