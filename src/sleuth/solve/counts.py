"""How many first actions are optimal, and how many optimal trees there are.

A tree is optimal if at every set that it comes to it asks an action that reaches the least total of the set. So the
trees of a set are, summed over those actions, the products of the trees of the parts. Actions that ask the same are
still two actions, and one that tells nothing is never asked. The search says what each part takes; trees are counted
with whole numbers of any size, once for a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.limit import UNLIMITED, Clock, Limit
from sleuth.core.text import plural
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Array, Ints, frozen
from sleuth.solve.branch_and_bound import BranchAndBound, GrowingMemo
from sleuth.solve.method import MEAN, MEMO_BYTES, early_end
from sleuth.solve.position_symmetry import position_group
from sleuth.solve.search_problem import Problem, problem
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.base import TimeUpError

FEW = 12
"""In sets of fewer candidates than this nobody looks for symmetries."""
NEAR = 1e-9
"""Where totals are not whole numbers, differences below this share of the whole total count as none."""
SHOWN_DIGITS = 15
"""Numbers of more digits are shown to people by their first ones."""


@dataclass(frozen=True)
class OptimalCounts:
    """How many ways there are to play best; `None` where that was not known in time."""

    first: int | None = None
    """First actions with which the least total can be reached."""
    first_classes: int | None = None
    """The same, counting once those that a symmetry takes to each other."""
    trees: int | None = None
    """Trees with the least total."""
    stopped: str = ""

    def rows(self) -> list[tuple[str, str]]:
        """The numbers for people."""
        late = f"not known{early_end(self.stopped)}"
        first = late
        if self.first is not None and self.first_classes is not None:
            first = f"{plural(self.first, 'action')} in {plural(self.first_classes, 'class', 'classes')} of those alike"
        return [("best firsts", first), ("best trees", late if self.trees is None else _long(self.trees))]

    def as_json(self) -> dict[str, Any]:
        """Plain values, for JSON; the trees as text, since they may be more than a number there holds."""
        return {
            "optimal_first": self.first,
            "optimal_first_classes": self.first_classes,
            "optimal_trees": None if self.trees is None else str(self.trees),
        }


def _long(number: int) -> str:
    text = str(number)
    return f"{number:,}" if len(text) <= SHOWN_DIGITS else f"{text[0]}.{text[1:4]} x 10^{len(text) - 1}"


def count_optimal(
    solution: TableSolution, *, symmetry: bool = True, limit: Limit = UNLIMITED, memory: int = MEMO_BYTES
) -> OptimalCounts:
    """How many first actions and trees are as good as those of a solution, among trees that keep to its terms, and to
    the steps that a play has.

    It must be proved that nothing is better. What is not known when the limit is reached is `None`.
    """
    if not (solution.proved and solution.total_proved):
        return OptimalCounts(stopped=solution.stopped)
    counter = _Counter(solution, symmetry, limit.start(), memory)
    try:
        firsts = counter.firsts()
    except (TimeUpError, KeyboardInterrupt) as error:
        return OptimalCounts(stopped=_why(error))
    number, classes = sum(size for _, size in firsts), len(firsts)
    try:
        return OptimalCounts(number, classes, counter.whole(firsts))
    except (TimeUpError, KeyboardInterrupt) as error:
        return OptimalCounts(number, classes, stopped=_why(error))


def _why(error: BaseException) -> str:
    return "interrupt" if isinstance(error, KeyboardInterrupt) else "time"


@dataclass
class _Counter:
    solution: TableSolution
    symmetry: bool
    clock: Clock
    memory: int
    known: dict[tuple[int, bytes, bytes], int] = field(default_factory=dict)
    """The trees of a set, by the steps left, its candidates and the actions allowed."""

    def __post_init__(self) -> None:
        found = self.solution
        root = EnumeratedSet(found.tables)
        plain: Problem = problem(root, only_possible=found.only_possible)
        self.total = plain.cost(found)
        self.problem = plain.near(self.total)
        self.near = 0.5 if self.problem.whole else NEAR * self.total
        """Totals that differ by less are equal."""
        self.group = position_group(root) if self.symmetry else SymmetryGroup(len(found.tables.actions))
        limit = found.most_steps if found.objective == MEAN else found.worst
        self.depth = limit or search_bounds.FOREVER
        self.store = GrowingMemo(self.memory)

    # The first action.

    def firsts(self) -> list[tuple[int, int]]:
        """The first action of each class that reaches the least total, and how many are in the class."""
        whole, tree = self.problem, self.solution.game_tree
        if not len(tree):
            return []  # nothing is to be asked
        if self.solution.forced or whole.cands.size == 1:
            return [(int(tree.action[0]), 1)]
        orbits, sizes = self._orbits(self.group, whole.tried(whole.cands, whole.actions))
        lower = whole.scan(whole.cands, orbits, self.depth)
        near = np.flatnonzero(lower < self.total + self.near)
        questions = self._questions(whole.cands, orbits[near], sizes[near], together=False)
        return [(action, size) for action, size in questions if self._reaches(action)]

    def _reaches(self, action: int) -> bool:
        """Whether the least total can be reached with this first action."""
        search = BranchAndBound(self.problem, self.group, self.clock, first=action, store=self.store)
        bounds = search.run(self.depth, self.total + self.near)  # which is far more than the slack of the search
        if search.stopped:
            raise TimeUpError
        return bounds.action >= 0

    @staticmethod
    def _orbits(group: SymmetryGroup, actions: Ints) -> tuple[Ints, Array]:
        """The first action of each orbit, and how many of the actions are in it."""
        if not group:
            return actions, np.ones(actions.size, np.int64)
        first, sizes = np.unique(group.orbits[actions], return_counts=True)
        return frozen(first.astype(np.int32)), sizes

    # Trees.

    def whole(self, firsts: list[tuple[int, int]]) -> int:
        """The trees of the whole game."""
        cands, allowed = self.problem.cands, self.problem.actions
        if not firsts:
            return 1
        return sum(size * self._after(cands, action, allowed, self.depth, self.group) for action, size in firsts)

    def _after(self, cands: Ints, action: int, allowed: Ints, depth: int, group: SymmetryGroup) -> int:
        """The ways to go on after an action that reaches the least total."""
        below = depth if depth == search_bounds.FOREVER else depth - 1
        kept = group.fixing(action) if group else group
        ways = 1
        for code, part in self.problem.parts(cands, action):
            left = self.problem.narrowed(allowed, action, code)
            ways *= self._trees(part, left, below, kept.keeping(part) if kept and part.size >= FEW else _NONE)
        return ways

    def _trees(self, cands: Ints, allowed: Ints, depth: int, group: SymmetryGroup) -> int:
        """The optimal trees of a set."""
        law, free = self.problem.law, self.problem.free
        if cands.size == 1:
            return 1
        if cands.size == 2 and law.uniform and search_bounds.pair(law, cands[0], cands[1], depth):
            return 2  # either is named first
        key = depth, cands.tobytes(), b"" if free else allowed.tobytes()
        if key in self.known:
            return self.known[key]
        if self.clock.spent():
            raise TimeUpError
        total = self._least(cands, allowed, depth, search_bounds.INFINITE)
        tried = self.problem.tried(cands, allowed)
        tried, sizes = self._orbits(group, tried)
        lower = self.problem.scan(cands, tried, depth)
        near = np.flatnonzero(lower < total + self.near)
        ways = 0
        for action, number in self._questions(
            cands, tried[near], sizes[near], together=not group and free and law.unit
        ):
            if self._cost(cands, action, allowed, depth, total) < total + self.near:
                ways += number * self._after(cands, action, allowed, depth, group)
        self.known[key] = ways
        return ways

    def _questions(self, cands: Ints, actions: Ints, sizes: Array, *, together: bool) -> Iterator[tuple[int, int]]:
        """Actions, and how many each stands for: with `together`, those that every candidate answers alike are one."""
        codes, law = self.problem.law.codes, self.problem.law
        columns = codes[np.ix_(cands, actions)].T
        telling = (columns != columns[:, :1]).any(axis=1)
        actions, sizes, columns = actions[telling], sizes[telling], columns[telling]
        if not together:
            yield from zip(actions.tolist(), sizes.tolist(), strict=True)
            return
        wins = (
            np.where(np.isin(law.named[actions], cands), law.named[actions], -1) if law.name else np.zeros(actions.size)
        )
        alike: dict[bytes, list[int]] = {}
        rows = np.column_stack([columns.astype(np.int32), wins.astype(np.int32)])
        for place, row in enumerate(np.ascontiguousarray(rows)):
            alike.setdefault(row.tobytes(), []).append(place)
        for places in alike.values():
            yield int(actions[places[0]]), int(sizes[places].sum())

    def _cost(self, cands: Ints, action: int, allowed: Ints, depth: int, total: float) -> float:
        """The least total with an action asked next, if it is as small as `total`; else something that is larger."""
        law = self.problem.law
        below = depth if depth == search_bounds.FOREVER else depth - 1
        parts = [(code, part, self.problem.by_size(part, below)) for code, part in self.problem.parts(cands, action)]
        cost = float(law.weights[cands].sum() * law.costs[action]) + sum(lower for _, _, lower in parts)
        for code, part, lower in sorted(parts, key=lambda item: item[1].size):
            if cost >= total + self.near:
                return cost
            bound = total + 2 * self.near - (cost - lower)  # so what comes back where it is not reached is too much
            cost += self._least(part, self.problem.narrowed(allowed, action, code), below, bound) - lower
        return cost

    def _least(self, cands: Ints, allowed: Ints, depth: int, bound: float) -> float:
        """The least total of a set if it is below a bound; else something that is not."""
        law = self.problem.law
        if cands.size == 1:
            if law.name and not self.problem.free and law.naming[cands[0]] not in allowed:
                return search_bounds.INFINITE
            return float(search_bounds.settled(law, cands[0], depth))
        return self.store.least(self.problem, cands, allowed, depth, bound)


_NONE = SymmetryGroup(0)
