"""Equilibria of the two-player game: by linear programming, exactly, or by CFR+, nearly. Both say how near.

The program is that of the sequence form (Koller, Megiddo & von Stengel 1996). Smaller games inside are solved first,
and stand in the larger one with their value. How far a pair of strategies is from equilibrium is worked out apart: by
what a best reply wins against each. In smaller games the reply is best too, so the bracket holds for the whole game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.extras import extra
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.progress import Progress, silent
from sleuth.games.clue.kernels.plans import realise, reply
from sleuth.games.clue.solver.bluffing import BLUFF, bluffing_tree
from sleuth.games.clue.solver.duel import Question, tree
from sleuth.games.clue.solver.regret import PayoffTable, regret_matching
from sleuth.games.clue.solver.sequences import (
    DecisionPoint,
    Duel,
    Entries,
    Key,
    PlayerDecisions,
    SequenceForm,
    join_entries,
)
from sleuth.kernels.arrays import Array, Floats

MAX_LP = 1_500_000
"""Leaves of a tree, up to which the linear program is solved."""
LEAST_SHARE, LP_SHARE = 0.05, 0.5
"""Of a limited time. A game has its share of the leaves that are left, or this; its linear program half of that."""
ROUNDS, MAX_ROUNDS = 2000, 1_000_000
"""Of CFR+, unless told otherwise: without a limit of time, and with one."""
NEVER = 1e-12
"""A plan that is no more than this is never played."""
SLACK = 1e-13
"""How far from the bracket a fraction may be to count as the value: the rounding of floats."""
GUARANTEE = 1e-9
"""How much less than the value a plan may be sure of to count as optimal: the tolerance of the program."""
SIMPLE = 100_000
"""The largest denominator of such a fraction."""


@dataclass(frozen=True)
class Equilibrium:
    """A game with strategies for both players. `low` and `high` are what best replies to them leave and take."""

    form: SequenceForm
    value: float
    """The first player's chance to win."""
    low: float
    high: float
    behaviour: tuple[Floats, Floats]
    """For each player, the chance of each choice at its decision, by sequence; that of sequence 0 is 1."""
    method: str
    stopped: str = ""
    """Why better strategies were not looked for: "time" or "interrupt", here or in a smaller game."""

    @property
    def exploitability(self) -> float:
        """What best replies gain, both together."""
        return max(0.0, self.high - self.low)

    def find(self, player: int, key: Key) -> DecisionPoint | None:
        """A player's decision by what she knows."""
        number = self.form.labels.find(player, key)
        return None if number is None else self.form.decision(player, number)

    def chances(self, player: int, decision: DecisionPoint) -> Floats:
        """The chance of each choice."""
        return self.behaviour[player][decision.first : decision.first + len(decision.choices)]

    @property
    def bluff_frequency(self) -> float:
        """How often the first question is a bluff."""
        return self.bluff_chance(0, self.form.decision(0, 0))

    def bluff_chance(self, player: int, decision: DecisionPoint) -> float:
        """How often the player bluffs at a decision."""
        chances = zip(self.chances(player, decision), decision.choices, strict=True)
        return float(sum(chance for chance, choice in chances if bluffs(choice)))

    @property
    def exact(self) -> Fraction | None:
        """The simplest fraction within the bracket, if it is a simple one."""
        fraction = Fraction((self.low + self.high) / 2).limit_denominator(SIMPLE)
        near = self.low - SLACK <= fraction <= self.high + SLACK
        return fraction if near and self.exploitability < 1e-9 else None


def bluffs(choice: object) -> bool:
    """Whether a choice is a question for one's own cards alone."""
    return choice == BLUFF or (isinstance(choice, Question) and choice.is_bluff)


