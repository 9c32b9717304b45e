"""Battleship past what can be counted: boards from several Markov chains, with the error that they leave.

Chains start from different boards, each made to explain the history. How far they agree is told: the standard error of
the chance of a ship (from batches of each chain), R-hat, and the effective number of independent boards. As soon as the
boards can be counted, the next information set counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, log2

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.belief.fleet_sea import Sea, State, sea_of
from sleuth.belief.fleet_shots import ShotSet
from sleuth.core.errors import StarvedError
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.history import History
from sleuth.games.battleship import Battleship, Board
from sleuth.kernels.arrays import Longs, frozen
from sleuth.kernels.fleet import cover
from sleuth.kernels.fleet_chain import dropped, fair_price, standard_errors, walked
from sleuth.kernels.fleet_dive import estimated_boards

CHAINS = 8
RECORDS = 400
"""Boards from each chain."""
SKIPPED = 150
"""Boards that a chain forgets first."""
MOST = 5
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
        enough = (SKIPPED, RECORDS, MOST * (SKIPPED + RECORDS))
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
        from sleuth.belief.fleet import fleet_after

        return fleet_after(self.game, self.history.add(action, feedback), self)

    def starts_after(self, history: History) -> list[Longs]:
        """Boards of this sample that explain a longer history."""
        kept = self.explaining(np.concatenate(self._chains), history)
        places = np.linspace(0, len(kept) - 1, min(CHAINS, len(kept))).astype(int)
        return [kept[i] for i in places] if len(kept) else []

    def _line(self) -> str:
        told = f"about {self.entropy:.2f} ± {self.bits_error:.2f} bits"
        return f"{self.game}: {told} after {len(self.history)} steps ({self.diagnosis})"
