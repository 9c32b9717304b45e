"""The results of papers beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from sleuth.app.bounds import OPEN, Bounds, check_files
from sleuth.app.requests import About, Request
from sleuth.app.results import Result
from sleuth.core.progress import Progress, silent
from sleuth.lab.reproduce.claims import reproduce as reproduce_paper


class Reproduce(Request, home="sleuth.app.lab:reproduce", slow=True, pure=False):
    """The results of a paper redone: each claim, the verdict on it, and our figure."""

    paper: Annotated[str, About("Which paper.", "", "meng-lucas")]
    quick: Annotated[bool, About("Whether fewer trials and sizes are enough.", "")] = False
    out: Annotated[str, About("Folder for results and figures; one with the paper's name if empty.", "local")] = ""
    trials: Annotated[int | None, About("Plays of each player, where a paper has some.", "")] = None
    workers: Annotated[int | None, About("Processes to play in; all cores if nothing.", "")] = None
    words: Annotated[str, About("A list of words, for papers that need one.", "local")] = ""


class ClaimResult(Result):
    """A published result beside ours."""

    where: str
    published: str
    verdict: str
    """holds, holds up to, false, or not checkable."""
    up_to: str
    """How far a claim holds that was not looked at any further."""
    ours: str
    """Our figure; of a false claim, the counterexample."""
    agrees: bool | None
    why: str
    judgement: str
    """The verdict with its bound: `holds up to 60`."""


class ReproductionResult(Result):
    """A paper's claims beside ours."""

    paper: str
    title: str
    claims: list[ClaimResult]
    folder: str
    files: list[str]
    """The figures and the numbers behind them."""


def reproduce(request: Reproduce, bounds: Bounds = OPEN, progress: Progress = silent) -> ReproductionResult:
    """Redo a paper's results into a folder; a run goes on where it stopped."""
    check_files(bounds)
    folder = Path(request.out or f"reproduce-{request.paper}{'-quick' if request.quick else ''}")
    result = reproduce_paper(
        request.paper,
        folder,
        quick=request.quick,
        trials=request.trials,
        workers=request.workers,
        words=request.words or None,
        progress=progress,
    )
    return ReproductionResult(
        paper=result.paper,
        title=result.title,
        claims=[ClaimResult(**claim.as_json(), judgement=claim.judgement) for claim in result.claims],
        folder=str(folder),
        files=[str(file) for file in result.write(folder)],
    )
