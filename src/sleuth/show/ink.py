"""Colours and marks that the drawings share. Nothing is said by colour alone."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table
from rich.text import Text

PALETTE = ("#e69f00", "#56b4e9", "#1aa37a", "#f2df3a", "#0068a8", "#dd6310", "#cc79a7", "#f4f0ea")
"""Eight colours that most colour-blind people tell apart (after Okabe & Ito 2008), each with a sign of its own."""
FULL, EMPTY = "█", "░"
RULED_OUT = "·"


def ink(text: str, style: str = "") -> Text:
    """Text as it is, never markup; what cannot be printed becomes �."""
    return Text("".join(sign if sign.isprintable() else "�" for sign in text), style)


def table(*heads: str | Text) -> Table:
    """A table without columns' frames; the columns whose heading begins with `>` stand to the right."""
    out = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True, header_style="dim")
    for head in heads:
        right = isinstance(head, str) and head.startswith(">")
        out.add_column(head[1:] if right else head, justify="right" if right else "left", overflow="fold")
    return out


def named_values(rows: Iterable[tuple[str, str]]) -> Table:
    """Names, and the value of each beside it."""
    grid = Table.grid(padding=(0, 2))
    for name, value in rows:
        grid.add_row(Text(name, "dim"), ink(value))
    return grid


def colour(number: int) -> str:
    """The colour of a symbol; past eight they come again."""
    return PALETTE[number % len(PALETTE)]


def shade(share: float) -> str:
    """How dark a share of the darkest is: from `·` for nothing to a full block."""
    if share <= 0:
        return RULED_OUT
    return FULL if share >= 1 - 1e-9 else "░▒▓"[int(share * 3)]


def bar(share: float, width: int) -> str:
    """A share of the width in full blocks: some if there is any, and all only for all."""
    if share <= 0 or share >= 1:
        return FULL * (width if share > 0 else 0)
    return FULL * min(max(1, round(share * width)), max(1, width - 1))
