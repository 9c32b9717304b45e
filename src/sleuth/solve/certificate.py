"""Writing certificates of optimality: lemmas, each of which follows in one step from smaller ones.

What a lemma says and when it follows is written in `sleuth.verify.certificate`, which checks them. They are made from
the top down. For every action at the set of a lemma, the parts that it leaves must bring enough; where their sizes
alone do not, the search settles some of them, smallest first, and these become lemmas themselves, each with no more
than it has to bring. Sets are taken largest first, so that what all larger sets want of a set is known when its turn
comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import TreeError
from sleuth.core.limit import UNLIMITED, Limit
from sleuth.core.progress import Progress, silent
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Ints
from sleuth.solve.branch_and_bound import GrowingMemo
from sleuth.solve.method import MEMO_BYTES, WORST, Solution
from sleuth.solve.search_problem import Problem, problem
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.tree import Tree, check_announced

MAX_LEMMAS = 200_000
"""Larger proofs are refused: nobody would want to check them."""
MARGIN = 1e-9
"""Where totals are not whole numbers, what is proved lies below the total by this share of it."""


@dataclass(frozen=True)
class Certificate:
    """The lemmas that prove a solution optimal on its terms, ready for a tree file."""

    lemmas: tuple[tuple[Any, ...], ...]
    proves: tuple[str, ...]
    """What they prove of the solution: `total`, `worst` or both."""

    def __len__(self) -> int:
        return len(self.lemmas)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for the key `certificate` of a tree file."""
        return {"lemmas": [list(x) for x in self.lemmas]}


def save_tree(
    solution: Solution,
    path: str | Path,
    certificate: Certificate | None = None,
    *,
    history: str = "",
    depth: int | None = None,
) -> Tree:
    """Write the tree of a solution, with what is claimed of it and the certificate if there is one.

    A drawing (`.svg`, `.html`, `.dot`) may be of a part: what follows a history, so many questions deep.
    """
    tree = tree_of(solution, certificate)
    tree.save(path, history=history, depth=depth)
    return tree


def tree_of(solution: Solution, certificate: Certificate | None = None) -> Tree:
    """The tree of a solution as data: with a certificate what that proves is claimed, else the search has its say."""
    tree = solution.tree
    if tree is None:
        check_announced(solution.game)
        raise TreeError(f"{solution.title} has no tree: it starts further on, or is solved without one")
    if certificate is None:
        return tree
    proved = ("worst" if solution.objective == WORST else "total") in certificate.proves
    claims = {
        **tree.claims,
        **({"lower_bound": solution.lower_bound} if proved else {}),
        "proved": proved,
        "total_proved": "total" in certificate.proves,
        "worst_proved": "worst" in certificate.proves,
    }
    return replace(tree, claims=claims, search=None, certificate=certificate.as_json())


def certify(
    solution: Solution,
    *,
    limit: Limit = UNLIMITED,
    most: int = MAX_LEMMAS,
    memory: int = MEMO_BYTES,
    progress: Progress = silent,
) -> Certificate:
    """A certificate that a solution is optimal among the trees on its terms.

    It proves whatever the solution says is proved: the total, and the longest play. Raise `TreeError`, with the reason,
    where nothing is proved, or the certificate would be too large.
    """
    if not isinstance(solution, TableSolution):
        raise TreeError(f"there are no certificates for {solution.game}: they are for games that are solved on a table")
    if not (solution.total_proved or solution.worst_proved):
        raise TreeError("nothing was proved, so there is no certificate to write; solve without a beam or a time limit")
    root = EnumeratedSet(solution.tables)
    if not solution.whole:
        raise TreeError(f"a certificate is for the whole of {solution.game}, and this solution starts further on")
    writer = _Writer(problem(root, only_possible=solution.only_possible), solution, limit, most, memory, progress)
    return Certificate(tuple(writer.write()), writer.proves)


@dataclass
class _Goal:
    """A lemma to be made: a set, the actions that may be asked, the steps that are left, and the bound."""

    cands: Ints
    allowed: Ints
    depth: int
    bound: float


Key = tuple[bytes, int, bytes]


