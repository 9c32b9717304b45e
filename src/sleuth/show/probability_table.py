"""An information set drawn as a probability table with named axes (Meng & Lucas, Fig. 2).

For games whose secrets are the cells of a table: which coin and which way it is off, which cell hides the treasure.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.core.offers import axes_of


def probability_rows(info: EnumeratedSet) -> list[list[str]]:
    """The probability of each cell as text, a heading row first: the last axis runs across, the others down."""
    axes = axes_of(info.game)
    if axes is None:
        raise ParameterError(f"{info.game.name} has no axes: its knowledge is not a table")
    chances = np.zeros(len(info.tables.secrets))
    chances[info.indices] = info.shares()[1]
    *down, (across, labels) = axes.items()
    heads = np.indices([len(v) for _, v in down]).reshape(len(down), -1).T if down else np.empty((1, 0), int)
    rows = [["/".join(name for name, _ in down), *(f"{across} {label}" for label in labels)]]
    for head, cells in zip(heads, chances.reshape(-1, len(labels)), strict=True):
        name = "/".join(down[k][1][i] for k, i in enumerate(head))
        rows.append([name, *map(fraction, cells)])
    return rows


def probability_text(info: EnumeratedSet) -> str:
    """The same as lines of text."""
    rows = probability_rows(info)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(f"{c:>{w}}" for c, w in zip(row, widths, strict=True)).rstrip() for row in rows)


def fraction(probability: float) -> str:
    """`1/8` where that is what it is, else three digits."""
    near = Fraction(probability).limit_denominator(1000)
    return str(near) if abs(float(near) - probability) < 1e-12 else f"{probability:.3f}"
