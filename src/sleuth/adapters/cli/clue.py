"""`sleuth clue`: help at a real table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sleuth.adapters.cli.clue_simulate import AgentsArgument, GamesOption, OutOption, WorkersOption, run
from sleuth.adapters.cli.options import JsonOption, SeedOption
from sleuth.adapters.cli.screen import Screen, warm
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from rich.table import Table

    from sleuth.multiplayer.advice import Advice, Option
    from sleuth.multiplayer.cluelog import ClueLog
    from sleuth.multiplayer.counting import Position

LISTED = 10
"""Solutions that are shown."""
SURE = 1e-9
DrawnRoomsOption = Annotated[
    bool, typer.Option("--drawn-rooms", help="The room of each suggestion is drawn by chance, as by dice.")
]
EditionOption = Annotated[str, typer.Option("--edition", metavar="FILE", help="A file with another set of cards.")]


def register(app: typer.Typer) -> None:
    commands = typer.Typer(
        name="clue",
        help="Clue: who has what, from a log that you type.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for command in (assist, play, simulate):
        commands.command()(command)
    app.add_typer(commands)


def play(
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="Your opponents: race, most-likely, and so on.")
    ] = None,
    seats: Annotated[int, typer.Option("--players", min=2, max=6, help="Seats at the table, yours too.")] = 3,
    seat: Annotated[int, typer.Option(min=1, max=6, help="Your seat; seat 1 begins.")] = 1,
    drawn_rooms: DrawnRoomsOption = False,
    edition: EditionOption = "classic",
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Fixes the deal and the other players.")] = None,
    json: JsonOption = False,
) -> None:
    """Play Clue against computer players."""
    screen = Screen(json)
    from sleuth.adapters.cli.clue_play import Table as PlayTable
    from sleuth.multiplayer.clue import Clue, Edition

    game = Clue.of(seats, Edition.read(edition), drawn_rooms)
    if seat not in game.players:
        raise ParameterError(f"a table of {seats} has no seat {seat}")
    warm(screen)
    raise typer.Exit(PlayTable(screen, game, seat, players or ["race"], seed).run())


def simulate(
    players: AgentsArgument,
    seats: Annotated[int, typer.Option("--players", min=2, max=6, help="Seats at the table.")] = 3,
    games: GamesOption = 300,
    seed: SeedOption = 0,
    workers: WorkersOption = 1,
    out: OutOption = None,
    drawn_rooms: DrawnRoomsOption = False,
    edition: EditionOption = "classic",
    json: JsonOption = False,
) -> None:
    """Let computer players play many games of Clue, every deal from every seat."""
    from sleuth.multiplayer.clue import Clue, Edition

    run(Screen(json), Clue.of(seats, Edition.read(edition), drawn_rooms), players, games, seed, workers, out)


def assist(
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="The game so far, one turn a line. Without it you type the lines."),
    ] = None,
    shows: Annotated[
        str,
        typer.Option("--shows", help="How the others choose the card they show: random, repeat, or any (no evidence)."),
    ] = "random",
    why: Annotated[
        str | None,
        typer.Option("--why", metavar="FORMULA", help="Name the fewest lines from which this follows, as h(Ben,Rope)."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Keep what you type in this file, and go on with it."),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Help at a real table: who has what, what to suggest and why, what the others could know, when to accuse."""
    screen = Screen(json)
    from sleuth.multiplayer.cluelog import ClueLog
    from sleuth.multiplayer.shows import parse_policy

    policy = parse_policy(shows)
    if log is None:
        from sleuth.adapters.cli.clue_assist import Desk

        if json:
            raise ParameterError("with --json, name the log with --log FILE")
        warm(screen)
        raise typer.Exit(Desk(screen, shows, record, seed).run())
    read = ClueLog.read(log)
    warm(screen)
    from sleuth.multiplayer.counting import Position
    from sleuth.multiplayer.errors import NoWorldError
    from sleuth.multiplayer.reasons import clash

    evidence = read.evidence()
    position = Position.of(evidence, policy)
    if not position.worlds:
        raise NoWorldError(f"no deal explains this log; {clash(evidence)}")
    reasons = None if why is None else explain(read, why)
    advice = advice_of(read, seed)
    if json:
        told = _as_json(read, position, shows) | advice_json(read, advice)
        screen.json(told | ({} if reasons is None else {"why": reasons}))
        return
    screen.show(notebook(read, position), "", *standing(read, position), "", *advice_lines(read, advice))
    if reasons is not None:
        screen.show("", *reason_lines(reasons))


