"""Which entropy does this person use? Order, degree and noise by maximum likelihood, from the questions they asked.

The chance of a question is a softmax over the entropy that each is expected to leave (`sleuth.lab.softmax`). The
likelihood is computed on a grid over the whole plane, then on a finer one where it is high. Plays are resampled for the
intervals, which are to hold order, degree and noise all three with 95%, so that each is a percentile interval of 98.3%.
Named models are compared by Akaike's criterion and by how well they foretell plays that they were not fitted to. A
model holds its special cases, so it is never less likely than they are. Rules that cannot be told apart by the
questions at hand are one model with several names.

Where all secrets are equally likely the order makes no difference, and is not estimated: ask people with a jar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.frames import frame
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Floats
from sleuth.lab.likelihood import SAME, SHARP, ChoiceSituation, Columns, Likelihood, situations
from sleuth.lab.observed_questions import Questions
from sleuth.measures.named import POINTS
from sleuth.strategies.criteria import MINIMAX, PARTS

STEPS = 21
DEGREE_LEAST, MAX_DEGREE = 0.0, 4.0
COARSE = SHARP[::3]
"""The sharpness of the grid over the whole plane."""
LEVEL = 0.95
TOGETHER = 3
"""How many intervals are to hold at once."""
HIGH = 10.0
"""The finer grid covers what is within so much of the highest log-likelihood."""
LINE = 61
"""Points of a line in the plane."""
FOLDS = 5
PLANE, RANDOM = "sharma-mittal", "at random"
LINES = ("renyi", "tsallis", "gaussian")
Axes = tuple[Floats, Floats, Floats]
"""Shares that stand for orders, degrees, and how sharply the better is preferred."""


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
        return {key: v if np.isfinite(v) else "inf" for key, v in vars(self).items()}


@dataclass(frozen=True)
class Model:
    """A model of how somebody asks, fitted."""

    members: tuple[str, ...]
    """Its names: rules that prefer the same questions by the same shares here cannot be told apart."""
    parameters: int
    log_likelihood: float
    weight: float
    """Akaike's weight: how much speaks for it among all models here."""
    held_out: float
    """The mean log-likelihood of a question in plays that it was not fitted to."""

    @property
    def name(self) -> str:
        """All its names: `hartley = shannon`."""
        return " = ".join(self.members)

    @property
    def aic(self) -> float:
        """Akaike's criterion; lower is better."""
        return 2 * self.parameters - 2 * self.log_likelihood

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        numbers = ("parameters", "log_likelihood", "aic", "weight", "held_out")
        return {"model": self.name, "members": list(self.members), **{name: getattr(self, name) for name in numbers}}


