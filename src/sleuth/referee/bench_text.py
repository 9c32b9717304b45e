"""A run of the suite on a screen: the table, what its marks mean, and one play with the grade beside each turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sleuth.core.text import plural
from sleuth.measures.intervals import Interval
from sleuth.referee.bench_play import BenchPlay
from sleuth.referee.bench_report import BenchFigures, BenchTable
from sleuth.referee.suite import Suite
from sleuth.show.ink import ink, table

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

NOTHING = "-"
ALIKE = "±?"
ROUNDING = 1e-9
"""A width below it is that of figures which are equal."""
MEANS = ("steps", "gap", "lost", "luck", "illegal", "inconsistent", "redundant")
"""The means of a row, in order."""
MAX_ERRORS = 5
"""Failed plays that are named."""


def suite_table(suite: Suite) -> Table:
    """The entries of a suite."""
    entries = table("entry", "game", ">secrets", ">steps", "reference")
    for entry in suite.entries:
        secrets = f"all {len(entry.secrets)}" if entry.whole else str(len(entry.secrets))
        entries.add_row(ink(entry.name), ink(entry.spec), secrets, str(entry.max_steps), entry.reference)
    return entries


def figures_table(figures: BenchTable) -> Table:
    """A row an entry and one for the total; under each mean, half of its interval."""
    heads = (">solved", ">steps", ">best", ">gap", ">lost", ">luck", ">illeg.", ">incon.", ">redun.")
    rows = table("entry", *heads)
    rows.padding = (0, 0)  # so that it fits into 80 columns
    rows.columns[0].no_wrap = True
    for row in figures.rows:
        _add(rows, row)
    if len(figures.rows) > 1:
        rows.add_section()
        _add(rows, figures.total, "bold")
    return rows


def _add(rows: Table, row: BenchFigures, style: str = "") -> None:
    steps, gap, *others = (getattr(row, name) for name in MEANS)
    cells = [f"{row.solved}/{row.plays}", _steps(row, steps), _best(row), _mean(gap), *map(_mean, others)]
    halves = ["", _half(steps), "", _half(gap), *map(_half, others)]
    rows.add_row(ink(row.entry, style), *(_cell(*pair, style) for pair in zip(cells, halves, strict=True)))


def _cell(mean: str, half: str, style: str) -> Text:
    cell = ink(mean, style)
    if half:
        cell.append(f"\n{half}", "dim")
    return cell


def _steps(row: BenchFigures, steps: Interval) -> str:
    return f"{'≥' if row.unsolved else ''}{_mean(steps)}"


def _best(row: BenchFigures) -> str:
    if row.expected is None:
        return NOTHING
    return f"{row.expected:.2f}{'' if row.proved else '*'}"


def _mean(interval: Interval) -> str:
    if interval.mean is None:
        return NOTHING
    mean = round(interval.mean, 9)  # sums in another order are the same figure
    return f"{mean:.2f}".replace("-0.00", "0.00")


def _half(interval: Interval) -> str:
    """Half of an interval with three digits; nothing where the mean is exact, or too few plays say.

    Where all plays were alike there is no saying how far the mean may be off.
    """
    half = interval.half
    if half is None or interval.exact:
        return ""
    if _alike(interval):
        return ALIKE
    return f"±{half:.2f}" if half < 9.995 else f"±{half:.1f}"


def _alike(interval: Interval) -> bool:
    """Whether an interval has no width only because all plays happened to be alike."""
    return interval.half is not None and interval.half < ROUNDING and not interval.exact


def figures_notes(figures: BenchTable) -> Iterator[str]:
    """What the marks of a table mean, and what it cost."""
    total = figures.total
    if any(row.exact for row in figures.rows):
        yield "Without ±: every secret of the game was played, and the figure is exact."
    shown = [getattr(row, name) for row in (*figures.rows, total) for name in MEANS]
    if any(map(_alike, shown)):
        yield f"{ALIKE}: all plays were alike, which does not say how far the mean may be off."
    known = sum(row.plays > 0 and row.lost.mean is not None for row in figures.rows)
    if len(figures.rows) > 1 and known < sum(row.plays > 0 for row in figures.rows):
        entries = plural(known, "entry", "entries")
        yield f"In the total, best, gap, lost and luck are those of {entries} where steps are known."
    if any(row.expected is not None and not row.proved for row in figures.rows):
        yield "* what entropy expects: the optimum is not proved there."
    if total.unsolved:
        yield f"≥ {plural(total.unsolved, 'play')} not solved, counted with the most steps: the mean is too low."
    for entry, number, error in figures.errors[:MAX_ERRORS]:
        yield f"Failed: play {number} of {entry}: {error}"
    if len(figures.errors) > MAX_ERRORS:
        yield f"Failed: {len(figures.errors) - MAX_ERRORS:,} more."
    if total.tokens_in or total.tokens_out:
        about = "Finished plays: about " if total.estimated else "Finished plays: "
        cost = "" if total.cost is None else f", cost {total.cost:,.4g}"
        yield f"{about}{total.tokens_in:,} tokens read and {total.tokens_out:,} written{cost}."


def play_lines(play: BenchPlay) -> Iterator[str]:
    """One play: what was said and told, with the grade of each reply."""
    end = "failed" if play.error is not None else "solved" if play.solved else "not solved"
    lost = "" if play.lost is None else f", {play.lost:.2f} lost, luck {play.luck:+.2f}"
    yield f"Play {play.number} of {play.entry}: {end} after {plural(play.steps, 'step')}{lost}. Secret: {play.secret}"
    yield ""
    for turn in play.turns:
        yield f"> {turn.said}"
        yield f"{turn.told}"
        yield f"    {grade_text(turn.verdict)}"
        yield ""
    if play.error is not None:
        yield f"Failed: {play.error}"


def grade_text(verdict: Mapping[str, Any]) -> str:
    """The grade of a reply, in a line."""
    if verdict["refusal"] is not None:
        return "not taken" + (", and a step lost" if verdict["turn_lost"] else "")
    parts = [str(verdict["mark"]), f"{verdict['bits']:.2f} of {verdict['best_bits']:.2f} bits"]
    if verdict["lost"] is not None:
        parts.append(f"{verdict['lost']:.2f} steps lost, luck {verdict['luck']:+.2f}")
    if verdict["consistent"] is False:
        parts.append("could not be the secret")
    if verdict["redundant"]:
        parts.append("could tell nothing")
    if verdict["best"] and verdict["best"] != verdict["action"]:
        parts.append(f"better: {verdict['best']}")
    return "; ".join(parts)
