"""Plays of a run for other programs: one row a play, as CSV or Parquet."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from sleuth.play.tournament.export import write_csv_rows, write_parquet_rows
from sleuth.referee.bench_play import BenchPlay
from sleuth.referee.bench_store import COLUMNS, BenchResults

KINDS: dict[str, type] = {"int": int, "float": float, "bool": bool, "str": str}


def write_bench_csv(results: BenchResults, path: str | Path) -> None:
    """One line a play, with a header; what was said is not in it."""
    write_csv_rows(results.plain_rows(), COLUMNS, path)


def write_bench_parquet(results: BenchResults, path: str | Path) -> None:
    """The same columns, with their types."""
    named = {field.name: KINDS.get(str(field.type).removesuffix(" | None"), str) for field in fields(BenchPlay)}
    kinds = {name: named.get(name, str) for name in COLUMNS}
    write_parquet_rows(results.plain_rows(), kinds, COLUMNS, path, {"sleuth bench": str(results.terms)})
