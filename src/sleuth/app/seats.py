"""Many games between computer players, each of whom sits in every seat equally often."""

from __future__ import annotations

from collections.abc import Sequence

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.card_results import SimulateResult
from sleuth.app.clue import read_clue
from sleuth.app.errors import RefusedError
from sleuth.app.requests import ClueSimulate, MystSimulate, SimulateRequest
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.players.arena import SeatedResult, standings
from sleuth.games.clue.players.arena import simulate as play_all
from sleuth.games.clue.players.game_file import GameFile
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.myst import Myst
from sleuth.strategies.seat_strategy import SeatStrategy, parse_seat


def read_players(specs: Sequence[str], seats: int, who: str = "players") -> tuple[list[SeatStrategy], list[int]]:
    """The players, and which of them (by number) has each seat: the last one fills those that are left."""
    if len(specs) > seats:
        raise RefusedError(f"{len(specs)} {who} for {seats} seats")
    return [parse_seat(spec) for spec in specs], [min(seat, len(specs) - 1) for seat in range(seats)]


def check(request: SimulateRequest, bounds: Bounds = OPEN) -> tuple[CardGame, list[SeatStrategy], list[int]]:
    """The game, the players and their seats; what is wrong with the request is told here, before any game is played."""
    if request.out and not bounds.files:
        raise RefusedError("the games of a tournament cannot be kept in a file from here")
    game: CardGame
    match request:
        case ClueSimulate(players=players, edition=edition, drawn_rooms=drawn_rooms, public=public):
            game = read_clue(players, edition, drawn_rooms, public, bounds)
        case MystSimulate(m=m, n=n, p=p, q=q):
            game = Myst(m, n, p, q)
        case _:
            raise RefusedError("a tournament is of Clue or of MYST")
    return game, *read_players(request.agents, len(game.hands))


def simulate(request: SimulateRequest, bounds: Bounds = OPEN, progress: Progress = silent) -> SimulateResult:
    """A tournament, or what is left of it where its games are kept in a file."""
    game, agents, line = check(request, bounds)

    def play(file: GameFile | None) -> list[SeatedResult]:
        return play_all(game, agents, line, request.games, request.seed, request.workers, progress, file)

    if not request.out:
        return _report(request, game, line, play(None), 0)
    with GameFile.of(request.out, game, [request.agents[k] for k in line], request.seed) as file:
        done = sum(result.number < request.games for result in file.results())
        return _report(request, game, line, play(file), done)


def _report(
    request: SimulateRequest, game: CardGame, line: list[int], results: list[SeatedResult], before: int
) -> SimulateResult:
    games = len(results)
    return SimulateResult(
        game=str(game),
        games=games,
        seed=request.seed,
        players=standings(request.agents, line, results),
        turns=sum(result.turns for result in results) / games,
        first_seat=sum(result.winner == 1 for result in results) / games,
        ends={end: sum(result.last == end for result in results) for end in ("right", "wrong", "long")},
        played=games - before,
    )
