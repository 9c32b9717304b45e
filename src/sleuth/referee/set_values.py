"""The steps that a reference expects from many sets of candidates at once.

`lab.baseline` has the same of one set, and is what these are tested against.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import StuckError
from sleuth.core.limit import UNLIMITED
from sleuth.core.progress import silent
from sleuth.kernels import search, search_bounds, search_memo
from sleuth.kernels.arrays import Floats, Ints, Words, frozen
from sleuth.kernels.search import SetList
from sleuth.lab.baseline import MAX_WORK, Baseline, OptimalPlay, StrategyPlay
from sleuth.solve.branch_and_bound import ENTRY_BYTES, BranchAndBound, GrowingMemo, new_memo
from sleuth.solve.search_problem import problem
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.strategies.gametree import CompiledChooser, TreeLevel, chooser, members, split

MEMO_BYTES = 1 << 27
"""Memory for the values of sets."""
SEED = 20220207
SYMMETRIC = 48
"""From so many candidates on, it pays to look for actions that are alike."""
LEVEL_CANDIDATES = 1 << 16
"""Candidates of sets whose trees grow together."""


class SetValues(Protocol):
    """The steps that a reference expects."""

    salt: Words
    """Two random words for each secret, which keys of sets are made of."""
    order: Ints
    """The candidates at the start, in the order in which sets must have them."""
    symmetric: bool
    """Whether sets that are alike have the same value."""

    def of(self, sets: SetList) -> Floats:
        """The expected steps from each set that is not over; not a number where nobody knows."""
        ...

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """Work out a set that permutations leave as it is, for which that saves much."""
        ...


def set_values(start: EnumeratedSet, reference: Baseline | None) -> SetValues:
    """The values of a reference; of nobody, where there is none."""
    if isinstance(reference, OptimalPlay):
        return OptimalValues(start, reference)
    if isinstance(reference, StrategyPlay):
        return StrategyValues(start, reference)
    return NoValues(start)


class NoValues:
    """Nobody's steps are known."""

    symmetric = True

    def __init__(self, start: EnumeratedSet) -> None:
        self.order, self.salt = start.indices, _salt(start)

    def of(self, sets: SetList) -> Floats:
        return np.full(sets.start.size, np.nan)

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """There is nothing to learn."""


class OptimalValues:
    """The fewest expected steps, by the kernels of the exact search over one memo for all sets."""

    symmetric = True

    def __init__(self, start: EnumeratedSet, reference: OptimalPlay) -> None:
        self._problem = whole = problem(start)
        # Sets of light secrets are far from what counts as nothing beside all of them: rounding is all that is left.
        self._law = whole.law._replace(slack=0.0)
        self._store = GrowingMemo(MEMO_BYTES, start.size)
        self._actions: Ints = np.array(whole.actions, np.int32)
        self.order, self.salt = whole.cands, self._law.salt
        # The start is proved already.
        self._keep(whole.cands, reference.steps(start) * whole.mass, start.tables.action_index(reference.action(start)))

    def of(self, sets: SetList) -> Floats:
        self._store.make_room()
        totals: Floats = np.empty(sets.start.size)
        search.search_many(
            self._law, self._store.memo, sets, self._actions, search_bounds.FOREVER, search_bounds.INFINITE, False,
            totals,
        )  # fmt: skip
        totals[totals >= search_bounds.INFINITE / 2] = np.nan
        return totals / _sums(self._law.weights, sets)

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """The search above the kernels tries one action of those that are alike."""
        place = search_memo.look_up(self._store.memo, *self._key(cands))
        if cands.size < SYMMETRIC or not group or (place >= 0 and self._store.memo.action[place]):
            return
        here = replace(self._problem, law=self._law, cands=frozen(cands.copy()))
        above = BranchAndBound(here, group, UNLIMITED.start(), memory=0)
        above.stores = [self._store]  # what is known of any set serves all of them
        best = above.settle()
        if best.exact:
            self._keep(cands, best.upper, best.action)

    def _keep(self, cands: Ints, total: float, action: int) -> None:
        self._store.make_room()
        if cands.size > 2:
            search_memo.remember(self._store.memo, *self._key(cands), cands.size, total, action)

    def _key(self, cands: Ints) -> tuple[np.uint64, np.uint64]:
        salt = self.salt[self._law.weights.size + search_bounds.FOREVER]
        key = np.bitwise_xor.reduce(self.salt[cands], axis=0) ^ salt
        return key[0], key[1]


