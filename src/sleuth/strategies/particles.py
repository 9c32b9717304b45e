"""Sampled ISES on particles: the entropy that an action leaves, counted in steps.

Particles are for games whose actions cannot be listed either, so it matters which are weighed, and late in a play it
matters that a guess may win. A part of `k` secrets is taken to need `log2(k) / b` steps more, where `b` are the bits
that the best action tells now, and one more to name the secret, where that is the goal; never less than is possible.
So the least entropy means the fewest steps, and a guess that wins saves one.

The pool of the set is weighed first. The best of it are varied a little, by the game's own `vary`, and weighed again.
Where every candidate is known and there are few, the best are followed one answer further.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np

from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.sampled import SampledSet
from sleuth.core.capabilities import Draws
from sleuth.core.game import Game
from sleuth.core.limit import Clock
from sleuth.core.members import writes
from sleuth.core.offers import constrained, has_own
from sleuth.kernels import partitions
from sleuth.kernels.arrays import Floats, Ints
from sleuth.strategies.base import first_useful
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.decision import Decision

TIE_BREAK = "expected steps, then possible, then lex, estimated"
ROUNDS = 2
"""How often the best actions are varied."""
FEW = 1000
"""Candidates, all of them known, up to which actions are followed one answer further."""
WIDTH = 30
"""How many actions are followed."""


def decide(info: SampledSet, strategy: str, rng: np.random.Generator, clock: Clock) -> Decision:
    """The action that promises the fewest steps, of those that there is time for."""
    outcomes = info.outcomes()
    scale = StepScale.of(info, outcomes)
    steps, lookups, tried = scale.steps(outcomes), outcomes.codes.size, len(outcomes)
    few = info.whole and info.size <= FEW
    for _ in range(ROUNDS if _varies(info.game) else 0):
        if clock.spent():
            break
        known = _best(outcomes, steps, len(outcomes) if few else info.effort.actions // 5)
        pool = dict.fromkeys(outcomes.actions[i] for i in known.tolist())
        best = _best(outcomes, steps, max(1, info.effort.actions // 50))
        varied = info.supply.draws.vary_many([outcomes.actions[i] for i in np.repeat(best, 10).tolist()], rng)
        pool |= dict.fromkeys(a for a in varied if not constrained(info.game) or info.is_legal(a))
        tried += len(pool) - known.size
        outcomes = info.outcomes(list(pool))
        steps, lookups = scale.steps(outcomes), lookups + outcomes.codes.size
    order = _best(outcomes, steps, len(outcomes))
    if few and not constrained(info.game):
        order = order[:WIDTH]
        steps = np.where(np.isin(np.arange(steps.size), order), steps, np.inf)
        for number, row in enumerate(order.tolist()):
            if number and clock.spent():
                steps[order[number:]] = np.inf
                break
            steps[row] = scale.further(outcomes, row)
        order = _best(outcomes, steps, int(np.isfinite(steps).sum()))
    rows = np.sort(order)
    spent = {"seconds": clock.seconds, "lookups": lookups, "actions": tried, "states": outcomes.size}
    chosen = int(np.searchsorted(rows, first_useful(outcomes, order.tolist())))
    return Decision(info, outcomes.take(rows), chosen, steps[rows], strategy, TIE_BREAK, spent)


def _varies(game: Game) -> bool:
    """Whether `vary` makes an action of an action: where any secret may be guessed, and nothing else is asked."""
    draws = game.offers(Draws)
    return not has_own(game, "actions") and draws is not None and writes(draws, "vary")


def _best(outcomes: Counted, steps: Floats, number: int) -> Ints:
    """The rows that promise the fewest steps, the best first: then those that may win, then in order."""
    tied = np.round(steps / TOLERANCE) * TOLERANCE
    return np.lexsort((~outcomes.possible, tied))[:number].astype(np.int32)


@dataclass(frozen=True)
class StepScale:
    """From what is left to the steps that it needs."""

    population: float
    """How many secrets there are, as far as is known; the number of particles where it is not."""
    whole: bool
    """Whether the particles are all of them."""
    pace: float
    """Bits a step."""
    name: bool
    """Whether the secret must be named in the end."""

    @classmethod
    def of(cls, info: SampledSet, outcomes: Counted) -> StepScale:
        """The scale of a set: as many bits a step as the best action tells now."""
        pace = max(float(outcomes.information.max()), TOLERANCE)
        known = info.whole or info.estimated_size is None
        population = float(outcomes.size) if known else float(info.estimated_size or 0)
        return cls(population, known, pace, info.game.goal.only_names)

    def terms(self, particles: int, each: float) -> partitions.PartTerms:
        """The steps that a part needs, by the particles in it, each of which stands for so many secrets.

        `k` secrets need at least one step for one of them and two for the others, where they must be named.
        Parts are a little larger than the particles in them tell (Miller 1955; see `sampled`).
        """
        n = np.arange(particles + 1, dtype=np.float64)
        k = np.maximum(n * each, 1.0)
        least = (k - 1) / k if self.name else (k > 1).astype(np.float64)
        steps = float(self.name) + np.maximum(np.log2(k) / self.pace, least)
        bias = 0.0 if self.whole else max(0.0, 1 - particles / self.population) / (2 * log(2) * self.pace)
        return partitions.PartTerms(steps, np.where(n > 0, -bias, 0.0), 0.0, False)

    def steps(self, outcomes: Counted) -> Floats:
        """The expected steps of each action."""
        after = outcomes.scores(self.terms(outcomes.size, self.population / outcomes.size)) / outcomes.mass
        wins = outcomes.win_probability if self.whole else outcomes.possible / self.population
        return np.asarray(1.0 + after - wins, np.float64)

    def further(self, outcomes: Counted, row: int) -> float:
        """The expected steps of one action, if the best action follows each answer; for sets that are whole."""
        column = outcomes.codes[:, outcomes.columns[row]]
        steps = outcomes.mass
        for code in np.unique(column).tolist():
            if not (self.name and code == outcomes.winning[row]):
                part = np.flatnonzero(column == code).astype(np.int32)
                steps += self._value(outcomes, part)
        return steps / outcomes.mass

    def _value(self, outcomes: Counted, part: Ints) -> float:
        """The steps that a part needs, times its weight."""
        weights = outcomes.weights[part] if outcomes.weights.size else np.ones(part.size)
        if part.size == 1:
            return float(self.name) * float(weights[0])
        if part.size == 2 and self.name:
            return float(weights.sum() + weights.min())
        terms = self.terms(part.size, 1.0)
        after = partitions.scores(outcomes.codes, part, outcomes.columns, outcomes.width, outcomes.weights, terms)
        if self.name:
            named = outcomes.naming[part]
            after[named[named >= 0]] -= weights[named >= 0]
        return float(weights.sum() + after.min())
