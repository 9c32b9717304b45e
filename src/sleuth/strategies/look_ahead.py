"""Strategies that look past the next answer: look-ahead and rollout. Both count in expected steps to the goal.

They play from every information set. Where that is a list of candidates with a table of true answers, they follow the
parts of the table; everywhere else the answers that the set foretells (`ahead.py`, `walk.py`, `plays.py`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.counted_outcomes import Counted
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.outcomes import Outcomes
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game import Action, Game
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.offers import constrained, repeats
from sleuth.core.spec import require
from sleuth.core.text import plural
from sleuth.kernels.arrays import Floats
from sleuth.strategies.base import TABLE_BUDGET, Rng, Strategy, TimeUpError, budget, names_now
from sleuth.strategies.criteria import ENTROPY, TOLERANCE
from sleuth.strategies.decision import Decision
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Greedy, parse_rule
from sleuth.strategies.ranking import promising, ranked, rule_for
from sleuth.strategies.rollout_plays import RolloutPlays
from sleuth.strategies.steps_to_goal import Ahead, Leaf, left_at, ranking, settled
from sleuth.strategies.strategy_walk import mean_steps, walk

__all__ = ["LookAhead", "Rollout", "least_steps", "parts_of", "ranked"]

WIDTH = {"help": "how many actions to look into: the best by the base"}
SECONDS = {"help": "time for a decision; the best so far when it is up"}
BASE = {
    "help": "the one-step rule: entropy, minimax, size, parts, hit-probability, blend, or "
    "(sharma-mittal:order=2,degree=1); unless given, entropy, or hit-probability where everything is to be found"
}
WALKED = 200
"""A set of at most so many candidates is played out exactly, if that takes no more than `WALKED_NODES` sets."""
WALKED_NODES = 5000


class ExpectedSteps(NamedTuple):
    """The steps of some actions, and what of them is estimated."""

    steps: Floats
    """`inf` for what was not looked into, or leads to a dead end."""
    estimate: str = ""
    stuck: StuckError | None = None


@dataclass(frozen=True)
class _Deeper(Strategy):
    """Rank the actions by a one-step rule, then find the expected steps of the best of them."""

    follows: ClassVar[bool] = True

    base: str = field(default="", metadata=BASE)
    width: int = field(default=10, metadata=WIDTH)
    seconds: float | None = field(default=None, metadata=SECONDS)

    def __post_init__(self) -> None:
        if self.base:
            parse_rule(self.base)
        require(self.width >= 1, self, f"width must be at least 1, not {self.width}")
        require(self.seconds is None or self.seconds > 0, self, f"seconds must be more than 0, not {self.seconds}")

    def rule(self, game: Game) -> Greedy:
        """The one-step rule that `base` names, or the goal's own."""
        return rule_for(game, self.base)

    @property
    def tie_break(self) -> str:
        return f"expected steps, then {self.base or 'entropy'}, then possible, then lex"

    def decide(self, info: InformationSet, *, rng: Rng | None = None, limit: Limit = UNLIMITED) -> Decision:
        table: EnumeratedSet | None = info.table()
        if table is None or info.game.goal.finds:
            return self._anywhere(info, budget(limit, self.seconds).start())
        return self._on_table(table, budget(limit, self.seconds, TABLE_BUDGET).start())

    def _on_table(self, info: EnumeratedSet, clock: Clock) -> Decision:
        """The decision where parts of a table can be followed."""
        if secret := names_now(info):
            steps = np.array([1.0 if info.size == 1 else 2.0 - info.probability(secret[0])])
            return Decision(info, info.outcomes(secret), 0, steps, str(self), self.tie_break)
        outcomes = info.outcomes()
        some = outcomes.take(ranked(outcomes, self.rule(info.game), self.width))
        return self._decision(
            info, some, self._steps_on_table(info, outcomes, some.actions, clock), clock, self.tie_break
        )

    def _steps_on_table(
        self, info: EnumeratedSet, outcomes: Counted, actions: Sequence[Action], clock: Clock
    ) -> ExpectedSteps:
        """The expected steps to the goal if each of some actions is asked now."""
        steps, stuck = np.full(len(actions), np.inf), None
        for place, action in enumerate(actions):
            if np.isfinite(steps).any() and clock.spent():
                break
            try:
                steps[place] = self.expected_steps(info, outcomes, info.tables.action_index(action), clock)
            except StuckError as error:
                stuck = error  # this one leads to a dead end; another need not
            except TimeUpError:
                if np.isfinite(steps).any():
                    break
                pace = max(float(outcomes.information.max()), 1e-9)
                steps[place] = info.game.goal.left(info, pace).estimate
                return ExpectedSteps(steps, _looked(0, 0, len(outcomes)), stuck)
            clock.nodes += 1
        return ExpectedSteps(steps, "", stuck)

    @abstractmethod
    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, action: int, clock: Clock) -> float:
        """The expected steps to the goal if an action, given by number, is asked now; `outcomes` are those of all."""

    def _anywhere(self, info: InformationSet, clock: Clock) -> Decision:
        """The decision from any information set."""
        if (secret := names_now(info)) and settled(info):
            steps = np.array([float(info.game.goal.left(info).least)])
            return Decision(info, info.outcomes(secret), 0, steps, str(self), self.tie_break)
        outcomes, rule = info.outcomes(), self.rule(info.game)
        some = outcomes.take(promising(info, outcomes, rule, self.width).rows)
        leaf = left_at(max(float(outcomes.information.max()), 1e-9))
        expected = self.steps_of(info, list(some.actions), len(outcomes), rule, leaf, clock)
        return self._decision(info, some, expected, clock, f"expected steps, then {rule.tie_break}")

    def _decision(
        self, info: InformationSet, outcomes: Outcomes, expected: ExpectedSteps, clock: Clock, ties: str
    ) -> Decision:
        """The first of the best, of those that were looked into."""
        looked = np.flatnonzero(np.isfinite(expected.steps)).astype(np.int32)
        if not looked.size:
            raise expected.stuck or info.dead_end()
        steps = expected.steps[looked]
        best = int(np.argmax(steps <= steps.min() + TOLERANCE))
        spent = {"seconds": clock.seconds, "actions": float(looked.size)}
        return Decision(info, outcomes.take(looked), best, steps, str(self), ties, spent, expected.estimate)

    @abstractmethod
    def steps_of(
        self, info: InformationSet, actions: list[Action], every: int, rule: Greedy, leaf: Leaf, clock: Clock
    ) -> ExpectedSteps:
        """The expected steps to the goal if each of some actions, of so many, is asked now: from any set."""


