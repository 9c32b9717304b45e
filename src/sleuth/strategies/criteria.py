"""Criteria: outcomes in, a score for each action out, lower is better; and ordered keys to break ties.

A number means nothing without its tie-break, so a key is always explicit: criteria compared with a tolerance of 1e-9,
then `possible` (an action that may be the secret), then `lex` (the order in which the game lists its actions).

Where actions differ in cost, a key may count what an action gains for each unit of cost: see `scored`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.spec import split_inner, split_outside
from sleuth.core.text import real_number, shorten
from sleuth.kernels.arrays import Array, Floats, Ints
from sleuth.kernels.partitions import PartTerms, Power
from sleuth.measures.sharma_mittal import deformed_log

TOLERANCE = 1e-9
POSSIBLE, LEX = "possible", "lex"
SHARMA_MITTAL = "sharma-mittal"
_PLUS = re.compile(r"\+")


class Criterion(Protocol):
    """Scores every action of some outcomes; lower is better."""

    @property
    def name(self) -> str: ...

    def __call__(self, outcomes: Outcomes) -> Floats: ...


@dataclass(frozen=True)
class PartCriterion:
    """A sum, or the largest, of what each part contributes; kernels count and score these in one pass.

    A part of `n` secrets with mass `m` contributes `m * per_mass(n) + per_part(n) + bits * m * log2(m)`, or `m` times
    its entropy where one is given by order and degree.
    """

    name: str
    unit: str
    per_mass: float = 0.0
    """Times `n`: expected size."""
    per_part: Callable[[Floats], Floats] | None = None
    bits: float = 0.0
    worst: bool = False
    relative: bool = False
    """Whether the score is divided by the total mass, to be an expectation."""
    power: Power | None = None
    figures: tuple[Callable[[Outcomes], Array], Callable[[Outcomes], float]] | None = None
    """The same score from figures, and that of asking nothing, for outcomes without a list of candidates."""

    def terms(self, most: int) -> PartTerms:
        """The criterion as numbers, for sets of up to `most` secrets."""
        return _terms(self, most)

    def __call__(self, outcomes: Outcomes) -> Floats:
        return outcomes.measured(self)

    def idle(self, outcomes: Outcomes) -> float:
        """The score of asking nothing: all candidates stay together."""
        return outcomes.unasked(self)

    def figured(self, outcomes: Outcomes) -> Floats:
        """The score of each action from figures."""
        return np.asarray(self._figures[0](outcomes), np.float64)

    def figured_idle(self, outcomes: Outcomes) -> float:
        """The score of asking nothing, from figures."""
        return float(self._figures[1](outcomes))

    @property
    def _figures(self) -> tuple[Callable[[Outcomes], Array], Callable[[Outcomes], float]]:
        if self.figures is None:
            raise ParameterError(f"{self.name} needs a list of candidates, and here they are only counted")
        return self.figures


@lru_cache(maxsize=64)
def _terms(criterion: PartCriterion, most: int) -> PartTerms:
    n = np.arange(most + 1, dtype=np.float64)
    per_part = criterion.per_part(n) if criterion.per_part else np.zeros(most + 1)
    if criterion.power is not None and not criterion.power.averaged:
        # Of `n` secrets that are alike the effective number is `n`, whatever the order.
        per_part = n * deformed_log(np.log(np.maximum(n, 1)), criterion.power.degree)
    per_part[0] = 0.0
    return PartTerms(criterion.per_mass * n, per_part, criterion.bits, criterion.worst, criterion.power)


@dataclass(frozen=True)
class FunctionCriterion:
    """A person's own criterion: a function from outcomes to one number an action."""

    name: str
    function: Callable[[Outcomes], Any]
    unit: str = ""

    def __call__(self, outcomes: Outcomes) -> Floats:
        scores = np.asarray(self.function(outcomes), np.float64)
        if scores.shape != (len(outcomes),):
            raise ParameterError(
                f"the criterion {self.name} must return one number for each of {len(outcomes)} actions, "
                f"not an array of shape {scores.shape}"
            )
        if np.isnan(scores).any():
            raise ParameterError(f"the criterion {self.name} returned a score that is not a number")
        return scores


ENTROPY = PartCriterion(
    "entropy",
    "bits expected to remain",
    bits=1.0,
    relative=True,
    figures=(lambda o: o.remaining, lambda o: o.bits),
)
SIZE = PartCriterion(
    "size",
    "candidates expected to remain",
    per_mass=1.0,
    relative=True,
    figures=(lambda o: o.expected_size, lambda o: o.undivided),
)
PARTS = PartCriterion(
    "parts",
    "parts, as a negative number",
    per_part=lambda n: -np.ones_like(n),
    figures=(lambda o: -o.parts, lambda o: -1.0),
)
MINIMAX = PartCriterion(
    "minimax",
    "candidates left in the worst case",
    per_part=lambda n: n.copy(),
    worst=True,
    figures=(lambda o: o.largest, lambda o: o.undivided),
)
HITS = FunctionCriterion("hit-probability", lambda o: -o.hit_probability, "chance of a hit, as a negative number")

CRITERIA: dict[str, PartCriterion] = {c.name: c for c in (ENTROPY, SIZE, PARTS, MINIMAX)}


