"""The nodes of one depth of a game tree, and who chooses their actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.progress import Progress
from sleuth.core.tables import Tables
from sleuth.kernels import tree_walk
from sleuth.kernels.arrays import Ints, frozen


class TreeLevel(NamedTuple):
    """The nodes of one depth: segments of the order, and how each was reached."""

    start: Ints
    size: Ints
    parent: Ints
    feedback: Ints


class Chooser(ABC):
    """Chooses the actions of a whole level."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def begin(self, root: EnumeratedSet) -> None:  # noqa: B027
        """Told of the set that a tree grows from; most do not mind."""

    @abstractmethod
    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        """The action of each node, by number."""

    @abstractmethod
    def split(self, chosen: Ints, children: TreeLevel) -> None:
        """Told of the nodes that a level's actions lead to; their parents are numbers of nodes of that level."""


class NodePools(NamedTuple):
    """Which actions the nodes of a level are to be asked: the first of each kind that is alike there."""

    lists: list[Ints]
    """Actions in order."""
    which: Ints
    """The list of each node; -1 where all actions count."""

    @classmethod
    def everything(cls, nodes: int) -> NodePools:
        """All actions in every node."""
        return cls([], np.full(nodes, -1, np.int32))

    def sizes(self, actions: int) -> Ints:
        """How many actions each node has; `actions` are all of them."""
        return np.array([*map(len, self.lists), actions], np.int32)[self.which]

    def joined(self, nodes: Ints) -> tree_walk.ActionPools:
        """The lists of some nodes, as the kernels read them."""
        numbers = np.concatenate([*self.lists, np.empty(0, np.int32)]).astype(np.int32)
        size = np.array([*map(len, self.lists), 0], np.int32)
        return tree_walk.ActionPools(frozen(numbers), before(size)[self.which[nodes]], size[self.which[nodes]])


def members(start: Ints, size: Ints) -> Ints:
    """The places of the candidates of some nodes, one node after the other."""
    return np.arange(int(size.sum()), dtype=np.int32) + np.repeat(start - before(size), size).astype(np.int32)


def before(size: Ints) -> Ints:
    """How many candidates the nodes before each node have."""
    return (np.cumsum(size) - size).astype(np.int32)
