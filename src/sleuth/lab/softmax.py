"""Players who choose by an entropy, more or less: the chance of a question falls with the entropy that it leaves.

With `E` the Sharma-Mittal entropy that a question is expected to leave, its chance goes with `exp(-E / noise)`:
at noise 0 the best question is always asked, at infinity any. The noise is counted in the unit of the entropy, nats at
degree 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.counted_outcomes import Counted
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.kernels.arrays import Floats, Ints, Longs
from sleuth.play.match import PLAYER, Match
from sleuth.play.oracles import Truthful
from sleuth.play.play_loop import moves
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy, names_now
from sleuth.strategies.criteria import sharma_mittal
from sleuth.strategies.decision import Decision

NEAR = 1e-4
"""So near to order 1, the power sums are taken from the mass."""
VANISHED = 500.0
"""Powers below exp(-500) are taken relative to the largest weight of each part, lest nothing is left of them."""


def expected_entropies(outcomes: Counted, orders: Floats, degrees: Floats) -> Floats:
    """The entropy that each action is expected to leave, for each pair of order and degree: pairs x actions.

    The same numbers as the criterion `sharma-mittal`, many at once; a question in vain leaves what there is.
    """
    if equally_likely(outcomes):
        return _of_sizes(outcomes, degrees)
    parts = _Parts.of(outcomes)
    out = np.empty((len(orders), len(outcomes)))
    different, which = np.unique(orders, return_inverse=True)
    nats = parts.nats(different)
    for number in range(different.size):
        pairs = np.flatnonzero(which == number)
        left = _deformed(np.maximum(nats[number], 0.0), degrees[pairs])
        out[pairs] = np.add.reduceat(parts.masses * left, parts.starts, axis=1)
    return out


@dataclass(frozen=True, eq=False)
class _Parts:
    """What the answers to each action would leave, one part after the other: how many candidates of each weight.

    A jar gives few different weights to many codes, so power sums are taken weight by weight.
    """

    counts: Floats
    """Parts x weights."""
    weights: Floats
    """The different weights, as shares of the largest."""
    starts: Longs
    """The first part of each action."""
    masses: Floats
    """The probability of each part."""

    @classmethod
    def of(cls, outcomes: Counted) -> _Parts:
        """Those of some outcomes, action by action."""
        columns = outcomes.codes[np.ix_(outcomes.candidates, outcomes.columns)].T.astype(np.int64)
        actions, width = len(outcomes), outcomes.width
        weights, kind = np.unique(outcomes.weights[outcomes.candidates], return_inverse=True)
        cell = columns + width * np.arange(actions)[:, None]
        filled = np.bincount(cell.ravel(), minlength=actions * width) > 0
        place = (np.cumsum(filled) - 1)[cell] * weights.size + kind
        size = int(filled.sum())
        counts = np.bincount(place.ravel(), minlength=size * weights.size).reshape(size, -1).astype(np.float64)
        starts = np.concatenate([[0], np.cumsum(filled.reshape(actions, width).sum(axis=1))[:-1]])
        masses = counts @ weights
        return cls(counts, weights / weights.max(), starts, masses / outcomes.weights[outcomes.candidates].sum())

    @cached_property
    def sums(self) -> Floats:
        """The weight of each part."""
        return np.asarray(self.counts @ self.weights)

    @cached_property
    def tops(self) -> Floats:
        """The largest weight in each part."""
        # Weights rise, so the last that occurs is the largest.
        last = self.counts.shape[1] - 1 - np.argmax(self.counts[:, ::-1] > 0, axis=1)
        return np.asarray(self.weights[last])

    def nats(self, orders: Floats) -> Floats:
        """Renyi's entropy within each part: orders x parts."""
        out = np.empty((orders.size, self.masses.size))
        powers = (orders > 0) & (orders * -np.log(self.weights[0]) < VANISHED) & (np.abs(orders - 1) >= NEAR)
        powers &= np.isfinite(orders)
        if powers.any():
            some = orders[powers]
            sums = self.counts @ self.weights[:, None] ** some
            out[powers] = (np.log(sums) - some * np.log(self.sums)[:, None]).T / (1 - some)[:, None]
        for number in np.flatnonzero(~powers):
            out[number] = self._special(float(orders[number]))
        return out

    def _special(self, order: float) -> Floats:
        """The same at order 0, near 1, and where powers would vanish."""
        if order == 0:
            return np.asarray(np.log(self.counts.sum(axis=1)))
        if np.isinf(order):
            return np.asarray(np.log(self.sums / self.tops))
        if abs(order - 1) >= NEAR:
            # A weight beyond the top of a part occurs in others only.
            rest = self.counts * np.minimum(self.weights / self.tops[:, None], 1.0) ** order
            return np.asarray((np.log(rest.sum(axis=1)) - order * np.log(self.sums / self.tops)) / (1 - order))
        shares = self.weights / self.sums[:, None]
        tilt, logs = order - 1, np.log(shares)
        rise = (self.counts * shares * (np.expm1(tilt * logs) / tilt if tilt else logs)).sum(axis=1)
        return np.asarray(-(np.log1p(tilt * rise) / tilt if tilt else rise))


