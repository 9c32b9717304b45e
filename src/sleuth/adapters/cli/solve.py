"""`sleuth solve` and `sleuth verify`: the best tree of a game with a proof, and whether a tree is what it says."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen


def solve(
    context: typer.Context,
    game: options.GameName,
    objective: Annotated[
        str | None, typer.Option(help="What to make least: mean, or worst; mean unless only the worst case is solved.")
    ] = None,
    first: Annotated[str | None, typer.Option(help="The first action, if it is fixed.")] = None,
    beam: Annotated[
        int, typer.Option(min=0, help="Try only so many actions at each set; quick, and proves nothing.")
    ] = 0,
    within: Annotated[
        int | None, typer.Option(min=0, help="The most steps a play may take; 0 for any number. Wordle has 6.")
    ] = None,
    only_possible: Annotated[bool, typer.Option("--only-possible", help="Guess only what may be the secret.")] = False,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time for it; then the best tree so far, and a lower bound.")
    ] = None,
    symmetry: Annotated[bool, typer.Option(help="Try one action of those that are alike.")] = True,
    memory: Annotated[int, typer.Option(min=0, help="Memory for what is known of sets, in MiB.")] = 512,
    out: Annotated[str | None, typer.Option(help="Write the tree to this file: JSON, or Graphviz for .dot.")] = None,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Add to the file what it takes to check the proof.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Find the best strategy there is, and prove it. Ctrl-C or --seconds give the best so far."""
    screen = Screen(json)
    subject = options.read_any(game, context)
    from sleuth.app.solve import check_solve

    wants = objective or "", first or "", beam, within, only_possible, symmetry, seconds, max(1, memory << 20)
    request = app.Solve(subject, *wants, out or "", certificate)
    check_solve(request)
    outcome = screen.report(request, lambda outcome: [show.solution_table(outcome.solution)])
    if outcome.error:
        screen.say(f"sleuth: {outcome.error}")
        raise typer.Exit(2)
    if out is not None and not json:
        screen.say(f"The tree is in {out}." + ("" if out.endswith(".dot") else f" Check it: sleuth verify {out}"))


def verify(
    tree: Annotated[str, typer.Argument(metavar="TREE", help="A tree, as `sleuth solve --out` writes it.")],
    json: options.Json = False,
) -> None:
    """Replay every secret down a tree, through the plain law, and check its certificate if it has one."""
    verdict = Screen(json).report(app.Verify(tree), lambda verdict: verdict.sentences)
    if not verdict.ok:
        raise typer.Exit(1)
