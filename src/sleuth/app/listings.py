"""Requests for what there is."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.app import catalogue
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import OtherGame, Request
from sleuth.app.results import Result
from sleuth.app.specs import read_game
from sleuth.app.study_results import EntryResult
from sleuth.core.progress import Progress, silent


@dataclass(frozen=True)
class GameList(Request):
    """Every game, with its parameters."""

    home = "sleuth.app.listings:games"


@dataclass(frozen=True)
class StrategyList(Request):
    """Every strategy, or those that can play a game."""

    home = "sleuth.app.listings:strategies"
    game: OtherGame = ""


@dataclass(frozen=True, kw_only=True)
class GameListResult(Result):
    """The games of the catalogue."""

    games: list[EntryResult]


@dataclass(frozen=True, kw_only=True)
class StrategyListResult(Result):
    """The strategies of the catalogue."""

    strategies: list[EntryResult]


def games(request: GameList, bounds: Bounds = OPEN, progress: Progress = silent) -> GameListResult:
    """Every game of the catalogue that loads."""
    return GameListResult(games=catalogue.games())


def strategies(request: StrategyList, bounds: Bounds = OPEN, progress: Progress = silent) -> StrategyListResult:
    """The strategies; from afar, those that need no file."""
    game = read_game(request.game, bounds) if request.game else None
    return StrategyListResult(strategies=catalogue.strategies(game, bounds.files))
