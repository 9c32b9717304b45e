"""`sleuth fit`: which entropy a player's questions reveal."""

from __future__ import annotations

from pathlib import Path
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
    from sleuth.lab.asked import read_questions
    from sleuth.lab.fit_figures import write_fit
    from sleuth.lab.fitting import fit as fit_all
    from sleuth.show.fit import fit_view

    with screen.progress() as progress:
        found = fit_all(read_questions(files, made), resamples=resamples, seed=seed, progress=progress)
    written = [] if out is None else [str(path) for path in write_fit(found, Path(out))]
    if json:
        screen.json({**found.as_json(), "files": written})
        return
    screen.show(fit_view(found))
    if written:
        screen.show("", f"Written: {', '.join(written)}.")
