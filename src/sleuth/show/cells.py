"""Treasure hunt: the cells, as dark as they are likely."""

from __future__ import annotations

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.game import Secret
from sleuth.games.treasure_hunt import TreasureHunt
from sleuth.kernels.arrays import Floats
from sleuth.show.drawings import drawing
from sleuth.show.ink import shade
from sleuth.show.line import lines, squeeze
from sleuth.show.steps import steps

NAMED = 12
"""Up to so many columns, each cell shows its number."""
MOST = (30, 72)
"""The rows and columns of the largest drawing; larger grids are drawn in neighbourhoods."""


@drawing(TreasureHunt)
def treasure_hunt(game: TreasureHunt, info: InformationSet, secret: Secret | None) -> RenderableType:
    """A line of cells for each step; for questions about rows and columns, the grid."""
    if game.kind != "line":
        return lines(info, game.cells, first=0)
    masses = np.zeros(game.cells)
    for cell in info.candidates():
        masses[cell] = info.probability(cell)
    return Group(steps(info), "", grid((masses / masses.max()).reshape(game.grid)))


def grid(shares: Floats) -> Text:
    """The cells of a grid, row by row."""
    columns = shares.shape[1]
    if columns > NAMED:
        small = np.apply_along_axis(squeeze, 1, shares, MOST[1])
        small = np.apply_along_axis(squeeze, 0, small, MOST[0])
        return Text("\n".join("".join(map(shade, row)) for row in small))
    width = len(str(shares.size))
    out = [" " * 5 + "".join(f"{f'c{c + 1}':<{width + 4}}" for c in range(columns)).rstrip()]
    for r, row in enumerate(shares):
        named = (f"{shade(share) * 2}{r * columns + c + 1:<{width}}" for c, share in enumerate(row))
        out.append(f"{f'r{r + 1}':<5}" + "  ".join(named).rstrip())
    return Text("\n".join(out))
