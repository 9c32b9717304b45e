"""Families of models, each fitted: the plane of order and degree, its lines and points, other rules, and chance alone.

A family holds the best columns of its special cases, so it is never less likely than they are; that of one person also
holds the best of the group and of all persons together. Where a family has an order or degree to choose, they are
looked for on a grid, and then again and again between the neighbours of the best.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sleuth.kernels.arrays import Floats
from sleuth.lab.choice_rules import RANDOM, RULES
from sleuth.lab.likelihood import (
    ONE,
    SAME,
    SHARP,
    ChoiceSituation,
    Columns,
    Likelihood,
    Scores,
    Sharpness,
    entropy_scores,
)
from sleuth.lab.softmax import expected_entropies
from sleuth.measures.named import POINTS

DEGREE_LEAST, MAX_DEGREE = 0.0, 4.0
LINE = 61
"""Points of a line in the plane."""
ROUNDS = 3
"""How often the neighbours of the best are tried, each time a quarter as far away."""
NEAR = (Sharpness.about(1.0, 2.0, 61), Sharpness.about(1.0, 1.03, 21))
"""Slopes of a rule beside the best: up to an octave away, where it may be for a part of the questions; then near."""
PLANE = "sharma-mittal"
LINES = ("renyi", "tsallis", "gaussian")

Best = tuple[float, float, float]
"""Order, degree and slope of a model; the first two are not numbers where it is no entropy."""
Place = Callable[[Floats], tuple[Floats, Floats]]
"""Orders and degrees of places in a family: one row a coordinate, from 0 to 1."""


class Family(NamedTuple):
    """Models under one name, or under several that cannot be told apart."""

    members: tuple[str, ...]
    parameters: int
    columns: Columns


def order_of(shares: Floats) -> Floats:
    """Orders from 0 to infinity, of numbers from 0 to 1: r / (1 + r)."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(shares >= 1, np.inf, shares / np.maximum(1 - shares, 1e-300)))


def share_of(orders: Floats) -> Floats:
    """Where orders lie between 0 and infinity, as numbers from 0 to 1."""
    endless = np.isinf(orders)
    return np.asarray(np.where(endless, 1.0, orders / (1 + np.where(endless, 0, orders))))


def _degree(places: Floats) -> Floats:
    return DEGREE_LEAST + (MAX_DEGREE - DEGREE_LEAST) * places


PLACES: dict[str, Place] = {
    "renyi": lambda at: (order_of(at[0]), np.ones_like(at[0])),
    "tsallis": lambda at: (_degree(at[0]), _degree(at[0])),
    "gaussian": lambda at: (np.ones_like(at[0]), _degree(at[0])),
    PLANE: lambda at: (order_of(at[0]), _degree(at[1])),
}


def _coordinates(name: str, order: float, degree: float) -> Floats:
    """Where an entropy lies in a family."""
    share = float(share_of(np.array(order)))
    along = (degree - DEGREE_LEAST) / (MAX_DEGREE - DEGREE_LEAST)
    return np.array({"renyi": [share], PLANE: [share, along]}.get(name, [along]))


NAMES = ("shannon", *(name for name in POINTS if name != "shannon"), *RULES)
"""The rules without anything to choose but the noise; where several coincide, the first is named first."""


def _rule_scores(names: Sequence[str]) -> Scores:
    """The scores of some rules, in a row each: entropies, then others."""
    points = np.array([POINTS[name] for name in names if name in POINTS]).reshape(-1, 2).T
    others = [list(RULES).index(name) for name in names if name in RULES]

    def scores(situation: ChoiceSituation) -> Floats:
        rows = [expected_entropies(situation.outcomes, *points)] if points.size else []
        return np.vstack([*rows, situation.rules[others]])

    return scores


