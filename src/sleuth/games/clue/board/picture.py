"""The small picture of the games of cards."""

from __future__ import annotations

from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.pictures import ground


def picture(canvas: Canvas) -> None:
    """An envelope with a seal."""
    ground(canvas, "pink")
    canvas.rect(10, 15, 36, 27, "paper", "ink", 3, 2.4)
    canvas.path("M11 17l17 14l17 -14", "", "ink", 2.4)
    canvas.circle(28, 32, 5, "orange")
