"""Fleets that nearly fill their board: few boards hold them, and all of them can be listed.

Cells are gone through row by row. The first one that is free is where a ship begins, or it stays empty; and no more
cells may stay empty than the fleet leaves. Where ships must not touch, each takes the cells below it and to its right
with it, on a board that is one cell longer each way: two ships touch just where such blocks overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

Cell = tuple[int, int]
"""Row and column, from (1, 1) at the upper left."""
Ship = tuple[Cell, Cell]
"""The first and the last cell of a placement."""

NODES = 20_000
"""How many partial boards are looked at, at most."""


class _Spent(Exception):
    """Too many partial boards were looked at."""


@lru_cache(maxsize=64)
def packed(sides: tuple[int, int], ships: tuple[int, ...], touching: bool) -> tuple[tuple[Ship, ...], ...] | None:
    """Every board with the ships by length, longest first, each length in order; `None` if the search gets too long."""
    try:
        return tuple(sorted(_boards(sides, ships, touching)))
    except _Spent:
        return None


@lru_cache(maxsize=64)
def first_packed(sides: tuple[int, int], ships: tuple[int, ...], touching: bool) -> tuple[Ship, ...] | None:
    """A board with the ships by length, longest first: none (an empty one) if there is no such board, and `None` if the
    search gets too long."""
    try:
        return next(_boards(sides, ships, touching), ())
    except _Spent:
        return None


def fits(sides: tuple[int, int], ships: tuple[int, ...], touching: bool) -> bool:
    """Whether some board holds the fleet; after a long search the answer is yes."""
    return first_packed(sides, ships, touching) != ()


def _boards(sides: tuple[int, int], ships: tuple[int, ...], touching: bool) -> Iterator[tuple[Ship, ...]]:
    height, width = sides
    margin = 0 if touching else 1
    rows, columns = height + margin, width + margin
    spare = rows * columns - sum((length + margin) * (1 + margin) for length in ships)
    left, nodes = Counter(ships), 0
    placed: list[Ship] = []

    def block(down: int, across: int) -> int:
        """The cells that a ship in the first corner takes, as bits."""
        line = (1 << across + margin) - 1
        return sum(line << columns * row for row in range(down + margin))

    shapes = [
        (length, down, across, block(down, across))
        for length in sorted(left, reverse=True)
        for down, across in dict.fromkeys([(1, length), (length, 1)])
    ]

    def fill(taken: int, spare: int) -> Iterator[tuple[Ship, ...]]:
        nonlocal nodes
        if len(placed) == len(ships):
            yield tuple(sorted(placed, key=lambda ship: (-_length(ship), ship)))
            return
        while spare >= 0:
            nodes += 1
            if nodes > NODES:
                raise _Spent
            first = (~taken & taken + 1).bit_length() - 1
            row, column = divmod(first, columns)
            for length, down, across, cells in shapes:
                if not left[length] or row + down > height or column + across > width or cells << first & taken:
                    continue
                placed.append(((row + 1, column + 1), (row + down, column + across)))
                left[length] -= 1
                yield from fill(taken | cells << first, spare)
                left[length] += 1
                placed.pop()
            taken, spare = taken | 1 << first, spare - 1

    yield from fill(0, spare)


def _length(ship: Ship) -> int:
    (top, left), (bottom, right) = ship
    return bottom - top + right - left + 1
