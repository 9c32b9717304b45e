"""The information set as particles: secrets that explain the history, for spaces too large to list.

Particles are drawn from the prior and kept if they give every answer of the history. Where too few pass, a Markov
chain takes over: Metropolis on the number by which a secret's answers miss those given. Its proposals are symmetric, so
the states that miss nothing are visited in proportion to the prior. Both are estimates, and `exact` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import ParameterError, SleuthError, StarvedError
from sleuth.core.game import Action, Feedback, Game, Goal, Secret
from sleuth.core.history import History
from sleuth.core.tables import Feedbacks, encode
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.measures.shannon import shannon

PATIENCE = 8
"""Where the chain finds nothing at all, it is given up to so many times its moves."""


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
    """How many actions are weighed, at least two: half of them particles, half drawn."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            least = 2 if name == "actions" else 1
            if value < least:
                raise ParameterError(f"sampled information set: {name} must be at least {least}, not {value}")


@dataclass(frozen=True)
class Found:
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


class SampledSet(InformationSet):
    """A set of particles. The same seed and history give the same particles."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        effort: Effort | None = None,
        *,
        particles: tuple[Secret, ...] | None = None,
        history: History | None = None,
        share: float = 1.0,
        feedbacks: Feedbacks | None = None,
        found: Found | None = None,
    ) -> None:
        if not game.drawable:
            raise ParameterError(f"{game.name} has no draw(rng) hook, which the sampled information set needs")
        self.game, self.seed, self.effort = game, seed, effort or Effort()
        self.history = history or History()
        self.share = share
        """The estimated prior probability of the whole history."""
        self.found = found or Found()
        """How the particles were found at the last step."""
        self.feedbacks = feedbacks or Feedbacks()
        rng = self._rng(0)
        self.particles = particles or tuple(game.draw_many(rng, self.effort.particles))

    def _rng(self, purpose: int) -> np.random.Generator:
        return np.random.default_rng([self.seed, len(self.history), purpose])

    @property
    def exact(self) -> bool:
        return False

    @cached_property
    def _distinct(self) -> Counter[Secret]:
        return Counter(self.particles)

    @property
    def size(self) -> int:
        return len(self._distinct)

    @property
    def estimated_size(self) -> float | None:
        """About how many secrets are left, where their number is known and all are alike."""
        if self.size * 10 <= len(self.particles):
            return float(self.size)  # each was met about ten times: few can have been missed
        number = self.game.count()
        if number is None or (type(self.game).prior is not Game.prior and not self._flat):
            return None
        return max(float(self.size), number * self.share)

    @cached_property
    def _flat(self) -> bool:
        return len({self.game.prior(s) for s in self._distinct}) == 1

    @cached_property
    def entropy(self) -> float:
        """Bits: from the estimated size where there is one, else of the particles themselves (which is biased low)."""
        estimate = self.estimated_size
        return float(np.log2(estimate)) if estimate else float(shannon(list(self._distinct.values())))

    @cached_property
    def actions(self) -> Sequence[Action]:
        """A pool to choose from: particles (where they are guesses) and random actions that the history allows."""
        rng, pool = self._rng(1), dict[Action, None]()
        half = self.effort.actions // 2
        if self.game.goal is Goal.NAME:
            guesses = ordered(self._distinct)
            pool |= dict.fromkeys(guesses[i] for i in rng.permutation(len(guesses))[:half])
        for _ in range(half):
            action = self.game.draw_action(rng)
            if self.is_legal(action):
                pool[action] = None
        return ordered(pool)

    def is_legal(self, action: Action) -> bool:
        game = self.game
        if type(game).parse_action is not Game.parse_action:
            try:
                if game.parse_action(game.format_action(action)) != action:
                    return False
            except (SleuthError, TypeError, ValueError):
                return False
        return not game.constrained or all(game.allows(action, past, feedback) for past, feedback in self.history)

    def outcomes(self, actions: Sequence[Action] | None = None) -> Outcomes:
        rows = self.actions if actions is None else list(actions)
        codes = encode(self.game, rows, self.particles, self.feedbacks)
        naming = self.game.goal is Goal.NAME
        possible: Bools = np.array([naming and a in self._distinct for a in rows], np.bool_)
        winning: Ints = np.full(len(rows), -1, np.int32)
        place = {secret: i for i, secret in enumerate(self.particles)}
        for i in np.flatnonzero(possible).tolist():
            winning[i] = codes[place[rows[i]], i]
        every, columns = np.arange(len(self.particles), dtype=np.int32), np.arange(len(rows), dtype=np.int32)
        column = {action: i for i, action in enumerate(rows)} if naming else {}
        named: Ints = np.array([column.get(p, -1) for p in self.particles], np.int32)
        return Outcomes(rows, codes, every, columns, np.empty(0), winning, possible, named, self.feedbacks)

    def candidates(self, most: int | None = None) -> list[Secret]:
        return ordered(self._distinct)[:most]

    def probability(self, secret: Secret) -> float:
        return self._distinct[secret] / len(self.particles)

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        return [self.particles[i] for i in rng.integers(len(self.particles), size=n)]

    def _after(self, action: Action, feedback: Feedback) -> SampledSet:
        history = self.history.add(action, feedback)
        answers = encode(self.game, [action], self.particles, self.feedbacks)[:, 0]
        code = self.feedbacks.code(feedback)
        kept = [p for p, c in zip(self.particles, answers.tolist(), strict=True) if c == code]
        share = self.share * (len(kept) + 1) / (len(self.particles) + 2)
        search = _Search(self.game, history, self.feedbacks, self.effort, self._rng(2))
        particles = search.complete(kept, self.particles)
        found = Found(len(kept), search.drawn, search.accepted, search.moves, search.consistent)
        if found.acceptance is not None and found.accepted >= 20:
            share = found.acceptance
        return SampledSet(
            self.game,
            self.seed,
            self.effort,
            particles=particles,
            history=history,
            share=share,
            feedbacks=self.feedbacks,
            found=found,
        )

    def __str__(self) -> str:
        about = f"about {self.estimated_size:,.0f} secrets" if self.estimated_size else "an unknown number of secrets"
        return (
            f"{self.game}: {about}, {self.entropy:.3f} bits after {len(self.history)} steps ({self.size:,} particles)"
        )


def ordered(values: Iterable[Any]) -> list[Any]:
    """Sorted by value where values can be compared, else by what they look like."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


