"""The procedure of Maheshwari & Singhvi for Battleship."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.history import History
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.spec import require
from sleuth.games.battleship.belief.placements import Sea, sea_of
from sleuth.games.battleship.kernels.chain import one_after_another
from sleuth.games.battleship.rules.game import MISS, SUNK, Battleship, cells_of
from sleuth.games.battleship.rules.packing import Cell, Ship
from sleuth.kernels.arrays import Words
from sleuth.strategies.base import Rng, Strategy
from sleuth.strategies.decision import Decision

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The neighbours of a cell, in the order in which the paper lists them."""


@dataclass(frozen=True)
class MaheshwariSinghvi(Strategy):
    """Shoot as Maheshwari & Singhvi (2021) do: sampled boards, a chase after each hit, a probe after each sink.

    Section 2.5 of their paper. With nothing to chase, `boards` boards are made by placing ships one after another,
    shortest first, and the cell that most of them share is shot; if a ship finds no place, a cell of one placed before
    it. After a hit the neighbour that most placements share is shot, then the line is followed, then back. After a
    sink the far end is probed in a "+" where a shorter ship may have been sunk. Which ship that was is assumed, the
    longest first; an assumption that has become impossible gives way to the next.

    It goes by the history alone. Where the paper is silent (what to do when a line ends without a sink, and when a
    probe is needless), the reading is ours.
    """

    boards: int = field(default=1000, metadata={"help": "boards that are made for a decision"})

    def __post_init__(self) -> None:
        require(self.boards >= 1, self, f"boards is 1 or more, not {self.boards}")

    @property
    def tie_break(self) -> str:
        return "up, down, right, left; among sampled cells lex"

    @property
    def random(self) -> bool:
        return True

    @classmethod
    def plays(cls, game: Game) -> bool:
        return isinstance(game, Battleship)

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        if not self.plays(info.game):
            raise ParameterError(f"{self.name} plays battleship, not {info.game.name}")
        game = cast(Battleship, info.game)
        rng = np.random.default_rng(0) if rng is None else rng
        view = _View(game, info.history)
        action = view.chase() or view.probe() or view.likeliest(rng, self.boards)
        return Decision(info, info.outcomes([action]), 0, np.zeros(1), str(self), self.tie_break)


