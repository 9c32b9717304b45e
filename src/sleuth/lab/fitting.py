"""Which entropy does this person use? Order, degree and noise by maximum likelihood, from the questions they asked.

The chance of a question is a softmax over the entropy that each is expected to leave (`sleuth.lab.softmax`). The
likelihood is computed on a grid over the whole plane, then on a finer one where it is high. Plays are resampled for the
intervals, which are to hold order, degree and noise all three with 95%, so that each is a percentile interval of 98.3%.
Named models are compared by Akaike's criterion and by how well they foretell plays that they were not fitted to.

Where all secrets are equally likely the order makes no difference, and is not estimated: ask people with a jar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Counted
from sleuth.core.errors import ParameterError
from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Array, Floats, Ints
from sleuth.lab.asked import Questions
from sleuth.lab.softmax import alike, expected_entropies
from sleuth.measures.named import POINTS
from sleuth.strategies.criteria import MINIMAX, PARTS

STEPS = 21
DEGREE_LEAST, DEGREE_MOST = 0.0, 4.0
SHARP = np.geomspace(0.03, 300, 41)
"""How sharply the better is preferred, in units of the spread of the scores: from nearly at random to always."""
LEVEL = 0.95
TOGETHER = 3
"""How many intervals are to hold at once."""
HIGH = 10.0
"""The finer grid covers what is within so much of the highest log-likelihood."""
LINE = 61
FINE_SHARP = np.geomspace(SHARP[0], SHARP[-1], 3 * SHARP.size)
"""For models of fewer parameters."""
FOLDS = 5


@dataclass(frozen=True)
class Estimate:
    """A number with its interval."""

    value: float
    low: float
    high: float

    def holds(self, truth: float) -> bool:
        """Whether the interval holds a value."""
        return self.low <= truth <= self.high

    def as_json(self) -> dict[str, float | str]:
        """Plain values, for JSON."""
        shown = {"value": self.value, "low": self.low, "high": self.high}
        return {key: v if np.isfinite(v) else "inf" for key, v in shown.items()}


@dataclass(frozen=True)
class Model:
    """A model of how somebody asks, fitted."""

    name: str
    parameters: int
    log_likelihood: float
    weight: float
    """Akaike's weight: how much speaks for it among all models here."""
    held_out: float
    """The mean log-likelihood of a question in plays that it was not fitted to."""

    @property
    def aic(self) -> float:
        """Akaike's criterion; lower is better."""
        return 2 * self.parameters - 2 * self.log_likelihood

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "model": self.name,
            "parameters": self.parameters,
            "log_likelihood": self.log_likelihood,
            "aic": self.aic,
            "weight": self.weight,
            "held_out": self.held_out,
        }