class _Search:
    """Looks for secrets that explain a history: rejection first, then a Markov chain."""

    def __init__(
        self, game: Game, history: History, feedbacks: Feedbacks, effort: Effort, rng: np.random.Generator
    ) -> None:
        self.game, self.feedbacks, self.effort, self.rng = game, feedbacks, effort, rng
        self.asked = [step.action for step in history]
        self.told = [step.feedback for step in history]
        self.drawn = self.accepted = self.moves = self.consistent = 0

    def complete(self, kept: list[Secret], near: Sequence[Secret]) -> tuple[Secret, ...]:
        """`kept` and new particles, up to the wanted number; `near` explain all answers but the last."""
        particles = list(kept)
        batch = 2000
        while len(particles) < self.effort.particles and self.drawn < self.effort.draws:
            fresh = self.game.draw_many(self.rng, batch)
            passed = [s for s, m in zip(fresh, self._misses(fresh).tolist(), strict=True) if m == 0]
            self.drawn, self.accepted = self.drawn + batch, self.accepted + len(passed)
            particles += passed
            if self.drawn >= 5 * batch and self.accepted * self.effort.draws < self.effort.particles * self.drawn / 4:
                break
        moves = self.effort.moves
        while len(particles) < self.effort.particles:
            particles = self._chain(particles, particles or near, moves)
            if particles or moves >= PATIENCE * self.effort.moves:
                break
            moves *= 2  # nothing at all: look longer before giving up
        if not particles:
            raise StarvedError(
                f"found no secret of {self.game} that explains all {len(self.told)} answers "
                f"({self.drawn:,} drawn, {self.moves:,} moves); check the last answers"
            )
        return tuple(particles[-self.effort.particles :])

    def _misses(self, secrets: Sequence[Secret]) -> Floats:
        """By how much the answers of each secret miss those given; 0 exactly where all agree."""
        codes = encode(self.game, self.asked, secrets, self.feedbacks)
        total = np.zeros(len(secrets))
        for j, told in enumerate(self.told):
            lut = np.zeros(self.feedbacks.width)
            for code in np.unique(codes[:, j]).tolist():
                lut[code] = miss(self.feedbacks.value(code), told)
            total += lut[codes[:, j]]
        return total

    def _chain(self, kept: list[Secret], start: Sequence[Secret], moves: int) -> list[Secret]:
        """Metropolis from `start`; every consistent state after the first half counts, or `kept` if there is none."""
        game, rng, walkers = self.game, self.rng, self.effort.walkers
        states = [start[i % len(start)] for i in range(walkers)]
        misses, found = self._misses(states), list[Secret]()
        priors = np.array([game.prior(s) for s in states], float)
        for move in range(moves):
            proposed = game.vary_many(states, rng)
            new = self._misses(proposed)
            # From hot to cold over the first half; then a fixed temperature at which consistent states are common.
            chance = np.exp(np.minimum(0.0, misses - new) / max(0.35, 1.5 * (1 - 2 * move / moves)))
            new_priors = np.array([game.prior(s) for s in proposed], float)
            for i in np.flatnonzero(rng.random(walkers) * priors < chance * new_priors):
                states[i], misses[i], priors[i] = proposed[i], new[i], new_priors[i]
            if move >= moves // 2 and move % 10 == 0:
                found += [s for s, m in zip(states, misses.tolist(), strict=True) if m == 0]
        self.moves, self.consistent = self.moves + walkers * moves, len(found)
        if not found:
            return kept
        picks = rng.permutation(len(found))[: self.effort.particles]
        return [found[i] for i in picks]


def miss(one: Feedback, other: Feedback) -> float:
    """How far apart two feedbacks are: by their numbers where they are made of numbers, else 1."""
    if one == other:
        return 0.0
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        if all(isinstance(v, int) for v in (*one, *other)):
            return max(1.0, float(sum(abs(a - b) for a, b in zip(one, other, strict=True))))
    elif isinstance(one, str) and isinstance(other, str) and len(one) == len(other):
        return float(sum(a != b for a, b in zip(one, other, strict=True)))
    elif isinstance(one, int) and isinstance(other, int):
        return float(abs(one - other)) or 1.0
    return 1.0
