"""The questions that somebody asked, each with what they knew then: from records, or from a table.

A table is CSV with a heading: `history` (`A=F;A=F`, empty at the start), `question`, and, if plays are to be told apart
by name, `play`. Without it, a row that goes on from the row before belongs to the same play.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError, RecordError, SleuthError
from sleuth.core.files import read_text
from sleuth.core.game import Action, Game
from sleuth.core.history import History
from sleuth.core.text import shorten
from sleuth.play.record import MAGIC, Record
from sleuth.strategies.base import names_now


@dataclass(frozen=True, eq=False)
class AskedQuestion:
    """One question, and the information set that it was asked from."""

    info: InformationSet
    action: Action
    play: int
    """Which play it belongs to, counted from 0."""


@dataclass(frozen=True, eq=False)
class Questions:
    """All questions of some plays."""

    asked: tuple[AskedQuestion, ...]
    """Those with something to choose."""
    plays: int
    idle: int
    """How many were left out: two candidates or one were left, and every rule names the likelier."""

    def __len__(self) -> int:
        return len(self.asked)


class _Collector:
    """Gathers questions, and follows each history once."""

    def __init__(self) -> None:
        self.asked: list[AskedQuestion] = []
        self.plays = self.idle = 0
        self.known: dict[tuple[Game, History], InformationSet] = {}

    def info(self, game: Game, history: History) -> InformationSet:
        key = game, history
        if key not in self.known:
            if not history.steps:
                self.known[key] = begin(game)
            else:
                self.known[key] = self.info(game, History(history.steps[:-1])).observe(*history.steps[-1])
        return self.known[key]

    def add(self, game: Game, history: History, action: Action) -> None:
        info = self.info(game, history)
        if not info.is_legal(action):
            raise ParameterError(f"{shorten(game.format_action(action))} may not be asked now in {game}")
        if info.size == 1 or names_now(info):
            self.idle += 1
        else:
            self.asked.append(AskedQuestion(info, action, self.plays - 1))

    def record(self, record: Record) -> None:
        self.plays += 1
        for place, (action, _) in enumerate(record.history):
            self.add(record.game, History(record.history.steps[:place]), action)

    def done(self) -> Questions:
        if not self.asked:
            raise ParameterError(
                "there is no question to learn from: with two candidates or one left, anybody names one"
            )
        used = {play: number for number, play in enumerate(sorted({a.play for a in self.asked}))}
        asked = tuple(AskedQuestion(a.info, a.action, used[a.play]) for a in self.asked)
        return Questions(asked, len(used), self.idle)


def questions_of(records: Iterable[Record]) -> Questions:
    """The questions of some recorded plays."""
    collector = _Collector()
    for record in records:
        collector.record(record)
    return collector.done()


def read_questions(paths: Sequence[str | Path], game: Game | None = None) -> Questions:
    """The questions in some files, each a record or a table; `game` is that of the tables."""
    collector = _Collector()
    for path in map(Path, paths):
        text = read_text(path, "plays", RecordError)
        if text.lstrip().startswith(MAGIC):
            try:
                collector.record(Record.parse(text))
            except SleuthError as error:
                raise RecordError(f"{path}: {error}") from error
        elif game is None:
            raise ParameterError(f"{path} is no record; for a table of questions, name the game with --game")
        else:
            _read_table(collector, path, text, game)
    return collector.done()


def _read_table(collector: _Collector, path: Path, text: str, game: Game) -> None:
    reader = csv.DictReader(text.splitlines())
    heads = [head.strip() for head in reader.fieldnames or ()]
    if not {"history", "question"} <= set(heads):
        raise RecordError(f"{path}: the first line must name the columns history and question (and play, if wanted)")
    reader.fieldnames = heads
    before: tuple[str, History] | None = None
    for row in reader:
        play = (row.get("play") or "").strip()
        try:
            history = History.parse(game, row["history"] or "")
            action = game.parse_action(row["question"] or "")
            goes_on = len(history) > 0 and before is not None and History(history.steps[:-1]) == before[1]
            same = play == before[0] if play and before is not None else goes_on
            if not same:
                collector.plays += 1
            collector.add(game, history, action)
        except SleuthError as error:
            raise RecordError(f"{path}, line {reader.line_num}: {error}") from error
        before = play, history
