"""The designer's report of a game, and figures over sizes and entropies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from sleuth.app.bounds import OPEN, Bounds, check_files, check_length
from sleuth.app.errors import RefusedError
from sleuth.app.requests import Analyse, EntropyPlane, GameSize, Interest, Sweep
from sleuth.app.results import FigureResult, SizeResult
from sleuth.app.set_cache import set_after
from sleuth.app.specs import check_parameters, read_game
from sleuth.belief.begin import listable
from sleuth.core.game import Game
from sleuth.core.offers import truthful
from sleuth.core.progress import Progress, silent
from sleuth.lab.report import Report
from sleuth.lab.report import analyse as analyse_game


@dataclass(frozen=True, eq=False)
class Analysed:
    """The designer's report, and the files that were written."""

    report: Report
    files: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        headline = [figure.as_json() for figure in self.report.headline]
        known = {**self.report.as_json(list(self.files)), "headline": headline}
        if self.report.versus is not None:
            known["versus"] |= {"headline": [figure.as_json() for _, figure in self.report.versus.rows]}
        return known


def analyse(request: Analyse, bounds: Bounds = OPEN, progress: Progress = silent) -> Analysed:
    """The designer's report: figures, and what they say; written to a folder too, if one is named."""
    game = read_game(request.game, bounds, "studied_pairs")
    versus = read_game(request.versus, bounds, "studied_pairs") if request.versus else None
    if request.sweep:
        _check_sweep(game, request.sweep, bounds)
    if request.out:
        from sleuth.lab.report_files import prepare

        check_files(bounds)
        prepare(Path(request.out))
    sweep_over, seed = request.sweep or None, request.seed
    if progress is silent:
        report = _report(game, versus, sweep_over, seed)
    else:
        report = analyse_game(game, versus=versus, sweep_over=sweep_over, seed=seed, progress=progress)
    files = report.write(request.out, progress) if request.out else ()
    return Analysed(report, tuple(map(str, files)))


@lru_cache(maxsize=16)
def _report(game: Game, versus: Game | None = None, sweep: str | None = None, seed: int = 0) -> Report:
    """A report that several requests may want."""
    return analyse_game(game, versus=versus, sweep_over=sweep, seed=seed)


def interest(request: Interest, bounds: Bounds = OPEN, progress: Progress = silent) -> list[FigureResult]:
    """The few figures that say how interesting a game is."""
    report = _report(read_game(request.game, bounds, "studied_pairs"))
    figures = [figure.as_json() for figure in report.headline]
    return [FigureResult(key=f["key"], title=f["label"], value=f["value"], text=f["shown"]) for f in figures]


def size(request: GameSize, bounds: Bounds = OPEN, progress: Progress = silent) -> SizeResult:
    """How large a game is: what can be said at once."""
    info = set_after(read_game(request.game, bounds), progress=progress)
    return SizeResult(game=str(info.game), secrets=info.size, actions=len(info.actions), entropy=info.entropy)


def sweep(request: Sweep, bounds: Bounds = OPEN, progress: Progress = silent) -> dict[str, Any]:
    """The key figures of a game for each value of one parameter: `pegs=2..4`."""
    from sleuth.lab.sweep import sweep as sweep_game

    game = read_game(request.game, bounds, "studied_pairs")
    key, values = _check_sweep(game, request.over, bounds)
    result = sweep_game(game, key, values, seed=request.seed, progress=progress)
    return {
        **result.as_json(),
        "labels": {f.key: f.label for f in result.rows[0][1]},
        "units": {f.key: f.unit.strip("%") for f in result.rows[0][1]},
        "texts": [{f.key: f.estimate for f in row} for _, row in result.rows],
    }


def _check_sweep(game: Game, over: str, bounds: Bounds) -> tuple[str, tuple[str, ...]]:
    """The parameter and the values of a sweep; refused where that is too much."""
    from sleuth.lab.sweep import parse_sweep, resized

    check_length(over, bounds.spec, "a sweep")
    key, values = parse_sweep(over)
    if bounds.sweep is not None and len(values) > bounds.sweep:
        raise RefusedError(f"at most {bounds.sweep} sizes are compared here, not {len(values)}")
    if not truthful(game):
        raise RefusedError("sizes are compared without lies; leave the channel out")
    if bounds.sizes is not None:
        for value in values:
            check_parameters(type(game), {key: value}, bounds)
            read_game(str(resized(game, key, value)), bounds, "swept_pairs")
    return key, values


def plane(request: EntropyPlane, bounds: Bounds = OPEN, progress: Progress = silent) -> dict[str, Any]:
    """Expected steps over the plane of Sharma and Mittal's order and degree."""
    from sleuth.lab.order_degree_plane import QUICK_DEGREES, QUICK_ORDERS
    from sleuth.lab.order_degree_plane import plane as plane_of

    game = read_game(request.game, bounds, "swept_pairs")
    if not listable(game):
        raise RefusedError(f"{game} is too large to play every secret with every entropy")
    result = plane_of(game, QUICK_ORDERS, QUICK_DEGREES, progress)
    return {
        "game": str(game),
        "orders": [f"{order:g}" for order in result.orders],
        "degrees": [f"{degree:g}" for degree in result.degrees],
        "means": result.means.tolist(),
        "worst": result.worst.tolist(),
        "best": result.best,
        "named": result.named,
    }
