"""An analysis with what it was compared with: another game, and other sizes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sleuth.core.frames import frame, game_columns
from sleuth.lab.analysis import Analysis
from sleuth.lab.headline import KeyFigure, headline
from sleuth.lab.sentences import sentences
from sleuth.lab.sweep import SizeSweep
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
            "own_sentences": [sentence.text for sentence in sentences(self.other)],
        }


def _sentences(one: Analysis, other: Analysis) -> Iterator[str]:
    names = (str(one.game), str(other.game))
    figures = [{figure.key: figure.interval for figure in headline(game)} for game in (one, other)]

    def more(key: str, label: str, what: str, form: str, none: str, shares: bool = False) -> Iterator[str]:
        a, b = (side[key] for side in figures)
        if a.mean is None or b.mean is None:
            return
        if shares:
            # Of what is missing at the start, since the games may differ in size.
            a, b = (i.scaled(1 / max(g.first_moves.start, TOLERANCE)) for i, g in ((a, one), (b, other)))
        first, second = a.mean or 0.0, b.mean or 0.0
        if max(first, second) <= TOLERANCE:
            yield f"Neither has any {label}."
            return
        same = form.format(first) == form.format(second)
        if same or not a.apart(b):
            both = form.format(first) if same else f"{_estimate(a, form)} and {_estimate(b, form)}"
            yield f"Both have about the same {label}: {what} {both}."
            return
        (high, low), (rich, poor) = (names, (a, b)) if first > second else (names[::-1], (b, a))
        if (poor.mean or 0.0) <= TOLERANCE:
            yield f"{high} has {label}: {what} {_estimate(rich, form)}; {low} {none}."
        else:
            both = f"{_estimate(rich, form)} instead of {_estimate(poor, form)}"
            yield f"{high} has more {label} than {low}: {what} {both}."

    for row in COMPARED:
        yield from more(*row)


COMPARED = (
    ("first_deviation", "choice at the start", "its first moves spread by", "{:.2f} bits",
     "has none, since all its first moves are equal"),
    ("fan_width", "uncertainty along play", "its fan, as a share of the missing bits, is", "{:.0%} wide",
     "runs much the same course in every play", True),
    ("saving", "reward for good questions", "they save, of a random player's steps,", "{:.0%}", "has none"),
    ("skill", "room for skill", "it explains, of the differences between plays,", "{:.0%}", "has none"),
)  # fmt: skip
"""The key figures that two games are compared by: what a game may have more of, and how that is said."""


def _estimate(interval: Interval, form: str) -> str:
    """A figure, and where it may lie unless it is exact."""
    if interval.exact or interval.low is None or interval.high is None:
        return form.format(interval.mean)
    return f"{form.format(interval.mean)} ({form.format(interval.low)} to {form.format(interval.high)})"


FIGURE_COLUMNS = ("key", "label", "unit", "value", "low", "high", "exact", "meaning")
"""The columns of a key figure, beside those of its game."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Findings(Analysis):
    """All figures about a game, beside another game or over sizes, and what they say."""

    versus: Versus | None = None
    sweep: SizeSweep | None = None
    seed: int = 0

    @property
    def headline(self) -> tuple[KeyFigure, ...]:
        """The few figures that games are compared by."""
        return headline(self)

    @property
    def sentences(self) -> list[str]:
        """What the figures say, for a designer."""
        texts = [sentence.text for sentence in sentences(self)]
        for more in (self.versus, self.sweep):
            texts += more.sentences if more is not None else []
        return texts

    def to_frame(self) -> Any:
        """A `pandas.DataFrame` with a row for each key figure of each game: value, unit, and where it may lie."""
        games = [self, *([] if self.versus is None else [self.versus.other])]
        return frame(
            {
                **game_columns(one.game, FIGURE_COLUMNS),
                **{name: getattr(figure, name) for name in FIGURE_COLUMNS[:3]},
                "value": figure.value,
                **figure.ends,
                "meaning": figure.meaning,
            }
            for one in games
            for figure in headline(one)
        )

    def as_json(self, files: list[str] | None = None) -> dict[str, Any]:
        """Plain values, for JSON; `files` are those that were written."""
        return {
            **super().as_json(),
            "figures": {f.key: f.value for f in self.headline},
            "intervals": {f.key: f.ends for f in self.headline},
            "sentences": self.sentences,
            "versus": None if self.versus is None else self.versus.as_json(),
            "sweep": None if self.sweep is None else self.sweep.as_json(),
            "seed": self.seed,
            "files": files or [],
        }
