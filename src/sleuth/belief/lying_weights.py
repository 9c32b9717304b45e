"""What every information set under lies holds: for each secret the lies that the answers take, and a weight."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.lying_groups import Group, grouped, lies_left
from sleuth.belief.lying_law import steps_needed
from sleuth.belief.lying_powers import Asked
from sleuth.belief.outcomes import Part
from sleuth.core.channel import Channel
from sleuth.core.errors import ContradictionError
from sleuth.core.game import Action, Feedback
from sleuth.core.text import plural
from sleuth.kernels.arrays import Array, Floats, Ints, frozen
from sleuth.measures.shannon import shannon

PLANNED = "No chance of a lie is given, so all ways to tell the lies that are left count the same."
"""What chances and bits mean under a channel without a chance."""
NEVER = np.int16(1 << 12)
"""The lies of a secret that no number of them explains."""
DIGITS = 12
"""Chances that agree in so many decimals are the same to a memo."""


class MoreLiesError(ContradictionError):
    """The answers take more lies than the channel allows."""

    def __init__(self, step: int, action: str, feedback: str, before: int, most: int, least: int) -> None:
        super().__init__(step, action, feedback, before)
        self.most, self.least = most, least
        allowed = f"with at most {plural(most, 'lie')}" if most else "without a lie"
        self.args = (
            f"step {step} ({action}={feedback}) is impossible {allowed}: the answers so far take at least "
            f"{plural(least, 'lie')}; check this answer and those before it, or allow more lies",
        )


class WeighedSet(InformationSet):
    """Secrets by number, each with a count of lies and a weight."""

    def _weigh(self, lies: Array, weights: Floats) -> None:
        """Hold these."""
        self.lies = frozen(lies)
        """The lies that each secret takes, those that are excluded too."""
        self.weights = frozen(weights)
        """The weight of each secret; 0 where it is excluded."""
        self.indices: Ints = frozen(np.flatnonzero(weights > 0).astype(np.int32))

    @property
    @abstractmethod
    def channel(self) -> Channel:
        """What lies may be told."""

    @property
    def size(self) -> int:
        return self.indices.size

    @property
    def exact(self) -> bool:
        return True

    @property
    def key(self) -> Hashable:
        """The candidates, the lies that each takes, their chances; and what was answered, where something is sought."""
        steps = frozenset(self.history) if self.game.goal.finds else None
        here = self.indices
        return here.tobytes(), self.lies[here].tobytes(), np.round(self.chances, DIGITS).tobytes(), steps, self.won

    @cached_property
    def chances(self) -> Floats:
        """The probability of each candidate."""
        weights = self.weights[self.indices]
        return frozen(weights / weights.sum())

    @cached_property
    def entropy(self) -> float:
        return float(shannon(self.chances))

    @property
    def best_chance(self) -> float:
        return float(self.chances.max())

    @property
    def known(self) -> bool:
        """Whether one secret is left, or so likely that it counts as known."""
        return self.size == 1 or self.channel.settles(self.best_chance)

    def _ends(self, part: Part) -> bool | None:
        return None if self.channel.most is None and self.game.goal.knows else super()._ends(part)

    # Lies.

    def shares(self) -> tuple[Ints, Floats]:
        return self.indices, self.chances

    def lies_taken(self) -> tuple[Ints, Ints] | None:
        return (self.indices, self.lies[self.indices].astype(np.int32)) if len(self.kinds) > 1 else None

    def refuse(self, action: Action, feedback: Feedback, least: int) -> None:
        """Say how many lies the answers would take at least, if any number explains them."""
        most, game = self.channel.most, self.game
        if most is not None and least < NEVER:
            texts = game.format_action(action), game.format_feedback(feedback)
            raise MoreLiesError(len(self.history) + 1, *texts, self.size, most, least)

    @property
    @abstractmethod
    def _answers_most(self) -> int:
        """How many answers there are."""

    @cached_property
    def steps(self) -> int:
        """The steps that are needed at least to tell every secret, and every way in which it may still lie, apart."""
        return steps_needed(lies_left(self.channel, self.lies[self.indices]), self._answers_most)

    @cached_property
    def groups(self) -> list[Group]:
        """The candidates by the lies that they have left."""
        return grouped(self.channel, self.indices, self.lies, self.steps)

    @property
    def lie_chances(self) -> Floats:
        """How likely each secret is to lie next, where a lie about it is possible."""
        chances = np.zeros(self.weights.size)
        for group in self.groups:
            chances[group.members] = group.chance
        return chances

    def lie_chance(self, number: int) -> float:
        """The same of one secret."""
        most = self.channel.most
        if not self.weights[number]:
            return 0.0
        return next(g.chance for g in self.groups if most is None or g.left == most - int(self.lies[number]))

    # What is true, by groups of secrets.

    @abstractmethod
    def asked(self, actions: Sequence[Action]) -> Asked:
        """What may be said to some actions."""

    @abstractmethod
    def true_codes(self, actions: Sequence[Action], members: Ints) -> Iterable[Array]:
        """For each action the number of the true answer of some secrets."""

    def true_masses(self, actions: Sequence[Action], members: Ints, values: Floats) -> Floats:
        """For each action (row) and true answer, the sum of values, one for each of some secrets."""
        width = self.asked(actions).ways.shape[1]
        return np.array([np.bincount(codes, values, width) for codes in self.true_codes(actions, members)])

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """How many candidates take no lie, one, two, and so on, up to the most; empty where any number may be told."""
        if self.channel.most is None:
            return ()
        return tuple(np.bincount(self.lies[self.indices], minlength=self.channel.most + 1).tolist())

    @property
    def assumption(self) -> str:
        planned = self.channel.chance is None and bool(self.channel.most)
        return PLANNED if planned else ""

    @property
    def spent(self) -> Floats:
        """The probability that so many lies were told: 0, 1, 2 and so on."""
        least = (self.channel.most or 0) + 1
        return np.asarray(np.bincount(self.lies[self.indices], self.chances, minlength=least), np.float64)
