"""Outcomes under lies: what each answer would leave, how likely it is, and what it tells about the secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from sleuth.belief import entropy_powers
from sleuth.belief.lying_groups import Group
from sleuth.belief.lying_law import Relation, entropy_of
from sleuth.belief.lying_powers import nats_said
from sleuth.belief.lying_weights import WeighedSet
from sleuth.belief.outcomes import Tallied
from sleuth.core.game import Feedback
from sleuth.kernels.arrays import Bools, Floats, Ints
from sleuth.measures.renyi import renyi
from sleuth.measures.shannon import shannon

COUNTED_BY_WAYS = "It was chosen by a count of ways to lie: a candidate that has told lies counts for less than one."
COUNTED_BY_CHANCE = "It was chosen by how likely its answers are: none of them excludes a candidate for good."


@dataclass(frozen=True, eq=False, repr=False)
class LyingOutcomes(Tallied):
    """Outcomes under lies. A secret that has told lies counts for less: it has fewer ways left to mislead."""

    reach: Floats = field(default_factory=lambda: np.empty((0, 0)))
    """What each feedback would leave: secrets, each by the share of its ways to lie that it would have left.

    Noise leaves all of them: there it is the share of each secret that counts.
    """
    answers: Ints = field(default_factory=lambda: np.empty(0, np.int32))
    """How many answers are true of some candidate."""
    info: WeighedSet | None = None
    """Whose outcomes they are; `None` where only the figures are known."""

    @property
    def weighs(self) -> bool:
        return self.info is not None

    @property
    def units(self) -> str:
        channel = None if self.info is None else self.info.channel
        if channel is None or channel.always:
            return ""
        return COUNTED_BY_WAYS if channel.excludes else COUNTED_BY_CHANCE

    @property
    def undivided(self) -> float:
        """As in `reach`: each secret by the share of its ways to lie that it has left."""
        if self.info is None or not self.info.channel.excludes:
            return super().undivided
        groups = self.info.groups
        most = max(group.ways for group in groups)
        return float(sum(group.members.size * group.ways for group in groups) / most)

    def nats(self, order: float) -> float:
        return super().nats(order) if self.info is None else float(renyi(self.info.chances, order))

    def effective(self, order: float, degree: float) -> Floats:
        info = self.info
        if info is None:
            return super().effective(order, degree)
        left = entropy_powers.closely(lambda near: nats_said(info, self.actions, near), order)
        return entropy_powers.power_mean(self.masses, left, degree)

    @property
    def parts(self) -> Ints:
        """The answers that are true of some candidate: a lie makes no part of its own."""
        return self.answers

    @property
    def largest(self) -> Floats:
        return np.asarray(self.reach.max(axis=1), np.float64)

    @property
    def expected_size(self) -> Floats:
        return np.asarray((self.masses * self.reach).sum(axis=1), np.float64)

    @property
    def answers_possible(self) -> Ints:
        return np.asarray((self.masses > 0).sum(axis=1), np.int32)

    @property
    def most_left(self) -> Floats:
        return np.asarray(np.where(self.masses > 0, self.counts, 0.0).max(axis=1), np.float64)

    @property
    def mean_left(self) -> Floats:
        return np.asarray((self.masses * self.counts).sum(axis=1), np.float64)

    def reaches(self, row: int) -> dict[Feedback, float]:
        return dict(zip(self.feedbacks, self.reach[row].tolist(), strict=True))

    def take(self, rows: Ints) -> LyingOutcomes:
        taken = super().take(rows)
        assert isinstance(taken, LyingOutcomes)
        return replace(taken, reach=self.reach[rows], answers=self.answers[rows])


class LyingFigures(NamedTuple):
    """What is known of some actions, a row each."""

    counts: Floats
    """How many candidates each answer leaves."""
    masses: Floats
    """The probability of each answer."""
    told_bits: Floats
    """The bits that the answer tells about the secret."""
    reach: Floats
    answers: Ints


def figures(
    law: Relation, may: Bools, ways: Floats, groups: Sequence[Group], tallies: Sequence[tuple[Floats, Floats]]
) -> LyingFigures:
    """The figures of some actions.

    `may` says what may be a lie in answer to each, `ways` in how many ways each true answer may be lied about. The
    tallies are, for each group, how many candidates truly give each answer, and their weight.
    """
    channel = law.channel
    seen, said, left = (np.zeros(may.shape) for _ in range(3))
    truth, lying, doubt, number, mass = (np.zeros(ways.shape) for _ in range(5))
    for group, (counts, masses) in zip(groups, tallies, strict=True):
        number += counts
        mass += masses
        free = (ways > 0) & (group.chance > 0)
        stays, turns = (np.where(free, 0, counts) if channel.always else counts), np.where(free, counts, 0)
        seen += law.wide(stays) + law.cast(turns, may)
        left += law.wide(stays) * group.ways + law.cast(turns, may) * group.ways_less
        lies = np.where(free, masses * group.chance, 0)
        said += law.wide(masses - lies) + law.spread(lies, ways, may)
        truth += masses - lies
        lying += lies
        doubt += np.where(free, masses * entropy_of(group.chance), 0)
    # An answer tells about the secret what it tells at all, less what of that is about the lies.
    lost = (doubt + lying * law.doubt(ways, may)).sum(axis=1) / (truth + lying).sum(axis=1)
    told_bits = np.maximum(np.asarray(shannon(said)) - lost, 0.0)
    shares = np.where(seen > 0, said / mass.sum(axis=1, keepdims=True), 0.0)
    if not channel.excludes:
        reach = shares * number.sum(axis=1, keepdims=True)
    else:
        reach = left / max(group.ways for group in groups)
    return LyingFigures(seen, shares, told_bits, reach, np.asarray((number > 0).sum(axis=1), np.int32))
