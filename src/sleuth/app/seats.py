"""Many games between computer players, each of whom sits in every seat equally often."""

from __future__ import annotations

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import RefusedError
from sleuth.app.requests import TableSimulate
from sleuth.app.results import Result
from sleuth.app.table import read_seats, read_table
from sleuth.core.progress import Progress, silent
from sleuth.play.tournament import AgentStanding, Config, line_standing, played_rows
from sleuth.strategies.seat_strategy import BETWEEN


class SimulateResult(Result):
    """Many games between computer players."""

    game: str
    line: str
    """The players, as they sit in the first game."""
    games: int
    seed: int
    players: tuple[AgentStanding, ...]
    turns: float
    """Turns of a game, on average."""
    first_seat: float
    """Of the games, those that the first seat won."""
    ends: dict[str, int]
    """How many ended how: those that nobody won in time are `long`."""
    played: int
    """Games that were played now; the others were in the file."""


def check(request: TableSimulate, bounds: Bounds = OPEN) -> Config:
    """The tournament of a request; what is wrong with the request is told here, before any game is played."""
    if request.out and not bounds.files:
        raise RefusedError("the games of a tournament cannot be kept in a file from here")
    if request.games < 1 or request.workers < 0:
        raise RefusedError("a tournament has at least one game, and no fewer than 0 workers")
    game = read_table(request.game, bounds)
    line = BETWEEN.join(map(str, read_seats(request.players, game, bounds=bounds)))
    return Config.of([str(game)], [line], request.games, [request.seed], name=game.name)


def simulate(request: TableSimulate, bounds: Bounds = OPEN, progress: Progress = silent) -> SimulateResult:
    """Play them, or what is left of them where they are in a results file. One worker, or none, is this process."""
    config = check(request, bounds)
    workers = request.workers if request.workers > 1 else 0
    rows, played = played_rows(config, request.out or None, workers=workers, progress=progress)
    standing = line_standing(config.entries[0].game, config.entries[0].agents[0], rows)
    return SimulateResult(**vars(standing), seed=request.seed, played=played)