@dataclass(frozen=True)
class Rollout(_Deeper):
    """Play each promising action out with a one-step rule, exactly or as a sample, and ask the best (Bertsekas).

    Where the steps are exact, the strategy is never worse than its base at the node where it decides. They are on
    tables, and wherever few candidates are left. Elsewhere they are means over plays, with the same secrets and dice
    for each action, and another action than its base would ask must be better by more than two standard
    errors; plays that are cut when time runs out are taken to go on as the goal estimates.
    """

    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, action: int, clock: Clock) -> float:
        def watch(what: str, done: float, total: float) -> None:
            if clock.spent():
                raise TimeUpError("time is up")

        steps, _ = grow(info, chooser(info, self.rule(info.game)), action, watch)
        return float(info.weights @ steps[info.indices] / info.weights.sum())

    def steps_of(
        self, info: InformationSet, actions: list[Action], every: int, rule: Greedy, leaf: Leaf, clock: Clock
    ) -> ExpectedSteps:
        if info.exact and info.size <= WALKED:
            try:
                return _walked(info, actions, rule, clock)
            except TooLargeError:
                pass  # a sample, then
        steps, plays, horizon, stuck = RolloutPlays(info, rule, leaf, clock).rounds(actions)
        cut = f", estimated past {plural(horizon, 'step')}" if horizon is not None else ""
        more = f"; with two standard errors added for all but what {rule} asks" if plays > 1 else ""
        return ExpectedSteps(steps, f"The steps are means of {plural(plays, 'play')}{cut}{more}.", stuck)


def _walked(info: InformationSet, actions: list[Action], rule: Greedy, clock: Clock) -> ExpectedSteps:
    """The exact steps of each action, if they are soon found; `inf` where it leads to a dead end."""
    seconds = clock.limit.seconds
    part = Limit(None if seconds is None else seconds / 4, WALKED_NODES).start()
    steps, stuck = np.full(len(actions), np.inf), None
    for place, action in enumerate(actions):
        try:
            steps[place] = mean_steps(walk(info, rule, first=action, clock=part))
        except StuckError as error:
            stuck = error  # this one leads to a dead end; another need not
    clock.nodes += part.nodes
    return ExpectedSteps(steps, "", stuck)


