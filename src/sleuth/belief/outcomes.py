"""Outcomes: for each action, how likely each feedback is, and which feedback wins.

`Outcomes` is what a strategy may ask. Where the candidates are listed, `Counted` (in `counted_outcomes`) counts their
answers; `Tallied` holds figures that an information set found without a list.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Any, NamedTuple, Protocol, Self

import numpy as np

from sleuth.belief import entropy_powers
from sleuth.core.displayed import Displayed
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.immutable import Travels
from sleuth.core.text import plural
from sleuth.kernels import partitions as kernels
from sleuth.kernels.arrays import Array, Bools, Floats, Ints
from sleuth.measures.renyi import renyi
from sleuth.measures.shannon import shannon
from sleuth.measures.sharma_mittal import NATS_PER_BIT, deformed_log

DROWNS = 14.0
"""Past a million candidates, that is exp(14), what an action changes of an entropy far from degree 1 is lost."""


class Picked(Sequence[Action]):
    """Some of a sequence's values, by number, without a copy."""

    def __init__(self, values: Sequence[Action], numbers: Ints) -> None:
        self._values, self._numbers = values, numbers

    def __len__(self) -> int:
        return self._numbers.size

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Picked(self._values, self._numbers[place])
        return self._values[int(self._numbers[place])]

    def index(self, value: Action, *within: int) -> int:
        """The place of a value, looked up in all of them at once: one by one, thousands take milliseconds."""
        if within:
            return super().index(value, *within)
        places = np.flatnonzero(self._numbers == self._values.index(value))
        if not places.size:
            raise ValueError(f"{value!r} is not picked")
        return int(places[0])

    def __contains__(self, value: object) -> bool:
        try:
            self.index(value)
        except ValueError:
            return False
        return True


class Part(NamedTuple):
    """What one answer would leave."""

    feedback: Feedback
    probability: float
    left: int
    """Candidates."""
    wins: bool
    """Whether the play would be over."""


class Measure(Protocol):
    """A criterion of parts, as far as outcomes ask about it: see `strategies.criteria.PartCriterion`."""

    @property
    def bits(self) -> float: ...
    @property
    def relative(self) -> bool: ...
    @property
    def power(self) -> kernels.Power | None: ...
    def terms(self, most: int) -> kernels.PartTerms: ...
    def figured(self, outcomes: Outcomes) -> Floats: ...
    def figured_idle(self, outcomes: Outcomes) -> float: ...


