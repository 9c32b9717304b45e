"""How likely somebody's questions are under an entropy with some noise, and families of such models.

A column is one model: an order, a degree and a slope (one over the noise). A family is a set of columns. A family holds
the columns of every family that is a special case of it, so it is never less likely than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.kernels.arrays import Floats, Ints
from sleuth.lab.observed_questions import AskedQuestion, Questions
from sleuth.lab.softmax import alike, expected_entropies
from sleuth.strategies.criteria import Criterion

SHARP = np.geomspace(0.03, 300, 123)
"""How sharply the better is preferred, in units of the spread of the scores: from nearly at random to always."""
POLISH = np.geomspace(SHARP[0] / SHARP[1], SHARP[1] / SHARP[0], 21)
"""The best sharpness of a family is looked for again between its neighbours."""
SCALED = 30
"""Situations that the unit of the noise is taken from."""
SAME = 1e-9
"""Scores that differ by less, relative to their spread, are the same."""


@dataclass(frozen=True, eq=False)
class ChoiceSituation:
    """What may be asked in one information set, alike actions together, and how often each play asked which."""

    outcomes: Counted
    """One action of each kind."""
    counts: Ints
    asked: tuple[tuple[int, int], ...]
    """Play and kind of each question asked here."""


def situations(questions: Questions) -> list[ChoiceSituation]:
    """The different information sets that questions were asked from."""
    groups: dict[tuple[int, bytes, bytes], tuple[EnumeratedSet, list[AskedQuestion]]] = {}
    for question in questions.asked:
        info = question.info.table()
        if info is None:
            game = question.info.game
            raise ParameterError(f"{game} is too large: the chance of a question needs all that may be asked")
        legal = b"" if info.legal is None else info.legal.tobytes()
        groups.setdefault((id(info.tables), info.indices.tobytes(), legal), (info, []))[1].append(question)
    out = []
    for info, alike_questions in groups.values():
        outcomes = info.outcomes()
        first, counts, kind = alike(outcomes)
        rows = np.full(len(info.tables.actions), -1, np.int32)
        rows[info.legal_indices] = np.arange(len(outcomes), dtype=np.int32)
        asked = tuple((q.play, int(kind[rows[info.tables.action_index(q.action)]])) for q in alike_questions)
        out.append(ChoiceSituation(outcomes.take(first), counts, asked))
    return out


class Likelihood:
    """The log-likelihood of each play: plays x points x sharpness."""

    def __init__(self, situations: Sequence[ChoiceSituation], plays: int) -> None:
        self.situations, self.plays = situations, plays

    def scores(self, situation: ChoiceSituation, orders: Floats, degrees: Floats) -> Floats:
        return expected_entropies(situation.outcomes, orders, degrees)

    def scale(self, orders: Floats, degrees: Floats) -> Floats:
        """How far the scores of a point lie apart, in the mean: the unit of its noise."""
        scores = [self.scores(s, orders, degrees) for s in self.situations[:SCALED]]
        spread = np.mean([np.sqrt(np.average((x - x.mean(1, keepdims=True)) ** 2, axis=1)) for x in scores], axis=0)
        return np.asarray(np.maximum(spread, 1e-12))

    def table(self, scores: Iterable[Floats], slopes: Floats) -> Floats:
        """Plays x models, from the scores in each situation; `slopes` are one over the noise, points x sharpness."""
        out = np.zeros((self.plays, *slopes.shape))
        for situation, each in zip(self.situations, scores, strict=True):
            add(out, situation, each, slopes)
        return out.reshape(self.plays, -1)

    def columns(self, orders: Floats, degrees: Floats, sharp: Floats) -> Columns:
        """Every point with every sharpness."""
        slopes = sharp / self.scale(orders, degrees)[:, None]
        table = self.table((self.scores(s, orders, degrees) for s in self.situations), slopes)
        return Columns(table, np.repeat(orders, sharp.size), np.repeat(degrees, sharp.size), slopes.ravel())

    def polished(self, family: Columns) -> Columns:
        """The family, and its best point once more with a finer slope."""
        best = family.best
        order, degree, slope = family.orders[best], family.degrees[best], family.slopes[best]
        if not slope > 0:
            return family
        slopes, orders, degrees = slope * POLISH, np.full(POLISH.size, order), np.full(POLISH.size, degree)
        table = self.table((self.scores(s, orders[:1], degrees[:1]) for s in self.situations), slopes[None, :])
        return family.with_all([Columns(table, orders, degrees, slopes)])

    @property
    def random(self) -> Columns:
        """Any question as likely as any other: the slope 0 of every model."""
        table = np.zeros((self.plays, 1))
        for situation in self.situations:
            for play, _ in situation.asked:
                table[play] -= np.log(situation.counts.sum())
        return Columns(table, np.ones(1), np.ones(1), np.zeros(1))

    def criterion(self, criterion: Criterion) -> Columns:
        """A rule that is no entropy, with every sharpness."""
        scores = [criterion(situation.outcomes)[None, :] for situation in self.situations]
        spread = float(np.mean([each.std() for each in scores[:SCALED]]))
        slopes, nothing = SHARP[None, :] / max(spread, 1e-12), np.full(SHARP.size, np.nan)
        return Columns(self.table(scores, slopes), nothing, nothing, slopes.ravel())

    def direction(self, scores: Iterable[Floats]) -> Floats:
        """The scores of a rule in all situations, up to what makes no difference to the chance of any question.

        Added to all scores of a situation, or multiplied with all scores there are, a number changes the noise at most.
        """
        apart = np.concatenate([each - each.min() for each in scores])
        size = float(np.linalg.norm(apart))
        return apart / size if size > SAME * apart.size else np.zeros_like(apart)


@dataclass(frozen=True, eq=False)
class Columns:
    """Some models, and the log-likelihood of each play under each of them."""

    table: Floats
    """Plays x models."""
    orders: Floats
    degrees: Floats
    slopes: Floats

    @cached_property
    def whole(self) -> Floats:
        """The log-likelihood of all plays, added up in their order: the same model has the same in every family."""
        out = np.zeros(self.table.shape[1])
        for play in self.table:
            out += play
        return out

    @property
    def best(self) -> int:
        """The most likely model."""
        return int(self.whole.argmax())

    @property
    def log_likelihood(self) -> float:
        """That of the most likely model."""
        return float(self.whole.max())

    def with_all(self, others: Iterable[Columns]) -> Columns:
        """These models and others."""
        parts = [self, *others]
        names = ("table", "orders", "degrees", "slopes")
        return Columns(*(np.concatenate([getattr(c, name) for c in parts], axis=-1) for name in names))


def add(out: Floats, situation: ChoiceSituation, scores: Floats, slopes: Floats) -> None:
    """Add the log-chance of each question asked in a situation to its play."""
    worse = scores - scores.min(axis=1, keepdims=True)
    drop = -slopes[:, :, None] * worse[:, None, :]
    norm = np.log(np.exp(drop) @ situation.counts)
    for play, kind in situation.asked:
        out[play] += drop[:, :, kind] - norm
