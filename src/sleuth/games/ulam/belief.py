"""The information set of Ulam's game: the numbers by the lies that each of them takes. No table, no list of questions.

Numbers with the same lies are alike, so a state is how many there are of each: its type. A question is how many of each
kind it takes. That is all that a strategy needs, and all that a proof walks over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import cast

import numpy as np

from sleuth.belief.base import of_events
from sleuth.belief.lying_law import Relation
from sleuth.belief.lying_outcomes import LyingOutcomes, figures
from sleuth.belief.lying_powers import Asked
from sleuth.belief.lying_weights import NEVER, WeighedSet
from sleuth.core.channel import Channel, Lies
from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.history import History
from sleuth.core.offers import channel_of, plain_game
from sleuth.core.progress import Progress, silent
from sleuth.games.ulam.rules import Ranges, Ulam, members
from sleuth.kernels.arrays import Array, Bools, Floats, Ints, ranges_in

ANSWERS = (False, True)
MAX_SPLITS = 64
"""Up to so many ways to take numbers of each kind, all of them are proposed."""


class NumberSet(WeighedSet):
    """For every number the lies that the answers take, and a weight."""

    def __init__(self, game: Game) -> None:
        ulam, channel = cast(Ulam, plain_game(game)), channel_of(game) or Lies(0)
        self.relation = Relation(ulam, channel, ANSWERS, 2)
        self._hold(game, ulam, np.zeros(ulam.numbers, np.int16), np.ones(ulam.numbers), History())

    def _hold(self, game: Game, ulam: Ulam, lies: Array, weights: Floats, history: History) -> None:
        self.game, self.ulam, self.history = game, ulam, history
        self._weigh(lies, weights)

    @property
    def channel(self) -> Channel:
        return self.relation.channel

    def candidates(self, most: int | None = None) -> list[Secret]:
        found: list[Secret] = self.indices[:most].tolist()
        return found

    @of_events
    def probability(self, secret: Secret) -> float:
        numbers = range(self.weights.size)
        return float(self.weights[secret] / self.weights.sum()) if secret in numbers else 0.0

    def sample(self, rng: np.random.Generator, n: int = 1) -> list[Secret]:
        drawn: list[Secret] = rng.choice(self.indices, n, p=self.chances).tolist()
        return drawn

    # Kinds of numbers.

    def question(self, taken: Sequence[int]) -> Ranges:
        """The set that takes so many numbers of each kind, the lowest of each."""
        lies = self.lies[self.indices]
        some = [self.indices[lies == n][:number] for n, number in enumerate(taken)]
        return ranges_in(np.sort(np.concatenate(some)))

    @property
    def caught(self) -> tuple[int, ...]:
        """The steps, counted from 1, whose answers are known to be lies: no candidate gives them."""
        return tuple(
            place
            for place, (action, feedback) in enumerate(self.history, 1)
            if not (members(action, self.indices) == feedback).any()
        )

    # Questions.

    @cached_property
    def actions(self) -> Sequence[Action]:
        """Some questions worth asking, out of very many: about half of each kind, or all splits of a few numbers."""
        seen: dict[Ranges, None] = {}
        if not self.channel.excludes:
            for share in self._cuts():
                seen[share] = None
        else:
            for taken in self._splits():
                if 0 < sum(taken) < self.ulam.numbers:
                    seen[self.question(taken)] = None
        return list(seen)

    @property
    def all_actions(self) -> bool:
        """Whether all splits are proposed: numbers that take equally many lies are alike."""
        return self.channel.excludes and prod(n + 1 for n in self.kinds) <= MAX_SPLITS

    def _splits(self) -> Iterator[tuple[int, ...]]:
        kinds = self.kinds
        if self.all_actions:
            yield from product(*(range(n + 1) for n in kinds))
            return
        yield from product(*(sorted({n // 2, n - n // 2}) for n in kinds))

    def _cuts(self) -> Iterator[Ranges]:
        """Under noise: the lowest numbers, or the likeliest, up to about half of the probability; and the likeliest."""
        likeliest = np.argsort(-self.chances, kind="stable")
        for order in (np.arange(self.size), likeliest):
            half = int(np.searchsorted(np.cumsum(self.chances[order]), 0.5)) + 1
            for number in {1, half - 1, half}:
                if 0 < number < self.ulam.numbers:
                    yield ranges_in(np.sort(self.indices[order[:number]]))

    def is_legal(self, action: Action) -> bool:
        return self.ulam.is_question(action)

    def _why_illegal(self, action: Action) -> str:
        return f"is no set of numbers of {self.game}"

    @property
    def _answers_most(self) -> int:
        return len(ANSWERS)

    def outcomes(self, actions: Sequence[Action] | None = None) -> LyingOutcomes:
        rows = list(self.actions if actions is None else actions)
        may = np.ones((len(rows), 2), np.bool_)
        counts, masses = ([np.empty((len(rows), 2)) for _ in self.groups] for _ in range(2))
        for row, action in enumerate(rows):
            whole = membership(action, self.ulam.numbers)
            for place, group in enumerate(self.groups):
                inside, weights = whole[group.members], self.weights[group.members]
                for answer in ANSWERS:
                    counts[place][row, int(answer)] = (inside == answer).sum()
                    masses[place][row, int(answer)] = weights[inside == answer].sum()
        found = figures(
            self.relation, may, self.relation.all_ways(may), self.groups, list(zip(counts, masses, strict=True))
        )
        nothing = np.zeros((len(rows), 2), np.bool_)
        return LyingOutcomes(
            game=self.game,
            actions=rows,
            feedbacks=ANSWERS,
            counts=found.counts,
            masses=found.masses,
            hits=nothing,
            winning=nothing,
            number=self.size,
            entropy=self.entropy,
            possible=np.zeros(len(rows), np.bool_),
            told_bits=found.told_bits,
            reach=found.reach,
            answers=found.answers,
            info=self,
        )

    def asked(self, actions: Sequence[Action]) -> Asked:
        may = np.ones((len(actions), 2), np.bool_)
        return Asked(self.relation, may, self.relation.all_ways(may))

    def true_codes(self, actions: Sequence[Action], members: Ints) -> Iterator[Array]:
        return (membership(action, self.ulam.numbers)[members].astype(np.int32) for action in actions)

    def sayings(self, action: Action, secret: Secret) -> Mapping[Feedback, float]:
        true = self.ulam.feedback(action, secret)
        chance = self.lie_chance(secret) if self._may_lie(true) else 0.0
        return {said: share for said, share in ((true, 1 - chance), (not true, chance)) if share > 0}

    def _may_lie(self, true: bool) -> bool:
        """Whether a true answer may be turned into the other one."""
        return self.channel.weight(self.ulam, true, not true) > 0

    def _after(self, action: Action, feedback: Feedback) -> NumberSet | None:
        if feedback not in ANSWERS:
            return None
        channel = self.channel
        inside = membership(action, self.ulam.numbers)
        wrong = inside != feedback
        lied = np.minimum(self.lies + wrong, NEVER)
        lies = lied if self._may_lie(not feedback) else np.where(wrong, NEVER, self.lies)
        most = NEVER - 1 if channel.most is None else channel.most
        chance = self.lie_chances
        # Of two answers one is a lie at most; under half-lies a no cannot be turned into a yes.
        factors = np.where(wrong, chance, 1 - chance if self._may_lie(bool(feedback)) else 1.0)
        weights = np.where(lies <= most, self.weights * factors, 0.0)
        if (top := weights.max()) <= 0:
            self.refuse(action, feedback, int(lies.min()))
            return None
        after = NumberSet.__new__(NumberSet)
        after.relation = self.relation
        after._hold(self.game, self.ulam, lies, weights / top, self.history.add(action, feedback))
        return after


def membership(action: Ranges, numbers: int) -> Bools:
    """Whether each number is in a set."""
    inside = np.zeros(numbers, np.bool_)
    for first, last in action:
        inside[first : last + 1] = True
    return inside


def begin_numbers(game: Game, progress: Progress = silent) -> NumberSet:
    """Everything that is possible in Ulam's game before play, with a channel or without."""
    return NumberSet(game)
