"""Looking for secrets that explain a history: draws from the prior, then a Markov chain of small changes.

A game that has no small change (no `vary` hook) is drawn from for longer instead: a chain would draw anew at each move.

All secrets travel in arrays. Where the game has rows (`Game.draw_rows`), an array holds one row of numbers a secret and
every step is vectorised; else it holds one object a secret and asks the game's plain hooks. The search is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, cast

import numpy as np

from sleuth.core.capabilities import Draws
from sleuth.core.errors import ParameterError, StarvedError
from sleuth.core.game import Action, Feedback, Game, Secret, secrets_of
from sleuth.core.history import History
from sleuth.core.members import writes
from sleuth.core.offers import has_own
from sleuth.core.tables import Feedbacks, encode
from sleuth.kernels.arrays import Array, Floats, Ints

PATIENCE = 8
"""How often the chain is run, at most, where it meets nothing that explains the history."""
AGAIN = 4
"""How often it is run where it meets few secrets, to make sure of all of them."""
NOBODY = -1
"""The source of what was known before the search."""
BATCH = 2000
"""Draws at a time, for games without rows; with them, ten times as many."""
HOT, COLD = 0.7, 0.3
"""Temperatures of the chain: it cools over the first half, and then stays where consistent states are common."""
OFTEN = 10
"""From how many sources the rarest secret is expected at least, if a sample counts as whole."""
BLIND, STEPS = 200, 100
"""Secrets that walk about whatever their prior, and how far, to learn how rare a secret can be."""
FAR = 500.0
"""A gain that is accepted whatever the prior; more would not be a number any more."""
LOOKS = 30
"""How often the states of the chain are looked at, in the second half."""


@dataclass(frozen=True)
class Effort:
    """How hard to look for particles."""

    particles: int = 1000
    draws: int = 100_000
    """Draws from the prior before the chain takes over."""
    walkers: int = 400
    moves: int = 600
    """Moves of each walker of the chain."""
    actions: int = 400
    """How many actions are weighed, at least two: up to half of them particles, the others drawn."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            least = 2 if name == "actions" else 1
            if value < least:
                raise ParameterError(f"sampled information set: {name} must be at least {least}, not {value}")


WITH_ROWS = Effort(particles=4000, draws=400_000, walkers=2000, moves=300, actions=2000)
"""The effort for games whose secrets travel as rows: more of everything, in less time."""


@dataclass(frozen=True)
class SearchResult:
    """Where the particles of a set come from."""

    kept: int = 0
    """Particles of the set before that explain the last answer too."""
    drawn: int = 0
    """Draws from the prior."""
    accepted: int = 0
    """How many of them explain every answer."""
    moves: int = 0
    """Moves of the Markov chain, all walkers together; 0 where it was not needed."""
    consistent: int = 0
    """States of the chain that explain every answer, of those looked at."""

    @property
    def acceptance(self) -> float | None:
        """The share of draws that were accepted; `None` if there were none."""
        return self.accepted / self.drawn if self.drawn else None


class Supply:
    """The secrets of a game in arrays, one object each, by the plain hooks."""

    effort = Effort()
    batch = BATCH

    def __init__(self, draws: Draws) -> None:
        self.draws, self.game = draws, cast(Game, draws)  # what has a capability is a game

    def __reduce__(self) -> tuple[Any, ...]:
        return supply_of, (self.game,)

    @property
    def varies(self) -> bool:
        """Whether the game knows small changes of a secret."""
        return any(writes(self.draws, name) for name in ("vary", "vary_many", "vary_rows"))

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        return self.pack(self.draws.draw_many(rng, n))

    def vary(self, states: Array, rng: np.random.Generator) -> Array:
        return self.pack(self.draws.vary_many(states.tolist(), rng))

    def priors(self, states: Array) -> Floats:
        return np.array([float(self.game.prior(secret)) for secret in states.tolist()], np.float64)

    def codes(self, actions: Sequence[Action], states: Array, feedbacks: Feedbacks) -> Array:
        """Codes of states (rows) under actions (columns)."""
        return encode(self.game, actions, states.tolist(), feedbacks)

    def unpack(self, states: Array) -> list[Secret]:
        """The secrets themselves."""
        return list(states.tolist())

    def pack(self, secrets: Iterable[Secret]) -> Array:
        return np.fromiter(secrets, object)

    def rarest(self, states: Array, rng: np.random.Generator) -> float:
        """The least weight that a secret may have, as far as small changes of some states show; 0 where they cannot.

        Draws alone do not show it: what is rare is not drawn. Small changes do not look at the prior.
        """
        draws = self.draws
        if not (has_own(self.game, "prior") or writes(draws, "prior_rows")):
            return 1.0
        priors = self.priors(states)
        least = float(priors.min())
        if not self.varies:
            return least if (priors == least).all() else 0.0
        states = states[:BLIND]
        for _ in range(STEPS):
            states = self.vary(states, rng)
            priors = self.priors(states)
            least = min(least, float(priors[priors > 0].min(initial=least)))
        return least

    def distinct(self, states: Array) -> tuple[Array, Ints]:
        """The different states, in order, and for each state its place among them."""
        order = ordered(set(states.tolist()))
        place = {secret: i for i, secret in enumerate(order)}
        return self.pack(order), np.array([place[secret] for secret in states.tolist()], np.int32)


