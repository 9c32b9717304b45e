"""Ordinary tables as text: CSV with commas, semicolons or tabs, or Parquet; every value stays as it was written."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from sleuth.core.errors import RecordError
from sleuth.core.extras import extra
from sleuth.core.text import listing, shorten

DELIMITERS = (",", ";", "\t", "|")
PARQUET = b"PAR1"


class TableRow(NamedTuple):
    """One row: where it stands, and its values by column."""

    line: int
    values: dict[str, str]


@dataclass(frozen=True)
class TextTable:
    """A table with a heading."""

    name: str
    """The file, for errors."""
    heads: tuple[str, ...]
    rows: tuple[TableRow, ...]


def is_parquet(path: str | Path) -> bool:
    """Whether a file is Parquet, by its first bytes."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(PARQUET)) == PARQUET
    except (OSError, ValueError):
        return False


def parse_table(name: str, text: str) -> TextTable:
    """The table of a text: its first line names the columns, and says what stands between them."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    reader = csv.reader(StringIO(text), delimiter=_delimiter(first), strict=True)
    heads: tuple[str, ...] = ()
    rows = []
    try:
        before = 0
        for fields in reader:
            line, before = before + 1, reader.line_num
            if not any(map(str.strip, fields)):
                continue
            if not heads:
                heads = _heads(name, fields)
                continue
            if len(fields) > len(heads) and any(map(str.strip, fields[len(heads) :])):
                raise RecordError(f"{name}, line {line}: {len(fields)} fields, but the heading names {len(heads)}")
            padded = [*fields, *[""] * (len(heads) - len(fields))]
            rows.append(TableRow(line, dict(zip(heads, map(str.strip, padded), strict=False))))
    except csv.Error as error:
        raise RecordError(f"{name}, line {reader.line_num}: {error}") from error
    return TextTable(name, heads, tuple(rows))


def _delimiter(first: str) -> str:
    """What stands between the columns: what cuts the heading into most."""
    return max(DELIMITERS, key=first.count)


def _heads(name: str, fields: list[str]) -> tuple[str, ...]:
    heads = tuple(field.strip() for field in fields)
    while heads and not heads[-1]:
        heads = heads[:-1]
    twice = next((head for place, head in enumerate(heads) if head in heads[:place]), None)
    if twice is not None:
        raise RecordError(f"{name}: two columns are called {shorten(twice)!r}; columns are {listing(heads)}")
    return heads


def read_parquet(path: str | Path) -> TextTable:
    """The table of a Parquet file; lines are counted from 1, the first row is line 2 as in CSV."""
    pyarrow = extra("parquet", "a Parquet file", "pyarrow", "pyarrow.parquet")
    try:
        table = pyarrow.parquet.read_table(path)
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        raise RecordError(f"cannot read the plays {path}: {error}") from error
    heads = tuple(map(str, table.column_names))
    rows = (TableRow(line, dict(zip(heads, map(_text, row.values()), strict=True)))
            for line, row in enumerate(table.to_pylist(), 2))  # fmt: skip
    return TextTable(str(path), heads, tuple(rows))


def _text(value: object) -> str:
    """A value as CSV would have it: nothing is empty, and a whole number is one."""
    if value is None or value != value:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()
