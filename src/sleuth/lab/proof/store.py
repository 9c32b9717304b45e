"""The store of a proof: SQLite, one writer, every finished task on the disk before it counts.

`openers` has a row for each class of first actions that are alike, from the start; `parts` one for each answer to one
of them that took a search. All rows are facts that hold whatever was asked for, so that a store can be gone on with for
another bound; a row that is damaged is no fact, and is worked out again. `lemmas` has the lemmas of a certificate: a
row for each first action, and one for each of its parts that wants more than one look.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sleuth.lab.proof.terms import ProofTerms
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.file import FileFormat, ResultsFile, is_blank, notes_of, reading, schema

APPLICATION = 0x534C5550
TERMS, BOUND, TREE, TREE_TOTAL = "terms", "bound", "tree", "tree total"
"""The keys of what is known besides: the terms, the bound that was last asked for, the best tree, and its total."""
FORMAT = FileFormat(
    application=APPLICATION,
    schema=schema(
        APPLICATION,
        """
CREATE TABLE openers (number INTEGER PRIMARY KEY, action TEXT NOT NULL, alike INTEGER NOT NULL, look REAL NOT NULL,
    lower REAL NOT NULL, total REAL, parts INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT NULL,
    checksum BLOB NOT NULL);
CREATE TABLE parts (opener INTEGER NOT NULL, answer TEXT NOT NULL, size INTEGER NOT NULL, lower REAL NOT NULL,
    exact INTEGER NOT NULL, nodes INTEGER NOT NULL, cpu REAL NOT NULL, checksum BLOB NOT NULL);
CREATE UNIQUE INDEX parts_key ON parts (opener, answer);
CREATE TABLE lemmas (opener INTEGER NOT NULL, answer TEXT NOT NULL, lemmas BLOB NOT NULL, checksum BLOB NOT NULL);
CREATE UNIQUE INDEX lemmas_key ON lemmas (opener, answer);
""",
    ),
    noun="the store of a proof",
    table="parts",
    rows="tasks",
    again="sleuth prove GAME --store",
    option="--store",
    spare=(BOUND, TREE, TREE_TOTAL),
)


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

    @classmethod
    def read(cls, number: int, action: str, alike: int, *values: Any) -> OpenerRow:
        """A row of the table; in a store without checksums it may hold anything."""
        look, lower, total, parts, nodes, cpu = values
        known = None if total is None else float(total)
        return cls(int(number), str(action), int(alike), float(look), float(lower), known, parts, nodes, float(cpu))


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

    def joined(self, more: PartRow) -> PartRow:
        """What is known of the part after one more search."""
        nodes, cpu = self.nodes + more.nodes, self.cpu + more.cpu
        lower, exact = max(self.lower, more.lower), self.exact or more.exact
        return self._replace(lower=lower, exact=exact, nodes=nodes, cpu=cpu)


class OpenerChange(NamedTuple):
    """What a task adds to a row of a first action."""

    lower: float
    total: float | None
    parts: int
    nodes: int
    cpu: float
    number: int

    def of(self, row: OpenerRow) -> OpenerRow:
        """The row with what is added."""
        total = row.total if self.total is None else self.total
        parts, nodes, cpu = row.parts + self.parts, row.nodes + self.nodes, row.cpu + self.cpu
        return row._replace(lower=max(row.lower, self.lower), total=total, parts=parts, nodes=nodes, cpu=cpu)


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
        """The store of a proof, new or with tasks of it; that of another is refused.

        A store without checksums begins anew: what it says counts for nothing before it is worked out again.
        """
        if is_blank(Path(path)):
            return cls.begin(path)
        store = cls.go_on(path)
        try:
            known = store.terms()
            if known is not None:
                known.check(path, terms)
            if not store.checked:
                store._make(" ".join(f"DROP TABLE {name};" for name in ("about", "openers", "parts", "lemmas")))
        except BaseException:
            store.close()
            raise
        return store

    def terms(self) -> ProofTerms | None:
        """What it is about; nothing before it has begun."""
        return _terms(self._connection)

    def start(self, terms: ProofTerms, rows: Iterable[OpenerRow], notes: dict[str, str]) -> None:
        """Write down what it is about and every first action, at once."""
        with self._transaction():
            self._put("openers", rows, "REPLACE")
            self._put("about", notes.items(), "REPLACE")
            self._put("about", [(TERMS, str(terms))])

    def restore(self, rows: Iterable[OpenerRow]) -> None:
        """Write down first actions whose rows were damaged."""
        with self._transaction():
            self._put("openers", rows)

    def add(self, openers: Sequence[OpenerChange], parts: Sequence[PartRow]) -> None:
        """Acknowledge finished tasks: when this returns, they are on the disk."""
        if not openers and not parts:
            return
        with self._transaction() as connection:
            for change in openers:
                self._put("openers", map(change.of, opener_rows(connection, change.number)), "REPLACE")
            for part in parts:
                known = part_rows(connection, (part.opener, part.answer))
                self._put("parts", [next((row.joined(part) for row in known), part)], "REPLACE")

    def add_lemmas(self, rows: Sequence[LemmaRow]) -> None:
        """Acknowledge finished tasks of a certificate: when this returns, they are on the disk."""
        if rows:
            with self._transaction():
                self._put("lemmas", (row.packed() for row in rows), "REPLACE")

    def lemmas(self) -> Iterator[LemmaRow]:
        """All lemmas, by first action."""
        for row in self._connection.execute("SELECT opener, answer, lemmas FROM lemmas ORDER BY opener, answer"):
            yield LemmaRow.unpacked(*row)

    def keep_tree(self, total: float, text: str) -> None:
        """Keep the best tree so far."""
        with self._transaction():
            self._put("about", ((TREE, text), (TREE_TOTAL, repr(float(total)))), "REPLACE")

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


def _terms(connection: sqlite3.Connection) -> ProofTerms | None:
    text = notes_of(connection).get(TERMS)
    return None if text is None else ProofTerms.parse(text)


def opener_rows(connection: sqlite3.Connection, number: int | None = None) -> list[OpenerRow]:
    """Every class of first actions, by number; or one."""
    names, where = ", ".join(OpenerRow._fields), "" if number is None else "WHERE number = ?"
    wanted = () if number is None else (number,)
    rows = connection.execute(f"SELECT {names} FROM openers {where} ORDER BY number", wanted)
    return [OpenerRow.read(*row) for row in rows]


def part_rows(connection: sqlite3.Connection, key: tuple[int, str] | None = None) -> Iterator[PartRow]:
    """Every part that took a search, by first action; or one."""
    names, where = ", ".join(PartRow._fields), "" if key is None else "WHERE opener = ? AND answer = ?"
    for row in connection.execute(f"SELECT {names} FROM parts {where} ORDER BY opener, answer", key or ()):
        yield PartRow(*row)._replace(exact=bool(row[4]))


@contextmanager
def reading_store(path: Path) -> Iterator[tuple[sqlite3.Connection, ProofTerms]]:
    """What a store says of first actions, to look at, also while it is being written."""
    with reading(path, FORMAT, ("about", "openers")) as connection:
        terms = _terms(connection)
        if terms is None:
            raise ResultsError(f"{path} is empty: the proof was stopped before its first task; run it again")
        yield connection, terms


def check_store(path: Path) -> None:
    """Refuse a file that is no store, or one of another version, before any work."""
    with reading(path, FORMAT, ()) as connection:
        terms = _terms(connection)
        if terms is not None:
            terms.check_version(path)
