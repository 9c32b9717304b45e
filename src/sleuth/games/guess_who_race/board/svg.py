"""The small picture of the race."""

from __future__ import annotations

from sleuth.show.svg.canvas import Canvas


def picture(canvas: Canvas) -> None:
    """Two rows of faces, one with more of them crossed than the other."""
    for row, left in enumerate((2, 4)):
        for place in range(6):
            x, y = 19.0 + 24.4 * place, 30.0 + 40 * row
            canvas.rect(x - 10, y - 15, 20, 30, "card", "quiet", r=3)
            canvas.circle(x, y - 3, 6, "skin", "skin-line")
            if place >= left:
                canvas.path(f"M{x - 7:g} {y - 11:g}l14 22m0 -22l-14 22", "", "ink", 2)