def standing(log: ClueLog, position: Position) -> list[str]:
    """How much is left open, and the likeliest solutions."""
    lines = [f"{position.worlds:,} deals are left; {position.entropy_bits:.2f} bits are missing to know the envelope."]
    for cards, probability in position.piles[:LISTED]:
        lines.append(f"{probability:>7.1%}  {log.game.format_cards(cards)}")
    return lines


def advice_of(log: ClueLog, seed: int) -> Advice | None:
    """What to do, for somebody who plays and is not out."""
    if log.me is None or log.over or log.me in log.out:
        return None
    import numpy as np

    from sleuth.multiplayer.advice import advise, view_of

    return advise(view_of(log), np.random.default_rng(seed))


def advice_json(log: ClueLog, advice: Advice | None) -> dict[str, Any]:
    if advice is None:
        return {"suggestion": None, "accuse": None, "opponents": {}}
    told = advice.as_json(log)
    if advice.best is not None:
        told["suggestion"]["reason"] = _reason(log, advice.best)
    return told


def _reason(log: ClueLog, best: Option) -> str:
    own = log.game.format_cards(best.question & log.hand)
    told = (
        f"expected to tell {best.bits:.2f} bits; the best guess after it is right with chance {best.guess_chance:.0%}"
    )
    at_once = f"; {best.at_once:.1%} that it is the solution itself" if best.at_once else ""
    return told + at_once + (f"; {own} is yours, so that nobody else can show it" if own else "")


def advice_lines(log: ClueLog, advice: Advice | None) -> list[str]:
    """The advice for a person."""
    from sleuth.multiplayer.racing import WORTH_A_GUESS

    if advice is None:
        return ["No advice: you only watch, are out, or the game is over."]
    game, lines = log.game, []
    for o in advice.opponents:
        lines.append(
            f"{game.player_name(o.player)} could be missing {o.bits:.1f} bits; a guess now would be right with chance "
            f"{o.guess_chance:.0%}."
        )
    best = advice.best
    if best is not None:
        lines.append(f"Suggest {game.format_cards(best.question)}: {_reason(log, best)}.")
    pile = game.format_cards(advice.pile)
    if advice.accuse:
        why = "it is certain" if best is None else f"{advice.chance:.0%} now against {advice.going_on:.0%} by going on"
        lines.append(f"Accuse {pile}: {why}.")
    else:
        asked = "" if advice.asked or advice.chance < WORTH_A_GUESS else "; ask first, and look again"
        lines.append(f"Do not accuse yet: {pile} has chance {advice.chance:.0%}{asked}.")
    return lines


def explain(log: ClueLog, text: str) -> dict[str, Any]:
    from sleuth.multiplayer.formula_text import format_formula, parse_formula
    from sleuth.multiplayer.formulas import is_plain
    from sleuth.multiplayer.reasons import why

    formula = parse_formula(log.game, text)
    if not is_plain(formula):
        raise ParameterError("--why takes a formula about cards, such as h(0,Plum) or !h(0,Plum); K is implied")
    found = why(log.evidence(), formula)
    entries = [{"line": entry.line, "text": entry.text} for entry in found or ()]
    return {"formula": format_formula(log.game, formula), "known": found is not None, "entries": entries}


def reason_lines(reasons: dict[str, Any]) -> list[str]:
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


def notebook(log: ClueLog, position: Position) -> Table:
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
