"""The results of a run of the suite: SQLite, one writer, every reply on the disk before the next is asked for.

`plays` has every finished play once, by suite, entry and the number of the secret. `turns` has the replies of plays
under way, as they came: whoever goes on reads them again instead of asking again. When a play ends it comes into the
one and leaves the other, in one transaction.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from sleuth.app.results import plain
from sleuth.core.frames import frame
from sleuth.core.text import plural
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import FileFormat, ResultsFile, is_blank, is_checked, notes_of, reading, schema
from sleuth.referee.bench_play import FIGURES, SAID, BenchEntry, BenchPlay, BenchTerms, BenchTurn

KINDS = {"int": "INTEGER", "bool": "INTEGER", "float": "REAL", "str": "TEXT"}
"""The types of SQLite, by those of fields."""


def _columns(cls: type) -> str:
    """The columns of a table, one for each field that is a plain value."""
    kinds = {field.name: str(field.type) for field in fields(cls)}
    return ", ".join(
        f"{name} {KINDS[kind.removesuffix(' | None')]}{'' if kind.endswith(' | None') else ' NOT NULL'}"
        for name, kind in kinds.items()
        if kind.removesuffix(" | None") in KINDS
    )


FORMAT = FileFormat(
    application=0x534C5542,
    schema=schema(
        0x534C5542,
        f"""
CREATE TABLE entries ({_columns(BenchEntry)}, checksum BLOB NOT NULL);
CREATE UNIQUE INDEX entries_key ON entries (name);
CREATE TABLE plays (suite TEXT NOT NULL, {_columns(BenchPlay)}, turns TEXT NOT NULL, long BLOB NOT NULL,
    checksum BLOB NOT NULL);
CREATE UNIQUE INDEX plays_key ON plays (suite, entry, number);
CREATE TABLE turns (suite TEXT NOT NULL, entry TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL,
    said TEXT NOT NULL, refusal TEXT, tokens_in INTEGER NOT NULL, tokens_out INTEGER NOT NULL,
    estimated INTEGER NOT NULL, requests INTEGER NOT NULL, seconds REAL NOT NULL, checksum BLOB NOT NULL);