@dataclass(frozen=True)
class LookAhead(_Deeper):
    """Look several answers ahead over the promising actions, and estimate the steps from there on.

    Past the last action looked at, a part with `H` bits left is taken to need `H / b` steps more, where `b` are the
    bits that the best action tells now; and one more to name the secret, where that is the goal. Without a table it
    is what the goal estimates: that, or as many steps as there are hits to find.
    """

    depth: int = field(default=2, metadata={"help": "how many actions to look ahead"})

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.depth >= 1, self, f"depth must be at least 1, not {self.depth}")

    def expected_steps(self, info: EnumeratedSet, outcomes: Counted, action: int, clock: Clock) -> float:
        pace = max(float((info.entropy - ENTROPY(outcomes)).max()), 1e-9)
        return self._after(info, action, self.depth - 1, pace, clock)

    def _after(self, info: EnumeratedSet, action: int, depth: int, pace: float, clock: Clock) -> float:
        """Expected steps if `action` is asked now and `depth` actions are looked into after it."""
        tables, total, steps = info.tables, float(info.weights.sum()), 1.0
        for code, part in parts_of(info, action):
            if tables.game.goal.only_names and code == tables.winning[action]:
                continue
            steps += float(part.weights.sum()) / total * self._value(part, depth, pace, clock)
        return steps

    def _value(self, info: EnumeratedSet, depth: int, pace: float, clock: Clock) -> float:
        """Expected steps from an information set on."""
        name = info.game.goal.only_names
        if info.size == 1 and not name:
            return 0.0
        if info.size <= 2 and name and info.possible_actions().size == info.size:
            return 1.0 if info.size == 1 else 1.0 + float(info.weights.min() / info.weights.sum())
        if info.size == 1:
            return np.inf  # it may not be named
        if depth == 0:
            return info.entropy / pace + (1.0 if name else 0.0)
        if not info.legal_indices.size:
            return np.inf
        outcomes = info.outcomes()
        values = []
        for row in ranked(outcomes, self.rule(info.game), self.width).tolist():
            if clock.spent():
                raise TimeUpError("time is up")
            values.append(self._after(info, info.tables.action_index(outcomes.actions[row]), depth - 1, pace, clock))
            if values[-1] <= least_steps(info) + TOLERANCE:
                break
        return min(values)

    def steps_of(
        self, info: InformationSet, actions: list[Action], every: int, rule: Greedy, leaf: Leaf, clock: Clock
    ) -> ExpectedSteps:
        """One answer ahead, then one more, so that something is known of every action when time is up.

        The deeper looks begin with the action that was best so far.
        """
        ahead = Ahead(ranking(rule, self.width), leaf, clock)
        steps, sure, depth = np.full(len(actions), np.inf), np.zeros(len(actions), np.bool_), 0
        order = list(range(len(actions)))
        for deeper in range(1, self.depth + 1):
            found, known = np.full(len(actions), np.inf), np.zeros(len(actions), np.bool_)
            looked = 0
            try:
                for place in order:
                    _, found[place], known[place] = ahead.asking(info, actions[place], deeper - 1)
                    looked += 1
            except TimeUpError:
                pass
            if looked == len(actions) or np.isfinite(found).sum() > int(depth > 0):
                steps, sure, depth = found, known, deeper
            if looked < len(actions) or sure.all():
                break
            order = np.argsort(steps, kind="stable").tolist()
        if depth == 0:  # not even one answer to one action
            steps[0] = float(leaf(info).estimate)
        number = int(np.isfinite(steps).sum())
        estimated = not sure[np.isfinite(steps)].all()
        return ExpectedSteps(steps, _looked(depth, number, every) if estimated else "")


def _looked(depth: int, number: int, every: int) -> str:
    """That steps are estimates, and how far the look went."""
    if depth == 0:
        return "The steps are estimates: time was up before any answer was looked at."
    answers = f"{plural(depth, 'answer')} {'was' if depth == 1 else 'were'} looked ahead"
    return f"The steps are estimates: {answers}, of {number:,} of {plural(every, 'action')}."


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
        if constrained(info.game) or not repeats(info.game):
            yield code, info.observe(tables.actions[action], tables.feedbacks.value(code))
        else:
            yield code, EnumeratedSet(tables, info.indices[column == code], info.history)
