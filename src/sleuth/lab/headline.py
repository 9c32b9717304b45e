"""The few figures of a game that are compared between games and between sizes, each with where it may lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sleuth.lab.analysis import Analysis
from sleuth.measures.intervals import Interval

UNKNOWN = Interval(None, None, None)


@dataclass(frozen=True)
class KeyFigure:
    """One figure, and what it says."""

    key: str
    label: str
    unit: str
    interval: Interval
    """The value and where it may lie; empty where it is not known."""
    meaning: str

    @property
    def value(self) -> float | None:
        """The figure itself; empty where it is not known."""
        return self.interval.mean

    @property
    def text(self) -> str:
        """The value as it is shown."""
        return "–" if self.value is None else self._text(self.value)

    @property
    def interval_text(self) -> str:
        """`exact`, or where an estimate lies with 95%."""
        if self.value is None:
            return "–"
        if self.interval.exact:
            return "exact"
        if self.interval.low is None or self.interval.high is None:
            return "one run, so no interval"
        return f"{self._text(self.interval.low)} to {self._text(self.interval.high)}"

    @property
    def estimate(self) -> str:
        """The value, and where it may lie unless it is exact."""
        return self._with_interval(self.text)

    @property
    def with_unit(self) -> str:
        """The value with its unit."""
        return self.text if self.value is None else f"{self.text} {self.unit.strip('%')}".strip()

    @property
    def shown(self) -> str:
        """The value with its unit, and where it may lie unless it is exact."""
        return self._with_interval(self.with_unit)

    def _with_interval(self, text: str) -> str:
        return text if self.value is None or self.interval.exact else f"{text} ({self.interval_text})"

    def _text(self, value: float) -> str:
        if self.unit == "%":
            return f"{100 * value:.0f}%"
        return f"{value:,.0f}" if self.unit == "" else f"{value:.2f}"

    @property
    def ends(self) -> dict[str, float | bool | None]:
        """Where the value may lie, for JSON."""
        return {"low": self.interval.low, "high": self.interval.high, "exact": self.interval.exact}

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "key": self.key,
            "label": self.label,
            "unit": self.unit,
            "value": self.value,
            **self.ends,
            "meaning": self.meaning,
            "text": self.text,
            "interval": self.interval_text,
            "shown": self.shown,
        }


def headline(analysis: Analysis) -> tuple[KeyFigure, ...]:
    """The key figures, always the same ones in the same order."""
    first, along, fan = analysis.first_moves, analysis.along_play, analysis.fan
    hard, luck = analysis.difficulty, analysis.luck
    spread, exactly = first.spread, Interval.exactly
    start = exactly if analysis.exact else lambda value: Interval(value, None, None)
    choices, shares = start(spread.choice), {} if luck is None else luck.intervals
    choice = never_best = width = uncertainty = random = best = optimum = saving = UNKNOWN
    if along is not None:
        choice, never_best = exactly(along.choice), exactly(len(along.never_best) / analysis.actions)
    if fan is not None:
        width = fan.width_interval or exactly(fan.widest.width)
        uncertainty = fan.uncertainty_interval or exactly(fan.uncertainty)
    if hard is not None:
        best = hard.best.interval
        random = UNKNOWN if hard.random is None else hard.random.interval
        optimum = UNKNOWN if hard.optimal_mean is None else exactly(hard.optimal_mean)
        saving = hard.saved or UNKNOWN
    rows = (
        ("secrets", "secrets", "", exactly(analysis.secrets), "how many there are"),
        ("actions", "actions", "", exactly(analysis.actions), "how many may be asked first"),
        ("start_bits", "missing at the start", "bits", start(first.start), "what there is to find out"),
        ("first_best", "best first move", "bits", start(spread.best), "expected to be told"),
        ("first_choice", "first move: best over middle", "bits", choices, "best first move less the middle one"),
        ("first_deviation", "first moves: spread", "bits", start(spread.deviation), "deviation over first moves"),
        ("openings", "different openings", "", start(spread.distinct), "values that first moves have"),
        ("dead", "dead first moves", "%", start(len(first.dead) / analysis.actions), "tell nothing at the start"),
        ("choice", "along play: best over middle", "bits", choice, "best question less the middle one, over a play"),
        ("never_best", "never the best", "%", never_best, "actions that are nowhere the best question"),
        ("fan_width", "fan at its widest", "bits", width, "four plays out of five lie within"),
        ("uncertainty", "uncertainty of an answer", "bits", uncertainty, "deviation of what one answer tells"),
        ("random_mean", "random player", "steps", random, "mean of a player who asks at random"),
        ("best_mean", "best one-step rule", "steps", best, "mean of the best of entropy, minimax, size, parts"),
        ("optimum", "optimum", "steps", optimum, "least mean, if known"),
        ("saving", "saved by good questions", "%", saving, "best one-step rule against random"),
        ("skill", "skill", "%", shares.get("player", UNKNOWN), "of the variance of steps: who plays"),
        ("secret", "the secret", "%", shares.get("secret", UNKNOWN), "of the variance of steps: what is hidden"),
        ("rest", "how they meet", "%", shares.get("rest", UNKNOWN), "of the variance of steps: the rest"),
    )
    return tuple(KeyFigure(*row) for row in rows)
