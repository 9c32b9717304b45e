"""The information set as particles: secrets that explain the history, for spaces too large to list.

Particles are drawn from the prior and kept if they give every answer of the history. Where too few pass, walkers take
over: Metropolis on the number by which a secret's answers miss those given. Where all secrets have the same prior, the
walkers go on from the particles before; else they are led from the prior (`walkers`), and the set says how far its
chances may be off. Both are estimates, and `exact` says so.

Once so many were met that even the rarest secret of the game would have been, few can have been missed: the set is
`whole`, holds each secret once, and later answers only filter it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from sleuth.belief.base import InformationSet, of_events
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.secret_search import (
    Effort,
    Sample,
    Search,
    SearchResult,
    Supply,
    WeightRange,
    miss,
    ordered,
    supply_of,
)
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import allows, count_of, has_own
from sleuth.core.tables import Feedbacks
from sleuth.core.text import plural
from sleuth.kernels.arrays import Bools, Floats, Ints, frozen
from sleuth.measures.shannon import shannon

__all__ = ["Effort", "SampledSet", "SearchResult", "miss"]

ALIKE: Floats = frozen(np.empty(0))
"""The weights of particles that count once each."""


class SampledSet(InformationSet):
    """A set of particles. The same seed and history give the same particles."""

    def __init__(self, game: Game, seed: int = 0, effort: Effort | None = None) -> None:
        supply = supply_of(game)
        self._begin(supply, seed, effort or supply.effort, History(), Feedbacks(), 1.0, SearchResult(), WeightRange())
        states = supply.draw(self._rng(0), self.effort.particles)
        self.weights = supply.weights(states, self._rng(3))
        self._hold(Sample(states, np.arange(len(states), dtype=np.int32)))

    def _begin(
        self,
        supply: Supply,
        seed: int,
        effort: Effort,
        history: History,
        feedbacks: Feedbacks,
        share: float,
        found: SearchResult,
        weights: WeightRange,
    ) -> None:
        self.supply, self.game, self.seed, self.effort = supply, supply.game, seed, effort
        self.history, self.feedbacks = history, feedbacks
        self.share = share
        """The estimated prior probability of the whole history."""
        self.found = found
        """How the particles were found at the last step."""
        self.weights = weights
        """The weights that secrets of the game may have."""

    def _hold(self, sample: Sample) -> None:
        """Take the particles."""
        distinct, place = self.supply.distinct(sample.states)
        self.whole = sample.whole
        """Whether every candidate is among the particles, as far as can be told from how often each was met."""
        priors = self.supply.priors(distinct)
        self._flat = bool((priors == priors[0]).all())
        self._sample = replace(sample, states=frozen(sample.states), sources=frozen(sample.sources))
        self._weights = frozen(priors) if self.whole and not self._flat else ALIKE
        shares = priors if self.whole else np.bincount(place)
        self._shares: dict[Secret, float] = dict(
            zip(self.supply.unpack(distinct), (shares / shares.sum()).tolist(), strict=True)
        )

    def _rng(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, len(self.history), purpose])

    @property
    def exact(self) -> bool:
        return False

    @property
    def key(self) -> Hashable:
        """Which particles are met depends on all that was asked."""
        return self.history, *self._assumptions

    @property
    def _assumptions(self) -> tuple[Hashable, ...]:
        return self.seed, self.effort

    @property
    def notes(self) -> tuple[str, ...]:
        held = "as far as can be told all there are" if self.whole else "a sample of those possible"
        notes = f"Chances and bits are estimates from {plural(self.size, 'secret')}, {held}."
        if self.weights.even or self.effective_size is None:
            return (notes,)
        error = 0.5 / self.effective_size**0.5
        return (notes, f"A chance has a standard error of up to about {error:.2g}.")

    @cached_property
    def particles(self) -> tuple[Secret, ...]:
        """The secrets that stand for all candidates: some of them more than once, or all candidates once."""
        return tuple(self.supply.unpack(self._sample.states))

    @property
    def size(self) -> int:
        return len(self._shares)

    @property
    def estimated_size(self) -> float | None:
        """About how many secrets are left, where their number is known and all have the same prior."""
        if self.whole:
            return float(self.size)
        number = count_of(self.game)
        if number is None or not self.weights.even:
            return None
        return max(float(self.size), number * self.share)

    @cached_property
    def entropy(self) -> float:
        """Bits: from the estimated size where there is one, else of the particles themselves (which is biased low)."""
        estimate = self.estimated_size if self.weights.even else None
        return float(np.log2(estimate)) if estimate else float(shannon(list(self._shares.values())))

    @property
    def all_actions(self) -> bool:
        return False

    @cached_property
    def actions(self) -> Sequence[Action]:
        """A pool to choose from: particles (where they are guesses) and random actions that the history allows."""
        rng, pool = self._rng(1), dict[Action, None]()
        if self.game.goal.only_names:
            guesses = self.candidates()
            pool |= dict.fromkeys(guesses[i] for i in rng.permutation(len(guesses))[: self.effort.actions // 2])
        others = self.supply.draws.draw_actions(rng, self.effort.actions - len(pool))
        pool |= dict.fromkeys(filter(self._allows, others))
        return ordered(pool)

    def is_legal(self, action: Action) -> bool:
        game = self.game
        if has_own(game, "parse_action"):
            try:
                if game.parse_action(game.format_action(action)) != action:
                    return False
            except (SleuthError, TypeError, ValueError):
                return False
        return self._allows(action)

    def _allows(self, action: Action) -> bool:
        return allows(self.game, action, self.history)

    def outcomes(self, actions: Sequence[Action] | None = None) -> Counted:
        rows = self.actions if actions is None else list(actions)
        if not rows:
            raise self.dead_end()
        codes = self.supply.codes(rows, self._sample.states, self.feedbacks)
        naming = self.game.goal.only_names
        possible: Bools = np.array([naming and a in self._shares for a in rows], np.bool_)
        winning: Ints = np.full(len(rows), -1, np.int32)
        place = {secret: i for i, secret in enumerate(self.particles)}
        for i in np.flatnonzero(possible).tolist():
            winning[i] = codes[place[rows[i]], i]
        every, columns = np.arange(len(codes), dtype=np.int32), np.arange(len(rows), dtype=np.int32)
        column = {action: i for i, action in enumerate(rows)} if naming else {}
        named: Ints = np.array([column.get(p, -1) for p in self.particles], np.int32)
        return Counted(rows, codes, every, columns, self._weights, winning, possible, named, self.feedbacks)

    def candidates(self, most: int | None = None) -> list[Secret]:
        return list(self._shares)[:most]

    @of_events
    def probability(self, secret: Secret) -> float:
        return self._shares.get(secret, 0.0)

    @property
    def effective_size(self) -> float | None:
        """By the draws that the particles go back to, which is cautious; `None` of a whole set, and after a chain."""
        return None if self.whole or self._sample.chained else self._sample.effective_size

    def standard_error(self, event: Secret) -> float | None:
        """From how differently those draws speak (a variance by clusters); 0 of a whole set, `None` after a chain."""
        if self.whole:
            return 0.0
        if self._sample.chained:
            return None
        holds = event if callable(event) else event.__eq__
        return self._sample.standard_error(np.array([holds(secret) for secret in self.particles], np.float64))

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        shares = self._weights / self._weights.sum() if self._weights.size else None
        return [self.particles[i] for i in rng.choice(len(self.particles), size=n, p=shares)]

    def _after(self, action: Action, feedback: Feedback) -> SampledSet:
        history = self.history.add(action, feedback)
        answers = self.supply.codes([action], self._sample.states, self.feedbacks)[:, 0]
        stays = answers == self.feedbacks.code(feedback)
        kept = Sample(self._sample.states[stays], self._sample.sources[stays], self.whole, self._sample.chained)
        left = len(kept.states)
        share = self.share * (left + 1) / (len(self._sample.states) + 2)
        if self.whole and left:
            sample, found = kept, SearchResult(kept=left)
        else:
            search = Search(self.supply, history, self.feedbacks, self.effort, self._rng(2), self.weights)
            sample, found = search.complete(kept, self._sample.states), search.found
            if found.acceptance is not None and found.accepted >= 20:
                share = found.acceptance
        after = SampledSet.__new__(SampledSet)
        after._begin(self.supply, self.seed, self.effort, history, self.feedbacks, share, found, self.weights)
        after._hold(sample)
        return after

    def _line(self) -> str:
        about = f"about {self.estimated_size:,.0f} secrets" if self.estimated_size else "an unknown number of secrets"
        return (
            f"{self.game}: {about}, {self.entropy:.3f} bits after {len(self.history)} steps ({self.size:,} particles)"
        )
