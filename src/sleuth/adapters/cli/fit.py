"""`sleuth fit`: which entropy a player's questions reveal."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import JsonOption, SeedOption, complete_game, read_game
from sleuth.adapters.cli.screen import Screen, warm
from sleuth.core.extras import extra


def register(app: typer.Typer) -> None:
    app.command()(fit)


def fit(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Records of plays, or CSV with columns history, question.")
    ],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game of CSV files.", autocompletion=complete_game),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Write the likelihood surface and the numbers here.")
    ] = None,
    resamples: Annotated[int, typer.Option(min=100, help="Resampled sets of plays, for the intervals.")] = 1000,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Find the entropy that explains somebody's questions: its order, its degree, and their noise."""
    screen = Screen(json)
    made = None if game is None else read_game(game)
    if out is not None:
        extra("plots", "the likelihood surface", "matplotlib")
    warm(screen)
    from sleuth.app.lab import FitPlayer
    from sleuth.app.perform import perform
    from sleuth.lab.fit_text import fit_view

    with screen.progress() as progress:
        report = perform(FitPlayer(tuple(files), made or "", out or "", resamples, seed), progress=progress)
    if json:
        screen.json(report.as_json())
        return
    screen.show(fit_view(report.fit))
    if report.files:
        screen.show("", f"Written: {', '.join(report.files)}.")
