"""What a history of shots says about each placement by itself, and what the numbers of boards say about a shot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sleuth.core.game import Feedback, Secret
from sleuth.core.history import History
from sleuth.games.battleship.kernels.fleet import waters
from sleuth.games.battleship.rules.game import HIT, MISS, SUNK, Battleship, Board, cells_of
from sleuth.games.battleship.rules.packing import Cell, Ship
from sleuth.kernels.arrays import Bools, Floats, Longs, Words, frozen
from sleuth.kernels.bits import WORD

State = tuple[Words, Longs, Words]
"""The placements that are open, the ships of each group still to be placed, and the hits still to be covered."""


class Shots(NamedTuple):
    """A history as arrays. Cells are numbered row by row."""

    times: Mapping[Cell, int]
    """When each cell was shot."""
    found: int
    """How many shots hit."""
    avail: Words
    """The placements that the answers leave to some ship."""
    hits: Words
    """The cells that were hit."""
    unshot: Longs
    """For each placement how many of its cells were not shot."""
    closing: Longs
    """For each placement with one cell not shot, that cell; else -1."""


@lru_cache(maxsize=32)
def sea_of(game: Battleship) -> Sea:
    """The geometry of a game, made once."""
    return Sea(game)


class Sea:
    """The placements of a game by number, and how answers bear on them."""

    def __init__(self, game: Battleship) -> None:
        self.game = game
        lengths = tuple(game.ships[group[0]] for group in game.groups)
        self.waters = waters(*game.sides, lengths, game.touching)
        self.many: Longs = frozen(np.array([len(group) for group in game.groups], np.int64))
        self.group_of = {ship: g for g, group in enumerate(game.groups) for ship in group}
        self.numbers = {cell: number for number, cell in enumerate(game.actions())}
        cells = list(self.numbers)
        self.ships: list[Ship | None] = [
            None if first < 0 else (cells[first], cells[last]) for first, last in self.waters.places.tolist()
        ]
        self.groups: Longs = np.repeat(np.arange(len(lengths)), np.diff(self.waters.edges) * WORD)
        self.spots: Longs = np.full((len(self.ships), max(lengths)), game.area, np.int64)
        """For each placement its cells, filled up with a cell that is not on the board."""
        for bit, ship in enumerate(self.ships):
            if ship is not None:
                spots = [self.numbers[cell] for cell in cells_of(ship)]
                self.spots[bit, : len(spots)] = spots
        real: Bools = np.array([ship is not None for ship in self.ships])
        self.real = real
        on = np.zeros((len(self.ships), game.area + 1))
        np.put_along_axis(on, self.spots, 1.0, axis=1)
        on[~real] = 0.0
        self.on: Floats = np.ascontiguousarray(on[:, : game.area])
        """Whether each placement has each cell."""
        self._bits = [np.flatnonzero(real & (self.groups == g)) for g in range(len(lengths))]
        self._bit_of = {(g, self.ships[b]): int(b) for g, bits in enumerate(self._bits) for b in bits}

    # Placements by number.

    def bits(self, group: int) -> Longs:
        """The placements of a group, in order."""
        return self._bits[group]

    def board(self, placed: Mapping[int, int]) -> Board:
        """The board with a placement for each ship."""
        ships = [self.ships[placed[ship]] for ship in range(len(self.game.ships))]
        return tuple(ship for ship in ships if ship is not None)

    def placed(self, board: Board) -> list[int]:
        """The placements of a board, by number."""
        return [self._bit_of[self.group_of[number], ship] for number, ship in enumerate(board)]

    def alike_after(self, ship: int) -> bool:
        """Whether a later ship is like this one."""
        return any(self.group_of[other] == self.group_of[ship] for other in range(ship + 1, len(self.game.ships)))

    def place(self, avail: Words, many: Longs, hits: Words, bit: int) -> State:
        """What is left once a ship of the placement's group lies there."""
        left = many.copy()
        left[self.groups[bit]] -= 1
        return avail & ~self.waters.conflict[bit], left, hits & ~self.waters.cells[bit]

    def later(self, avail: Words, bit: int) -> Words:
        """Without the placements of the same group that come before this one."""
        out = avail.copy()
        out[self.waters.edges[self.groups[bit]] : bit // WORD] = 0
        out[bit // WORD] &= ~np.uint64((2 << (bit % WORD)) - 1)
        return out

    # What the answers say.

    def shots(self, history: History) -> Shots:
        """The placements that a history leaves: each ship is looked at by itself."""
        game, area = self.game, self.game.area
        times = {action: time for time, (action, _) in enumerate(history)}
        time: Longs = np.full(area + 1, -1, np.int64)
        shot, missed, sunk = (np.zeros(area + 1, np.bool_) for _ in range(3))
        named: Longs = np.full(area + 1, -1, np.int64)
        shot[area] = True
        for number, (action, feedback) in enumerate(history):
            spot, (word, _, rest) = self.numbers[action], str(feedback).partition(" ")
            time[spot], shot[spot] = number, True
            missed[spot], sunk[spot] = word == MISS, word == SUNK
            if rest:
                named[spot] = self._named(word, rest)
        spots = self.spots
        unshot: Longs = (~shot[spots]).sum(axis=1)
        allowed: Bools = self.real & ~missed[spots].any(axis=1)
        if game.answers != "hits":
            ends = np.where(sunk, time, -1)[spots].max(axis=1)
            number_sunk = sunk[spots].sum(axis=1)
            afloat = (unshot > 0) & (number_sunk == 0)
            allowed &= afloat | ((unshot == 0) & (number_sunk == 1) & (ends == time[spots].max(axis=1)))
            allowed &= self._agree(named)
        hit = shot & ~missed
        hit[area] = False
        closing = np.where(unshot == 1, np.where(shot[spots], -1, spots).max(axis=1), -1)
        return Shots(times, int(hit.sum()), _packed(allowed), _packed(hit[:area]), frozen(unshot), frozen(closing))

    def _named(self, word: str, rest: str) -> int:
        """What an answer says beyond its first word, as a number: a length, a ship, or a placement."""
        game = self.game
        if game.answers == "length":
            return int(rest)
        if game.answers == "named":
            return game.names.index(rest)
        cells = [game.parse_action(part) for part in rest.split()]
        return self._bit_of[self.group_of[game.ships.index(len(cells))], (cells[0], cells[-1])]

    def _agree(self, named: Longs) -> Bools:
        """Whether each placement agrees with what the answers said beyond hit and sunk."""
        owners = named[self.spots]
        owners[self.spots == self.game.area] = -1
        if self.game.answers == "named":
            # A ship has all hits with its name, and no other.
            own = owners == self.groups[:, None]
            hits = np.bincount(named[named >= 0], minlength=len(self.many))
            return np.asarray(((owners < 0) | own).all(axis=1) & (own.sum(axis=1) == hits[self.groups]))
        said = self.waters.lengths[self.groups] if self.game.answers == "length" else np.arange(len(self.ships))
        return np.asarray(((owners < 0) | (owners == said[:, None])).all(axis=1))

    def explains(self, secret: Secret, history: History) -> bool:
        """Whether a value is a board that gives every answer of a history."""
        if not self.game.is_board(secret):
            return False
        past = [action for action, _ in history]
        answers = (self.game.feedback_after(past[:k], action, secret) for k, action in enumerate(past))
        return all(answer == feedback for answer, (_, feedback) in zip(answers, history, strict=True))

    # What a shot may be answered.

    def answers(
        self, shots: Shots, weights: Floats | Longs, total: float, actions: Sequence[Cell]
    ) -> tuple[list[Feedback], Floats, Bools]:
        """The answers, for each shot how many boards give them, and whether they are hits.

        `weights` are how many boards have each placement, of `total`.
        """
        spots = np.array([self.numbers[cell] for cell in actions], np.int64)
        columns: list[Feedback] = [MISS]
        struck: Floats = np.asarray(weights @ self.on, np.float64)
        counts = [total - struck[spots]]
        if self.game.answers == "hits":
            return [MISS, HIT], np.stack([*counts, struck[spots]], axis=1), np.array([False, True])
        for feedback, chosen, sinks in self._kinds(shots, weights, spots):
            closes = chosen & (shots.closing >= 0)
            bits = np.flatnonzero(closes)
            sunk = np.bincount(shots.closing[bits], weights[bits].astype(np.float64), minlength=self.game.area)
            columns.append(feedback)
            counts.append(
                np.asarray((sunk if sinks else (np.where(chosen, weights, 0) @ self.on) - sunk)[spots], np.float64)
            )
        return columns, np.stack(counts, axis=1), np.array([feedback != MISS for feedback in columns])

    def _kinds(self, shots: Shots, weights: Floats | Longs, spots: Longs) -> list[tuple[Feedback, Bools, bool]]:
        """The answers to a hit: for each the placements that give it, and whether by being sunk."""
        game, every = self.game, self.real
        if game.answers == "named":
            own = [(name, self.groups == g) for g, name in enumerate(game.names)]
            return [(f"{word} {name}", mine, word == SUNK) for word in (HIT, SUNK) for name, mine in own]
        hit: list[tuple[Feedback, Bools, bool]] = [(HIT, every, False)]
        if game.answers == "anonymous":
            return [*hit, (SUNK, every, True)]
        if game.answers == "length":
            lengths = self.waters.lengths
            return [*hit, *((game.sunk_length(int(n)), self.groups == g, True) for g, n in enumerate(lengths))]
        sinking = np.flatnonzero((weights > 0) & np.isin(shots.closing, spots) & (shots.closing >= 0))
        places = np.arange(len(self.ships))
        ships = [(int(bit), ship) for bit in sinking if (ship := self.ships[bit]) is not None]
        return [*hit, *((game.sunk_cells(cells_of(ship)), places == bit, True) for bit, ship in ships)]


def _packed(bits: Bools) -> Words:
    """Booleans as words, the first in the lowest bit."""
    words = np.zeros(-(-len(bits) // WORD), np.uint64)
    words.view(np.uint8)[: -(-len(bits) // 8)] = np.packbits(bits, bitorder="little")
    return frozen(words)
