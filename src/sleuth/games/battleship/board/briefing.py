"""The rules of Battleship as text. The fleets are not counted, which may take a kernel and a while."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.games.battleship.rules.game import Battleship, Board, cells_of
from sleuth.games.battleship.rules.packing import Cell, first_packed
from sleuth.show.briefing_text import Briefing, answer_line, enumeration, question_lines, sentences, with_examples

SINKS = "sunk if all other cells of that ship were hit before"
TOLD = {
    "anonymous": f"miss, hit, or {SINKS}. Which ship is not said",
    "length": f"miss, hit, or {SINKS}, with the length of the ship behind it",
    "named": f"miss, hit, or {SINKS}; behind hit and sunk stands the letter of the ship",
    "cells": f"miss, hit, or {SINKS}, with all cells of the ship behind it",
    "hits": "miss or hit. When a ship is sunk is not said",
}


def briefing(game: Battleship) -> Briefing:
    """The sea, the fleet, and what a shot tells."""
    height, width = game.sides
    lengths = [str(length) for length in game.ships]
    if not game.alike:
        lengths = [f"{length} (ship {name})" for name, length in zip(game.names, lengths, strict=True)]
    touch = "and they may touch" if game.touching else "and they do not touch, not even at a corner"
    rules = sentences(
        f"A fleet is hidden in a sea of {height} x {width} cells (rows x columns).",
        f"The lengths of its ships are {enumeration(lengths)}.",
        f"Each ship lies along a row or a column; ships do not overlap, {touch}. All boards are equally likely.",
        "The fleet is found when every cell of every ship has been shot at.",
    )
    asked = (
        "A question is a shot at a cell. Write its row, a comma, and its column. "
        f"The upper left cell is 1,1 and the lower right one {height},{width}."
    )
    corners: list[Cell] = [(1, 1), ((height + 1) // 2, (2 * width + 2) // 3), (height, width)]
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, corners)),
        with_examples(f"An answer is {TOLD[game.answers]}.", _lines(game)),
    )


def _lines(game: Battleship) -> Iterator[str]:
    """A miss, a hit, and the last shot at a ship, on a board that is easily found."""
    board = _board(game)
    if board is None:
        return
    hits = game.hits(board)
    water = next((cell for cell in reversed(game.actions()) if cell not in hits), None)
    if water is not None:
        yield answer_line(game, water, board)
    longest = max(range(len(board)), key=lambda number: game.ships[number])
    yield answer_line(game, board[longest][0], board)
    *others, last = cells_of(board[game.ships.index(min(game.ships))])
    yield answer_line(game, last, board, others)


def _board(game: Battleship) -> Board | None:
    """Some board of the game; `None` if it takes a long search."""
    packed = first_packed(game.sides, game.ships, game.touching)
    if not packed:
        return None
    left = list(packed)
    return game.tidy([left.pop(_place(left, length)) for length in game.ships])


def _place(ships: list[tuple[Cell, Cell]], length: int) -> int:
    return next(place for place, ship in enumerate(ships) if len(cells_of(ship)) == length)
