"""Boards that are made by placing one ship after another, each uniformly among the places that are left: their law.

It is not uniform over boards: a first ship that leaves little room for the others counts as much as one that leaves
much. Nothing is sampled here. Positions of all ships but the last two are listed, those that occupy the same
cells as one; the last two are summed over by matrix products.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.games.battleship.belief.placements import sea_of
from sleuth.games.battleship.rules.game import Battleship
from sleuth.games.battleship.rules.packing import Cell
from sleuth.kernels.arrays import Array, Bools, Floats, Longs

BATCH = 20_000
"""Positions of all ships but two that are looked at together."""


@dataclass(frozen=True)
class PlacingLaw:
    """What placing ship after ship comes to."""

    chances: Floats
    """The chance of a ship in each cell, by row and column, over the boards that get finished."""
    stuck: float
    """The chance that a ship finds no place."""
    fewest: int
    """The fewest places that are ever left to a ship."""


def ship_after_ship(game: Battleship, misses: Sequence[Cell] = ()) -> PlacingLaw:
    """The law of placing ships that may touch on a board with some misses, the shortest first as in the paper."""
    if len(game.ships) < 2 or not game.touching:
        raise ParameterError(f"{game}: two or more ships that may touch are placed one after another")
    places = [_cells(game, length) for length in sorted(game.ships)]
    occupied, weights = np.zeros((1, game.area), np.bool_), np.ones(1)
    missed = [game.actions().index(cell) for cell in misses]
    occupied[0, missed] = True
    stuck, fewest = 0.0, len(places[0])
    for number, on in enumerate(places[:-2]):
        row, place, chance = _placements(occupied, on, weights)
        stuck += float(weights.sum() - chance.sum())
        fewest = min(fewest, int(np.bincount(row, minlength=len(occupied)).min()))
        if number == 0 and not missed:  # of boards that are reflections of each other, one is enough
            row, place, chance = _up_to_reflection(game, on, row, place, chance)
        occupied, weights = _distinct(occupied[row] | on[place], chance)
    cells = np.zeros(game.area)
    for lo in range(0, len(occupied), BATCH):
        batch, mass = occupied[lo : lo + BATCH], weights[lo : lo + BATCH]
        part, lost, least = _last_two(batch, mass, places[-2], places[-1])
        cells, stuck, fewest = cells + part, stuck + lost, min(fewest, least)
    cells[missed] = 0.0
    chances = cells.reshape(game.sides) / (1 - stuck) if stuck < 1 else np.full(game.sides, np.nan)
    turns = _reflections(game) if not missed else _reflections(game)[:1]
    return PlacingLaw(np.mean([turned(chances) for turned in turns], axis=0), max(stuck, 0.0), fewest)


def _cells(game: Battleship, length: int) -> Bools:
    """For each placement of a ship of some length, the cells that it takes."""
    sea = sea_of(game)
    group = sea.group_of[game.ships.index(length)]
    return np.asarray(sea.on[sea.bits(group)] > 0)


def _placements(occupied: Bools, on: Bools, weights: Floats) -> tuple[Longs, Longs, Floats]:
    """Every position with every placement that is free in it, and how likely that is."""
    free = _free(occupied, on)
    row, place = np.nonzero(free)
    return row, place, (weights / np.maximum(free.sum(axis=1), 1))[row]


def _free(occupied: Bools, on: Bools) -> Bools:
    return np.asarray(occupied.astype(np.float32) @ on.T.astype(np.float32) == 0)


def _distinct(occupied: Bools, weights: Floats) -> tuple[Bools, Floats]:
    """Positions with the same cells as one."""
    packed = np.packbits(occupied, axis=1)
    _, first, which = np.unique(packed, axis=0, return_index=True, return_inverse=True)
    return occupied[first], np.asarray(np.bincount(which.ravel(), weights, minlength=len(first)), np.float64)


def _last_two(occupied: Bools, weights: Floats, on: Bools, last: Bools) -> tuple[Floats, float, int]:
    """The cells of finished boards by their weight, the weight that gets stuck, and the fewest places left."""
    apart = _free(on, last).astype(np.float64)  # placements of the last two ships that do not overlap
    free, free_last = _free(occupied, on).astype(np.float64), _free(occupied, last).astype(np.float64)
    rooms = free.sum(axis=1)
    one = weights[:, None] * free / np.maximum(rooms, 1)[:, None]
    left = free_last @ apart.T
    finished = np.where(left > 0, one, 0.0)
    other = free_last * ((finished / np.maximum(left, 1)) @ apart)
    cells = finished.sum(axis=1) @ occupied + finished.sum(axis=0) @ on + other.sum(axis=0) @ last
    least = int(min(rooms.min(), left[free > 0].min(initial=len(last))))
    return np.asarray(cells, np.float64), float(weights.sum() - finished.sum()), least


def _reflections(game: Battleship) -> list[Callable[[Array], Array]]:
    """The ways to turn or reflect a board onto itself."""
    flips: list[Callable[[Array], Array]] = [
        lambda board: board,
        lambda board: board[::-1],
        lambda board: board[:, ::-1],
        lambda board: board[::-1, ::-1],
    ]
    if game.height != game.width:
        return flips
    return [*flips, *(lambda board, flip=flip: flip(board).T for flip in flips)]


def _up_to_reflection(
    game: Battleship, on: Bools, row: Longs, place: Longs, chance: Floats
) -> tuple[Longs, Longs, Floats]:
    """The first of the placements that reflections take to each other, with the chance of all of them."""
    number = {on[p].tobytes(): p for p in range(len(on))}
    boards = on.reshape(len(on), *game.sides)
    first = [
        min(number[np.ascontiguousarray(turned(board)).tobytes()] for turned in _reflections(game)) for board in boards
    ]
    mass: Floats = np.asarray(np.bincount(np.array(first)[place], chance, minlength=len(on)), np.float64)
    kept: Longs = np.flatnonzero(mass > 0).astype(np.int64)
    return np.zeros_like(kept), kept, mass[kept]
