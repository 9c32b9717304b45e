"""The small picture of the race."""

from __future__ import annotations

from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.pictures import ground


def picture(canvas: Canvas) -> None:
    """Two rows of faces, one with more of them turned down than the other."""
    ground(canvas, "pink")
    for row, left in enumerate((2, 3)):
        for place in range(4):
            x, y = 11.0 + 11.4 * place, 18.0 + 21 * row
            canvas.rect(x - 5, y - 8, 10, 16, "paper" if place < left else "absent", r=3)
            if place < left:
                canvas.circle(x, y, 3.6, "skin")
                canvas.path(
                    f"M{x - 4:g} {y - 0.5:g}a4 4 0 0 1 8 0q-4 -3 -8 0Z", "hair-black" if place % 2 else "orange"
                )
