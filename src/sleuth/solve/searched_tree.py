"""The tree of a search, grown a level at a time from what its memo knows."""

from __future__ import annotations

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.progress import Progress
from sleuth.kernels import search_bounds, search_levels
from sleuth.kernels.arrays import Ints, Longs
from sleuth.kernels.search_levels import Nodes
from sleuth.solve.branch_and_bound import BranchAndBound
from sleuth.solve.search_problem import Problem
from sleuth.strategies.base import stuck
from sleuth.strategies.gametree import Chooser, TreeLevel


class SearchedTree(Chooser):
    """The actions that a search has found, a level at a time; where it knows none, the one that promises most."""

    def __init__(self, root: EnumeratedSet, problem: Problem, search: BranchAndBound, depth: int) -> None:
        super().__init__(root.tables)
        self.problem, self.search, self.depth = problem, search, depth
        self.allowed: Ints = np.array(problem.actions, np.int32)
        self.starts: Longs = np.array([0, problem.actions.size], np.int64)

    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        left = self.depth if self.depth == search_bounds.FOREVER else self.depth - depth
        nodes = self._nodes(order, level)
        chosen = self.search.choose(nodes, left)
        if (chosen < 0).any():
            node = int(np.argmax(chosen < 0))
            here = np.sort(order[level.start[node] :][: level.size[node]])
            raise stuck(self.tables.game, EnumeratedSet(self.tables, here))
        return chosen

    def _nodes(self, order: Ints, level: TreeLevel) -> Nodes:
        start, size = np.ascontiguousarray(level.start), np.ascontiguousarray(level.size)
        return Nodes(order, start, size, self.allowed, self.starts)

    def split(self, chosen: Ints, children: TreeLevel) -> None:
        if self.problem.free:
            return
        parent, code = np.ascontiguousarray(children.parent), np.ascontiguousarray(children.feedback)
        none = np.zeros(0, np.int32)
        nodes = Nodes(none, none, none, self.allowed, self.starts)
        self.allowed, self.starts = search_levels.narrow_level(self.problem.law, nodes, chosen, parent, code)
