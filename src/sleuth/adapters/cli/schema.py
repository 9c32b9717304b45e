"""`sleuth schema`: what every request and every result looks like, as JSON Schema."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen


def register(app: typer.Typer) -> None:
    app.command(name="schema")(show_schema)


def show_schema(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="One request or result, such as Assist; all of them unless given.")
    ] = "",
    json: JsonOption = False,
) -> None:
    """Write the JSON Schema of the requests and of what they give; on one line with --json."""
    from sleuth.app.schema import schema

    if json:
        Screen(json).json(schema(name))
        return
    from json import dumps

    typer.echo(dumps(schema(name), indent=2, ensure_ascii=False))
