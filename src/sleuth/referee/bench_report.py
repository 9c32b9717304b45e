"""The table of a run of the suite: a row an entry, and a total.

A play that is not solved counts with the steps that it spent, all that it had: the mean of steps is then too low, and
marked. Steps lost and luck are those of the whole play, so that over all secrets of a game steps - expected = lost -
luck. Intervals are Student's (95%), of shares Wilson's. Where every secret of a game was played by somebody who would
do the same again, figures are exact. In the total every entry counts the same, however many secrets it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from sleuth.core.frames import frame
from sleuth.core.text import plural
from sleuth.measures.intervals import Interval, mean_interval, wilson
from sleuth.referee.bench_play import BenchEntry, BenchPlay
from sleuth.referee.bench_store import BenchResults

TOTAL = "total"
UNKNOWN = Interval(None, None, None)
Prices = tuple[float | None, float | None]
"""Of a million tokens of prompts, and of replies."""


@dataclass(frozen=True)
class BenchFigures:
    """The figures of an entry, or of the whole run."""

    entry: str
    """The entry; `total` for all."""
    game: str
    """The game, as a spec; empty for all."""
    reference: str
    """Whom the steps are measured against; `none` where nobody's are known."""
    proved: bool
    """Whether that is optimal play, proved."""
    plays: int
    """Finished plays that did not fail."""
    failed: int
    """Plays that failed; they enter no other figure but tokens and cost."""
    secrets: int
    """Secrets that the suite has."""
    exact: bool
    """Whether every secret of the game was played by somebody who would do the same again."""
    solved: int
    """Plays that reached the goal."""
    share: Interval
    """The share of plays that did."""
    steps: Interval
    """Mean steps; plays that are not solved count with all they had."""
    total: int
    """The sum of steps."""
    expected: float | None
    """Mean steps of the reference."""
    gap: Interval
    """Mean steps less those of the reference."""
    lost: Interval
    """Mean steps that the questions of a play lost."""
    luck: Interval
    """Mean steps that the answers of a play gave."""
    illegal: Interval
    """Mean replies of a play that were not taken."""
    inconsistent: Interval
    """Mean guesses of a play that could not be the secret."""
    redundant: Interval
    """Mean questions of a play that could tell nothing."""
    tokens_in: int
    """Tokens of prompts."""
    tokens_out: int
    """Tokens of replies."""
    estimated: bool
    """Whether some of these are estimated."""
    cost: float | None
    """What they cost; `None` where prices are not known."""
    seconds: float
    """How long the player took."""

    @property
    def unsolved(self) -> int:
        """Plays that did not reach the goal."""
        return self.plays - self.solved

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**asdict(self), "unsolved": self.unsolved}


@dataclass(frozen=True, repr=False)
class BenchTable:
    """The table of a run of the suite."""

    suite: str
    """The suite, by its version."""
    player: str
    """Who played."""
    rows: tuple[BenchFigures, ...]
    """One an entry, in the order of the suite."""
    total: BenchFigures
    """All entries together, each counting the same."""
    errors: tuple[tuple[str, int, str], ...]
    """Plays that failed: entry, number, and why."""

    def __repr__(self) -> str:
        return f"<BenchTable of {self.player}: {plural(len(self.rows), 'entry', 'entries')}>"

    def to_frame(self) -> Any:
        """A `pandas.DataFrame` with a row an entry, and one for the total; an interval is three columns."""
        return frame(_flat(row) for row in (*self.rows, self.total))

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "suite": self.suite,
            "player": self.player,
            "entries": [row.as_json() for row in self.rows],
            "total": self.total.as_json(),
            "errors": [{"entry": entry, "number": number, "error": error} for entry, number, error in self.errors],
        }


def _flat(row: BenchFigures) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in vars(row).items():
        if isinstance(value, Interval):
            flat |= {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}
        else:
            flat[name] = value
    return flat


def bench_table(results: BenchResults) -> BenchTable:
    """The table of what has been played so far."""
    prices = results.prices
    begun = [(entry, results.of(entry.name)) for entry in results.entries]
    rows = tuple(_figures(entry, plays, results.terms.varies, prices) for entry, plays in begun if plays)
    errors = tuple((play.entry, play.number, play.error) for play in results.plays if play.error is not None)
    return BenchTable(results.terms.suite, results.terms.player, rows, _total(rows, results.plays, prices), errors)


