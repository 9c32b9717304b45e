"""`sleuth myst`: the card game of Bart's thesis."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from sleuth.adapters.cli.clue_simulate import AgentsArgument, GamesOption, OutOption, WorkersOption, run
from sleuth.adapters.cli.options import JsonOption, SeedOption
from sleuth.adapters.cli.screen import Screen, warm


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
    bluff = bluff or q > 1  # among several cards one's own are camouflage, and always allowed
    from sleuth.core.limit import Limit
    from sleuth.multiplayer.recurrence import MOST_EXACT

    if bluff:
        from sleuth.multiplayer.equilibrium import highs

        highs()  # one that is missing is told now, and not after the kernels were compiled
    if bluff or m + 2 * n > MOST_EXACT:
        warm(screen)
    from sleuth.multiplayer.values import bluffing_value, plain_value

    if not bluff:
        told = plain_value(m, n)
    else:
        with screen.progress() as progress:
            told = bluffing_value(m, n, q, iterations, situations, progress, Limit(seconds=seconds))
    if json:
        screen.json(told)
        return
    exact = f" = {told['exact']}" if told["exact"] else ""
    screen.show(f"{told['game']}: the first player wins with chance {told['value']:.6f}{exact}.")
    if not bluff:
        screen.show("Bluffing is not allowed, so that every answer is public: recurrence (4.1) of the thesis.")
        return
    if told["method"] == "cfr+":
        early = {"time": "; the time was up", "interrupt": "; it was interrupted"}.get(told["stopped"], "")
        screen.show(f"The value lies from {told['low']:.6f} to {told['high']:.6f}{early}.")
    screen.show(
        f"The first question is a bluff with chance {told['bluff_frequency']:.4f}. "
        f"Best replies gain {told['exploitability']:.1e} ({told['method']}, {told['leaves']:,} leaves)."
    )
    if told["situations"]:
        from rich.table import Table

        table = Table("player", "so far", "reached", "bluffs", box=None, header_style="bold")
        for row in told["situations"]:
            shown = (row["past"] or "the start", f"{row['reached']:.3f}", f"{row['bluff']:.3f}")
            table.add_row(str(row["player"]), *shown)
        screen.show("", table)


def solvable(
    m: Annotated[int, typer.Option("--m", help="Cards in the pile.")],
    n: Annotated[int, typer.Option("--n", help="Cards in each hand.")],
    p: Annotated[int, typer.Option("--p", help="Players.")],
    q: Annotated[int, typer.Option("--q", help="Cards in a question.")],
    json: JsonOption = False,
) -> None:
    """Say whether asking alone can force the pile into the open, with a winning sequence where it can."""
    screen = Screen(json)
    from sleuth.multiplayer.cards import cards_of
    from sleuth.multiplayer.myst import Myst
    from sleuth.multiplayer.solvable import verdict, winning_sequence

    game = Myst(m, n, p, q)
    found = verdict(game)
    # Cards have no order, so one deal stands for all: the pile has the first ones, then player 1, and so on.
    edges = [0, m, *(m + n * i for i in range(1, p + 1))]
    deal = tuple(cards_of(range(a, b)) for a, b in pairwise(edges))
    sequence = [game.format_cards(question) for question in winning_sequence(game, deal) or ()]
    hands = {str(holder): game.format_cards(cards) for holder, cards in enumerate(deal)}
    if json:
        told: dict[str, Any] = {
            "game": str(game),
            "solvable": found.solvable,
            "lemma": found.lemma,
            "questions": found.questions,
            "reason": found.reason,
            "deal": hands,
            "sequence": sequence,
        }
        screen.json(told)
        return
    screen.show(f"{game}: {'solvable' if found.solvable else 'not solvable'} (Lemma {found.lemma}). {found.reason}.")
    if sequence:
        screen.show("", f"The pile is {hands['0']} and player 1 holds {hands['1']}. Player 1 asks:")
        screen.show(*(f"{number:>3}  {question}" for number, question in enumerate(sequence, 1)))


def check(
    formula: Annotated[str, typer.Argument(metavar="FORMULA", help="For one, K(3, !h(2,s5)).")],
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="The game so far, one action a line.")],
    json: JsonOption = False,
) -> None:
    """Say whether a formula about who holds and who knows what is true after a log."""
    screen = Screen(json)
    from sleuth.multiplayer.formula_text import format_formula, parse_formula
    from sleuth.multiplayer.transcript import Transcript
    from sleuth.multiplayer.worlds import MOST_WORLDS

    told = Transcript.read(log)
    read = parse_formula(told.game, formula)
    if told.game.deal_count > MOST_WORLDS:
        warm(screen)
    from sleuth.multiplayer.knowledge import check as check_formula

    value = check_formula(told, read)
    text = format_formula(told.game, read)
    if json:
        screen.json({"game": str(told.game), "formula": text, "value": value, "events": len(told.events)})
        return
    said = "open: true in some deals that agree with the log, false in others" if value is None else str(value).lower()
    screen.show(f"{text} is {said}")


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
    from sleuth.multiplayer.myst import Myst

    run(Screen(json), Myst(m, n, p, q), players, games, seed, workers, out)
