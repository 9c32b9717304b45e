"""Strategies that look past the next answer: look-ahead and rollout. Both count in expected steps to the goal.

They need an exact information set, since they follow every answer to the part that it leaves.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Counted
from sleuth.core.errors import StuckError
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.offers import constrained
from sleuth.core.spec import require
from sleuth.kernels.arrays import Floats, Ints
from sleuth.strategies.base import Strategy, names_now, unfit
from sleuth.strategies.criteria import ENTROPY, TOLERANCE, scored
from sleuth.strategies.decision import Decision
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Greedy, parse_rule

WIDTH = {"help": "how many actions to look into: the best by the base"}
SECONDS = {"help": "time for a decision; the best so far when it is up"}
LIKELIEST = 3
"""How many of the likeliest secrets are looked into besides."""
BASE = {"help": "the one-step rule: entropy, minimax, size, parts, or sharma-mittal:order=2:degree=1"}


@dataclass(frozen=True)
class _Deeper(Strategy):
    """Rank the actions by a one-step rule, then find the expected steps of the best of them."""

    base: str = field(default="entropy", metadata=BASE)
    width: int = field(default=10, metadata=WIDTH)
    seconds: float | None = field(default=None, metadata=SECONDS)

    def __post_init__(self) -> None:
        _ = self.rule
        require(self.width >= 1, self, f"width must be at least 1, not {self.width}")
        require(self.seconds is None or self.seconds > 0, self, f"seconds must be more than 0, not {self.seconds}")

    @property
    def rule(self) -> Greedy:
        """The one-step rule that `base` names."""
        return parse_rule(self.base)

    @property
    def tie_break(self) -> str:
        return f"expected steps, then {self.base}, then possible, then lex"

    def decide(
        self, info: InformationSet, *, rng: np.random.Generator | None = None, limit: Limit = UNLIMITED
    ) -> Decision:
        if not isinstance(info, EnumeratedSet) or info.game.goal.finds:
            raise unfit(self, info)
        clock = limit.within(self.seconds).start()
        if secret := names_now(info):
            return Decision(info, info.outcomes(secret), 0, np.ones(1), str(self), self.tie_break)
        outcomes = info.outcomes()
        rows = ranked(outcomes, self.rule, self.width)
        steps = np.full(len(outcomes), np.inf)
        stuck = None
        for row in rows.tolist():
            if np.isfinite(steps).any() and clock.spent():
                break
            try:
                steps[row] = self.expected_steps(info, outcomes, row, clock)
            except StuckError as error:
                stuck = error  # this one leads to a dead end; another need not
            clock.nodes += 1
        looked = rows[np.isfinite(steps[rows])]
        if not looked.size:
            raise stuck or info.dead_end()
        best = int(looked[np.argmax(steps[looked] <= steps[looked].min() + TOLERANCE)])
        spent = {"seconds": clock.seconds, "actions": float(looked.size)}
        place = int(np.flatnonzero(looked == best)[0])
        return Decision(info, outcomes.take(looked), place, steps[looked], str(self), self.tie_break, spent)

    @abstractmethod
    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, row: int, clock: Clock) -> float:
        """The expected steps to the goal if this row is asked now."""


def ranked(outcomes: Counted, rule: Greedy, width: int) -> Ints:
    """The best rows by a one-step rule that may win or tell something: by score, then possible, then lex."""
    scores = np.round(scored(rule.criterion, outcomes, rule.per_cost) / TOLERANCE) * TOLERANCE
    rows = np.lexsort((~outcomes.possible, scores))[:width].astype(np.int32)
    rows = np.concatenate([rows, np.setdiff1d(likeliest(outcomes), rows)]).astype(np.int32)
    useful = outcomes.possible[rows] | (outcomes.take(rows).parts > 1)
    return rows[useful] if useful.any() else rows[:1]


def likeliest(outcomes: Counted) -> Ints:
    """The rows that name the likeliest secrets, where some are likelier: one-step rules overlook that they may win."""
    if outcomes.weights.size == 0:
        return np.empty(0, np.int32)
    best = outcomes.candidates[np.argsort(-outcomes.weights[outcomes.candidates], kind="stable")[:LIKELIEST]]
    return np.flatnonzero(np.isin(outcomes.columns, outcomes.naming[best])).astype(np.int32)


@dataclass(frozen=True)
class Rollout(_Deeper):
    """Play each promising action out with a one-step rule, exactly, and ask the best (Bertsekas).

    The steps are exact, so the strategy is never worse than its base at the node where it decides.
    """

    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, row: int, clock: Clock) -> float:
        forced = info.tables.action_index(outcomes.actions[row])
        steps, _ = grow(info, chooser(info, self.rule), forced)
        return float(info.weights @ steps[info.indices] / info.weights.sum())


@dataclass(frozen=True)
class LookAhead(_Deeper):
    """Look several answers ahead over the promising actions, and estimate the steps from there on.

    Past the last action looked at, a part with `H` bits left is taken to need `H / b` steps more, where `b` are the
    bits that the best action tells now; and one more to name the secret, where that is the goal.
    """

    depth: int = field(default=2, metadata={"help": "how many actions to look ahead"})

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.depth >= 1, self, f"depth must be at least 1, not {self.depth}")

    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, row: int, clock: Clock) -> float:
        pace = max(float((info.entropy - ENTROPY(outcomes)).max()), 1e-9)
        return self._after(info, info.tables.action_index(outcomes.actions[row]), self.depth - 1, pace)

    def _after(self, info: EnumeratedSet, action: int, depth: int, pace: float) -> float:
        """Expected steps if `action` is asked now and `depth` actions are looked into after it."""
        tables, total, steps = info.tables, float(info.weights.sum()), 1.0
        for code, part in parts_of(info, action):
            if tables.game.goal.only_names and code == tables.winning[action]:
                continue
            steps += float(part.weights.sum()) / total * self._value(part, depth, pace)
        return steps

    def _value(self, info: EnumeratedSet, depth: int, pace: float) -> float:
        """Expected steps from an information set on."""
        name = info.game.goal.only_names
        if info.size == 1:
            return 1.0 if name else 0.0
        if info.size == 2 and name:
            return 1.0 + float(info.weights.min() / info.weights.sum())
        if depth == 0:
            return info.entropy / pace + (1.0 if name else 0.0)
        if not info.legal_indices.size:
            return np.inf
        outcomes = info.outcomes()
        values = []
        for row in ranked(outcomes, self.rule, self.width).tolist():
            values.append(self._after(info, info.tables.action_index(outcomes.actions[row]), depth - 1, pace))
            if values[-1] <= least_steps(info) + TOLERANCE:
                break
        return min(values)


def least_steps(info: EnumeratedSet) -> float:
    """Steps that nothing can beat: every answer tells all there is to tell."""
    if info.game.goal.knows:
        return 1.0
    weights: Floats = info.weights
    return 2.0 - float(weights.max() / weights.sum())


def parts_of(info: EnumeratedSet, action: int) -> Iterator[tuple[int, EnumeratedSet]]:
    """The parts that an action cuts a set into, each as an information set, with the code of its feedback."""
    tables = info.tables
    column = tables.column(action, info.indices)
    for code in np.unique(column).tolist():
        if constrained(info.game):
            after = info.observe(tables.actions[action], tables.feedbacks.value(code))
            assert isinstance(after, EnumeratedSet)
            yield code, after
        else:
            yield code, EnumeratedSet(tables, info.indices[column == code], info.history)
