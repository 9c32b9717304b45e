"""`sleuth reproduce`: a paper's results beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen, warm


def register(app: typer.Typer) -> None:
    app.command()(reproduce)


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="Which paper: meng-lucas, hofer-nelson or bart.")],
    quick: Annotated[bool, typer.Option("--quick", help="Fewer trials and sizes: some two minutes at most.")] = False,
    out: Annotated[
        str | None, typer.Option(help="Folder for results and figures; a run goes on where it stopped.")
    ] = None,
    trials: Annotated[int | None, typer.Option(min=2, help="Trials of each agent in each game.")] = None,
    workers: Annotated[int | None, typer.Option(min=0, help="Processes to play on; all cores unless given.")] = None,
    json: JsonOption = False,
) -> None:
    """Redo the results of a paper, and show each beside ours."""
    screen = Screen(json)
    warm(screen)
    from sleuth.lab.reproduce import reproduce as redo
    from sleuth.show.figures import claims_table

    folder = Path(out or f"reproduce-{paper}{'-quick' if quick else ''}")
    with screen.progress() as progress:
        done = redo(paper, folder, quick=quick, trials=trials, workers=workers, progress=progress)
    files = done.write(folder)
    if json:
        screen.json(
            {
                "paper": done.paper,
                "title": done.title,
                "claims": [claim.as_json() for claim in done.claims],
                "files": [str(file) for file in files],
            }
        )
        return
    rows = [(c.where, c.published, c.ours + (f" ({c.why})" if c.why else ""), c.agrees) for c in done.claims]
    screen.show(done.title, "", claims_table(rows), "", f"Figures and numbers are in {folder}.")