@dataclass(eq=False)
class Solver:
    """Solves games and keeps them, the smaller ones that come up on the way too.

    With a limit of seconds, and upon Ctrl-C, strategies are as good as they got.
    """

    iterations: int | None = None
    most_lp: int = MAX_LP
    progress: Progress = silent
    limit: Limit = UNLIMITED
    solved: dict[Duel, Equilibrium] = field(default_factory=dict, init=False)

    def solve(self, duel: Duel) -> Equilibrium:
        """The game and its equilibrium: by linear programming, or by CFR+ where the tree is too large for that."""
        if duel in self.solved:
            return self.solved[duel]
        clock, stopped = self.limit.start(), ""
        forms = self._grown(duel, clock)
        left = sum(form.leaves for form in forms)
        for form in forms:
            self.progress(f"solving m={form.duel.m} n={form.duel.mine},{form.duel.theirs}", 0, 1)
            self.solved[form.duel] = self._solve(form, _part(clock, max(LEAST_SHARE, form.leaves / left)), stopped)
            left, stopped = left - form.leaves, self.solved[form.duel].stopped
        return self.solved[duel]

    def worth(self, duel: Duel) -> Floats:
        """What each sequence of the first player brings, with all that follows, against the second's strategy."""
        solved = self.solve(duel)
        first, second = solved.form.sides
        plan = realised(second, solved.behaviour[1])
        gains = PayoffTable(solved.form, self._payoffs(solved.form)[0]).gains(0, plan)
        reply(*first, gains)
        return gains

    def most(self, duel: Duel, aim: Floats) -> float:
        """The most of a sum over her sequences that a plan of the first player has if it guarantees the value."""
        solved = self.solve(duel)
        plans = _program(solved.form, self._payoffs(solved.form)[0], None, (aim, solved.low - GUARANTEE))
        assert plans is not None
        return float(aim @ plans[0])

    def _grown(self, duel: Duel, clock: Clock) -> list[SequenceForm]:
        """The tree of a game, after those of the smaller games inside that are not solved yet."""
        forms: dict[Duel, SequenceForm] = {}

        def grow(game: Duel) -> None:
            one = game.q == 1 and game.bluff
            form = bluffing_tree(game, game != duel) if one else tree(game, self.progress, clock.spent)
            for inside in form.subgames:
                if not (inside.duel.decided or inside.duel in self.solved or inside.duel in forms):
                    grow(inside.duel)
            forms[game] = form

        grow(duel)
        return list(forms.values())

    def _solve(self, form: SequenceForm, clock: Clock, stopped: str) -> Equilibrium:
        """One game, those inside being solved; in a hurry, if there was an interrupt."""
        payoffs, seconds = self._payoffs(form), clock.limit.seconds
        plans, method = None, "lp"
        if form.leaves <= self.most_lp and stopped != "interrupt":
            try:
                plans = _program(form, payoffs[0], seconds and LP_SHARE * seconds)
            except KeyboardInterrupt:
                stopped = "interrupt"
        if plans is None:
            method = "cfr+"
            rounds = self.iterations or (ROUNDS if seconds is None else MAX_ROUNDS)
            rounds = 1 if stopped == "interrupt" else rounds
            plans, early = regret_matching(form, payoffs[0], rounds, clock.spent, self.progress)
            stopped = early or stopped
        return _judged(form, payoffs, plans, method, stopped)

    def _payoffs(self, form: SequenceForm) -> list[Entries]:
        """Tables of payoffs, with smaller games at their value, at their low end and at their high end."""
        parts = [[form.payoffs], [form.payoffs], [form.payoffs]]
        for duel, mover, entries in form.subgames:
            value, low, high = 1.0, 1.0, 1.0
            if not duel.decided:
                value, low, high = (getattr(self.solved[duel], end) for end in ("value", "low", "high"))
            ends = (1 - value, 1 - high, 1 - low) if mover else (value, low, high)
            for part, end in zip(parts, ends, strict=True):
                part.append(entries._replace(weight=entries.weight * end))
        return [join_entries(part) for part in parts]


def _part(clock: Clock, share: float) -> Clock:
    """A share of the time that is left, which begins now."""
    seconds = clock.limit.seconds
    return (UNLIMITED if seconds is None else Limit(max(1e-9, share * (seconds - clock.seconds)))).start()


def highs() -> Any:
    """The linear programming solver HiGHS."""
    return extra("exact", "an equilibrium", "highspy")


