"""Rows of figures as a data frame of pandas, where that is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from sleuth.core.extras import extra


def frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str] | None = None) -> Any:
    """A `pandas.DataFrame` with a column for each name, in order; texts stay texts (`0012` is no number).

    Without rows, `columns` says which columns there are.
    """
    pandas = extra("frames", "a data frame", "pandas")
    found = list(rows)
    names = list(columns or dict.fromkeys(name for row in found for name in row))
    return pandas.DataFrame([[row.get(name) for name in names] for row in found], columns=names)


def parameters(specified: object) -> dict[str, Any]:
    """The parameters of a game or strategy as columns: `{"pegs": 4, "colours": 6}`; what is no plain value, as text."""
    if not is_dataclass(specified):
        return {}
    named = {
        field.name: getattr(specified, field.name) for field in fields(specified) if not field.metadata.get("hidden")
    }
    return {name: value if isinstance(value, bool | int | float | str) else str(value) for name, value in named.items()}
