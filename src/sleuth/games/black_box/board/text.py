"""Black Box: the ports, what came out of them, and what is certain of the cells."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from string import ascii_lowercase

import numpy as np
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from sleuth.belief.base import InformationSet
from sleuth.core.history import History
from sleuth.games.black_box.rules import BlackBox, Layout
from sleuth.show.ink import colour
from sleuth.show.steps import steps

MAX_SIZE = 22
"""A larger box is wider than a terminal."""
MAX_CANDIDATES = 20_000
"""With more of them hardly a cell is certain."""
PAIRS = ascii_lowercase + "αβγδεζηθικλμνξοπρστυφχψω"
ATOM, EMPTY, UNKNOWN = "●", "·", "?"


def board(game: BlackBox, info: InformationSet, secret: Layout | None) -> RenderableType:
    """The box beside its steps."""
    if game.size > MAX_SIZE:
        return steps(info)
    layouts = possible_layouts(game, info)
    cells = known(game, layouts) if layouts else UNKNOWN * game.size**2
    if secret is not None:
        cells = "".join(ATOM if place in secret else sign for place, sign in enumerate(cells))
    legend = [f"{ATOM} atom   {EMPTY} empty   {UNKNOWN} open   H hit   R reflect   a,b,c the two ends of a ray"]
    if info.size == 1 and len(layouts) > 1:
        shown = "; ".join([*map(game.format_secret, layouts[:4]), *["..."] * (len(layouts) > 4)])
        legend.append(f"No ray tells these {len(layouts)} layouts apart: {shown}")
    return Group(
        Columns([box(game, port_marks(info.history), cells), steps(info, bars=False)], padding=(0, 4)),
        Text("\n".join(legend), "dim"),
    )


def port_marks(history: History) -> dict[int, str]:
    """The sign at each port that was asked or that a ray left from: H, R, or the letter of the ray."""
    rays: dict[frozenset[int], str] = {}
    marks: dict[int, str] = {}
    for port, answer in history:
        if isinstance(answer, int):
            letter = rays.setdefault(frozenset((port, answer)), PAIRS[len(rays) % len(PAIRS)])
            marks |= {port: letter, answer: letter}
        else:
            marks[port] = str(answer)[0].upper()
    return marks


def known(game: BlackBox, layouts: list[Layout]) -> str:
    """A sign for each cell: an atom in every layout, in none, or in some."""
    counts = np.bincount(list(chain.from_iterable(layouts)), minlength=game.size**2)
    return "".join(ATOM if n == len(layouts) else UNKNOWN if n else EMPTY for n in counts.tolist())


def possible_layouts(game: BlackBox, info: InformationSet) -> list[Layout]:
    """Every layout that is still possible, not only those that stand for others; none where they are too many."""
    if info.size > MAX_CANDIDATES:
        return []
    left = info.candidates()
    if all(game.prior(secret) == 1 for secret in left):
        return left
    if comb(game.size**2, game.atoms) - len(game.secrets()) > MAX_CANDIDATES:
        return []
    twins = _twins(game)
    return list(chain.from_iterable((secret, *twins.get(secret, ())) for secret in left))


@lru_cache(maxsize=4)
def _twins(game: BlackBox) -> dict[Layout, list[Layout]]:
    """The layouts that another one stands for, under that one."""
    secrets, twins = set(game.secrets()), defaultdict(list)
    for layout in combinations(range(game.size**2), game.atoms):
        if layout not in secrets:
            twins[game.representative(layout)].append(layout)
    return dict(twins)


def box(game: BlackBox, marks: dict[int, str], cells: str) -> Text:
    """The grid in its frame; ports run clockwise from the top left."""
    n, width = game.size, 4 if game.size <= 7 else 3
    top, right = range(1, n + 1), range(n + 1, 2 * n + 1)
    bottom, left = range(3 * n, 2 * n, -1), range(4 * n, 3 * n, -1)
    out = Text(no_wrap=True)

    def sign(port: int) -> Text:
        mark = marks.get(port, " ")
        return Text(mark, f"bold {colour(PAIRS.index(mark))}" if mark in PAIRS else "bold")

    def numbers(ports: range) -> None:
        out.append(" " * 6 + "".join(f"{port:^{width}}" for port in ports).rstrip() + "\n", "dim")

    def signs(ports: range) -> None:
        out.append(" " * 6)
        for port in ports:
            out.append(" " * ((width - 1) // 2)).append_text(sign(port)).append(" " * (width // 2))
        out.append("\n")

    numbers(top)
    signs(top)
    out.append(" " * 5 + "┌" + "─" * (n * width) + "┐\n", "dim")
    for row in range(n):
        out.append(f"{left[row]:>3} ", "dim").append_text(sign(left[row])).append("│", "dim")
        for cell in cells[row * n : (row + 1) * n]:
            out.append(f"{cell:^{width}}", {ATOM: "bold", EMPTY: "dim"}.get(cell, ""))
        out.append("│", "dim").append_text(sign(right[row])).append(f" {right[row]}\n", "dim")
    out.append(" " * 5 + "└" + "─" * (n * width) + "┘\n", "dim")
    signs(bottom)
    numbers(bottom)
    out.right_crop()
    return out
