"""What there is: games and strategies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen

if TYPE_CHECKING:
    from sleuth.app.results import EntryResult


def register(app: typer.Typer) -> None:
    app.command()(games)
    app.command()(strategies)


def games(json: JsonOption = False) -> None:
    """List the games, with their parameters."""
    from sleuth.app.catalogue import games as every_game

    _list("games", every_game(), Screen(json))


def strategies(
    game: Annotated[str | None, typer.Argument(help="Only those that can play this game.")] = None,
    json: JsonOption = False,
) -> None:
    """List the strategies, with their parameters: all, or those that can play a game."""
    from sleuth.app.browse import StrategyList
    from sleuth.app.perform import perform

    _list("strategies", perform(StrategyList(game or "")).strategies, Screen(json))


def _list(what: str, entries: list[EntryResult], screen: Screen) -> None:
    if screen.as_json:
        screen.json({what: [entry.as_json() for entry in entries]})
    else:
        list_entries(entries, screen)


def list_entries(entries: list[EntryResult], screen: Screen) -> None:
    """Show some of the catalogue to a person."""
    from sleuth.show.figures import catalogue_table

    rows = []
    for entry in entries:
        shown = ", ".join(k if v in ("", None, False) else f"{k}={v}" for k, v in entry.parameters.items())
        rows.append((entry.name, entry.summary, shown))
    screen.show(catalogue_table(rows))
