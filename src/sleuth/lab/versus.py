"""Two games side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from sleuth.lab.analysis import Analysis
from sleuth.lab.headline import KeyFigure, headline
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
            "sentences": self.sentences,
        }


def _sentences(one: Analysis, other: Analysis) -> Iterator[str]:
    names = (str(one.game), str(other.game))

    def more(label: str, what: str, a: float, b: float, write: Callable[[float], str], none: str) -> str:
        if max(a, b) <= TOLERANCE:
            return f"Neither has any {label}."
        if write(a) == write(b):
            return f"Both have about the same {label}: {what} {write(a)}."
        (high, low), (rich, poor) = (names, (a, b)) if a > b else (names[::-1], (b, a))
        if poor <= TOLERANCE:
            return f"{high} has {label}: {what} {write(rich)}; {low} {none}."
        return f"{high} has more {label} than {low}: {what} {write(rich)} instead of {write(poor)}."

    yield more(
        "choice at the start",
        "its first moves spread by",
        one.first_moves.spread.deviation,
        other.first_moves.spread.deviation,
        _bits,
        "has none, since all its first moves are equal",
    )
    if one.fan is not None and other.fan is not None:
        # As a share of what is missing at the start, since the games may differ in size.
        yield more(
            "uncertainty along play",
            "its fan, as a share of the missing bits, is",
            one.fan.widest.width / max(one.first_moves.start, TOLERANCE),
            other.fan.widest.width / max(other.first_moves.start, TOLERANCE),
            lambda share: f"{share:.0%} wide",
            "runs much the same course in every play",
        )
    saved = [None if a.difficulty is None else a.difficulty.saving for a in (one, other)]
    if saved[0] is not None and saved[1] is not None:
        yield more(
            "reward for good questions",
            "they save, of a random player's steps,",
            saved[0],
            saved[1],
            _percent,
            "has none",
        )
    if one.luck is not None and other.luck is not None:
        yield more(
            "room for skill",
            "it explains, of the differences between plays,",
            one.luck.shares["player"],
            other.luck.shares["player"],
            _percent,
            "has none",
        )


def _bits(value: float) -> str:
    return f"{value:.2f} bits"


def _percent(value: float) -> str:
    return f"{value:.0%}"
