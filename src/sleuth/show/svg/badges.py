"""The badge of a move: a round sign that says how good it was, beside its row."""

from __future__ import annotations

from sleuth.show.svg.canvas import Canvas

SIGNS = {
    "best": "M12 4l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.9l5.6-.7z",
    "good": "M5 12.500l4.500 4.500L19 7.500",
    "slip": "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18.200v.1",
    "miss": "M6 6l12 12M18 6L6 18",
    "lucky": (
        "M12 12c-2-5-8-3-6 1 1 2 4 1 6-1zM12 12c5-2 3-8-1-6-2 1-1 4 1 6z"
        "M12 12c2 5 8 3 6-1-1-2-4-1-6 1zM12 13c0 4-1 6-3 8"
    ),
    "ungraded": "M6 12h12",
}
"""The sign of each class, on a grid of 24: star, tick, question mark, cross, clover, dash."""
SURFACES = {"best": "good", "good": "card", "slip": "slip", "miss": "miss", "lucky": "lucky", "ungraded": "card"}
STROKES = {"best": "green", "good": "quiet", "slip": "slip", "miss": "miss", "lucky": "blue", "ungraded": "quiet"}
RADIUS = 12.0


def badge(canvas: Canvas, x: float, y: float, kind: str, r: float = RADIUS) -> None:
    """A round badge with its middle at a place."""
    canvas.circle(x, y, r, SURFACES[kind])
    scale = 1.25 * r / 24
    with canvas.group(transform=f"translate({x - 12 * scale:.2f} {y - 12 * scale:.2f}) scale({scale:.3f})"):
        canvas.path(SIGNS[kind], "", STROKES[kind], 2.6)
