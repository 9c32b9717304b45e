"""Sampled ISES on any information set: secrets are drawn from it, and what would be said is asked of it.

What an action tells is the entropy of what is said, less what of that is about lies: with `q` the chances of what is
said if some secret is right, and `p` their mean over the secrets drawn, it is `H(p)` less the mean of `H(q)`. From `m`
secrets that comes out too low on average, by `(sum of the mean of q^2 / p, less 1) / (2 m ln 2)` bits: for true answers
the number of different ones less one, as in `sampled`. So much is added.

With time to spare the most promising are weighed exactly, and in the end all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, log2

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Feedback, Secret
from sleuth.core.limit import Clock
from sleuth.core.text import plural
from sleuth.kernels.arrays import Floats, Ints
from sleuth.strategies.base import Rng, first_useful, instead
from sleuth.strategies.criteria import ENTROPY, TOLERANCE, Key, PartCriterion
from sleuth.strategies.decision import Decision
from sleuth.strategies.weighing import pool_of, weighed

FIRST_STATES = 16
"""States in the first round of a race against time."""
LEAST_STATES = 6
"""Secrets in the first round of a race within a budget: fewer tell nothing."""
MAX_STATES = 1024
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


def decide(info: InformationSet, strategy: str, tie_break: str, plan: SamplingPlan, rng: Rng, clock: Clock) -> Decision:
    """The action that leaves the least entropy, as far as samples tell, or exactly where there is time for that."""
    race = DrawnRace(info, rng, clock, plan)
    race.run()
    spent = {"lookups": float(race.lookups), "actions": float(race.tried), "states": float(race.states)}
    key = Key.of(plan.criterion)
    order = race.order()
    if not race.fixed and not clock.spent():
        outcomes = weighed(info, [race.pool[i] for i in order], clock, plan.criterion)
        places = np.argsort(order[: len(outcomes)], kind="stable").astype(np.int32)
        outcomes = outcomes.take(places)  # in the game's order, which breaks ties
        row, scores = key.pick(outcomes)
        estimate = race.estimate(len(outcomes))
    else:
        places = np.sort(order[:SHOWN])
        outcomes = info.outcomes([race.pool[i] for i in places])
        scores = race.scores[places]
        best = np.lexsort((~outcomes.possible, np.round(scores / TOLERANCE)))
        row = first_useful(outcomes, best.tolist())
        estimate = race.estimate(None)
    if (other := instead(info, outcomes, row)) is not None:
        outcomes = other
        row, scores = key.pick(outcomes)
    return Decision(info, outcomes, row, scores, strategy, tie_break, {"seconds": clock.seconds, **spent}, estimate)


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
            for answer, chance in info.sayings(action, secret).items():
                self.chances[answer] = self.chances.get(answer, 0.0) + chance
                self.squares[answer] = self.squares.get(answer, 0.0) + chance * chance
                if chance < 1:
                    self.doubt -= chance * log2(chance)
        self.number += len(secrets)

    @property
    def bits(self) -> float:
        """What the answer tells about the secret, estimated."""
        m = self.number
        entropy = -sum(chance / m * log2(chance / m) for chance in self.chances.values())
        spread = sum(self.squares[answer] / chance for answer, chance in self.chances.items()) - 1
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


class Race(ABC):
    """Estimates that grow more exact for the actions that look best (sequential halving)."""

    def __init__(self, plan: SamplingPlan, rows: Ints, states: int) -> None:
        self.plan, self.rows = plan, rows
        """The actions by number, in the order in which they are tried."""
        self.most_states = states
        """So many states an action is tried on at most."""
        self.scores: Floats = np.full(rows.size, np.inf)

    @abstractmethod
    def test(self, rows: Ints, states: int) -> bool:
        """Score some actions on the first so many states; whether there was time for all of them."""

    def run(self) -> None:
        """Spend what there is: a number of look-ups, or time."""
        plan, rows = self.plan, self.rows[: self.plan.actions or None]
        if plan.uniform:
            self.test(rows, self.most_states)
        elif plan.states and plan.actions:
            self.halve_within(plan.states * plan.actions)
        else:
            self.halve(rows)

    def halve_within(self, budget: int) -> None:
        """As many look-ups as uniform sampling would take, an equal share for each round."""
        first = first_round(self.rows.size, budget)
        rows, rounds = self.rows[:first], rounds_of(first)
        for _ in range(rounds):
            self.test(rows, max(1, min(self.most_states, budget // (rounds * rows.size))))
            rows = self.better(rows)[: -(-rows.size // 2)]

    def halve(self, rows: Ints) -> None:
        """All actions on few states, then the better half on twice as many."""
        states = min(FIRST_STATES, self.most_states)
        while self.test(rows, states) and states < self.most_states:
            rows = self.better(rows)[: max(8, rows.size // 2)]
            states = min(2 * states, self.most_states)

    def better(self, rows: Ints) -> Ints:
        """The rows, the best first."""
        return rows[np.argsort(self.scores[rows], kind="stable")]


class DrawnRace(Race):
    """A race on secrets that are drawn from any information set."""

    def __init__(self, info: InformationSet, rng: Rng, clock: Clock, plan: SamplingPlan) -> None:
        self.pool = pool_of(info, rng)
        super().__init__(plan, rng.permutation(len(self.pool)).astype(np.int32), plan.states or MAX_STATES)
        self.info, self.rng, self.clock = info, rng, clock
        self.secrets: list[Secret] = []
        self.tallies = [AnswerTally() for _ in self.pool]
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
        return sum(tally.number > 0 for tally in self.tallies)

    @property
    def states(self) -> int:
        """The most secrets that an action was tried on."""
        return max(tally.number for tally in self.tallies)

    def test(self, rows: Ints, states: int) -> bool:
        if len(self.secrets) < states:
            self.secrets += self.info.sample(self.rng, states - len(self.secrets))
        for row in rows.tolist():
            tally = self.tallies[row]
            if self.lookups and self._late():
                return False
            more = self.secrets[tally.number : states]
            tally.hear(self.info, self.pool[row], more)
            self.lookups += len(more)
            self.scores[row] = max(0.0, self.bits - tally.bits)
        return True

    def _late(self) -> bool:
        return self.until is not None and (self.clock.spent() or self.clock.seconds > self.until)

    def order(self) -> list[int]:
        """The actions, those tried on the most secrets first, and of these the best."""
        rows = sorted(range(len(self.pool)), key=lambda row: (-self.tallies[row].number, float(self.scores[row])))
        return [row for row in rows if not self.fixed or self.tallies[row].number == self.states]

    def estimate(self, exact: int | None) -> str:
        """What of the scores is estimated, where so many actions were weighed exactly in the end, or none (`None`)."""
        total = plural(len(self.info.actions), "action")
        if exact is None:
            drawn = f"Bits left are estimated from {plural(self.states, 'secret')} drawn at random"
            return f"{drawn}; {self.tried:,} of {total} were tried."
        if exact == len(self.info.actions):
            return ""
        return f"Only {exact:,} of {total} were weighed: the best on secrets drawn at random."
