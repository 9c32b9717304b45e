"""Equilibria of the two-player game: by linear programming, exactly, or by CFR+, nearly. Both say how near.

The program is that of the sequence form (Koller, Megiddo & von Stengel 1996). Smaller games inside are solved first,
and stand in the larger one with their value. How far a pair of strategies is from equilibrium is worked out apart: by
what a best reply wins against each. In smaller games the reply is best too, so the bracket holds for the whole game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.progress import Progress, silent
from sleuth.kernels.arrays import Array, Floats
from sleuth.multiplayer.bluffing import BLUFF, bluffing_tree
from sleuth.multiplayer.duel import Decision, Duel, Form, Key, Question, tree

MOST_LP = 1_500_000
"""Leaves of a tree, up to which the linear program is solved."""
SLACK = 1e-13
"""How far from the bracket a fraction may be to count as the value: the rounding of floats."""
SIMPLE = 100_000
"""The largest denominator of such a fraction."""


class MissingSolverError(SleuthError, ImportError):
    """The linear programming solver is not installed."""


@dataclass(frozen=True)
class Solved:
    """A game with strategies for both players. `low` and `high` are what best replies to them leave and take."""

    form: Form
    value: float
    """The first player's chance to win."""
    low: float
    high: float
    behaviour: tuple[Floats, Floats]
    """For each player, the chance of each choice at its decision, by sequence; that of sequence 0 is 1."""
    method: str

    @property
    def exploitability(self) -> float:
        """What best replies gain, both together."""
        return max(0.0, self.high - self.low)

    @cached_property
    def decisions(self) -> tuple[dict[Key, Decision], dict[Key, Decision]]:
        """The decisions of each player by what she knows."""
        first, second = self.form.decisions
        return {d.key: d for d in first}, {d.key: d for d in second}

    def chances(self, player: int, decision: Decision) -> Floats:
        """The chance of each choice."""
        return self.behaviour[player][decision.first : decision.first + len(decision.choices)]

    @property
    def bluff_frequency(self) -> float:
        """How often the first question is a bluff."""
        first = self.form.decisions[0][0]
        return float(sum(c for c, choice in zip(self.chances(0, first), first.choices, strict=True) if bluffs(choice)))

    @property
    def exact(self) -> Fraction | None:
        """The simplest fraction within the bracket, if it is a simple one."""
        middle = (self.low + self.high) / 2
        found = Fraction(middle).limit_denominator(SIMPLE)
        near = self.low - SLACK <= found <= self.high + SLACK
        return found if near and self.exploitability < 1e-9 else None


def bluffs(choice: object) -> bool:
    """Whether a choice is a question for one's own cards alone."""
    return choice == BLUFF or (isinstance(choice, Question) and choice.is_bluff)


class Solver:
    """Solves games and keeps them, the smaller ones that come up on the way too."""

    def __init__(self, iterations: int = 2000, most_lp: int = MOST_LP, progress: Progress = silent) -> None:
        self.iterations, self.most_lp, self.progress = iterations, most_lp, progress
        self.solved: dict[Duel, Solved] = {}

    def solve(self, duel: Duel) -> Solved:
        """The game and its equilibrium: by linear programming, or by CFR+ where the tree is too large for that."""
        if duel not in self.solved:
            form = bluffing_tree(duel) if duel.q == 1 and duel.bluff else tree(duel)
            payoffs = _Payoffs(form, self._bracket)
            method = "lp" if form.leaves <= self.most_lp else "cfr+"
            self.progress(f"solving m={duel.m} n={duel.mine},{duel.theirs}: {form.leaves:,} leaves", 0, 1)
            if method == "lp":
                plans = _program(form, payoffs)
            else:
                from sleuth.multiplayer.regret import regret_matching

                plans = regret_matching(form, payoffs.entries(0), self.iterations, self.progress)
            self.solved[duel] = _judged(form, payoffs, plans, method)
        return self.solved[duel]

    def _bracket(self, duel: Duel) -> tuple[float, float, float]:
        """The value of a game for the player to move, and its bracket."""
        if duel.decided:
            return 1.0, 1.0, 1.0
        found = self.solve(duel)
        return found.value, found.low, found.high


class _Payoffs:
    """The table of payoffs, with smaller games at their value, at their low end or at their high end."""

    def __init__(self, form: Form, bracket: Callable[[Duel], tuple[float, float, float]]) -> None:
        table = {pair: [weight] * 3 for pair, weight in form.payoffs.items()}
        for pair, games in form.subgames.items():
            for chance, mover, duel in games:
                value, low, high = bracket(duel)
                ends = (value, low, high) if mover == 0 else (1 - value, 1 - high, 1 - low)
                row = table.setdefault(pair, [0.0] * 3)
                for place, end in enumerate(ends):
                    row[place] += chance * end
        pairs = np.array(list(table), np.int64).reshape(-1, 2)
        self.first, self.second = pairs[:, 0], pairs[:, 1]
        self.weights = np.array(list(table.values())).reshape(-1, 3)

    def entries(self, place: int) -> tuple[Array, Array, Floats]:
        """Sequences of the first, of the second, and the payoff: 0 the value, 1 the low end, 2 the high end."""
        return self.first, self.second, self.weights[:, place]


