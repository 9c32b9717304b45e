"""Symmetries of a game that declares none, found in its table.

Secrets and actions are coloured by what they have in common, until nothing more can be told apart (colour refinement).
Two secrets of one colour may be alike: one is marked in each of two copies of the table, and where refinement then
tells all secrets apart in both, equal colours name a permutation. It is checked cell by cell, so what is found is true;
what takes more than the given work is left out.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Array
from sleuth.solve.symmetry import SymmetryGroup

WORK = 30_000_000
"""Cells of the table that may be looked at."""
TRIES = 3
"""Secrets that are tried for one that marks did not settle."""

Colours = npt.NDArray[np.uint64]


def discovered(tables: Tables, work: int = WORK) -> SymmetryGroup:
    """The symmetries that can be found within some work; perhaps none, never a wrong one."""
    if tables.codes is None or tables.codes.size * 8 > work:
        return SymmetryGroup(len(tables.actions))
    return _Finder(tables, work).group()


class _Finder:
    def __init__(self, tables: Tables, work: int) -> None:
        assert tables.codes is not None
        self.codes: Array = tables.codes
        self.work = work
        rng = np.random.default_rng(1)
        self.words: Colours = rng.integers(0, 1 << 64, (tables.width, 2), np.uint64)
        weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
        costs = np.broadcast_to(tables.costs, len(tables.actions))
        self.secrets: Colours = _numbers(weights)
        naming = tables.naming
        self.actions: Colours = _numbers(costs) * np.uint64(2) + (tables.named >= 0)
        self.named, self.naming = tables.named, naming
        self.weights, self.costs = weights, costs

    def group(self) -> SymmetryGroup:
        """Generators, from the last mark to the first."""
        number = len(self.actions)
        generators: list[Array] = []
        marks: list[int] = []
        colours = self._refined([])
        while colours is not None and (cell := _first_cell(colours[0])).size:
            reached = {int(cell[0])}
            for other in cell[1:].tolist():
                if other in reached:
                    continue
                permutation = self._map([(m, m) for m in marks] + [(int(cell[0]), other)])
                if permutation is not None:
                    generators.append(permutation)
                reached = self._orbit(int(cell[0]), generators, marks) if permutation is not None else reached
            marks.append(int(cell[0]))
            colours = self._refined(marks)
        return SymmetryGroup(number, np.array(generators, np.int32)) if generators else SymmetryGroup(number)

    def _orbit(self, point: int, generators: list[Array], marks: list[int]) -> set[int]:
        """Where the permutations that leave the marks alone take a secret."""
        number = len(self.actions)
        still = [g for g in generators if all(g[number + m] == number + m for m in marks)]
        seen, todo = {point}, [point]
        while todo:
            x = todo.pop()
            for g in still:
                if (y := int(g[number + x]) - number) not in seen:
                    seen.add(y)
                    todo.append(y)
        return seen

    def _refined(self, marks: list[int]) -> tuple[Colours, Colours] | None:
        """Colours of secrets and actions once some secrets are marked, each with a colour of its own."""
        secrets, actions = self.secrets.copy(), self.actions.copy()
        for k, mark in enumerate(marks):
            secrets[mark] = np.uint64(1_000_003 + k)
        before = -1
        while True:
            self.work -= 2 * self.codes.size
            if self.work < 0:
                return None
            cells = _mixed(self.words[self.codes, 0] + secrets[:, None])
            actions = _mixed(actions + cells.sum(axis=0, dtype=np.uint64))
            cells = _mixed(self.words[self.codes, 1] + actions[None, :])
            secrets = _mixed(secrets + cells.sum(axis=1, dtype=np.uint64))
            classes = np.unique(secrets).size
            if classes == before:
                return secrets, actions
            before = classes

    def _map(self, pairs: list[tuple[int, int]]) -> Array | None:
        """A permutation that takes the first of each pair to the second, or nothing."""
        left, right = self._refined([a for a, _ in pairs]), self._refined([b for _, b in pairs])
        if left is None or right is None:
            return None
        if any(not np.array_equal(np.sort(a), np.sort(b)) for a, b in zip(left, right, strict=True)):
            return None
        cell = _first_cell(left[0])
        if cell.size == 0:
            return self._permutation(left, right)
        others = np.flatnonzero(right[0] == left[0][cell[0]])
        for other in others[:TRIES].tolist():
            permutation = self._map([*pairs, (int(cell[0]), other)])
            if permutation is not None:
                return permutation
        return None

    def _permutation(self, left: tuple[Colours, Colours], right: tuple[Colours, Colours]) -> Array | None:
        number = len(self.actions)
        out = np.empty(number + len(self.secrets), np.int32)
        for here, there, shift in ((left[1], right[1], 0), (left[0], right[0], number)):
            out[shift + np.argsort(here, kind="stable")] = shift + np.argsort(there, kind="stable")
        secrets, actions = out[number:] - number, out[:number]
        same = np.array_equal(self.codes[np.ix_(secrets, actions)], self.codes)
        same = same and np.array_equal(self.weights[secrets], self.weights)
        same = same and np.array_equal(self.costs[actions], self.costs)
        names = self.naming >= 0  # a guess of a secret must go to the guess of its image
        same = same and np.array_equal(self.naming[secrets[names]], actions[self.naming[names]])
        return out if same else None


def _numbers(values: Array) -> Colours:
    """Equal values as equal small numbers."""
    return np.unique(values, return_inverse=True)[1].astype(np.uint64)


def _first_cell(colours: Colours) -> Array:
    """The secrets of the first colour that several have, by the first of them; empty if there is none."""
    _, first, counts = np.unique(colours, return_index=True, return_counts=True)
    several = first[counts > 1]
    return np.flatnonzero(colours == colours[several.min()]) if several.size else np.empty(0, np.int64)


def _mixed(words: Colours) -> Colours:
    """Words of 64 bits, stirred so that sums of them do not fall together."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
