"""`sleuth solve`: the best tree of a game, with a proof."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import FLAGS, GameArgument, JsonOption, read_game
from sleuth.adapters.cli.screen import Screen, warm


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(solve)


def solve(
    context: typer.Context,
    game: GameArgument,
    objective: Annotated[str, typer.Option(help="What to make least: mean, or worst.")] = "mean",
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
    json: JsonOption = False,
) -> None:
    """Find the best strategy there is, and prove it. Ctrl-C or --seconds give the best so far."""
    screen = Screen(json)
    made = read_game(game, context)
    if certificate and (out is None or out.endswith(".dot")):
        raise typer.BadParameter("--certificate goes into a tree file; name one with --out FILE.json")
    warm(screen)
    from sleuth.core.game import Goal
    from sleuth.core.limit import Limit
    from sleuth.show.solution import finding_table, solution_table, ulam_table
    from sleuth.solve import solve as find
    from sleuth.solve.certificate import certify, tree_of
    from sleuth.solve.finding import solve_finding
    from sleuth.solve.ulam import solve_ulam, ulam_with_lies

    opening = None if first is None else made.parse_action(first)
    if ulam_with_lies(made):
        if opening or beam or within is not None or only_possible or out:
            raise typer.BadParameter(f"of {made.name} only the worst case is solved, without a tree or a first action")
        least = solve_ulam(made)
        if json:
            screen.json(least.as_json())
        else:
            screen.show(ulam_table(least))
        return
    if made.goal is Goal.FIND:
        if beam or within is not None or only_possible or out or objective != "mean":
            raise typer.BadParameter(f"of {made.name} only the mean is solved, without a tree: --first and --seconds")
        with screen.progress() as progress:
            best = solve_finding(made, first=opening, limit=Limit(seconds=seconds), progress=progress)
        if json:
            screen.json(best.as_json())
        else:
            screen.show(finding_table(best))
        return
    with screen.progress() as progress:
        found = find(
            made,
            objective=objective,
            first=opening,
            beam=beam,
            within=within,
            only_possible=only_possible,
            symmetry=symmetry,
            limit=Limit(seconds=seconds),
            memory=max(1, memory << 20),
            progress=progress,
        )
        told = found.as_json()
        if out is not None:
            proof = None
            if certificate:
                proof = certify(found, first=opening, only_possible=only_possible, progress=progress)
            tree_of(found, proof).save(out)
            told |= {"out": out, "lemmas": None if proof is None else len(proof)}
    if json:
        screen.json(told)
        return
    screen.show(solution_table(found))
    if out is not None:
        screen.say(f"The tree is in {out}." + ("" if out.endswith(".dot") else f" Check it: sleuth verify {out}"))
