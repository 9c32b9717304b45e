"""How a shot is answered: miss, hit, sunk, and which ship where the answers tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.core.offers import plain_game
from sleuth.core.text import capital
from sleuth.games.battleship.board.words import cell_name, ship_name, spoken
from sleuth.games.battleship.rules.game import HIT, MISS, SUNK, Battleship, cells_of
from sleuth.games.battleship.rules.packing import Cell, Ship
from sleuth.show.svg.answers import AnswerChoice, AnswerForm

KEYED = 9
"""Lengths up to this have a key."""


def form(info: InformationSet, action: Cell) -> AnswerForm:
    """A button for each thing that may be said."""
    game: Any = plain_game(info.game)
    return AnswerForm((AnswerChoice(MISS, "Miss", "m", MISS), *_hits(game, info, action)), prompt=_prompt(game, action))


def _prompt(game: Battleship, action: Cell) -> str:
    return f"{cell_name(action)}: {'miss or hit' if game.answers == 'hits' else 'miss, hit or sunk'}?"


def _hits(game: Battleship, info: InformationSet, action: Cell) -> Iterator[AnswerChoice]:
    if game.answers == "named":
        for word in (HIT, SUNK):
            for letter in game.names:
                yield AnswerChoice(f"{word} {letter}", f"{capital(word)}: {ship_name(game, letter)}", "", word)
        return
    yield AnswerChoice(HIT, "Hit", "h", HIT)
    if game.answers == "anonymous":
        yield AnswerChoice(SUNK, "Sunk", "s", SUNK)
    elif game.answers == "length":
        for length in sorted(set(game.ships), reverse=True):
            key = str(length) if length <= KEYED else ""
            yield AnswerChoice(game.sunk_length(length), f"Sunk, {length} long", key, SUNK)
    elif game.answers == "cells":
        for ship in _sinkable(game, info, action):
            said = game.sunk_cells(cells_of(ship))
            yield AnswerChoice(said, capital(spoken(game, action, said)), "", SUNK)


def _sinkable(game: Battleship, info: InformationSet, action: Cell) -> Iterator[Ship]:
    """The places of a ship that this shot would finish: all its other cells were hit."""
    hits = {cell for cell, answer in info.history if answer == HIT} | {action}
    row, column = action
    for length in sorted(set(game.ships)):
        for back in range(length):
            ways = [((row, column - back), (row, column - back + length - 1))]
            ways += [((row - back, column), (row - back + length - 1, column))] if length > 1 else []
            yield from (ship for ship in ways if hits.issuperset(cells_of(ship)))
