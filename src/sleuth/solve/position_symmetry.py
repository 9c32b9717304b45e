"""Symmetries of a position: what is left of those of the game once some questions were answered."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.declared_symmetry import declares
from sleuth.core.offers import constrained
from sleuth.core.tables import Tables
from sleuth.solve.symmetry import SymmetryGroup, declared
from sleuth.solve.symmetry_search import discovered

FEW = 48
"""Of fewer candidates than this, a search is done sooner than their symmetries are found."""
_groups: WeakKeyDictionary[Tables, SymmetryGroup] = WeakKeyDictionary()


def game_group(tables: Tables) -> SymmetryGroup:
    """The symmetries of a game, declared or found; none where earlier answers restrict what may be asked."""
    if tables.codes is None or constrained(tables.game):
        return SymmetryGroup(len(tables.actions))
    if tables not in _groups:
        _groups[tables] = declared(tables) if declares(tables.game) else discovered(tables)
    return _groups[tables]


def keep_group(tables: Tables, group: SymmetryGroup) -> None:
    """Say what the symmetries of some tables are, where they are known from others that differ in weights alone."""
    _groups[tables] = group


def position_group(root: EnumeratedSet) -> SymmetryGroup:
    """The symmetries of a game that leave the questions of a position and its candidates alone."""
    tables, nothing = root.tables, SymmetryGroup(len(root.tables.actions))
    if not root.history.steps:
        return game_group(tables) if root.size == len(tables.secrets) else nothing
    if root.size < FEW:
        return nothing
    group, info = game_group(tables), EnumeratedSet(tables)
    for action, feedback in root.history:
        after = info.observe(action, feedback)
        assert isinstance(after, EnumeratedSet)
        info, group = after, group.fixing(tables.action_index(action)).keeping(after.indices)
    return group if np.array_equal(info.indices, root.indices) else nothing


def standard_position(root: EnumeratedSet) -> EnumeratedSet:
    """The position that a symmetry makes of this one, so that its first question is the first of all that are alike.

    The steps that it takes are the same. A small one stays as it is.
    """
    tables = root.tables
    if not root.history.steps or root.size < FEW:
        return root
    member = game_group(tables).to_first(tables.action_index(root.history.steps[0].action))
    if member is None:
        return root
    number = len(tables.actions)
    image = np.array([member[number + root.indices[0]] - number], np.int32)
    info = EnumeratedSet(tables)
    for action, _ in root.history:
        moved = int(member[tables.action_index(action)])
        answer = tables.feedbacks.value(int(tables.column(moved, image)[0]))
        after = info.observe(tables.actions[moved], answer)
        assert isinstance(after, EnumeratedSet)
        info = after
    return info
