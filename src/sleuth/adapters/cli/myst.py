"""`sleuth myst`: the card game of Bart's thesis."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sleuth.adapters.cli.clue_simulate import AgentsArgument, GamesOption, OutOption, WorkersOption, run
from sleuth.adapters.cli.options import JsonOption, SeedOption
from sleuth.adapters.cli.screen import Screen, warm
from sleuth.core.errors import ParameterError
from sleuth.core.files import read_text


def register(app: typer.Typer) -> None:
    commands = typer.Typer(
        name="myst",
        help="MYST: m cards in a pile, n in each of p hands, questions of q cards.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (value, solvable, check, simulate):
        commands.command()(command)
    app.add_typer(commands)


def value(
    m: Annotated[int, typer.Option("--m", min=1, help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", min=1, help="Cards in each hand.")],
    q: Annotated[int, typer.Option("--q", min=1, help="Cards in a question.")] = 1,
    bluff: Annotated[bool, typer.Option("--bluff", help="Players may ask for their own cards.")] = False,
    iterations: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Rounds of CFR+ where no linear program fits: 2,000, or as many as there is time for.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time for it; then a bracket, as good as it got.")
    ] = None,
    situations: Annotated[int, typer.Option(min=0, help="How many situations to list with their bluffs.")] = 8,
    json: JsonOption = False,
) -> None:
    """The chance that the first of two players wins, if both play as well as can be.

    With bluffs, --seconds or Ctrl-C give what was found so far: a low and a high end.
    """
    screen = Screen(json)
    from sleuth.app.myst import needs_kernels
    from sleuth.app.perform import perform
    from sleuth.app.requests import MystValue

    request = MystValue(m, n, q, bluff, iterations, seconds, situations)
    if needs_kernels(request):
        warm(screen)
    with screen.progress() as progress:
        found = perform(request, progress=progress)
    if json:
        screen.json(found.as_json())
        return
    exact = f" = {found.exact}" if found.exact else ""
    screen.show(f"{found.game}: the first player wins with chance {found.value:.6f}{exact}.")
    if not found.bluff:
        screen.show("Bluffing is not allowed, so that every answer is public: recurrence (4.1) of the thesis.")
        return
    if found.method == "cfr+":
        early = {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(found.stopped, "")
        screen.show(f"The value lies from {found.low:.6f} to {found.high:.6f}{early}.")
    screen.show(
        f"The first question is a bluff with chance {found.bluff_frequency:.4f}. "
        f"Best replies gain {found.exploitability:.1e} ({found.method}, {found.leaves:,} leaves)."
    )
    if found.situations:
        from sleuth.show.seats import bluffs_table

        screen.show("", bluffs_table(found.as_json()["situations"]))


def solvable(
    m: Annotated[int, typer.Option("--m", help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", help="Cards in each hand.")],
    p: Annotated[int, typer.Option("--p", help="Players.")],
    q: Annotated[int, typer.Option("--q", help="Cards in a question.")],
    json: JsonOption = False,
) -> None:
    """Say whether asking alone can force the pile into the open, with a winning sequence where it can."""
    screen = Screen(json)
    from sleuth.app.perform import perform
    from sleuth.app.requests import MystSolvable

    found = perform(MystSolvable(m, n, p, q))
    if json:
        screen.json(found.as_json())
        return
    screen.show(
        f"{found.game}: {'solvable' if found.solvable else 'not solvable'} (Lemma {found.lemma}). {found.reason}."
    )
    if found.sequence:
        screen.show("", f"The pile is {found.deal['0']} and player 1 holds {found.deal['1']}. Player 1 asks:")
        screen.show(*(f"{number:>3}  {question}" for number, question in enumerate(found.sequence, 1)))


def check(
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help="For one, K(3, !h(2,s5)).")],
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="The game so far, one action a line.")],
    json: JsonOption = False,
) -> None:
    """Say whether a formula about who holds and who knows what is true after a log."""
    screen = Screen(json)
    from sleuth.app.myst import needs_kernels
    from sleuth.app.perform import perform
    from sleuth.app.requests import MystCheck

    request = MystCheck(formula, read_text(log, "log", ParameterError))
    if needs_kernels(request):
        warm(screen)
    found = perform(request)
    if json:
        screen.json(found.as_json())
        return
    unsure = "open: true in some deals that agree with the log, false in others"
    screen.show(f"{found.formula} is {unsure if found.value is None else str(found.value).lower()}")


def simulate(
    players: AgentsArgument,
    m: Annotated[int, typer.Option("--m", help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", help="Cards in each hand.")],
    p: Annotated[int, typer.Option("--p", help="Players.")] = 2,
    q: Annotated[int, typer.Option("--q", help="Cards in a question.")] = 1,
    games: GamesOption = 300,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Let computer players play many games of MYST, every deal from every seat."""
    from sleuth.app.requests import MystSimulate

    request = MystSimulate(
        agents=tuple(players), m=m, n=n, p=p, q=q, games=games, seed=seed, workers=workers, out=str(out or "")
    )
    run(Screen(json), request)
