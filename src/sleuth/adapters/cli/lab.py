"""Commands of the lab: analyse a game, grade a play."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import (
    FLAGS,
    BeliefOption,
    GameArgument,
    JsonOption,
    SeedOption,
    complete_game,
    read_game,
)
from sleuth.adapters.cli.reports import begin_with_progress
from sleuth.adapters.cli.screen import Screen, warm


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(analyse)
    app.command()(grade)


def analyse(
    context: typer.Context,
    game: GameArgument,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write report.html, figures and numbers into this folder."),
    ] = None,
    versus: Annotated[
        str | None,
        typer.Option(
            "--versus", metavar="GAME", help="Another game, to stand beside it.", autocompletion=complete_game
        ),
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="KEY=VALUES", help="Sizes to go through: pegs=2..4 or colours=3,4,6."),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Analyse a game for its designer: choices, suspense, difficulty, luck and skill."""
    screen = Screen(json)
    made = read_game(game, context)
    other = None if versus is None else read_game(versus)
    warm(screen)
    from pathlib import Path

    from sleuth.lab.report import analyse as analyse_all
    from sleuth.lab.write import prepare
    from sleuth.show.analysis import report_view

    if out is not None:
        prepare(Path(out))
    with screen.progress() as progress:
        report = analyse_all(made, versus=other, sweep_over=sweep, seed=seed, progress=progress)
        files = [] if out is None else [str(path) for path in report.write(out, progress)]
    if json:
        screen.json(report.as_json(files))
        return
    screen.show(report_view(report))
    if files:
        screen.show("", f"Written: {files[0]} and {len(files) - 1} files beside it.")


def grade(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, written by play, assist or watch.")],
    belief: BeliefOption = "auto",
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Grade a recorded play, move by move: what each gave away, and what was luck."""
    screen = Screen(json)
    from sleuth.play.record import Record

    record = Record.read(file)
    warm(screen)
    from sleuth.lab.grading import grade as grade_all
    from sleuth.show.analysis import grades_view

    info = begin_with_progress(record.game, belief, seed, screen)
    with screen.progress() as progress:
        grades = grade_all(record, info, progress=progress)
    if json:
        screen.json(grades.as_json())
    else:
        screen.show(grades_view(grades))