class StrategyValues:
    """The steps of a one-step rule: the trees of many sets grow together, level by level."""

    symmetric = False  # where actions tie, the order of the game decides: what is alike may come to different ends

    def __init__(self, start: EnumeratedSet, reference: StrategyPlay) -> None:
        self._tables, self._reference = start.tables, reference
        self._chooser = chooser(start, reference.strategy)
        self._weights: Floats = np.ones(len(start.tables.secrets)) if start.tables.uniform else start.tables.weights
        self._most = MAX_WORK / len(start.tables.actions)
        self._memo = new_memo(MEMO_BYTES // ENTRY_BYTES)
        self.order, self.salt = start.indices, _salt(start)

    def of(self, sets: SetList) -> Floats:
        values: Floats = np.empty(sets.start.size)
        search_memo.look_up_many(self._memo, sets.keys, values)
        unknown = np.flatnonzero(np.isnan(values) & (sets.size <= self._most))
        number = np.cumsum(sets.size[unknown], dtype=np.int64) // LEVEL_CANDIDATES
        for batch in np.split(unknown, np.flatnonzero(np.diff(number)) + 1) if unknown.size else ():
            some = SetList(sets.order, sets.start[batch], sets.size[batch], sets.keys[batch])
            values[batch] = self._grown(some)
            search_memo.remember_many(self._memo, some.keys, some.size, values[batch])
        return values

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """A tree takes as long with symmetries as without."""

    def _grown(self, sets: SetList) -> Floats:
        """The steps from sets that are not known yet."""
        try:
            if isinstance(self._chooser, CompiledChooser):
                return self._together(self._chooser, sets)
        except StuckError:
            pass  # one of them; by itself each shows which
        return np.array([self._alone(cands) for cands in _each(sets)])

    def _alone(self, cands: Ints) -> float:
        try:
            return self._reference.steps(EnumeratedSet(self._tables, cands))
        except StuckError:
            return float("nan")

    def _together(self, compiled: CompiledChooser, sets: SetList) -> Floats:
        """`strategies.gametree.grow` for many sets at once."""
        tables, weights = self._tables, self._weights
        order: Ints = np.concatenate(list(_each(sets)))
        start = (np.cumsum(sets.size) - sets.size).astype(np.int32)
        level, roots = TreeLevel(start, sets.size, start, start), np.arange(start.size)
        masses = _sums(weights, SetList(order, start, sets.size, sets.keys))
        totals: Floats = np.zeros(start.size)
        depth = 0
        while level.start.size:
            chosen = compiled.choose(order, level, depth, silent)
            children = split(tables, order, level, chosen)
            won = children.feedback == tables.winning[chosen[children.parent]]
            done = children.size == 1 if tables.game.goal.knows else won
            if (~done & (children.size == level.size[children.parent])).any():
                raise StuckError(f"the strategy asks at {tables.game} what tells nothing")
            depth += 1
            roots = roots[children.parent]
            mass = _sums(weights, SetList(order, children.start, children.size, sets.keys))
            np.add.at(totals, roots[done], depth * mass[done])
            level, roots = TreeLevel(*(of[~done] for of in children)), roots[~done]
        return totals / masses


def _salt(start: EnumeratedSet) -> Words:
    return np.random.default_rng(SEED).integers(0, 1 << 64, (len(start.tables.secrets), 2), np.uint64)


def _each(sets: SetList) -> Iterator[Ints]:
    for first, size in zip(sets.start.tolist(), sets.size.tolist(), strict=True):
        yield sets.order[first : first + size]


def _sums(weights: Floats, sets: SetList) -> Floats:
    """The weight of each set."""
    if not sets.size.size:
        return np.empty(0)
    return np.add.reduceat(weights[sets.order[members(sets.start, sets.size)]], np.cumsum(sets.size) - sets.size)
