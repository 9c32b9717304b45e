"""Whom a play is measured against: optimal play where it is soon proved, else a strategy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import SleuthError
from sleuth.core.game import Action, Game
from sleuth.kernels.arrays import Ints
from sleuth.lab.published_optima import PROOF
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, usual_strategy
from sleuth.strategies.criteria import TOLERANCE
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Entropy, Greedy
from sleuth.strategies.tree_figures import Steps

MAX_SOLVED = 20_000
"""Candidates x actions up to which a position is solved."""
OPTIMAL = "optimal"


class NotProvedError(SleuthError):
    """The optimum of a position was not found in time."""


class Baseline(ABC):
    """Somebody who could play on from any position: what they would ask, and how many steps they expect."""

    name: str
    proved: bool
    """Whether nobody expects fewer steps."""

    @property
    def who(self) -> str:
        """The baseline as a sentence names it."""
        return f"{self.name.partition(':')[0].capitalize()} play"

    @property
    def text(self) -> str:
        """What it is, in a sentence."""
        if self.proved:
            return "Measured against optimal play, proved."
        return f"Measured against the strategy {self.name}; a move that is better than its own counts below 0."

    @abstractmethod
    def action(self, info: EnumeratedSet) -> Action:
        """What it asks."""

    @abstractmethod
    def steps(self, info: EnumeratedSet) -> float:
        """U: the mean steps to the goal if it plays from here on; exact."""

    @abstractmethod
    def steps_after(self, info: EnumeratedSet, action: Action) -> float:
        """V: the mean steps to the goal if `action` is asked and it plays on; exact."""

    @abstractmethod
    def spread(self, info: EnumeratedSet) -> float:
        """The standard deviation of its steps to the goal, over the secrets: what luck makes of good play."""

    def advised(self, info: EnumeratedSet, rule: Greedy) -> tuple[Action, float]:
        """What a rule asks if that is as good as what the baseline asks, else that; and the steps after the rule's."""
        hint = rule.decide(info).action
        steps = self.steps_after(info, hint)
        return hint if steps <= self.steps(info) + TOLERANCE else self.action(info), steps


class StrategyPlay(Baseline):
    """A strategy that decides the same each time."""

    proved = False

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.name = strategy, str(strategy)
        self._last: tuple[EnumeratedSet, Ints] | None = None

    def action(self, info: EnumeratedSet) -> Action:
        return self.strategy.decide(info).action

    def steps(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else _mean(info, self._secret_steps(info))

    def spread(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else _spread(info, self._secret_steps(info))

    def _secret_steps(self, info: EnumeratedSet) -> Ints:
        """The steps that each secret takes; mean and spread are asked for one after the other."""
        if self._last is None or self._last[0] is not info:
            self._last = info, grow(info, chooser(info, self.strategy))[0]
        return self._last[1]

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

    def __init__(self, start: EnumeratedSet) -> None:
        self._known: dict[tuple[bytes, bytes], tuple[int, float]] = {}
        solution = self._solve(start)
        tree = solution.game_tree
        # Where earlier answers restrict what may be asked, a part of the tree is no position by itself.
        for node in range(len(tree) if start.legal is None else min(1, len(tree))):
            inside, mean = solution.after(node)
            self._known.setdefault((inside.astype(np.int32).tobytes(), b""), (int(tree.action[node]), mean))

    @staticmethod
    def _solve(info: EnumeratedSet) -> Steps:
        from sleuth.solve.method import SolveOptions
        from sleuth.solve.solver import solve_set

        solution = solve_set(info, SolveOptions(within=0, limit=PROOF, memory=64 << 20, threads=1))
        if not solution.total_proved:
            raise NotProvedError(f"the optimum of {info.game} after {len(info.history)} steps is not proved in time")
        return solution

    def _value(self, info: EnumeratedSet) -> tuple[int, float]:
        key = info.indices.astype(np.int32).tobytes(), b"" if info.legal is None else info.legal.tobytes()
        if key not in self._known:
            solution = self._solve(info)
            self._known[key] = int(solution.game_tree.action[0]), solution.mean
        return self._known[key]

    def action(self, info: EnumeratedSet) -> Action:
        return info.tables.actions[self._value(info)[0]]

    def steps(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else self._value(info)[1]

    def spread(self, info: EnumeratedSet) -> float:
        return 0.0 if info.over else _spread(info, self._solve(info).steps)

    def steps_after(self, info: EnumeratedSet, action: Action) -> float:
        total = 1.0
        for child in info.children(action):
            total += child.probability * self.steps(info.observe(action, child.feedback))
        return total


def baseline_of(start: EnumeratedSet, strategy: Strategy | None = None) -> Baseline:
    """The optimum of a small game, else a strategy: the one given if it is a one-step rule, or the usual one."""
    small = float(start.size) * len(start.actions) <= MAX_SOLVED and not start.game.goal.finds
    if small and not start.over and start.tables.codes is not None and np.ptp(start.tables.costs) == 0:
        try:
            return OptimalPlay(start)
        except SleuthError:
            pass  # not proved in time, or a kind of game that the solver does not take
    return strategy_play(start, strategy)


def strategy_play(start: EnumeratedSet, strategy: Strategy | None = None) -> StrategyPlay:
    """The baseline where the optimum is not known."""
    return StrategyPlay(hint_rule(start.game, strategy))


def hint_rule(game: Game, strategy: Strategy | None = None) -> Greedy:
    """The one-step rule that a strategy is, else the usual one: what draws or takes its time expects no fixed steps."""
    rules = (strategy, parse_strategy(usual_strategy(game)))
    return next((rule for rule in rules if isinstance(rule, Greedy) and not rule.random), Entropy())


def _mean(info: EnumeratedSet, steps: Ints | Any) -> float:
    weights = info.weights
    return float(weights @ steps[info.indices] / weights.sum())


def _spread(info: EnumeratedSet, steps: Ints) -> float:
    squares = _mean(info, steps.astype(np.float64) ** 2)
    return float(np.sqrt(max(squares - _mean(info, steps) ** 2, 0.0)))
