"""Two games side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sleuth.lab.analysis import Analysis
from sleuth.lab.headline import KeyFigure, headline
from sleuth.measures.intervals import Interval
from sleuth.strategies.criteria import TOLERANCE


@dataclass(frozen=True, eq=False)
class Versus:
    """One game against another."""

    one: Analysis
    other: Analysis

    @property
    def rows(self) -> list[tuple[KeyFigure, KeyFigure]]:
        """The key figures of both."""
        return list(zip(headline(self.one), headline(self.other), strict=True))

    @property
    def sentences(self) -> list[str]:
        """Which game has more of what."""
        return list(_sentences(self.one, self.other))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            **self.other.as_json(),
            "figures": {a.key: [a.value, b.value] for a, b in self.rows},
            "intervals": {a.key: [a.ends, b.ends] for a, b in self.rows},
            "sentences": self.sentences,
        }


def _sentences(one: Analysis, other: Analysis) -> Iterator[str]:
    names = (str(one.game), str(other.game))

    def more(label: str, what: str, a: Interval, b: Interval, write: Callable[[float], str], none: str) -> str:
        first, second = a.mean or 0.0, b.mean or 0.0
        if max(first, second) <= TOLERANCE:
            return f"Neither has any {label}."
        if write(first) == write(second) or not a.apart(b):
            both = write(first) if write(first) == write(second) else f"{_estimate(a, write)} and {_estimate(b, write)}"
            return f"Both have about the same {label}: {what} {both}."
        (high, low), (rich, poor) = (names, (a, b)) if first > second else (names[::-1], (b, a))
        if (poor.mean or 0.0) <= TOLERANCE:
            return f"{high} has {label}: {what} {_estimate(rich, write)}; {low} {none}."
        return (
            f"{high} has more {label} than {low}: {what} {_estimate(rich, write)} instead of {_estimate(poor, write)}."
        )

    figures = [{figure.key: figure.interval for figure in headline(game)} for game in (one, other)]

    def known(key: str) -> tuple[Interval, Interval] | None:
        a, b = (side[key] for side in figures)
        return None if a.mean is None or b.mean is None else (a, b)

    yield more(
        "choice at the start",
        "its first moves spread by",
        figures[0]["first_deviation"],
        figures[1]["first_deviation"],
        _bits,
        "has none, since all its first moves are equal",
    )
    if (widths := known("fan_width")) is not None:
        # As a share of what is missing at the start, since the games may differ in size.
        a, b = (
            width.scaled(1 / max(game.first_moves.start, TOLERANCE))
            for width, game in zip(widths, (one, other), strict=True)
        )
        yield more(
            "uncertainty along play",
            "its fan, as a share of the missing bits, is",
            a,
            b,
            lambda share: f"{share:.0%} wide",
            "runs much the same course in every play",
        )
    if (saved := known("saving")) is not None:
        yield more("reward for good questions", "they save, of a random player's steps,", *saved, _percent, "has none")
    if (skill := known("skill")) is not None:
        yield more("room for skill", "it explains, of the differences between plays,", *skill, _percent, "has none")


def _estimate(interval: Interval, write: Callable[[float], str]) -> str:
    """A figure, and where it may lie unless it is exact."""
    assert interval.mean is not None
    if interval.exact or interval.low is None or interval.high is None:
        return write(interval.mean)
    return f"{write(interval.mean)} ({write(interval.low)} to {write(interval.high)})"


def _bits(value: float) -> str:
    return f"{value:.2f} bits"


def _percent(value: float) -> str:
    return f"{value:.0%}"
