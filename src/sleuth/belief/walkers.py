"""Walkers of a Markov chain over secrets, and a population of them that is led from the prior to what was answered.

A chain that starts anywhere has to cross from each part of what is possible to the others before its states go by the
prior, and small changes may not cross at all. A population needs no crossing: it begins as draws from the prior, and
each time the answers count for a little more, the walkers are weighed by what that changes, and chosen again by their
weights (annealed importance sampling with resampling; Neal 2001, Del Moral, Doucet and Jasra 2006). So each part has
its share from the start, and what the moves add is only that walkers are not all alike.

Walkers that go back to the same draw are no independent witnesses: each knows its draw, and errors are told by those.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, sqrt
from typing import Protocol

import numpy as np

from sleuth.kernels.arrays import Array, Floats, Ints

HOT, COLD = 0.7, 0.3
"""Temperatures of a chain: it cools over the first half, and then stays where consistent states are common."""
FAR = 500.0
"""A gain that is accepted whatever the prior; more would not be a number any more."""
POOL = 10
"""Draws from the prior for each walker of a population."""
LEAP, STRIDE = 1.5, 0.1
"""How much colder it gets at once, by the spread of the misses: from the pool to the first walkers, and then."""
SPENT = 0.5
"""Walkers are chosen anew once their weights are worth less than this share of them."""


class Hooks(Protocol):
    """What a walk asks of a game."""

    def draw(self, rng: np.random.Generator, n: int) -> Array:
        """Secrets from the prior."""

    def vary(self, states: Array, rng: np.random.Generator) -> Array:
        """A small change of each, as likely forth as back."""

    def priors(self, states: Array) -> Floats:
        """The weight of each."""


@dataclass(eq=False)
class Walkers:
    """Secrets that walk, with the misses and the prior of each."""

    hooks: Hooks
    misses_of: Callable[[Array], Floats]
    rng: np.random.Generator
    states: Array
    even: bool = False
    """Whether to walk as if all secrets that have a chance were alike."""

    def __post_init__(self) -> None:
        self.misses, self.priors = self.misses_of(self.states), self._priors(self.states)

    def _priors(self, states: Array) -> Floats:
        priors = self.hooks.priors(states)
        return np.sign(priors) if self.even else priors

    def move(self, heat: float) -> None:
        """One step of Metropolis, whose states go by prior times exp(-misses / heat)."""
        proposed = self.hooks.vary(self.states, self.rng)
        new, new_priors = self.misses_of(proposed), self._priors(proposed)
        chance = np.exp(np.minimum(FAR, (self.misses - new) / heat))
        moved = self.rng.random(len(self.states)) * self.priors < chance * new_priors
        self.states = np.where(moved[:, None] if self.states.ndim > 1 else moved, proposed, self.states)
        self.misses, self.priors = np.where(moved, new, self.misses), np.where(moved, new_priors, self.priors)

    def choose(self, places: Ints) -> None:
        """Go on with these walkers, some of them more than once."""
        self.states, self.misses, self.priors = self.states[places], self.misses[places], self.priors[places]


class Population(Walkers):
    """Walkers that began as draws from the prior, each with a weight.

    By their weights they stand for prior times exp(-cold x misses), and more the more of them there are.
    """

    def __init__(
        self, hooks: Hooks, misses_of: Callable[[Array], Floats], rng: np.random.Generator, number: int
    ) -> None:
        super().__init__(hooks, misses_of, rng, hooks.draw(rng, POOL * number))
        self.number = number
        self.sources: Ints = np.arange(len(self.states), dtype=np.int32)
        """The draw that each walker goes back to."""
        self.cold = 0.0
        self.log_share = 0.0
        """The logarithm of the mean of exp(-cold x misses) under the prior, as estimated."""
        self.weights = self._even()

    def lead(self, moves: int) -> None:
        """To the last temperature, in so many moves."""
        self._cool(LEAP / self._spread())
        self._resample()
        for left in range(moves, 0, -1):
            self._cool(max(STRIDE / self._spread(), (1 / COLD - self.cold) / left))
            if 1 / (self.weights**2).sum() < SPENT * self.number:
                self._resample()
            self.move(1 / self.cold)
        self._resample()

    def _even(self) -> Floats:
        return np.full(len(self.states), 1 / len(self.states))

    def _spread(self) -> float:
        """The standard deviation of the misses."""
        mean = float(self.weights @ self.misses)
        return max(1e-9, sqrt(float(self.weights @ (self.misses - mean) ** 2)))

    def _cool(self, step: float) -> None:
        """Let the answers count for more, and weigh the walkers by what that changes."""
        step = min(step, 1 / COLD - self.cold)
        least = self.misses.min()
        weights = self.weights * np.exp(-step * (self.misses - least))
        self.log_share += log(weights.sum()) - step * least
        self.cold, self.weights = self.cold + step, weights / weights.sum()

    def _resample(self) -> None:
        """Choose walkers by their weights: evenly spaced in the sum of all of them, from a place that is drawn."""
        ends = np.cumsum(self.weights)
        spaced = (np.arange(self.number) + self.rng.random()) / self.number * ends[-1]
        places = np.searchsorted(ends, spaced, side="right").clip(max=len(ends) - 1)
        self.choose(places)
        self.sources, self.weights = self.sources[places], self._even()
