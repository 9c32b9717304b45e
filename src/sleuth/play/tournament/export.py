"""Results for other programs: one row a trial, as CSV or Parquet."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sleuth.core.extras import extra
from sleuth.play.tournament.errors import ResultsError
from sleuth.play.tournament.row import Row
from sleuth.play.tournament.store import Results


def write_csv(results: Results, path: str | Path) -> None:
    """One line a trial, with a header: the fields of `Row`, then the parameters of the games; `true` and `false`."""
    rows = results.plain_rows()
    names = list(rows[0]) if rows else list(Row._fields)

    def write(target: Path) -> None:
        with target.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(names)
            for row in rows:
                writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row.values())

    _replace(path, write)


def write_parquet(results: Results, path: str | Path) -> None:
    """The same columns, with their types."""
    pyarrow = extra("parquet", "a Parquet file", "pyarrow", "pyarrow.parquet")
    whole, real, text = pyarrow.int64(), pyarrow.float64(), pyarrow.string()
    kinds = {"seed": whole, "trial": whole, "steps": whole, "decisions": whole, "solved": pyarrow.bool_()}
    kinds |= dict.fromkeys(("seconds", "cpu", "took"), real)
    rows = results.plain_rows()
    for name in rows[0] if rows else ():
        if name not in Row._fields:
            kinds[name] = _kind(pyarrow, [row[name] for row in rows])
            if kinds[name] == text:
                rows = [row | {name: None if row[name] is None else str(row[name])} for row in rows]
    schema = pyarrow.schema([(name, kinds.get(name, text)) for name in (rows[0] if rows else Row._fields)])
    table = pyarrow.Table.from_pylist(rows, schema=schema)
    table = table.replace_schema_metadata({"sleuth tournament": str(results.config)})
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
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
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
