"""Requests for what there is, and for the rules of a game as text."""

from __future__ import annotations

from itertools import islice

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


class SecretList(Request, home="sleuth.app.listings:secrets"):
    """Every secret of a small game as people say it."""

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


class SecretResult(Result):
    """A secret as people say it."""

    secret: str
    """As the game writes it."""
    spoken: str
    picture: str = ""
    """A small drawing of it, where the game has one."""


class SecretListResult(Result):
    """The secrets of a game."""

    secrets: list[SecretResult]
    """All that are possible; none where there are more than 50."""


MAX_SECRETS = 50
"""Nobody goes through more of them."""


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


def secrets(request: SecretList, bounds: Bounds = OPEN, progress: Progress = silent) -> SecretListResult:
    """The secrets of a game, if there are few."""
    from sleuth.app.views import picture_of
    from sleuth.show.spoken import spoken_secret

    game = read_game(request.game, bounds)
    listed = list(islice((secret for secret in game.secrets() if game.prior(secret) > 0), MAX_SECRETS + 1))
    few = listed if len(listed) <= MAX_SECRETS else []
    return SecretListResult(
        secrets=[
            SecretResult(
                secret=game.format_secret(secret),
                spoken=spoken_secret(game, secret),
                picture=picture_of(game, "secret", secret),
            )
            for secret in few
        ]
    )