def _figures(entry: BenchEntry, every: Sequence[BenchPlay], varies: bool, prices: Prices) -> BenchFigures:
    plays = [play for play in every if play.error is None]
    exact = entry.whole and not varies and len(plays) == entry.secrets
    first = plays[0] if plays else None

    def mean(figure: Callable[[BenchPlay], float | None]) -> Interval:
        values = [figure(play) for play in plays]
        known = [value for value in values if value is not None]
        if len(known) < len(plays) or not known:
            return UNKNOWN
        return Interval.exactly(sum(known) / len(known)) if exact else mean_interval(known)

    solved = sum(play.solved for play in plays)
    return BenchFigures(
        entry=entry.name,
        game=entry.game,
        reference="none" if first is None else first.reference,
        proved=first is not None and first.proved,
        plays=len(plays),
        failed=len(every) - len(plays),
        secrets=entry.secrets,
        exact=exact,
        solved=solved,
        share=_share(solved, len(plays), exact),
        steps=mean(lambda play: float(play.steps)),
        total=sum(play.steps for play in plays),
        expected=mean(lambda play: play.expected).mean,
        gap=mean(lambda play: None if play.expected is None else play.steps - play.expected),
        lost=mean(lambda play: play.lost),
        luck=mean(lambda play: play.luck),
        illegal=mean(lambda play: float(play.refused)),
        inconsistent=mean(lambda play: float(play.inconsistent)),
        redundant=mean(lambda play: float(play.redundant)),
        **_spent(every, prices),
    )


def cost_of(tokens_in: int, tokens_out: int, price_in: float | None, price_out: float | None) -> float | None:
    """What tokens cost; `None` where prices are not known."""
    return None if price_in is None or price_out is None else (tokens_in * price_in + tokens_out * price_out) / 1e6


def _share(solved: int, plays: int, exact: bool) -> Interval:
    if not plays:
        return UNKNOWN
    return Interval.exactly(solved / plays) if exact else Interval(solved / plays, *wilson(solved, plays))


def _spent(plays: Sequence[BenchPlay], prices: Prices) -> dict[str, Any]:
    tokens_in, tokens_out = sum(play.tokens_in for play in plays), sum(play.tokens_out for play in plays)
    return {
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "estimated": any(play.estimated for play in plays),
        "cost": cost_of(tokens_in, tokens_out, *prices),
        "seconds": sum(play.seconds for play in plays),
    }


def _total(rows: Sequence[BenchFigures], every: Sequence[BenchPlay], prices: Prices) -> BenchFigures:
    known = [row for row in rows if row.plays]
    measured = [row for row in known if row.lost.mean is not None]
    plays, solved = sum(row.plays for row in rows), sum(row.solved for row in rows)
    exact = bool(rows) and all(row.exact for row in rows)
    expected = [row.expected for row in measured if row.expected is not None]
    return BenchFigures(
        entry=TOTAL,
        game="",
        reference="",
        proved=bool(measured) and all(row.proved for row in measured),
        plays=plays,
        failed=sum(row.failed for row in rows),
        secrets=sum(row.secrets for row in rows),
        exact=exact,
        solved=solved,
        share=_share(solved, plays, exact),
        steps=_mean_of(row.steps for row in known),
        total=sum(row.total for row in rows),
        expected=sum(expected) / len(expected) if expected else None,
        gap=_mean_of(row.gap for row in measured),
        lost=_mean_of(row.lost for row in measured),
        luck=_mean_of(row.luck for row in measured),
        illegal=_mean_of(row.illegal for row in known),
        inconsistent=_mean_of(row.inconsistent for row in known),
        redundant=_mean_of(row.redundant for row in known),
        **_spent(every, prices),
    )


def _mean_of(parts: Iterable[Interval]) -> Interval:
    """The mean of independent figures, each counting the same; its variance is the mean of theirs, by their number."""
    intervals = list(parts)
    means = [interval.mean for interval in intervals if interval.mean is not None]
    if not means or len(means) < len(intervals):
        return UNKNOWN
    mean = sum(means) / len(means)
    halves = [interval.half for interval in intervals if interval.half is not None]
    if len(halves) < len(intervals):
        return Interval(mean, None, None)
    half = sqrt(sum(half * half for half in halves)) / len(halves)
    return Interval(mean, mean - half, mean + half, all(interval.exact for interval in intervals))
