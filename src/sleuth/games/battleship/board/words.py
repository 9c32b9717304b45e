"""Battleship in words: `E4` is column E, row 4 from the top."""

from __future__ import annotations

from string import ascii_uppercase

from sleuth.core.game import Feedback
from sleuth.games.battleship.rules.game import HIT, MISS, PAPER_FLEET, SUNK, Battleship, Board
from sleuth.games.battleship.rules.packing import Cell

SHIPS = ("carrier", "battleship", "destroyer", "submarine", "patrol boat")
"""The ships of the paper's fleet."""
SIGNS = {MISS: "🌊", HIT: "💥", SUNK: "🚢"}


def cell_name(cell: Cell) -> str:
    """A cell as players call it: `E4`."""
    return f"{ascii_uppercase[cell[1] - 1]}{cell[0]}"


def ship_name(game: Battleship, letter: str) -> str:
    """A ship that answers name."""
    place = game.names.index(letter)
    return SHIPS[place] if game.ships == PAPER_FLEET else f"ship {letter.upper()}, {game.ships[place]} long"


def spoken(game: Battleship, action: Cell, feedback: Feedback | None) -> str:
    """A cell, or what was said of it."""
    if feedback is None:
        return cell_name(action)
    word, _, rest = str(feedback).partition(" ")
    if game.answers == "named" and rest:
        return f"{word}: {ship_name(game, rest)}"
    if word == SUNK and rest:
        return f"{word}, {rest} long" if game.answers == "length" else f"{word}: {ship_cells(game, rest)}"
    return word


def emoji(game: Battleship, action: Cell, feedback: Feedback) -> str:
    """Water, a hit, or a ship that was sunk."""
    return SIGNS[str(feedback).partition(" ")[0]]


def ship_cells(game: Battleship, text: str) -> str:
    """The ends of a ship that an answer shows."""
    cells = [game.parse_action(part) for part in text.split()]
    return cell_name(cells[0]) if len(cells) == 1 else f"{cell_name(cells[0])} to {cell_name(cells[-1])}"


def spoken_secret(game: Battleship, secret: Board) -> str:
    """Where each ship lies."""
    return ", ".join(" to ".join(map(cell_name, dict.fromkeys(ship))) for ship in secret)
