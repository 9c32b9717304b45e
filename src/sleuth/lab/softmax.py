"""Players who choose by an entropy, more or less: the chance of a question falls with the entropy that it leaves.

With `E` the Sharma-Mittal entropy that a question is expected to leave, its chance goes with `exp(-E / noise)`:
at noise 0 the best question is always asked, at infinity any. The noise is counted in the unit of the entropy, nats at
degree 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.belief.counted_outcomes import Counted
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.kernels.arrays import Floats, Ints
from sleuth.play.match import PLAYER, Match
from sleuth.play.oracles import Truthful
from sleuth.play.play_loop import moves
from sleuth.play.record import Record
from sleuth.strategies.base import Strategy, names_now
from sleuth.strategies.criteria import sharma_mittal
from sleuth.strategies.decision import Decision

NEAR = 1e-4
"""So near to order 1, the power sums are taken from the mass."""


def expected_entropies(outcomes: Counted, orders: Floats, degrees: Floats) -> Floats:
    """The entropy that each action is expected to leave, for each pair of order and degree: pairs x actions.

    The same numbers as the criterion `sharma-mittal`, many at once; a question in vain leaves what there is.
    """
    if equally_likely(outcomes):
        return _of_sizes(outcomes, degrees)
    columns = outcomes.codes[np.ix_(outcomes.candidates, outcomes.columns)].T.astype(np.int64)
    actions, width = len(outcomes), outcomes.width
    weights = outcomes.weights[outcomes.candidates]
    weights = np.tile(weights / weights.sum(), actions)
    # Parts are numbered action by action, and `place` is the part of each candidate under each action.
    cell = (columns + width * np.arange(actions)[:, None]).ravel()
    filled = np.bincount(cell, minlength=actions * width) > 0
    place = (np.cumsum(filled) - 1)[cell]
    starts = np.concatenate([[0], np.cumsum(filled.reshape(actions, width).sum(axis=1))[:-1]])
    masses = np.bincount(place, weights)
    shares = weights / masses[place]
    logs = np.log(shares)
    tops = np.full(masses.size, -np.inf)
    np.maximum.at(tops, place, logs)
    out = np.empty((len(orders), actions))
    for order in np.unique(orders):
        tilt = order - 1
        if order == 0:
            nats = np.log(np.bincount(place))
        elif np.isinf(order):
            nats = -tops
        elif abs(tilt) < NEAR:
            rise = np.bincount(place, shares * (np.expm1(tilt * logs) / tilt if tilt else logs))
            nats = -(np.log1p(tilt * rise) / tilt if tilt else rise)
        else:
            nats = (order * tops + np.log(np.bincount(place, np.exp(order * (logs - tops[place]))))) / -tilt
        pairs = np.flatnonzero(orders == order)
        left = _deformed(np.maximum(nats, 0.0), degrees[pairs])
        out[pairs] = np.add.reduceat(masses * left, starts, axis=1)
    return out


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
