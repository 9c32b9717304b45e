"""Requests for what there is."""

from __future__ import annotations

from sleuth.app import catalogue
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import OtherGame, Request
from sleuth.app.results import EntryResult, Result
from sleuth.app.specs import read_game
from sleuth.app.table import read_table
from sleuth.core.game_spec import is_table
from sleuth.core.progress import Progress, silent


class GameList(Request, home="sleuth.app.listings:games"):
    """Every game, with its parameters."""


class StrategyList(Request, home="sleuth.app.listings:strategies"):
    """Every strategy, or those that can play a game."""

    game: OtherGame = ""


class GameListResult(Result):
    """The games of the catalogue."""

    games: list[EntryResult]


class StrategyListResult(Result):
    """The strategies of the catalogue."""

    strategies: list[EntryResult]


def games(request: GameList, bounds: Bounds = OPEN, progress: Progress = silent) -> GameListResult:
    """Every game of the catalogue that loads; those of several players last."""
    return GameListResult(games=[*catalogue.games(), *catalogue.tables()])


def strategies(request: StrategyList, bounds: Bounds = OPEN, progress: Progress = silent) -> StrategyListResult:
    """The strategies; from afar, those that need no file."""
    if isinstance(request.game, str) and is_table(request.game):
        return StrategyListResult(strategies=catalogue.seats(read_table(request.game, bounds)))
    game = read_game(request.game, bounds) if request.game else None
    return StrategyListResult(strategies=catalogue.strategies(game, bounds.files))
