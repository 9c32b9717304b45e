"""Commands of the lab: analyse a game, grade a play, redo the results of a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.reviews import review_lines, story_lines
from sleuth.adapters.cli.screen import Lines, Screen
from sleuth.core.errors import RecordError
from sleuth.core.files import read_text

if TYPE_CHECKING:
    from sleuth.app.analyse import Analysed


def analyse(
    context: typer.Context,
    game: options.GameName,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="DIR", help="Write report.html, figures and numbers into this folder."),
    ] = None,
    versus: Annotated[
        str | None,
        typer.Option(
            "--versus", metavar="GAME", help="Another game, to stand beside it.", autocompletion=options.complete_game
        ),
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="KEY=VALUES", help="Sizes to go through: pegs=2..4 or colours=3,4,6."),
    ] = None,
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:
    """Analyse a game for its designer: choices, suspense, difficulty, luck and skill."""
    subject, other = options.read_game(game, context), "" if versus is None else options.read_game(versus)
    Screen(json).report(app.Analyse(subject, other, sweep or "", seed, out or ""), _analysis)


def _analysis(analysis: Analysed) -> Lines:
    from sleuth.lab.report_text import report_view

    yield report_view(analysis.report)
    if analysis.files:
        yield from ("", f"Written: {analysis.files[0]} and {len(analysis.files) - 1} files beside it.")


def grade(
    file: options.RecordFile,
    story: Annotated[
        bool, typer.Option("--story", help="Tell it in plain words: each move with the reason, and the best line.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="The file is no record: it has the rows or the share grid of this game.",
            autocompletion=options.complete_game,
        ),
    ] = None,
    belief: options.Belief = "auto",
    seed: options.Seed = 0,
    json: options.Json = False,
) -> None:  # fmt: skip
    """Grade a recorded play, move by move: what each gave away, and what was luck; skill and luck from 0 to 99.

    With --game, a game that was played elsewhere: rows such as `crane=--y--`, or the squares that newspapers let one
    share, and the words below them. A game at a table is reviewed turn by turn.
    """
    from sleuth.app.play import read_file
    from sleuth.app.table import is_table_record
    from sleuth.lab.report_text import grades_view

    if game is not None:
        rows = app.perform(app.ReadRows(options.read_game(game), read_text(file, "file", RecordError)))
        if rows.problems:
            raise RecordError(" ".join(rows.problems))
        if story:
            Screen(json).report(app.StoryOfHistory(rows.game, rows.history, rows.secret), story_lines)
        else:
            Screen(json).report(app.GradeHistory(rows.game, rows.history), lambda grades: [grades_view(grades)])
        return
    if is_table_record(file):
        Screen(json).report(app.TableReview(read_text(file, "record", RecordError)), review_lines)
        return
    if story:
        record = read_file(file)
        Screen(json).report(app.Story(record, given_up=record.secret is not None), story_lines)
        return
    Screen(json).report(app.Grade(read_file(file), belief=belief, seed=seed), lambda grades: [grades_view(grades)])


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER", help="Which paper: meng-lucas, hutchison, maheshwari-singhvi, hofer-nelson or bart."
        ),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Fewer trials and sizes: some two minutes at most.")] = False,
    out: Annotated[
        str | None, typer.Option(help="Folder for results and figures; a run goes on where it stopped.")
    ] = None,
    trials: Annotated[
        int | None, typer.Option(min=2, help="Plays of each player, for meng-lucas and maheshwari-singhvi.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=0, help="Processes to play on; all cores unless given.")] = None,
    words: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The list of words for maheshwari-singhvi; common English words unless given."
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Redo the results of a paper: each claim, the verdict on it, and our figure.

    A claim holds, holds up to some size, is false (with the counterexample), or is not checkable (with the reason).
    """
    Screen(json).report(app.Reproduce(paper, quick, out or "", trials, workers, words or ""), _reproduction)


def _reproduction(result: app.ReproductionResult) -> Lines:
    rows = [
        (c.where, c.published, c.judgement, " ".join(filter(None, [c.ours, f"({c.why})" if c.why else ""])), c.agrees)
        for c in result.claims
    ]
    return [result.title, "", show.claims_table(rows), "", f"Figures and numbers are in {result.folder}."]
