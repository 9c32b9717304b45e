"""A Markov chain over the boards of a fleet, for boards that are too many to count.

The state is a placement for each ship, none in another's way. A ship moves anywhere, or to a place that overlaps its
own, or two ships change places. Hits need not all be covered on the way: a state that leaves `k` of them open counts
`exp(-k * price)`, and only states that leave none are recorded, so those are visited alike. The slow twin is the exact
count, in the tests.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.games.battleship.kernels.fleet import Waters
from sleuth.kernels.arrays import Floats, Longs, Words, frozen
from sleuth.kernels.bits import WORD, ones
from sleuth.kernels.jit import kernel, takes

PRICES = (1.5, 3.0, 4.5, 6.0, 8.0)
"""Prices of a hit that is left open: the lowest is taken under which all hits are covered often enough."""
OFTEN = 0.3
MOVES = 4
"""Moves for each ship between two records."""
TRIES = 400
"""How often ships are dropped one after another in search of a board to start from."""
WALKED = 300
"""Records that a chain makes from its start before a board is drawn from it."""
_ONE = np.uint64(1)


class Walk(NamedTuple):
    """What a chain met."""

    boards: Longs
    """The recorded boards: a placement for each ship."""
    accepted: float
    """The share of moves that were made."""
    moves: int


@kernel
def pick(avail: Words, near: Words, start: int, stop: int, turn: float) -> tuple[int, int]:
    """A random placement among some, chosen by `turn` in [0, 1), and how many there are."""
    n = 0
    for w in range(start, stop):
        n += ones(avail[w] & near[w])
    if n == 0:
        return -1, 0
    k = min(int(turn * n), n - 1)
    for w in range(start, stop):
        word = avail[w] & near[w]
        here = ones(word)
        if k >= here:
            k -= here
            continue
        for _ in range(k):
            word &= word - _ONE
        return w * WORD + ones((word & (~word + _ONE)) - _ONE), n
    return -1, n


@kernel
def _size(avail: Words, near: Words, start: int, stop: int) -> int:
    n = 0
    for w in range(start, stop):
        n += ones(avail[w] & near[w])
    return n


@kernel
def _free(board: Longs, p: int, conflict: Words, one: int, other: int) -> bool:
    """Whether a placement is in nobody's way, two ships aside."""
    for k in range(len(board)):
        if k != one and k != other:
            q = board[k]
            if (conflict[p, q // WORD] >> np.uint64(q % WORD)) & _ONE:
                return False
    return True


@kernel
def walk(
    seed: int,
    start: Longs,
    groups: Longs,
    avail: Words,
    hits: Words,
    edges: Longs,
    conflict: Words,
    cells: Words,
    price: float,
    moves: int,
    skipped: int,
    most: int,
    out: Longs,
) -> tuple[int, int, int]:
    """Walk from a board until `out` is full of boards that cover all hits, or `most` times `moves` moves were tried.

    The first `skipped` records are dropped. Returns the records, the moves made and the moves tried.
    """
    np.random.seed(seed)
    ships, words = len(start), len(avail)
    board = start.copy()
    covers = np.zeros(len(conflict), np.int64)
    wanted = 0
    for v in range(len(hits)):
        wanted += ones(hits[v])
    for p in range(len(conflict)):
        for v in range(len(hits)):
            covers[p] += ones(cells[p, v] & hits[v])
    every = np.full(words, np.uint64(0xFFFFFFFFFFFFFFFF))
    covered = 0
    for k in range(ships):
        covered += covers[board[k]]
    recorded = made = tried = 0
    for _turn in range(most):
        for _ in range(moves):
            tried += 1
            i = np.random.randint(ships)
            g, kind = groups[i], np.random.random()
            old = board[i]
            if kind < 0.8 or ships == 1:
                near = every if kind < 0.4 else conflict[old]
                p, n = pick(avail, near, edges[g], edges[g + 1], np.random.random())
                if p < 0 or not _free(board, p, conflict, i, i):
                    continue
                ratio = 1.0 if kind < 0.4 else n / _size(avail, conflict[p], edges[g], edges[g + 1])
                change = covers[p] - covers[old]
                if np.random.random() < ratio * np.exp(price * change):
                    board[i] = p
                    covered += change
                    made += 1
                continue
            j = np.random.randint(ships - 1)
            j += j >= i
            h, other = groups[j], board[j]
            p, n = pick(avail, conflict[other], edges[g], edges[g + 1], np.random.random())
            q, m = pick(avail, conflict[old], edges[h], edges[h + 1], np.random.random())
            if p < 0 or q < 0 or (conflict[p, q // WORD] >> np.uint64(q % WORD)) & _ONE:
                continue
            if not (_free(board, p, conflict, i, j) and _free(board, q, conflict, i, j)):
                continue
            back = _size(avail, conflict[q], edges[g], edges[g + 1]) * _size(avail, conflict[p], edges[h], edges[h + 1])
            change = covers[p] + covers[q] - covers[old] - covers[other]
            if np.random.random() < n * m / back * np.exp(price * change):
                board[i], board[j] = p, q
                covered += change
                made += 1
        if covered == wanted:
            if recorded >= skipped:
                out[recorded - skipped] = board
            recorded += 1
            if recorded - skipped == len(out):
                break
    return max(0, recorded - skipped), made, tried


@kernel
def drop(
    seed: int, groups: Longs, placed: Longs, avail: Words, edges: Longs, conflict: Words, tries: int, out: Longs
) -> bool:
    """Fill up a board, some ships of which are in place: the others one after another, anywhere they fit.

    Ships that are not in place have -1 in `placed`. The result is a place to start from, no fair sample.
    """
    np.random.seed(seed)
    for _ in range(tries):
        left = avail.copy()
        for k in range(len(placed)):
            out[k] = placed[k]
            if placed[k] >= 0:
                for w in range(len(left)):
                    left[w] &= ~conflict[placed[k], w]
        fits = True
        for k in range(len(placed)):
            if out[k] >= 0:
                continue
            g = groups[k]
            p, _n = pick(left, left, edges[g], edges[g + 1], np.random.random())
            if p < 0:
                fits = False
                break
            out[k] = p
            for w in range(len(left)):
                left[w] &= ~conflict[p, w]
        if fits:
            return True
    return False


@kernel
def _one_by_one(
    seed: int, groups: Longs, avail: Words, edges: Longs, conflict: Words, boards: int, counts: Longs, out: Longs
) -> int:
    """Place ships one after another on so many boards; how many ships fitted on the first board that failed, or -1."""
    np.random.seed(seed)
    left = np.empty(len(avail), np.uint64)
    for _ in range(boards):
        left[:] = avail
        for k in range(len(groups)):
            p, _n = pick(left, left, edges[groups[k]], edges[groups[k] + 1], np.random.random())
            if p < 0:
                return k
            out[k] = p
            for w in range(len(left)):
                left[w] &= ~conflict[p, w]
        for k in range(len(groups)):
            counts[out[k]] += 1
    return -1


def one_after_another(sea: Waters, groups: Longs, avail: Words, boards: int, seed: int) -> tuple[Longs, Longs]:
    """How many of some boards have each placement, if their ships are placed one after another: not uniform.

    If a ship finds no place, the placements of those before it on that board come second, and end the count.
    """
    counts, out = np.zeros(len(sea.places), np.int64), np.empty(len(groups), np.int64)
    fitted = _one_by_one(seed, frozen(groups), frozen(avail), sea.edges, sea.conflict, boards, counts, out)
    return counts, out[: max(fitted, 0)]


def dropped(sea: Waters, groups: Longs, placed: Longs, avail: Words, seed: int) -> Longs | None:
    """A board to start from that has the ships already placed, or `None` if none was found."""
    out = np.empty(len(groups), np.int64)
    found = drop(seed, frozen(groups), frozen(placed), frozen(avail), sea.edges, sea.conflict, TRIES, out)
    return out if found else None


def walked(
    sea: Waters,
    groups: Longs,
    start: Longs,
    avail: Words,
    hits: Words,
    seed: int,
    price: float,
    skipped: int,
    records: int,
    most: int,
) -> Walk:
    """Some boards of one chain; fewer than asked for if the hits are hardly ever covered."""
    out = np.empty((records, len(groups)), np.int64)
    given = (frozen(start), frozen(groups), frozen(avail), frozen(hits))
    sizes = (price, MOVES * len(groups), skipped, most)
    recorded, made, tried = walk(seed, *given, sea.edges, sea.conflict, sea.cells, *sizes, out)
    return Walk(out[:recorded], made / max(tried, 1), tried)


def fair_price(sea: Waters, groups: Longs, start: Longs, avail: Words, hits: Words, seed: int) -> float:
    """The lowest of `PRICES` under which a chain covers all hits often."""
    for price in PRICES[:-1]:
        if len(walked(sea, groups, start, avail, hits, seed, price, 20, 80, 100).boards) >= OFTEN * 80:
            return price
    return PRICES[-1]


def draw_board(sea: Waters, groups: Longs, seed: int) -> Longs | None:
    """A board that a chain came to, nearly uniform; `None` if no board to start from was found."""
    start = dropped(sea, groups, np.full(len(groups), -1), sea.every, seed)
    if start is None:
        return None
    nothing = np.zeros(sea.cells.shape[1], np.uint64)
    found: Longs = walked(sea, groups, start, sea.every, nothing, seed, PRICES[0], WALKED, 1, 2 * WALKED).boards[0]
    return found


def standard_errors(chains: list[npt.NDArray[np.float64]]) -> tuple[Floats, Floats, Floats]:
    """The mean of each figure, its standard error from batches, and how far the chains disagree (R-hat).

    A chain is an array, one row a record and one column a figure.
    """
    batches = np.concatenate([part.mean(axis=0)[None] for chain in chains for part in np.array_split(chain, 5)])
    error = batches.std(axis=0, ddof=1) / np.sqrt(len(batches))
    length = min(map(len, chains))
    within = np.mean([chain.var(axis=0, ddof=1) for chain in chains], axis=0)
    between = np.var([chain.mean(axis=0) for chain in chains], axis=0, ddof=1)
    spread = np.where(within > 0, (length - 1) / length + between / np.maximum(within, 1e-300), 1.0)
    return np.mean([chain.mean(axis=0) for chain in chains], axis=0), error, np.sqrt(spread)


@takes(3)
def warm() -> None:
    """Compile the kernels for every type that they are called with."""
    from sleuth.games.battleship.kernels.fleet import waters

    sea = waters(3, 3, (2, 1), True)
    draw_board(sea, np.array([0, 1]), 0)
    one_after_another(sea, np.array([0, 1]), sea.every, 2, 0)
    fair_price(sea, np.array([0]), np.array([0]), sea.every, np.ones(1, np.uint64), 0)
