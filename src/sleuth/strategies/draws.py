"""Sampled ISES on any information set: secrets are drawn from it, and what would be said is asked of it.

What an action tells is the entropy of what is said, less what of that is about lies: with `q` the chances of what is
said if some secret is right, and `p` their mean over the secrets drawn, it is `H(p)` less the mean of `H(q)`. From `m`
secrets that comes out too low on average, by `(sum of the mean of q^2 / p, less 1) / (2 m ln 2)` bits: for true answers
the number of different ones less one, as in `sampled`. So much is added.

With time to spare the most promising are weighed exactly, and in the end all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, log2

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.limit import Clock
from sleuth.core.text import plural
from sleuth.kernels.arrays import Floats
from sleuth.strategies.base import first_useful, instead
from sleuth.strategies.criteria import ENTROPY, TOLERANCE, Key, PartCriterion
from sleuth.strategies.decision import Decision
from sleuth.strategies.weighing import pool_of, weighed

FIRST_STATES = 16
"""Secrets in the first round."""
LEAST_STATES = 6
"""Secrets in the first round of a race within a budget: fewer tell nothing."""
MOST_STATES = 1024
"""Secrets in the last, unless somebody says how many."""
SHOWN = 200
"""So many of the best are kept for comparison, where scores are estimates."""


@dataclass(frozen=True)
class SamplingPlan:
    """What may be spent."""

    states: int
    actions: int
    uniform: bool
    criterion: PartCriterion = ENTROPY


def decide(
    info: InformationSet, strategy: str, tie_break: str, plan: SamplingPlan, rng: np.random.Generator, clock: Clock
) -> Decision:
    """The action that leaves the least entropy, as far as samples tell, or exactly where there is time for that."""
    race = Race(info, pool_of(info, rng), rng, clock, plan)
    race.run()
    spent = {"lookups": float(race.lookups), "actions": float(race.tried), "states": float(race.states)}
    key = Key.of(plan.criterion)
    order = race.order()
    if not race.fixed and not clock.spent():
        outcomes = weighed(info, [race.pool[i] for i in order], clock, plan.criterion)
        places = np.argsort(order[: len(outcomes)], kind="stable").astype(np.int32)
        outcomes = outcomes.take(places)  # in the game's order, which breaks ties
        row, scores = key.pick(outcomes)
        told = race.told_exact(len(outcomes))
    else:
        places = np.sort(order[:SHOWN])
        outcomes = info.outcomes([race.pool[i] for i in places])
        scores = race.scores[places]
        best = np.lexsort((~outcomes.possible, np.round(scores / TOLERANCE)))
        row = first_useful(outcomes, best.tolist())
        told = race.told()
    if (other := instead(info, outcomes, row)) is not None:
        outcomes = other
        row, scores = key.pick(outcomes)
    return Decision(info, outcomes, row, scores, strategy, tie_break, {"seconds": clock.seconds, **spent}, told)


@dataclass
class AnswerTally:
    """What was said to one action by the secrets that were asked so far."""

    number: int = 0
    chances: dict[Feedback, float] = field(default_factory=dict)
    """The sum over secrets of the chance of each answer."""
    squares: dict[Feedback, float] = field(default_factory=dict)
    doubt: float = 0.0
    """The sum over secrets of the entropy of what each may say."""

    def hear(self, info: InformationSet, action: Action, secrets: Sequence[Secret]) -> None:
        """Ask some more secrets."""
        for secret in secrets:
            for said, chance in info.sayings(action, secret).items():
                self.chances[said] = self.chances.get(said, 0.0) + chance
                self.squares[said] = self.squares.get(said, 0.0) + chance * chance
                if chance < 1:
                    self.doubt -= chance * log2(chance)
        self.number += len(secrets)

    @property
    def bits(self) -> float:
        """What the answer tells about the secret, estimated."""
        m = self.number
        entropy = -sum(chance / m * log2(chance / m) for chance in self.chances.values())
        spread = sum(self.squares[said] / chance for said, chance in self.chances.items()) - 1
        return entropy - self.doubt / m + spread / (2 * m * log(2))


def rounds_of(actions: int) -> int:
    """Rounds of halving until one action is left."""
    return max(1, int(actions - 1).bit_length())


def first_round(actions: int, budget: int) -> int:
    """With how many actions a race within a budget begins."""
    first = 1
    while first < actions and (first + 1) * LEAST_STATES * rounds_of(first + 1) <= budget:
        first += 1
    return first


class Race:
    """Estimates that grow more exact for the actions that look best."""

    def __init__(
        self, info: InformationSet, pool: list[Action], rng: np.random.Generator, clock: Clock, plan: SamplingPlan
    ) -> None:
        self.info, self.pool, self.rng, self.clock, self.plan = info, pool, rng, clock, plan
        self.secrets: list[Secret] = []
        self.said = [AnswerTally() for _ in pool]
        self.scores: Floats = np.full(len(pool), np.inf)
        self.bits = info.entropy
        self.lookups = 0
        seconds = clock.limit.seconds
        self.until = None if seconds is None else 0.5 * seconds  # the rest is for exact scores

    @property
    def fixed(self) -> bool:
        """Whether so many look-ups are wanted, and no more."""
        return self.plan.uniform or bool(self.plan.states and self.plan.actions)

    @property
    def tried(self) -> int:
        """How many actions were tried."""
        return sum(one.number > 0 for one in self.said)

    @property
    def states(self) -> int:
        """The most secrets that an action was tried on."""
        return max(one.number for one in self.said)

    def run(self) -> None:
        """Spend what there is."""
        plan, rows = self.plan, self.rng.permutation(len(self.pool)).tolist()
        most = plan.states or MOST_STATES
        if plan.uniform:
            self.test(rows[: plan.actions or None], most)
        elif plan.states and plan.actions:
            self._halve_within(rows, plan.states * plan.actions)
        else:
            self._halve(rows[: plan.actions or None], most)

    def _halve_within(self, rows: list[int], budget: int) -> None:
        """As many look-ups as uniform sampling would take, an equal share for each round."""
        first = first_round(len(rows), budget)
        rows, rounds = rows[:first], rounds_of(first)
        for _ in range(rounds):
            self.test(rows, max(1, min(self.plan.states, budget // (rounds * len(rows)))))
            rows = self.better(rows)[: -(-len(rows) // 2)]

    def _halve(self, rows: list[int], most: int) -> None:
        """All actions on few secrets, then the better half on twice as many."""
        states = min(FIRST_STATES, most)
        while self.test(rows, states) and states < most:
            rows = self.better(rows)[: max(8, len(rows) // 2)]
            states = min(2 * states, most)

    def better(self, rows: list[int]) -> list[int]:
        """The rows, the best first."""
        return sorted(rows, key=lambda row: float(self.scores[row]))

    def test(self, rows: list[int], states: int) -> bool:
        """Try some actions on so many secrets; whether there was time for all of them."""
        if len(self.secrets) < states:
            self.secrets += self.info.sample(self.rng, states - len(self.secrets))
        for row in rows:
            one = self.said[row]
            if self.lookups and self._late():
                return False
            more = self.secrets[one.number : states]
            one.hear(self.info, self.pool[row], more)
            self.lookups += len(more)
            self.scores[row] = max(0.0, self.bits - one.bits)
        return True

    def _late(self) -> bool:
        return self.until is not None and (self.clock.spent() or self.clock.seconds > self.until)

    def order(self) -> list[int]:
        """The actions, those tried on the most secrets first, and of these the best."""
        every = sorted(range(len(self.pool)), key=lambda row: (-self.said[row].number, float(self.scores[row])))
        if not self.fixed:
            return every
        return [row for row in every if self.said[row].number == self.states]

    @property
    def _total(self) -> str:
        return plural(len(self.info.actions), "action")

    def told(self) -> str:
        """That scores are estimates."""
        return (
            f"Bits left are estimated from {plural(self.states, 'secret')} drawn at random; "
            f"{self.tried:,} of {self._total} were tried."
        )

    def told_exact(self, number: int) -> str:
        """That not all actions were weighed; nothing, if all were."""
        if number == len(self.info.actions):
            return ""
        return f"Only {number:,} of {self._total} were weighed: the best on secrets drawn at random."
