"""`sleuth reproduce`: a paper's results beside ours."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen, warm


def register(app: typer.Typer) -> None:
    app.command()(reproduce)


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER", help="Which paper: meng-lucas, hutchison, maheshwari-singhvi, hofer-nelson or bart."
        ),
    ],
    quick: Annotated[bool, typer.Option("--quick", help="Fewer trials and sizes: some two minutes at most.")] = False,
    out: Annotated[
        str | None, typer.Option(help="Folder for results and figures; a run goes on where it stopped.")
    ] = None,
    trials: Annotated[
        int | None, typer.Option(min=2, help="Plays of each player, for meng-lucas and maheshwari-singhvi.")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=0, help="Processes to play on; all cores unless given.")] = None,
    words: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The list of words for maheshwari-singhvi; common English words unless given."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Redo the results of a paper: each claim, the verdict on it, and our figure.

    A claim holds, holds up to some size, is false (with the counterexample), or is not checkable (with the reason).
    """
    screen = Screen(json)
    warm(screen)
    from sleuth.app.lab import Reproduce
    from sleuth.app.perform import perform
    from sleuth.show.figures import claims_table

    request = Reproduce(paper, quick, out or "", trials, workers, words or "")
    with screen.progress() as progress:
        result = perform(request, progress=progress)
    if json:
        screen.json(result.as_json())
        return
    rows = [
        (c.where, c.published, c.judgement, " ".join(filter(None, [c.ours, f"({c.why})" if c.why else ""])), c.agrees)
        for c in result.claims
    ]
    screen.show(result.title, "", claims_table(rows), "", f"Figures and numbers are in {result.folder}.")