@dataclass(frozen=True, eq=False, repr=False)
class Fit(Displayed):
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

    def __repr__(self) -> str:
        return f"<Fit of {plural(self.questions, 'question')}: {self.best.name}, weight {self.best.weight:.2f}>"

    def rows(self) -> list[dict[str, Any]]:
        """A row a model, the best by Akaike's criterion first."""
        return [
            {**model.as_json(), "members": ", ".join(model.members), "questions": self.questions, "plays": self.plays}
            for model in self.models
        ]

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`."""
        return frame(self.rows())

    @property
    def best(self) -> Model:
        """The best model by Akaike's criterion."""
        return self.models[0]

    def model(self, name: str) -> Model:
        """The model that has this name among others."""
        return next(model for model in self.models if name in model.members)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "questions": self.questions,
            "plays": self.plays,
            "left_out": self.idle,
            "order": self.order and self.order.as_json(),
            "degree": self.degree.as_json(),
            "noise": self.noise.as_json(),
            "log_likelihood": self.log_likelihood,
            "best": list(self.best.members),
            "models": [model.as_json() for model in self.models],
        }


def fit(questions: Questions, *, resamples: int = 1000, seed: int = 0, progress: Progress = silent) -> Fit:
    """Fit order, degree and noise, with intervals, and compare named models."""
    if resamples < 100:
        raise ParameterError(f"intervals need at least 100 resamples, not {resamples}")
    likelihood = Likelihood(situations(questions), questions.plays)
    even = all(map(alike_secrets, likelihood.situations))
    progress("fitting: the whole plane", 0, 4)
    shares = np.array([0.5]) if even else np.linspace(0, 1, STEPS)
    degrees = np.linspace(DEGREE_LEAST, MAX_DEGREE, STEPS)
    coarse = _grid(likelihood, shares, degrees, COARSE)
    cube = coarse.whole.reshape(shares.size, degrees.size, COARSE.size)
    progress("fitting: where it is likely", 1, 4)
    axes = _high(cube, (shares, degrees, COARSE))
    fine = _grid(likelihood, *axes)
    progress("fitting: other models", 2, 4)
    families = _families(likelihood, fine, even)
    progress("fitting: intervals", 3, 4)
    plane = families[PLANE].columns
    order, degree, noise = _intervals(plane, axes, resamples, np.random.default_rng(seed))
    return Fit(
        questions=len(questions), plays=questions.plays, idle=questions.idle, order=None if even else order,
        degree=degree, noise=noise, log_likelihood=plane.log_likelihood,
        models=_models(families.values(), len(questions)), orders=tuple(_order(shares).tolist()),
        degrees=tuple(degrees.tolist()), surface=cube.max(axis=2),
    )  # fmt: skip


def alike_secrets(situation: ChoiceSituation) -> bool:
    """Whether all candidates are equally likely, so that the order makes no difference."""
    outcomes = situation.outcomes
    return outcomes.weights.size == 0 or bool(np.ptp(outcomes.weights[outcomes.candidates]) == 0)


def _order(shares: Floats) -> Floats:
    """Orders from 0 to infinity, of numbers from 0 to 1: r / (1 + r)."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(shares >= 1, np.inf, shares / np.maximum(1 - shares, 1e-300)))


def _grid(likelihood: Likelihood, shares: Floats, degrees: Floats, sharp: Floats) -> Columns:
    """Every order (given by its share), degree and sharpness."""
    pairs = np.array([(s, t) for s in shares for t in degrees])
    return likelihood.columns(_order(pairs[:, 0]), pairs[:, 1], sharp)


def _high(cube: Floats, axes: Axes) -> Axes:
    """Finer axes over the part of a grid where the likelihood is high."""
    cells, finer = np.argwhere(cube >= cube.max() - HIGH), []
    for number, axis in enumerate(axes):
        low, high = max(0, cells[:, number].min() - 1), min(axis.size - 1, cells[:, number].max() + 1)
        make = np.geomspace if number == 2 else np.linspace
        finer.append(axis if axis.size == 1 else make(axis[low], axis[high], STEPS))
    return finer[0], finer[1], finer[2]


def _intervals(
    plane: Columns, axes: Axes, resamples: int, rng: np.random.Generator
) -> tuple[Estimate, Estimate, Estimate]:
    """The best order, degree and noise, with intervals from resampled plays."""
    plays = plane.table.shape[0]
    weights = rng.multinomial(plays, np.full(plays, 1 / plays), resamples).astype(np.float64)
    best = np.concatenate([(weights[k : k + 50] @ plane.table).argmax(axis=1) for k in range(0, resamples, 50)])
    endless = np.isinf(plane.orders)
    shares = np.where(endless, 1.0, plane.orders / (1 + np.where(endless, 0, plane.orders)))
    with np.errstate(divide="ignore"):
        noises = -np.log(plane.slopes)
    tail = (1 - LEVEL) / TOGETHER / 2

    def interval(values: Array, half: float, least: float, most: float) -> list[float]:
        """The best, and a percentile interval, wider by half a cell of the grid on either side."""
        # The noise may be infinite, so nothing is interpolated.
        low, high = np.quantile(values[best], [tail, 1 - tail], method="inverted_cdf")
        return [float(v) for v in (values[plane.best], max(least, low - half), min(most, high + half))]

    halves = [(axis[-1] - axis[0]) / max(1, axis.size - 1) / 2 for axis in axes[:2]]
    order = (float(_order(np.array(share))) for share in interval(shares, halves[0], 0.0, 1.0))
    degree = interval(plane.degrees, halves[1], DEGREE_LEAST, MAX_DEGREE)
    logs = interval(noises, float(np.log(axes[2][1] / axes[2][0]) / 2), -np.inf, np.inf)
    return Estimate(*order), Estimate(*degree), Estimate(*(float(np.exp(v)) for v in logs))


# Named models.


class _Family(NamedTuple):
    """Models under one name, or under several that cannot be told apart."""

    members: tuple[str, ...]
    parameters: int
    columns: Columns


def _families(likelihood: Likelihood, fine: Columns, even: bool) -> dict[str, _Family]:
    """Every family, the special cases first; a family holds the columns of its special cases."""
    random = likelihood.random
    rules: dict[str, tuple[Columns, Floats]] = {}
    for name, (order, degree) in POINTS.items():
        one, other = np.array([order]), np.array([degree])
        scores = (likelihood.scores(situation, one, other)[0] for situation in likelihood.situations)
        rules[name] = likelihood.columns(one, other, SHARP), likelihood.direction(scores)
    for criterion in (PARTS, MINIMAX):
        scores = (criterion(situation.outcomes) for situation in likelihood.situations)
        rules[criterion.name] = likelihood.criterion(criterion), likelihood.direction(scores)
    families = {RANDOM: _Family((RANDOM,), 0, random)}
    directions: dict[str, Floats] = {RANDOM: np.zeros_like(next(iter(rules.values()))[1])}
    for name, (columns, direction) in rules.items():
        twin = next((other for other, known in directions.items() if np.abs(known - direction).max() <= SAME), None)
        if twin is not None:
            families[twin] = families[twin]._replace(members=(*families[twin].members, name))
            continue
        directions[name] = direction
        entropy = name in POINTS
        columns = columns.with_all([random])
        families[name] = _Family((name,), 1, likelihood.polished(columns) if entropy else columns)
    home = {member: name for name, family in families.items() for member in family.members}
    if even:
        # Of equally likely secrets the order makes no difference: Renyi's line is a point, and the plane a line.
        point = home["shannon"]
        families[point] = families[point]._replace(members=(*families[point].members, "renyi"))
    else:
        along, ones = np.linspace(DEGREE_LEAST, MAX_DEGREE, LINE), np.ones(LINE)
        lines = {
            "renyi": (_order(np.linspace(0, 1, LINE)), ones, [n for n, (_, degree) in POINTS.items() if degree == 1]),
            "tsallis": (along, along, [n for n, (order, degree) in POINTS.items() if order == degree]),
            "gaussian": (ones, along, [n for n, (order, _) in POINTS.items() if order == 1]),
        }
        for name, (orders, degrees, points) in lines.items():
            special = [families[home[point]].columns for point in points]
            columns = likelihood.columns(orders, degrees, SHARP).with_all([random, *special])
            families[name] = _Family((name,), 2, likelihood.polished(columns))
    special = [family.columns for name, family in families.items() if name in POINTS or name in LINES]
    whole = likelihood.polished(fine.with_all([random, *special]))
    families[PLANE] = _Family((PLANE, "tsallis", "gaussian"), 2, whole) if even else _Family((PLANE,), 3, whole)
    return families


def _models(families: Iterable[_Family], questions: int) -> tuple[Model, ...]:
    """Every model with its likelihood, by Akaike's criterion."""
    models = [
        Model(f.members, f.parameters, f.columns.log_likelihood, 0.0, _held_out(f.columns.table) / questions)
        for f in families
    ]
    least = min(model.aic for model in models)
    shares = np.exp([(least - model.aic) / 2 for model in models])
    weighed = [replace(model, weight=float(w / shares.sum())) for model, w in zip(models, shares, strict=True)]
    return tuple(sorted(weighed, key=lambda model: (model.aic, model.parameters)))


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