def _highs() -> Any:
    try:
        import highspy
    except ImportError as error:
        raise MissingSolverError(
            "equilibria need the solver HiGHS: pip install 'sleuth[exact]' (or highspy, under the MIT licence)"
        ) from error
    return highspy


def _program(form: Form, payoffs: _Payoffs) -> tuple[Floats, Floats]:
    """Plans of both players from one linear program: the first's from its columns, the second's from its rows.

    Maximise v_0, the value, over plans x of the first: at each decision of the second, v is the least that she leaves.
    """
    highspy = _highs()
    n1, n2 = form.sizes
    ones, twos = form.decisions
    first, second, weights = payoffs.entries(0)
    rows, columns, entries = [second], [first], [-weights]

    def constraint(decisions: list[Decision], row_is_sequence: bool, offset: int) -> None:
        """Each decision's plans add up to that of what came before; the empty sequence to 1."""
        sequences, numbers, signs = [0], [0], [1.0]
        for number, decision in enumerate(decisions, 1):
            sequences.append(decision.parent)
            sequences += range(decision.first, decision.first + len(decision.choices))
            numbers += [number] * (1 + len(decision.choices))
            signs += [-1.0, *[1.0] * len(decision.choices)]
        here, there = np.array(sequences), np.array(numbers) + offset
        rows.append(here if row_is_sequence else there)
        columns.append(there if row_is_sequence else here)
        entries.append(np.array(signs))

    constraint(twos, True, n1)
    constraint(ones, False, n2)
    height, width = n2 + 1 + len(ones), n1 + 1 + len(twos)
    row, column, entry = (np.concatenate(parts) for parts in (rows, columns, entries))
    order = np.lexsort((row, column))
    inf = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = width, height
    cost, lower = np.zeros(width), np.zeros(width)
    cost[n1], lower[n1:] = -1.0, -inf
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, lower, np.full(width, inf)
    least, most = np.full(height, -inf), np.zeros(height)
    least[n2:], least[n2], most[n2] = 0.0, 1.0, 1.0
    program.row_lower_, program.row_upper_ = least, most
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.bincount(column, minlength=width))])
    program.a_matrix_.index_, program.a_matrix_.value_ = row[order], entry[order]
    solver = highspy.Highs()
    for option, setting in (("output_flag", False), ("solver", "simplex"), ("threads", 1)):
        solver.setOptionValue(option, setting)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise SleuthError(f"HiGHS did not solve {form.duel}: {solver.modelStatusToString(solver.getModelStatus())}")
    found = solver.getSolution()
    return np.array(found.col_value[:n1]), np.abs(np.array(found.row_dual[:n2]))


def _judged(form: Form, payoffs: _Payoffs, plans: tuple[Floats, Floats], method: str) -> Solved:
    """The strategies of two plans, and how good they are."""
    behaviour = tuple(_behaviour(form.decisions[i], plans[i]) for i in (0, 1))
    x, y = (realised(form.decisions[i], behaviour[i]) for i in (0, 1))
    first, second, weights = payoffs.entries(0)
    value = float((x[first] * weights * y[second]).sum())
    first, second, weights = payoffs.entries(1)
    low = -best_reply(form.decisions[1], np.bincount(second, -weights * x[first], form.sizes[1]).astype(np.float64))
    first, second, weights = payoffs.entries(2)
    high = best_reply(form.decisions[0], np.bincount(first, weights * y[second], form.sizes[0]).astype(np.float64))
    return Solved(form, value, low, high, (behaviour[0], behaviour[1]), method)


def _behaviour(decisions: list[Decision], plan: Floats) -> Floats:
    """The chance of each choice at its decision; where a plan never comes, all alike."""
    chances = np.ones(len(plan))
    for decision in decisions:
        place = slice(decision.first, decision.first + len(decision.choices))
        part = np.maximum(plan[place], 0.0)
        total = part.sum()
        chances[place] = part / total if total > 1e-12 else 1 / len(decision.choices)
    return chances


def realised(decisions: list[Decision], behaviour: Floats) -> Floats:
    """The plan of a behaviour: for each sequence, the chance of all its choices. Decisions come after their parents."""
    plan = behaviour.copy()
    for decision in decisions:
        plan[decision.first : decision.first + len(decision.choices)] *= plan[decision.parent]
    return plan


def best_reply(decisions: list[Decision], gains: Floats) -> float:
    """The most that a player can get, from what each sequence brings against a fixed opponent."""
    worth = gains.copy()
    for decision in reversed(decisions):
        worth[decision.parent] += worth[decision.first : decision.first + len(decision.choices)].max()
    return float(worth[0])
