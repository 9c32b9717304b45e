"""Checksums of the rows of a results file. SQLite looks at how its pages hang together, and believes every value.

The checksum of a row is over the name of its file, its table and all its values, those of its key among them: a value
that changed, a row that changed places with another, or one of another file does not have the checksum that it carries.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b

CHECKSUM, LONG = "checksum", "long"
"""The columns of checksums: that of the row, and, where a table has long texts, that of these alone. The first is over
the second, so that figures can be read, and asked for, without the texts."""
FILE = "file"
"""The key of the name that a file has to itself, drawn when it is made."""
SIZE = 8
"""Bytes of a checksum: one damaged row of 10^19 is not noticed."""


def checksum(*values: object) -> bytes:
    """The checksum of plain values."""
    return blake2b(repr(values).encode(), digest_size=SIZE).digest()


def new_name() -> tuple[str, str, bytes]:
    """The row about a new file that has its name."""
    name = os.urandom(SIZE).hex()
    return FILE, name, checksum(name, "about", FILE, name)


class RowSums:
    """The checksums of the rows of a file that is open."""

    def __init__(self, connection: sqlite3.Connection, long: Collection[str] = ()) -> None:
        """`long` are the columns of long texts, of whatever table."""
        self._connection, self._long = connection, frozenset(long)
        self._columns = dict[str, tuple[tuple[str, str], ...]]()
        with any_text(connection):
            row = connection.execute("SELECT value FROM about NOT INDEXED WHERE key = ?", (FILE,)).fetchone()
        self._name = None if row is None else row[0]

    def signed(self, table: str, row: Iterable[object]) -> Sequence[object]:
        """A row with its checksums behind its values, as it is to be written."""
        values = list[object]()
        columns = self.columns(table)
        for (_, kind), value in zip(columns, row, strict=True):
            values.append(_as_read(kind, value))
        texts = [value for (name, _), value in zip(columns, values, strict=True) if name in self._long]
        short = [value for (name, _), value in zip(columns, values, strict=True) if name not in self._long]
        sums = [checksum(self._name, table, *texts)] if texts else []
        return *values, *sums, checksum(self._name, table, *short, *sums)

    def damaged(self, table: str, long: bool = True) -> list[int]:
        """The rows of a table that do not have their checksums, by `rowid`; long texts are looked at if wanted."""
        names = [name for name, _ in self.columns(table)]
        texts = [name for name in names if name in self._long]
        short = [name for name in names if name not in self._long] + [LONG] * bool(texts)
        wanted = ", ".join([*short, CHECKSUM, *(texts if long else [])])
        found = list[int]()
        with any_text(self._connection) as connection:
            for rowid, *values in connection.execute(f"SELECT rowid, {wanted} FROM {table} NOT INDEXED"):
                row, told, said = values[: len(short)], values[len(short)], values[len(short) + 1 :]
                good = told == checksum(self._name, table, *row)
                if not good or (said and row[-1] != checksum(self._name, table, *said)):
                    found.append(rowid)
        return found

    def keys(self, rows: Collection[int]) -> set[str]:
        """The keys of some rows about the file, as they are now."""
        with any_text(self._connection) as connection:
            return {key for row, key in connection.execute("SELECT rowid, key FROM about NOT INDEXED") if row in rows}

    def columns(self, table: str) -> tuple[tuple[str, str], ...]:
        """The columns of a table and their types, without those of checksums."""
        if table not in self._columns:
            every = [(name, kind) for _, name, kind, *_ in self._connection.execute(f"PRAGMA table_info({table})")]
            self._columns[table] = tuple(column for column in every if column[0] not in (CHECKSUM, LONG))
        return self._columns[table]


def _as_read(kind: str, value: object) -> object:
    """A value as SQLite gives it back from a column of a type."""
    if kind == "REAL" and isinstance(value, (int, float)):
        return float(value) + 0.0  # no -0.0
    return int(value) if isinstance(value, bool) else value


@contextmanager
def any_text(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Text that is damaged is read as well, as something that is no text of anybody."""
    before = connection.text_factory
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    try:
        yield connection
    finally:
        connection.text_factory = before
