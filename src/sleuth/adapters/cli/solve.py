"""`sleuth solve` and `sleuth verify`: the best tree of a game with a proof, and whether a tree is what it says."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Lines, Screen

PartOption = Annotated[
    str, typer.Option("--history", metavar="A=F;A=F", help="Draw the part of the tree that follows these steps.")
]
DepthOption = Annotated[int | None, typer.Option("--depth", min=1, help="Draw so many questions deep.")]


def solve(
    context: typer.Context,
    game: options.GameName,
    objective: Annotated[
        str | None,
        typer.Option(
            help="What to make least: mean; worst; within=N, what comes later than N steps; or setter, the mean "
            "against whoever hides the secret. "
            "Mean unless only the worst case is solved."
        ),
    ] = None,
    first: Annotated[str | None, typer.Option(help="The first action, if it is fixed.")] = None,
    beam: Annotated[
        int, typer.Option(min=0, help="Try only so many actions at each set; quick, and proves nothing.")
    ] = 0,
    within: Annotated[
        int | None, typer.Option(min=0, help="The most steps a play may take; 0 for any number. Wordle has 6.")
    ] = None,
    only_possible: Annotated[bool, typer.Option("--only-possible", help="Guess only what may be the secret.")] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Of trees with the least total, one with the shortest longest play.")
    ] = False,
    bound: Annotated[
        float | None, typer.Option(help="Is there a tree with a total below this? That tree, or the proof of none.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time for it; then the best tree so far, and a lower bound.")
    ] = None,
    symmetry: Annotated[bool, typer.Option(help="Try one action of those that are alike.")] = True,
    memory: Annotated[int, typer.Option(min=0, help="Memory for what is known of sets, in MiB.")] = 512,
    out: Annotated[
        str | None,
        typer.Option(
            help="Write the tree to this file: JSON, a .proof, or a drawing for .svg, .html (it folds) and .dot."
        ),
    ] = None,
    history: PartOption = "",
    depth: DepthOption = None,
    certificate: Annotated[
        bool, typer.Option("--certificate", help="Add to the file what it takes to check the proof.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Count how many first actions and how many trees are optimal.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Find the best strategy there is, and prove it. Ctrl-C or --seconds give the best so far."""
    screen = Screen(json)
    subject = options.read_any(game, context)
    from sleuth.app.solve import check_solve
    from sleuth.app.trees import is_whole

    wants = objective or "", first or "", beam, within, only_possible, shortest, bound
    spending = symmetry, seconds, max(1, memory << 20)
    request = app.Solve(subject, *wants, *spending, out or "", certificate, history, depth, count)
    check_solve(request)
    outcome = screen.report(request, lambda outcome: [show.solution_table(outcome.solution, outcome.counts)])
    if outcome.error:
        screen.say(f"sleuth: {outcome.error}")
        raise typer.Exit(2)
    if outcome.out and not json:
        check = f" Check it: sleuth verify {out}" if is_whole(outcome.out) else ""
        screen.say(f"The tree is in {out}.{check}")


def tree(
    tree: Annotated[
        str,
        typer.Argument(metavar="TREE", help="A tree, as `sleuth solve --out` writes it; or a game of the book."),
    ],
    out: Annotated[
        str | None, typer.Option(help="Draw it into this file: .svg, .html (it folds, and finds a secret) or .dot.")
    ] = None,
    history: PartOption = "",
    depth: DepthOption = None,
    json: options.Json = False,
) -> None:
    """Look at a tree that is there already: in the terminal, or drawn into a file. Nothing is solved."""
    screen = Screen(json)

    def lines(drawn: app.DrawnTree) -> Lines:
        after = f" after {history}" if history else ""
        return [] if out else [show.tree_view(drawn.node, f"a tree of {drawn.tree.game}{after}", depth)]

    screen.report(app.DrawTree(tree, out or "", history, depth), lines)
    if out is not None and not json:
        screen.say(f"The drawing is in {out}.")


def verify(
    tree: Annotated[str, typer.Argument(metavar="TREE", help="A tree or a proof, as `sleuth solve --out` writes it.")],
    table: Annotated[
        str, typer.Option(help="Write the answers of the game to this file, for another checker of a proof.")
    ] = "",
    json: options.Json = False,
) -> None:
    """Replay every secret down a tree, through the plain law, and check its certificate if it has one."""
    verdict = Screen(json).report(app.Verify(tree, table), lambda verdict: verdict.sentences)
    if not verdict.ok:
        raise typer.Exit(1)
