"""The tournament: run, resume, report, record."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen, warm
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sleuth.core.progress import Progress
    from sleuth.play.tournament import Engine, Results, Standing, Summary

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


def register(app: typer.Typer) -> None:
    commands = typer.Typer(
        name="tournament",
        help="Agents against each other: games x sizes x agents x trials, into one results file.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (run, resume, report, record):
        commands.command()(command)
    app.add_typer(commands)


def run(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file: games, agents, trials, seed.")],
    out: Annotated[Path | None, typer.Option(help="The results file; CONFIG with the ending .db unless given.")] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
) -> None:
    """Play a tournament. Stop it at any time: what is done is kept, and `resume` does the rest."""
    screen = Screen(json)
    from sleuth.play.tournament import Config, run_tournament

    read = Config.read(config)
    path = out or Path(config.with_suffix(".db").name)
    engine = _engine(workers, cluster)
    warm(screen)
    _play(
        screen,
        path,
        lambda progress, watch: run_tournament(
            read, path, workers=workers, engine=engine, progress=progress, watch=watch
        ),
    )


def resume(
    file: FileArgument,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    failed: Annotated[bool, typer.Option("--failed", help="Play trials that failed once more.")] = False,
    json: JsonOption = False,
) -> None:
    """Go on with a tournament that was stopped: only what is missing is played."""
    screen = Screen(json)
    from sleuth.play.tournament import resume as go_on

    engine = _engine(workers, cluster)
    warm(screen)
    _play(
        screen,
        file,
        lambda progress, watch: go_on(
            file, workers=workers, engine=engine, failed=failed, progress=progress, watch=watch
        ),
    )


def report(
    file: FileArgument,
    csv: Annotated[Path | None, typer.Option(help="Write every trial to this CSV file.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="Write every trial to this Parquet file.")] = None,
    json: JsonOption = False,
) -> None:
    """Show means with 95% intervals and paired comparisons; also while the tournament runs."""
    screen = Screen(json)
    from sleuth.play.tournament import read_results, summarise, write_csv, write_parquet

    results = read_results(file)
    for path, write in ((csv, write_csv), (parquet, write_parquet)):
        if path is not None:
            write(results, path)
    _show(screen, results, summarise(results), 0)


def record(
    file: FileArgument,
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as the report writes it.")],
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent, as the report writes it.")],
    trial: Annotated[int, typer.Argument(metavar="TRIAL", min=1, help="The number of the trial, from 1.")],
    seed: Annotated[int | None, typer.Option(help="The seed, where the tournament has several.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the record to this file, for `sleuth replay`.")] = None,
    json: JsonOption = False,
) -> None:
    """One trial of a tournament, as a record of its play."""
    screen = Screen(json)
    from sleuth.play.tournament import Key, read_results

    results = read_results(file)
    key = Key(results.config.seeds[0] if seed is None else seed, game, agent, trial)
    row = next((row for row in results.rows if row.key == key), None)
    if row is None:
        raise ParameterError(f"{file} has no trial {trial} of {agent} in {game} with seed {key.seed}")
    play = row.record()
    if out is not None:
        play.write(out)
    if json:
        screen.json({"game": game, "agent": agent, "trial": trial, "seed": key.seed, "record": str(play)})
    elif out is None:
        screen.show(str(play).rstrip())


def _engine(workers: int | None, cluster: str | None) -> Engine | None:
    from sleuth.play.tournament import Cluster

    if cluster is None:
        return None
    if workers is not None:
        raise ParameterError("the cluster has its own workers: give --workers or --cluster, not both")
    return Cluster(cluster)


def _play(screen: Screen, path: Path, start: Callable[[Progress, Callable[[Standing], None]], Standing]) -> None:
    from sleuth.play.tournament import read_results, summarise

    last: list[Standing] = []
    stopped = False
    try:
        with _live(screen) as (progress, watch):

            def told(standing: Standing) -> None:
                last[:] = [standing]
                watch(standing)

            last[:] = [start(progress, told)]
    except KeyboardInterrupt:
        stopped = True
    if not path.exists():  # stopped before there was anything to keep
        raise typer.Exit(STOPPED)
    results = read_results(path)
    written = last[0].written if last else 0
    _show(screen, results, summarise(results), written, stopped)
    if stopped:
        done = f"{len(results.rows):,} of {results.config.total:,} trials are in {path}"
        screen.say(f"sleuth: stopped; {done}. Go on with: sleuth tournament resume {path}")
        raise typer.Exit(STOPPED)


def _show(screen: Screen, results: Results, report: Summary, written: int, stopped: bool = False) -> None:
    if screen.as_json:
        found: dict[str, Any] = {
            "rows": written,
            "done": len(results.rows),
            "total": results.config.total,
            "file": str(results.path),
            "name": results.config.name,
            "stopped": stopped,
            "table": [cell.as_json() for cell in report.cells],
            "comparisons": [one.as_json() for one in report.comparisons],
        }
        screen.json(found)
        return
    from sleuth.show.standings import comparisons_table, standings_table

    screen.show(f"{results.config.name}: {len(results.rows):,} of {results.config.total:,} trials", "")
    screen.show(standings_table(report.cells))
    if report.comparisons:
        screen.show("", "On the same secrets, steps of the agent less those of the other:", "")
        screen.show(comparisons_table(report.comparisons))
    for cell in report.cells:
        if cell.failed:
            screen.say(f"{cell.agent} failed {cell.failed:,} times in {cell.game}, first: {cell.error}")


@contextmanager
def _live(screen: Screen) -> Iterator[tuple[Progress, Callable[[Standing], None]]]:
    """A table that is drawn anew as trials come in, on a terminal; nothing anywhere else."""
    from sleuth.core.progress import silent

    err = screen.err
    if not err.is_terminal:
        yield silent, lambda standing: None
        return
    from rich.live import Live
    from rich.text import Text

    from sleuth.play.tournament import PLAYING

    drawn = 0.0
    with Live(Text(""), console=err, auto_refresh=False, transient=True) as live:

        def draw(thing: RenderableType) -> None:
            nonlocal drawn
            if time.monotonic() - drawn > REFRESH:
                live.update(thing, refresh=True)
                drawn = time.monotonic()

        def progress(what: str, done: float, total: float) -> None:
            if what != PLAYING:
                draw(Text(f"{what}: {done / total:.0%}"))

        def watch(standing: Standing) -> None:
            if time.monotonic() - drawn > REFRESH:
                draw(_standing(standing, err.height))

        yield progress, watch


def _standing(standing: Standing, height: int) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    from sleuth.show.ink import bar
    from sleuth.show.standings import standings_table, time_left_text

    share = standing.done / standing.total
    left = standing.seconds_left
    told = f"{bar(share, 30):<30} {standing.done:,} of {standing.total:,} trials"
    told += f", about {time_left_text(left)} left" if left is not None else ""
    return Group(standings_table(standing.cells()[-max(1, height - 5) :]), "", Text(told))
