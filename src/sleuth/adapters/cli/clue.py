"""`sleuth clue`: help at a real table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.clue_simulate import AgentsArgument, GamesOption, WorkersOption, run
from sleuth.adapters.cli.options import JsonOption, SeedOption
from sleuth.adapters.cli.screen import Screen, warm

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.multiplayer.cluelog import ClueLog
    from sleuth.multiplayer.counting import Position

LISTED = 10
"""Solutions that are shown."""
SURE = 1e-9


def register(app: typer.Typer) -> None:
    commands = typer.Typer(
        name="clue",
        help="Clue: who has what, from a log that you type.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (assist, simulate):
        commands.command()(command)
    app.add_typer(commands)


def simulate(
    players: AgentsArgument,
    seats: Annotated[int, typer.Option("--players", min=2, max=6, help="Seats at the table.")] = 3,
    games: GamesOption = 300,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    drawn_rooms: Annotated[
        bool, typer.Option("--drawn-rooms", help="The room of each suggestion is drawn by chance, as by dice.")
    ] = False,
    edition: Annotated[str, typer.Option(help="A file with another set of cards.")] = "classic",
    json: JsonOption = False,
) -> None:
    """Let computer players play many games of Clue, every deal from every seat."""
    from sleuth.multiplayer.clue import Clue, Edition

    run(Screen(json), Clue.of(seats, Edition.read(edition), drawn_rooms), players, games, seed, workers)


def assist(
    log: Annotated[Path, typer.Option("--log", metavar="FILE", help="The game so far, one turn a line.")],
    shows: Annotated[
        str,
        typer.Option("--shows", help="How the others choose the card they show: random, repeat, or any (no evidence)."),
    ] = "random",
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="FORMULA", help="Name the fewest lines from which this follows, as h(Ben,Rope)."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Say who has what after a log: how many deals are left, and how likely each card is where."""
    screen = Screen(json)
    from sleuth.multiplayer.cluelog import ClueLog
    from sleuth.multiplayer.shows import parse_policy

    policy = parse_policy(shows)
    read = ClueLog.read(log)
    warm(screen)
    from sleuth.multiplayer.counting import Position
    from sleuth.multiplayer.errors import NoWorldError
    from sleuth.multiplayer.reasons import clash

    evidence = read.evidence()
    position = Position.of(evidence, policy)
    if not position.worlds:
        raise NoWorldError(f"no deal explains this log; {clash(evidence)}")
    reasons = None if why is None else _why(read, why)
    if json:
        screen.json(_as_json(read, position, shows) | ({} if reasons is None else {"why": reasons}))
        return
    screen.show(_notebook(read, position), "")
    screen.show(
        f"{position.worlds:,} deals are left; {position.entropy_bits:.2f} bits are missing to know the envelope."
    )
    for cards, probability in position.piles[:LISTED]:
        screen.show(f"{probability:>7.1%}  {read.game.format_cards(cards)}")
    if reasons is not None:
        screen.show("", *_reason_lines(reasons))


def _why(log: ClueLog, text: str) -> dict[str, Any]:
    from sleuth.core.errors import ParameterError
    from sleuth.multiplayer.formula_text import format_formula, parse_formula
    from sleuth.multiplayer.formulas import is_plain
    from sleuth.multiplayer.reasons import why

    formula = parse_formula(log.game, text)
    if not is_plain(formula):
        raise ParameterError("--why takes a formula about cards, such as h(0,Plum) or !h(0,Plum); K is implied")
    found = why(log.evidence(), formula)
    entries = [{"line": entry.line, "text": entry.text} for entry in found or ()]
    return {"formula": format_formula(log.game, formula), "known": found is not None, "entries": entries}


def _reason_lines(reasons: dict[str, Any]) -> list[str]:
    if not reasons["known"]:
        return [f"{reasons['formula']} does not follow from the log."]
    if not reasons["entries"]:
        return [f"{reasons['formula']} follows from the hand and the rules."]
    lines = [f"line {entry['line']}: {entry['text']}" for entry in reasons["entries"]]
    return [f"{reasons['formula']} follows from these, and from nothing shorter:", *lines]


def _as_json(log: ClueLog, position: Position, shows: str) -> dict[str, Any]:
    game = log.game

    def row(holder: int) -> dict[str, float]:
        return dict(zip(game.names, position.probabilities[holder].tolist(), strict=True))

    return {
        "game": str(game),
        "players": list(game.player_names),
        "me": None if log.me is None else game.player_names[log.me - 1],
        "turns": len(log.turns),
        "shows": shows,
        "worlds": position.worlds,
        "entropy_bits": position.entropy_bits,
        "envelope": row(0),
        "hands": {game.player_names[i - 1]: row(i) for i in game.players},
        "solutions": [
            {"cards": game.format_cards(cards).split(", "), "probability": probability}
            for cards, probability in position.piles[:LISTED]
        ],
    }


def _notebook(log: ClueLog, position: Position) -> Table:
    from rich.table import Table

    game = log.game
    table = Table("", *game.player_names, "envelope", box=None, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    for sort in game.sorts:
        for card in (x for x in range(len(game.names)) if sort.cards >> x & 1):
            chances = [float(position.probabilities[k, card]) for k in (*game.players, 0)]
            table.add_row(game.format_card(card), *map(_cell, chances))
        if sort is not game.sorts[-1]:
            table.add_row()
    return table


def _cell(chance: float) -> str:
    if chance < SURE:
        return "·"
    return "yes" if chance > 1 - SURE else f"{chance:.0%}"
