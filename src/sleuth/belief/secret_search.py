"""Looking for secrets that explain a history: draws from the prior, then a Markov chain of small changes.

A game that has no small change (no `vary` hook) is drawn from for longer instead: a chain would draw anew at each move.

All secrets travel in arrays. Where the game has rows (`Game.draw_rows`), an array holds one row of numbers a secret and
every step is vectorised; else it holds one object a secret and asks the game's plain hooks. The search is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt
from typing import Any, cast

import numpy as np

from sleuth.belief.walkers import COLD, HOT, POOL, Population, Walkers
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
PART = 4
"""How many times as many particles are wanted as independent draws are enough."""
OFTEN = 10
"""From how many sources the rarest secret is expected at least, if a sample counts as whole."""
BLIND, STEPS = 200, 100
"""Secrets that walk about whatever their prior, and how far, to learn how rare a secret can be."""
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


@dataclass(frozen=True)
class WeightRange:
    """The least and the greatest weight that a secret of a game may have; the least is 0 where nobody can tell."""

    rarest: float = 1.0
    commonest: float = 1.0

    @property
    def even(self) -> bool:
        """Whether all secrets are alike."""
        return self.rarest == self.commonest


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

    def weights(self, states: Array, rng: np.random.Generator) -> WeightRange:
        """The weights that secrets may have, as far as small changes of some states show.

        Draws alone do not show it: what is rare is not drawn. Small changes do not look at the prior.
        """
        draws = self.draws
        if not (has_own(self.game, "prior") or writes(draws, "prior_rows")):
            return WeightRange()
        priors = self.priors(states)
        least, most = float(priors.min()), float(priors.max())
        if not self.varies:
            return WeightRange(least if least == most else 0.0, most)
        states = states[:BLIND]
        for _ in range(STEPS):
            states = self.vary(states, rng)
            priors = self.priors(states)
            least = min(least, float(priors[priors > 0].min(initial=least)))
            most = max(most, float(priors.max()))
        return WeightRange(least, most)

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
    sources: Ints
    """The draw from the prior that each goes back to; of a chain that began elsewhere, the walker."""
    whole: bool = False
    chained: bool = False
    """Whether they come from such a chain: how far it was from its end, nobody can tell."""

    @property
    def effective_size(self) -> float:
        """How many independent draws say as much: fewer than there are states, where several have one source."""
        return len(self.states) ** 2 / float((np.unique(self.sources, return_counts=True)[1] ** 2.0).sum())

    def standard_error(self, values: Floats) -> float:
        """That of the mean of some values, one a state: each source is one witness, however often it is there.

        Of what is rare, witnesses may be missing; so two more are taken to differ.
        """
        places = np.unique(self.sources, return_inverse=True)[1]
        off = np.bincount(places, values - values.mean()) / len(values)
        return sqrt(float((off**2).sum()) + (2 / self.effective_size) ** 2)


class Search:
    """Looks for secrets that explain a history: rejection first, then a Markov chain.

    Where all secrets are alike, the chain goes on from the particles before the last answer; else from the prior.
    """

    def __init__(
        self,
        supply: Supply,
        history: History,
        feedbacks: Feedbacks,
        effort: Effort,
        rng: np.random.Generator,
        weights: WeightRange,
    ) -> None:
        self.supply, self.feedbacks, self.effort, self.rng, self.weights = supply, feedbacks, effort, rng, weights
        self.asked = [step.action for step in history]
        self.answers = [step.feedback for step in history]
        self.found = SearchResult()
        self._known, self._tables = 0, np.zeros((len(self.answers), 0))

    def complete(self, kept: Sample, near: Array) -> Sample:
        """`kept` and new particles, up to the wanted number; `near` explain all answers but the last."""
        drawn = self._drawn(self.effort.particles - len(kept.states))
        states = np.concatenate([kept.states, drawn])
        new = np.arange(len(drawn), dtype=np.int32)
        sources = np.concatenate([kept.sources, new + kept.sources.max(initial=-1) + 1])
        self.found = replace(self.found, kept=len(kept.states))
        if self.supply.varies and not self._enough(Sample(states, sources)):
            return self._chains(Sample(states, sources, chained=kept.chained), near)
        if not len(states):
            raise self._starved()
        evidence = np.concatenate([np.full(len(kept.states), NOBODY), new])
        return self._whole(states, evidence) or self._some(states, sources, kept.chained)

    def _enough(self, sample: Sample) -> bool:
        """Whether no chain is needed; of independent draws a part of those that are wanted is better than a chain."""
        wanted = self.effort.particles
        if self.weights.even:
            return len(sample.states) >= wanted
        return len(sample.states) > 0 and sample.effective_size * PART >= wanted

    def _whole(self, known: Array, evidence: Ints, even: bool = False) -> Sample | None:
        """Everything that is known, if met often enough to be all there is; `even` if met whatever its weight."""
        distinct, place = self.supply.distinct(known)
        priors = np.ones(len(distinct)) if even else self.supply.priors(distinct)
        if not met_often(place, evidence, priors, 1.0 if even else self.weights.rarest):
            return None
        return Sample(distinct, np.arange(len(distinct), dtype=np.int32), whole=True)

    def _some(self, states: Array, sources: Ints, chained: bool, logs: Floats | None = None) -> Sample:
        """As many as are wanted, at random; by their weights, where their logarithms are given and differ."""
        if logs is None or (logs == logs[0]).all():
            places = self.rng.permutation(len(states))[: self.effort.particles]
        else:
            weights = np.exp(logs - logs.max())
            places = self.rng.choice(len(states), self.effort.particles, p=weights / weights.sum())
        return Sample(states[places], sources[places], chained=chained)

    def _chains(self, known: Sample, near: Array) -> Sample:
        """The chain, and again where it met nothing, or so few that all may soon be known."""
        met, sources, logs = near[:0], np.zeros(0, np.int32), np.zeros(0)
        for number in range(PATIENCE):
            new, who, log_weight = (*self._chain(near), 0.0) if self.weights.even else self._population()
            met = np.concatenate([met, new])
            sources = np.concatenate([sources, who + number * POOL * self.effort.walkers])
            logs = np.concatenate([logs, np.full(len(new), log_weight)])
            if not len(met):
                continue
            everything = np.concatenate([known.states, met])
            evidence = np.concatenate([np.full(len(known.states), NOBODY), sources])
            sample = self._whole(everything, evidence) or self._some(met, sources, self.weights.even, logs)
            few = len(self.supply.distinct(met)[0]) * OFTEN <= self.effort.particles
            if sample.whole or not few or number + 1 >= AGAIN:
                return sample
            if not (number or self.weights.even) and (whole := self._listed(everything, near)):
                return whole
        if len(known.states):
            return known
        raise self._starved()

    def _listed(self, known: Array, near: Array) -> Sample | None:
        """All secrets that are left, if chains for which all are alike meet each of them often.

        What is rare is met by them as often as what is common. They begin anywhere.
        """
        evidence = np.full(len(known), NOBODY)
        for number in range(AGAIN):
            start = near
            for _ in range(STEPS):
                start = self.supply.vary(start, self.rng)
            met, who = self._chain(start, even=True)
            known, evidence = np.concatenate([known, met]), np.concatenate([evidence, who + number * len(start)])
            if whole := self._whole(known, evidence, even=True):
                return whole
            if len(self.supply.distinct(known)[0]) * OFTEN > self.effort.particles:
                break
        return None

    def _starved(self) -> StarvedError:
        return StarvedError(
            f"found no secret of {self.supply.game} that explains all {len(self.answers)} answers "
            f"({self.found.drawn:,} drawn, {self.found.moves:,} moves); check the last answers"
        )

    def _drawn(self, wanted: int) -> Array:
        """Draws that explain every answer.

        Where a chain can take over, it stops early if they would make up less than a part. Where none can, it goes on
        until one is found, for as many draws as the chain has moves at most. Where secrets are not alike and a part
        can be had, it goes on until all are there: no chain is as good as draws.
        """
        effort, supply, drawn, number = self.effort, self.supply, 0, 0
        most = effort.draws if self.weights.even or not supply.varies else PART * effort.draws
        longest = most
        if not supply.varies and wanted == effort.particles:
            longest = max(longest, PATIENCE * effort.walkers * effort.moves)
        passed = [supply.draw(self.rng, 1)[:0]]
        while number < wanted and drawn < (longest if number == 0 else most):
            size = min(supply.batch, longest - drawn)
            passed.append(self._passed(supply.draw(self.rng, size)))
            drawn, number = drawn + size, number + len(passed[-1])
            if supply.varies and drawn >= 5 * BATCH and number * effort.draws * PART < effort.particles * drawn:
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

    def _chain(self, start: Array, even: bool = False) -> tuple[Array, Ints]:
        """Metropolis from `start`: the states of the second half that explain every answer, and who was there."""
        number, moves = self.effort.walkers, self.effort.moves
        states = start[self.rng.permutation(max(len(start), number))[:number] % len(start)]
        walkers = Walkers(self.supply, self._misses, self.rng, states, even)
        for move in range(moves // 2):
            walkers.move(max(COLD, HOT * (1 - 2 * move / moves)))
        return self._met(walkers)

    def _population(self) -> tuple[Array, Ints, float]:
        """Led from the prior: what explains every answer, the draws it goes back to, the logarithm of its weight."""
        walkers = Population(self.supply, self._misses, self.rng, self.effort.walkers)
        walkers.lead(self.effort.moves // 2)
        met, who = self._met(walkers)
        return met, walkers.sources[who], walkers.log_share

    def _met(self, walkers: Walkers) -> tuple[Array, Ints]:
        """The states of the second half of the moves that explain every answer, and which walker was there."""
        moves = self.effort.moves
        met, who = [walkers.states[:0]], [np.arange(0)]
        every = max(1, moves // 2 // LOOKS)
        for move in range(moves // 2, moves):
            walkers.move(COLD)
            if move % every == 0:
                who.append(np.flatnonzero((walkers.misses == 0) & (walkers.priors > 0)))
                met.append(walkers.states[who[-1]])
        together, found = np.concatenate(met), self.found
        made = len(walkers.states) * moves
        self.found = replace(found, moves=found.moves + made, consistent=found.consistent + len(together))
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
