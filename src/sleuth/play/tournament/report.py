"""What a tournament shows: the mean of each agent in each game, and agents compared on the same secrets.

Intervals are Student's t intervals, 95% unless said otherwise. A comparison is paired: it takes the difference of steps
secret by secret, so that how hard the secrets were drops out. Failed trials are counted, and enter no mean.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from sleuth.play.tournament.store import Results
from sleuth.play.tournament.trial import Row

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean and where it may lie; the ends are `None` where there are too few values to say."""

    mean: float | None
    low: float | None
    high: float | None

    @property
    def half(self) -> float | None:
        """Half its width: what is written after a plus-minus sign."""
        return None if self.high is None or self.mean is None else self.high - self.mean


@dataclass(frozen=True)
class Cell:
    """One agent in one game."""

    game: str
    agent: str
    trials: int
    """Finished trials, those that failed too."""
    failed: int
    steps: Interval
    """Mean steps of the trials that were solved."""
    deviation: float | None
    worst: int | None
    seconds: float | None
    """Mean wall time of a decision."""
    cpu: float | None
    """Mean processor time of a decision."""
    spent: dict[str, float]
    """What a decision took on average, in the agent's own units."""
    error: str | None
    """Why the first of the failed trials failed."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        flat = asdict(self)
        del flat["steps"]
        return flat | asdict(self.steps)


@dataclass(frozen=True)
class Comparison:
    """Two agents on the same secrets of one game."""

    game: str
    agent: str
    rival: str
    trials: int
    """Secrets that both have solved."""
    difference: Interval
    """Mean steps of the agent less those of its rival: below zero, the agent is better."""
    wins: int
    """How often the agent needed fewer steps."""
    ties: int
    losses: int

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        flat = asdict(self)
        told = flat.pop("difference")
        return flat | {"difference": told["mean"], "low": told["low"], "high": told["high"]}


@dataclass(frozen=True)
class Report:
    """The figures of a tournament."""

    cells: tuple[Cell, ...]
    comparisons: tuple[Comparison, ...]


def summarise(results: Results, confidence: float = CONFIDENCE) -> Report:
    """The figures of what has been played so far, in the order of the config; seeds are pooled."""
    by_cell: dict[tuple[str, str], list[Row]] = {}
    for row in results.rows:
        by_cell.setdefault((row.game, row.agent), []).append(row)
    cells, comparisons = [], []
    for entry in results.config.entries:
        played = {agent: by_cell[entry.game, agent] for agent in entry.agents if (entry.game, agent) in by_cell}
        cells += [summarise_rows(entry.game, agent, rows, confidence) for agent, rows in played.items()]
        comparisons += [
            compare(entry.game, one, two, played[one], played[two], confidence) for one, two in combinations(played, 2)
        ]
    return Report(tuple(cells), tuple(comparisons))


def summarise_rows(game: str, agent: str, rows: Sequence[Row], confidence: float = CONFIDENCE) -> Cell:
    """The figures of one agent in one game."""
    steps = [row.steps for row in rows if row.solved]
    decisions = sum(row.decisions for row in rows)
    spent: dict[str, float] = {}
    for row in rows:
        for unit, amount in json.loads(row.spent).items():
            spent[unit] = spent.get(unit, 0.0) + amount
    return Cell(
        game,
        agent,
        len(rows),
        sum(row.error is not None for row in rows),
        interval(steps, confidence),
        float(np.std(steps, ddof=1)) if len(steps) > 1 else None,
        max(steps, default=None),
        sum(row.seconds for row in rows) / decisions if decisions else None,
        sum(row.cpu for row in rows) / decisions if decisions else None,
        {unit: amount / decisions for unit, amount in sorted(spent.items())} if decisions else {},
        next((row.error for row in rows if row.error is not None), None),
    )


def compare(
    game: str, agent: str, rival: str, ours: Iterable[Row], theirs: Iterable[Row], confidence: float = CONFIDENCE
) -> Comparison:
    """Two agents, secret by secret, where both have solved it."""
    known = {(row.seed, row.trial): row.steps for row in theirs if row.solved}
    differences = np.array(
        [row.steps - known[row.seed, row.trial] for row in ours if row.solved and (row.seed, row.trial) in known], int
    )
    wins, ties, losses = (int(n) for n in ((differences < 0).sum(), (differences == 0).sum(), (differences > 0).sum()))
    return Comparison(
        game, agent, rival, differences.size, interval(differences.tolist(), confidence), wins, ties, losses
    )


def interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The mean of some values, with its t interval."""
    n = len(values)
    if n == 0:
        return Interval(None, None, None)
    mean = float(np.mean(values))
    if n == 1:
        return Interval(mean, None, None)
    half = t_quantile(n - 1, confidence) * float(np.std(values, ddof=1)) / sqrt(n)
    return Interval(mean, mean - half, mean + half)


DEGREES_MOST = 10_000
"""From here on the t distribution is the normal one to four digits."""


@lru_cache(maxsize=1024)
def t_quantile(degrees: int, confidence: float = CONFIDENCE) -> float:
    """The t with P(|T| < t) = confidence, from the finite series for whole degrees (Abramowitz & Stegun 26.7.3-4)."""
    degrees = min(degrees, DEGREES_MOST)
    # Even degrees: the sum of (1*3*..)/(2*4*..) cos^2k; odd ones: of (2*4*..)/(3*5*..) cos^(2k+1).
    odd = degrees % 2
    k = np.arange(1, degrees // 2)
    terms = np.concatenate([[1.0], np.cumprod((2 * k - 1 + odd) / (2 * k + odd))]) if degrees > 1 else np.zeros(1)
    powers = 2 * np.arange(terms.size) + odd

    def inside(angle: float) -> float:
        total = np.sin(angle) * (terms * np.cos(angle) ** powers).sum()
        return float((angle + total) * 2 / np.pi if odd else total)

    low, high = 0.0, np.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if inside(middle) < confidence else (low, middle)
    return float(np.tan((low + high) / 2) * sqrt(degrees))
