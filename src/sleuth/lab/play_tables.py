"""Plays from files: records, and tables with a row for each guess.

A table names its columns in the first line (`sleuth.lab.table_columns`). The rows of one participant and trial are one
play. Without a column for the trial a new play begins where the participant changes, where the number of the guess does
not rise, and after a play that is over.

Tables of the columns `history` (`A=F;A=F`, empty at the start) and `question` are read as well. There a row that goes
on from the row before belongs to the same play, unless a column `play` says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sleuth.core.errors import ParameterError, RecordError, SleuthError
from sleuth.core.files import read_text
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.offers import announced, truthful
from sleuth.core.progress import Progress, silent
from sleuth.core.text import plural, real_number, shorten
from sleuth.lab.observed_questions import AskedQuestion, QuestionCollector, Questions, check_answer
from sleuth.lab.table_cells import CellReader
from sleuth.lab.table_columns import FoundColumns, TableColumns
from sleuth.lab.table_text import TableRow, TextTable, is_parquet, parse_table, read_parquet
from sleuth.play.record import MAGIC, Record

EVERY = 200
"""Rows between two reports of progress."""
SKIP = "or leave such plays there with --skip-bad"


def read_questions(
    paths: Sequence[str | Path],
    game: Game | None = None,
    columns: TableColumns | None = None,
    *,
    progress: Progress = silent,
) -> Questions:
    """The questions in some files, each a record or a table; `game` is that of the tables."""
    followed = QuestionCollector(progress)
    for path in map(Path, paths):
        if is_parquet(path):
            take_table(followed, read_parquet(path), game, columns)
            continue
        text = read_text(path, "plays", RecordError)
        if text.lstrip().startswith(MAGIC):
            take_record(followed, path, text)
        else:
            take_table(followed, parse_table(str(path), text), game, columns)
    return followed.done()


def take_record(followed: QuestionCollector, path: str | Path, text: str) -> None:
    """The questions of a record."""
    with _at(str(path)):
        followed.record(Record.parse(text), Path(path).stem)


def take_table(
    followed: QuestionCollector, table: TextTable, game: Game | None = None, columns: TableColumns | None = None
) -> None:
    """The questions of a table."""
    columns = columns or TableColumns()
    if game is None and not columns.game:
        raise ParameterError(f"{table.name} is no record; for a table of questions, name the game with --game")
    if {"history", "question"} <= set(table.heads) and not columns.answers and game is not None:
        _take_histories(followed, table, game)
        return
    if not table.heads:
        raise RecordError(f"{table.name}: the first line must name the columns; the file is empty")
    _TableReader(followed, table, game, columns).read()


class _TableReader:
    """Reads one table, play by play."""

    def __init__(self, followed: QuestionCollector, table: TextTable, game: Game | None, columns: TableColumns) -> None:
        self.followed, self.table, self.game, self.columns = followed, table, game, columns
        self.found: FoundColumns = columns.find(table.name, table.heads)
        self._cells: dict[str, CellReader] = {}
        self._done = 0

    def read(self) -> None:
        """Every play of the table."""
        for rows in self._plays():
            left = rows
            while left:
                left = self._follow(left, apart=not self.found.trial)

    def _plays(self) -> Iterable[list[TableRow]]:
        """The rows of each play; without trials, of plays that may follow each other."""
        if not self.found.trial:
            return self._runs()
        plays: dict[tuple[str, ...], list[TableRow]] = {}
        for row in self.table.rows:
            plays.setdefault(self._key(row, self.found.trial), []).append(row)
        return map(self._in_order, plays.values())

    def _key(self, row: TableRow, name: str) -> tuple[str, ...]:
        """What the rows of one play have in common: the participant, the group, the game, and one column more."""
        found = self.found
        return tuple(row.values.get(head, "") for head in (found.participant, found.group, found.game, name))

    def _runs(self) -> Iterator[list[TableRow]]:
        """Rows that follow each other, of one participant and secret, whose numbers rise."""
        run: list[TableRow] = []
        for row in self.table.rows:
            if run:
                order, before = self._order(row), self._order(run[-1])
                again = order is not None and before is not None and order <= before
                if again or self._key(row, self.found.secret) != self._key(run[-1], self.found.secret):
                    yield run
                    run = []
            run.append(row)
        if run:
            yield run

    def _order(self, row: TableRow) -> float | None:
        """The number of a guess within its play, where the table says it."""
        if not self.found.order:
            return None
        text = row.values[self.found.order]
        number = real_number(text)
        if number is None:
            raise RecordError(f"{self._place(row, self.found.order)}: {shorten(text)!r} is no number")
        return number

    def _in_order(self, rows: list[TableRow]) -> list[TableRow]:
        if not self.found.order or not self.found.trial:
            return rows
        by_order = dict[float | None, TableRow]()
        for row in rows:
            order = self._order(row)
            if order in by_order:
                other, text = by_order[order].line, row.values[self.found.order]
                raise RecordError(
                    f"{self._place(row, self.found.order)}: {shorten(text)} stands twice in this play, first in line "
                    f"{other}; name the columns that tell plays apart with --participant and --trial"
                )
            by_order[order] = row
        return [by_order[order] for order in sorted(by_order, key=lambda order: order or 0.0)]

    def _place(self, row: TableRow, column: str = "") -> str:
        return f"{self.table.name}, line {row.line}" + (f", column {column}" if column else "")

    def _follow(self, rows: list[TableRow], apart: bool) -> list[TableRow]:
        """Follow one play; the rows that are left where it is over and another may follow (`apart`)."""
        followed = self.followed
        followed.plays += 1
        for place, row in enumerate(rows):
            kept = len(followed.every)
            try:
                over = self._take(row, last=place == len(rows) - 1)
            except SleuthError as error:
                if not self.columns.skip_bad:
                    raise
                del followed.every[kept:]
                followed.left_out.append(f"{plural(len(rows) - place, 'row')} left out: {error}")
                return []
            if over and apart:
                return rows[place + 1 :]
        return []

    def _take(self, row: TableRow, last: bool) -> bool:
        """Take one row; whether the play is over then."""
        found, followed, values = self.found, self.followed, row.values
        self._done += 1
        if self._done % EVERY == 1:
            followed.progress(f"reading {self.table.name}", self._done, len(self.table.rows))
        cells = self._reader(row)
        secret = None
        if found.secret and values[found.secret]:
            secret = self._cell(row, found.secret, cells.secret)
        action = self._cell(row, found.guess, cells.action)
        play = followed.plays - 1
        same = bool(followed.every) and followed.every[-1].play == play
        game = cells.game if secret is None else announced(cells.game, secret)
        if same and followed.every[-1].after is None:
            raise RecordError(f"{self._place(row)}: the guess before has no answer, but the play goes on; {SKIP}")
        info = followed.every[-1].after if same else followed.info(game, History())
        assert info is not None
        who = (values.get(name, "") if name else "" for name in (found.participant, found.group, found.trial))
        participant, group, trial = who
        with _at(self._place(row, found.guess)):
            followed.ask(AskedQuestion(info, action, play, None, participant, group, trial or str(play + 1)))
        texts = [values[name] for name in found.answers]
        if not any(texts) and last:
            return False
        columns = ", ".join(found.answers)
        with _at(self._place(row, columns), SKIP):
            feedback = cells.feedback(action, texts)
            if secret is not None and truthful(game):
                check_answer(info, action, feedback, secret)
            return followed.answer(feedback).over

    def _cell(self, row: TableRow, column: str, read: Callable[[str], Any]) -> Any:
        """What a cell says; an error names it."""
        with _at(self._place(row, column)):
            return read(row.values[column])

    def _reader(self, row: TableRow) -> CellReader:
        """What reads the cells of a row: that of its game."""
        spec = row.values[self.found.game] if self.found.game else ""
        if spec not in self._cells:
            game = self.game
            if self.found.game:
                with _at(self._place(row, self.found.game)):
                    game = parse_game(spec)
            assert game is not None
            self._cells[spec] = CellReader(game, self.columns.symbols, self.columns.pad)
        return self._cells[spec]


@contextmanager
def _at(place: str, remedy: str = "") -> Iterator[None]:
    """Errors within say where."""
    try:
        yield
    except SleuthError as error:
        raise RecordError(f"{place}: {str(error).rstrip('.')}{f'; {remedy}' if remedy else ''}") from error


def _take_histories(followed: QuestionCollector, table: TextTable, game: Game) -> None:
    """A table of histories and questions."""
    before: tuple[str, History] | None = None
    for row in table.rows:
        values = row.values
        play = values.get("play", "")
        with _at(f"{table.name}, line {row.line}"):
            history = History.parse(game, values["history"])
            action = game.parse_action(values["question"])
            goes_on = len(history) > 0 and before is not None and History(history.steps[:-1]) == before[1]
            same = play == before[0] if play and before is not None else goes_on
            if not same:
                followed.plays += 1
            elif goes_on and history.steps[-1].action == followed.every[-1].action:
                followed.answer(history.steps[-1].feedback)
            who = values.get("participant", ""), values.get("group", "")
            trial = play or str(followed.plays)
            info = followed.info(game, history)
            followed.ask(AskedQuestion(info, action, followed.plays - 1, None, *who, trial))
        before = play, history
