"""The fewest expected steps from many sets of candidates of one game, by the kernels of the exact search over one memo.

`solve_set` has the same of one set, with a tree; these are for those who want the figure, and of thousands of sets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.immutable import packed_state
from sleuth.core.limit import UNLIMITED
from sleuth.kernels import search, search_bounds
from sleuth.kernels.arrays import Floats, Ints, frozen
from sleuth.kernels.search import SetList
from sleuth.solve.branch_and_bound import BranchAndBound, GrowingMemo
from sleuth.solve.position_symmetry import FEW
from sleuth.solve.search_problem import problem
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.strategies.gametree import members

MEMO_BYTES = 1 << 27
"""Memory for the values of sets."""


class PositionValues:
    """Values of sets of a game with a stored table in which answers restrict nothing; what is found serves all."""

    def __init__(self, start: EnumeratedSet) -> None:
        self._problem = whole = problem(start)
        # Sets of light secrets are far from what counts as nothing beside all of them: rounding is all that is left.
        self._law = whole.law._replace(slack=0.0)
        self._store = GrowingMemo(MEMO_BYTES)
        self._actions: Ints = np.array(whole.actions, np.int32)
        self.order = whole.cands
        """The candidates at the start, in the order in which sets must have them: the heaviest first."""
        self.salt = self._law.salt
        """Two random words for each secret, which keys of sets are made of."""
        self._rank = np.zeros(self._law.weights.size, np.int32)
        self._rank[self.order] = np.arange(self.order.size, dtype=np.int32)

    def __getstate__(self) -> dict[str, Any]:
        return packed_state(self)

    def of(self, sets: SetList) -> Floats:
        """The expected steps from each set that is not over; not a number where the goal cannot be reached."""
        totals: Floats = np.empty(sets.start.size)
        depth, bound = search_bounds.FOREVER, search_bounds.INFINITE
        search.search_many(self._law, self._store.memo, search.PLAIN, sets, self._actions, depth, bound, totals)
        totals[totals >= search_bounds.INFINITE / 2] = np.nan
        return totals / set_weights(self._law.weights, sets)

    def steps(self, indices: Ints) -> float:
        """The same of one set, its candidates in any order."""
        cands = indices[np.argsort(self._rank[indices])].astype(np.int32)
        key = np.bitwise_xor.reduce(self.salt[cands], axis=0)[None]
        one: Ints = np.zeros(1, np.int32)
        return float(self.of(SetList(cands, one, one + cands.size, key))[0])

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """Work out a set that permutations leave as it is: the search above the kernels tries one action of those that
        are alike, which saves much."""
        here = replace(self._problem, law=self._law, cands=frozen(cands.copy()))
        if cands.size < FEW or not group or self._store.known(here, cands, search_bounds.FOREVER)[1] >= 0:
            return
        best = BranchAndBound(here, group, UNLIMITED.start(), store=self._store).run()
        if best.exact:
            self.keep(cands, best.upper, best.action)

    def keep(self, cands: Ints, total: float, action: int) -> None:
        """Remember what is known of a set: its total, and what the best tree asks there."""
        if cands.size > 2:
            self._store.keep(self._problem, cands, search_bounds.FOREVER, total, action)


def set_weights(weights: Floats, sets: SetList) -> Floats:
    """The weight of each set."""
    if not sets.size.size:
        return np.empty(0)
    return np.add.reduceat(weights[sets.order[members(sets.start, sets.size)]], np.cumsum(sets.size) - sets.size)
