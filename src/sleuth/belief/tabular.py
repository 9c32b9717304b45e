"""The information set as a probability table with named axes (Meng & Lucas, Fig. 2).

For games whose secrets are the cells of a table and whose knowledge stays one: which coin and which way it is off,
which cell hides the treasure. The table is updated cell by cell, and is what a person is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

from sleuth.belief.base import InformationSet
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.game import Action, Feedback
from sleuth.core.history import History
from sleuth.core.offers import axes_of
from sleuth.core.tables import Tables
from sleuth.kernels.arrays import Floats, Ints
from sleuth.measures.shannon import shannon


class TabularSet(EnumeratedSet):
    """Probabilities in a table whose axes the game names."""

    def __init__(
        self, tables: Tables, table: Floats | None = None, history: History | None = None, legal: Ints | None = None
    ) -> None:
        axes = axes_of(tables.game)
        if axes is None:
            raise ParameterError(
                f"{tables.game.name} has no axes: its knowledge is not a table; use the enumerated set"
            )
        shape = tuple(map(len, axes.values()))
        if int(np.prod(shape)) != len(tables.secrets):
            raise ParameterError(
                f"{tables.game}: the axes make {np.prod(shape)} cells for {len(tables.secrets)} secrets"
            )
        if table is None:
            weights = np.ones(len(tables.secrets)) if tables.uniform else tables.weights
            table = (weights / weights.sum()).reshape(shape)
        self.chances: Floats = table
        """The probability of each cell."""
        self.axes = {name: tuple(labels) for name, labels in axes.items()}
        self.chances.flags.writeable = False
        super().__init__(tables, np.flatnonzero(table).astype(np.int32), history, legal)

    @property
    def row_weights(self) -> Floats:
        return np.empty(0) if self.tables.uniform else self.chances.reshape(-1)

    @property
    def entropy(self) -> float:
        return float(shannon(self.chances.reshape(-1)))

    def _after(self, action: Action, feedback: Feedback) -> InformationSet | None:
        every = np.arange(len(self.tables.secrets), dtype=np.int32)
        column = self.tables.column(self.tables.action_index(action), every).reshape(self.chances.shape)
        table = np.where(column == self.tables.feedback_code(feedback), self.chances, 0.0)
        total = table.sum()
        if total == 0.0:
            return None
        return TabularSet(
            self.tables, table / total, self.history.add(action, feedback), self._legal_after(action, feedback)
        )

    def rows(self) -> list[list[str]]:
        """The table as text, a heading row first."""
        return table_rows(self.axes, self.chances)

    def __str__(self) -> str:
        rows = self.rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  ".join(f"{c:>{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in rows)
        return "\n".join(lines)


def table_rows(axes: Mapping[str, Sequence[str]], chances: Floats) -> list[list[str]]:
    """Chances as text, a heading row first: the last axis runs across, the others down."""
    *down, (across, labels) = axes.items()
    grid = chances.reshape(-1, len(labels))
    heads = np.indices([len(v) for _, v in down]).reshape(len(down), -1).T if down else np.empty((1, 0), int)
    out = [["/".join(name for name, _ in down), *(f"{across} {label}" for label in labels)]]
    for head, cells in zip(heads, grid, strict=True):
        name = "/".join(down[k][1][i] for k, i in enumerate(head))
        out.append([name, *map(fraction, cells)])
    return out


def fraction(probability: float) -> str:
    """`1/8` where that is what it is, else three digits."""
    near = Fraction(probability).limit_denominator(1000)
    return str(near) if abs(float(near) - probability) < 1e-12 else f"{probability:.3f}"
