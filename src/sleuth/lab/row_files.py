"""Rows of figures into a file that other programs read: CSV, tabs, JSON or Parquet, by its ending."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from sleuth.core.errors import ParameterError
from sleuth.core.extras import extra
from sleuth.core.files import write_text

ENDINGS = (".csv", ".tsv", ".json", ".parquet")
MAX_CELL = 1e-12
"""Less than this is rounding."""


def check_ending(path: str | Path) -> None:
    """Refuse a file whose ending says nothing, before the work; and Parquet where nobody can write it."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise ParameterError(f"a table ends with {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}, unlike {path}")
    if Path(path).suffix.lower() == ENDINGS[-1]:
        extra("parquet", "a Parquet file", "pyarrow", "pyarrow.parquet")


def write_rows(path: str | Path, columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows, all or nothing; codes stay text where the file knows text."""
    check_ending(path)
    kind, names = Path(path).suffix.lower(), list(columns)
    tidy = ({name: tidy_cell(row.get(name)) for name in names} for row in rows)
    if kind == ".parquet":
        _write_parquet(path, names, tidy)
    elif kind == ".json":
        write_text(path, json.dumps(list(tidy), ensure_ascii=False) + "\n", "table", ParameterError)
    else:
        write_text(path, rows_text(names, tidy, "\t" if kind == ".tsv" else ","), "table", ParameterError)


def rows_text(columns: Iterable[str], rows: Iterable[Mapping[str, Any]], delimiter: str = ",") -> str:
    """Rows as CSV, the heading first."""
    names, out = list(columns), StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([tidy_cell(row.get(name)) for name in names] for row in rows)
    return out.getvalue()


def tidy_cell(value: Any) -> Any:
    """A value without what rounding left."""
    return 0.0 if isinstance(value, float) and abs(value) < MAX_CELL else value


def _write_parquet(path: str | Path, names: list[str], rows: Iterator[dict[str, Any]]) -> None:
    pyarrow = extra("parquet", "a Parquet file", "pyarrow", "pyarrow.parquet")
    table = pyarrow.Table.from_pylist(list(rows)) if names else None
    try:
        pyarrow.parquet.write_table(table, path)
    except OSError as error:
        raise ParameterError(f"cannot write the table {path}: {error.strerror or error}") from error
