"""`sleuth solve`: the best tree of a game, with a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.options import FLAGS, GameArgument, JsonOption, read_game
from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sleuth.core.progress import Progress
    from sleuth.solve import Solution


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(solve)


def solve(
    context: typer.Context,
    game: GameArgument,
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
    json: JsonOption = False,
) -> None:
    """Find the best strategy there is, and prove it. Ctrl-C or --seconds give the best so far."""
    screen = Screen(json)
    played = read_game(game, context)
    from sleuth.core.limit import Limit
    from sleuth.show.solution import solution_table
    from sleuth.solve import check_options
    from sleuth.solve import solve as find

    opening = None if first is None else played.parse_action(first)
    wants: dict[str, Any] = {
        "objective": objective,
        "first": opening,
        "beam": beam,
        "within": within,
        "only_possible": only_possible,
    }
    check_options(played, **wants, out=out, certificate=certificate)
    warm(screen)
    with screen.progress() as progress:
        spends: dict[str, Any] = {"symmetry": symmetry, "memory": max(1, memory << 20), "progress": progress}
        solution = find(played, **wants, limit=Limit(seconds=seconds), **spends)
        saved = {} if out is None else _save(solution, out, certificate, progress)
    _report(screen, solution.as_json(), solution_table(solution), out, saved)


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