@dataclass(frozen=True, eq=False)
class Fit:
    """What the questions of some plays reveal."""

    questions: int
    plays: int
    idle: int
    """Questions left out, since nothing was to be chosen."""
    order: Estimate | None
    """`None` where all secrets were equally likely: then the order makes no difference."""
    degree: Estimate
    noise: Estimate
    log_likelihood: float
    models: tuple[Model, ...]
    """The best by Akaike's criterion first."""
    orders: tuple[float, ...]
    degrees: tuple[float, ...]
    surface: Floats
    """The log-likelihood at the best noise, orders x degrees."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "questions": self.questions,
            "plays": self.plays,
            "left_out": self.idle,
            "order": None if self.order is None else self.order.as_json(),
            "degree": self.degree.as_json(),
            "noise": self.noise.as_json(),
            "log_likelihood": self.log_likelihood,
            "models": [model.as_json() for model in self.models],
        }


@dataclass(frozen=True, eq=False)
class _Situation:
    """What may be asked in one information set, alike actions together, and how often each play asked which."""

    outcomes: Counted
    """One action of each kind."""
    counts: Ints
    asked: tuple[tuple[int, int], ...]
    """Play and kind of each question asked here."""


def situations(questions: Questions) -> list[_Situation]:
    """The different information sets that questions were asked from."""
    found: dict[tuple[int, bytes, bytes], list[int]] = {}
    for place, question in enumerate(questions.asked):
        info = question.info
        if not isinstance(info, EnumeratedSet):
            raise ParameterError(f"{info.game} is too large: the chance of a question needs all that may be asked")
        legal = b"" if info.legal is None else info.legal.tobytes()
        found.setdefault((id(info.tables), info.indices.tobytes(), legal), []).append(place)
    made = []
    for places in found.values():
        info = questions.asked[places[0]].info
        assert isinstance(info, EnumeratedSet)
        outcomes = info.outcomes()
        first, counts, kind = alike(outcomes)
        rows = np.full(len(info.tables.actions), -1, np.int32)
        rows[info.legal_indices] = np.arange(len(outcomes), dtype=np.int32)
        asked = tuple(
            (questions.asked[p].play, int(kind[rows[info.tables.action_index(questions.asked[p].action)]]))
            for p in places
        )
        made.append(_Situation(outcomes.take(first), counts, asked))
    return made


class _Likelihood:
    """The log-likelihood of each play: plays x points x sharpness."""

    def __init__(self, found: Sequence[_Situation], plays: int) -> None:
        self.found, self.plays = found, plays

    def scores(self, situation: _Situation, orders: Floats, degrees: Floats) -> Floats:
        return expected_entropies(situation.outcomes, orders, degrees)

    def scale(self, orders: Floats, degrees: Floats) -> Floats:
        """How far the scores of a point lie apart, in the mean: the unit of its noise."""
        some = [self.scores(s, orders, degrees) for s in self.found[:30]]
        spread = np.mean([np.sqrt(np.average((x - x.mean(1, keepdims=True)) ** 2, axis=1)) for x in some], axis=0)
        return np.asarray(np.maximum(spread, 1e-12))

    def table(self, orders: Floats, degrees: Floats, slopes: Floats) -> Floats:
        """`slopes` are one over the noise, points x sharpness."""
        out = np.zeros((self.plays, *slopes.shape))
        for situation in self.found:
            add(out, situation, self.scores(situation, orders, degrees), slopes)
        return out


def add(out: Floats, situation: _Situation, scores: Floats, slopes: Floats) -> None:
    """Add the log-chance of each question asked in a situation to its play."""
    worse = scores - scores.min(axis=1, keepdims=True)
    drop = -slopes[:, :, None] * worse[:, None, :]
    norm = np.log(np.exp(drop) @ situation.counts)
    for play, kind in situation.asked:
        out[play] += drop[:, :, kind] - norm


def fit(questions: Questions, *, resamples: int = 1000, seed: int = 0, progress: Progress = silent) -> Fit:
    """Fit order, degree and noise, with intervals, and compare named models."""
    if resamples < 100:
        raise ParameterError(f"intervals need at least 100 resamples, not {resamples}")
    found = situations(questions)
    even = all(s.outcomes.weights.size == 0 for s in found)
    likelihood = _Likelihood(found, questions.plays)
    progress("fitting: the whole plane", 0, 4)
    shares = np.array([0.5]) if even else np.linspace(0, 1, STEPS)
    degrees = np.linspace(DEGREE_LEAST, DEGREE_MOST, STEPS)
    coarse = _Grid(likelihood, shares, degrees, SHARP)
    progress("fitting: where it is likely", 1, 4)
    fine = _Grid(likelihood, *coarse.high(even))
    progress("fitting: intervals", 2, 4)
    order, degree, noise = fine.intervals(resamples, np.random.default_rng(seed))
    progress("fitting: other models", 3, 4)
    models = _models(likelihood, fine, even, len(questions))
    surface = coarse.whole.max(axis=1).reshape(shares.size, degrees.size)
    return Fit(
        len(questions),
        questions.plays,
        questions.idle,
        None if even else order,
        degree,
        noise,
        float(fine.whole.max()),
        models,
        tuple(_order(shares).tolist()),
        tuple(degrees.tolist()),
        surface,
    )


def _order(shares: Floats) -> Floats:
    """Orders from 0 to infinity, of numbers from 0 to 1: r / (1 + r)."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(shares >= 1, np.inf, shares / np.maximum(1 - shares, 1e-300)))


