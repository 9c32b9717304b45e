"""Writing a report into a folder."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sleuth.core.errors import ParameterError
from sleuth.core.extras import extra
from sleuth.core.progress import Progress, silent
from sleuth.lab.figures import analysis_pictures, pictures
from sleuth.lab.report_csv import tables
from sleuth.lab.report_page import page

if TYPE_CHECKING:
    from sleuth.lab.report import Report


def write_report(report: Report, folder: Path, progress: Progress = silent) -> list[Path]:
    """Write the page, the figures and the numbers; the files, the page first."""
    prepare(folder)
    progress("drawing", 0, 3)
    drawn = pictures(report)
    others = []
    if report.versus is not None:
        others = [replace(p, name=f"versus_{p.name}") for p in analysis_pictures(report.versus.other)]
    progress("drawing", 1, 3)
    numbers = tables(report)
    files = {"report.html": page(report, drawn, others, list(numbers))}
    files |= {f"{p.name}.svg": p.svg for p in (*drawn, *others)}
    progress("writing", 2, 3)
    try:
        for name, text in (files | numbers).items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _cannot(folder, error) from error
    return [folder / name for name in (files | numbers)]


def prepare(folder: Path) -> None:
    """Make the folder, so that one that cannot be made, or filled, is refused before the work."""
    extra("plots", "a report", "matplotlib", "jinja2")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot(folder, error) from error


def _cannot(folder: Path, error: OSError) -> ParameterError:
    return ParameterError(f"cannot write the report into {folder}: {error.strerror or error}")
