"""`sleuth solve`: the best tree of a game, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.options import FLAGS, GameArgument, JsonOption, read_game
from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sleuth.core.game import Game
    from sleuth.core.progress import Progress
    from sleuth.solve.solver import Solution


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
    played = read_game(game, context)
    check_out(played, out, certificate, beam)
    warm(screen)
    from sleuth.core.limit import Limit
    from sleuth.show.solution import finding_table, own_table, solution_table
    from sleuth.solve import solve as find
    from sleuth.solve.certificate import finding_tree
    from sleuth.solve.finding import solve_finding
    from sleuth.solve.own import own_solver

    opening = None if first is None else played.parse_action(first)
    if (own := own_solver(played)) is not None:
        if opening or beam or within is not None or only_possible or out:
            raise typer.BadParameter(
                f"of {played.name} only the worst case is solved, without a tree or a first action"
            )
        least = own(played)
        if json:
            screen.json(least.as_json())
        else:
            screen.show(own_table(least))
        return
    if played.goal.finds:
        if beam or within is not None or only_possible or objective != "mean":
            raise typer.BadParameter(f"of {played.name} only the mean is solved: --first, --seconds and --out")
        with screen.progress() as progress:
            finding = solve_finding(played, first=opening, limit=Limit(seconds=seconds), progress=progress)
        if out is not None:
            finding_tree(finding, opening).save(out)
        _report(screen, finding.as_json(), finding_table(finding), out, {"out": out, "lemmas": None})
        return
    with screen.progress() as progress:
        solution = find(
            played,
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
        saved = {} if out is None else _save(solution, out, certificate, progress)
    _report(screen, solution.as_json(), solution_table(solution), out, saved)


def check_out(game: Game, out: str | None, certificate: bool, beam: int) -> None:
    """Refuse before any work what cannot be written after it."""
    from sleuth.core.offers import sequential
    from sleuth.strategies.tree import Tree, check_announced

    if certificate and (out is None or out.endswith(".dot")):
        raise typer.BadParameter("--certificate goes into a tree file; name one with --out FILE.json")
    if certificate and beam:
        raise typer.BadParameter("--beam proves nothing, so there is no certificate to write; leave one of them out")
    if certificate and (game.goal.finds or sequential(game)):
        raise typer.BadParameter(f"there are no certificates for {game}, where everything must be found; --out alone")
    if out is not None:
        Tree.check_path(out)
        check_announced(game)


def _save(solution: Solution, out: str, certificate: bool, progress: Progress) -> dict[str, Any]:
    """Write the tree, then certify it; whatever becomes of that, the tree stays. Both in JSON values."""
    from sleuth.core.errors import SleuthError
    from sleuth.solve.certificate import certify, save_tree

    save_tree(solution, out)
    saved: dict[str, Any] = {"out": out, "lemmas": None}
    if certificate:
        try:
            proof = certify(solution, progress=progress)
            save_tree(solution, out, proof)
            saved["lemmas"] = len(proof)
        except (SleuthError, MemoryError, KeyboardInterrupt) as error:
            reason = "stopped" if isinstance(error, KeyboardInterrupt) else str(error) or "out of memory"
            saved["error"] = f"the tree is in {out}, without a certificate: {reason}"
    return saved


def _report(
    screen: Screen, values: dict[str, Any], table: RenderableType, out: str | None, saved: dict[str, Any]
) -> None:
    """Show the solution, and where its tree is; exit code 2 where the certificate that was asked for is missing."""
    if screen.as_json:
        screen.json(values if out is None else values | saved)
    else:
        screen.show(table)
    if "error" in saved:
        screen.say(f"sleuth: {saved['error']}")
        raise typer.Exit(2)
    if out is not None and not screen.as_json:
        screen.say(f"The tree is in {out}." + ("" if out.endswith(".dot") else f" Check it: sleuth verify {out}"))
