"""A file with a run of the suite, read in parts: all figures without what was said, or one play.

What was said may be a hundred times as long as the figures, and a page that looks again every few seconds needs none
of it. A file may come from anybody: whatever is not as it should be is damage, told in one sentence.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import is_checked, notes_of, reading
from sleuth.referee.bench_play import SAID, BenchEntry, BenchPlay, BenchTerms, BenchTurn
from sleuth.referee.bench_store import FORMAT, TERMS, BenchResults

T = TypeVar("T")
KINDS: dict[str, type | tuple[type, ...]] = {"int": int, "bool": int, "float": (int, float), "str": str}
"""What a column may hold, by the type of its field."""
NUMBER, TEXT, NOTHING = (int, float), str, type(None)
VERDICT: dict[str, type | tuple[type, ...]] = {
    "action": (TEXT, NOTHING), "feedback": (TEXT, NOTHING), "refusal": (TEXT, NOTHING), "turn_lost": bool,
    "solved": bool, "bits": NUMBER, "best_bits": NUMBER, "lost": (*NUMBER, NOTHING), "luck": (*NUMBER, NOTHING),
    "lost_hits": (*NUMBER, NOTHING), "consistent": (bool, NOTHING), "redundant": bool, "deducible": bool,
    "mark": TEXT, "best": TEXT, "candidates_before": NUMBER, "candidates_after": NUMBER,
}  # fmt: skip
"""What of a verdict is shown, and what it may be."""


def read_figures(path: Path) -> BenchResults:
    """What `read_bench` gives, with plays that hold figures alone."""
    with _run(path, long=False) as connection:
        entries = tuple(_of(BenchEntry, row) for row in _rows(connection, "entries", BenchEntry, "ORDER BY rowid"))
        order = {entry.name: place for place, entry in enumerate(entries)}
        unsaid: dict[str, Any] = {**dict.fromkeys(SAID, ""), "turns": ()}
        plays = [_of(BenchPlay, row | unsaid) for row in _rows(connection, "plays", BenchPlay, "", SAID)]
        plays.sort(key=lambda play: (order[play.entry], play.number))
        under_way = connection.execute("SELECT DISTINCT entry, number FROM turns ORDER BY entry, number").fetchall()
        notes = {str(key): str(value) for key, value in notes_of(connection).items()}
        terms = _terms(path, notes.pop(TERMS, None))
        return BenchResults(path, terms, entries, tuple(plays), tuple(under_way), notes, is_checked(connection))


def read_play(path: Path, entry: str, number: int) -> BenchPlay | None:
    """One finished play with everything that was said, if there is one."""
    with _run(path) as connection:
        rows = list(
            _rows(connection, "plays", BenchPlay, "WHERE entry = ? AND number = ? LIMIT 1", ("turns",), entry, number)
        )
        if not rows:
            return None
        ((turns,),) = connection.execute(
            "SELECT turns FROM plays WHERE entry = ? AND number = ? LIMIT 1", (entry, number)
        )
        return _of(BenchPlay, rows[0] | {"turns": tuple(_turn(turn) for turn in json.loads(turns))})


@contextmanager
def _run(path: Path, long: bool = True) -> Iterator[sqlite3.Connection]:
    """The file of a run, to look at; its long texts are asked for their checksums if they are wanted."""
    with reading(path, FORMAT, long=long) as connection:
        yield connection


def _terms(path: Path, text: str | None) -> BenchTerms:
    if text is None:
        raise ResultsError(f"{path.name} does not say whose run it is: it was stopped before it began")
    terms = BenchTerms.parse(text)
    names: tuple[object, ...] = terms.player, terms.suite
    if not all(isinstance(name, str) for name in names):
        raise TypeError(TERMS)
    return terms


def _rows(
    connection: sqlite3.Connection, table: str, cls: type, where: str, but: tuple[str, ...] = (), *values: object
) -> Iterator[dict[str, Any]]:
    """The rows of a table as the fields of a class; what is of another type than its field is damage."""
    kinds = {field.name: str(field.type) for field in fields(cls) if field.name not in but}
    for row in connection.execute(f"SELECT {', '.join(kinds)} FROM {table} {where}", values):
        named = dict(zip(kinds, row, strict=True))
        for name, kind in kinds.items():
            known = KINDS[kind.removesuffix(" | None")]
            if not isinstance(named[name], known) and not (named[name] is None and kind.endswith(" | None")):
                raise TypeError(name)
        yield {name: bool(value) if kinds[name] == "bool" else value for name, value in named.items()}


def _of(cls: type[T], row: Mapping[str, Any]) -> T:
    return cls(**row)


def _turn(values: Mapping[str, Any]) -> BenchTurn:
    turn = BenchTurn(**values)
    texts, numbers = (turn.said, turn.told), (turn.tokens_in, turn.tokens_out, turn.seconds)
    good = all(isinstance(text, str) for text in texts) and all(isinstance(number, NUMBER) for number in numbers)
    if not good or not all(isinstance(turn.verdict[name], kind) for name, kind in VERDICT.items()):
        raise TypeError("turn")
    return turn
