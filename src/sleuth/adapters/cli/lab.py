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
    other = "" if versus is None else read_game(versus)
    warm(screen)
    from sleuth.app.analyse import analyse as analyse_game
    from sleuth.app.requests import Analyse
    from sleuth.show.analysis import report_view

    with screen.progress() as progress:
        result = analyse_game(Analyse(made, other, sweep or "", seed, out or ""), progress=progress)
    if json:
        screen.json(result.as_json())
        return
    screen.show(report_view(result.report))
    if result.files:
        screen.show("", f"Written: {result.files[0]} and {len(result.files) - 1} files beside it.")


def grade(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, written by play, assist or watch.")],
    belief: BeliefOption = "auto",
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Grade a recorded play, move by move: what each gave away, and what was luck."""
    screen = Screen(json)
    from sleuth.app.play import read_file
    from sleuth.app.requests import Grade

    record = read_file(file)
    warm(screen)
    from sleuth.app.review import grade as grade_play
    from sleuth.show.analysis import grades_view

    with screen.progress() as progress:
        grades = grade_play(Grade(record, belief=belief, seed=seed), progress=progress)
    if json:
        screen.json(grades.as_json())
    else:
        screen.show(grades_view(grades))
