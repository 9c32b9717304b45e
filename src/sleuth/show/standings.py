"""Tables of a tournament: the mean of each agent in each game, agents on the same secrets, and players at a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rich.table import Table

from sleuth.show.ink import ink, table

if TYPE_CHECKING:
    from sleuth.measures.intervals import Interval
    from sleuth.play.tournament.report import Cell, Comparison
    from sleuth.play.tournament.seats import AgentStanding

UNKNOWN = "-"


def standings_table(cells: Iterable[Cell]) -> Table:
    """For each game and agent: trials, mean steps with its interval, the worst play, and the time of a decision."""
    cells = list(cells)
    failures = any(cell.failed for cell in cells)
    failed = [">failed"] if failures else []
    standings = table("game", "agent", ">trials", *failed, ">steps", ">95%", ">worst", ">time a move")
    before = ""
    for cell in cells:
        row = [
            f"{cell.trials:,}",
            *([f"{cell.failed:,}"] if failures else []),
            mean_text(cell.steps),
            half_text(cell.steps),
        ]
        row += [UNKNOWN if cell.worst is None else str(cell.worst), seconds_text(cell.seconds)]
        standings.add_row(ink("" if cell.game == before else cell.game), ink(cell.agent), *row)
        before = cell.game
    return standings


def comparisons_table(comparisons: Iterable[Comparison]) -> Table:
    """Pairs of agents: the mean difference of steps with its interval, and who needed fewer how often."""
    pairs = table("game", "agent", "against", ">difference", ">95%", ">fewer", ">same", ">more")
    before = ""
    for one in comparisons:
        row = [mean_text(one.difference, signed=True), half_text(one.difference), f"{one.wins:,}", f"{one.ties:,}"]
        game = "" if one.game == before else one.game
        pairs.add_row(ink(game), ink(one.agent), ink(one.rival), *row, f"{one.losses:,}")
        before = one.game
    return pairs


def seats_table(players: Iterable[AgentStanding]) -> Table:
    """How often each player of a line won, with its interval, and its share of the seats."""
    standings = table("player", ">seats", ">won", ">share", ">95% interval", ">par")
    for one in players:
        interval = f"{one.low:.3f} to {one.high:.3f}"
        row = (str(one.seats), f"{one.wins:,}", f"{one.share:.3f}", interval, f"{one.par:.3f}")
        standings.add_row(ink(one.agent), *row)
    return standings


def seats_text(turns: float | None, first_seat: float | None, ends: Mapping[str, int]) -> str:
    """How long games took, how often the first seat won, and how they ended."""
    if turns is None or first_seat is None:
        return "No game came to an end."
    how = ", ".join(f"{number:,} {end}" for end, number in ends.items() if number)
    return f"{turns:.1f} turns a game; the first seat won {first_seat:.3f} of them. They ended: {how}."


def seconds_text(seconds: float | None) -> str:
    """A time in the unit that suits it: `1.25 s`, `3.1 ms`, `84 µs`."""
    if seconds is None:
        return UNKNOWN
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"


def time_left_text(seconds: float) -> str:
    """A time that somebody waits for: `40 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60:,} h {minutes % 60} min"


def mean_text(interval: Interval, signed: bool = False) -> str:
    """A mean with three decimals, or a dash."""
    return UNKNOWN if interval.mean is None else f"{interval.mean:+.3f}" if signed else f"{interval.mean:.3f}"


def half_text(interval: Interval) -> str:
    """Half of its interval, or a dash."""
    return UNKNOWN if interval.half is None else f"±{interval.half:.3f}"
