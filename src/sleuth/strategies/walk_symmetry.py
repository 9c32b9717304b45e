"""Symmetry in the walk of a one-step rule: of actions that are alike at a node only the first is asked.

At the start those are alike that a symmetry of the game takes to each other. Below, the symmetries count that leave
every action asked so far alone and take each candidate to one with the same answers. What is alike has parts of the
same sizes and weights, and so the same score; ties go to the first anyway. So the tree is the same.
"""

from __future__ import annotations

from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.declared_symmetry import declared_permutations, declares
from sleuth.core.tables import Tables
from sleuth.kernels import groups, stabilisers
from sleuth.kernels.arrays import Ints, frozen
from sleuth.strategies.tree_level import NodePools, TreeLevel

WORTH = 1 << 22
"""Cells of a table from which on symmetries are looked for."""
WORTH_BELOW = 1 << 20
"""Cells of the nodes below a node from which on they are looked for there."""
FEW = 8
"""Nodes with so few candidates do not count: what they ask is soon found."""
MAX_MEMBERS = 20_000
"""Of larger groups random members are drawn."""
DRAWS = 8
"""So many members stand for all that leave an action alone: nearly always they generate all of them, and what they
miss costs time and no more."""
BASE = 6
"""Points by which members are told apart, besides those that are asked for."""

_declared: WeakKeyDictionary[Tables, Ints] = WeakKeyDictionary()


class WalkGroup:
    """Permutations of the actions that leave some nodes as they are, and of the secrets after them."""

    def __init__(self, generators: Ints, actions: int) -> None:
        self.generators = generators
        """One a row: the images of the actions, then those of the secrets if these move otherwise."""
        self.actions = actions
        self._base: Ints = np.random.default_rng(1).permutation(generators.shape[1])[:BASE].astype(np.int32)

    @cached_property
    def pool(self) -> Ints:
        """The first action of each orbit."""
        first = groups.orbits(frozen(self.generators), self.actions)
        return np.flatnonzero(first == np.arange(self.actions)).astype(np.int32)

    def fixing(self, asked: Ints) -> list[Ints]:
        """For each of some actions, members that leave it alone."""
        points = np.concatenate([asked, self._base])
        listed = stabilisers.members_of(self.generators, points, MAX_MEMBERS)
        out = []
        for column, action in enumerate(asked.tolist()):
            if listed is None:
                out.append(groups.stabiliser(frozen(self.generators), action, DRAWS))
                continue
            still = 1 + np.flatnonzero(listed.images[1:, column] == action)
            if still.size > DRAWS:
                still = np.random.default_rng(1).permutation(still)[:DRAWS]
            out.append(stabilisers.in_full(self.generators, listed, still.astype(np.int32)))
        return out


class WalkSymmetry:
    """What is alike at the nodes of the level that a walk has come to."""

    def __init__(self, tables: Tables, generators: Ints) -> None:
        self._tables = tables
        self._shift = generators.shape[1] - len(tables.secrets)
        self._groups: list[WalkGroup] = [WalkGroup(generators, len(tables.actions))]
        self._which: Ints = np.zeros(1, np.int32)
        """The group of each node; -1 where nothing is known to be alike."""
        self._answers: Ints = np.full(len(tables.secrets), -1, np.int32)

    @classmethod
    def of(cls, root: EnumeratedSet) -> WalkSymmetry | None:
        """The symmetries at the start of a game that is large enough; `None` elsewhere, or where there are none."""
        tables = root.tables
        cells = len(tables.secrets) * len(tables.actions)
        if cells < WORTH or root.size < len(tables.secrets) or root.legal is not None or not declares(tables.game):
            return None
        if tables not in _declared:
            _declared[tables] = _generators(tables)
        generators = _declared[tables]
        return cls(tables, generators) if len(generators) else None

    def pools(self) -> NodePools:
        """The actions to ask at each node."""
        return NodePools([group.pool for group in self._groups], self._which)

    def split(self, order: Ints, level: TreeLevel, chosen: Ints, children: TreeLevel) -> None:
        """Go on to the nodes that a level's actions lead to."""
        work = np.bincount(children.parent, np.where(children.size > FEW, children.size, 0), level.start.size)
        parents = np.flatnonzero((work * len(self._tables.actions) >= WORTH_BELOW) & (self._which >= 0))
        below: list[WalkGroup] = []
        after: Ints = np.full(level.start.size, -1, np.int32)
        for number in np.unique(self._which[parents]).tolist():
            some = parents[self._which[parents] == number]
            for parent, members in zip(some.tolist(), self._groups[number].fixing(chosen[some]), strict=True):
                cands = order[level.start[parent] : level.start[parent] + level.size[parent]]
                members = self._keeping(members, cands, int(chosen[parent]))
                if len(members):
                    after[parent] = len(below)
                    below.append(WalkGroup(members, len(self._tables.actions)))
        self._groups, self._which = below, after[children.parent]

    def _keeping(self, permutations: Ints, cands: Ints, action: int) -> Ints:
        """Those that take each candidate to one with the same answer to an action."""
        self._answers[cands] = self._tables.column(action, cands)
        kept = np.empty(len(permutations), np.bool_)
        stabilisers.keeps_answers(frozen(permutations), self._shift, frozen(cands), self._answers, kept)
        self._answers[cands] = -1
        moves = (permutations != np.arange(permutations.shape[1], dtype=np.int32)).any(axis=1)
        return np.ascontiguousarray(permutations[kept & moves])


def _generators(tables: Tables) -> Ints:
    """What a game declares, without what would take the name of a secret to something else."""
    number, found = len(tables.actions), []
    for permutation in declared_permutations(tables):
        secrets, actions = permutation[number:] - number, permutation[:number]
        names = tables.naming >= 0
        named = np.where(names, actions[tables.naming], -1)
        if np.array_equal(tables.naming[secrets], named):
            found.append(permutation)
    together = np.array(found, np.int32).reshape(len(found), number + len(tables.secrets))
    same = tables.actions is tables.secrets and np.array_equal(together[:, :number] + number, together[:, number:])
    return np.ascontiguousarray(together[:, :number]) if same else together
