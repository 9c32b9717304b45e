"""Which entropy does this person use? Order, degree and noise by maximum likelihood, from the questions they asked.

The chance of a question is a softmax over the entropy that each is expected to leave (`sleuth.lab.softmax`). The
likelihood is computed on a grid over the whole plane, then on a finer one where it is high. Persons, or plays where
there are few persons, are resampled for the intervals, which are to hold order, degree and noise all three with 95%, so
that each is a percentile interval of 98.3%. Named models are compared by the criteria of Akaike and Schwarz, and by how
well they foretell persons or plays that they were not fitted to. A model holds its special cases, so it is never less
likely than they are. Rules that cannot be told apart by the questions at hand are one model with several names.

Where all secrets are equally likely the order makes no difference, and is not estimated: ask people with a jar.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.frames import frame
from sleuth.core.game import Action
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Floats, Ints
from sleuth.lab.fitted_model import Estimate, Model, model_named
from sleuth.lab.likelihood import SHARP, Columns, Likelihood, Sharpness, situations
from sleuth.lab.model_families import (
    DEGREE_LEAST,
    MAX_DEGREE,
    PLANE,
    Best,
    Families,
    Family,
    anchors_of,
    held_out,
    order_of,
    share_of,
)
from sleuth.lab.observed_questions import AskedQuestion, Questions
from sleuth.lab.softmax import equally_likely

STEPS = 21
LEVEL = 0.95
TOGETHER = 3
"""How many intervals are to hold at once."""
LEAST_RESAMPLES = 100
HIGH = 10.0
"""The finer grid covers what is within so much of the highest log-likelihood."""
FOLDS = 5
LEAST_PERSONS = 5
"""From so many participants on, they are resampled for the intervals; else their plays."""
LEAST_UNITS = 3
"""Of fewer plays, nothing is known about how far estimates may be off."""
MAX_UNITS = 500
"""More plays than this are resampled in bundles."""
Axes = tuple[Floats, Floats, Sharpness]
"""Shares that stand for orders, degrees, and how sharply the better is preferred."""


@dataclass(frozen=True, eq=False, repr=False)
class Fit(Displayed):
    """What the questions of some plays reveal."""

    questions: int
    """How many questions were fitted."""
    plays: int
    """How many plays they come from."""
    idle: int
    """Questions left out, since nothing was to be chosen."""
    order: Estimate | None
    """`None` where all secrets were equally likely: then the order makes no difference."""
    degree: Estimate
    """The degree of the entropy that explains them best."""
    noise: Estimate
    """How loosely they follow it, in its unit."""
    log_likelihood: float
    """How likely the best order, degree and noise make the questions, in nats."""
    models: tuple[Model, ...]
    """The best by Akaike's criterion first."""
    orders: tuple[float, ...]
    """The orders of the surface."""
    degrees: tuple[float, ...]
    """The degrees of the surface."""
    surface: Floats
    """The log-likelihood at the best noise, orders x degrees."""
    participants: int = 0
    """How many persons with a name there are."""
    resampled: str = "plays"
    """What the intervals come from: `participants` or `plays`."""
    held_out_by: str = "plays"
    """What was held out in turn: one of the `participants`, or a part of the `plays`."""
    anchors: Mapping[str, Best] = field(default_factory=dict, repr=False)
    """The best model under each name, for fits to a part of the same questions."""

    def __repr__(self) -> str:
        return f"<Fit of {plural(self.questions, 'question')}: {self.best.name}, weight {self.best.weight:.2f}>"

    @property
    def best(self) -> Model:
        """The best model by Akaike's criterion."""
        return self.models[0]

    def model(self, name: str = "") -> Model:
        """The model that has this name among others; the best, if it is empty."""
        return model_named(self.models, name) if name else self.best

    def predict(self, info: InformationSet, model: str = "") -> dict[Action, float]:
        """The chance of each action that may be asked now, under the best model or one by name."""
        return self.model(model).predict(info)

    def score_samples(self, questions: Questions, model: str = "") -> Floats:
        """The log-likelihood of each question with something to choose (`questions.asked`), in nats."""
        return log_chances(self.model(model), questions.asked)

    def score(self, questions: Questions, model: str = "") -> float:
        """The mean log-likelihood of a question, in nats: 0 is certainty, more is better."""
        return float(self.score_samples(questions, model).mean())

    def rows(self) -> list[dict[str, Any]]:
        """One row a model, the best first."""
        return [model.rows() for model in self.models]

    def to_frame(self) -> Any:
        """The models as a `pandas.DataFrame`, the best first; it needs the extra `frames`."""
        return frame(self.rows())

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "questions": self.questions,
            "plays": self.plays,
            "participants": self.participants,
            "left_out": self.idle,
            "order": self.order and self.order.as_json(),
            "degree": self.degree.as_json(),
            "noise": self.noise.as_json(),
            "log_likelihood": self.log_likelihood,
            "best": list(self.best.members),
            "models": [model.as_json() for model in self.models],
            "resampled": self.resampled,
            "held_out_by": self.held_out_by,
        }


