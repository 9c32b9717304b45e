"""How likely somebody's questions are under an entropy with some noise, and families of such models.

A column is one model: an order, a degree and a slope (one over the noise). A family is a set of columns. A family holds
the columns of every family that is a special case of it, so it is never less likely than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sleuth.belief.counted import Counted
from sleuth.core.errors import ParameterError
from sleuth.kernels.arrays import Floats, Ints
from sleuth.lab.asked import Questions
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
    found: dict[tuple[int, bytes, bytes], list[int]] = {}
    for place, question in enumerate(questions.asked):
        info = question.info.table()
        if info is None:
            game = question.info.game
            raise ParameterError(f"{game} is too large: the chance of a question needs all that may be asked")
        legal = b"" if info.legal is None else info.legal.tobytes()
        found.setdefault((id(info.tables), info.indices.tobytes(), legal), []).append(place)
    made = []
    for places in found.values():
        info = questions.asked[places[0]].info.table()
        assert info is not None
        outcomes = info.outcomes()
        first, counts, kind = alike(outcomes)
        rows = np.full(len(info.tables.actions), -1, np.int32)
        rows[info.legal_indices] = np.arange(len(outcomes), dtype=np.int32)
        asked = tuple(
            (questions.asked[p].play, int(kind[rows[info.tables.action_index(questions.asked[p].action)]]))
            for p in places
        )
        made.append(ChoiceSituation(outcomes.take(first), counts, asked))
    return made


class Likelihood:
    """The log-likelihood of each play: plays x points x sharpness."""

    def __init__(self, found: Sequence[ChoiceSituation], plays: int) -> None:
        self.found, self.plays = found, plays

    def scores(self, situation: ChoiceSituation, orders: Floats, degrees: Floats) -> Floats:
        return expected_entropies(situation.outcomes, orders, degrees)

    def scale(self, orders: Floats, degrees: Floats) -> Floats:
        """How far the scores of a point lie apart, in the mean: the unit of its noise."""
        some = [self.scores(s, orders, degrees) for s in self.found[:SCALED]]
        spread = np.mean([np.sqrt(np.average((x - x.mean(1, keepdims=True)) ** 2, axis=1)) for x in some], axis=0)
        return np.asarray(np.maximum(spread, 1e-12))

    def table(self, orders: Floats, degrees: Floats, slopes: Floats) -> Floats:
        """`slopes` are one over the noise, points x sharpness."""
        out = np.zeros((self.plays, *slopes.shape))
        for situation in self.found:
            add(out, situation, self.scores(situation, orders, degrees), slopes)
        return out

    def columns(self, orders: Floats, degrees: Floats, sharp: Floats) -> Columns:
        """Every point with every sharpness."""
        slopes = sharp / self.scale(orders, degrees)[:, None]
        table = self.table(orders, degrees, slopes)
        number = sharp.size
        table = table.reshape(self.plays, -1)
        return Columns(table, np.repeat(orders, number), np.repeat(degrees, number), slopes.ravel())

    def polished(self, family: Columns) -> Columns:
        """The family, and its best point once more with a finer slope."""
        best = family.best
        order, degree, slope = family.orders[best], family.degrees[best], family.slopes[best]
        if not slope > 0:
            return family
        slopes, orders, degrees = slope * POLISH, np.full(POLISH.size, order), np.full(POLISH.size, degree)
        table = self.table(orders[:1], degrees[:1], slopes[None, :]).reshape(self.plays, -1)
        return family.with_all([Columns(table, orders, degrees, slopes)])

    @property
    def random(self) -> Columns:
        """Any question as likely as any other: the slope 0 of every model."""
        table = np.zeros((self.plays, 1))
        for situation in self.found:
            for play, _ in situation.asked:
                table[play] -= np.log(situation.counts.sum())
        return Columns(table, np.ones(1), np.ones(1), np.zeros(1))

    def criterion(self, criterion: Criterion) -> Columns:
        """A rule that is no entropy, with every sharpness."""
        scores = [criterion(situation.outcomes)[None, :] for situation in self.found]
        spread = float(np.mean([each.std() for each in scores[:SCALED]]))
        slopes = SHARP[None, :] / max(spread, 1e-12)
        table = np.zeros((self.plays, *slopes.shape))
        for situation, each in zip(self.found, scores, strict=True):
            add(table, situation, each, slopes)
        nothing = np.full(SHARP.size, np.nan)
        return Columns(table.reshape(self.plays, -1), nothing, nothing, slopes.ravel())

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
        every = [self, *others]
        return Columns(
            np.concatenate([c.table for c in every], axis=1),
            *(np.concatenate([getattr(c, name) for c in every]) for name in ("orders", "degrees", "slopes")),
        )


def add(out: Floats, situation: ChoiceSituation, scores: Floats, slopes: Floats) -> None:
    """Add the log-chance of each question asked in a situation to its play."""
    worse = scores - scores.min(axis=1, keepdims=True)
    drop = -slopes[:, :, None] * worse[:, None, :]
    norm = np.log(np.exp(drop) @ situation.counts)
    for play, kind in situation.asked:
        out[play] += drop[:, :, kind] - norm
