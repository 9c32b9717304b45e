"""The least total of a game whose weights are too fine for the search: exactly, in whole numbers of any size.

The search has rounded weights. What it finds of a set is wrong by less than the steps of a tree there, so an action
whose rounded total is further from the least one cannot be best; of all others the totals are worked out exactly, part
by part. As a rule few are near.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.limit import Clock
from sleuth.kernels import search_bounds
from sleuth.kernels.arrays import Ints
from sleuth.solve.branch_and_bound import GrowingMemo
from sleuth.solve.method import SolveOptions
from sleuth.solve.search_problem import problem
from sleuth.strategies.base import TimeUpError


def exact_least(root: EnumeratedSet, weights: list[int], depth: int, options: SolveOptions, clock: Clock) -> int | None:
    """The least sum of weight times steps over all trees within so many steps that ask nothing in vain; `None` where
    there is none.

    The weights of the tables of `root` must be whole and each within one of some multiple of `weights`. Raise
    `TimeUpError` where the clock runs out.
    """
    search = _ExactLeast(root, weights, options, clock)
    forced = None if options.first is None else root.tables.action_index(options.first)
    return search.least(search.problem.cands, search.problem.actions, depth, forced)


@dataclass
class _ExactLeast:
    root: EnumeratedSet
    weights: list[int]
    options: SolveOptions
    clock: Clock
    known: dict[tuple[int, bytes, bytes], int | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.problem = problem(self.root, only_possible=self.options.only_possible)
        self.store = GrowingMemo(self.options.memory)
        self.exact = [self.weights[row] for row in self.problem.rows.tolist()]

    def least(self, cands: Ints, allowed: Ints, depth: int, forced: int | None = None) -> int | None:
        """The exact least total of a set; `None` where it cannot be settled."""
        whole, law = self.problem, self.problem.law
        if cands.size == 1:
            if law.name and (depth < 1 or law.naming[cands[0]] not in allowed):
                return None
            return self.exact[int(cands[0])] if law.name else 0
        key = depth, cands.tobytes(), b"" if whole.free else allowed.tobytes()
        if key in self.known:
            return self.known[key]
        if self.clock.spent():
            raise TimeUpError
        best: int | None = None
        for action in self._near(cands, allowed, depth, forced):
            total = self._after(cands, action, allowed, depth)
            if total is not None and (best is None or total < best):
                best = total
        self.known[key] = best
        return best

    def _near(self, cands: Ints, allowed: Ints, depth: int, forced: int | None) -> Iterator[int]:
        """The actions that may be best, one of those that every candidate answers alike."""
        whole, law = self.problem, self.problem.law
        tried = whole.tried(cands, allowed) if forced is None else np.array([forced], np.int32)
        total = self.store.least(whole, cands, allowed, depth, search_bounds.INFINITE, top=tried)
        if total >= search_bounds.INFINITE:
            return
        most = total + 2.0 * cands.size * min(cands.size, depth) + 0.5
        tried = tried[whole.scan(cands, tried, depth) < most]
        columns = law.codes[np.ix_(cands, tried)].T.astype(np.int32)
        wins = np.where(np.isin(law.named[tried], cands), law.named[tried], -1) if law.name else np.zeros(tried.size)
        _, firsts = np.unique(np.column_stack([columns, wins.astype(np.int32)]), axis=0, return_index=True)
        for action in tried[np.sort(firsts)].tolist():
            if self._rounded(cands, action, allowed, depth, most) < most:
                yield action

    def _rounded(self, cands: Ints, action: int, allowed: Ints, depth: int, most: float) -> float:
        """The least rounded total with an action asked next, if it is below a bound; else something that is not."""
        whole, below = self.problem, _below(depth)
        parts = [(code, part, whole.by_size(part, below)) for code, part in whole.parts(cands, action)]
        total = float(whole.law.weights[cands].sum()) + sum(lower for _, _, lower in parts)
        for code, part, lower in sorted(parts, key=lambda item: item[1].size):
            if total >= most or part.size == cands.size:
                return search_bounds.INFINITE
            if part.size > 1:
                left = whole.narrowed(whole.actions if whole.free else allowed, action, code)
                total += self.store.least(whole, part, left, below, most - (total - lower)) - lower
        return total

    def _after(self, cands: Ints, action: int, allowed: Ints, depth: int) -> int | None:
        """The exact least total with an action asked next."""
        total: int = sum(self.exact[secret] for secret in cands.tolist())
        for code, part in self.problem.parts(cands, action):
            least = self.least(part, self.problem.narrowed(allowed, action, code), _below(depth))
            if least is None:
                return None
            total += least
        return total


def _below(depth: int) -> int:
    return depth if depth == search_bounds.FOREVER else depth - 1