@lru_cache(maxsize=1024)
def sharma_mittal(order: float = 1.0, degree: float = 1.0) -> PartCriterion:
    """The Sharma-Mittal entropy expected to remain; in nats at degree 1.

    At degrees below 0 or above 2 the score is the power mean of the parts' effective numbers of candidates, as a
    logarithm: the expected entropy rises and falls with it, and would overflow. So it is on sets that are never listed
    and have millions of candidates, unless the degree is near 1.
    """
    if not order >= 0:
        raise ParameterError(f"{SHARMA_MITTAL}: order is 0 or more, or inf, not {order:g}")
    if not np.isfinite(degree):
        raise ParameterError(f"{SHARMA_MITTAL}: degree is a finite number, not {degree:g}")
    power = Power(float(order), float(degree))
    texts = [str(int(x)) if float(x).is_integer() else repr(float(x)) for x in power]
    name = f"{SHARMA_MITTAL}:order={texts[0]},degree={texts[1]}"
    return PartCriterion(name, "entropy expected to remain", relative=not power.averaged, power=power)


def parse_criterion(text: str) -> PartCriterion:
    """The criterion that a text names: `entropy`, `sharma-mittal:order=2,degree=1`."""
    name, raw = split_inner(text)
    if name != SHARMA_MITTAL:
        if name in CRITERIA and not raw:
            return CRITERIA[name]
        if name in CRITERIA:
            raise ParameterError(f"the criterion {name} takes no parameters, but {shorten(text)!r} gives it some")
        raise UnknownNameError("criterion", name, [*CRITERIA, SHARMA_MITTAL])
    numbers = {}
    for key, value in raw.items():
        if key not in ("order", "degree"):
            raise ParameterError(f"{SHARMA_MITTAL} has no parameter {shorten(key)!r}; it takes order, degree")
        number = real_number(value, infinite=key == "order")
        if number is None:
            what = "a number, or inf" if key == "order" else "a finite number"
            raise ParameterError(f"{SHARMA_MITTAL}: {key} is {what}, not {shorten(value)!r}")
        numbers[key] = number
    return sharma_mittal(**numbers)


def scored(criterion: Criterion, outcomes: Outcomes, per_cost: bool) -> Floats:
    """The scores of a criterion; with `per_cost`, by unit of cost where actions differ in cost.

    What an action gains is how far its score lies below that of asking nothing; the gain is divided by the cost. (A
    loss is multiplied.) Where the score is the logarithm of a power mean, the gain is that of the entropy all the same,
    and the result is minus what a unit of cost gains. A criterion of a person's own is left as it is: it sees the
    costs.
    """
    scores = criterion(outcomes)
    if not per_cost or outcomes.costs.size == 0 or not isinstance(criterion, PartCriterion):
        return scores
    idle = criterion.idle(outcomes)
    gain = idle - scores
    if criterion.power is not None and outcomes.averages(criterion.power):
        rest = 1 - criterion.power.degree
        with np.errstate(over="ignore"):
            idle, gain = 0.0, -np.expm1(-rest * gain) / rest  # times N^rest, of the N candidates that there are now
    return np.asarray(idle - np.where(gain > 0, gain / outcomes.costs, gain * outcomes.costs), np.float64)


@dataclass(frozen=True)
class Key:
    """An ordered key: criteria and `possible`, compared in turn; the game's order decides last."""

    items: tuple[Criterion | str, ...]
    per_cost: bool = False
    """Whether criteria count by unit of cost, where actions differ in cost."""

    @classmethod
    def of(cls, criterion: Criterion, ties: str = "", per_cost: bool = False) -> Key:
        """A criterion, then ties as text: `possible+lex` (the default), `lex`, `entropy+possible+lex`."""
        names = [name.strip() for name in split_outside(ties or f"{POSSIBLE}+{LEX}", _PLUS)]
        if names[-1] != LEX:
            names.append(LEX)
        items: list[Criterion | str] = [criterion]
        for name in names[:-1]:
            if name == POSSIBLE:
                items.append(POSSIBLE)
            elif name == HITS.name:
                items.append(HITS)
            elif split_inner(name)[0] in (*CRITERIA, SHARMA_MITTAL):
                items.append(parse_criterion(name))
            elif name == LEX:
                raise ParameterError(f"ties: {LEX} decides everything, so it comes last, not in {ties!r}")
            else:
                raise UnknownNameError("tie-break", name, [*CRITERIA, SHARMA_MITTAL, HITS.name, POSSIBLE, LEX])
        return cls((*items, LEX), per_cost)

    def __str__(self) -> str:
        return ", then ".join(i if isinstance(i, str) else i.name for i in self.items)

    @property
    def weighs(self) -> bool:
        """Whether it asks for entropies of some order and degree."""
        return any(isinstance(item, PartCriterion) and item.power is not None for item in self.items)

    def pick(self, outcomes: Outcomes) -> tuple[int, Floats]:
        """The chosen row, and the score of every row under the first criterion.

        Where what the unlikely candidates add to a score is lost in rounding, a question that tells nothing may tie
        with one that does. Then it is not asked.
        """
        first, *rest = self.items[:-1]
        assert not isinstance(first, str)
        scores = scored(first, outcomes, self.per_cost)
        tied: Ints = _least(np.arange(len(outcomes), dtype=np.int32), scores)
        row = self._among(outcomes, tied, rest)
        if tied.size > 1 and not outcomes.is_useful(row):
            useful = tied[outcomes.take(tied).useful]
            row = self._among(outcomes, useful, rest) if useful.size else row
        return row, scores

    def _among(self, outcomes: Outcomes, rows: Ints, items: list[Criterion | str]) -> int:
        """Which of some rows is best by what is left of the key."""
        for item in items:
            if rows.size == 1:
                break
            if isinstance(item, str):
                preferred = rows[outcomes.possible[rows]]
                rows = preferred if preferred.size else rows
            else:
                some = outcomes if rows.size == len(outcomes) else outcomes.take(rows)
                rows = _least(rows, scored(item, some, self.per_cost))
        return int(rows[0])


def _least(rows: Ints, scores: Floats) -> Ints:
    """The rows whose scores are the least, up to rounding."""
    return np.asarray(rows[scores <= scores.min() + TOLERANCE], np.int32)
