"""Writing the lemmas of a certificate: each follows in one step from smaller ones.

What a lemma says and when it follows is written in `sleuth.verify.certificate`, which checks them. They are made from
the top down. For every action at the set of a lemma, the parts that it leaves must bring enough; where their sizes
alone do not, the search settles some of them, smallest first, and these become lemmas themselves, each with no more
than it has to bring. Sets are taken largest first, so that what all larger sets want of a set is known when its turn
comes. Of actions that are alike, by a map that keeps the set or because they answer alike, one has to be looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

import numpy as np

from sleuth.core.errors import TreeError
from sleuth.core.limit import Limit
from sleuth.core.progress import Progress
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Ints
from sleuth.solve.branch_and_bound import BranchAndBound, GrowingMemo
from sleuth.solve.method import WORST
from sleuth.solve.proof_maps import GameMap, MapGroup
from sleuth.solve.search_problem import Problem
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.table_solution import TableSolution

MARGIN = 1e-9
"""Where totals are not whole numbers, what is proved lies below the total by this share of it."""
LARGE = 30
"""Sets of more secrets than this are searched with the symmetry that is left."""


class ProvedLemma(NamedTuple):
    """A lemma as it is to be written: no strategy for `secrets` within `steps` has a total below `bound`."""

    secrets: tuple[int, ...]
    steps: int | None
    bound: float
    """Infinite where they cannot be settled in so many steps."""
    allowed: tuple[int, ...] | None
    """The actions that may be asked; `None` for all of them."""
    maps: tuple[GameMap, ...]
    """Maps that keep the set, and join the actions that are looked at to those that are not."""


@dataclass
class _Goal:
    """A lemma to be made: a set, the actions that may be asked, the steps that are left, and the bound."""

    cands: Ints
    allowed: Ints
    depth: int
    bound: float
    group: MapGroup
    """The maps that kept the set that it came from."""
    action: int = -1
    """What was asked there."""


Key = tuple[bytes, int, bytes]
Part = tuple[Ints, Ints]
"""Secrets, and the actions that may still be asked."""


class LemmaWriter:
    """The lemmas of one solution, largest sets first."""

    def __init__(
        self,
        game: Problem,
        solution: TableSolution,
        group: MapGroup,
        limit: Limit,
        most: int | None,
        memory: int,
        progress: Progress,
    ) -> None:
        self.solution, self.cost, self.group = solution, game.cost(solution), group
        self.problem, self.reach = game.near(self.cost), game.reachable()
        self.law = self.problem.law
        self.clock, self.most, self.progress = limit.start(), most, progress
        self.first = game.tables.action_index(solution.first) if solution.forced and len(solution.game_tree) else None
        self.store, self.far = (GrowingMemo(memory // 2) for _ in range(2))
        self.goals: dict[Key, _Goal] = {}
        self.queue: list[tuple[int, int, Key]] = []
        self.proves: tuple[str, ...] = ()

    def write(self) -> Iterator[ProvedLemma]:
        """The lemmas, largest sets first."""
        cands = self.problem.cands
        for depth, bound in self._claims():
            goal = _Goal(cands, self.problem.actions, depth, bound, self.group)
            if self.first is not None:
                self._try(goal, self.group, self.first, given=True)
            elif bound > self.problem.by_size(cands, depth):
                self._want(goal)
            else:
                yield self._lemma(goal, [])
        while self.queue:
            _, _, key = heappop(self.queue)
            goal = self.goals[key]
            yield self._lemma(goal, self._prove(goal))
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

    def _want(self, goal: _Goal) -> None:
        """Ask for a lemma, or for more of one that is asked for."""
        key = self._key(goal.cands, goal.allowed, goal.depth)
        if key in self.goals:
            self.goals[key].bound = max(self.goals[key].bound, goal.bound)
            return
        self.goals[key] = goal
        heappush(self.queue, (-goal.cands.size, len(self.goals), key))

    def _known(self, cands: Ints, allowed: Ints, depth: int) -> float:
        """What a set brings already: by what a checker sees at one look, or by a lemma that is asked for."""
        goals = (self.goals.get(self._key(cands, allowed, steps)) for steps in (depth, search_bounds.FOREVER))
        wanted = max((goal.bound for goal in goals if goal is not None), default=0.0)
        return max(wanted, self.problem.by_size(cands, depth), self._at_a_look(cands))

    def _at_a_look(self, cands: Ints) -> float:
        """Few secrets take 2n - 1 where one of them tells all others apart, else 2n: a checker tries that itself."""
        law, size = self.law, cands.size
        if not 3 <= size <= law.few:
            return 0.0
        naming = law.naming[cands]
        answers = np.sort(law.codes[np.ix_(cands, naming[naming >= 0])], axis=0)
        apart = (answers[1:] != answers[:-1]).all(axis=0).any()
        return 2.0 * size - 1.0 if apart else 2.0 * size

    def _prove(self, goal: _Goal) -> list[GameMap]:
        """Ask for whatever makes a lemma follow in one step; the maps that this leans on."""
        group = goal.group if goal.action < 0 else goal.group.fixing(goal.action)
        group = group.keeping(self.problem.rows[goal.cands])
        actions = self.problem.tried(goal.cands, goal.allowed)
        looked = group.first_of_orbits(actions)
        lower = self.problem.scan(goal.cands, looked, goal.depth)
        short = lower < (search_bounds.INFINITE if goal.bound == inf else goal.bound)
        order = np.argsort(-lower[short], kind="stable")  # those that are nearly settled leave the least choice
        alike, asked = set[bytes](), list[int]()
        for action in looked[short][order].tolist():
            column = self.law.codes[goal.cands, action].tobytes() + self.law.costs[action].tobytes()
            if column in alike and self.problem.free:  # else they may differ in what may be asked after them
                continue
            alike.add(column)
            if self._try(goal, group, action):
                asked.append(action)
            if self.most is not None and len(self.goals) > self.most:
                raise TreeError(f"a certificate of this solution needs more than {self.most:,} lemmas: it is too large")
            if self.clock.spent():
                raise TreeError(f"the time is up before the certificate is written, after {len(self.goals):,} lemmas")
        return group.joining(np.array(asked, np.int32)) if group and asked else []

    def _try(self, goal: _Goal, group: MapGroup, action: int, given: bool = False) -> bool:
        """Make sure that an action brings the bound of a lemma: settle parts, smallest first, and want enough.

        One that tells nothing need not be asked, unless it is given. Whether anything had to be settled.
        """
        law, cands = self.law, goal.cands
        below = goal.depth if goal.depth == search_bounds.FOREVER else goal.depth - 1
        parts: list[Part] = []
        for code, part in self.problem.parts(cands, action):
            if part.size == cands.size and not given:
                return False
            if part.size > 1 or law.name:
                parts.append((part, self.problem.narrowed(goal.allowed, action, code)))
        parts.sort(key=lambda p: p[0].size)
        wants = _Wants(self, parts, below, group, action)
        if goal.bound == inf:
            return self._never(goal, wants)
        by_size = sum(self.problem.by_size(part, below) for part, _ in parts)
        asking, bound = float(law.weights[cands].sum() * law.costs[action]), goal.bound + self._less(cands)
        if asking + by_size >= goal.bound and self.problem.whole:
            return False
        had = [self._known(part, allowed, below) for part, allowed in parts]
        known, total = list(had), asking + sum(had)
        for place, (part, allowed) in enumerate(parts):
            if total >= bound:
                break
            value = max(self._least(wants, part, allowed, known[place] + bound - total), known[place])
            total += value - known[place]
            known[place] = value
        if total < goal.bound:
            raise self._cannot(action, goal)
        self._weaken(wants, had, known, max(0.0, total - bound))
        return True

    def _weaken(self, wants: _Wants, had: list[float], known: list[float], spare: float) -> None:
        """Take back what is not needed, from the largest part on, and want the rest."""
        for place in reversed(range(len(known))):
            gain = known[place] - had[place]
            if gain <= 0:
                continue
            if known[place] >= search_bounds.INFINITE:
                wants.add(place, inf)
                continue
            less = min(gain, spare)
            spare -= less
            if less < gain:
                wants.add(place, known[place] - less - self._less(wants.parts[place][0]))

    def _never(self, goal: _Goal, wants: _Wants) -> bool:
        """One part that cannot be settled in time is enough."""
        for part, _ in wants.parts:
            if self.problem.by_size(part, wants.below) >= search_bounds.INFINITE:
                return False
        for part, allowed in wants.parts:
            if self._known(part, allowed, wants.below) == inf:
                return True
        for place, (part, allowed) in enumerate(wants.parts):
            if self.far.least(self.reach, part, allowed, wants.below, 1.0) >= 1.0:
                wants.add(place, inf)
                return True
        raise self._cannot(wants.action, goal)

    def _least(self, wants: _Wants, cands: Ints, allowed: Ints, bound: float) -> float:
        """The least total of a part if it is below `bound`, else a lower bound that is not."""
        if not self.problem.whole:
            bound = bound + 2 * self.law.slack
        if cands.size > LARGE and wants.group:
            left = wants.group.fixing(wants.action).keeping(self.problem.rows[cands])
            if left:
                part = replace(self.problem, cands=cands, actions=allowed)
                group = SymmetryGroup(left.actions, left.generators)
                search = BranchAndBound(part, group, self.clock, store=self.store)
                value = search.run(wants.below, bound).lower
                if search.stopped:
                    self.store.halt(False)
                    raise TreeError("the time is up before the certificate is written")
                return value
        return self.store.least(self.problem, cands, allowed, wants.below, bound)

    def _cannot(self, action: int, goal: _Goal) -> TreeError:
        text = self.solution.game.format_action(self.problem.tables.actions[action])
        return TreeError(
            f"no certificate can be written: asking {text}, {goal.cands.size} secrets seem to take less than the "
            f"{goal.bound:.12g} that were proved"
        )

    def _lemma(self, goal: _Goal, maps: list[GameMap]) -> ProvedLemma:
        steps = None if goal.depth == search_bounds.FOREVER else goal.depth
        all_of_them = self.problem.free or goal.allowed.size == len(self.problem.tables.actions)
        allowed = None if all_of_them else tuple(sorted(goal.allowed.tolist()))
        return ProvedLemma(
            tuple(np.sort(self.problem.rows[goal.cands]).tolist()), steps, goal.bound, allowed, tuple(maps)
        )


@dataclass
class _Wants:
    """What an action wants of the parts that it leaves."""

    writer: LemmaWriter
    parts: list[Part]
    below: int
    """The steps that are left after it."""
    group: MapGroup
    action: int

    def add(self, place: int, bound: float) -> None:
        """Want a lemma of a part."""
        self.writer._want(_Goal(*self.parts[place], self.below, bound, self.group, self.action))
