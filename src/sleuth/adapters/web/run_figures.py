"""Figures of runs as a page writes them: a mean and where it may lie, steps with their sign, a reply that is folded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from sleuth.core.text import plural, shorten
from sleuth.referee.run_requests import RunPlayEntryResult, RunTurnResult

NOTHING = "–"
SHORT_SIGNS, SHORT_LINES = 240, 4
"""What is said in so few signs and lines is shown; what is longer is folded."""
MAX_LAST = 120
"""Signs of the last line that stand for a folded reply."""
COLUMNS = {
    "steps": ("steps", "Questions that were answered, and turns that were lost, on average."),
    "gap": ("gap", "Steps beyond those that the best play expects."),
    "lost": ("lost", "Steps that the questions gave away: 0 if every question was a best one."),
    "luck": ("luck", "Steps that the answers saved against expectation. Of solved plays, gap is lost less luck."),
    "illegal": ("illegal", "Replies in a play that were not taken: they held no question, or one that is not allowed."),
    "inconsistent": ("inconsistent", "Guesses in a play that could not be the secret, by the answers before them."),
    "redundant": ("redundant", "Questions in a play that could tell nothing and win nothing."),
}
"""The figures of a row that have intervals: what each is called, and what it means."""
ORDERS = {"": "by number", "lost": "most steps lost first", "steps": "longest first"}
"""How the plays of an entry can be ordered."""


@dataclass(frozen=True)
class Figure:
    """A figure, and where it may lie; nothing more is said where it is exact, or all plays had the same."""

    text: str
    interval: str = ""

    @classmethod
    def of(cls, interval: Mapping[str, Any], sign: bool = False) -> Figure:
        """A mean of some plays."""
        low, high = interval["low"], interval["high"]
        known = interval["mean"] is not None and low is not None and high is not None and not interval["exact"]
        ends = [steps_text(low, sign), steps_text(high, sign)] if known else []
        return cls(steps_text(interval["mean"], sign), " to ".join(ends) if len(set(ends)) > 1 else "")


@dataclass(frozen=True)
class EntryRow:
    """A row of the table of a run."""

    name: str
    game: str
    solved: str
    share: str
    """The interval of the share of plays that were solved."""
    best: str
    """What the reference expects; with a star where that is not proved to be the optimum."""
    figures: Mapping[str, Figure]
    failed: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> EntryRow:
        """The row of an entry, or of the total."""
        figures = {name: Figure.of(row[name], name in ("gap", "luck")) for name in COLUMNS}
        if row["unsolved"]:
            figures["steps"] = Figure(f"≥ {figures['steps'].text}", figures["steps"].interval)
        share, best = row["share"], steps_text(row["expected"])
        known = share["low"] is not None and not row["exact"]
        return cls(
            name=row["entry"],
            game=row["game"],
            solved=f"{row['solved']:,} of {row['plays']:,}",
            share=f"{100 * share['low']:.0f}% to {100 * share['high']:.0f}%" if known else "",
            best=best if row["proved"] or row["expected"] is None else f"{best}*",
            figures=figures,
            failed=row["failed"],
        )


@dataclass(frozen=True)
class TurnView:
    """One reply of a play on the page."""

    number: int
    step: int
    """How many questions are answered after it; 0 where it was not taken."""
    turn: RunTurnResult

    @classmethod
    def every(cls, turns: Sequence[RunTurnResult]) -> list[TurnView]:
        """All replies, with the steps that they made."""
        views, steps = [], 0
        for number, turn in enumerate(turns, 1):
            taken = turn.verdict["action"] is not None
            steps += taken
            views.append(cls(number, steps if taken else 0, turn))
        return views

    @property
    def wordy(self) -> bool:
        """Whether more was said than the question alone."""
        return self.turn.said.strip() not in ("", f"Question: {self.turn.verdict['action']}")

    @property
    def folded(self) -> bool:
        """Whether what was said is long."""
        said = self.turn.said
        return self.turn.cut > 0 or len(said) > SHORT_SIGNS or said.count("\n") >= SHORT_LINES

    @property
    def last_line(self) -> str:
        """The last line of what was said: there the question stands."""
        lines = [line.strip() for line in self.turn.said.splitlines() if line.strip()]
        return shorten(lines[-1], MAX_LAST) if lines else ""

    @property
    def length(self) -> str:
        """How long the whole reply is."""
        return plural(len(self.turn.said) + self.turn.cut, "sign")

    @property
    def figures(self) -> list[tuple[str, str]]:
        """The grade in figures."""
        verdict = self.turn.verdict
        if verdict["refusal"] is not None:
            return [("Steps lost", steps_text(verdict["lost"]))] if verdict["turn_lost"] else []
        found = []
        if verdict["lost"] is not None:
            found.append(("Steps lost", steps_text(verdict["lost"])))
        if verdict["luck"] is not None:
            found.append(("Luck", steps_text(verdict["luck"], True)))
        if verdict["lost_hits"] is not None:
            found.append(("Chance of a hit given away", f"{100 * verdict['lost_hits']:.0f}%"))
        found.append(("Bits", f"{verdict['bits']:.2f} of {verdict['best_bits']:.2f}"))
        found.append(("Possible", f"{verdict['candidates_before']:,.0f} → {verdict['candidates_after']:,.0f}"))
        return found


def steps_text(value: float | None, sign: bool = False) -> str:
    """A number of steps: `0.35`, or with its sign, `+0.35`."""
    if value is None:
        return NOTHING
    number = round(value, 2) + 0.0  # what rounds to nothing has no sign
    return (f"{number:+.2f}" if sign and number else f"{number:.2f}").replace("-", "−")


def ordered(plays: Sequence[RunPlayEntryResult], order: str) -> list[RunPlayEntryResult]:
    """The plays of an entry in an order; those without the figure come last."""
    if order not in ("lost", "steps"):
        return list(plays)

    def key(play: RunPlayEntryResult) -> tuple[bool, float]:
        figure = getattr(play, order)
        return figure is None, -(figure or 0.0)

    return sorted(plays, key=key)


def run_address(name: str, entry: str = "", number: int | None = None, under: str = "") -> str:
    """The address of a run, of the plays of an entry, of one play, or of something under it."""
    parts = [name, *([entry] if entry else []), *([str(number)] if number is not None else [])]
    return "/runs/" + "/".join(quote(part, safe="") for part in parts) + under


def file_name(*parts: str) -> str:
    """A name for a file that is taken along: letters, digits, dots and dashes."""
    kept = ("".join(sign if sign.isascii() and (sign.isalnum() or sign in ".-_") else "-" for sign in p) for p in parts)
    return "-".join(kept).strip(".-") or "play"
