"""Results for other programs: one row a trial, or a play, as CSV or Parquet."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sleuth.core.extras import extra
from sleuth.core.files import unfinished
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.row import Row
from sleuth.play.tournament.store import Results


def write_csv(results: Results, path: str | Path) -> None:
    """One line a trial, with a header: the fields of `Row`, then the parameters of the games; `true` and `false`."""
    write_csv_rows(results.plain_rows(), Row._fields, path)


def write_parquet(results: Results, path: str | Path) -> None:
    """The same columns, with their types."""
    kinds = {"seed": int, "trial": int, "steps": int, "decisions": int, "solved": bool}
    kinds |= dict.fromkeys(("seconds", "cpu", "took"), float)
    rows = results.plain_rows()
    texts = {name: str for name in Row._fields if name not in kinds}
    write_parquet_rows(rows, {**kinds, **texts}, Row._fields, path, {"sleuth tournament": str(results.config)})


def write_csv_rows(rows: Sequence[Mapping[str, Any]], names: Iterable[str], path: str | Path) -> None:
    """Rows that have the same columns; without any, `names` are the header."""
    heads = list(rows[0] if rows else names)

    def write(target: Path) -> None:
        with target.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(heads)
            for row in rows:
                writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row.values())

    _replace(path, write)


def write_parquet_rows(
    rows: Sequence[Mapping[str, Any]],
    kinds: Mapping[str, type],
    names: Iterable[str],
    path: str | Path,
    about: Mapping[str, str],
) -> None:
    """The same as Parquet. A column whose kind is not given has that of its values, or is text; `about` goes along."""
    pyarrow = extra("parquet", "a Parquet file", "pyarrow", "pyarrow.parquet")
    types = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_(), str: pyarrow.string()}
    heads, columns = list(rows[0] if rows else names), list[tuple[str, Any]]()
    plain = [dict(row) for row in rows]
    for name in heads:
        kind = types[kinds[name]] if name in kinds else _kind(pyarrow, [row[name] for row in plain])
        columns.append((name, kind))
        if name not in kinds and kind == types[str]:
            plain = [row | {name: None if row[name] is None else str(row[name])} for row in plain]
    table = pyarrow.Table.from_pylist(plain, schema=pyarrow.schema(columns))
    table = table.replace_schema_metadata(dict(about))
    _replace(path, lambda target: pyarrow.parquet.write_table(table, target))


def _kind(pyarrow: Any, values: Sequence[Any]) -> Any:
    """The type of a column of parameters: what all its values are, else text."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return pyarrow.bool_()
    if kinds and kinds <= {int, float}:
        return pyarrow.int64() if kinds == {int} else pyarrow.float64()
    return pyarrow.string()


def _replace(path: str | Path, write: Callable[[Path], None]) -> None:
    """Write a file, all or nothing."""
    path = Path(path)
    try:
        handle, name = unfinished(path)
        os.close(handle)
        temporary = Path(name)
        try:
            write(temporary)
            mask = os.umask(0)
            os.umask(mask)
            temporary.chmod(0o666 & ~mask)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ResultsError(f"cannot write {path}: {error.strerror or error}") from error
