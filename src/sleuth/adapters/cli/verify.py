"""`sleuth verify`: is a tree what it says?"""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen


def register(app: typer.Typer) -> None:
    app.command()(verify)


def verify(
    tree: Annotated[str, typer.Argument(metavar="TREE", help="A tree, as `sleuth solve --out` writes it.")],
    json: JsonOption = False,
) -> None:
    """Replay every secret down a tree, through the plain law, and check its certificate if it has one."""
    screen = Screen(json)
    from sleuth.app.checks import Verify
    from sleuth.app.perform import perform

    with screen.progress() as progress:
        verdict = perform(Verify(tree), progress=progress)
    if json:
        screen.json(verdict.as_json())
    else:
        screen.show(*verdict.sentences)
    if not verdict.ok:
        raise typer.Exit(1)
