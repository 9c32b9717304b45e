"""The value of a game against whoever hides the secret, when both may mix: the objective `setter`.

The setter chooses how likely each secret is, to make the expected steps of the best tree as many as can be; the player
mixes trees, to make the expected steps of the worst secret as few as can be. The two are equal (von Neumann 1928). They
are found by a double oracle (McMahan, Gordon & Blum 2003): against the trees that are known a linear program weighs the
secrets, the search finds the best tree for these weights, and so on until that one is no better than those before.

Secrets that a symmetry takes to each other have the same weight, so there is one unknown for each class of them. Every
search gives a lower bound that is true of the game, every mix of trees an upper one; both are fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.limit import Limit, work_clock
from sleuth.core.offers import rows_of
from sleuth.core.tables import Tables
from sleuth.core.tabulate import tabulate
from sleuth.kernels import groups, search_bounds
from sleuth.kernels.arrays import Array, Floats, Ints, Longs, frozen
from sleuth.solve.exact_least import exact_least
from sleuth.solve.method import MEAN, SETTER, USUAL, Method, SolveOptions
from sleuth.solve.position_symmetry import game_group, keep_group
from sleuth.solve.setter_openings import Openings
from sleuth.solve.setter_program import Mixes, SetterProgram, most_by_classes, simple_mixes
from sleuth.solve.setter_solution import MixedTree, SecretClass, SetterSolution
from sleuth.solve.solver import solve_below, solve_set
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.base import TimeUpError

MOST = 2**53 // search_bounds.FOREVER - 1
"""All weights together: then the search adds up whole numbers and rounds nothing."""
MANY = 12
"""With more classes than this, weights are taken halfway to the best so far."""
NEAREST, FARTHEST = Fraction(1, 32), Fraction(1, 2)
"""How far, then, of the way to those of the program."""
HARD = 50_000
"""Where the best tree takes more sets than this to find, a quick search looks for a better one first."""
QUICK_BEAM = 3
"""Actions that it tries at each set."""
FINE = 10_000
"""So many times what rounding can change must all weights be together, for the value to be settled exactly."""
ROUGH = 1_000_000
"""All weights together, at least, where they need not be fine."""


def solve_setter(game: Game, options: SolveOptions = USUAL) -> SetterSolution:
    """The value of a game against whoever hides the secret, with the weights of the secrets and a mix of trees."""
    tables = tabulate(game, options.progress)
    if np.ptp(tables.costs) > 0:
        raise ParameterError(f"{game}: the objective setter counts steps, and the actions here differ in cost")
    return _DoubleOracle(tables, options).solve()


@dataclass
class _DoubleOracle:
    tables: Tables
    options: SolveOptions
    nodes: int = 0
    rounds: int = 0
    stopped: str = ""
    terms: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.clock, self.began = self.options.limit.start(), work_clock()
        self.group = self._group()
        self.number, self.sizes = _classes(self.group, len(self.tables.secrets))
        self.openings = Openings(self.tables, self.number, len(self.sizes))
        self.program = SetterProgram(self.sizes)
        self.low = Fraction(0)
        self.weights: list[Fraction] = []
        self.level, self.centre = Fraction(-1), self.weights
        """The most that weights were worth so far, by the best tree that was found for them, and those weights."""
        self.hardest = 0
        """The most sets that a search for the best tree has looked at."""
        self.within = self.options.within
        """The most steps of a tree; the rows of the game, unless they were too few for the first one."""

    def _group(self) -> SymmetryGroup:
        """What leaves the game as it is, whatever its prior, and the first action where that is given."""
        options, plain = self.options, _weighted(self.tables, np.empty(0))
        if not options.symmetry:
            return SymmetryGroup(len(plain.actions))
        group = game_group(plain)
        return group if options.first is None else group.fixing(plain.action_index(options.first))

    def solve(self) -> SetterSolution:
        """Weigh the secrets, find the best tree for that, and so on until neither side gains by it."""
        secrets, few = len(self.tables.secrets), len(self.sizes) <= MANY
        weights, share = [Fraction(1, secrets)] * len(self.sizes), Fraction(1)
        mixes = Mixes(weights, [], False)
        while True:
            high = self.program.value if self.program.rows else float(secrets)
            self.options.progress(f"weighing secrets, round {self.rounds + 1}", float(self.low), high)
            before = self.level
            new = self._quick_reply(weights)
            if not new and self._hard and share < 1 and not self.stopped:
                share, weights = Fraction(1), mixes.weights  # there a better tree is easily found
                continue
            new = new or (not self.stopped and self._reply(weights, share < 1))
            if not new and (mixes.exact or self.stopped) and share == 1:
                self._prove(mixes)
                break
            mixes = self.program.mixes(exact=few or (not new and share == 1))
            if self.stopped or not (new or share < 1 or mixes.exact):
                mixes = self._simplified(mixes)
                break
            share = self._share(share, new, self.level > before)
            weights = [share * one + (1 - share) * other for one, other in zip(mixes.weights, self.centre, strict=True)]
        return self._solution(mixes)

    def _share(self, share: Fraction, new: bool, better: bool) -> Fraction:
        """How far to go from the best weights so far to those of the program, which swing far while few trees are
        known: all the way at the end, and where that is not far; else less far after each try that was no better."""
        if not new or len(self.sizes) <= MANY:
            return Fraction(1)
        return min(FARTHEST, share * 2) if better else max(NEAREST, share * 3 / 4)

    @property
    def _hard(self) -> bool:
        """Whether the weights are many, and the best tree for them takes long to find."""
        return self.hardest > HARD and len(self.sizes) > MANY

    def _quick_reply(self, weights: list[Fraction]) -> bool:
        """A tree that is better for some weights than all others joins them, if a quick search finds one."""
        if not self._hard:
            return False
        whole, base, _ = self._whole(weights, rough=True)
        try:
            found = solve_set(self._hidden(whole, base), replace(self._terms(None), beam=QUICK_BEAM))
        except StuckError:  # none in that beam takes so few steps
            return False
        self.rounds, self.nodes, self.stopped = self.rounds + 1, self.nodes + found.nodes, found.stopped
        total = int(whole @ np.bincount(self.number, found.steps, len(self.sizes)).astype(np.int64))
        self._centre(Fraction(total, int(whole @ self.sizes)), weights)
        least = self.openings.least(whole)
        return least is not None and total < least and self.program.add(*self.openings.add(found))

    def _centre(self, value: Fraction, weights: list[Fraction]) -> None:
        if value > self.level:
            self.level, self.centre = value, weights

    def _reply(self, weights: list[Fraction], rough: bool) -> bool:
        """The best tree for some weights joins the others; whether it is a new one. The lower bound comes from it."""
        whole, base, spare = self._whole(weights, rough)
        mass, bound = int(whole @ self.sizes), self.openings.least(whole)
        found = solve_below(self._hidden(whole, base), self._terms(bound and bound * base))
        self.rounds, self.nodes, self.stopped = self.rounds + 1, self.nodes + found.nodes, found.stopped
        low = Fraction(bound or 0, mass)
        if isinstance(found, TableSolution):  # what is spare beyond the weights is at most that
            low = Fraction(-((spare - int(found.lower_bound)) // base), mass)
        self.hardest = max(self.hardest, found.nodes)
        self._centre(low, weights)
        if low > self.low or not self.weights:
            self.low, self.weights = max(low, self.low), [Fraction(int(w), mass) for w in whole]
        if not isinstance(found, TableSolution):
            return False
        if not self.terms:
            rows = rows_of(self.tables.game)
            if self.within is None:
                self.within = rows if rows is not None and found.worst <= rows else 0
            self.terms = {**found.terms, "within": self.within or None}
        return self.program.add(*self.openings.add(found))

    def _prove(self, mixes: Mixes) -> None:
        """Raise the lower bound to the value, if that is so and only rounding stands between them."""
        value = most_by_classes(mixes.mix, self.sizes)
        if not mixes.exact or self.stopped or self.low >= value:
            return
        common = lcm(*(weight.denominator for weight in mixes.weights))
        exact = [int(mixes.weights[place] * common) for place in self.number.tolist()]
        whole, base, _ = self._whole(mixes.weights, rough=False)
        if base > 1 or int(whole @ self.sizes) < FINE * len(exact) ** 2:
            return
        within = self.terms["within"] or search_bounds.FOREVER
        try:
            least = exact_least(self._hidden(whole, base), exact, within, self.options, self.clock)
        except (TimeUpError, KeyboardInterrupt) as error:
            self.stopped = "time" if isinstance(error, TimeUpError) else "interrupt"
            return
        if least is not None and Fraction(least, common) > self.low:
            self.low, self.weights = Fraction(least, common), mixes.weights

    def _simplified(self, mixes: Mixes) -> Mixes:
        """Mixes that are rounded, as the simple fractions next to them where these are as good: as a rule it is they
        that were rounded, and both bounds then meet."""
        if self.stopped or self.hardest > HARD:
            return mixes
        simple = simple_mixes(mixes, self.sizes)
        self._reply(simple.weights, rough=False)
        better = most_by_classes(simple.mix, self.sizes) <= most_by_classes(mixes.mix, self.sizes)
        return simple if better else mixes

    def _hidden(self, whole: Array, base: int) -> EnumeratedSet:
        """The game with whole weights of the classes, each times the base; and with one more for each secret."""
        alike = base == 1 and bool((whole == 1).all())
        weights = np.empty(0) if alike else (whole * base + (base > 1))[self.number]
        tables = _weighted(self.tables, weights)
        keep_group(tables, self.group)
        return EnumeratedSet(tables)

    def _terms(self, bound: int | None) -> SolveOptions:
        seconds = self.clock.limit.seconds
        left = Limit(None if seconds is None else max(1e-3, seconds - self.clock.seconds))
        return replace(self.options, objective=MEAN, limit=left, bound=bound, within=self.within)

    def _whole(self, weights: list[Fraction], rough: bool) -> tuple[Array, int, int]:
        """Weights of the classes as whole numbers, what to multiply them by, and the most that the rest adds.

        Each secret then has one more, so that of the best trees for the weights one is found that is good for all
        secrets, also for those that have no weight. What that adds to the total of a tree without idle questions is
        less than the multiplier, so the total tells both. Weights that are too fine for that are rounded; where they
        need not be fine, so that there is room for the multiplier.
        """
        number = len(self.tables.secrets)
        if len(set(weights)) == 1:
            return np.ones(len(weights), np.int64), 1, 0
        longest = number + (self.options.first is not None)  # which may tell nothing
        longest = min(self.options.within or longest, longest)
        spare = number * longest
        common = lcm(*(weight.denominator for weight in weights))
        if common * (spare + 1) + number <= MOST:
            return np.array([int(weight * common) for weight in weights]), spare + 1, spare
        coarse = (MOST - number) // (spare + 1)
        if rough and coarse >= ROUGH:
            return np.array([int(weight * coarse) for weight in weights]), spare + 1, spare
        scale = MOST - number
        return np.array([max(1, int(weight * scale)) for weight in weights]), 1, 0

    def _solution(self, mixes: Mixes) -> SetterSolution:
        tables, high = self.tables, most_by_classes(mixes.mix, self.sizes)
        mixed = []
        for chance, steps in self.openings.whole_trees(mixes.mix):
            totals = np.bincount(self.number, steps.steps, len(self.sizes)).astype(np.int64)
            mixed.append(MixedTree(chance, steps, totals.tolist()))
        examples = [int(np.argmax(self.number == place)) for place in range(len(self.sizes))]
        classes = [
            SecretClass(tables.game.format_secret(tables.secrets[example]), int(size), weight)
            for example, size, weight in zip(examples, self.sizes, self.weights, strict=True)
        ]
        mixed.sort(key=lambda tree: -tree.chance)
        return SetterSolution(
            game=tables.game,
            tables=tables,
            low=self.low,
            high=high,
            classes=tuple(classes),
            class_of=self.number,
            trees=tuple(mixed),
            rounds=self.rounds,
            nodes=self.nodes,
            seconds=work_clock() - self.began,
            stopped=self.stopped,
            terms=self.terms,
        )


def _classes(group: SymmetryGroup, secrets: int) -> tuple[Ints, Longs]:
    """The number of the class of each secret, counted from 0 in the order of their first ones, and their sizes."""
    first: Array = np.arange(secrets)
    if group:
        points = group.generators.shape[1]
        first = groups.orbits(frozen(group.generators), points)[group.actions :] - group.actions
    _, number, sizes = np.unique(first, return_inverse=True, return_counts=True)
    return number.astype(np.int32), sizes.astype(np.int64)


def _weighted(tables: Tables, weights: Floats | Array) -> Tables:
    """The same tables with other weights of the secrets; with none, all are alike."""
    plain = weights.astype(np.float64)
    return Tables(tables.game, tables.secrets, tables.actions, tables.codes, tables.feedbacks, plain)


SETTER_METHOD = Method(
    "setter",
    (SETTER,),
    frozenset({"first", "within", "only_possible", "out"}),
    "the objective setter is solved by weighing the secrets",
    solve_setter,
)