def log_chances(model: Model, asked: Sequence[AskedQuestion]) -> Floats:
    """The log-likelihood of each question under a model."""
    known: dict[tuple[int, object], dict[Action, float]] = {}
    out = np.empty(len(asked))
    for number, question in enumerate(asked):
        key = id(question.info.game), question.info.key
        if key not in known:
            known[key] = model.predict(question.info)
        with np.errstate(divide="ignore"):
            out[number] = np.log(known[key][question.action])
    return out


def fit(questions: Questions, *, resamples: int = 1000, seed: int = 0, progress: Progress = silent) -> Fit:
    """Fit order, degree and noise, with intervals, and compare named models."""
    questions.check()
    return Choices(questions, progress).fit(resamples=resamples, seed=seed, progress=progress)


class Choices:
    """The questions that were asked, each with all that could have been asked instead."""

    def __init__(self, questions: Questions, progress: Progress = silent) -> None:
        self.questions = questions
        self.situations = situations(questions.asked, progress)

    def only(self, questions: Questions) -> Choices:
        """Those of a part of the questions."""
        numbers = np.full(len(self.questions.asked), -1, np.int32)
        places = {id(question): place for place, question in enumerate(self.questions.asked)}
        for number, question in enumerate(questions.asked):
            numbers[places[id(question)]] = number
        part = object.__new__(Choices)
        part.questions = questions
        part.situations = [one for each in self.situations if (one := each.only(numbers)) is not None]
        return part

    @cached_property
    def even(self) -> bool:
        """Whether all secrets are equally likely in every situation."""
        return all(equally_likely(situation.outcomes) for situation in self.situations)

    def fit(
        self,
        *,
        resamples: int = 1000,
        seed: int = 0,
        anchors: Sequence[Mapping[str, Best]] = (),
        progress: Progress = silent,
    ) -> Fit:
        """Fit every model; `anchors` are the best models of larger sets of questions, which these hold too."""
        if resamples < LEAST_RESAMPLES:
            raise ParameterError(f"intervals need at least {LEAST_RESAMPLES} resamples, not {resamples}")
        questions, asked = self.questions, self.questions.asked
        units = Units(asked)
        likelihood = Likelihood(self.situations, units.of_question)
        shares = np.array([0.5]) if self.even else np.linspace(0, 1, STEPS)
        degrees = np.linspace(DEGREE_LEAST, MAX_DEGREE, STEPS)
        coarse = _grid(likelihood, (shares, degrees, SHARP), progress, whole=True)
        cube = coarse.whole.reshape(shares.size, degrees.size, -1)
        axes = _high(cube, (shares, degrees, SHARP))
        fine = _grid(likelihood, axes, progress)
        families = Families(likelihood, self.even, anchors).fit(fine)
        plane = families[PLANE].columns
        order, degree, noise = _intervals(plane, axes, resamples, np.random.default_rng(seed))
        return Fit(
            questions=len(questions), plays=questions.plays, idle=questions.idle, order=None if self.even else order,
            degree=degree, noise=noise, log_likelihood=plane.log_likelihood,
            models=_models(families.values(), len(questions), units.folds), orders=tuple(order_of(shares).tolist()),
            degrees=tuple(degrees.tolist()), surface=cube.max(axis=2), participants=units.participants,
            resampled=units.resampled, held_out_by=units.held_out_by, anchors=anchors_of(families),
        )  # fmt: skip


class Units:
    """What is resampled: the participants, or plays; and what is held out in turn."""

    def __init__(self, asked: Sequence[AskedQuestion]) -> None:
        persons = list(dict.fromkeys(question.participant for question in asked))
        self.participants = len([person for person in persons if person])
        by_person = len(persons) >= LEAST_PERSONS
        self.resampled = "participants" if by_person else "plays"
        self.held_out_by = "participants" if len(persons) > 1 else "plays"
        plays = {play: number for number, play in enumerate(dict.fromkeys(question.play for question in asked))}
        most = MAX_UNITS // len(persons) if len(plays) > MAX_UNITS else len(plays)
        keys = [(q.participant, 0 if by_person else plays[q.play] % max(most, 1)) for q in asked]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        self.of_question: Ints = np.array([numbers[key] for key in keys], np.int32)
        parts = min(FOLDS, len(numbers))
        self.folds = [persons.index(key[0]) if len(persons) > 1 else number % parts for key, number in numbers.items()]