CREATE UNIQUE INDEX turns_key ON turns (suite, entry, number, turn);
""",
    ),
    noun="the results of a run of the suite",
    table="plays",
    rows="plays",
    again="sleuth bench resume",
    long=SAID,
)
TERMS = "terms"
"""In the file, the key of what makes a run this one."""
PART, ENTRIES, PRICES, VERSION = "part", "entries", "prices", "sleuth"
"""The keys of what else is known: the part that was last asked for, how many entries the suite has, the prices of a
million tokens of prompts and of replies, and the version of Sleuth."""
UNANSWERED, FORGOTTEN = "unanswered", "forgotten"
"""The keys of what no play shows: requests that no reply came of, and what plays cost that failed and were removed."""


class KeptReply(NamedTuple):
    """A reply of a play under way, as it came."""

    said: str
    """What the player said."""
    refusal: str | None = None
    """Why there was nothing to read, if so."""
    tokens_in: int = 0
    """Tokens of the prompt."""
    tokens_out: int = 0
    """Tokens of the reply."""
    estimated: bool = False
    """Whether the tokens are estimated."""
    requests: int = 0
    """Requests that it took."""
    seconds: float = 0.0
    """How long it took."""


COLUMNS = ("suite", "player", "game", *FIGURES)
"""The columns of a table of plays."""
PlayKey = tuple[str, int]
"""A play: its entry, and the number of its secret."""


@dataclass(frozen=True, repr=False)
class BenchResults:
    """What a file with a run of the suite holds."""

    path: Path
    """The file."""
    terms: BenchTerms
    """Whose run it is."""
    entries: tuple[BenchEntry, ...]
    """The entries that were begun, in the order of the suite."""
    plays: tuple[BenchPlay, ...]
    """Every finished play, by entry and number."""
    under_way: tuple[PlayKey, ...]
    """Plays that have replies, and are not finished."""
    notes: dict[str, str]
    """What else is known: the part that was asked for, prices, the version of Sleuth."""
    checked: bool = True
    """Whether every row had its checksum; files of older versions have none."""

    def __repr__(self) -> str:
        return f"<BenchResults {self.path}: {self.terms.player}, {plural(len(self.plays), 'play')}>"

    @property
    def prices(self) -> tuple[float | None, float | None]:
        """The prices of a million tokens of prompts and of replies, where they are known."""
        price_in, price_out = json.loads(self.notes.get(PRICES, "[null, null]"))
        return price_in, price_out

    @property
    def part(self) -> str:
        """Which part of the suite is in the file, in words."""
        secrets = sum(entry.secrets for entry in self.entries)
        whole = f" of {self.notes[ENTRIES]}" if ENTRIES in self.notes else ""
        return f"{len(self.entries)}{whole} entries, {len(self.plays):,} of their {plural(secrets, 'secret')}"

    def of(self, entry: str) -> tuple[BenchPlay, ...]:
        """The plays of an entry."""
        return tuple(play for play in self.plays if play.entry == entry)

    def play(self, entry: str, number: int) -> BenchPlay:
        """One play."""
        for play in self.plays:
            if (play.entry, play.number) == (entry, number):
                return play
        raise ResultsError(f"{self.path} has no finished play {number} of {entry}")

    def plain_rows(self) -> list[dict[str, Any]]:
        """A row a play: who played, the game, and the figures of the play."""
        games = {entry.name: entry.game for entry in self.entries}
        about = {"suite": self.terms.suite, "player": self.terms.player}
        return [{**about, "game": games[play.entry], **play.plain_row()} for play in self.plays]

    def to_frame(self) -> Any:
        """The same as a `pandas.DataFrame`."""
        return frame(self.plain_rows(), None if self.plays else COLUMNS)


class BenchStore(ResultsFile):
    """A run of the suite, open for writing."""

    format = FORMAT

    @classmethod
    def open(cls, path: str | Path, terms: BenchTerms) -> BenchStore:
        """The file of a run, new or with plays of it; that of another run is refused."""
        if is_blank(Path(path)):
            store = cls.begin(path)
            with _closed_on_error(store):
                store.note(TERMS, str(terms))
            return store
        store = cls.go_on(path)
        with _closed_on_error(store):
            store._check(terms)
        return store

    def _check(self, terms: BenchTerms) -> None:
        known = _terms(self.path, self._connection)
        for name in (field.name for field in fields(BenchTerms)):
            here, there = getattr(terms, name), getattr(known, name)
            if here != there:
                other = "its suite has other entries" if name == "digest" else f"its {name} is {there}, not {here}"
                raise ResultsError(f"{self.path} is of another run: {other}; name another file with --out")

    def entry(self, entry: BenchEntry) -> None:
        """Keep an entry, before its first play."""
        with self._writing():
            self._put("entries", [astuple(entry)], "IGNORE")

    def add(self, suite: str, plays: Iterable[BenchPlay]) -> None:
        """Keep finished plays: when this returns they are on the disk, and their replies are no longer under way."""
        rows = [_row(suite, play) for play in plays]
        keys = [(suite, play[1], play[2]) for play in rows]
        if not rows:
            return
        with self._writing() as connection:
            connection.execute("BEGIN")
            self._put("plays", rows, "IGNORE")
            connection.executemany("DELETE FROM turns WHERE suite = ? AND entry = ? AND number = ?", keys)
            connection.execute("COMMIT")

    def keep(self, suite: str, key: PlayKey, turn: int, reply: KeptReply) -> None:
        """Keep a reply of a play under way: when this returns it is on the disk."""
        with self._writing():
            self._put("turns", [(suite, *key, turn, *reply)])

    def replies(self) -> dict[PlayKey, list[KeptReply]]:
        """The replies of plays under way, in order."""
        names = ", ".join(KeptReply._fields)
        found: dict[PlayKey, list[KeptReply]] = {}
        rows = self._connection.execute(f"SELECT entry, number, {names} FROM turns ORDER BY entry, number, turn")
        for entry, number, *values in rows:
            reply = KeptReply(*values)
            found.setdefault((entry, number), []).append(reply._replace(estimated=bool(reply.estimated)))
        return found

    def entries(self) -> set[str]:
        """The names of the entries that are kept."""
        return {name for (name,) in self._connection.execute("SELECT name FROM entries")}

    def keys(self) -> set[PlayKey]:
        """The plays that are finished."""
        return set(self._connection.execute("SELECT entry, number FROM plays"))

    def spent(self) -> tuple[int, int, int]:
        """Tokens of prompts, tokens of replies and requests of all plays so far."""
        sums = "coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), coalesce(sum(requests), 0)"
        totals = [self._connection.execute(f"SELECT {sums} FROM {table}").fetchone() for table in ("plays", "turns")]
        totals.append(json.loads(self.notes().get(FORGOTTEN, "[0, 0, 0]")))
        tokens_in, tokens_out, requests = (sum(column) for column in zip(*totals, strict=True))
        return tokens_in, tokens_out, requests

    def forget_failures(self) -> None:
        """Remove plays that failed, so that they are played again. What they cost is not forgotten."""
        before = self.spent()
        with self._writing() as connection:
            connection.execute("BEGIN")
            connection.execute("DELETE FROM plays WHERE error IS NOT NULL")
            kept = json.loads(self.notes().get(FORGOTTEN, "[0, 0, 0]"))
            more = [old + then - now for old, then, now in zip(kept, before, self.spent(), strict=True)]
            self._put("about", [(FORGOTTEN, json.dumps(more))], "REPLACE")
            connection.execute("COMMIT")


@contextmanager
def _closed_on_error(store: BenchStore) -> Iterator[None]:
    try:
        yield
    except BaseException:
        store.close()
        raise


def read_bench(path: str | Path, mend: bool = False) -> BenchResults:
    """What a file with a run of the suite holds now, also while it is being written.

    A file that is damaged is refused; to go on with it, `mend` removes the rows that are, and they are done again.
    """
    if mend:
        BenchStore.go_on(path).close()
    path = Path(path)
    with reading(path, FORMAT) as connection:
        entries = tuple(
            BenchEntry(name, game, reference, max_steps, secrets, bool(whole))
            for name, game, reference, max_steps, secrets, whole in connection.execute(
                "SELECT name, game, reference, max_steps, secrets, whole FROM entries ORDER BY rowid"
            )
        )
        order = {entry.name: place for place, entry in enumerate(entries)}
        plays = sorted(_plays(connection), key=lambda play: (order.get(play.entry, 0), play.number))
        under_way = connection.execute("SELECT DISTINCT entry, number FROM turns ORDER BY entry, number").fetchall()
        notes, terms = notes_of(connection), _terms(path, connection)
        del notes[TERMS]
        checked = is_checked(connection)
        return BenchResults(path, terms, entries, tuple(plays), tuple(under_way), notes, checked)


def _terms(path: Path, connection: sqlite3.Connection) -> BenchTerms:
    found = connection.execute("SELECT value FROM about WHERE key = ?", (TERMS,)).fetchone()
    if found is None:
        raise ResultsError(f"{path} does not say whose run it is: it was stopped before it began; delete it")
    return BenchTerms.parse(found[0])


_PLAIN = tuple(field.name for field in fields(BenchPlay) if field.name != "turns")
_FLAGS = tuple(field.name for field in fields(BenchPlay) if field.type == "bool")


def _row(suite: str, play: BenchPlay) -> Sequence[object]:
    turns = json.dumps(plain(play.turns), ensure_ascii=False)
    return (suite, *(getattr(play, name) for name in _PLAIN), turns)


def _plays(connection: sqlite3.Connection) -> Iterator[BenchPlay]:
    for *values, turns in connection.execute(f"SELECT {', '.join(_PLAIN)}, turns FROM plays"):
        named: dict[str, Any] = dict(zip(_PLAIN, values, strict=True))
        named |= {name: bool(named[name]) for name in _FLAGS}
        yield BenchPlay(**named, turns=tuple(BenchTurn(**turn) for turn in json.loads(turns)))
