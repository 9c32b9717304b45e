"""The information set of Battleship: boards are counted, never listed.

A history leaves some placements to each ship, one ship at a time, and hits that must be covered. How many boards that
makes, and how many of them have each placement, `kernels.fleet` counts; everything else follows from these numbers.

Battleship past what can be counted: boards from several Markov chains, with the error that they leave.

Chains start from different boards, each made to explain the history. How far they agree is told: the standard error of
the chance of a ship (from batches of each chain), R-hat, and the effective number of independent boards. As soon as the
boards can be counted, the next information set counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from math import isfinite, log2

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.core.errors import StarvedError, TooLargeError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.core.progress import Progress, silent
from sleuth.games.battleship.belief.list_set import ListedSet, listed_boards
from sleuth.games.battleship.belief.placements import Sea, State, sea_of
from sleuth.games.battleship.belief.shot_set import ShotSet
from sleuth.games.battleship.kernels.chain import dropped, fair_price, standard_errors, walked
from sleuth.games.battleship.kernels.estimate import estimated_boards
from sleuth.games.battleship.kernels.fleet import BoardCounts, Covered, count_boards, cover, work
from sleuth.games.battleship.rules.game import Battleship, Board
from sleuth.kernels.arrays import Longs, frozen

MAX_WORK = 1e8
"""Sets that take more work to count than this (a few seconds) are sampled."""
MAX_LISTED = 1_000_000
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
    return None if work(sea.waters, covered) > MAX_WORK else covered


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
        if most is None and self.size > MAX_LISTED:
            raise TooLargeError(f"{self.size:,} boards are too many to list; ask for at most {MAX_LISTED:,}")
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


CHAINS = 8
RECORDS = 400
"""Boards from each chain."""
SKIPPED = 150
"""Boards that a chain forgets first."""
MAX_STRETCH = 5
"""Records are tried at most so many times as often as are wanted: not all states cover the hits."""
DIVES = 20_000
"""Boards made by chance, to estimate how many there are."""
LARGEST = 1023
"""Larger powers of two are no floats."""
COVERS = 200
"""Ways to cover the hits among which chains start."""


@dataclass(frozen=True)
class Diagnosis:
    """How good a sample is."""

    boards: int
    """Recorded boards, of all chains."""
    accepted: float
    """The share of moves that were made."""
    error: float
    """The largest standard error of the chance of a ship, over the cells."""
    rhat: float
    """The largest R-hat over the cells; near 1 where the chains agree."""
    effective: float
    """The boards that would be worth as much if they were independent: the median over the cells."""

    def __str__(self) -> str:
        return (
            f"{self.boards:,} boards worth {self.effective:,.0f}, error at most {self.error:.3f}, R-hat {self.rhat:.3f}"
        )


def chain_after(game: Battleship, history: History, seed: int = 0) -> ChainSet | None:
    """A sample of the boards that explain a history; `None` if surely none does."""
    sea = sea_of(game)
    shots = sea.shots(history)
    state = (shots.avail, sea.many, shots.hits)
    starts = _starts(sea, state, np.random.default_rng([seed, len(history)]))
    if starts is None:
        return None
    if not starts:
        raise StarvedError(f"no board of {game} was found that explains {len(history)} answers; there may be none")
    return ChainSet(game, history, starts, seed)


def _ship_groups(sea: Sea) -> Longs:
    return np.array([sea.group_of[ship] for ship in range(len(sea.game.ships))], np.int64)


def _starts(sea: Sea, state: State, rng: np.random.Generator) -> list[Longs] | None:
    """Boards to start from, each with another cover of the hits where there are several; `None` if there is none."""
    covered = cover(sea.waters, *state, COVERS)
    if len(covered.ends) == 0:
        return None
    groups, starts = _ship_groups(sea), list[Longs]()
    for number in rng.permutation(len(covered.ends))[: 4 * CHAINS].tolist():
        placed: Longs = np.full(len(groups), -1, np.int64)
        for bit in covered.paths[number]:
            if bit >= 0:
                placed[np.flatnonzero((groups == sea.groups[bit]) & (placed < 0))[0]] = bit
        board = dropped(sea.waters, groups, placed, state[0], int(rng.integers(2**31)))
        if board is not None:
            starts.append(board)
        if len(starts) == CHAINS:
            break
    return starts


class ChainSet(ShotSet):
    """Boards that explain the history, from Markov chains: an estimate, with its error."""

    def __init__(self, game: Battleship, history: History, starts: list[Longs], seed: int = 0) -> None:
        super().__init__(game, history)
        self.seed = seed
        rng = np.random.default_rng([seed, len(history), 1])
        groups = _ship_groups(self.sea)
        given = (self._shots.avail, self._shots.hits)
        price = fair_price(self.sea.waters, groups, starts[0], *given, seed)
        enough = (SKIPPED, RECORDS, MAX_STRETCH * (SKIPPED + RECORDS))
        seeds = rng.integers(2**31, size=CHAINS).tolist()
        walks = [
            walked(self.sea.waters, groups, starts[k % len(starts)], *given, seeds[k], price, *enough)
            for k in range(CHAINS)
        ]
        kept = [w for w in walks if len(w.boards) > 0]
        # A chain that never covers all hits again stays where it began.
        self._chains = tuple(map(frozen, [w.boards for w in kept] or [np.stack(starts)]))
        self._accepted = float(np.mean([w.accepted for w in walks]))

    @cached_property
    def _boards(self) -> tuple[Board, ...]:
        return tuple(map(self._board, np.concatenate(self._chains)))

    @cached_property
    def _shares(self) -> dict[Secret, float]:
        return {board: n / len(self._boards) for board, n in sorted(Counter(self._boards).items())}

    def _board(self, bits: Longs) -> Board:
        return self.game.tidy(self.sea.board(dict(enumerate(bits.tolist()))))

    @property
    def exact(self) -> bool:
        return False

    @property
    def key(self) -> Hashable:
        """Where chains begin depends on all that was shot before."""
        return self.history

    @property
    def notes(self) -> tuple[str, ...]:
        return (f"The boards are too many to count: chances are estimates from {self.diagnosis}.",)

    @property
    def precision(self) -> str:
        return f" ± {self.bits_error:.3f}; sampled: {self.diagnosis}"

    @property
    def size(self) -> int:
        """Different boards among those recorded."""
        return len(self._shares)

    @cached_property
    def _estimate(self) -> tuple[float, float]:
        """The logarithm of the number of boards, and its standard error."""
        return estimated_boards(self.sea.waters, *self.state, DIVES, self.seed)

    @property
    def estimated_size(self) -> float | None:
        """About how many boards there are; `None` where no estimate came to a board."""
        bits, _ = self._estimate
        return 2.0 ** min(bits, LARGEST) if isfinite(bits) else None

    @property
    def bits_error(self) -> float:
        """The standard error of the entropy, in bits."""
        return self._estimate[1]

    @property
    def entropy(self) -> float:
        """Bits, as estimated: all boards are equally likely. Without an estimate, of the recorded boards: too few."""
        bits, _ = self._estimate
        return bits if isfinite(bits) else -sum(share * log2(share) for share in self._shares.values())

    @cached_property
    def diagnosis(self) -> Diagnosis:
        """How far the chains agree on where ships are."""
        chains = [self.sea.on[boards].sum(axis=1) for boards in self._chains]
        total = sum(map(len, chains))
        if len(chains) < 2 or min(map(len, chains)) < 10:
            return Diagnosis(total, self._accepted, 0.5, float("inf"), 1.0)
        mean, error, rhat = standard_errors(chains)
        open_ = (mean > 0) & (mean < 1) & (error > 0)
        if not open_.any():
            return Diagnosis(total, self._accepted, 0.0, 1.0, float(total))
        worth = np.minimum(mean[open_] * (1 - mean[open_]) / error[open_] ** 2, total)
        return Diagnosis(total, self._accepted, float(error.max()), float(rhat[open_].max()), float(np.median(worth)))

    @property
    def weights(self) -> Longs:
        return np.bincount(np.concatenate(self._chains).ravel(), minlength=len(self.sea.ships))

    @property
    def total(self) -> int:
        """Recorded boards."""
        return sum(map(len, self._chains))

    def candidates(self, most: int | None = None) -> list[Secret]:
        return list(self._shares)[:most]

    @of_events
    def probability(self, secret: Secret) -> float:
        return self._shares.get(secret, 0.0)

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        return [self._boards[i] for i in rng.integers(len(self._boards), size=n)]

    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        return fleet_after(self.game, self.history.add(action, feedback), self)

    def starts_after(self, history: History) -> list[Longs]:
        """Boards of this sample that explain a longer history."""
        kept = self.explaining(np.concatenate(self._chains), history)
        places = np.linspace(0, len(kept) - 1, min(CHAINS, len(kept))).astype(int)
        return [kept[i] for i in places] if len(kept) else []

    def _line(self) -> str:
        message = f"about {self.entropy:.2f} ± {self.bits_error:.2f} bits"
        return f"{self.game}: {message} after {len(self.history)} steps ({self.diagnosis})"
