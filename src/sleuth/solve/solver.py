"""Solving a game: the best tree, what it costs, and a lower bound that says how far from the best it can be."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.claim import GameClaim, Quantity, Unit
from sleuth.core.errors import ActionError, ParameterError, StuckError
from sleuth.core.game import Game
from sleuth.core.limit import work_clock
from sleuth.core.offers import constrained, rows_of
from sleuth.core.tabulate import tabulate
from sleuth.core.text import plural, shorten
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Ints
from sleuth.kernels.search_memo import ENTRY_BYTES
from sleuth.kernels.threads import workers
from sleuth.solve.branch_and_bound import BranchAndBound, SetBounds
from sleuth.solve.method import MEAN, OBJECTIVES, USUAL, WANTS, WORST, Method, SolveOptions, check_terms
from sleuth.solve.no_tree import NoTree
from sleuth.solve.position_symmetry import position_group
from sleuth.solve.search_problem import Problem, problem
from sleuth.solve.searched_tree import SearchedTree
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.solve.table_solution import TableSolution
from sleuth.strategies.gametree import GameTree, chooser, grow
from sleuth.strategies.greedy import Minimax
from sleuth.strategies.tree_figures import Steps

QUICK = 4
"""Entries for each candidate in the memo of the first, greedy search, which meets each set of its tree once."""


def solve_table(game: Game, options: SolveOptions = USUAL) -> TableSolution | NoTree:
    """The best tree for a game with a table, by the mean or by the worst case; below a bound, if there is one."""
    return _solve(EnumeratedSet(tabulate(game, options.progress)), options)


def solve_set(root: EnumeratedSet, options: SolveOptions = USUAL) -> TableSolution:
    """`solve_table` from any information set on, without a bound."""
    solution = _solve(root, replace(options, bound=None))
    assert isinstance(solution, TableSolution)
    return solution


def solve_below(root: EnumeratedSet, options: SolveOptions) -> TableSolution | NoTree:
    """The best tree from an information set on with a total below the bound, if there is one; any bound goes.

    Whoever gives a bound knows that some tree keeps to the terms.
    """
    return _solve(root, options, any_bound=True)


def rows_left(root: EnumeratedSet) -> int | None:
    """The steps that a player still has; `None` for any number: where rows are used up they bind nobody."""
    rows = rows_of(root.game)
    return None if rows is None else max(0, rows - len(root.history)) or None


def _solve(root: EnumeratedSet, options: SolveOptions, *, any_bound: bool = False) -> TableSolution | NoTree:
    check_terms(options.objective, options.beam, options.within, options.bound)
    game, first, within = root.game, options.first, options.within
    if not root.over and not root.legal_indices.size:
        raise root.dead_end()
    forced = None if first is None else root.tables.action_index(first)
    if forced is None:
        return _Solver(root, options).solve(any_bound)
    if not root.is_legal(first):
        raise ActionError(f"{shorten(game.format_action(first))} is not allowed as the first action of {game}")
    if (after := told_nothing(root, forced)) is None:
        return _Solver(root, options, forced).solve(any_bound)
    if within == 1:
        raise StuckError(f"no strategy settles every secret of {game} within 1 step")
    added = _cost_of_first(root, forced)
    bound = None if options.bound is None else options.bound - added
    rest = _Solver(after, replace(options, within=within and within - 1, bound=bound), added=added).solve(any_bound)
    return _begun(root, forced, rest, added) if isinstance(rest, TableSolution) else rest.begun(added)


def _cost_of_first(root: EnumeratedSet, action: int) -> int | float:
    """What a first action adds to the total."""
    tables = root.tables
    weight = root.size if tables.uniform else float(tables.weights[root.indices].sum())
    return weight if np.ptp(tables.costs) == 0 else weight * float(tables.costs[action])


def told_nothing(root: EnumeratedSet, action: int) -> EnumeratedSet | None:
    """The set after a first action to which every candidate gives the same answer; `None` where it tells or wins."""
    tables = root.tables
    column = tables.column(action, root.indices)
    if (column != column[0]).any() or (tables.game.goal.knows and root.size == 1):
        return None
    if tables.game.goal.only_names and column[0] == tables.winning[action]:
        return None
    return root.observe(tables.actions[action], tables.feedbacks.value(int(column[0])))


def begun(root: EnumeratedSet, action: int, rest: Steps) -> tuple[Ints, GameTree]:
    """The steps of each secret, and the tree, with a first step before it that tells nothing."""
    tree, one = rest.game_tree, np.zeros(1, np.int32)
    feedback = tree.feedback.copy()
    feedback[:1] = int(root.tables.column(action, root.indices[:1])[0])
    steps = rest.steps.copy()
    steps[root.indices] += 1
    return steps, GameTree(
        tree.order,
        *(
            np.concatenate([first, others]).astype(np.int32)
            for first, others in (
                (one, tree.start),
                (one + root.size, tree.size),
                (one, tree.depth + 1),
                (one + action, tree.action),
                (one - 1, tree.parent + 1),
                (one - 1, feedback),
            )
        ),
    )


def _begun(root: EnumeratedSet, action: int, rest: TableSolution, added: float) -> TableSolution:
    """A solution with a first step before it that tells nothing."""
    steps, tree = begun(root, action, rest)
    added = int(added) if isinstance(rest.total_bound, int) else added
    return replace(
        rest,
        steps=steps,
        game_tree=tree,
        lower_bound=rest.lower_bound + (added if rest.objective == MEAN else 1),
        total_bound=rest.total_bound + added,
        forced=True,
        within=None if rest.within is None else rest.within + 1,
        most_steps=None if rest.most_steps is None else rest.most_steps + 1,
    )


_Found = tuple[BranchAndBound, Steps | None, float]
"""A search, the best tree that it found, if any, and a lower bound."""


class _Solver:
    """One run of `solve_set`; `first` is the number of the first action, if it is given and tells something."""

    def __init__(self, root: EnumeratedSet, options: SolveOptions, first: int | None = None, added: float = 0) -> None:
        self.added = added
        """What a first action that tells nothing adds to every total."""
        self.root, self.options, self.first, self.within = root, options, first, options.within
        self.objective, self.beam, self.bound = options.objective, options.beam, options.bound
        self.keeps_within = self.within is not None
        """Whether a tree must keep to `within`: it was given, or the least total of all trees takes more steps."""
        if self.within is None and self.objective == MEAN:
            self.within = rows_left(root)
        self.clock, self.began = options.limit.start(), work_clock()
        self.problem = problem(root, only_possible=options.only_possible)
        self.group = position_group(root) if options.symmetry else SymmetryGroup(len(root.tables.actions))
        self.searches: list[BranchAndBound] = []
        self.stopped = ""
        self.stuck: StuckError | None = None
        """Where the greedy tree came to a dead end."""
        self.reaches = False
        """Whether it is known that some tree keeps to the terms."""

    def solve(self, any_bound: bool = False) -> TableSolution | NoTree:
        self.reaches = any_bound
        if self.bound is not None and not any_bound:
            self._check_bound(self.bound)
        quick = self._search(self.problem.with_beam(1), QUICK * self.problem.cands.size * ENTRY_BYTES)
        greedy: Steps | None = None
        try:
            greedy = self._grow(quick, search_bounds.FOREVER)  # something to return, whatever happens
        except StuckError as error:
            self.stuck = error  # perhaps for that tree alone, where earlier answers restrict what may be asked
        return self._least_total(greedy) if self.objective == MEAN else self._least_depth(greedy)

    def _search(self, problem: Problem, memory: int | None = None) -> BranchAndBound:
        search = BranchAndBound(
            problem,
            self.group,
            self.clock,
            first=self.first,
            threads=self.options.threads or workers(),
            memory=memory or self.options.memory,
            progress=self.options.progress,
        )
        self.searches.append(search)
        return search

    def _check_bound(self, bound: float) -> None:
        """Refuse a bound that no tree is below, as the number and the weights of the secrets show."""
        least = self.problem.by_size(self.problem.cands, search_bounds.FOREVER)
        if bound <= least:
            unit = Unit.STEPS if self.problem.law.unit else Unit.COST
            claim = GameClaim.found(Quantity.TOTAL, None, self._whole(least + self.added), unit=unit)
            raise ParameterError(
                f"no tree of {self.root.game} has a {claim.noun} below {claim.limit}, "
                "as the number of its secrets shows; give a bound above that"
            )

    def _whole(self, total: float) -> int | float:
        """A lower bound as what totals are."""
        return ceil(total - 1e-9) if self.problem.whole or self.problem.too_large else total

    # Each objective.

    def _least_total(self, greedy: Steps | None) -> TableSolution | NoTree:
        main, best, lower = self._within_first(greedy) if self._rows_first else self._within_last(greedy)
        if best is None and (self.stopped or (greedy is None and not self._reaches(search_bounds.FOREVER))):
            raise self._in_vain()
        if best is None or (self._misses(best) and not self.stopped):
            return self._no_tree(lower)
        above, depth, worst_proved = self._above(best), best.worst - 1, False
        while self.stopped == "":
            if depth < 1 or self.problem.cands.size > self.problem.law.capacity[depth]:
                worst_proved = True
                break
            if not self.options.shortest:
                break
            shorter = self._run(main, depth, above)
            if not shorter.exact:
                worst_proved = not self.stopped
                break
            best = self._grow(main, depth)
            depth = min(depth, best.worst) - 1
        return self._solution(best, lower, lower, worst_proved)

    @property
    def _rows_first(self) -> bool:
        """Whether trees of at most `within` steps are looked for at once: where answers restrict what may be asked,
        the best trees often take more, and it would be in vain to find those first."""
        return bool(self.within) and not self.problem.free

    def _within_first(self, greedy: Steps | None) -> _Found:
        """The least total within the steps that there are; of any number, where those are too few for anybody."""
        assert self.within
        fits = greedy if greedy is not None and greedy.worst <= self.within else None
        main, best, lower = self._least(fits, self.within, must=False)
        if best is not None or (self.bound is not None and not self.stopped and self._reaches(self.within)):
            self.keeps_within = True
            return main, best, lower
        if self.stopped:
            if greedy is None:
                raise self._in_vain()
            return main, greedy, self.problem.by_size(self.problem.cands, search_bounds.FOREVER)
        self._too_few()
        return self._least(greedy, search_bounds.FOREVER, must=self.bound is None)

    def _within_last(self, greedy: Steps | None) -> _Found:
        """The least total of all trees; within the steps that there are, where that takes more."""
        main, best, lower = self._least(greedy, search_bounds.FOREVER, must=self.bound is None)
        if not self.within or self.stopped or best is None or best.worst <= self.within or self._misses(best):
            return main, best, lower
        bounds = self._run(main, self.within, search_bounds.INFINITE if self.bound is None else self.bound)
        if bounds.action >= 0:
            best, lower = self._grow(main, self.within, bounds.action), bounds.lower
            self.keeps_within = True
            if not self.problem.whole and not self.stopped:  # it may be far dearer: sums are rounded by its total
                return self._least(best, self.within)
        elif not self._ended and self.bound is not None and self._reaches(self.within):
            self.keeps_within = True
            return main, None, bounds.lower
        elif not self._ended:
            self._too_few()
        return main, best, lower

    @property
    def _ended(self) -> bool:
        """Whether the clock or Ctrl-C has ended the search."""
        return bool(self.stopped)

    def _misses(self, tree: Steps) -> bool:
        """Whether a tree is not below the bound that is given."""
        return self.bound is not None and self.problem.cost(tree) >= self.bound

    def _reaches(self, depth: int) -> bool:
        """Whether some tree keeps to so many steps, whatever its total; that no tree is below a bound says nothing."""
        return self.reaches or self._run(self._search(self.problem.reachable()), depth, 1.0).exact

    def _too_few(self) -> None:
        """Let the number of steps go, if it was not given: the rows of the game are too few for anybody."""
        if self.keeps_within:
            if self.beam:
                raise self._in_vain()
            most = plural(self.within or 0, "step")
            raise StuckError(f"no strategy settles every secret of {self.root.game} within {most}")
        self.within = None

    def _least_depth(self, greedy: Steps | None) -> TableSolution:
        cands = self.problem.cands
        reach = self._search(self.problem.reachable())
        if greedy is None and self._run(reach, search_bounds.FOREVER, 1.0).exact:
            greedy = self._grow(reach, search_bounds.FOREVER)
        if greedy is None:
            raise self._in_vain()
        best = min(greedy, self._careful(greedy), key=lambda steps: steps.worst)
        depth = int(np.argmax(self.problem.law.capacity >= cands.size))
        while depth < best.worst:
            bounds = self._run(reach, depth, 1.0)
            if self.stopped:
                break
            if bounds.exact:
                best = self._grow(reach, depth)
                break
            depth += 1
        worst_proved = depth >= best.worst
        lower = self.problem.by_size(cands, search_bounds.FOREVER)
        if not self.stopped:
            _, tree, least = self._least(best, best.worst)
            best, lower = tree or best, max(lower, least)
        return self._solution(best, depth, lower, worst_proved)

    def _least(self, best: Steps | None, depth: int, must: bool = True) -> _Found:
        """The least total within so many steps: the search that found it, its tree, and a lower bound.

        Where sums are rounded, what counts as no difference is a share of the total; so if the search finds a tree
        that is much better than the one it began with, it looks once more, finer. Raise `StuckError` where there is no
        tree and there must be one.
        """
        while True:
            if best is not None:
                self.problem = self.problem.near(self.problem.cost(best))
            main = self._search(self.problem.with_beam(self.beam) if self.beam else self.problem)
            above = search_bounds.INFINITE if best is None else self._above(best)
            bounds = self._run(main, depth, above if self.bound is None else min(above, self.bound))
            best = self._better(best, main, depth)
            if best is None and must:
                raise self._in_vain()
            if best is None:
                return main, None, bounds.lower
            cost = self.problem.cost(best)
            if self.stopped or not self.problem.too_coarse(cost):
                return main, best, min(bounds.lower, cost)

    def _in_vain(self) -> StuckError:
        """Why there is no tree."""
        game = self.root.game
        if self.stopped:
            return StuckError(f"no tree of {game} that reaches the goal was found before the search was stopped")
        if self.beam:
            return StuckError(f"no tree of {game} reaches the goal within a beam of {self.beam}; try a wider one")
        if self.stuck is not None and not (constrained(game) or self.problem.law.only_possible):
            return self.stuck
        return StuckError(
            f"the goal of {game} cannot be reached: whatever is asked, some answers leave nothing that helps"
        )

    def _careful(self, best: Steps) -> Steps:
        """The tree of `minimax`, which is seldom longer than it must be; the given one where that takes long."""
        if self.stopped or self.root.legal is not None or constrained(self.root.game) or self.problem.law.only_possible:
            return best
        try:
            steps, tree = grow(self.root, chooser(self.root, Minimax()), self.first)
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            return best
        return Steps(self.root.tables, steps, tree)

    # Runs and trees.

    def _run(self, search: BranchAndBound, depth: int, bound: float) -> SetBounds:
        """One run; the clock and Ctrl-C stop it, and what it has found stays."""
        if not self.stopped and self.clock.spent():
            self.stopped = "time"
        if self.stopped:
            return search.at_root(depth)
        try:
            bounds = search.run(depth, bound)
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            bounds = search.at_root(depth)
        if search.stopped and not self.stopped:
            self.stopped = "time"
        return bounds

    def _above(self, steps: Steps) -> float:
        """A bound that a tree as good as this one is below."""
        return self.problem.cost(steps) + (0.5 if self.problem.whole else 2 * self.problem.law.slack)

    def _better(self, best: Steps | None, search: BranchAndBound, depth: int) -> Steps | None:
        """The best of a tree and of those that a search has found, finished at one look where it was stopped."""
        firsts = {search.at_root(depth).action, search.trying if self.stopped else -1} - {-1}
        cost = self.problem.cost
        for first in sorted(firsts):
            try:
                steps = self._grow(search, depth, first)
            except StuckError:
                continue  # one look was not enough
            if depth == search_bounds.FOREVER or steps.worst <= depth:
                rank = cost(steps), steps.worst
                best = steps if best is None or rank <= (cost(best), best.worst) else best
        return best

    def _grow(self, search: BranchAndBound, depth: int, first: int | None = None) -> Steps:
        """The tree of a search; Ctrl-C hurries it on, and it still comes out whole.

        It begins with what is given, or with what the search found best: its memo does not hold the first action.
        """
        if first is None:
            found = search.at_root(depth).action
            first = found if self.first is None and found >= 0 else self.first
        for _ in range(2):
            try:
                played = SearchedTree(self.root, self.problem, search, depth)
                steps, tree = grow(self.root, played, first)
                return Steps(self.root.tables, steps, tree)
            except KeyboardInterrupt:
                self.stopped = "interrupt"
                search.stop()
        raise KeyboardInterrupt

    def _no_tree(self, lower: float) -> NoTree:
        assert self.bound is not None
        return NoTree(
            game=self.root.game,
            secrets=self.root.size,
            lower_bound=self._whole(self.problem.sure(max(lower, self.bound))),
            bound=int(self.bound) if self.bound == int(self.bound) else self.bound,
            forced=self.first is not None,
            only_possible=self.problem.law.only_possible,
            within=self.within or None if self.keeps_within else None,
            nodes=sum(search.nodes for search in self.searches),
            seconds=work_clock() - self.began,
            priced=not self.problem.law.unit,
        )

    def _solution(self, best: Steps, lower: float, total_lower: float, worst_proved: bool) -> TableSolution:
        if self.beam:  # a narrow search bounds nothing
            floor = self.problem.by_size(self.problem.cands, search_bounds.FOREVER)
            depth = float(np.argmax(self.problem.law.capacity >= self.problem.cands.size))
            lower, total_lower, worst_proved = (floor if self.objective == MEAN else depth), floor, False
        whole, total_lower = self.problem.whole or self.problem.too_large, self.problem.sure(total_lower)
        lower = total_lower if self.objective == MEAN else lower
        late = bool(self.within) and best.worst > (self.within or 0)  # it does not even keep to the steps it has
        most_steps = None if late else self.within or None
        return TableSolution(
            tables=best.tables,
            steps=best.steps,
            game_tree=best.game_tree,
            objective=self.objective,
            lower_bound=round(lower) if whole or self.objective == WORST else lower,
            total_bound=round(total_lower) if whole else total_lower,
            total_proved=not self.beam
            and not late
            and total_lower >= self.problem.cost(best) - 4 * self.problem.law.slack,
            worst_proved=worst_proved,
            beam=self.beam,
            forced=self.first is not None,
            only_possible=self.problem.law.only_possible,
            within=most_steps if self.keeps_within else None,
            most_steps=most_steps,
            nodes=sum(search.nodes for search in self.searches),
            seconds=work_clock() - self.began,
            stopped=self.stopped,
        )


TABLES = Method(
    TableSolution.method,
    OBJECTIVES,
    frozenset(WANTS),
    "it is solved on its table",
    solve_table,
)
