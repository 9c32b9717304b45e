"""The objective `within=N`: the most secrets within N steps, among trees whose longest play is as short as can be.

First the least worst case, by the exact search with weights of nothing; then the fewest secrets that come too late, by
a search in which only the step after the last one in time has a price. At the start one first action of an orbit is
tried, and after it one second action of those that are alike. Among trees that have equally many in time, the one that
the search meets first is taken: it does not look for the least total.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ActionError, ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.limit import work_clock
from sleuth.core.progress import Progress
from sleuth.core.tabulate import tabulate
from sleuth.core.text import plural, shorten
from sleuth.kernels import late_bounds, late_search, search_bounds, search_memo
from sleuth.kernels.arrays import Bools, Floats, Ints, own
from sleuth.kernels.search import BELOW, DEEP
from sleuth.kernels.search_symmetry import NONE, UNLIKE, Alike, every, first_of_orbits, keeping
from sleuth.kernels.threads import workers
from sleuth.solve.branch_and_bound import BranchAndBound
from sleuth.solve.method import USUAL, WITHIN, Method, SolveOptions, steps_of
from sleuth.solve.position_symmetry import position_group
from sleuth.solve.search_problem import Problem, problem
from sleuth.solve.searched_tree import SearchedTree
from sleuth.solve.solver import begun, told_nothing
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.watched_call import watched_call
from sleuth.solve.within_solution import WithinSolution
from sleuth.strategies.base import stuck
from sleuth.strategies.gametree import chooser, grow
from sleuth.strategies.greedy import Minimax
from sleuth.strategies.tree_figures import Steps
from sleuth.strategies.tree_level import Chooser, TreeLevel

NOBODY = SymmetryGroup(0)
QUICK_BEAMS = 6, 24
"""Actions that are tried at each set at first, for a tree to beat."""
DEEPER = 4.0
"""How many times the last bound is the next, until it is what must be beaten."""


def solve_within(game: Game, options: SolveOptions = USUAL) -> WithinSolution:
    """The tree of a game with most secrets within some steps, among those of the least worst case."""
    tables = tabulate(game, options.progress)
    if np.ptp(tables.costs) > 0:
        raise ParameterError(f"{game}: the objective within=N counts steps, and the actions here differ in cost")
    root, in_time, within = EnumeratedSet(tables), steps_of(options.objective), options.within
    assert in_time is not None
    if options.first is None:
        return _Within(root, options, in_time).solve()
    first = tables.action_index(options.first)
    if not root.is_legal(options.first):
        raise ActionError(f"{shorten(game.format_action(options.first))} is not allowed as the first action of {game}")
    if (after := told_nothing(root, first)) is None:
        return _Within(root, options, in_time, first).solve()
    if within == 1:
        raise StuckError(f"no strategy settles every secret of {game} within 1 step")
    rest = _Within(after, replace(options, within=within and within - 1), in_time - 1).solve()
    steps, tree = begun(root, first, rest)
    terms = {
        **rest.terms,
        "first": game.format_action(options.first),
        "within": rest.terms["within"] and rest.terms["within"] + 1,
    }
    return replace(rest, steps=steps, game_tree=tree, in_time=in_time, longest=rest.longest + 1, terms=terms)


@dataclass
class _Within:
    root: EnumeratedSet
    options: SolveOptions
    in_time: int
    first: int | None = None
    """The number of the first action, if it is given and tells something."""
    stopped: str = ""

    def __post_init__(self) -> None:
        root, options = self.root, self.options
        self.clock, self.began = options.limit.start(), work_clock()
        self.problem = problem(root, only_possible=options.only_possible)
        self.group = position_group(root) if options.symmetry else NOBODY

    def solve(self) -> WithinSolution:
        reach = self._search(self.problem.reachable())
        longest, tree, proved = self._longest(reach)
        late = self._late(tree)
        lower, nodes = 0.0, reach.nodes
        for beam in (*QUICK_BEAMS, 0) if proved else ():
            whole = replace(self.problem, law=self.problem.law._replace(beam=beam))
            search = _LateSearch(whole, self.group, self.in_time, longest, self.options.memory, self.first)
            if late <= search.floor or self.stopped:
                lower = max(lower, min(late, search.floor))
                break
            bound, action = self._run(search, late)
            if action >= 0:
                tree = self._grown(_Chosen(self.root, search), action)
                late = self._late(tree)
            lower, nodes = search.floor if beam else bound, nodes + search.nodes
        return self._solution(tree, longest, min(lower, late), proved, nodes)

    # The longest play.

    def _longest(self, reach: BranchAndBound) -> tuple[int, Steps, bool]:
        """The most steps of a play, a tree that keeps to them, and whether they are given or the fewest there are."""
        given, game = self.options.within, self.root.game
        depth = given or int(np.argmax(self.problem.law.capacity >= self.problem.cands.size))
        while not self.stopped:
            if (found := reach.run(depth, 1.0)).exact:
                return depth, self._grown(SearchedTree(self.root, self.problem, reach, depth), found.action), True
            self.stopped = "time" if reach.stopped else ""
            if given and not self.stopped:
                raise StuckError(f"no strategy settles every secret of {game} within {plural(given, 'step')}")
            if depth == search_bounds.FOREVER:
                raise StuckError(f"the goal of {game} cannot be reached: some answers leave nothing that helps")
            depth = depth + 1 if depth < self.problem.cands.size else search_bounds.FOREVER
        careful = grow(self.root, chooser(self.root, Minimax()), self.first)
        steps = Steps(self.root.tables, *careful)
        return max(steps.worst, given or 0), steps, False

    def _search(self, whole: Problem) -> BranchAndBound:
        return BranchAndBound(
            whole,
            self.group,
            self.clock,
            first=self.first,
            threads=self.options.threads or workers(),
            memory=self.options.memory,
            progress=self.options.progress,
        )

    # What comes late.

    def _late(self, tree: Steps) -> float:
        """The weight of the secrets that a tree settles too late."""
        steps = tree.steps[self.problem.rows[self.problem.cands]]
        return float(self.problem.law.weights[self.problem.cands][steps > self.in_time].sum())

    def _run(self, search: _LateSearch, bound: float) -> tuple[float, int]:
        """A lower bound, and the first action of a tree that is better than the bound (-1 for none); the clock and
        Ctrl-C stop it, and what it has found stays."""
        before = self.clock.nodes
        out, self.stopped = watched_call(
            lambda: search.run(bound, self.options.progress), self.clock, lambda: before + search.nodes, search.stop
        )
        search.go_on()
        return out

    def _grown(self, chosen: Chooser, first: int | None = None) -> Steps:
        steps, tree = grow(self.root, chosen, self.first if first is None else first)
        return Steps(self.root.tables, steps, tree)

    def _solution(self, tree: Steps, longest: int, lower: float, proved: bool, nodes: int) -> WithinSolution:
        options, game = self.options, self.root.game
        return WithinSolution(
            tables=tree.tables,
            steps=tree.steps,
            game_tree=tree.game_tree,
            in_time=self.in_time,
            longest=longest,
            late_bound=round(self.problem.sure(lower)) if self.problem.whole or self.problem.too_large else lower,
            longest_proved=proved,
            terms={
                "first": None if self.first is None else game.format_action(options.first),
                "within": longest if proved else None,
                "only_possible": options.only_possible,
            },
            nodes=nodes,
            seconds=work_clock() - self.began,
            stopped=self.stopped,
        )


@dataclass
class _LateSearch:
    """The fewest secrets too late, with one first action of an orbit and one second action of those alike."""

    problem: Problem
    group: SymmetryGroup
    in_time: int
    longest: int
    memory: int
    first: int | None

    def __post_init__(self) -> None:
        places = search_memo.WAYS
        while 2 * places * search_memo.ENTRY_BYTES <= self.memory:
            places *= 2
        self.memo = search_memo.new_memo(places)
        self.floor = float(
            late_bounds.late_by_size(self.problem.law, own(self.problem.cands), self.in_time, self.longest)
        )

    @property
    def nodes(self) -> int:
        return int(self.memo.tally[search_memo.NODES])

    def stop(self) -> None:
        self.memo.tally[search_memo.STOP] = 1

    def go_on(self) -> None:
        self.memo.tally[search_memo.STOP] = 0

    @property
    def stopped(self) -> bool:
        return bool(self.memo.tally[search_memo.STOP])

    def run(self, bound: float, progress: Progress) -> tuple[float, int]:
        """A lower bound, and the first action that is better than `bound`, -1 if none was found."""
        whole, law = self.problem, self.problem.law
        top = self.group.first_of_orbits(whole.tried(whole.cands, whole.actions))
        if self.first is not None:
            top = np.array([self.first], np.int32)
        lower: Floats = np.empty(top.size)
        crowd: Floats = np.empty(top.size)
        inside: Bools = np.zeros(law.weights.size, np.bool_)
        inside[whole.cands] = True
        late_bounds.late_scan(
            law, own(whole.cands), own(top), self.in_time, self.longest, inside, lower, crowd, search_bounds.INFINITE
        )
        order = np.lexsort((top, crowd, lower))
        best, chosen = bound, -1
        for tried, j in enumerate(order.tolist()):
            if lower[j] >= best:
                break
            progress("counting what comes late", tried, order.size)
            lower[j] = max(lower[j], self._try(int(top[j]), best))
            if self.stopped:
                break
            if lower[j] < best:
                best, chosen = float(lower[j]), int(top[j])
        return max(self.floor, min(best, float(lower.min(initial=search_bounds.INFINITE)))), chosen

    def _try(self, action: int, best: float) -> float:
        """What an action leaves for later if that is below `best`; else, or where it is stopped, a lower bound."""
        whole = self.problem
        early, left = self.in_time - 1, self.longest - 1
        alike = self.group.alike(action, whole.law.codes)
        parts = [(code, part) for code, part in whole.parts(whole.cands, action)]
        lowers = [float(late_bounds.late_by_size(whole.law, own(part), early, left)) for _, part in parts]
        total = sum(lowers)
        for place in sorted(range(len(parts)), key=lambda place: -parts[place][1].size):
            code, part = parts[place]
            allowed = whole.narrowed(whole.actions, action, code)
            deeper, exact = DEEPER, False
            while total < best and not exact:
                room = best - (total - lowers[place])
                bound = room if self.problem.law.beam else min(room, lowers[place] + deeper)
                price = self._settle(part, allowed, alike, early, left, bound)
                if self.stopped:
                    return total
                exact, deeper = price < bound, deeper * DEEPER
                total += max(price, lowers[place]) - lowers[place]
                lowers[place] = max(price, lowers[place])
            if total >= best:
                return total
        return total

    def _settle(self, part: Ints, allowed: Ints, alike: Alike, early: int, left: int, bound: float) -> float:
        """`late_search.late_search` right below a first action, with the symmetries that leave that alone."""
        law, early = self.problem.law, max(early, late_bounds.PAID)
        top, stage = allowed, DEEP
        rows = every(len(alike.images) if not len(alike.spans) else 0, 0)
        if len(alike.spans):
            top, stage = alike.firsts, BELOW
        elif rows.size:
            if not alike.keeps:
                rows = keeping(alike.images, rows, part, law.weights.size, law.named.size)
            top = first_of_orbits(alike.images, rows, allowed, law.named.size)
        salts = self.problem.salts(part, allowed)
        return late_search.late_search(
            law, self.memo, alike, rows, part, top, allowed, early, left, bound, *salts, stage
        )

    def least(self, cands: Ints, top: Ints, allowed: Ints, early: int, left: int, bound: float) -> float:
        """`late_search.late_search`."""
        salts = self.problem.salts(cands, allowed)
        law, memo = self.problem.law, self.memo
        early = max(early, late_bounds.PAID)
        return late_search.late_search(law, memo, UNLIKE, NONE, cands, top, allowed, early, left, bound, *salts)

    def action(self, cands: Ints, allowed: Ints, depth: int) -> int:
        """The best action of a set that so many steps lead to; -1 if there is none."""
        law, left = self.problem.law, self.longest - depth
        if law.name and cands.size == 1:
            return int(law.naming[cands[0]])
        if late_bounds.plain(law) and cands.size == 2:
            return int(late_bounds.late_of_few(law, own(cands), own(allowed), self.in_time - depth, left)[1])
        salt = law.salt[law.weights.size + left]
        h0, h1 = self.problem.salts(cands, allowed)
        for _ in range(2):
            _, action = search_memo.look_up(self.memo, h0 ^ salt[0], h1 ^ salt[1])
            if action >= 0:
                return int(action)
            self.least(cands, allowed, allowed, self.in_time - depth, left, search_bounds.INFINITE)
        return -1


class _Chosen(Chooser):
    """The actions that a search has found, set by set."""

    def __init__(self, root: EnumeratedSet, search: _LateSearch) -> None:
        super().__init__(root.tables)
        self.search = search
        self.allowed: list[Ints] = [search.problem.actions]

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        whole, chosen = self.search.problem, np.empty(level.start.size, np.int32)
        for node, allowed in enumerate(self.allowed):
            here = np.sort(order[level.start[node] :][: level.size[node]])
            cands: Ints = np.searchsorted(whole.rows, here).astype(np.int32)
            cands = cands[np.argsort(-whole.law.weights[cands], kind="stable")]
            chosen[node] = self.search.action(cands, allowed, depth)
            if chosen[node] < 0:
                raise stuck(self.tables.game, EnumeratedSet(self.tables, here))
        return chosen

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        self.allowed = [
            self.search.problem.narrowed(self.allowed[parent], int(chosen[parent]), code)
            for parent, code in zip(children.parent.tolist(), children.feedback.tolist(), strict=True)
        ]


WITHIN_METHOD = Method(
    WITHIN,
    (WITHIN,),
    frozenset({"first", "within", "only_possible", "out"}),
    "the objective within=N is solved by counting what comes late",
    solve_within,
)