class RowSupply(Supply):
    """The same where the game has rows: one row of numbers each."""

    effort = WITH_ROWS
    batch = 10 * BATCH

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        rows = self.draws.draw_rows(rng, n)
        assert rows is not None
        return rows

    def vary(self, states: Array, rng: np.random.Generator) -> Array:
        return self.draws.vary_rows(states, rng)

    def priors(self, states: Array) -> Floats:
        return self.draws.prior_rows(states)

    def codes(self, actions: Sequence[Action], states: Array, feedbacks: Feedbacks) -> Array:
        return encode(self.game, actions, states, feedbacks)

    def unpack(self, states: Array) -> list[Secret]:
        return secrets_of(states)

    def distinct(self, states: Array) -> tuple[Array, Ints]:
        order = np.lexsort(states.T[::-1])  # the last key decides first
        first = np.ones(len(states), np.bool_)
        first[1:] = (states[order[1:]] != states[order[:-1]]).any(axis=1)
        place = np.empty(len(states), np.int32)
        place[order] = np.cumsum(first) - 1
        return states[order[first]], place


def supply_of(game: Game) -> Supply:
    """How a game's secrets travel."""
    draws = game.offers(Draws)
    if draws is None or not writes(draws, "draw"):
        raise ParameterError(f"{game.name} has no draw(rng) hook, which the sampled information set needs")
    return Supply(draws) if draws.draw_rows(np.random.default_rng(0), 1) is None else RowSupply(draws)


