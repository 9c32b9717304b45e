"""Hidden numbers: a line for each step, dark where the number may be."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.text import listing
from sleuth.kernels.arrays import Floats, ranges_in
from sleuth.show.ink import shade
from sleuth.show.steps import StepRow, steps
from sleuth.show.words import lies_name

WIDTH = 36
MAX_RANGES = 20
"""So many ranges of numbers are named."""
APART = 3
"""From this many signs a number on, numbers stand apart and are all named."""


def ruler(number: int) -> str:
    """The heading of a line of 1 to `number`: every number where there is room, else the ends."""
    each = _each(number)
    if each >= APART:
        return "".join(f"{n:<{each}}" for n in range(1, number + 1)).rstrip()
    width = each * min(number, WIDTH)
    return "1" + str(number).rjust(width - 1)


def strip(stage: StepRow, number: int) -> Text:
    """The line after a step; numbers that share a sign make it as dark as they are on average."""
    if stage.left is None:
        return Text()
    each = _each(number)
    gap = each >= APART
    return Text("".join(shade(share) * (each - gap) + " " * gap for share in squeeze(shares(stage, number), WIDTH)))


def shares(stage: StepRow, number: int) -> Floats:
    """How likely each number was after a step, the likeliest as 1."""
    out = np.zeros(number)
    if stage.left is not None and stage.weights is not None:
        out[stage.left] = stage.weights / stage.weights.max()
    return out


def squeeze(values: Floats, most: int) -> Floats:
    """The values, or the means of so many neighbourhoods of them."""
    if values.size <= most:
        return values
    edges = np.linspace(0, values.size, most + 1).astype(int)
    means: Floats = np.add.reduceat(values, edges[:-1]) / np.diff(edges)
    return means


def runs(numbers: Iterable[int]) -> str:
    """`1-4, 7, 9-12`."""
    parts: list[list[int]] = []
    for n in numbers:
        if parts and n == parts[-1][1] + 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return listing([str(a) if a == b else f"{a}-{b}" for a, b in parts])


def _each(number: int) -> int:
    return max(1, min(5, WIDTH // number))


def lines(info: InformationSet, number: int, first: int = 1) -> RenderableType:
    """A line a step for a game whose secrets are so many numbers from `first` on."""
    listed = info.table() is not None
    table = steps(info, lambda stage: strip(stage, number), ruler(number)) if listed else steps(info)
    if counted := by_lies(info, 1):
        return Group(table, *counted)
    return Group(table, Text(f"still possible: {runs(s - first + 1 for s in info.candidates())}"))


def by_lies(info: InformationSet, first: int) -> list[Text]:
    """A line for each number of lies: which numbers take so many, where the lowest is written `first`."""
    taken = info.lies_taken()
    if taken is None:
        return []
    lines = []
    for lies in range(len(info.kinds)):
        numbers = taken[0][taken[1] == lies] + first
        ranges = ranges_in(numbers) if numbers.size else ()
        named = [str(low) if low == high else f"{low}-{high}" for low, high in ranges]
        lines.append(Text(f"possible with {lies_name(lies)}: {listing(named, MAX_RANGES) or 'none'}"))
    return lines
