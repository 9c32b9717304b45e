"""The information set of Battleship: boards are counted, never listed.

A history leaves some placements to each ship, one ship at a time, and hits that must be covered. How many boards that
makes, and how many of them have each placement, `kernels.fleet` counts; everything else follows from these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import log2

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.belief.fleet_chain import CHAINS, ChainSet, chain_after
from sleuth.belief.fleet_list import ListedSet, listed_boards
from sleuth.belief.fleet_sea import Sea, State
from sleuth.belief.fleet_shots import ShotSet
from sleuth.core.errors import TooLargeError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.games.battleship import Battleship, Board
from sleuth.kernels.arrays import Longs
from sleuth.kernels.fleet import BoardCounts, Covered, count_boards, cover, work

WORK_MOST = 1e8
"""Sets that take more work to count than this (a few seconds) are sampled."""
LISTED_MOST = 1_000_000
"""More boards are not listed."""
REMEMBERED = 4096
"""How many counts are kept: openings come again in every play."""


def begin_fleet(game: Battleship, progress: Progress = silent) -> InformationSet:
    """Every board before the first shot: counted; listed or sampled where that would take too long."""
    progress("counting boards", 0, 1)
    rows = None if FleetSet(game, History()).countable else listed_boards(game)
    info = fleet_after(game, History()) if rows is None else ListedSet(game, History(), rows)
    progress("counting boards", 1, 1)
    assert info is not None
    return info


def fleet_after(game: Battleship, history: History, before: ChainSet | None = None) -> InformationSet | None:
    """The boards that explain a history, counted if that is quick, else sampled; `None` if there are none.

    `before` is the sample of one step earlier: its boards that explain the answer are where the next chains start.
    """
    found = FleetSet(game, history)
    if found.countable:
        return found if found.size else None
    starts = before.starts_after(history) if before is not None else []
    return ChainSet(game, history, starts) if len(starts) >= CHAINS else chain_after(game, history)


def _covered(sea: Sea, state: State) -> Covered | None:
    """The ways to cover the hits; `None` where it would take too long to count the boards that they leave."""
    covered = cover(sea.waters, *state)
    return None if work(sea.waters, covered) > WORK_MOST else covered


def _count(sea: Sea, state: State) -> BoardCounts:
    covered = _covered(sea, state)
    if covered is None:
        raise TooLargeError(f"the boards of {sea.game} are too many to count")
    return count_boards(sea.waters, covered)


@lru_cache(maxsize=REMEMBERED)
def _remembered(sea: Sea, avail: bytes, hits: bytes) -> BoardCounts:
    """`_count` of all ships; openings come again in every play."""
    return _count(sea, (np.frombuffer(avail, np.uint64), sea.many, np.frombuffer(hits, np.uint64)))


class FleetSet(ShotSet):
    """Every board that explains the history, counted."""

    @property
    def countable(self) -> bool:
        """Whether the boards are counted in a few seconds."""
        return _covered(self.sea, self.state) is not None

    @property
    def counts(self) -> BoardCounts:
        """How many boards there are, and how many of them have each placement."""
        return _remembered(self.sea, self._shots.avail.tobytes(), self._shots.hits.tobytes())

    @property
    def weights(self) -> Longs:
        return self.counts.weights

    @property
    def total(self) -> int:
        return self.size

    @property
    def exact(self) -> bool:
        return True

    @property
    def size(self) -> int:
        return self.counts.boards

    @property
    def entropy(self) -> float:
        """All boards are equally likely."""
        return log2(self.size)

    def candidates(self, most: int | None = None) -> list[Secret]:
        if most is None and self.size > LISTED_MOST:
            raise TooLargeError(f"{self.size:,} boards are too many to list; ask for at most {LISTED_MOST:,}")
        return list(islice(self._boards(self.state, {}), most))

    def _boards(self, state: State, placed: dict[int, int]) -> Iterator[Board]:
        """The boards with some ships in place, in the game's order: only placements that a board has are followed."""
        ship = len(placed)
        if ship == len(self.game.ships):
            yield self.sea.board(placed)
            return
        weights = (_count(self.sea, state) if placed else self.counts).weights
        bits = self.sea.bits(self.sea.group_of[ship])
        for bit in bits[weights[bits] > 0].tolist():
            avail, many, hits = self.sea.place(*state, bit)
            if self.sea.alike_after(ship):
                avail = self.sea.later(avail, bit)
            yield from self._boards((avail, many, hits), {**placed, ship: bit})

    @property
    def best_chance(self) -> float:
        return 1 / self.size

    @of_events
    def probability(self, secret: Secret) -> float:
        return 1 / self.size if self.sea.explains(secret, self.history) else 0.0

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        """Independent boards: ship after ship, each in proportion to the boards that have the placement."""
        return [self._sampled(rng) for _ in range(n)]

    def _sampled(self, rng: np.random.Generator) -> Board:
        state, placed = self.state, dict[int, int]()
        for ship in range(len(self.game.ships)):
            weights = (_count(self.sea, state) if placed else self.counts).weights
            bits = self.sea.bits(self.sea.group_of[ship])
            sums = np.cumsum(weights[bits])
            placed[ship] = int(bits[np.searchsorted(sums, rng.integers(sums[-1]), side="right")])
            state = self.sea.place(*state, placed[ship])
        return self.game.tidy(self.sea.board(placed))

    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        columns, counts, _ = self.sea.answers(self._shots, self.weights, self.total, [action])
        if feedback not in columns or not counts[0, columns.index(feedback)]:
            return None
        return fleet_after(self.game, self.history.add(action, feedback))
