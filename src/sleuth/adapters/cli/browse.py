"""What there is: games and strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen

if TYPE_CHECKING:
    from sleuth.core.spec import Specified


def register(app: typer.Typer) -> None:
    app.command()(games)
    app.command()(strategies)


def games(json: JsonOption = False) -> None:
    """List the games, with their parameters."""
    list_games(Screen(json))


def list_games(screen: Screen) -> None:
    """Show the catalogue of games."""
    from sleuth.games.catalogue import game_class, game_names

    _list("games", [(name, game_class(name)) for name in game_names()], screen)


def strategies(
    game: Annotated[str | None, typer.Argument(help="Only those that can play this game.")] = None,
    json: JsonOption = False,
) -> None:
    """List the strategies, with their parameters: all, or those that can play a game."""
    from sleuth.games.catalogue import parse_game
    from sleuth.strategies.catalogue import strategy_class, strategy_names

    played = None if game is None else parse_game(game)
    every = [(name, strategy_class(name)) for name in strategy_names()]
    _list("strategies", [(n, kind) for n, kind in every if played is None or kind.plays(played)], Screen(json))


def _list(what: str, entries: list[tuple[str, Any]], screen: Screen) -> None:
    if screen.as_json:
        listed = [{"name": name, "summary": cls.summary(), "parameters": _defaults(cls)} for name, cls in entries]
        screen.json({what: listed})
        return
    from sleuth.show.figures import catalogue_table

    rows = []
    for name, cls in entries:
        shown = ", ".join(k if v in ("", None, False) else f"{k}={v}" for k, v in _defaults(cls).items())
        rows.append((name, cls.summary(), shown))
    screen.show(catalogue_table(rows))


def _defaults(cls: type[Specified]) -> dict[str, Any]:
    return {key: parameter.default for key, parameter in cls.parameters().items()}