def ordered(values: Iterable[Secret]) -> list[Secret]:
    """Sorted by value where values can be compared, else by what they look like."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


@dataclass(frozen=True, eq=False)
class Sample:
    """States that explain a history, and whether they are all there are."""

    states: Array
    """Some of them more than once, in proportion to the prior; where they are whole, each once."""
    whole: bool = False


class Search:
    """Looks for secrets that explain a history: rejection first, then a Markov chain."""

    def __init__(
        self,
        supply: Supply,
        history: History,
        feedbacks: Feedbacks,
        effort: Effort,
        rng: np.random.Generator,
        rarest: float,
    ) -> None:
        self.supply, self.feedbacks, self.effort, self.rng, self.rarest = supply, feedbacks, effort, rng, rarest
        self.asked = [step.action for step in history]
        self.answers = [step.feedback for step in history]
        self.found = SearchResult()
        self._known, self._tables = 0, np.zeros((len(self.answers), 0))

    def complete(self, kept: Array, near: Array) -> Sample:
        """`kept` and new particles, up to the wanted number; `near` explain all answers but the last."""
        drawn = self._drawn(self.effort.particles - len(kept))
        states = np.concatenate([kept, drawn])
        sources = np.concatenate([np.full(len(kept), NOBODY), np.arange(len(drawn))])
        self.found = replace(self.found, kept=len(kept))
        if len(states) < self.effort.particles and self.supply.varies:
            return self._chains(states, near)
        if not len(states):
            raise self._starved()
        return self._sample(states, states, sources)

    def _sample(self, known: Array, states: Array, sources: Array) -> Sample:
        """Everything that is known if it was met often, else a sample of `states`."""
        distinct, place = self.supply.distinct(known)
        if met_often(place, sources, self.supply.priors(distinct), self.rarest):
            return Sample(distinct, whole=True)
        return Sample(states[self.rng.permutation(len(states))[: self.effort.particles]])

    def _chains(self, known: Array, near: Array) -> Sample:
        """The chain, and again where it met nothing, or so few that all may soon be known."""
        met, sources = near[:0], np.full(len(known), NOBODY)
        for number in range(PATIENCE):
            new, walkers = self._chain(near)
            met = np.concatenate([met, new])
            sources = np.concatenate([sources, walkers + number * self.effort.walkers])
            if not len(met):
                continue
            sample = self._sample(np.concatenate([known, met]), met, sources)
            few = len(self.supply.distinct(met)[0]) * OFTEN <= self.effort.particles
            if sample.whole or not few or number + 1 >= AGAIN:
                return sample
        if len(met) or len(known):
            return Sample(met if len(met) else known)
        raise self._starved()

    def _starved(self) -> StarvedError:
        return StarvedError(
            f"found no secret of {self.supply.game} that explains all {len(self.answers)} answers "
            f"({self.found.drawn:,} drawn, {self.found.moves:,} moves); check the last answers"
        )

    def _drawn(self, wanted: int) -> Array:
        """Draws that explain every answer.

        Where a chain can take over, it stops early if they would make up less than a quarter. Where none can, it goes
        on until one is found, for as many draws as the chain has moves at most.
        """
        effort, supply, drawn, number = self.effort, self.supply, 0, 0
        longest = effort.draws
        if not supply.varies and wanted == effort.particles:
            longest = max(longest, PATIENCE * effort.walkers * effort.moves)
        passed = [supply.draw(self.rng, 1)[:0]]
        while number < wanted and drawn < (longest if number == 0 else effort.draws):
            size = min(supply.batch, longest - drawn)
            passed.append(self._passed(supply.draw(self.rng, size)))
            drawn, number = drawn + size, number + len(passed[-1])
            if supply.varies and drawn >= 5 * BATCH and number * effort.draws < effort.particles * drawn / 4:
                break
        self.found = replace(self.found, drawn=drawn, accepted=number)
        return np.concatenate(passed)

    def _passed(self, states: Array) -> Array:
        """The states that give every answer."""
        for action, answer in zip(self.asked, self.answers, strict=True):
            codes = self.supply.codes([action], states, self.feedbacks)[:, 0]
            code = self.feedbacks.code(answer)
            states = states[codes == code] if code is not None else states[:0]
            if not len(states):
                break
        return states

    def _misses(self, states: Array) -> Floats:
        """By how much the answers of each state miss those given; 0 exactly where all agree."""
        codes = self.supply.codes(self.asked, states, self.feedbacks)
        if self._known < len(self.feedbacks):
            known = self.feedbacks.known()
            self._known, self._tables = len(known), np.zeros((len(self.answers), self.feedbacks.width))
            for value in known:
                self._tables[:, self.feedbacks.code(value)] = [miss(value, answer) for answer in self.answers]
        total: Floats = self._tables[0][codes[:, 0]]
        for j in range(1, len(self.answers)):
            total += self._tables[j][codes[:, j]]
        return total

    def _chain(self, start: Array) -> tuple[Array, Array]:
        """Metropolis from `start`: the states of the second half that explain every answer, and who was there."""
        supply, rng, walkers, moves = self.supply, self.rng, self.effort.walkers, self.effort.moves
        states = start[rng.permutation(max(len(start), walkers))[:walkers] % len(start)]
        misses, priors = self._misses(states), supply.priors(states)
        met, who = [start[:0]], [np.arange(0)]
        every = max(1, moves // 2 // LOOKS)
        for move in range(moves):
            proposed = supply.vary(states, rng)
            new, new_priors = self._misses(proposed), supply.priors(proposed)
            heat = max(COLD, HOT * (1 - 2 * move / moves))
            chance = np.exp(np.minimum(FAR, (misses - new) / heat))
            moved = rng.random(walkers) * priors < chance * new_priors
            states = np.where(moved[:, None] if states.ndim > 1 else moved, proposed, states)
            misses, priors = np.where(moved, new, misses), np.where(moved, new_priors, priors)
            if move >= moves // 2 and move % every == 0:
                who.append(np.flatnonzero(misses == 0))
                met.append(states[who[-1]])
        together = np.concatenate(met)
        found = self.found
        self.found = replace(found, moves=found.moves + walkers * moves, consistent=found.consistent + len(together))
        return together, np.concatenate(who)


def met_often(place: Ints, source: Array, priors: Floats, rarest: float) -> bool:
    """Whether even the rarest secret is expected from ten sources, and each of the states came from two at least.

    Then few can have been missed. `place` tells which state was met, `source` by which draw or walker, or by `NOBODY`;
    `priors` are the weights of the states, and `rarest` is that of the rarest secret.
    """
    number = int(source.max()) + 1
    pairs = np.unique(place[source != NOBODY].astype(np.int64) * number + source[source != NOBODY])
    sources = np.bincount(pairs // max(1, number), minlength=priors.size)
    return bool(sources.min() > 1 and pairs.size * rarest >= OFTEN * priors.sum())


def miss(one: Feedback, other: Feedback) -> float:
    """How far apart two feedbacks are: by their numbers where they are made of numbers, else 1.

    Two rows of numbers are as far apart as what must be carried from place to place to make them the same: a peg
    that was white and is black counts 1, as does one that was neither and is white.
    """
    if one == other:
        return 0.0
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        if all(isinstance(v, int) for v in (*one, *other)):
            more = accumulate(a - b for a, b in zip(one, other, strict=True))
            return float(sum(map(abs, more)))
    elif isinstance(one, str) and isinstance(other, str) and len(one) == len(other):
        return float(sum(a != b for a, b in zip(one, other, strict=True)))
    elif isinstance(one, int) and isinstance(other, int):
        return float(abs(one - other)) or 1.0
    return 1.0
