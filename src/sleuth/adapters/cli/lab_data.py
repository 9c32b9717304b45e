"""Commands for plays in files: fit rules to questions, of all, groups and persons; and a table of all moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen
from sleuth.core.text import plural

if TYPE_CHECKING:
    from sleuth.core.game import Game


def _column(name: str, what: str, usual: str) -> typer.models.OptionInfo:
    """An option that names a column of a table."""
    help_text = f"The column of {what}; unless given, one that is called {usual}."
    info: typer.models.OptionInfo = typer.Option(f"--{name}", metavar="COLUMN", help=help_text)
    return info


Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Records, tables with a row for each guess (CSV with commas, semicolons or tabs; Parquet), or rows "
        "such as crane=--y--.",
    ),
]
TableGame = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game of the tables.", autocompletion=options.complete_game),
]
Participant = Annotated[str | None, _column("participant", "who asked", "participant, subject, id or the like")]
Trial = Annotated[str | None, _column("trial", "the play", "trial, play, game or the like")]
Guess = Annotated[str | None, _column("guess", "what was asked", "guess, question, query or the like")]
Answers = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN[,COLUMN...]",
        help="The column of the answer, or several: black,white. Unless given, black and white, bulls and cows, "
        "answer, feedback or the like.",
    ),
]
Order = Annotated[str | None, _column("order", "the number of a guess in its play", "order, step, turn or the like")]
Group = Annotated[str | None, _column("group", "the group or condition", "group, condition or the like")]
Secret = Annotated[
    str | None,
    _column("secret", "the secret, by which answers are checked", "secret, solution, target or the like"),
]
GameColumn = Annotated[
    str | None, typer.Option(metavar="COLUMN", help="The column of the game's spec, where a table has several games.")
]
Symbols = Annotated[
    str | None,
    typer.Option(metavar="SIGNS", help="What tables write for the symbols 0, 1, 2, ...: RGBYOW, 123456 or red,green."),
]
Pad = Annotated[bool, typer.Option("--pad", help="Put zeros back that a spreadsheet took from the front of codes.")]
SkipBad = Annotated[
    bool,
    typer.Option("--skip-bad", help="Leave a play where a row cannot be used, and count such rows."),
]


def fit(
    files: Files,
    game: TableGame = None,
    participant: Participant = None,
    trial: Trial = None,
    guess: Guess = None,
    answers: Answers = None,
    order: Order = None,
    group: Group = None,
    secret: Secret = None,
    game_column: GameColumn = None,
    symbols: Symbols = None,
    pad: Pad = False,
    skip_bad: SkipBad = False,
    persons: Annotated[
        bool, typer.Option("--persons/--no-persons", help="Whether each participant is fitted too.")
    ] = True,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write tables of fits, models and moves into this folder."),
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="With --out: moves with their cost in expected steps, which takes longer.")
    ] = False,
    resamples: Annotated[int, typer.Option(min=100, help="Resampled sets, for the intervals.")] = 1000,
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:
    """Find the entropy, or other rule, that explains questions: of all, of each group and of each participant."""
    request = app.FitPlayer(
        tuple(files), _game(game), participant or "", trial or "", guess or "", answers or "", order or "", group or "",
        secret or "", game_column or "", symbols or "", pad, skip_bad, out or "", seed, resamples, persons, steps,
    )  # fmt: skip
    Screen(json).report(request, _fit)


def _fit(report: app.FitReport) -> Lines:
    from sleuth.lab.fit_text import fits_view

    yield fits_view(report.fits)
    yield from _files(report.files, report.notes)


def moves(
    files: Files,
    game: TableGame = None,
    participant: Participant = None,
    trial: Trial = None,
    guess: Guess = None,
    answers: Answers = None,
    order: Order = None,
    group: Group = None,
    secret: Secret = None,
    game_column: GameColumn = None,
    symbols: Symbols = None,
    pad: Pad = False,
    skip_bad: SkipBad = False,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Write the table: .csv, .tsv, .json or .parquet."),
    ] = None,
    each_option: Annotated[
        bool, typer.Option("--options", help="A row for each option of each question, for discrete-choice models.")
    ] = False,
    criteria: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,...",
            help="With --options: what options are scored by; entropy, size, parts, minimax, hit-probability, "
            "possible, or sharma-mittal:order=2:degree=1.",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(min=2, help="With --options: so many of each question, the chosen one and others at random."),
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps/--no-steps", help="Whether the cost in expected steps is computed.")
    ] = True,
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:
    """A table of all moves for regressions: what each question told and could have told, and how good it was."""
    request = app.PlayMoves(
        tuple(files), _game(game), participant or "", trial or "", guess or "", answers or "", order or "", group or "",
        secret or "", game_column or "", symbols or "", pad, skip_bad, out or "", seed, each_option,
        **({} if criteria is None else {"criteria": tuple(name.strip() for name in criteria.split(","))}),
        sample=sample, steps=steps,
    )  # fmt: skip
    Screen(json).report(request, _moves)


def _moves(report: app.MoveReport) -> Lines:
    from sleuth.lab.fit_text import moves_view, options_view

    if report.options is None:
        yield moves_view(report.table)
    elif not report.files:
        yield options_view(report.options)
    else:
        rows, questions = len(report.options), plural(len(report.options.questions), "question")
        yield f"{plural(rows, 'option')} of {questions}."
    yield from _left_out(report.left_out)
    yield from _files(report.files, report.table.notes)


def _left_out(left_out: tuple[str, ...]) -> Lines:
    from sleuth.app.play_files import left_out_lines

    yield from left_out_lines(left_out)


def _files(files: tuple[str, ...], notes: tuple[str, ...]) -> Lines:
    yield from notes
    if files:
        yield from ("", f"Written: {', '.join(files)}.")


def _game(spec: str | None) -> Game | str:
    return "" if spec is None else options.read_game(spec)
