"""A detective's notebook in the terminal, drawn from its JSON: who has what, and how much is left open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group
from rich.table import Column, Table

from sleuth.core.text import plural
from sleuth.games.clue.belief.card_set import CardSet
from sleuth.games.clue.board.svg import Row
from sleuth.games.clue.rules.card_game import CardGame
from sleuth.games.clue.rules.cards import Deal
from sleuth.show.ink import RULED_OUT, ink
from sleuth.show.svg.steps import percent as short_percent


def board(game: CardGame, info: CardSet, secret: Deal | None = None) -> Group:
    """What a seat knows: the notebook, and how much is left open."""
    notes = info.figures()
    rows = notebook_rows(notes, game.player_names[info.player - 1] if info.player else None)
    return Group(notebook_table(rows), "", *map(ink, standing_lines(notes)[:4]))


def notebook_rows(notes: Mapping[str, Any], me: str | None = None, envelope: str = "envelope") -> list[Row]:
    """Each sort of cards, then its cards with the chance of every holder; `me` is called you."""
    rows: list[Row] = []
    for sort, names in notes["sorts"].items():
        rows.append((sort, {}))
        for card in names:
            holders = {"you" if name == me else _holder(name): hand[card] for name, hand in notes["hands"].items()}
            table = {"table": float(card in notes["public"])} if notes["public"] else {}
            rows.append((card, {**holders, **table, envelope: notes["envelope"][card]}))
    return rows


def _holder(name: str) -> str:
    """A player without a name has a number."""
    return f"player {name}" if name.isdigit() else name


def notebook_table(rows: Sequence[Row]) -> Table:
    """A grid of cards and holders: yes, a dot for no, else the chance."""
    holders = list(dict.fromkeys(holder for _, chances in rows for holder in chances))
    columns = (Column(ink(holder), justify="right") for holder in holders)
    table = Table("", *columns, box=None, header_style="bold")
    for number, (card, chances) in enumerate(rows):
        if chances:
            table.add_row(ink(card), *(_cell(chances[holder]) for holder in holders))
        elif number:
            table.add_row()
    return table


def _cell(chance: float) -> str:
    if chance == 0:
        return RULED_OUT
    return "yes" if chance == 1 else short_percent(chance)


def standing_lines(notes: Mapping[str, Any]) -> list[str]:
    """How much is left open, and the likeliest solutions."""
    left = plural(notes["worlds"], "deal is", "deals are")
    return [
        f"{left} left; {notes['entropy_bits']:.2f} bits are missing to know the envelope.",
        *(f"{_chance(one['probability']):>7}  {', '.join(one['cards'])}" for one in notes["solutions"]),
    ]


def _chance(chance: float) -> str:
    """With one decimal; never a rounded-off 100%."""
    return ">99.9%" if 0.9995 <= chance < 1 else f"{chance:.1%}"


def supposed_line(notes: Mapping[str, Any]) -> str:
    """What the chances suppose of the players."""
    return f"Supposed: {' '.join(notes['supposed'])}"


def advice_lines(advice: Mapping[str, Any], alternatives: bool = True) -> list[str]:
    """What the others could know, what to suggest, or else, or where to go on a board, and whether to accuse."""
    if advice["accuse"] is None:
        return ["No advice: you only watch, are out, or the game is over."]
    lines = [opponent["text"] for opponent in advice["opponents"].values()]
    best = advice["suggestion"]
    if advice.get("travel"):
        lines += [way["text"] for way in advice["travel"][:3]]
    elif best is not None and not advice["asked"]:
        lines.append(f"Suggest {', '.join(best['cards'])}: {best['reason']}.")
        for one in advice["alternatives"] if alternatives else ():
            about = "" if one["exact"] else "about "
            figures = f"{about}{one['bits']:.2f} bits, then {about}{_chance(one['guess_chance'])}"
            lines.append(f"     or {', '.join(one['cards'])}: {figures}.")
    return [*lines, advice["accuse"]["text"]]


def reason_lines(reason: Mapping[str, Any]) -> list[str]:
    """The lines of a log from which a formula follows."""
    if not reason["known"]:
        return [f"{reason['formula']} does not follow from the log."]
    if not reason["entries"]:
        return [f"{reason['formula']} follows from the hand and the rules."]
    lines = [f"line {entry['line']}: {entry['text']}" for entry in reason["entries"]]
    return [f"{reason['formula']} follows from these, and from nothing shorter:", *lines]


def supposition_lines(advice: Mapping[str, Any]) -> list[str]:
    """What is taken to be so for a moment, before what follows from it."""
    return [f"What if: {'; '.join(advice['supposition'])}.", ""] if advice["supposition"] else []


def answer_lines(advice: Mapping[str, Any]) -> list[str]:
    """What a suggestion may be answered with, and how far one would be then."""
    return [
        f"{_chance(one['chance']):>7}  {one['text']}; then the best guess is right with chance "
        f"{_chance(one['guess_chance'])}"
        for one in advice["answers"]
    ]


def bluffs_table(situations: Iterable[Mapping[str, Any]]) -> Table:
    """The situations in which a player may bluff, and how often she does."""
    table = Table("player", "so far", "reached", "bluffs", box=None, header_style="bold")
    for row in situations:
        shown = (row["past"] or "the start", f"{row['reached']:.3f}", f"{row['bluff']:.3f}")
        table.add_row(str(row["player"]), *shown)
    return table