class _View:
    """What the paper's player makes of a history."""

    def __init__(self, game: Battleship, history: History) -> None:
        self.game = game
        self.sea: Sea = sea_of(game)
        words = [(cell, str(feedback).partition(" ")[0]) for cell, feedback in history]
        self.times = {cell: time for time, (cell, _) in enumerate(words)}
        self.misses = {cell for cell, word in words if word == MISS}
        self.hits = {cell for cell, word in words if word != MISS}
        self.sinks = [cell for cell, word in words if word == SUNK]

    # Which ships were sunk.

    def explanations(self, sink: Cell) -> list[Ship]:
        """The ships that a sink may have been, the longest first: all of it was hit by then, and nothing else sank."""
        ships = []
        for length in sorted(set(self.game.ships), reverse=True):
            for ship in self._through(sink, length):
                cells = cells_of(ship)
                others = [cell for cell in cells if cell != sink]
                if all(c in self.hits and c not in self.sinks and self.times[c] < self.times[sink] for c in others):
                    ships.append(ship)
        return ships

    def _through(self, cell: Cell, length: int) -> list[Ship]:
        """The placements of a ship that have a cell."""
        row, column = cell
        ends = {((r, column), (r + length - 1, column)) for r in range(row - length + 1, row + 1)}
        ends |= {((row, c), (row, c + length - 1)) for c in range(column - length + 1, column + 1)}
        return sorted(ship for ship in ends if ship[0] in self.sea.numbers and ship[1] in self.sea.numbers)

    @cached_property
    def assumed(self) -> tuple[Ship, ...]:
        """The ships that are taken for sunk: the first guess that the board does not refute."""
        guesses = self._guesses(0, (), Counter(self.game.ships))
        first = None
        for guess in guesses:
            first = first or guess
            if self._possible(guess):
                return guess
        return first or ()

    def _guesses(self, number: int, guess: tuple[Ship, ...], left: Counter[int]) -> Iterator[tuple[Ship, ...]]:
        if number == len(self.sinks):
            yield guess
            return
        taken = {cell for ship in guess for cell in cells_of(ship)}
        for ship in self.explanations(self.sinks[number]):
            cells = cells_of(ship)
            if left[len(cells)] > 0 and taken.isdisjoint(cells):
                yield from self._guesses(number + 1, (*guess, ship), left - Counter([len(cells)]))

    def _possible(self, guess: tuple[Ship, ...]) -> bool:
        """Whether the hits left over can be parts of ships still afloat, and the shortest of these has room."""
        taken = {cell for ship in guess for cell in cells_of(ship)}
        afloat = self._afloat(guess)
        active = self.hits - taken
        if not afloat:
            return not active
        blocked = self.misses | taken
        for hit in active:
            ships = (ship for length in set(afloat) for ship in self._through(hit, length))
            if all(not blocked.isdisjoint(cells_of(ship)) for ship in ships):
                return False
        return bool(active) or any(
            blocked.isdisjoint(cells_of(ship)) for ship in self.sea.ships if ship and len(cells_of(ship)) == min(afloat)
        )

    def _afloat(self, guess: tuple[Ship, ...]) -> list[int]:
        left = Counter(self.game.ships) - Counter(len(cells_of(ship)) for ship in guess)
        return sorted(left.elements())

    @cached_property
    def taken(self) -> set[Cell]:
        """The cells of the ships that are taken for sunk."""
        return {cell for ship in self.assumed for cell in cells_of(ship)}

    @cached_property
    def active(self) -> list[Cell]:
        """Hits that belong to no ship sunk, the earliest first."""
        return sorted(self.hits - self.taken, key=self.times.__getitem__)

    def _open(self, cell: Cell) -> bool:
        return cell in self.sea.numbers and cell not in self.times

    # Hit mode.

    def chase(self) -> Cell | None:
        """The next shot at a ship that was hit: along its line, else where most placements go on."""
        for hit in self.active:
            if (cell := self._along(hit)) is not None:
                return cell
        for hit in self.active:
            if (cell := self._neighbour(hit)) is not None:
                return cell
        return None

    def _along(self, hit: Cell) -> Cell | None:
        """With a second hit beside it: on in that direction, else the other way from the first."""
        active = set(self.active)
        beside = [(d, c) for d in AROUND if (c := (hit[0] + d[0], hit[1] + d[1])) in active]
        for (down, across), _ in sorted(beside, key=lambda pair: self.times[pair[1]]):
            for way in ((down, across), (-down, -across)):
                cell = hit
                while cell in active:
                    cell = (cell[0] + way[0], cell[1] + way[1])
                if self._open(cell):
                    return cell
        return None

    def _neighbour(self, hit: Cell) -> Cell | None:
        """The neighbour that most placements through a hit share: the paper's mini-simulation."""
        blocked = self.misses | self.taken
        votes: Counter[Cell] = Counter()
        for length in self._afloat(self.assumed):
            for ship in self._through(hit, length):
                cells = cells_of(ship)
                if blocked.isdisjoint(cells):
                    votes.update(cells)
        near = [cell for d in AROUND if self._open(cell := (hit[0] + d[0], hit[1] + d[1]))]
        best = max(near, key=lambda cell: votes[cell], default=None)
        return best if best is not None and votes[best] > 0 else None

    # After a sink.

    def probe(self) -> Cell | None:
        """The next cell of the "+" around the far end of a ship that may have been a shorter one."""
        for sink, ship in zip(self.sinks, self.assumed, strict=False):
            cells = cells_of(ship)
            if not any(len(cells_of(other)) < len(cells) for other in self.explanations(sink)):
                continue
            far, near = (cells[0], cells[-1]) if sink != cells[0] else (cells[-1], cells[0])
            down, across = (far[0] > near[0]) - (far[0] < near[0]), (far[1] > near[1]) - (far[1] < near[1])
            for way in ((down, across), (across, down), (-across, -down)):
                cell = (far[0] + way[0], far[1] + way[1])
                if self._open(cell):
                    return cell
        return None

    # With nothing to chase.

    def likeliest(self, rng: Rng, boards: int) -> Cell:
        """The cell that most sampled boards share; a cell of a board on which a ship found no place."""
        sea, left = self.sea, list(range(len(self.game.groups)))
        groups = []
        for length in self._afloat(self.assumed):
            group = next(g for g in left if sea.waters.lengths[g] == length)
            groups.append(group)
            if not self.game.alike:
                left.remove(group)
        counts, stuck = one_after_another(
            sea.waters, np.array(groups, np.int64), self._unshot(), boards, int(rng.integers(2**31))
        )
        cells = list(sea.numbers)
        if stuck.size:
            allotted = [cell for bit in stuck.tolist() if (ship := sea.ships[bit]) for cell in cells_of(ship)]
            return allotted[int(rng.integers(len(allotted)))]
        votes = counts @ sea.on
        votes[[sea.numbers[cell] for cell in self.times]] = -1
        return cells[int(np.argmax(votes))]

    def _unshot(self) -> Words:
        """The placements of which no cell was shot."""
        shot = [self.sea.numbers[cell] for cell in self.times]
        blocked: Words = np.bitwise_or.reduce(self.sea.waters.cover[shot], axis=0)
        return self.sea.waters.every & ~blocked
