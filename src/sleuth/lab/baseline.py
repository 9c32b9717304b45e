"""Whom a play is measured against: optimal play where it is proved, else a strategy.

`baseline_of` takes what is soon had, for the review of a play. `reference_of` takes whom somebody names, for a referee:
there optimal play is proved of larger games, of games in which everything must be found, and where questions differ in
price, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError, SleuthError, StuckError
from sleuth.core.game import Action, Game
from sleuth.core.limit import Limit
from sleuth.core.offers import constrained, count_of, sequential, truthful
from sleuth.core.tabulate import tabulate
from sleuth.kernels.arrays import Floats, Ints
from sleuth.lab.published_optima import FINDING_PROOF, MAX_FINDING, MAX_PAIRS, PROOF
from sleuth.solve.finding_problem import MAX_SECRETS
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, usual_strategy
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.gametree import chooser, grow, members
from sleuth.strategies.greedy import Entropy, Greedy
from sleuth.strategies.tree_figures import Steps

if TYPE_CHECKING:
    from sleuth.solve.position_values import PositionValues

MAX_SOLVED = 20_000
"""Candidates x actions up to which a position is solved."""
MAX_WORK = 1e8
"""Candidates x actions up to which the steps of a strategy are computed by kernels."""
MAX_PLAIN_WORK = 2e6
"""The same where a game tree grows node by node: the game is constrained, or its table is not stored."""
OPTIMAL = "optimal"
AUTO = "auto"
"""Optimal play where it is proved in a second or two, else the usual strategy, else nobody."""
NOBODY = "none"
"""Bits alone, and no steps."""
REFERENCES = (AUTO, OPTIMAL, NOBODY)
"""Whom a referee can measure against, besides one-step rules."""
SECOND = Limit(nodes=400_000)
"""What a proof may take where nobody insists on it: a second or two."""
LONG = Limit(nodes=30_000_000)
"""The same where somebody does: a few minutes."""
MAX_TABLED = 100
"""Secrets of a game that holds its sets in a way of its own, up to which a table is made of it."""
LONG_FINDING = Limit(nodes=200_000)
"""And where everything must be found."""
TIMES, MORE = 2, 4
"""A play is given so many times the steps that its goal is estimated to take, and so many more."""


class NotProvedError(SleuthError):
    """The optimum of a position was not found in time."""


class Baseline(ABC):
    """Somebody who could play on from any position: what they would ask, and how many steps they expect."""

    name: str
    proved: bool
    """Whether nobody expects fewer steps."""

    def __deepcopy__(self, memo: object) -> Self:
        """What it has worked out serves every copy of a play."""
        return self

    def covers(self, info: InformationSet) -> bool:
        """Whether its steps from a position can be computed."""
        return info.table() is not None

    def price(self, info: InformationSet, action: Action) -> float:
        """What a question counts: one step, or its cost where questions differ in that."""
        return 1.0

    @property
    def dearest(self) -> float:
        """The most that a question counts."""
        return 1.0

    @property
    def priced(self) -> bool:
        """Whether it goes by what questions cost: its steps are that."""
        return False

    @property
    def who(self) -> str:
        """The baseline as a sentence names it."""
        return f"{self.name.partition(':')[0].capitalize()} play"

    @property
    def text(self) -> str:
        """What it is, in a sentence."""
        if self.proved:
            return f"Measured against optimal play, proved{', by what questions cost' if self.priced else ''}."
        return f"Measured against the strategy {self.name}; a move that is better than its own counts below 0."

    @abstractmethod
    def action(self, info: Any) -> Action:
        """What it asks."""

    @abstractmethod
    def steps(self, info: Any) -> float:
        """U: the mean steps to the goal if it plays from here on; exact."""

    def steps_after(self, info: Any, action: Action) -> float:
        """V: the mean steps to the goal if `action` is asked and it plays on; exact."""
        after = sum(child.probability * self.steps(child.after()) for child in info.children(action))
        return self.price(info, action) + float(after)

    @abstractmethod
    def spread(self, info: Any) -> float:
        """The standard deviation of its steps to the goal, over the secrets: what luck makes of good play."""

    def advised(self, info: Any, rule: Greedy) -> tuple[Action, float]:
        """What a rule asks if that is as good as what the baseline asks, else that; and the steps after the rule's."""
        hint = rule.decide(info).action
        try:
            steps = self.steps_after(info, hint)
        except StuckError:
            return self.action(info), float("inf")
        return hint if steps <= self.steps(info) + TOLERANCE else self.action(info), steps