def _grid(likelihood: Likelihood, axes: Axes, progress: Progress, whole: bool = False) -> Columns:
    """Every order (given by its share), degree and sharpness."""
    shares, degrees, sharp = axes
    pairs = np.array([(s, t) for s in shares for t in degrees])
    return likelihood.entropies(order_of(pairs[:, 0]), pairs[:, 1], sharp, whole=whole, progress=progress)


def _high(cube: Floats, axes: Axes) -> Axes:
    """Finer axes over the part of a grid where the likelihood is high."""
    cells, finer = np.argwhere(cube >= cube.max() - HIGH), []
    shares, degrees, sharp = axes
    for number, axis in enumerate((shares, degrees, sharp.values)):
        low, high = max(0, cells[:, number].min() - 1), min(axis.size - 1, cells[:, number].max() + 1)
        finer.append((axis[low], axis[high], axis.size))
    lines = [np.array([low]) if size == 1 else np.linspace(low, high, STEPS) for low, high, size in finer[:2]]
    low, high, _ = finer[2]
    octave = max(1, int((STEPS - 1) / np.log2(high / low)))
    return lines[0], lines[1], Sharpness.between(low, high, octave)


def _intervals(
    plane: Columns, axes: Axes, resamples: int, rng: np.random.Generator
) -> tuple[Estimate, Estimate, Estimate]:
    """The best order, degree and noise, with intervals from resampled units."""
    units = plane.table.shape[0]
    shares = share_of(plane.orders)
    with np.errstate(divide="ignore"):
        noises = -np.log(plane.slopes)
    if units < LEAST_UNITS:
        at = plane.best
        return (
            Estimate(float(plane.orders[at]), 0.0, float("inf")),
            Estimate(float(plane.degrees[at]), DEGREE_LEAST, MAX_DEGREE),
            Estimate(float(np.exp(noises[at])), 0.0, float("inf")),
        )
    weights = rng.multinomial(units, np.full(units, 1 / units), resamples).astype(np.float64)
    best = np.concatenate([(weights[k : k + 50] @ plane.table).argmax(axis=1) for k in range(0, resamples, 50)])
    tail = (1 - LEVEL) / TOGETHER / 2

    def interval(values: Array, half: float, least: float, most: float) -> list[float]:
        """The best, and a percentile interval, wider by half a cell of the grid on either side."""
        # The noise may be infinite, so nothing is interpolated.
        low, high = np.quantile(values[best], [tail, 1 - tail], method="inverted_cdf")
        value = values[plane.best]
        return [float(v) for v in (value, max(least, min(low - half, value)), min(most, max(high + half, value)))]

    halves = [(axis[-1] - axis[0]) / max(1, axis.size - 1) / 2 for axis in axes[:2]]
    order = (float(order_of(np.array(share))) for share in interval(shares, halves[0], 0.0, 1.0))
    degree = interval(plane.degrees, halves[1], DEGREE_LEAST, MAX_DEGREE)
    logs = interval(noises, float(np.log(2) / axes[2].octave / 2), -np.inf, np.inf)
    return Estimate(*order), Estimate(*degree), Estimate(*(float(np.exp(v)) for v in logs))


def _models(families: Iterable[Family], questions: int, folds: Sequence[int]) -> tuple[Model, ...]:
    """Every model with its likelihood, by Akaike's criterion."""
    models = []
    for family in families:
        order, degree, slope = family.columns.point
        entropy = not np.isnan(order) and family.parameters > 0
        models.append(
            Model(
                members=family.members, parameters=family.parameters, log_likelihood=family.columns.log_likelihood,
                questions=questions, held_out=held_out(family.columns.table, folds) / questions,
                order=order if entropy else None, degree=degree if entropy else None,
                noise=1 / slope if slope > 0 else float("inf"),
            )
        )  # fmt: skip
    by_aic, by_bic = (_weights([getattr(model, name) for model in models]) for name in ("aic", "bic"))
    weighed = [replace(m, weight=w, bic_weight=b) for m, w, b in zip(models, by_aic, by_bic, strict=True)]
    return tuple(sorted(weighed, key=lambda model: (model.aic, model.parameters)))


def _weights(criteria: Sequence[float]) -> list[float]:
    """How much speaks for each model: exp(-criterion / 2), as shares."""
    shares = np.exp((min(criteria) - np.array(criteria)) / 2)
    return [float(share) for share in shares / shares.sum()]
