"""How likely somebody's questions are under an entropy with some noise, and families of such models.

A column is one model: an order, a degree and a slope (one over the noise). A family is a set of columns. A family holds
the columns of every family that is a special case of it, so it is never less likely than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Floats, Ints
from sleuth.lab.choice_rules import RULES
from sleuth.lab.observed_questions import AskedQuestion
from sleuth.lab.softmax import alike, expected_entropies

SCALED = 30
"""Situations that the unit of the noise is taken from."""
SAME = 1e-9
"""Scores that differ by less, relative to their spread, are the same."""

SMALL = 100_000
"""Up to so many exponentials it is quickest to take each."""

Scores = Callable[["ChoiceSituation"], Floats]
"""The scores of each kind of question in a situation: points x kinds, lower is better."""


class Sharpness(NamedTuple):
    """How sharply the better is preferred, in units of the spread of the scores: a row of values that rises.

    From one value to that so many further on it doubles, if the row is as long; then a power is found by squaring.
    """

    values: Floats
    octave: int

    @classmethod
    def between(cls, low: float, high: float, octave: int) -> Sharpness:
        """From one value up to another, so many to each octave."""
        number = int(np.ceil(np.log2(high / low) * octave - 1e-9)) + 1
        return cls(low * 2.0 ** (np.arange(number) / octave), octave)

    @classmethod
    def about(cls, slope: float, ratio: float, number: int) -> Sharpness:
        """Some values around one: its neighbours are so many times less and more."""
        return cls(slope * np.geomspace(1 / ratio, ratio, number), number)


SHARP = Sharpness.between(0.03, 300, 3)
"""From nearly at random to always."""
ONE = Sharpness(np.ones(1), 1)


@dataclass(frozen=True, eq=False)
class ChoiceSituation:
    """What may be asked in one information set, alike actions together, and who asked which."""

    outcomes: Counted
    """One action of each kind."""
    counts: Ints
    rules: Floats
    """The scores of each kind under the rules that are no entropies."""
    asked: tuple[tuple[int, int], ...]
    """The number of each question asked here, and its kind."""

    def only(self, numbers: Ints) -> ChoiceSituation | None:
        """The same with some of the questions alone: `numbers` has their new numbers, or -1; `None` if none is left."""
        asked = tuple((int(numbers[number]), kind) for number, kind in self.asked if numbers[number] >= 0)
        return replace(self, asked=asked) if asked else None


def situations(asked: Sequence[AskedQuestion], progress: Progress = silent) -> list[ChoiceSituation]:
    """The different information sets that questions were asked from."""
    groups: dict[tuple[int, bytes, bytes], tuple[EnumeratedSet, list[int]]] = {}
    for number, question in enumerate(asked):
        info = listed(question)
        legal = b"" if info.legal is None else info.legal.tobytes()
        groups.setdefault((id(info.tables), info.indices.tobytes(), legal), (info, []))[1].append(number)
    out = []
    for done, (info, numbers) in enumerate(groups.values()):
        if done % 50 == 0:
            progress("what could have been asked", done, len(groups))
        outcomes = info.outcomes()
        first, counts, kind = alike(outcomes)
        rows = np.full(len(info.tables.actions), -1, np.int32)
        rows[info.legal_indices] = np.arange(len(outcomes), dtype=np.int32)
        kinds = ((number, int(kind[rows[info.tables.action_index(asked[number].action)]])) for number in numbers)
        rules = np.vstack([criterion(outcomes)[first] for criterion in RULES.values()])
        out.append(ChoiceSituation(outcomes.take(first), counts, rules.astype(np.float64), tuple(kinds)))
    return out


def listed(question: AskedQuestion) -> EnumeratedSet:
    """The information set of a question as a list of candidates."""
    game = question.info.game
    if game.goal.finds:
        raise ParameterError(f"entropies are fitted where a secret is to be named or known, not in {game}")
    info: EnumeratedSet | None = question.info.table()
    if info is None:
        raise ParameterError(
            f"{game} has no list of candidates with a law that always answers alike, which fitting needs; "
            "`sleuth moves` takes every game"
        )
    return info


class Likelihood:
    """The log-likelihood of each unit (a play, or all plays of a person): units x points x sharpness."""

    def __init__(self, situations: Sequence[ChoiceSituation], units: Ints) -> None:
        self.situations = situations
        self.of_question = units
        self.units = int(units.max()) + 1
        self._tallies = [self._tally(situation) for situation in situations]

    def _tally(self, situation: ChoiceSituation) -> tuple[Ints, Ints, Ints]:
        """Unit, kind and number of the questions asked in a situation, those that are alike together."""
        pairs = [(self.of_question[number], kind) for number, kind in situation.asked]
        cells, counts = np.unique(np.array(pairs, np.int32), axis=0, return_counts=True)
        return cells[:, 0], cells[:, 1], counts.astype(np.int32)

    def spread(self, scores: Scores) -> Floats:
        """How far the scores of each point lie apart, in the mean: the unit of its noise."""
        each = (scores(situation) for situation in self.situations[:SCALED])
        return np.asarray(np.maximum(np.mean([x.std(axis=1) for x in each], axis=0), 1e-12))

    def table(
        self, scores: Scores, units: Floats, sharp: Sharpness, whole: bool = False, progress: Progress = silent
    ) -> Floats:
        """Units x models (points, each with every sharpness); `units` of sharpness are a slope. `whole` is one unit."""
        out = np.zeros((1 if whole else self.units, len(units), sharp.values.size))
        for done, (situation, (who, kinds, counts)) in enumerate(zip(self.situations, self._tallies, strict=True)):
            if done % 50 == 0:
                progress("how likely the questions are", done, len(self.situations))
            _add(out, scores(situation), units, sharp, situation.counts, (who * (not whole), kinds, counts))
        return out.reshape(len(out), -1)

    def columns(
        self,
        scores: Scores,
        orders: Floats,
        degrees: Floats,
        sharp: Sharpness,
        slopes: Floats | None = None,
        *,
        whole: bool = False,
        progress: Progress = silent,
    ) -> Columns:
        """Every point with every sharpness; `slopes` are those of sharpness 1, by the spread unless given."""
        slopes = 1 / self.spread(scores) if slopes is None else slopes
        table = self.table(scores, slopes, sharp, whole, progress)
        size = sharp.values.size
        return Columns(
            table, np.repeat(orders, size), np.repeat(degrees, size), np.multiply.outer(slopes, sharp.values).ravel()
        )

    def entropies(
        self,
        orders: Floats,
        degrees: Floats,
        sharp: Sharpness,
        slopes: Floats | None = None,
        *,
        whole: bool = False,
        progress: Progress = silent,
    ) -> Columns:
        """The same for points that are entropies."""
        scores = entropy_scores(orders, degrees)
        return self.columns(scores, orders, degrees, sharp, slopes, whole=whole, progress=progress)

    @property
    def random(self) -> Columns:
        """Any question as likely as any other: the slope 0 of every model."""
        table = np.zeros((self.units, 1))
        for situation, (who, _, counts) in zip(self.situations, self._tallies, strict=True):
            np.subtract.at(table[:, 0], who, counts * np.log(situation.counts.sum()))
        return Columns(table, np.ones(1), np.ones(1), np.zeros(1))

    def directions(self, scores: Scores) -> Floats:
        """The scores of each point in all situations, up to what makes no difference to the chance of any question.

        Added to all scores of a situation, or multiplied with all scores there are, a number changes the noise at most.
        """
        each = (scores(situation) for situation in self.situations)
        apart = np.concatenate([one - one.min(axis=1, keepdims=True) for one in each], axis=1)
        sizes = np.linalg.norm(apart, axis=1, keepdims=True)
        apart /= np.where(sizes > SAME * apart.shape[1], sizes, np.inf)
        return apart


def entropy_scores(orders: Floats, degrees: Floats) -> Scores:
    """The entropies that questions are expected to leave."""
    return lambda situation: expected_entropies(situation.outcomes, orders, degrees)


@dataclass(frozen=True, eq=False)
class Columns:
    """Some models, and the log-likelihood of each unit under each of them."""

    table: Floats
    """Units x models."""
    orders: Floats
    degrees: Floats
    slopes: Floats

    @cached_property
    def whole(self) -> Floats:
        """The log-likelihood of all units, added up in their order: the same model has the same in every family."""
        out = np.zeros(self.table.shape[1])
        for unit in self.table:
            out += unit
        return out

    @property
    def best(self) -> int:
        """The most likely model."""
        return int(self.whole.argmax())

    @property
    def log_likelihood(self) -> float:
        """That of the most likely model."""
        return float(self.whole.max())

    @property
    def point(self) -> tuple[float, float, float]:
        """Order, degree and slope of the most likely model."""
        best = self.best
        return float(self.orders[best]), float(self.degrees[best]), float(self.slopes[best])

    def of_point(self, number: int, size: int) -> Columns:
        """The models of one point, where each has so many."""
        mine = slice(number * size, (number + 1) * size)
        return Columns(self.table[:, mine], self.orders[mine], self.degrees[mine], self.slopes[mine])

    def with_all(self, others: Iterable[Columns]) -> Columns:
        """These models and others."""
        parts = [self, *others]
        names = ("table", "orders", "degrees", "slopes")
        return Columns(*(np.concatenate([getattr(c, name) for c in parts], axis=-1) for name in names))


def _add(
    out: Floats, scores: Floats, units: Floats, sharp: Sharpness, sizes: Ints, asked: tuple[Ints, Ints, Ints]
) -> None:
    """Add the log-chance of the questions asked in a situation to their units."""
    who, kinds, counts = asked
    worse = (scores - scores.min(axis=1, keepdims=True)) * units[:, None]
    norms = np.log(_norms(worse, sharp, sizes.astype(np.float64)))
    for unit in set(who.tolist()):
        mine = slice(None) if who[0] == who[-1] else who == unit  # units are in order
        number = counts[mine]
        dropped = worse[:, kinds[mine]] @ number
        out[unit] -= dropped[:, None] * sharp.values + number.sum() * norms


def _norms(worse: Floats, sharp: Sharpness, weights: Floats) -> Floats:
    """The sum of exp(-sharpness * score) over all questions: points x sharpness."""
    values = sharp.values
    if worse.size * values.size <= SMALL:
        return np.exp(-values[:, None] * worse[:, None, :]) @ weights
    norms = np.empty((len(worse), values.size))
    for first in range(min(sharp.octave, values.size)):
        chances = np.exp(-values[first] * worse)
        for place in range(first, values.size, sharp.octave):
            if place > first:
                chances *= chances  # twice as sharp is the square
            norms[:, place] = chances @ weights
    return norms