def _program(
    form: SequenceForm, payoffs: Entries, seconds: float | None, aim: tuple[Floats, float] | None = None
) -> tuple[Floats, Floats] | None:
    """Plans of both players from one linear program: the first's from its columns, the second's from its rows.

    Maximise v_0, the value, over plans x of the first: at each decision of the second, v is the least that she leaves.
    With an aim, maximise its sum over x instead, with v_0 no less than its number.
    `None` if that takes longer than so many seconds.
    """
    highspy = highs()
    ones, twos = form.sides
    n1, n2 = ones.size, twos.size
    his, own, plans = _constraints(ones)
    hers, theirs, rest = _constraints(twos)
    row = np.concatenate([payoffs.second, hers, n2 + own])
    column = np.concatenate([payoffs.first, n1 + theirs, his])
    entry = np.concatenate([-payoffs.weight, rest, plans])
    height, width = n2 + 1 + len(ones.first), n1 + 1 + len(twos.first)
    order = np.lexsort((row, column))
    inf = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = width, height
    cost, lower = np.zeros(width), np.zeros(width)
    cost[n1], lower[n1:] = -1.0, -inf
    if aim is not None:
        cost[: n1 + 1], lower[n1] = [*-aim[0], 0.0], aim[1]
    program.col_cost_, program.col_lower_, program.col_upper_ = cost, lower, np.full(width, inf)
    least, most = np.full(height, -inf), np.zeros(height)
    least[n2:], least[n2], most[n2] = 0.0, 1.0, 1.0
    program.row_lower_, program.row_upper_ = least, most
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.bincount(column, minlength=width))])
    program.a_matrix_.index_, program.a_matrix_.value_ = row[order], entry[order]
    solver = highspy.Highs()
    options = {"output_flag": False, "solver": "simplex", "threads": 1, "time_limit": seconds or inf}
    for option, setting in options.items():
        solver.setOptionValue(option, setting)
    solver.passModel(program)
    _run(solver)
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kTimeLimit:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise SleuthError(f"HiGHS did not solve {form.duel}: {solver.modelStatusToString(status)}")
    solution = solver.getSolution()
    return np.array(solution.col_value[:n1]), np.abs(np.array(solution.row_dual[:n2]))


def _constraints(side: PlayerDecisions) -> tuple[Array, Array, Floats]:
    """Each decision's plans add up to that of what came before; the empty sequence to 1.

    Sequences, the number of the constraint of each, and its sign; constraint 0 is that of the empty sequence.
    """
    numbers = np.arange(1, len(side.first) + 1)
    sequences = np.concatenate([[0], side.parent, np.arange(1, side.size)])
    signs = np.concatenate([[1.0], -np.ones(len(numbers)), np.ones(side.size - 1)])
    return sequences, np.concatenate([[0], numbers, np.repeat(numbers, side.width)]), signs


def _run(solver: Any) -> None:
    """Solve; Ctrl-C stops it."""
    solver.HandleUserInterrupt = True
    solver.startSolve()
    try:
        while not solver.wait(0.1)[0]:
            pass
    except KeyboardInterrupt:
        solver.cancelSolve()
        while not solver.wait(0.1)[0]:
            pass
        raise


def _judged(
    form: SequenceForm, payoffs: list[Entries], plans: tuple[Floats, Floats], method: str, stopped: str
) -> Equilibrium:
    """The strategies of two plans, and how good they are."""
    first, second = (behaviour(side, plan) for side, plan in zip(form.sides, plans, strict=True))
    x, y = realised(form.sides[0], first), realised(form.sides[1], second)
    at_value, at_low, at_high = (PayoffTable(form, entries) for entries in payoffs)
    low = -best_reply(form.sides[1], at_low.gains(1, x))
    high = best_reply(form.sides[0], at_high.gains(0, y))
    return Equilibrium(form, float(x @ at_value.gains(0, y)), low, high, (first, second), method, stopped)


def behaviour(side: PlayerDecisions, plan: Floats) -> Floats:
    """The chance of each choice at its decision; where a plan never comes, all alike."""
    plan = np.maximum(plan, 0.0)
    total = np.repeat(np.add.reduceat(plan, side.first), side.width) if len(side.first) else plan[1:]
    alike = np.repeat(1 / side.width, side.width)
    return np.concatenate([[1.0], np.where(total > NEVER, plan[1:] / np.maximum(total, NEVER), alike)])


def realised(side: PlayerDecisions, share: Floats) -> Floats:
    """The plan of a behaviour: for each sequence, the chance of all its choices."""
    plan = np.empty(side.size)
    realise(*side, share, plan)
    return plan


def best_reply(side: PlayerDecisions, gains: Floats) -> float:
    """The most that a player can get, from what each sequence brings against a fixed opponent."""
    return reply(*side, gains.copy())
