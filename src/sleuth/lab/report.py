"""The designer's report: all figures about a game, beside another game or over sizes, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sleuth.core.game import Game
from sleuth.core.progress import Progress, silent
from sleuth.lab.along_play import AlongPlay
from sleuth.lab.analysis import Analysis, analyse_game
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.fan import Fan
from sleuth.lab.first_moves import FirstMoves
from sleuth.lab.headline import KeyFigure, headline
from sleuth.lab.known import KnownOptimum
from sleuth.lab.luck import Luck
from sleuth.lab.sentences import sentences
from sleuth.lab.sweep import SizeSweep, checked_sizes, parse_sweep, sweep
from sleuth.lab.versus import Versus


@dataclass(frozen=True, eq=False)
class Report:
    """An analysis with what it was compared with."""

    analysis: Analysis
    versus: Versus | None = None
    sweep: SizeSweep | None = None
    seed: int = 0

    @property
    def game(self) -> Game:
        """The game that was analysed."""
        return self.analysis.game

    @property
    def first_moves(self) -> FirstMoves:
        """Spatial interest at the start."""
        return self.analysis.first_moves

    @property
    def along_play(self) -> AlongPlay | None:
        """Spatial interest along play."""
        return self.analysis.along_play

    @property
    def fan(self) -> Fan | None:
        """Temporal interest."""
        return self.analysis.fan

    @property
    def difficulty(self) -> Difficulty | None:
        """What players need."""
        return self.analysis.difficulty

    @property
    def luck(self) -> Luck | None:
        """Luck against skill."""
        return self.analysis.luck

    @property
    def headline(self) -> tuple[KeyFigure, ...]:
        """The few figures that games are compared by."""
        return headline(self.analysis)

    @property
    def sentences(self) -> list[str]:
        """What the figures say, for a designer."""
        said = [sentence.text for sentence in sentences(self.analysis)]
        for more in (self.versus, self.sweep):
            said += more.sentences if more is not None else []
        return said

    def as_json(self, files: list[str] | None = None) -> dict[str, Any]:
        """Plain values, for JSON; `files` are those that were written."""
        return {
            **self.analysis.as_json(),
            "figures": {f.key: f.value for f in self.headline},
            "intervals": {f.key: f.ends for f in self.headline},
            "sentences": self.sentences,
            "versus": None if self.versus is None else self.versus.as_json(),
            "sweep": None if self.sweep is None else self.sweep.as_json(),
            "seed": self.seed,
            "files": files or [],
        }

    def write(self, folder: str | Path, progress: Progress = silent) -> list[Path]:
        """Write `report.html`, the figures as SVG and the numbers as CSV into a folder; the files written."""
        from sleuth.lab.write import write_report

        return write_report(self, Path(folder), progress)


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
    return Report(analysis, other, swept, seed)
