"""`sleuth new`: files to begin with."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen


def game(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet, such as pegs.py.")],
    json: options.Json = False,
) -> None:
    """Write a game of fifteen lines, with comments on what else a game may have."""
    Screen(json).write(app.perform(app.NewGame(file)), _lines)


def agent(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that is not there yet, such as hopeful.py.")],
    json: options.Json = False,
) -> None:
    """Write an agent that plays any game, with comments on what it is given."""
    Screen(json).write(app.perform(app.NewAgent(file)), _lines)


def plugin(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="A folder that is not there yet, such as heater.")],
    json: options.Json = False,
) -> None:
    """Write a package with a game, a player, boards, and tests that pass."""
    Screen(json).write(app.perform(app.NewPlugin(folder)), _lines)


def _lines(result: app.NewFilesResult) -> Lines:
    yield "Written:"
    yield from (f"  {file}" for file in result.files)
    yield "Next:"
    yield from (f"  {command}" for command in result.next)
