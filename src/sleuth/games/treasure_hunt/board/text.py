"""Treasure hunt: the cells, as dark as they are likely."""

from __future__ import annotations

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.games.treasure_hunt.rules import TreasureHunt
from sleuth.kernels.arrays import Floats
from sleuth.show.ink import shade
from sleuth.show.number_line import lines, shares, squeeze
from sleuth.show.steps import stages, steps

NAMED = 12
"""Up to so many columns, each cell shows its number."""
MAX_SIGNS = (30, 72)
"""The rows and columns of the largest drawing; larger grids are drawn in neighbourhoods."""


def board(game: TreasureHunt, info: InformationSet, secret: Secret | None) -> RenderableType:
    """A line of cells for each step; for questions about rows and columns, the grid."""
    if game.kind != "line":
        return lines(info, game.cells, first=0)
    now = stages(info)[-1]
    if now.left is None:
        return steps(info)
    return Group(steps(info), "", grid(shares(now, game.cells).reshape(game.grid)))


def grid(dark: Floats) -> Text:
    """The cells of a grid, row by row."""
    columns = dark.shape[1]
    if columns > NAMED:
        small = np.apply_along_axis(squeeze, 1, dark, MAX_SIGNS[1])
        small = np.apply_along_axis(squeeze, 0, small, MAX_SIGNS[0])
        return Text("\n".join("".join(map(shade, row)) for row in small))
    width = len(str(dark.size)) + 3
    out = [" " * 5 + "".join(f"{f'c{c + 1}':<{width}}" for c in range(columns)).rstrip()]
    for r, row in enumerate(dark):
        named = (f"{shade(share) * 2 + str(r * columns + c + 1):<{width}}" for c, share in enumerate(row))
        out.append(f"{f'r{r + 1}':<5}" + "".join(named).rstrip())
    return Text("\n".join(out))
