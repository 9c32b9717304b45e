"""The tournament: run, resume, report, record."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen
from sleuth.core.text import capital

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sleuth.app.tournament import LiveStanding, Watch
    from sleuth.core.progress import Progress

STOPPED = 130
REFRESH = 1.0
"""Seconds between two drawings of the live table."""

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A results file.")]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", "-w", min=0, help="Processes to play in (all cores); 0 plays in this one.")
]
ClusterOption = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Play on the Dask cluster at this address.")
]


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file: games, agents, trials, seed.")],
    out: Annotated[Path | None, typer.Option(help="The results file; CONFIG with the ending .db unless given.")] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    json: options.Json = False,
) -> None:
    """Play a tournament. Stop it at any time: what is done is kept, and `resume` does the rest."""
    from sleuth.app.tournament import run_plan

    _play(Screen(json), run_plan(app.TournamentRun(str(config), str(out or ""), workers, cluster or "")))


def resume(
    file: FileArgument,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    failed: Annotated[bool, typer.Option("--failed", help="Play trials that failed once more.")] = False,
    json: options.Json = False,
) -> None:
    """Go on with a tournament that was stopped: only what is missing is played."""
    from sleuth.app.tournament import resume_plan

    _play(Screen(json), resume_plan(app.TournamentResume(str(file), workers, cluster or "", failed)))


def report(
    file: FileArgument,
    csv: Annotated[Path | None, typer.Option(help="Write every trial to this CSV file.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write every trial to this Parquet file.")] = None,
    json: options.Json = False,
) -> None:
    """Show means with 95% intervals and paired comparisons; also while the tournament runs."""
    request = app.TournamentReport(str(file), csv=str(csv or ""), parquet=str(parquet or ""))
    _show(Screen(json), app.perform(request))


def record(
    file: FileArgument,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as the report writes it.")],
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent, as the report writes it.")],
    trial: Annotated[int, typer.Argument(metavar="TRIAL", min=1, help="The number of the trial, from 1.")],
    seed: Annotated[int | None, typer.Option(help="The seed, where the tournament has several.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the record to this file, for `sleuth replay`.")] = None,
    json: options.Json = False,
) -> None:
    """One trial of a tournament, as a record of its play."""
    result = app.perform(app.TournamentRecord(str(file), game, agent, trial, seed, str(out or "")))
    Screen(json).write(result, lambda result: [] if out else [result.record.rstrip()])


def _play(screen: Screen, plan: app.TournamentPlan) -> None:
    with _live(screen) as (progress, watch):
        standings = plan.play(progress, watch)
    _show(screen, standings)
    if standings.stopped:
        done = f"{standings.done:,} of {standings.total:,} trials are in {standings.file}"
        screen.say(f"sleuth: stopped; {done}. Go on with: sleuth tournament resume {standings.file}")
        raise typer.Exit(STOPPED)


def _show(screen: Screen, standings: app.Standings) -> None:
    if screen.as_json:
        screen.json(standings.as_json())
        return
    report = standings.report
    screen.show(f"{standings.name}: {standings.done:,} of {standings.total:,} trials", "")
    screen.show(show.standings_table(report.cells))
    if report.comparisons:
        screen.show("", "On the same secrets, steps of the agent less those of the other:", "")
        screen.show(show.comparisons_table(report.comparisons))
    for line in report.lines:
        screen.show("", f"{line.game}: {line.line}, {line.games:,} games", "", show.seats_table(line.players), "")
        screen.show(show.seats_text(line.turns, line.first_seat, line.ends))
    if not standings.results.checked:
        screen.say(f"{standings.file} has no checksums: whether a row has changed on the disk cannot be told")
    for cell in report.cells:
        if cell.failed:
            screen.say(f"{cell.agent} failed {cell.failed:,} times in {cell.game}, first: {cell.error}")


@contextmanager
def _live(screen: Screen) -> Iterator[tuple[Progress, Watch]]:
    """A table that is drawn anew as trials come in, on a terminal; elsewhere a line where workers wait."""
    from sleuth.core.progress import silent

    err = screen.err
    if not err.is_terminal:
        yield silent, _WaitLines(screen)
        return
    from rich.live import Live
    from rich.text import Text

    from sleuth.app.tournament import TRIALS

    drawn = 0.0
    with Live(Text(""), console=err, auto_refresh=False, transient=True) as live:

        def draw(thing: RenderableType) -> None:
            nonlocal drawn
            if time.monotonic() - drawn > REFRESH:
                live.update(thing, refresh=True)
                drawn = time.monotonic()

        def progress(what: str, done: float, total: float) -> None:
            if what != TRIALS:
                draw(Text(f"{what}: {done / total:.0%}"))

        def watch(standing: LiveStanding) -> None:
            if time.monotonic() - drawn > REFRESH:
                draw(_standing(standing, err.height))

        yield progress, watch


class _WaitLines:
    """A line whenever workers begin to wait for something."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._told = screen, ""

    def __call__(self, standing: LiveStanding) -> None:
        if standing.waiting not in ("", self._told):
            self._screen.say(f"{capital(standing.waiting)}...")
        self._told = standing.waiting


def _standing(standing: LiveStanding, height: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from sleuth.show.ink import bar
    from sleuth.show.standings import time_left_text

    share = standing.done / standing.total
    left = standing.seconds_left
    line = f"{bar(share, 30):<30} {standing.done:,} of {standing.total:,} trials"
    line += f", about {time_left_text(left)} left" if left is not None else ""
    line += f"; {standing.waiting}" if standing.waiting else ""
    return Group(show.standings_table(standing.cells()[-max(1, height - 5) :]), "", Text(line))
