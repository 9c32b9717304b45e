"""A detective's notebook: who may hold which card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.steps import EDGE, percent, shade

NAME = 112.0
ROW = 26.0
LEAST = 38.0
HEAD = 30.0

Row = tuple[str, Mapping[str, float]]
"""A card, and how likely each holder has it; a row without holders is a heading."""


def svg_notebook(rows: Sequence[Row], title: str = "Detective's notebook") -> str:
    """A grid of cards and holders: a tick where it is certain, a cross where it is impossible, else the chance."""
    holders = list(dict.fromkeys(holder for _, chances in rows for holder in chances))
    wide = max(LEAST, (WIDTH - 2 * EDGE - NAME) / max(1, len(holders)))
    canvas = Canvas(title, _words(rows), 2 * EDGE + NAME + wide * max(1, len(holders)))
    two = any(text_width(holder, 12) > wide - 4 for holder in holders)  # names in two lines, by turns
    for column, holder in enumerate(holders):
        x, low = EDGE + NAME + wide * (column + 0.5), two and column % 2 == 0
        canvas.text(x, 18 + 16 * low, holder, 12, "paper", width=wide * (1 + two) - 4)
    y = HEAD + 16 * two
    for card, chances in rows:
        if not chances:
            canvas.text(EDGE, y + ROW / 2 + 2, card, 13, "soft", "bold", width=canvas.width - 2 * EDGE)
            y += ROW
            continue
        canvas.text(EDGE, y + ROW / 2, card, 12.5, "paper", "", width=NAME - 4)
        for column, holder in enumerate(holders):
            if holder in chances:
                _cell(canvas, EDGE + NAME + wide * column, y, wide, float(chances[holder]))
        y += ROW
    canvas.reach(y + 8)
    return canvas.svg()


def _cell(canvas: Canvas, x: float, y: float, wide: float, chance: float) -> None:
    middle_x, middle_y = x + wide / 2, y + ROW / 2
    if chance == 1:
        canvas.rect(x + 1, y + 1, wide - 2, ROW - 2, "right", "quiet", r=3)
        canvas.path(f"M{middle_x - 7:g} {middle_y:g}l5 6l9 -12", "", "on-dark", 3)
        return
    surface = shade(canvas, x + 1, y + 1, wide - 2, ROW - 2, chance)
    if chance > 0:
        canvas.text(middle_x, middle_y, percent(chance), 12, surface, width=wide - 2)


def _words(rows: Sequence[Row]) -> str:
    texts = []
    for card, chances in rows:
        likely = [f"{holder} {percent(float(p))}" for holder, p in chances.items() if p > 0]
        texts.append(f"{card}: {', '.join(likely) or 'nobody'}." if chances else f"{card}.")
    return " ".join(texts)
