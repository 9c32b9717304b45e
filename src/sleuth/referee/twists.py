"""Permutations that take an action to the first of those that are alike, for the graph of many plays."""

from __future__ import annotations

import numpy as np

from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array, Ints
from sleuth.kernels.play_steps import Twists
from sleuth.solve.position_symmetry import game_group
from sleuth.solve.symmetry import SymmetryGroup

MAX_BYTES = 1 << 27
"""Memory for permutations; what does not fit is left as it is."""
MAX_POINTS = np.iinfo(np.int16).max
"""Actions and secrets that permutations are made of, together; where there are more, nothing counts as alike."""
FEW_CELLS = 50_000
"""Cells of a table up to which every set is soon met, and symmetries only take time."""


class TwistTable:
    """The permutations that are in use, each once. Number 0 changes nothing."""

    def __init__(self, tables: Tables, symmetric: bool) -> None:
        self._actions, self._secrets = len(tables.actions), len(tables.secrets)
        size = self._actions + self._secrets
        self.group = SymmetryGroup(self._actions)
        if size > MAX_POINTS:
            size = 0  # the one that changes nothing is never looked up
        elif symmetric and self._actions * self._secrets > FEW_CELLS:
            self.group = game_group(tables)
        self._most = MAX_BYTES // (2 * max(1, size))
        self._numbers = {np.arange(size, dtype=np.int16).tobytes(): 0}
        self._images: Array = np.arange(size, dtype=np.int16)[None]
        self._rows: list[Ints] = []
        self.groups: list[SymmetryGroup] = []
        """The group of each row."""
        self.twists = self._arrays()

    def row(self, group: SymmetryGroup) -> int:
        """The number of a new row: for each action, the permutation of a group that takes it to its like."""
        row: Ints = np.zeros(self._actions, np.int32)
        for action in range(self._actions) if group else ():
            if (member := group.to_first(action)) is not None:
                row[action] = self._number(member.astype(np.int16))
        self._rows.append(row)
        self.groups.append(group)
        self.twists = self._arrays()
        return len(self._rows) - 1

    def _number(self, permutation: Array) -> int:
        key = permutation.tobytes()
        if key not in self._numbers and len(self._numbers) < self._most:
            number = self._numbers[key] = len(self._numbers)
            if number == len(self._images):
                self._images = np.concatenate([self._images, np.zeros_like(self._images)])
            self._images[number] = permutation
        return self._numbers.get(key, 0)

    def _arrays(self) -> Twists:
        rows = np.array(self._rows, np.int32).reshape(-1, self._actions)
        images = self._images[: len(self._numbers)]
        secrets = images[:, self._actions :].astype(np.int32) - self._actions
        return Twists(
            row=rows,
            actions=np.ascontiguousarray(images[:, : self._actions]),
            secrets=np.ascontiguousarray(secrets, np.int16),
        )
