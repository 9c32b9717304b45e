"""The doctor: what is installed, cached, compiled and missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen
from sleuth.core.text import plural

if TYPE_CHECKING:
    from rich.table import Table


def doctor(json: options.Json = False) -> None:
    """Say what is installed, cached, compiled and missing; exit code 1 where something is broken."""
    if not Screen(json).report(app.Doctor(), _lines).ok:
        raise typer.Exit(1)


def _lines(result: app.DoctorResult) -> Lines:
    yield _table(_rows(result))
    yield ""
    yield from (f"Broken: {problem}." for problem in result.problems)
    if result.ok:
        yield "Nothing is broken."


def _table(rows: Iterator[tuple[str, str]]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    for name, text in rows:
        table.add_row(Text(name), Text(text, overflow="fold"))
    return table


def _rows(result: app.DoctorResult) -> Iterator[tuple[str, str]]:
    source = result.distribution or "not installed as a package"
    yield "sleuth", f"{result.version} ({source}), {result.python}, {plural(result.cores, 'core')}"
    yield "system", result.platform
    yield "packages", ", ".join(f"{name} {version}" for name, version in result.packages.items())
    for extra in result.extras:
        there = ", ".join(f"{name} {version}" for name, version in extra.packages.items())
        absent = f"missing {', '.join(extra.missing)}: {extra.command}" if extra.missing else ""
        yield f"[{extra.name}]", "; ".join(filter(None, (there, absent)))
    yield "kernels", _kernels(result.kernels)
    tables = result.tables
    yield "tables", f"{tables.tables:,} ({_size(tables.bytes)}) in {tables.folder}" if tables.folder else "none kept"
    yield "words", ", ".join(result.words) or "those of the package"
    for folder in result.folders:
        yield folder.what, f"{folder.folder}{'' if folder.writable else ' (not used)'}"


def _kernels(kernels: app.KernelCacheResult) -> str:
    if kernels.folder is None:
        return "none kept: compiled anew by each command"
    said = f"{kernels.compiled:,} compiled ({_size(kernels.bytes)}) in {kernels.folder}"
    if kernels.missing:
        parts = plural(len(kernels.missing), "part")
        said += f"; {parts} not compiled, some {kernels.seconds:.0f} CPU seconds: when needed, or by `sleuth warmup`"
    if kernels.other_versions:
        said += f"; {plural(kernels.other_versions, 'other version')} ({_size(kernels.other_bytes)})"
    return said


def _size(number: int) -> str:
    return f"{number / 1e6:,.1f} MB"
