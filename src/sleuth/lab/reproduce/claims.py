"""What a paper says, what we find, and whether the two agree."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from sleuth.core.errors import UnknownNameError
from sleuth.core.progress import Progress, silent
from sleuth.lab.drawing import Picture

PAPERS = {
    "meng-lucas": "sleuth.lab.reproduce.meng_lucas:reproduce",
    "hofer-nelson": "sleuth.lab.reproduce.hofer_nelson:reproduce",
    "bart": "sleuth.lab.reproduce.bart:reproduce",
}


@dataclass(frozen=True)
class Claim:
    """One published result beside ours."""

    where: str
    """The place in the paper."""
    published: str
    ours: str
    agrees: bool
    why: str = ""
    """What explains a difference, or what bounds an agreement."""

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "where": self.where,
            "published": self.published,
            "ours": self.ours,
            "agrees": self.agrees,
            "why": self.why,
        }


@dataclass(frozen=True)
class Reproduction:
    """All claims of one paper, with the figures and the numbers behind them."""

    paper: str
    title: str
    claims: tuple[Claim, ...]
    pictures: tuple[Picture, ...]
    numbers: tuple[tuple[str, Sequence[Sequence[object]]], ...]
    """Tables by name, a heading row first."""

    def write(self, folder: Path) -> list[Path]:
        """The claims and numbers as CSV and the figures as SVG, into a folder."""
        written = []
        for picture in self.pictures:
            written.append(folder / f"{picture.name}.svg")
            written[-1].write_text(picture.svg, encoding="utf-8")
        fields = ("where", "published", "ours", "agrees", "why")
        claims = [fields, *(tuple(str(claim.as_json()[f]) for f in fields) for claim in self.claims)]
        for name, rows in (("claims", claims), *self.numbers):
            written.append(folder / f"{name}.csv")
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows(rows)
            written[-1].write_text(out.getvalue(), encoding="utf-8")
        return written


def reproduce(
    paper: str,
    folder: Path,
    *,
    quick: bool = False,
    trials: int | None = None,
    workers: int | None = None,
    progress: Progress = silent,
) -> Reproduction:
    """Redo a paper's results. Long runs keep their results in `folder`, and go on there when called again."""
    if paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    module, _, name = PAPERS[paper].partition(":")
    redo: Callable[..., Reproduction] = getattr(import_module(module), name)
    folder.mkdir(parents=True, exist_ok=True)
    return redo(folder, quick=quick, trials=trials, workers=workers, progress=progress)
