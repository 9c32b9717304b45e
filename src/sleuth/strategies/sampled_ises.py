"""Sampled Information Set Entropy Search (Meng & Lucas, Algorithm 1): some states, some actions, and a time limit.

The entropy of an action's feedback, estimated from `m` sampled states, is too low on average, by about
`(K - 1) / (2 m ln 2)` bits for `K` different feedbacks (Miller 1955), so that actions with many feedbacks look worse
than they are. The estimate is corrected by that much, less what is already known of a finite set: at `m = n` the
correction is 0 and the score exact.

The paper samples actions uniformly. `sampler=race` spends the same look-ups on more actions: all are tried on few
states, the better half goes on to twice as many, and so on (sequential halving, Karnin, Koren & Somekh 2013). With
time to spare, the race ends in the exact scores of all actions: the decision of `entropy`.

Sets without a table, and whose candidates are no list of particles, are sampled plainly: see `draws`.

On particles, unless `states` or `actions` are given, all particles are used, and `particles` says how.

Any other criterion is estimated by its score on the sampled states, with their weights, as if they were all. A part of
the sample holds each kind of secret in proportion, so effective numbers come out too low by one factor for all actions,
which changes no order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import log
from typing import ClassVar

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.sampled import SampledSet
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.spec import require
from sleuth.kernels import partitions
from sleuth.kernels.arrays import Floats, Ints
from sleuth.strategies import drawn_secrets, particles
from sleuth.strategies.base import Rng, Strategy, budget, first_useful, names_now
from sleuth.strategies.criteria import ENTROPY, TOLERANCE, Key, parse_criterion
from sleuth.strategies.decision import Decision

UNSET = 1000
"""States and actions where neither they nor a time are given."""
ON_DEMAND = 2000
"""Actions and states of a game whose table does not fit in memory."""
CHUNK_SECONDS = 0.001
"""Work between two looks at the clock."""


@dataclass(frozen=True)
class SampledIses(Strategy):
    """Ask what leaves the least entropy, estimated from samples within a time limit (ISES)."""

    samples: ClassVar[bool] = True
    heavy: ClassVar[bool] = True

    states: int = field(default=0, metadata={"help": "states to sample; 0 for as many as time allows"})
    actions: int = field(default=0, metadata={"help": "actions to sample; 0 for as many as time allows"})
    seconds: float | None = field(default=None, metadata={"help": "time for a decision"})
    sampler: str = field(default="race", metadata={"help": "how to spend them", "choices": ("race", "uniform")})
    criterion: str = field(default="entropy", metadata={"help": "what is to be low: (sharma-mittal:order=2,degree=1)"})

    def __post_init__(self) -> None:
        require(self.states >= 0 and self.actions >= 0, self, "states and actions are at least 1, or 0 for no limit")
        require(self.seconds is None or self.seconds > 0, self, f"seconds must be more than 0, not {self.seconds}")
        require(self.sampler in ("race", "uniform"), self, f"sampler is race or uniform, not {self.sampler!r}")
        parse_criterion(self.criterion)

    @property
    def random(self) -> bool:
        return True

    @property
    def tie_break(self) -> str:
        return f"{Key.of(parse_criterion(self.criterion))}, estimated"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        rng = np.random.default_rng(0) if rng is None else rng
        clock = limit.within(self.seconds).start()
        if secret := names_now(info):
            outcomes = info.outcomes(secret)
            return Decision(info, outcomes, 0, np.zeros(1), str(self), self.tie_break)
        criterion = parse_criterion(self.criterion)
        plan = drawn_secrets.SamplingPlan(self.states, self.actions, self.sampler == "uniform", criterion)
        if info.table() is None and (info.exact or info.outcomes(info.actions[:1]).counted is None):
            given = self.states or self.actions or clock.limit.seconds
            clock = clock if given else budget(limit).start()
            return drawn_secrets.decide(info, str(self), self.tie_break, plan, rng, clock)
        plain = criterion is ENTROPY and self.sampler == "race"
        if isinstance(info, SampledSet) and plain and not (self.states or self.actions):
            return particles.decide(info, str(self), rng, clock)
        unset = not (self.states or self.actions or clock.limit.seconds)
        states, actions = (UNSET, UNSET) if unset else (self.states, self.actions)
        race = _TableRace(info, _pool(info, rng), rng, clock, replace(plan, states=states, actions=actions))
        race.run()
        best = race.pick()
        rows = race.finalists()
        outcomes, scores = race.outcomes.take(rows), race.scores[rows]
        spent = {"seconds": clock.seconds, "lookups": race.lookups, "actions": race.tried, "states": race.most_states}
        row = int(np.flatnonzero(rows == best)[0])
        return Decision(info, outcomes, row, scores, str(self), self.tie_break, spent)


def _pool(info: InformationSet, rng: Rng) -> Counted:
    """The actions to choose from and the states to try them on; a sample of both where there is no table."""
    table: EnumeratedSet | None = info.table()
    if table is not None and table.tables.codes is None:
        numbers, states = table.legal_indices, table.indices
        named = table.possible_actions()
        guesses = rng.permutation(named)[: ON_DEMAND // 2]
        others = rng.permutation(numbers)[: ON_DEMAND - guesses.size]
        chosen = np.unique(np.concatenate([guesses, others])).astype(np.int32)
        return table.outcomes_of(chosen, np.sort(rng.permutation(states)[:ON_DEMAND]).astype(np.int32))
    outcomes: Counted | None = info.outcomes().counted
    assert outcomes is not None
    return outcomes


class _TableRace(drawn_secrets.Race):
    """A race on the states of a table, or on particles."""

    def __init__(
        self, info: InformationSet, outcomes: Counted, rng: Rng, clock: Clock, plan: drawn_secrets.SamplingPlan
    ) -> None:
        self.outcomes, self.clock, self.criterion = outcomes, clock, plan.criterion
        self.whole = outcomes.size
        self.population = info.estimated_size or float("inf")
        """How many states there are in all, for the correction; infinite where draws may repeat."""
        if outcomes.weights.size > 0 and self.criterion is ENTROPY:
            # Drawn by weight, with replacement: then each counts once.
            weights = outcomes.weights[outcomes.candidates]
            self.order = rng.choice(outcomes.candidates, max(self.whole, 4096), p=weights / weights.sum())
            self.population = float("inf")
        else:
            self.order = rng.permutation(outcomes.candidates)
        super().__init__(plan, _interleaved(outcomes, rng), min(plan.states or self.order.size, self.order.size))
        self.tested: Ints = np.zeros(len(outcomes), np.int32)
        self.lookups = self.tried = 0
        self.pace = 2e-9
        """Seconds a look-up, measured as it goes."""

    def halve(self, rows: Ints) -> None:
        """As in any race, and in the end all actions on all states."""
        super().halve(rows)
        if not self.clock.spent() and self.most_states >= self.whole:
            self.finish()

    def finish(self) -> None:
        """Time is left: the exact score of every action, the most promising first."""
        order = np.argsort(self.scores, kind="stable")[: self.plan.actions or None].astype(np.int32)
        exact = np.full(len(self.outcomes), np.inf)
        for chunk in self.chunks(order, self.whole):
            exact[chunk] = self.criterion(self.outcomes.take(chunk))
        done = np.isfinite(exact)
        if done.any():
            self.scores, self.tested = exact, np.where(done, self.whole, 0).astype(np.int32)

    def test(self, rows: Ints, states: int) -> bool:
        score, left = self._score_on(states), rows.size
        for chunk in self.chunks(rows, states):
            self.scores[chunk] = score(chunk)
            self.tested[chunk] = states
            left -= chunk.size
        return left == 0

    def _score_on(self, states: int) -> Callable[[Ints], Floats]:
        """What scores some rows on the first so many states: their entropy, corrected; or any other criterion, as if
        these states were all."""
        outcomes, cands = self.outcomes, np.sort(self.order[:states]).astype(np.int32)
        if self.criterion is not ENTROPY:
            some = replace(outcomes, candidates=cands)
            return lambda rows: self.criterion(some.take(rows))
        correction = (1 - min(1.0, states / self.population)) / (2 * log(2))
        per_part = np.full(states + 1, -correction)
        per_part[0] = 0.0
        terms = partitions.PartTerms(np.zeros(states + 1), per_part, 1.0, False)
        remaining = log(self.population / states, 2) if np.isfinite(self.population) else 0.0

        def score(rows: Ints) -> Floats:
            columns = outcomes.columns[rows]
            raw = partitions.scores(outcomes.codes, cands, columns, outcomes.width, partitions.NO_WEIGHTS, terms)
            return np.asarray(raw / states + remaining, np.float64)

        return score

    def chunks(self, rows: Ints, states: int) -> Iterator[Ints]:
        """Rows in pieces that take about a millisecond each, until they or the time are used up."""
        clock, place = self.clock, 0
        while place < rows.size and not (self.tried and clock.spent()):
            size, began = rows.size - place, clock.seconds
            if clock.limit.seconds is not None:
                room = min(CHUNK_SECONDS, max(1e-5, clock.limit.seconds - began))
                size = min(size, max(1, int(room / (self.pace * states))))
            yield rows[place : place + size]
            self.pace = 0.5 * self.pace + 0.5 * max(1e-10, (clock.seconds - began) / (size * states))
            self.lookups += size * states
            self.tried += size
            place += size

    def finalists(self) -> Ints:
        """The actions tested on the most states: only their scores are compared."""
        return np.flatnonzero(self.tested == self.tested.max()).astype(np.int32)

    def pick(self) -> int:
        """The best finalist, by the key; never one that tells nothing while another tells something."""
        rows = self.finalists()
        scores = self.scores[rows]
        tied = rows[scores <= scores.min() + TOLERANCE]
        possible = tied[self.outcomes.possible[tied]]
        best = int((possible if possible.size else tied).min())
        row = first_useful(self.outcomes, [best, *self.better(rows).tolist(), *self.rows.tolist()])
        states = int(self.tested.max())
        if self.tested[row] < states:  # also where the time is up: what is picked has a score like the others
            self.scores[row] = self._score_on(states)(np.array([row], np.int32))[0]
            self.tested[row] = states
            self.lookups += states
        return row


def _interleaved(outcomes: Counted, rng: Rng) -> Ints:
    """All rows in random order, actions that may be the secret and others in turn."""
    order = rng.permutation(len(outcomes))
    possible = outcomes.possible[order]
    turn = np.empty(order.size)
    turn[possible] = np.arange(possible.sum())
    turn[~possible] = np.arange((~possible).sum()) + 0.5
    return order[np.argsort(turn, kind="stable")].astype(np.int32)
