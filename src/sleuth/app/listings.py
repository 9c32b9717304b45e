"""Requests for what there is, and for the rules of a game as text."""

from __future__ import annotations

from sleuth.app import catalogue
from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.requests import GameSpec, OtherGame, Request
from sleuth.app.results import EntryResult, Result
from sleuth.app.specs import read_game
from sleuth.app.table import read_table
from sleuth.core.game_spec import is_table, spec_of
from sleuth.core.progress import Progress, silent


class GameList(Request, home="sleuth.app.listings:games"):
    """Every game, with its parameters."""


class StrategyList(Request, home="sleuth.app.listings:strategies"):
    """Every strategy, or those that can play a game."""

    game: OtherGame = ""


class GameRules(Request, home="sleuth.app.listings:rules"):
    """The rules of a game as text for one who has never seen it."""

    game: GameSpec


class GameListResult(Result):
    """The games of the catalogue."""

    games: list[EntryResult]


class StrategyListResult(Result):
    """The strategies of the catalogue."""

    strategies: list[EntryResult]


class RulesResult(Result):
    """The rules of a game, how its questions are written, and its answers."""

    game: str
    """The game, as a spec string."""
    rules: str
    """What is hidden, what may be asked, what is answered, and when play ends."""
    question: str
    """How a question is written, with examples, a line each."""
    answer: str
    """How an answer is written and what it means, with examples, a line each."""


def games(request: GameList, bounds: Bounds = OPEN, progress: Progress = silent) -> GameListResult:
    """Every game of the catalogue that loads; those of several players last."""
    return GameListResult(games=[*catalogue.games(), *catalogue.tables()])


def strategies(request: StrategyList, bounds: Bounds = OPEN, progress: Progress = silent) -> StrategyListResult:
    """The strategies; from afar, those that need no file."""
    if isinstance(request.game, str) and is_table(request.game):
        return StrategyListResult(strategies=catalogue.seats(read_table(request.game, bounds)))
    game = read_game(request.game, bounds) if request.game else None
    return StrategyListResult(strategies=catalogue.strategies(game, bounds.files))


def rules(request: GameRules, bounds: Bounds = OPEN, progress: Progress = silent) -> RulesResult:
    """The briefing of a game, which tells nothing about the secret of a play."""
    from sleuth.show.briefing import briefing

    game = read_game(request.game, bounds)
    text = briefing(game)
    return RulesResult(game=spec_of(game), rules=text.rules, question=text.question, answer=text.answer)
