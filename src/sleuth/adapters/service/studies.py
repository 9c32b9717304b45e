"""Longer work about a whole game: evaluate, solve, analyse, grade. Each is limited in size, and stopped in time."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sleuth.adapters.service.answers import Figure, Size, plain
from sleuth.adapters.service.assist import read_history
from sleuth.adapters.service.errors import ConflictError, RefusedError
from sleuth.adapters.service.limits import (
    SLOW_SECONDS,
    SOLVED_CELLS_MOST,
    SPEC_MOST,
    STUDIED_CELLS_MOST,
    SWEPT_CELLS_MOST,
)
from sleuth.adapters.service.plays import read_record
from sleuth.adapters.service.sets import set_after
from sleuth.adapters.service.specs import check_parameters, read_game, read_strategy
from sleuth.belief.begin import listable
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.core.offers import truthful
from sleuth.play.evaluate import evaluate as find_evaluation
from sleuth.play.record import Record

SAMPLE = 30
"""How many secrets are played where they are too many to play all."""
SIZES_MOST = 6
"""How many sizes of a game are compared."""
SOLVE_SECONDS = SLOW_SECONDS / 2
"""What the solver is given; then it answers with the best so far."""


def evaluate(game: str, strategy: str = "", first: str = "") -> dict[str, Any]:
    """A strategy against every secret, or against a sample of them."""
    made = read_game(game, STUDIED_CELLS_MOST)
    player = read_strategy(strategy, made)
    opening = made.parse_action(first) if first else None
    limit = Limit(seconds=0.2) if player.slow(made) else Limit()
    return _object(find_evaluation(made, player, first=opening, otherwise=SAMPLE, limit=limit).as_json())


def solve(game: str, objective: str = "", first: str = "", seconds: float = 10.0) -> dict[str, Any]:
    """The best strategy there is, as far as the time goes."""
    from sleuth.solve import solve as find

    made = read_game(game, SOLVED_CELLS_MOST)
    if not 0 < seconds <= SOLVE_SECONDS:
        raise RefusedError(f"seconds is more than 0 and at most {SOLVE_SECONDS:g}, not {seconds:g}")
    opening = made.parse_action(first) if first else None
    limit = Limit(seconds=seconds)
    found = find(made, objective=objective or None, first=opening, limit=limit, memory=256 << 20, threads=1)
    return _object(found.as_json())


def analyse(game: str, versus: str = "", seed: int = 0) -> dict[str, Any]:
    """The designer's report: figures, and what they say."""
    return dict(_analysed(game, versus, seed))


@lru_cache(maxsize=16)
def _analysed(game: str, versus: str, seed: int) -> dict[str, Any]:
    from sleuth.lab.report import analyse as report

    made = read_game(game, STUDIED_CELLS_MOST)
    other = read_game(versus, STUDIED_CELLS_MOST) if versus else None
    found = report(made, versus=other, seed=seed)
    told = _object(found.as_json())
    told["headline"] = [plain(figure.as_json()) for figure in found.headline]
    return told


def sweep(game: str, over: str) -> dict[str, Any]:
    """The key figures of a game for each value of one parameter: `pegs=2..4`."""
    from sleuth.lab.sweep import parse_sweep, resized
    from sleuth.lab.sweep import sweep as swept

    made = read_game(game, STUDIED_CELLS_MOST)
    if len(over) > SPEC_MOST:
        raise RefusedError("a sweep is written KEY=FROM..TO")
    key, values = parse_sweep(over)
    if len(values) > SIZES_MOST:
        raise RefusedError(f"at most {SIZES_MOST} sizes are compared here, not {len(values)}")
    if not truthful(made):
        raise RefusedError("sizes are compared without lies; leave the channel out")
    for value in values:
        check_parameters(type(made), {key: value})
        read_game(str(resized(made, key, value)), SWEPT_CELLS_MOST)
    found = swept(made, key, values)
    figures = [{f.key: f.estimate for f in row} for _, row in found.rows]
    labels = {f.key: f.label for f in found.rows[0][1]}
    units = {f.key: f.unit.strip("%") for f in found.rows[0][1]}
    return _object({**found.as_json(), "labels": labels, "units": units, "texts": figures})


def plane(game: str) -> dict[str, Any]:
    """Expected steps over the plane of Sharma and Mittal's order and degree."""
    from sleuth.lab.plane import QUICK_DEGREES, QUICK_ORDERS
    from sleuth.lab.plane import plane as painted

    made = read_game(game, SWEPT_CELLS_MOST)
    if not listable(made):
        raise RefusedError(f"{made} is too large to play every secret with every entropy")
    found = painted(made, QUICK_ORDERS, QUICK_DEGREES)
    return _object(
        {
            "game": str(made),
            "orders": [f"{order:g}" for order in found.orders],
            "degrees": [f"{degree:g}" for degree in found.degrees],
            "means": found.means.tolist(),
            "worst": found.worst.tolist(),
            "best": found.best,
            "named": found.named,
        }
    )


def size(game: str) -> Size:
    """How large a game is: what can be said at once."""
    made = read_game(game)
    info = set_after(made, History())
    return Size(str(made), info.size, len(info.actions), info.entropy)


def interest(game: str) -> list[Figure]:
    """The few figures that say how interesting a game is."""
    told = _analysed(game, "", 0)
    return [Figure(figure["key"], figure["label"], figure["value"], figure["shown"]) for figure in told["headline"]]


def grade(record: str, given_up: bool = False, strategy: str = "") -> dict[str, Any]:
    """Every move of a finished play against optimal play or the strategy of the play, and luck apart."""
    from sleuth.lab.grading import grade as grade_record

    play = read_record(record)
    if not (play.solved or given_up):
        raise ConflictError("a play is graded once it is over")
    player = read_strategy(strategy, play.game)
    return _object(grade_record(play, set_after(play.game, History()), strategy=player).as_json())


def grade_history(game: str, history: str) -> dict[str, Any]:
    """`grade` for a game that was played elsewhere."""
    from sleuth.lab.grading import grade as grade_record

    made: Game = read_game(game)
    play = Record(made, read_history(made, history), player="")
    return _object(grade_record(play, set_after(made, History())).as_json())


def _object(value: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = plain(value)
    return made
