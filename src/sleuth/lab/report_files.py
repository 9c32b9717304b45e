"""Writing texts into a folder, tables as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path

from sleuth.core.errors import ParameterError
from sleuth.core.extras import extra


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """A table as CSV, its heading first."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def write_texts(folder: Path, texts: Mapping[str, str], what: str = "") -> list[Path]:
    """Write each text under its name; the files. An error says what could not be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"cannot write {what}into {folder}: {error.strerror or error}") from error
    return [folder / name for name in texts]


def prepare(folder: Path) -> None:
    """Make the folder of a report, so that one that cannot be made, or filled, is refused before the work."""
    extra("plots", "a report", "matplotlib", "jinja2")
    write_texts(folder, {}, REPORT)


REPORT = "the report "
"""How an error calls the files of a report."""