class StrategyPlay(Baseline):
    """A strategy that decides the same each time."""

    proved = False

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.name = strategy, str(strategy)
        self._last: tuple[EnumeratedSet, Ints] | None = None

    def covers(self, info: InformationSet) -> bool:
        return steps_countable(info)

    def action(self, info: EnumeratedSet) -> Action:
        return self.strategy.decide(info).action

    def steps(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else _mean(info, self._secret_steps(info))

    def spread(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else _spread(info, self._secret_steps(info))

    def _secret_steps(self, info: EnumeratedSet) -> Ints:
        """The steps that each secret takes; mean and spread are asked for one after the other."""
        last = self._last
        if last is None or last[0] is not info:
            last = self._last = info, grow(info, chooser(info, self.strategy))[0]
        return last[1]

    def steps_after(self, info: EnumeratedSet, action: Action) -> float:
        outcomes = info.outcomes([action])
        if info.size == 1 or int(outcomes.parts[0]) == 1:
            # Every candidate gives the same answer, so the step tells nothing, but it may name the secret.
            after = info.observe(action, outcomes.feedback(int(np.argmax(outcomes.counts[0]))))
            return 1.0 + self.steps(after)
        steps, _ = grow(info, chooser(info, self.strategy), forced=info.tables.action_index(action))
        return _mean(info, steps)


class OptimalPlay(Baseline):
    """The fewest expected steps. What it asks follows from the start of the play and the position alone."""

    name, proved = OPTIMAL, True

    def __init__(self, start: EnumeratedSet, limit: Limit = PROOF, later: Limit | None = None) -> None:
        """Prove the start within a limit; `later`, if it is another, is what every other position may take."""
        self._start, self._limit = start, limit
        self._costs = start.tables.costs if np.ptp(start.tables.costs) else None
        self._known: dict[tuple[bytes, bytes | None], tuple[int, float]] = {}
        self._values: PositionValues | None = None
        solution = self._solve(start)
        self._limit = limit if later is None else later
        if self._costs is not None:
            return  # the cost of a part of the tree is not among its figures
        tree = solution.game_tree
        # Where earlier answers restrict what may be asked, a part of the tree is no position by itself.
        for node in range(len(tree) if start.legal is None else min(1, len(tree))):
            inside, mean = solution.after(node)
            self._known.setdefault((inside.astype(np.int32).tobytes(), None), (int(tree.action[node]), mean))

    def _solve(self, info: EnumeratedSet) -> Steps:
        from sleuth.solve.method import SolveOptions
        from sleuth.solve.solver import solve_set

        solution = solve_set(info, SolveOptions(within=0, limit=self._limit, memory=64 << 20, threads=1))
        if not solution.total_proved:
            raise NotProvedError(f"the optimum of {info.game} after {len(info.history)} steps is not proved in time")
        return solution

    def _value(self, info: EnumeratedSet) -> tuple[int, float]:
        # Where nothing may be asked there are no bytes either, and that is not the same as no restriction.
        key = info.indices.astype(np.int32).tobytes(), None if info.legal is None else info.legal.tobytes()
        if key not in self._known:
            solution = self._solve(info)
            mean = solution.mean if self._costs is None else solution.mean_cost
            self._known[key] = int(solution.game_tree.action[0]), mean
        return self._known[key]

    def _table(self, info: InformationSet) -> EnumeratedSet:
        """A set as rows of the table; by its candidates where it is held otherwise: more may be asked than listed."""
        table: EnumeratedSet | None = info.table()
        if table is not None:
            return table
        tables = self._start.tables
        places = sorted(tables.secret_index(secret) for secret in info.candidates())
        return EnumeratedSet(tables, np.array(places, np.int32))

    def covers(self, info: InformationSet) -> bool:
        return True

    def price(self, info: InformationSet, action: Action) -> float:
        return 1.0 if self._costs is None else float(info.game.cost(action))

    @property
    def dearest(self) -> float:
        return 1.0 if self._costs is None else float(self._costs.max())

    @property
    def priced(self) -> bool:
        return self._costs is not None

    def action(self, info: InformationSet) -> Action:
        table = self._table(info)
        return table.tables.actions[self._value(table)[0]]

    def steps(self, info: InformationSet) -> float:
        if info.over:
            return 0.0
        from sleuth.solve.position_symmetry import FEW, standard_position

        table = self._table(info)
        if table.size < FEW and table.legal is None and not constrained(table.game):
            return self._small(table)
        return self._value(standard_position(table))[1]

    def _small(self, table: EnumeratedSet) -> float:
        """The steps from a small set, of which there are many: by the kernels, and without a tree."""
        from sleuth.solve.position_values import PositionValues

        if self._values is None:
            self._values = PositionValues(self._start)
        steps = self._values.steps(table.indices)
        if np.isnan(steps):
            raise StuckError(f"the goal of {table.game} cannot be reached from here")
        return steps

    def spread(self, info: InformationSet) -> float:
        if info.over:
            return 0.0
        table = self._table(info)
        solution = self._solve(table)
        return _spread(table, solution.steps if self._costs is None else _secret_costs(solution, self._costs))


class OptimalFinding(Baseline):
    """The fewest expected steps where everything must be found."""

    name, proved = OPTIMAL, True

    def __init__(self, start: InformationSet, limit: Limit, later: Limit) -> None:
        """Prove the start within a limit; `later` is what every other position may take."""
        from sleuth.solve.finding_values import FindingValues

        self._values = FindingValues(start.game, limit)
        self.steps(start)
        self._values.limit = later

    def covers(self, info: InformationSet) -> bool:
        return True

    def action(self, info: InformationSet) -> Action:
        return self._best(info)[1]

    def steps(self, info: InformationSet) -> float:
        return 0.0 if info.over else self._best(info)[0]

    def spread(self, info: InformationSet) -> float:
        return 0.0  # nobody asks how lucky a play was as a whole

    def _best(self, info: InformationSet) -> tuple[float, Action]:
        found = self._values.best(info.history)
        if found is None:
            raise NotProvedError(f"the optimum of {info.game} after {len(info.history)} steps is not proved in time")
        return found


def baseline_of(start: EnumeratedSet, strategy: Strategy | None = None) -> Baseline:
    """The optimum of a small game, else a strategy: the one given if it is a one-step rule, or the usual one."""
    small = float(start.size) * len(start.actions) <= MAX_SOLVED and not start.game.goal.finds
    if small and not start.over and start.tables.codes is not None:
        try:
            return OptimalPlay(start)
        except SleuthError:
            pass  # not proved in time, or a kind of game that the solver does not take
    return strategy_play(start, strategy)


def reference_of(start: InformationSet, name: str = AUTO) -> Baseline | None:
    """Whom a referee measures a play against: `optimal`, a one-step rule by its spec, or who is to be had (`auto`).

    `None` where nobody's steps can be computed, or nobody's are wanted; `ParameterError` where who was named cannot be
    had.
    """
    if name == NOBODY:
        return None
    if name == OPTIMAL:
        return _optimal(start, insist=True)
    if name != AUTO:
        return _rule_play(start, name)
    try:
        return _optimal(start, insist=False)
    except SleuthError:
        pass
    usual = strategy_play(start.table()) if not start.game.goal.finds and steps_countable(start) else None
    return None if usual is None or _stuck(usual, start) else usual


def _stuck(reference: StrategyPlay, start: InformationSet) -> StuckError | None:
    """Why a rule does not reach the goal, where answers restrict what may be asked; `None` if it does."""
    try:
        if constrained(start.game):
            reference.steps(start.table())
    except StuckError as error:
        return error
    return None


def _optimal(start: InformationSet, insist: bool) -> Baseline:
    """Optimal play, if it can be proved within what it may take; the error says what would do instead."""
    game = start.game
    ruled = not game.goal.finds and steps_countable(start)
    instead = "take the reference entropy, or none" if ruled else "take the reference none"
    if start.over or not truthful(game) or not game.goal.tabulated:
        raise ParameterError(f"optimal play of {game} is not known: it cannot be solved; {instead}")
    finds, secrets = game.goal.finds, count_of(game) or start.size
    if finds and secrets > (MAX_SECRETS if insist else MAX_FINDING):
        raise ParameterError(f"optimal play of {game} is not known: {secrets:,} secrets are too many; {instead}")
    table = None if finds else _start_table(start)
    if not finds and not insist and float(start.size) * len(start.actions) > MAX_PAIRS:
        raise ParameterError(f"optimal play of {game} is not proved in a moment; {instead}")
    if not finds and (table is None or table.tables.codes is None):
        raise ParameterError(f"optimal play of {game} is not known: it has no table to solve; {instead}")
    try:
        # Whoever asks badly is led to positions that are harder to solve than the start, and is graded all the same.
        if table is None:
            return OptimalFinding(start, LONG_FINDING if insist else FINDING_PROOF, LONG_FINDING)
        return OptimalPlay(table, LONG if insist else SECOND, LONG)
    except NotProvedError as error:
        raise ParameterError(f"{error}; {instead}") from error


def _start_table(start: InformationSet) -> EnumeratedSet | None:
    """The set before play as rows of a table, also where the game holds its sets otherwise; `None` without a table."""
    table: EnumeratedSet | None = start.table()
    if table is not None or start.history.steps or sequential(start.game) or (count_of(start.game) or 0) > MAX_TABLED:
        return table
    return EnumeratedSet(tabulate(start.game))


def _rule_play(start: InformationSet, name: str) -> StrategyPlay:
    """A one-step rule, by its spec."""
    rule = parse_strategy(name)
    if not isinstance(rule, Greedy) or rule.random:
        raise ParameterError(f"{name} cannot be a reference; take optimal, a one-step rule such as entropy, or none")
    if start.game.goal.finds or not steps_countable(start):
        raise ParameterError(f"the steps of {name} at {start.game} cannot be computed; take the reference none")
    reference = StrategyPlay(rule)
    if error := _stuck(reference, start):
        raise ParameterError(f"{name} cannot be a reference: {error}; take none")
    return reference


def steps_countable(info: InformationSet) -> bool:
    """Whether a set is small enough for steps to be computed from whole game trees."""
    table: EnumeratedSet | None = info.table()
    if table is None:
        return False
    plain = constrained(info.game) or not table.tables.quick
    return float(info.size) * len(info.actions) <= (MAX_PLAIN_WORK if plain else MAX_WORK)


def strategy_play(start: EnumeratedSet, strategy: Strategy | None = None) -> StrategyPlay:
    """The baseline where the optimum is not known."""
    return StrategyPlay(hint_rule(start.game, strategy))


def hint_rule(game: Game, strategy: Strategy | None = None) -> Greedy:
    """The one-step rule that a strategy is, else the usual one: what draws or takes its time expects no fixed steps."""
    rules = (strategy, parse_strategy(usual_strategy(game)))
    return next((rule for rule in rules if isinstance(rule, Greedy) and not rule.random), Entropy())


def _secret_costs(solution: Steps, costs: Floats) -> Floats:
    """What each secret costs down a tree."""
    tree = solution.game_tree
    out: Floats = np.zeros(len(solution.tables.secrets))
    np.add.at(out, tree.order[members(tree.start, tree.size)], np.repeat(costs[tree.action], tree.size))
    return out


def _mean(info: EnumeratedSet, steps: Ints | Any) -> float:
    weights = info.weights
    return float(weights @ steps[info.indices] / weights.sum())


def _spread(info: EnumeratedSet, steps: Ints | Floats) -> float:
    squares = _mean(info, steps.astype(np.float64) ** 2)
    return float(np.sqrt(max(squares - _mean(info, steps) ** 2, 0.0)))
