"""The store of a proof: SQLite, one writer, every finished task on the disk before it counts.

`openers` has a row for each class of first actions that are alike, from the start; `parts` one for each answer to one
of them that took a search. All rows are facts that hold whatever was asked for, so that a store can be gone on with for
another bound. `lemmas` has the lemmas of a certificate: a row for each first action, and one for each of its parts that
wants more than one look.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import FileFormat, ResultsFile, is_blank, reading

APPLICATION = 0x534C5550
FORMAT = FileFormat(
    application=APPLICATION,
    version=1,
    schema=f"""
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = 1;
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE openers (number INTEGER PRIMARY KEY, action TEXT NOT NULL, alike INTEGER NOT NULL, look REAL NOT NULL,
    lower REAL NOT NULL, total REAL, parts INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT NULL);
CREATE TABLE parts (opener INTEGER NOT NULL, answer TEXT NOT NULL, size INTEGER NOT NULL, lower REAL NOT NULL,
    exact INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT NULL, PRIMARY KEY (opener, answer)) WITHOUT ROWID;
CREATE TABLE lemmas (opener INTEGER NOT NULL, answer TEXT NOT NULL, lemmas BLOB NOT NULL,
    PRIMARY KEY (opener, answer)) WITHOUT ROWID;
""",
    noun="the store of a proof",
    table="parts",
    rows="tasks",
    again="sleuth prove GAME --store",
    option="--store",
)
TERMS, BOUND, TREE, TREE_TOTAL = "terms", "bound", "tree", "tree total"
"""The keys of what is known besides: the terms, the bound that was last asked for, the best tree, and its total."""


class OpenerRow(NamedTuple):
    """What is known of a class of first actions."""

    number: int
    """The number of the action that stands for it, in the order of the game."""
    action: str
    """That action."""
    alike: int
    """How many first actions are alike, this one included."""
    look: float
    """A lower bound of its total, by the sizes of its parts alone."""
    lower: float
    """The best lower bound so far."""
    total: float | None
    """The least total of the trees that begin with it, where it is known."""
    parts: int
    """How many of its parts took a search."""
    nodes: int
    """Sets that the search looked at."""
    cpu: float
    """Seconds of a processor that it took."""


class PartRow(NamedTuple):
    """What is known of a part of a first action."""

    opener: int
    """The number of the first action."""
    answer: str
    """The answer to it that leaves this part."""
    size: int
    """How many secrets are left."""
    lower: float
    """A lower bound of its total."""
    exact: bool
    """Whether that is its total."""
    nodes: int
    cpu: float


class OpenerChange(NamedTuple):
    """What a task adds to a row of a first action."""

    lower: float
    total: float | None
    parts: int
    nodes: int
    cpu: float
    number: int


class LemmaRow(NamedTuple):
    """Lemmas of a first action, or of one of its parts."""

    opener: int
    """The number of the first action."""
    answer: str
    """The answer to it that leaves the part; nothing for the first action itself."""
    wants: tuple[tuple[str, float], ...]
    """The parts of a first action that have lemmas of their own: their answers, and the bounds that they reach."""
    lines: tuple[str, ...]
    """Maps and lemmas, as a certificate has them."""

    def packed(self) -> tuple[int, str, bytes]:
        """The row as the table has it."""
        return self.opener, self.answer, zlib.compress("\n".join([json.dumps(self.wants), *self.lines]).encode(), 6)

    @classmethod
    def unpacked(cls, opener: int, answer: str, packed: bytes) -> LemmaRow:
        """A row of the table."""
        wants, *lines = zlib.decompress(packed).decode().split("\n")
        return cls(opener, answer, tuple((text, bound) for text, bound in json.loads(wants)), tuple(lines))


class ProofStore(ResultsFile):
    """The store of a proof, open for writing."""

    format = FORMAT

    @classmethod
    def open(cls, path: str | Path, terms: ProofTerms) -> ProofStore:
        """The store of a proof, new or with tasks of it; that of another is refused."""
        if is_blank(Path(path)):
            return cls.begin(path)
        store = cls.go_on(path)
        try:
            known = store.terms()
            if known is not None:
                known.check(path, terms)
        except BaseException:
            store.close()
            raise
        return store

    def terms(self) -> ProofTerms | None:
        """What it is about; nothing before it has begun."""
        return _terms(self._connection)

    def start(self, terms: ProofTerms, rows: Iterable[OpenerRow], notes: dict[str, str]) -> None:
        """Write down what it is about and every first action, at once."""
        with self._transaction() as connection:
            connection.executemany(f"INSERT OR REPLACE INTO openers VALUES ({_places(OpenerRow._fields)})", rows)
            connection.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", notes.items())
            connection.execute("INSERT INTO about VALUES (?, ?)", (TERMS, str(terms)))

    def add(self, openers: Sequence[OpenerChange], parts: Sequence[PartRow]) -> None:
        """Acknowledge finished tasks: when this returns, they are on the disk."""
        if not openers and not parts:
            return
        with self._transaction() as connection:
            connection.executemany(
                "UPDATE openers SET lower = max(lower, ?), total = coalesce(?, total), parts = parts + ?, "
                "nodes = nodes + ?, cpu = cpu + ? WHERE number = ?",
                openers,
            )
            connection.executemany(
                f"INSERT INTO parts VALUES ({_places(PartRow._fields)}) ON CONFLICT DO UPDATE SET "
                "lower = max(lower, excluded.lower), exact = max(exact, excluded.exact), "
                "nodes = nodes + excluded.nodes, cpu = cpu + excluded.cpu",
                parts,
            )

    def add_lemmas(self, rows: Sequence[LemmaRow]) -> None:
        """Acknowledge finished tasks of a certificate: when this returns, they are on the disk."""
        if rows:
            with self._transaction() as connection:
                packed = [row.packed() for row in rows]
                connection.executemany("INSERT OR REPLACE INTO lemmas VALUES (?, ?, ?)", packed)

    def lemmas(self) -> Iterator[LemmaRow]:
        """All lemmas, by first action."""
        for row in self._connection.execute("SELECT opener, answer, lemmas FROM lemmas ORDER BY opener, answer"):
            yield LemmaRow.unpacked(*row)

    def keep_tree(self, total: float, text: str) -> None:
        """Keep the best tree so far."""
        with self._transaction() as connection:
            rows = ((TREE, text), (TREE_TOTAL, repr(float(total))))
            connection.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)

    def openers(self) -> list[OpenerRow]:
        """Every class of first actions."""
        return opener_rows(self._connection)

    def parts(self) -> Iterator[PartRow]:
        """Every part that took a search."""
        return part_rows(self._connection)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._writing() as connection:
            connection.execute("BEGIN")
            yield connection
            connection.execute("COMMIT")


def _places(names: Sequence[str]) -> str:
    return ", ".join("?" * len(names))


def _terms(connection: sqlite3.Connection) -> ProofTerms | None:
    row = connection.execute("SELECT value FROM about WHERE key = ?", (TERMS,)).fetchone()
    return None if row is None else ProofTerms.parse(row[0])


def opener_rows(connection: sqlite3.Connection) -> list[OpenerRow]:
    """Every class of first actions, by number."""
    names = ", ".join(OpenerRow._fields)
    return [OpenerRow(*row) for row in connection.execute(f"SELECT {names} FROM openers ORDER BY number")]


def part_rows(connection: sqlite3.Connection) -> Iterator[PartRow]:
    """Every part that took a search, by first action."""
    names = ", ".join(PartRow._fields)
    for row in connection.execute(f"SELECT {names} FROM parts ORDER BY opener, answer"):
        yield PartRow(*row)._replace(exact=bool(row[4]))


@contextmanager
def reading_store(path: Path) -> Iterator[tuple[sqlite3.Connection, ProofTerms]]:
    """A store, to look at, also while it is being written."""
    with reading(path, FORMAT) as connection:
        terms = _terms(connection)
        if terms is None:
            raise ResultsError(f"{path} is empty: the proof was stopped before its first task; run it again")
        yield connection, terms


def check_store(path: Path) -> None:
    """Refuse a file that is no store, or one of another version, before any work."""
    with reading(path, FORMAT) as connection:
        terms = _terms(connection)
        if terms is not None:
            terms.check_version(path)
