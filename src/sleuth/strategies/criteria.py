"""Criteria: outcomes in, a score for each action out, lower is better; and ordered keys to break ties.

A number means nothing without its tie-break, so a key is always explicit: criteria compared with a tolerance of 1e-9,
then `possible` (an action that may be the secret), then `lex` (the order in which the game lists its actions).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.kernels.arrays import Floats, Ints
from sleuth.kernels.parts import Terms

TOLERANCE = 1e-9
POSSIBLE, LEX = "possible", "lex"


class Criterion(Protocol):
    """Scores every action of some outcomes; lower is better."""

    @property
    def name(self) -> str: ...

    def __call__(self, outcomes: Outcomes) -> Floats: ...


@dataclass(frozen=True)
class PartCriterion:
    """A sum, or the largest, of what each part contributes; kernels count and score these in one pass.

    A part of `n` secrets with mass `m` contributes `m * per_mass(n) + per_part(n) + bits * m * log2(m)`.
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

    def terms(self, most: int) -> Terms:
        """The criterion as numbers, for sets of up to `most` secrets."""
        return _terms(self, most)

    def __call__(self, outcomes: Outcomes) -> Floats:
        raw = outcomes.scores(self.terms(outcomes.size))
        if self.bits:
            # What is expected to remain inside the parts: the sum over parts less the same sum over single secrets.
            raw = raw - self.bits * outcomes.single_bits
        return raw / outcomes.mass if self.relative else raw


@lru_cache(maxsize=64)
def _terms(criterion: PartCriterion, most: int) -> Terms:
    n = np.arange(most + 1, dtype=np.float64)
    per_part = criterion.per_part(n) if criterion.per_part else np.zeros(most + 1)
    per_part[0] = 0.0
    return Terms(criterion.per_mass * n, per_part, criterion.bits, criterion.worst)


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


ENTROPY = PartCriterion("entropy", "bits expected to remain", bits=1.0, relative=True)
SIZE = PartCriterion("size", "candidates expected to remain", per_mass=1.0, relative=True)
PARTS = PartCriterion("parts", "parts, as a negative number", per_part=lambda n: -np.ones_like(n))
MINIMAX = PartCriterion("minimax", "candidates left in the worst case", per_part=lambda n: n.copy(), worst=True)

CRITERIA: dict[str, PartCriterion] = {c.name: c for c in (ENTROPY, SIZE, PARTS, MINIMAX)}


@dataclass(frozen=True)
class Key:
    """An ordered key: criteria and `possible`, compared in turn; the game's order decides last."""

    items: tuple[Criterion | str, ...]

    @classmethod
    def of(cls, criterion: Criterion, ties: str = "") -> Key:
        """A criterion, then ties as text: `possible+lex` (the default), `lex`, `entropy+possible+lex`."""
        names = [n.strip() for n in (ties or f"{POSSIBLE}+{LEX}").split("+")]
        if names[-1] != LEX:
            names.append(LEX)
        items: list[Criterion | str] = [criterion]
        for name in names[:-1]:
            if name == POSSIBLE:
                items.append(POSSIBLE)
            elif name in CRITERIA:
                items.append(CRITERIA[name])
            elif name == LEX:
                raise ParameterError(f"ties: {LEX} decides everything, so it comes last, not in {ties!r}")
            else:
                raise UnknownNameError("tie-break", name, [*CRITERIA, POSSIBLE, LEX])
        return cls((*items, LEX))

    def __str__(self) -> str:
        return ", then ".join(i if isinstance(i, str) else i.name for i in self.items)

    def pick(self, outcomes: Outcomes) -> tuple[int, Floats]:
        """The chosen row, and the score of every row under the first criterion."""
        rows: Ints = np.arange(len(outcomes), dtype=np.int32)
        first: Floats | None = None
        for item in self.items[:-1]:
            if item == POSSIBLE:
                preferred = rows[outcomes.possible[rows]]
                rows = preferred if preferred.size else rows
                continue
            assert not isinstance(item, str)
            scores = item(outcomes if rows.size == len(outcomes) else outcomes.take(rows))
            first = scores if first is None else first
            rows = rows[scores <= scores.min() + TOLERANCE]
        assert first is not None
        return int(rows[0]), first
