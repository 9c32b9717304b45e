"""What boards share: chips, legends, bars, cells as violet as they are likely."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sleuth.show.svg.canvas import Canvas, text_width
from sleuth.show.svg.palette import heat_step

EDGE = 12.0
"""The margin of every board."""
MAX_ROWS = 12
"""Steps that stand on a board as rows, the last ones."""


def percent(share: float) -> str:
    """`25%`; `<1%` and `>99%` for what is nearly, but not quite, sure."""
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 - 1e-9 else f"{share:.0%}"


def chip(canvas: Canvas, x: float, y: float, text: str, on: str = "card", size: float = 12, most: float = 150) -> float:
    """A word in a frame, its middle at height `y`; how far it reaches."""
    width = min(most, text_width(text, size) + 16)
    canvas.rect(x, y - 10, width, 20, on, "quiet", r=10)
    canvas.text(x + width / 2, y, text, size, on, width=width - 10)
    return x + width


def answer_surface(feedback: object) -> str:
    """Yes and no look different, and say so too."""
    return "right" if feedback is True else "absent" if feedback is False else "card"


def legend(canvas: Canvas, y: float, *notes: str) -> float:
    """Small print under a board, in as many lines as it needs; where it ends."""
    for line in _wrapped("; ".join(notes), canvas.width - 2 * EDGE, 12):
        canvas.text(EDGE, y + 8, line, 12, "soft", "", width=canvas.width - 2 * EDGE)
        y += 16
    return canvas.reach(y + 6)


def key_line(canvas: Canvas, y: float, keys: Sequence[tuple[float, Callable[[float, float], None], str]]) -> float:
    """Signs and what they mean, in the middle of one line; where it ends.

    Each key has the width of its sign, a function that draws it from a left edge and a middle height, and its words.
    """
    space, size = 16.0, 13.0
    x = (canvas.width - sum(wide + 6 + text_width(text, size) for wide, _, text in keys) - space * (len(keys) - 1)) / 2
    for wide, draw, text in keys:
        draw(x, y + 12)
        canvas.text(x + wide + 6, y + 12, text, size, "soft", "")
        x += wide + 6 + text_width(text, size) + space
    return canvas.reach(y + 26)


def _wrapped(text: str, width: float, size: float) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def shade(
    canvas: Canvas, x: float, y: float, width: float, height: float, share: float, low: bool = False,
    ground: str = "heat",
) -> str:  # fmt: skip
    """A cell as violet as a share says, or with a cross for nothing at all; the surface that text on it stands on."""
    if share > 0:
        surface = heat_step(share, ground)
        canvas.rect(x, y, width, height, surface, r=min(7.0, width / 5), more="edge")
        return surface
    surface = "paper" if ground == "heat" else ground
    canvas.rect(x, y, width, height, surface, "" if low else "quiet", r=min(7.0, width / 5), more="edge")
    size = min(width, height) * 0.14
    middle_x, middle_y = x + width / 2, y + (height - size - 3 if low else height / 2)
    for way in (1, -1):
        canvas.line(middle_x - size, middle_y - way * size, middle_x + size, middle_y + way * size, "quiet")
    return surface


def hint_ring(canvas: Canvas, x: float, y: float, width: float, height: float, r: float = 5) -> None:
    """A dashed frame around what the hint would ask."""
    canvas.rect(x - 2, y - 2, width + 4, height + 4, "", "hint", r=r, line=3, more="dashed")


def bar(canvas: Canvas, y: float, bits: float, start: float, text: str = "") -> float:
    """How much of the entropy is left, as a bar with its figure; where it ends."""
    share = min(1.0, max(0.0, bits / start)) if start > 0 else 0.0
    width = canvas.width - 2 * EDGE
    canvas.rect(EDGE, y, width, 14, "card", "quiet", r=7)
    if share > 0:
        canvas.rect(EDGE, y, max(14.0, share * width), 14, "voice", r=7)
    canvas.text(EDGE, y + 26, text or f"{bits:.2f} of {start:.2f} bits left to find", 12, "paper", "")
    return canvas.reach(y + 38)
