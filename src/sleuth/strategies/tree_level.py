"""The nodes of one depth of a game tree, and who chooses their actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.progress import Progress
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Ints


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

    def begin(self, root: EnumeratedSet) -> None:
        """Told of the set that a tree grows from."""

    @abstractmethod
    def choose(self, order: Ints, level: TreeLevel, depth: int, progress: Progress) -> Ints:
        """The action of each node, by number."""

    @abstractmethod
    def split(self, chosen: Ints, children: TreeLevel) -> None:
        """Told of the nodes that a level's actions lead to; their parents are numbers of nodes of that level."""


def members(start: Ints, size: Ints) -> Ints:
    """The places of the candidates of some nodes, one node after the other."""
    return np.arange(int(size.sum()), dtype=np.int32) + np.repeat(start - before(size), size).astype(np.int32)


def before(size: Ints) -> Ints:
    """How many candidates the nodes before each node have."""
    return (np.cumsum(size) - size).astype(np.int32)
