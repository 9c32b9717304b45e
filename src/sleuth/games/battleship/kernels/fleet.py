"""Battleship by counting: how many boards explain a history, and how many of them have each placement.

Placements are bits. Those of one group (ships that are alike) fill words of their own, in order; `Waters` says which
placements lie in each other's way and which cover a cell. Boards are counted in two stages. First every hit is covered,
the one with the fewest options before the others; paths that leave the same placements open are merged. Then the ships
that are still free are counted together, in `kernels.count`.

The slow twins are in the tests: a product of all placements, and the plain law.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.games.battleship.kernels.count import pairs_of, sum_leaves
from sleuth.kernels.arrays import Longs, Words, frozen
from sleuth.kernels.bits import WORD, ones
from sleuth.kernels.jit import kernel, takes

MAX_PATHS = 50_000
"""More ways to cover the hits than this are not followed."""
MAX_WAYS = 2.0**62
"""Sums of more are no whole numbers of 64 bits."""
_ONE = np.uint64(1)


class Waters(NamedTuple):
    """The placements of a fleet on a board, as bits. Cells are numbered row by row."""

    edges: Longs
    """Where the words of each group begin, and where the last ends."""
    lengths: Longs
    """The length of the ships of each group."""
    places: Longs
    """For each bit the first and the last cell of the placement; -1 where there is none."""
    every: Words
    """The bits that stand for a placement."""
    conflict: Words
    """For each bit the placements of any group that cannot stand beside it, itself among them."""
    cover: Words
    """For each cell the placements that cover it."""
    cells: Words
    """For each bit the cells that it covers."""


def waters(rows: int, columns: int, lengths: tuple[int, ...], touching: bool) -> Waters:
    """The placements of groups of ships of some lengths; without `touching` ships stay a cell apart, diagonally too."""
    groups = [_placements(rows, columns, length) for length in lengths]
    sizes = [-(-max(1, len(group)) // WORD) for group in groups]
    edges = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    words, area = int(edges[-1]), rows * columns
    places = np.full((words * WORD, 2), -1, np.int64)
    on = np.zeros((words * WORD, area), np.bool_)
    for start, group in zip(edges[:-1].tolist(), groups, strict=True):
        for number, cells in enumerate(group, start * WORD):
            places[number] = cells[0], cells[-1]
            on[number, cells] = True
    wide = on if touching else _spread(on, rows, columns)
    real = places[:, 0] >= 0
    # In 32-bit floats the matrix product is fast, and these small sums are exact.
    conflict = (wide.astype(np.float32) @ on.T.astype(np.float32)) > 0
    arrays = (edges, np.array(lengths, np.int64), places, _packed(real[None])[0])
    bits = (_packed(conflict), _packed(on.T.copy()), _packed(on))
    return Waters(*map(frozen, arrays + bits))


def _placements(rows: int, columns: int, length: int) -> list[list[int]]:
    """Every placement of a ship as its cells, in the order of first and last cell."""
    out = []
    for row in range(rows):
        for column in range(columns):
            start = row * columns + column
            if column + length <= columns:
                out.append(list(range(start, start + length)))
            if length > 1 and row + length <= rows:
                out.append(list(range(start, start + length * columns, columns)))
    return out


def _spread(on: npt.NDArray[np.bool_], rows: int, columns: int) -> npt.NDArray[np.bool_]:
    """The cells of each placement and those around it."""
    board = np.zeros((len(on), rows + 2, columns + 2), np.bool_)
    for down in range(3):
        for across in range(3):
            board[:, down : down + rows, across : across + columns] |= on.reshape(-1, rows, columns)
    return board[:, 1:-1, 1:-1].reshape(len(on), -1)


def _packed(bits: npt.NDArray[np.bool_]) -> Words:
    """Rows of booleans as rows of words, the first in the lowest bit."""
    short = -bits.shape[1] % WORD
    padded = np.pad(bits, ((0, 0), (0, short)))
    return np.ascontiguousarray(np.packbits(padded, axis=1, bitorder="little")).view(np.uint64)


@kernel
def _slot(avail: Words, free: Longs, room: int) -> int:
    """Where a leaf would lie in a table of so much room, a power of two."""
    code = np.uint64(14695981039346656037)  # FNV-1a
    for w in range(len(avail)):
        code = (code ^ avail[w]) * np.uint64(1099511628211)
        code ^= code >> np.uint64(29)
    for g in range(len(free)):
        code = (code ^ np.uint64(free[g])) * np.uint64(1099511628211)
    return np.int64((code ^ (code >> np.uint64(31))) & np.uint64(room - 1))  # type: ignore[return-value]


@kernel
def cover_hits(
    avail: Words,
    many: Longs,
    uncovered: Words,
    edges: Longs,
    lengths: Longs,
    conflict: Words,
    cover: Words,
    cells: Words,
    most: int,
) -> tuple[Words, Longs, Longs, Longs]:
    """Every way to cover all hits, each as a path of placements; if there are more than `most`, the first `most` + 1.

    Returns the merged leaves (the placements still open, and the ships still free, a row each) and for each path its
    leaf and its placements, filled up with -1.
    """
    ships, groups, words, wide = 0, len(many), len(avail), len(uncovered)
    for g in range(groups):
        ships += many[g]
    opens, frees = np.empty((16, words), np.uint64), np.empty((16, groups), np.int64)
    paths, ends = np.empty((16, max(1, ships)), np.int64), np.empty(16, np.int64)
    leaves = found = 0
    room = 64
    table = np.full(room, -1, np.int64)
    left = np.empty((ships + 1, words), np.uint64)
    todo = np.empty((ships + 1, wide), np.uint64)
    free = np.empty((ships + 1, groups), np.int64)
    options = np.zeros((ships + 1, words), np.uint64)
    path = np.full(max(1, ships), -1, np.int64)
    left[0], todo[0], free[0] = avail, uncovered, many
    for g in range(groups):
        if many[g] == 0:
            left[0, edges[g] : edges[g + 1]] = 0
    level, fresh = 0, True
    while level >= 0:
        if fresh:
            fresh = False
            fewest, best, hits = 1 << 30, -1, 0
            for v in range(wide):
                word = todo[level, v]
                while word:
                    cell = v * WORD + ones((word & (~word + _ONE)) - _ONE)
                    word &= word - _ONE
                    hits += 1
                    n = 0
                    for w in range(words):
                        n += ones(left[level, w] & cover[cell, w])
                    if n < fewest:
                        fewest, best = n, cell
            room_left = 0
            for g in range(groups):
                room_left += free[level, g] * lengths[g]
            if hits and (fewest == 0 or room_left < hits):
                level -= 1
                continue
            if hits == 0:
                at = _slot(left[level], free[level], room)
                while table[at] >= 0:
                    leaf = table[at]
                    same = True
                    for w in range(words):
                        same &= opens[leaf, w] == left[level, w]
                    for g in range(groups):
                        same &= frees[leaf, g] == free[level, g]
                    if same:
                        break
                    at = (at + 1) & (room - 1)
                if table[at] < 0:
                    if leaves == len(opens):
                        opens, frees = np.concatenate((opens, opens)), np.concatenate((frees, frees))
                    opens[leaves] = left[level]
                    frees[leaves] = free[level]
                    table[at] = leaves
                    leaves += 1
                leaf = table[at]
                if found == len(ends):
                    paths, ends = np.concatenate((paths, paths)), np.concatenate((ends, ends))
                for k in range(len(path)):
                    paths[found, k] = path[k] if k < level else -1
                ends[found] = leaf
                found += 1
                if found > most:
                    break
                if 2 * leaves > room:
                    room *= 4
                    table = np.full(room, -1, np.int64)
                    for leaf in range(leaves):
                        at = _slot(opens[leaf], frees[leaf], room)
                        while table[at] >= 0:
                            at = (at + 1) & (room - 1)
                        table[at] = leaf
                level -= 1
                continue
            for w in range(words):
                options[level, w] = left[level, w] & cover[best, w]
        p = -1
        for w in range(words):
            if options[level, w]:
                word = options[level, w]
                p = w * WORD + ones((word & (~word + _ONE)) - _ONE)
                options[level, w] = word & (word - _ONE)
                break
        if p < 0:
            level -= 1
            continue
        path[level] = p
        for w in range(words):
            left[level + 1, w] = left[level, w] & ~conflict[p, w]
        for v in range(wide):
            todo[level + 1, v] = todo[level, v] & ~cells[p, v]
        for g in range(groups):
            free[level + 1, g] = free[level, g]
            if edges[g] * WORD <= p < edges[g + 1] * WORD:
                free[level + 1, g] -= 1
                if free[level + 1, g] == 0:
                    for w in range(edges[g], edges[g + 1]):
                        left[level + 1, w] = 0
        level += 1
        fresh = True
    return opens[:leaves], frees[:leaves], paths[:found], ends[:found]


class Covered(NamedTuple):
    """Every way to cover the hits."""

    opens: Words
    """For each leaf the placements that are still open to free ships."""
    frees: Longs
    """For each leaf how many ships of each group are free."""
    paths: Longs
    """For each way its placements, filled up with -1."""
    ends: Longs
    """For each way its leaf."""


class BoardCounts(NamedTuple):
    """What was counted."""

    boards: int
    """The boards: ships of one group are alike."""
    weights: Longs
    """For each bit, how many boards have the placement."""


def cover(sea: Waters, avail: Words, many: Longs, uncovered: Words, most: int = MAX_PATHS) -> Covered:
    """The ways to cover some cells with so `many` ships of each group; more than `most` are not all of them."""
    given = (frozen(avail), frozen(many), frozen(uncovered))
    return Covered(*cover_hits(*given, sea.edges, sea.lengths, sea.conflict, sea.cover, sea.cells, most))


def work(sea: Waters, covered: Covered) -> float:
    """About how many pairs of placements `count_boards` would look at; infinite if it would not be exact."""
    steps, most = pairs_of(covered.opens, covered.frees, sea.edges)
    return steps if most < MAX_WAYS and len(covered.ends) <= MAX_PATHS else np.inf


def count_boards(sea: Waters, covered: Covered) -> BoardCounts:
    """The boards, and how many of them have each placement."""
    weights = np.zeros(len(sea.places), np.int64)
    boards = sum_leaves(*covered, sea.edges, sea.conflict, weights)
    return BoardCounts(int(boards), frozen(weights))


@takes(8)
def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    sea = waters(3, 3, (2, 1), True)
    covered = cover(sea, sea.every, np.array([1, 1]), np.zeros(1, np.uint64))
    if work(sea, covered) > 0:
        count_boards(sea, covered)