class _Writer:
    def __init__(
        self,
        game: Problem,
        solution: TableSolution,
        limit: Limit,
        most: int,
        memory: int,
        progress: Progress,
    ) -> None:
        self.solution, self.cost = solution, game.cost(solution)
        self.problem, self.reach = game.near(self.cost), game.reachable()
        self.law = self.problem.law
        self.clock, self.most, self.progress = limit.start(), most, progress
        self.first = game.tables.action_index(solution.first) if solution.forced and len(solution.game_tree) else None
        self.store, self.far = (GrowingMemo(memory // 2) for _ in range(2))
        self.goals: dict[Key, _Goal] = {}
        self.queue: list[tuple[int, int, Key]] = []
        self.proves: tuple[str, ...] = ()

    def write(self) -> Iterator[tuple[Any, ...]]:
        """The lemmas, largest sets first."""
        cands = self.problem.cands
        for depth, bound in self._claims():
            goal = _Goal(cands, self.problem.actions, depth, bound)
            if self.first is not None:
                self._try(goal, self.first, given=True)
            elif bound > self.problem.by_size(cands, depth):
                self._want(cands, self.problem.actions, depth, bound)
            else:
                yield self._row(goal)
        while self.queue:
            _, _, key = heappop(self.queue)
            goal = self.goals[key]
            self._prove(goal)
            yield self._row(goal)
            self.progress("lemmas", len(self.goals) - len(self.queue), len(self.goals))

    def _claims(self) -> list[tuple[int, float]]:
        """What is to be proved of the whole game: steps and bound."""
        solution, wanted = self.solution, list[tuple[int, float]]()
        cost, worst, by_worst = self.cost, solution.worst, solution.objective == WORST
        if solution.total_proved:
            self.proves = ("total",)
            depth = worst if by_worst else solution.within or search_bounds.FOREVER
            wanted.append((depth, cost - self._less(self.problem.cands)))
        if solution.worst_proved:
            if worst <= 1 or self.problem.cands.size > self._capacity(worst - 1):
                self.proves += ("worst",)  # that follows from the size
            elif by_worst or self.problem.whole:
                self.proves += ("worst",)
                wanted.append((worst - 1, inf if by_worst else cost + 1))
        return wanted if len(solution.game_tree) else []

    def _capacity(self, steps: int) -> float:
        """The most secrets that so many steps can settle."""
        capacity = self.law.capacity
        return float(capacity[min(steps, capacity.size - 1)])

    def _less(self, cands: Ints) -> float:
        """By how much a lemma may fall short of the least total where totals are not whole numbers.

        The shortfalls of the parts of a set are together less than that of the set, by enough to cover all rounding.
        """
        if self.problem.whole:
            return 0.0
        share = float(self.law.weights[cands].sum()) / self.problem.mass
        return MARGIN * self.cost * share * (1 + cands.size / self.problem.cands.size) / 2

    # What is wanted of sets.

    def _key(self, cands: Ints, allowed: Ints, depth: int) -> Key:
        return np.sort(cands).tobytes(), depth, b"" if self.problem.free else allowed.tobytes()

    def _want(self, cands: Ints, allowed: Ints, depth: int, bound: float) -> None:
        """Ask for a lemma, or for more of one that is asked for."""
        key = self._key(cands, allowed, depth)
        if key in self.goals:
            self.goals[key].bound = max(self.goals[key].bound, bound)
            return
        self.goals[key] = _Goal(cands, allowed, depth, bound)
        heappush(self.queue, (-cands.size, len(self.goals), key))

    def _wanted(self, cands: Ints, allowed: Ints, depth: int) -> float:
        """What a lemma about a set brings, as far as lemmas are asked for already."""
        goals = (self.goals.get(self._key(cands, allowed, steps)) for steps in (depth, search_bounds.FOREVER))
        return max((goal.bound for goal in goals if goal is not None), default=0.0)

    def _prove(self, goal: _Goal) -> None:
        """Ask for whatever makes a lemma follow in one step."""
        actions = self.problem.tried(goal.cands, goal.allowed)
        lower = self.problem.scan(goal.cands, actions, goal.depth)
        enough = search_bounds.INFINITE if goal.bound == inf else goal.bound
        for action in actions[lower < enough].tolist():
            self._try(goal, action)
            if len(self.goals) > self.most:
                raise TreeError(f"a certificate of this solution needs more than {self.most:,} lemmas: it is too large")
            if self.clock.spent():
                raise TreeError("the time is up before the certificate is written")

    def _try(self, goal: _Goal, action: int, given: bool = False) -> None:
        """Make sure that an action brings the bound of a lemma: settle parts, smallest first, and want enough.

        One that tells nothing need not be asked, unless it is given.
        """
        law, cands = self.law, goal.cands
        below = goal.depth if goal.depth == search_bounds.FOREVER else goal.depth - 1
        parts: list[tuple[Ints, Ints]] = []
        for code, part in self.problem.parts(cands, action):
            if part.size == cands.size and not given:
                return
            if part.size > 1 or law.name:
                parts.append((part, self.problem.narrowed(goal.allowed, action, code)))
        parts.sort(key=lambda p: p[0].size)
        if goal.bound == inf:
            self._never(goal, action, parts, below)
            return
        had = [max(self.problem.by_size(part, below), self._wanted(part, allowed, below)) for part, allowed in parts]
        known, bound = list(had), goal.bound + self._less(cands)
        total = float(law.weights[cands].sum() * law.costs[action]) + sum(known)
        for place, (part, allowed) in enumerate(parts):
            if total >= bound:
                break
            value = max(self._least(part, allowed, below, known[place] + bound - total), known[place])
            total += value - known[place]
            known[place] = value
        if total < goal.bound:
            raise self._cannot(action, goal)
        self._weaken(parts, had, known, max(0.0, total - bound), below)

    def _weaken(
        self, parts: list[tuple[Ints, Ints]], had: list[float], known: list[float], spare: float, below: int
    ) -> None:
        """Take back what is not needed, from the largest part on, and want the rest."""
        for place in reversed(range(len(parts))):
            gain = known[place] - had[place]
            if gain <= 0:
                continue
            if known[place] >= search_bounds.INFINITE:
                self._want(*parts[place], below, inf)
                continue
            less = min(gain, spare)
            spare -= less
            if less < gain:
                self._want(*parts[place], below, known[place] - less - self._less(parts[place][0]))

    def _never(self, goal: _Goal, action: int, parts: list[tuple[Ints, Ints]], below: int) -> None:
        """One part that cannot be settled in time is enough."""
        for part, allowed in parts:
            if self.problem.by_size(part, below) >= search_bounds.INFINITE or self._wanted(part, allowed, below) == inf:
                return
        for part, allowed in parts:
            if self.far.least(self.reach, part, allowed, below, 1.0) >= 1.0:
                self._want(part, allowed, below, inf)
                return
        raise self._cannot(action, goal)

    def _least(self, cands: Ints, allowed: Ints, depth: int, bound: float) -> float:
        """The least total of a set if it is below `bound`, else a lower bound that is not."""
        if not self.problem.whole:
            bound = bound + 2 * self.law.slack
        return self.store.least(self.problem, cands, allowed, depth, bound)

    def _cannot(self, action: int, goal: _Goal) -> TreeError:
        text = self.solution.game.format_action(self.problem.tables.actions[action])
        return TreeError(
            f"no certificate can be written: asking {text}, {goal.cands.size} secrets seem to take less than the "
            f"{goal.bound:.12g} that were proved"
        )

    # As they are written.

    def _row(self, goal: _Goal) -> tuple[Any, ...]:
        steps = None if goal.depth == search_bounds.FOREVER else goal.depth
        bound: float | int | None = goal.bound
        if goal.bound == inf:
            bound = None
        elif float(goal.bound).is_integer():
            bound = int(goal.bound)
        row = (_bits(self.problem.rows[goal.cands]), steps, bound)
        all_of_them = self.problem.free or goal.allowed.size == len(self.problem.tables.actions)
        return row if all_of_them else (*row, _bits(goal.allowed))


def _bits(numbers: Ints) -> str:
    """A set of numbers as the hexadecimal digits of a bit mask."""
    return f"{sum(1 << n for n in numbers.tolist()):x}"