class _Grid:
    """The likelihood over order, degree and sharpness."""

    def __init__(self, likelihood: _Likelihood, shares: Floats, degrees: Floats, sharp: Floats) -> None:
        self.axes = shares, degrees, sharp
        pairs = np.array([(s, t) for s in shares for t in degrees])
        self.shares, self.degrees = pairs[:, 0], pairs[:, 1]
        orders = _order(self.shares)
        self.slopes = sharp / likelihood.scale(orders, self.degrees)[:, None]
        self.table = likelihood.table(orders, self.degrees, self.slopes)
        self.whole: Floats = self.table.sum(axis=0)
        """The log-likelihood of all plays: points x sharpness."""

    def high(self, even: bool) -> tuple[Floats, Floats, Floats]:
        """A finer grid over the part where the likelihood is high."""
        cube = self.whole.reshape([axis.size for axis in self.axes])
        found = np.argwhere(cube >= cube.max() - HIGH)
        axes = []
        for number, axis in enumerate(self.axes):
            low, high = max(0, found[:, number].min() - 1), min(axis.size - 1, found[:, number].max() + 1)
            log = number == 2
            make = np.geomspace if log else np.linspace
            axes.append(axis if axis.size == 1 else make(axis[low], axis[high], STEPS))
        if even:
            axes[0] = self.axes[0]
        return axes[0], axes[1], axes[2]

    def intervals(self, resamples: int, rng: np.random.Generator) -> tuple[Estimate, Estimate, Estimate]:
        """The best order, degree and noise, with intervals from resampled plays."""
        plays, flat = self.table.shape[0], self.table.reshape(self.table.shape[0], -1)
        weights = rng.multinomial(plays, np.full(plays, 1 / plays), resamples).astype(np.float64)
        best = np.concatenate([(weights[k : k + 50] @ flat).argmax(axis=1) for k in range(0, resamples, 50)])
        top = int(self.whole.argmax())
        noise = (1 / self.slopes).ravel()
        point = best // self.axes[2].size
        steps = [(axis[-1] - axis[0]) / max(1, axis.size - 1) / 2 for axis in self.axes[:2]]
        share = self._interval(self.shares[point], self.shares[top // self.axes[2].size], steps[0], (0.0, 1.0))
        degree = self._interval(
            self.degrees[point], self.degrees[top // self.axes[2].size], steps[1], (DEGREE_LEAST, DEGREE_MOST)
        )
        half = np.log(self.axes[2][1] / self.axes[2][0]) / 2
        logs = self._interval(np.log(noise[best]), float(np.log(noise[top])), half, (-np.inf, np.inf))
        order = Estimate(*(float(_order(np.array(v))) for v in (share.value, share.low, share.high)))
        return order, degree, Estimate(*(float(np.exp(v)) for v in (logs.value, logs.low, logs.high)))

    @staticmethod
    def _interval(values: Array, best: float, half: float, bounds: tuple[float, float]) -> Estimate:
        """A percentile interval, wider by half a cell of the grid on either side."""
        tail = (1 - LEVEL) / TOGETHER / 2
        low, high = np.quantile(values, [tail, 1 - tail])
        return Estimate(float(best), float(max(bounds[0], low - half)), float(min(bounds[1], high + half)))


def _models(likelihood: _Likelihood, fine: _Grid, even: bool, questions: int) -> tuple[Model, ...]:
    """Every model with its likelihood, by Akaike's criterion."""
    tables: dict[str, tuple[int, Floats]] = {"sharma-mittal": (2 if even else 3, fine.table)}
    if not even:
        shares, degrees = np.linspace(0, 1, LINE), np.linspace(DEGREE_LEAST, DEGREE_MOST, LINE)
        lines = {
            "renyi": (_order(shares), np.ones(LINE)),
            "tsallis": (degrees, degrees),
            "gaussian": (np.ones(LINE), degrees),
        }
        for name, (orders, along) in lines.items():
            slopes = FINE_SHARP / likelihood.scale(orders, along)[:, None]
            tables[name] = 2, likelihood.table(orders, along, slopes)
    for name, (order, degree) in POINTS.items():
        if even and degree in [POINTS[n][1] for n in tables if n in POINTS]:
            continue  # with equally likely secrets it is the same as one before
        one, other = np.array([order]), np.array([degree])
        slopes = FINE_SHARP / likelihood.scale(one, other)[:, None]
        tables[name] = 1, likelihood.table(one, other, slopes)
    for criterion in (PARTS, MINIMAX):
        slopes = np.geomspace(1e-3, 1e3, FINE_SHARP.size)[None, :]
        out = np.zeros((likelihood.plays, *slopes.shape))
        for situation in likelihood.found:
            add(out, situation, criterion(situation.outcomes)[None, :], slopes)
        tables[criterion.name] = 1, out
    chance = np.zeros((likelihood.plays, 1, 1))
    for situation in likelihood.found:
        for play, _ in situation.asked:
            chance[play] -= np.log(situation.counts.sum())
    tables["at random"] = 0, chance
    made = []
    for name, (parameters, table) in tables.items():
        flat = table.reshape(table.shape[0], -1)
        made.append(Model(name, parameters, float(flat.sum(axis=0).max()), 0.0, _held_out(flat) / questions))
    least = min(model.aic for model in made)
    shares = np.exp([(least - model.aic) / 2 for model in made])
    weighed = [
        Model(m.name, m.parameters, m.log_likelihood, float(w / shares.sum()), m.held_out)
        for m, w in zip(made, shares, strict=True)
    ]
    return tuple(sorted(weighed, key=lambda model: model.aic))


def _held_out(flat: Floats) -> float:
    """The log-likelihood of plays under what fits the others best, five parts in turn (or play by play)."""
    plays = flat.shape[0]
    if plays < 2:
        return float("nan")
    whole, total = flat.sum(axis=0), 0.0
    for fold in range(min(FOLDS, plays)):
        left = flat[fold :: min(FOLDS, plays)].sum(axis=0)
        total += float(left[int((whole - left).argmax())])
    return total