def equally_likely(outcomes: Counted) -> bool:
    """Whether all candidates are equally likely, so that the order makes no difference."""
    return outcomes.weights.size == 0 or bool(np.ptp(outcomes.weights[outcomes.candidates]) == 0)


def _of_sizes(outcomes: Counted, degrees: Floats) -> Floats:
    """The same where candidates are equally likely: of a part only its size counts."""
    counts, size = outcomes.counts, outcomes.size
    sizes = np.arange(size + 1)
    terms = sizes / size * _deformed(np.log(np.maximum(sizes, 1)), degrees)
    return np.asarray(terms[:, counts].sum(axis=2))


def _deformed(nats: Floats, degrees: Floats) -> Floats:
    """Renyi entropies in nats as entropies of each degree: degrees x entropies."""
    slopes = 1 - degrees[:, None]
    # A slope of 0 is degree 1, where the deformed logarithm is the logarithm itself.
    return np.where(slopes == 0, nats, np.expm1(slopes * nats) / np.where(slopes == 0, 1, slopes))


def alike(outcomes: Counted) -> tuple[Ints, Ints, Ints]:
    """Actions that no rule tells apart: one of each kind, how many there are, and the kind of each action."""
    if equally_likely(outcomes):
        key = np.sort(outcomes.counts, axis=1).astype(np.float64)
    else:
        generic = expected_entropies(outcomes, np.array([0.37, 2.3]), np.array([0.61, 1.7]))
        key = np.round(np.vstack([generic, outcomes.parts, outcomes.largest]).T, 10)
    key = np.column_stack([key, outcomes.possible, np.round(outcomes.hit_probability, 12)])
    # Rows are told apart by one number each, which is quick; should two ever share one, row by row.
    mixed = key @ np.random.default_rng(0).random(key.shape[1])
    _, first, kind, count = np.unique(mixed, return_index=True, return_inverse=True, return_counts=True)
    if not np.array_equal(key, key[first][kind]):
        _, first, kind, count = np.unique(key, axis=0, return_index=True, return_inverse=True, return_counts=True)
    return first.astype(np.int32), count.astype(np.int32), kind.ravel().astype(np.int32)


@dataclass(frozen=True)
class SoftPlayer(Strategy):
    """Ask what leaves little entropy of some order and degree, more or less."""

    order: float = field(default=1.0, metadata={"help": "0 or more, or inf", "infinite": True})
    degree: float = field(default=1.0, metadata={"help": "any number"})
    noise: float = field(default=0.1, metadata={"help": "in the unit of the entropy; 0 is never wrong"})

    def __post_init__(self) -> None:
        sharma_mittal(self.order, self.degree)
        if not self.noise >= 0:
            raise ParameterError(f"{self.name}: noise is 0 or more, not {self.noise:g}")

    @property
    def random(self) -> bool:
        return True

    @property
    def tie_break(self) -> str:
        return "random, by the entropy left"

    def chances(self, outcomes: Counted) -> Floats:
        """How likely each action is asked."""
        left = expected_entropies(outcomes, np.array([self.order]), np.array([self.degree]))[0]
        worse = left - left.min()
        likely = np.exp(-worse / self.noise) if self.noise else (worse <= 1e-9).astype(np.float64)
        return np.asarray(likely / likely.sum())

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        rng = np.random.default_rng(0) if rng is None else rng
        outcomes = info.outcomes(names_now(info) or None).counted
        if outcomes is None or info.game.goal.finds:
            raise ParameterError(f"{self.name} chooses among listed candidates until one is known, not in {info.game}")
        chances = self.chances(outcomes)
        row = int(rng.choice(len(outcomes), p=chances))
        return Decision(info, outcomes, row, -chances, str(self), self.tie_break)


def simulate(game: Game, player: Strategy, plays: int, seed: int = 0, most: int = 20) -> list[Record]:
    """Records of a player against secrets drawn from the prior; each ends when solved, or after `most` questions."""
    start, records = begin(game), []
    for play in range(plays):
        rng = np.random.default_rng([seed, play])
        secret = start.sample(rng)[0]
        ask = partial(_choice, player, rng)
        stage = Match(start, Truthful(game, secret))
        for move in islice(moves(stage, {PLAYER: ask}, rng), most):
            stage = move.after
        info = stage.info
        records.append(Record(game, info.history, str(player), secret=secret, solved=info.over))
    return records


def _choice(player: Strategy, rng: np.random.Generator, info: InformationSet) -> Action:
    return player.decide(info, rng=rng).action
