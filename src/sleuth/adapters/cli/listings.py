"""What there is: games and their rules, strategies, and what every request and every result looks like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen

if TYPE_CHECKING:
    from rich.table import Table


def games(json: options.Json = False) -> None:
    """List the games, with their parameters."""
    from sleuth.app import catalogue

    _list("games", [*catalogue.games(), *catalogue.tables()], Screen(json))


def strategies(
    game: Annotated[str | None, typer.Argument(help="Only those that can play this game.")] = None,
    json: options.Json = False,
) -> None:
    """List the strategies, with their parameters: all, or those that can play a game.

    Your own are named by file (FILE.py, FILE.py:Class), by module (module:Class), or as a program (command:run=...);
    `sleuth new agent FILE` writes one.
    """
    _list("strategies", app.perform(app.StrategyList(game or "")).strategies, Screen(json))


def rules(context: typer.Context, game: options.GameName, json: options.Json = False) -> None:
    """Say the rules of a game, how a question is written and how an answer is, to one who has never seen it."""
    Screen(json).report(app.GameRules(options.read_game(game, context)), _rules_lines)


def _rules_lines(result: app.RulesResult) -> Lines:
    yield "\n\n".join((result.rules, result.question, result.answer))


def _list(what: str, entries: list[app.EntryResult], screen: Screen) -> None:
    if screen.as_json:
        screen.json({what: [entry.as_json() for entry in entries]})
    else:
        screen.show(entries_table(entries))


def entries_table(entries: list[app.EntryResult]) -> Table:
    """Some of the catalogue: names, summaries and parameters with their defaults."""
    rows = []
    for entry in entries:
        parameters = ", ".join(k if v in ("", None, False) else f"{k}={v}" for k, v in entry.parameters.items())
        rows.append((entry.name, entry.summary, parameters))
    return show.catalogue_table(rows)


def schema(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="One request or result, such as Assist; all of them unless given.")
    ] = "",
    json: options.Json = False,
) -> None:
    """Write the JSON Schema of the requests and of what they give; on one line with --json."""
    if json:
        Screen(json).json(app.schema(name))
        return
    from json import dumps

    typer.echo(dumps(app.schema(name), indent=2, ensure_ascii=False))
