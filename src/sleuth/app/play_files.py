"""Plays in files, from laboratories and elsewhere: which rules explain the questions, and a table of all moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.requests import About, OtherGame, OutputPath, Request, Seed
from sleuth.app.rows import ReadRows, read_rows
from sleuth.app.specs import read_game
from sleuth.core.errors import ParameterError, RecordError
from sleuth.core.files import read_text
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural
from sleuth.lab.fit_figures import write_fits
from sleuth.lab.fit_persons import Fits, fit_all
from sleuth.lab.fitting import Fit
from sleuth.lab.move_table import CRITERIA, MoveTable, OptionTable, moves
from sleuth.lab.observed_questions import QuestionCollector, Questions
from sleuth.lab.play_tables import take_record, take_table
from sleuth.lab.row_files import check_ending
from sleuth.lab.table_columns import TableColumns, is_play_table
from sleuth.lab.table_text import is_parquet, parse_table, read_parquet
from sleuth.play.record import MAGIC, Record

Column = Annotated[str, About("The name of a column; a usual one is looked for if empty.", "local", "")]
Flag = Annotated[bool, About("Whether to do so.", "local", False)]


class PlayFiles(Request, pure=False, slow=True):
    """Something about plays in files: records, tables with a row for each guess, or rows from a newspaper."""

    files: Annotated[tuple[str, ...], About("Records of plays, or tables with a row for each guess.", "local")]
    game: OtherGame = ""
    participant: Column = ""
    trial: Column = ""
    guess: Column = ""
    answers: Annotated[str, About("A column, or several with commas between.", "local", "black,white")] = ""
    order: Column = ""
    group: Column = ""
    secret: Column = ""
    game_column: Annotated[str, About("A column with the spec of the game, if there are several.", "local", "")] = ""
    symbols: Annotated[str, About("What the table writes for 0, 1, 2, ...", "local", "RGBYOW")] = ""
    pad: Flag = False
    skip_bad: Flag = False
    out: OutputPath = ""
    seed: Seed = 0

    @property
    def columns(self) -> TableColumns:
        """The columns of the tables."""
        return TableColumns(
            self.participant, self.trial, self.guess, self.answers, self.order, self.group, self.secret,
            self.game_column, self.symbols, self.pad, self.skip_bad,
        )  # fmt: skip


class FitPlayer(PlayFiles, home="sleuth.app.play_files:fit"):
    """Which entropy, or other rule, explains the questions of all, of each group and of each participant."""

    resamples: Annotated[int, About("Resampled sets of persons or plays, for the intervals.", "", 1000)] = 1000
    persons: Annotated[bool, About("Whether each participant is fitted too.", "")] = True
    steps: Annotated[bool, About("Whether the moves that are written have their cost in steps.", "")] = False


class PlayMoves(PlayFiles, home="sleuth.app.play_files:play_moves"):
    """A table for regressions: one row a question with what it told and could have told, or one row an option."""

    options: Annotated[bool, About("Whether there is a row for each option of each question.", "")] = False
    criteria: Annotated[tuple[str, ...], About("What options are scored by.", "", CRITERIA)] = CRITERIA
    sample: Annotated[int | None, About("Options of each question; all of them if nothing.", "", 50)] = None
    steps: Annotated[bool, About("Whether the cost of moves in expected steps is computed.", "")] = True


@dataclass(frozen=True, eq=False)
class FitReport:
    """What the questions of some plays reveal, of all together, groups and persons; and the files that were written."""

    fits: Fits
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def fit(self) -> Fit:
        """The fit of all together."""
        return self.fits.together

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {**self.fits.as_json(), "files": list(self.files), "notes": list(self.notes)}


@dataclass(frozen=True, eq=False)
class MoveReport:
    """A table of moves, of their options if wanted, and the file that was written."""

    table: MoveTable
    options: OptionTable | None = None
    files: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of what was asked for."""
        return self.table.columns if self.options is None else self.options.columns

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON; what was written into a file is not repeated, but for the moves."""
        asked: Mapping[str, Any] = {"options": None, "criteria": [], "sample": None}
        if self.options is not None:
            asked = self.options.as_json() if not self.files else {**asked, "criteria": list(self.options.criteria)}
        return {
            "questions": len(self.table),
            "columns": list(self.columns),
            **self.table.as_json(),
            **asked,
            "rows_left_out": list(self.left_out),
            "files": list(self.files),
        }


def fit(request: FitPlayer, bounds: Bounds = OPEN, progress: Progress = silent) -> FitReport:
    """Fit order, degree and noise, and other rules, to the questions in some files."""
    questions = read_plays(request, bounds, progress)
    fits = fit_all(
        questions, resamples=request.resamples, seed=request.seed, persons=request.persons, progress=progress
    )
    if not request.out:
        return FitReport(fits)
    table = moves(questions, model=fits.together.best, steps=request.steps, progress=progress)
    drawn = find_spec("matplotlib") is not None
    notes = () if drawn else ('The likelihood is not drawn: that needs the extra "plots".',)
    written = write_fits(fits, table, Path(request.out), drawn)
    return FitReport(fits, tuple(map(str, written)), notes)


def play_moves(request: PlayMoves, bounds: Bounds = OPEN, progress: Progress = silent) -> MoveReport:
    """The figures of every question in some files, or of every option of each."""
    check_files(bounds)
    if request.out:
        check_ending(request.out)
    if request.sample is not None and not request.options:
        raise ParameterError("a sample is of options: give --options too")
    questions = read_plays(request, bounds, progress)
    if not questions.every:
        raise ParameterError("there is no question in these files")
    if not request.options:
        table = moves(questions, steps=request.steps, progress=progress)
        if request.out:
            table.write(request.out)
        return MoveReport(table, None, tuple(filter(None, [request.out])), questions.left_out)
    table = MoveTable(questions.every, (), progress=progress)
    options = table.options(request.criteria, sample=request.sample, seed=request.seed)
    if request.out:
        options.write(request.out)
    return MoveReport(table, options, tuple(filter(None, [request.out])), questions.left_out)


def read_plays(request: PlayFiles, bounds: Bounds = OPEN, progress: Progress = silent) -> Questions:
    """The questions of some files: records, tables, rows such as `crane=--y--`, or the squares of a newspaper."""
    check_files(bounds)
    game = read_game(request.game, bounds) if request.game else None
    followed = QuestionCollector(progress)
    for name in request.files:
        if is_parquet(name):
            take_table(followed, read_parquet(name), game, request.columns)
            continue
        text = read_text(name, "plays", RecordError)
        if text.lstrip().startswith(MAGIC):
            take_record(followed, name, text)
        elif game is None or _is_table(name, text, request.columns):
            take_table(followed, parse_table(name, text), game, request.columns)
        else:
            _take_rows(followed, name, text, game)
    return followed.done()


def _is_table(name: str, text: str, columns: TableColumns) -> bool:
    """Whether a text is a table: a column is named, or its first line has a usual one, or looks like a heading."""
    if columns.given:
        return True
    first = next((line for line in text.split("\n") if line.strip()), "")
    heads = parse_table(name, first).heads
    words = len(heads) > 2 and all(head[:1].isalpha() for head in heads)
    return is_play_table(heads) or (words and "=" not in first)


def _take_rows(followed: QuestionCollector, name: str, text: str, game: Game) -> None:
    rows = read_rows(ReadRows(game, text))
    if rows.problems:
        raise RecordError(f"{name}: {' '.join(rows.problems)}")
    followed.record(Record(game, History.parse(game, rows.history, listed=False), player=""), Path(name).stem)


def left_out_lines(left_out: tuple[str, ...], most: int = 5) -> list[str]:
    """What was left out of tables, in a few lines."""
    more = len(left_out) - most
    return [*left_out[:most], *([f"... and {plural(more, 'more such row')}."] if more > 0 else [])]