class Families:
    """Fits every family to the questions of a likelihood."""

    def __init__(self, likelihood: Likelihood, even: bool, anchors: Sequence[Mapping[str, Best]] = ()) -> None:
        self.likelihood, self.even, self.anchors = likelihood, even, anchors
        self.random = likelihood.random
        self.known: dict[str, Family] = {RANDOM: Family((RANDOM,), 0, self.random)}

    def fit(self, plane: Columns) -> dict[str, Family]:
        """Every family, the special cases first; `plane` is a grid where the whole plane is likely."""
        self._rules()
        if self.even:
            # Of equally likely secrets the order makes no difference: Renyi's line is a point, and the plane a line.
            self._join(self._home("shannon"), "renyi")
        else:
            for name in LINES:
                self._line(name)
        cases = [family.columns for name, family in self.known.items() if name in POINTS or name in LINES]
        columns = self._anchored(PLANE, plane.with_all([self.random, *cases]))
        # Of equally likely secrets, every order is the same: the line of degrees at order 1 is the whole plane.
        columns = self._refined("gaussian" if self.even else PLANE, columns, 1 / 20)
        names = (PLANE, "tsallis", "gaussian") if self.even else (PLANE,)
        self.known[PLANE] = Family(names, 2 if self.even else 3, columns)
        return self.known

    def _home(self, member: str) -> str:
        """The family that has a name among others."""
        return next(name for name, family in self.known.items() if member in family.members)

    def _join(self, name: str, member: str) -> None:
        self.known[name] = self.known[name]._replace(members=(*self.known[name].members, member))

    def _rules(self) -> None:
        """Every rule with all slopes; then finer between the neighbours of the best, twice."""
        twins = self._twins()
        names = [name for name in NAMES if name not in twins]
        scores = _rule_scores(names)
        at = np.array([POINTS.get(name, (np.nan, np.nan)) for name in names]).reshape(-1, 2).T

        def columns(sharp: Sharpness, slopes: Floats | None = None) -> list[Columns]:
            every = self.likelihood.columns(scores, at[0], at[1], sharp, slopes)
            return [every.of_point(number, sharp.values.size) for number in range(len(names))]

        families = [each.with_all([self.random]) for each in columns(SHARP)] if names else []
        for best in self.anchors:
            slopes = np.array([best[name][2] if name in best else 0.0 for name in names])
            families = [one.with_all([more]) for one, more in zip(families, columns(ONE, slopes), strict=True)]
        for sharp in NEAR:
            slopes = np.array([family.point[2] for family in families])
            near = columns(sharp, slopes) if names else []
            families = [one.with_all([more]) for one, more in zip(families, near, strict=True)]
        self.known |= {name: Family((name,), 1, each) for name, each in zip(names, families, strict=True)}
        for name, home in twins.items():
            self._join(home, name)

    def _twins(self) -> dict[str, str]:
        """Rules that prefer the same questions by the same shares as one before, with its name."""
        directions = self.likelihood.directions(_rule_scores(NAMES))
        different, twins = {RANDOM: np.zeros_like(directions[0])}, {}
        for name, direction in zip(NAMES, directions, strict=True):
            same = (other for other, known in different.items() if np.abs(known - direction).max() <= SAME)
            twin = next(same, None)
            if twin is None:
                different[name] = direction
            else:
                twins[name] = twin
        return twins

    def _bests(self, name: str) -> list[Best]:
        """What a model was fitted to be in larger sets of questions."""
        return [best[name] for best in self.anchors if name in best]

    def _anchored(self, name: str, columns: Columns) -> Columns:
        """A family with what fitted larger sets of questions."""
        bests = [best for best in self._bests(name) if not np.isnan(best[0])]
        if not bests:
            return columns
        orders, degrees, slopes = np.array(bests).T
        return columns.with_all([self.likelihood.entropies(orders, degrees, ONE, slopes)])

    def _line(self, name: str) -> None:
        orders, degrees = PLACES[name](np.linspace(0, 1, LINE)[None, :])
        points = [point for point, at in POINTS.items() if _on(name, *at)]
        cases = [self.known[self._home(point)].columns for point in points]
        columns = self.likelihood.entropies(orders, degrees, SHARP).with_all([self.random, *cases])
        columns = self._refined(name, self._anchored(name, columns), 1 / (LINE - 1))
        self.known[name] = Family((name,), 2, columns)

    def _refined(self, name: str, columns: Columns, step: float) -> Columns:
        """The neighbours of the best model, nearer and nearer."""
        ratio = 2 ** (1 / 3)
        for _ in range(ROUNDS):
            order, degree, slope = columns.point
            if not slope > 0 or np.isnan(order):
                return columns
            middle = _coordinates(name, order, degree)
            offsets = np.linspace(-step, step, 9)
            near = np.stack(np.meshgrid(*[offsets] * middle.size, indexing="ij")).reshape(middle.size, -1)
            orders, degrees = PLACES[name](np.clip(middle[:, None] + near, 0, 1))
            sharp = slope * self._spread(order, degree)
            more = self.likelihood.entropies(orders, degrees, Sharpness.about(sharp, ratio, 7))
            columns = columns.with_all([more])
            step, ratio = step / 4, ratio**0.25
        return columns

    def _spread(self, order: float, degree: float) -> float:
        return float(self.likelihood.spread(entropy_scores(np.array([order]), np.array([degree])))[0])


def _on(name: str, order: float, degree: float) -> bool:
    """Whether an entropy lies on a line."""
    return {"renyi": degree == 1, "tsallis": order == degree, "gaussian": order == 1}[name]


def anchors_of(families: Mapping[str, Family]) -> dict[str, Best]:
    """The best model under each name, for fits to a part of the same questions."""
    return {member: family.columns.point for family in families.values() for member in family.members}


def held_out(table: Floats, folds: Sequence[int]) -> float:
    """The log-likelihood of each fold of units under what fits the others best; not a number where there is one."""
    parts = np.array(folds)
    names = np.unique(parts)
    if names.size < 2:
        return float("nan")
    whole, total = table.sum(axis=0), 0.0
    for fold in names:
        left = table[parts == fold].sum(axis=0)
        total += float(left[int((whole - left).argmax())])
    return total
