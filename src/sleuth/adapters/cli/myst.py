"""`sleuth myst`: the card game of Bart's thesis."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from sleuth.adapters.cli.options import JsonOption
from sleuth.adapters.cli.screen import Screen, warm


def register(app: typer.Typer) -> None:
    commands = typer.Typer(
        name="myst",
        help="MYST: m cards in a pile, n in each of p hands, questions of q cards.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (solvable, check):
        commands.command()(command)
    app.add_typer(commands)


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