class Outcomes(Displayed, Travels, ABC):
    """An actions x feedbacks table over the candidates of an information set. Rows are actions."""

    actions: Sequence[Action]
    """The actions of the rows."""
    possible: Bools
    """Whether each action may bring the goal nearer by itself: it names a candidate, or may hit."""
    costs: Floats
    """What each action costs; empty where all cost the same."""

    def __len__(self) -> int:
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {plural(len(self), 'action')} over {plural(self.size, 'candidate')}>"

    @property
    def game(self) -> Game | None:
        """Whose actions they are; `None` where that is not known."""
        return None

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of candidates."""

    @property
    @abstractmethod
    def bits(self) -> float:
        """The entropy of the secret before asking."""

    @property
    @abstractmethod
    def parts(self) -> Ints:
        """How many different feedbacks each action may get."""

    @property
    @abstractmethod
    def largest(self) -> Array:
        """The most candidates that any feedback would leave."""

    @property
    @abstractmethod
    def information(self) -> Floats:
        """The bits that each action is expected to tell about the secret."""

    @property
    @abstractmethod
    def expected_size(self) -> Floats:
        """How many candidates each action is expected to leave."""

    # What a person is told. It differs from the figures that questions are compared by where answers may be lies.

    @property
    def answers_possible(self) -> Ints:
        """How many different answers each action may get, lies among them."""
        return self.parts

    @property
    def most_left(self) -> Array:
        """The most candidates that stay possible after any answer."""
        return self.largest

    @property
    def mean_left(self) -> Floats:
        """How many candidates stay possible on average."""
        return self.expected_size

    @property
    @abstractmethod
    def win_probability(self) -> Floats:
        """The chance that each action ends the play at once."""

    @property
    @abstractmethod
    def hit_probability(self) -> Floats:
        """The chance that each action finds something; where nothing is to be found, that it names the secret."""

    @property
    def useful(self) -> Bools:
        """Whether each action may find something, or name the secret, or tell one candidate from another."""
        return np.asarray((self.parts > 1) | (self.hit_probability > 0), np.bool_)

    def is_useful(self, row: int) -> bool:
        """The same of one action, without counting the others."""
        return bool(self.take(np.array([row], np.int32)).useful[0])

    @abstractmethod
    def take(self, rows: Ints) -> Outcomes:
        """The same table for some of the actions."""

    @abstractmethod
    def leaves(self, row: int, most: int | None = None) -> list[Part]:
        """What each answer to an action would leave, for `InformationSet.children`.

        Of answers too many to list only the likeliest; as many as are asked for, where that is said.
        """

    def reaches(self, row: int) -> dict[Feedback, float]:
        """How much each answer to an action would leave: candidates, or less where those that lied count for less."""
        return {part.feedback: float(part.left) for part in self.leaves(row)}

    @property
    def remaining(self) -> Floats:
        """The entropy of the secret that each action is expected to leave."""
        return np.maximum(self.bits - self.information, 0.0)

    @property
    def counted(self) -> Any:
        """The same outcomes as counts over a list of candidates, for fast paths; `None` where there is none."""
        return None

    def priced(self, costs: Floats) -> Self:
        """The same outcomes, with what each action costs."""
        made = object.__new__(type(self))
        made.__dict__.update(vars(self), costs=costs)
        return made

    # Criteria of parts, and entropies of every order and degree.

    def measured(self, measure: Measure) -> Floats:
        """The score of each action under a criterion of parts.

        Under an entropy, an action that tells nothing scores past every other: where the entropy is not concave an
        answer may raise it, and asking in vain would look best.
        """
        power = measure.power
        if power is None:
            return measure.figured(self)
        if power == (1.0, 1.0):
            return np.asarray(self.remaining * NATS_PER_BIT, np.float64)
        left = self.effective(*power)
        worst = max(self.bits * NATS_PER_BIT, log(self.size)) + 1.0
        left = np.where((self.parts <= 1) & (self.size > 1), worst, left)
        return np.asarray(left if self.averages(power) else deformed_log(left, power.degree), np.float64)

    def averages(self, power: kernels.Power) -> bool:
        """Whether the score under an entropy is a power mean, as a logarithm; also where its numbers are too large, or
        too near to each other, to be compared."""
        return power.averaged or abs(1 - power.degree) * self.bits * NATS_PER_BIT > DROWNS

    def unasked(self, measure: Measure) -> float:
        """The score of asking nothing: all candidates stay together."""
        power = measure.power
        if power is None:
            return measure.figured_idle(self)
        nats = self.nats(power.order)
        return nats if self.averages(power) else float(deformed_log(nats, power.degree))

    @property
    def weighs(self) -> bool:
        """Whether `effective` and `nats` are known; else the information set must be followed."""
        return False

    def complete(self, order: float) -> bool:
        """Whether `effective` looks at every answer, rather than at the likeliest."""
        return True

    @property
    def units(self) -> str:
        """What `largest` and `expected_size` count, as a sentence, where that is not candidates."""
        return ""

    @property
    def undivided(self) -> float:
        """How many candidates stay if nothing is asked, in the units of `largest` and `expected_size`."""
        return float(self.size)

    def nats(self, order: float) -> float:
        """The Renyi entropy of the secret before asking."""
        raise _untold()

    def effective(self, order: float, degree: float) -> Floats:
        """The logarithm of the effective number of candidates that each action leaves.

        The effective number of what an answer leaves is that of the order, as in `sleuth.measures`; over the answers it
        is the power mean of power `1 - degree`, whose deformed logarithm is the expected entropy.
        """
        raise _untold()


def _untold() -> ParameterError:
    return ParameterError(
        "these outcomes do not tell entropies of every order; `sleuth.belief.followed_outcomes` finds them"
    )


@dataclass(frozen=True, eq=False, repr=False)
class Tallied(Outcomes):
    """Outcomes as figures that were found without a list of candidates. Columns are `feedbacks`."""

    actions: Sequence[Action]
    feedbacks: Sequence[Feedback]
    counts: Floats
    """How many candidates give each feedback."""
    masses: Floats
    """The probability of each feedback; each row sums to one."""
    hits: Bools
    """Whether each feedback says that the action found something."""
    winning: Bools
    """Whether each feedback would end the play."""
    number: int
    """The number of candidates."""
    entropy: float
    """The entropy of the secret, in bits."""
    possible: Bools
    costs: Floats = field(default_factory=lambda: kernels.NO_WEIGHTS)
    told_bits: Floats | None = None
    """The bits that each action tells about the secret, where answers do not follow from it; else `None`."""
    hit_chances: Floats | None = None
    """The chance that each action finds something, where answers may not tell; else `None`."""
    alike: bool = False
    """Whether all candidates are equally likely and answers follow from them."""
    game: Game | None = None
    """Whose actions they are; `None` where that is not known."""

    @property
    def weighs(self) -> bool:
        return self.alike

    def nats(self, order: float) -> float:
        return self.entropy * NATS_PER_BIT if self.alike else super().nats(order)

    def effective(self, order: float, degree: float) -> Floats:
        if not self.alike:
            return super().effective(order, degree)
        # Of secrets that are alike the effective number is their number, whatever the order.
        nats = np.maximum(
            self.entropy * NATS_PER_BIT + np.where(self.masses > 0, entropy_powers.logs_of(self.masses), 0.0), 0
        )
        return entropy_powers.power_mean(self.masses, nats, degree)

    @property
    def size(self) -> int:
        return self.number

    @property
    def bits(self) -> float:
        return self.entropy

    @property
    def parts(self) -> Ints:
        return np.asarray((self.masses > 0).sum(axis=1), np.int32)

    @property
    def largest(self) -> Floats:
        return np.asarray(self.counts.max(axis=1), np.float64)

    @property
    def information(self) -> Floats:
        if self.told_bits is not None:
            return self.told_bits
        bits: Floats = shannon(self.masses)
        return bits

    @property
    def expected_size(self) -> Floats:
        return np.asarray((self.masses * self.counts).sum(axis=1), np.float64)

    @property
    def win_probability(self) -> Floats:
        return np.asarray((self.masses * self.winning).sum(axis=1), np.float64)

    @property
    def hit_probability(self) -> Floats:
        if self.hit_chances is not None:
            return self.hit_chances
        return np.asarray((self.masses * self.hits).sum(axis=1), np.float64)

    def take(self, rows: Ints) -> Tallied:
        return replace(
            self,
            actions=Picked(self.actions, rows),
            counts=self.counts[rows],
            masses=self.masses[rows],
            hits=self.hits[rows],
            winning=self.winning[rows],
            possible=self.possible[rows],
            costs=self.costs[rows] if self.costs.size else self.costs,
            told_bits=None if self.told_bits is None else self.told_bits[rows],
            hit_chances=None if self.hit_chances is None else self.hit_chances[rows],
        )

    def leaves(self, row: int, most: int | None = None) -> list[Part]:
        masses, counts, wins = self.masses[row], self.counts[row], self.winning[row]
        return [
            Part(self.feedbacks[c], float(masses[c]), int(counts[c]), bool(wins[c]))
            for c in np.flatnonzero(masses > 0).tolist()
        ]


@dataclass(frozen=True, eq=False, repr=False)
class Listed(Tallied):
    """Figures that were found candidate by candidate, with the answer of each."""

    places: Ints = field(default_factory=lambda: np.empty((0, 0), np.int32))
    """For each action (row) and candidate, the column of the answer."""
    shares: Floats = field(default_factory=lambda: np.empty(0))
    """The probabilities of the candidates."""

    @property
    def weighs(self) -> bool:
        return True

    def nats(self, order: float) -> float:
        return float(renyi(self.shares, order))

    def effective(self, order: float, degree: float) -> Floats:
        return entropy_powers.power_mean(self.masses, entropy_powers.closely(self._nats_left, order), degree)

    def _nats_left(self, order: float) -> Floats:
        terms, width = entropy_powers.terms_of(self.shares, order), self.masses.shape[1]
        sums = np.array([entropy_powers.summed(row, width, terms, order) for row in self.places])
        return entropy_powers.renyi_of(sums, self.masses, order)

    def take(self, rows: Ints) -> Listed:
        taken = super().take(rows)
        assert isinstance(taken, Listed)
        return replace(taken, places=self.places[rows])
