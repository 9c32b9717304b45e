"""A study as files: its numbers, its figures, and all of it in one archive."""

from __future__ import annotations

import csv
import json
import re
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from sleuth.adapters.web.lab_work import USUAL, LabWork
from sleuth.adapters.web.studies import Study
from sleuth.show.svg import standalone

MAX_NAME = 80


def csv_of(study: Study) -> str:
    """The table."""
    text = StringIO(newline="")
    csv.writer(text).writerows([study.heads, *study.rows])
    return text.getvalue()


def zip_of(study: Study, result: dict[str, Any], where: str) -> bytes:
    """Figures, table, all numbers, and a page that shows what was said; `where` is the address of the work."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        said = [*study.sentences, *(line for name, lines in study.about for line in (f"{name}:", *lines))]
        archive.writestr("study.txt", "\n".join([study.game, where, "", *said, ""]))
        archive.writestr("study.csv", csv_of(study))
        archive.writestr("study.json", json.dumps(result, indent=1, allow_nan=False))
        for number, chart in enumerate(study.charts, 1):
            archive.writestr(f"figure-{number}.svg", standalone(chart.svg))
    return whole.getvalue()


def file_name(work: LabWork) -> str:
    """What a file of this work is called: letters, digits and hyphens."""
    words = "-".join(filter(None, (work.game, "versus" if work.versus else "", work.versus, work.do or USUAL)))
    return re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")[:MAX_NAME] or "study"
