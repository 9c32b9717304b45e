"""The designer's report: all figures about a game, beside another game or over sizes, and what they say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sleuth.core.game import Game
from sleuth.core.progress import Progress, silent
from sleuth.lab.analysis import analyse_game
from sleuth.lab.figures import analysis_pictures, pictures
from sleuth.lab.findings import Findings, Versus
from sleuth.lab.published_optima import KnownOptimum
from sleuth.lab.report_csv import tables
from sleuth.lab.report_files import REPORT, prepare, write_texts
from sleuth.lab.report_page import page
from sleuth.lab.sweep import checked_sizes, parse_sweep, sweep


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Report(Findings):
    """An analysis with what it was compared with, which can be written into a folder."""

    def write(self, folder: str | Path, progress: Progress = silent) -> list[Path]:
        """Write `report.html`, the figures as SVG and the numbers as CSV into a folder; the files, the page first."""
        prepare(Path(folder))
        progress("drawing", 0, 3)
        drawn = pictures(self)
        others = []
        if self.versus is not None:
            others = [replace(p, name=f"versus_{p.name}") for p in analysis_pictures(self.versus.other)]
        progress("drawing", 1, 3)
        numbers = tables(self)
        files = {"report.html": page(self, drawn, others, list(numbers))}
        files |= {f"{p.name}.svg": p.svg for p in (*drawn, *others)}
        progress("writing", 2, 3)
        return write_texts(Path(folder), files | numbers, REPORT)


def analyse(
    game: Game,
    *,
    versus: Game | None = None,
    sweep_over: str | None = None,
    seed: int = 0,
    runs: int | None = None,
    optimum: KnownOptimum | None = None,
    progress: Progress = silent,
) -> Report:
    """Analyse a game, beside another one and over sizes (`pegs=2..4`) if wanted."""
    sizes = None if sweep_over is None else parse_sweep(sweep_over)
    if sizes is not None:
        checked_sizes(game, *sizes)
    analysis = analyse_game(game, seed=seed, runs=runs, optimum=optimum, progress=progress)
    known = {game: analysis}
    if versus is not None and versus not in known:
        known[versus] = analyse_game(versus, seed=seed, runs=runs, progress=progress)
    swept = None if sizes is None else sweep(game, *sizes, seed=seed, runs=runs, known=known, progress=progress)
    other = None if versus is None else Versus(analysis, known[versus])
    return Report(**vars(analysis), versus=other, sweep=swept, seed=seed)
