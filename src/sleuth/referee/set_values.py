"""The steps that a reference expects from many sets of candidates at once.

`lab.baseline` has the same of one set, and is what these are tested against.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import StuckError
from sleuth.core.progress import silent
from sleuth.kernels import search_memo
from sleuth.kernels.arrays import Floats, Ints, Words
from sleuth.kernels.search import SetList
from sleuth.lab.baseline import MAX_WORK, Baseline, OptimalPlay, StrategyPlay
from sleuth.solve.position_values import MEMO_BYTES, PositionValues, set_weights
from sleuth.solve.symmetry import SymmetryGroup
from sleuth.strategies.gametree import CompiledChooser, TreeLevel, chooser, split

SEED = 20220207
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
    """The fewest expected steps."""

    symmetric = True

    def __init__(self, start: EnumeratedSet, reference: OptimalPlay) -> None:
        self._values = PositionValues(start)
        self.order, self.salt = self._values.order, self._values.salt
        # The start is proved already.
        total = reference.steps(start) * float(np.sum(start.weights))
        self._values.keep(self.order, total, start.tables.action_index(reference.action(start)))

    def of(self, sets: SetList) -> Floats:
        return self._values.of(sets)

    def learn(self, cands: Ints, group: SymmetryGroup) -> None:
        """Work it out with its symmetries."""
        self._values.learn(cands, group)


class StrategyValues:
    """The steps of a one-step rule: the trees of many sets grow together, level by level."""

    symmetric = False  # where actions tie, the order of the game decides: what is alike may come to different ends

    def __init__(self, start: EnumeratedSet, reference: StrategyPlay) -> None:
        self._start, self._tables, self._reference = start, start.tables, reference
        self._chooser = chooser(start, reference.strategy)
        self._weights: Floats = np.ones(len(start.tables.secrets)) if start.tables.uniform else start.tables.weights
        self._most = MAX_WORK / len(start.tables.actions)
        self._memo = search_memo.new_memo(MEMO_BYTES // search_memo.ENTRY_BYTES)
        self.order, self.salt = start.indices, _salt(start)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_chooser"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._chooser = chooser(self._start, self._reference.strategy)

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
        masses = set_weights(weights, SetList(order, start, sets.size, sets.keys))
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
            mass = set_weights(weights, SetList(order, children.start, children.size, sets.keys))
            np.add.at(totals, roots[done], depth * mass[done])
            level, roots = TreeLevel(*(of[~done] for of in children)), roots[~done]
        return totals / masses


def _salt(start: EnumeratedSet) -> Words:
    return np.random.default_rng(SEED).integers(0, 1 << 64, (len(start.tables.secrets), 2), np.uint64)


def _each(sets: SetList) -> Iterator[Ints]:
    for first, size in zip(sets.start.tolist(), sets.size.tolist(), strict=True):
        yield sets.order[first : first + size]
