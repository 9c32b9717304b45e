"""Pegs of codes, each with its colour and its sign; digits are plain tiles."""

from __future__ import annotations

from sleuth.games.codes.rules.code import CodeGame
from sleuth.show.ink import PALETTE
from sleuth.show.svg.canvas import Canvas

NAMES = (
    "orange, dot", "sky, triangle", "green, square", "yellow, star", "blue, diamond", "red, cross", "pink, moon",
    "white, bar",
)  # fmt: skip
SHAPES = ("", "square", "diamond")
"""Past eight symbols the colours come again, on pegs of another shape."""
Points = tuple[tuple[float, float], ...]
STAR: Points = (
    (0, -1), (0.29, -0.4), (0.95, -0.31), (0.47, 0.15), (0.59, 0.81), (0, 0.5), (-0.59, 0.81), (-0.47, 0.15),
    (-0.95, -0.31), (-0.29, -0.4),
)  # fmt: skip
CROSS: Points = (
    (-0.28, -0.8), (0.28, -0.8), (0.28, -0.28), (0.8, -0.28), (0.8, 0.28), (0.28, 0.28), (0.28, 0.8), (-0.28, 0.8),
    (-0.28, 0.28), (-0.8, 0.28), (-0.8, -0.28), (-0.28, -0.28),
)  # fmt: skip
POLYGONS: dict[int, Points] = {
    1: ((0, -0.85), (0.85, 0.6), (-0.85, 0.6)),
    2: ((-0.65, -0.65), (0.65, -0.65), (0.65, 0.65), (-0.65, 0.65)),
    3: STAR,
    4: ((0, -0.95), (0.8, 0), (0, 0.95), (-0.8, 0)),
    5: CROSS,
    7: ((-0.85, -0.28), (0.85, -0.28), (0.85, 0.28), (-0.85, 0.28)),
}
"""The signs that have corners, around their middle."""


def colour_name(symbol: int) -> str:
    """The colour of a peg: `sky`; past eight with a number, `sky 2`."""
    lap, colour = divmod(symbol, len(PALETTE))
    return NAMES[colour].partition(",")[0] + (f" {lap + 1}" if lap else "")


def peg_name(game: CodeGame, symbol: int) -> str:
    """What a peg is called."""
    if game.distinct:
        return str(symbol)
    shape = SHAPES[symbol // len(PALETTE) % len(SHAPES)]
    return NAMES[symbol % len(NAMES)] + (f", on a {shape}" if shape else "")


def peg(canvas: Canvas, game: CodeGame, x: float, y: float, symbol: int, r: float) -> None:
    """A peg with its sign on it; digits of Bulls & Cows are plain tiles."""
    if game.distinct:
        canvas.rect(x - r, y - r, 2 * r, 2 * r, "paper", "quiet", r=min(8.0, r / 2), line=1.5, more="edge")
        canvas.text(x, y, str(symbol), r * (1.1 if symbol < 10 else 0.9), "paper", "mid bold")
        return
    surface, shape = f"peg{symbol % len(PALETTE)}", SHAPES[symbol // len(PALETTE) % len(SHAPES)]
    inner = r - 0.8
    if shape == "square":
        canvas.rect(x - inner, y - inner, 2 * inner, 2 * inner, surface, r=r / 4, more="rim")
    elif shape == "diamond":
        canvas.path(_polygon(x, y, inner, ((0, -1), (1, 0), (0, 1), (-1, 0))), surface, more="rim")
    else:
        canvas.circle(x, y, inner, surface, more="rim")
        if r > 16:
            arc, tip = f"{0.68 * r:.1f} {0.68 * r:.1f}", f"{x - 0.05 * r:.1f} {y - 0.7 * r:.1f}"
            canvas.path(f"M{x - 0.62 * r:.1f} {y - 0.27 * r:.1f}A{arc} 0 0 1 {tip}", more="gloss")
    peg_sign(canvas, x, y, r * 0.4 if shape != "diamond" else r * 0.36, symbol)


def peg_sign(canvas: Canvas, x: float, y: float, r: float, symbol: int) -> None:
    """The sign of a colour: a dot, triangle, square, star, diamond, cross, moon or bar."""
    kind = symbol % len(PALETTE)
    mark = "on-dark" if kind == 4 else "on-light"
    if kind in POLYGONS:
        canvas.path(_polygon(x, y, r, POLYGONS[kind]), mark)
    elif kind == 0:
        canvas.circle(x, y, 0.75 * r, mark)
    else:
        wide, thin = 0.9 * r, 0.75 * r
        top = f"{x + 0.35 * r:.1f} {y - 0.83 * r:.1f}"
        low = f"{x + 0.35 * r:.1f} {y + 0.83 * r:.1f}"
        canvas.path(f"M{top}A{wide:.1f} {wide:.1f} 0 1 0 {low}A{thin:.1f} {thin:.1f} 0 0 1 {top}Z", mark)


def _polygon(x: float, y: float, r: float, points: Points) -> str:
    return "M" + "L".join(f"{x + r * dx:.1f} {y + r * dy:.1f}" for dx, dy in points) + "Z"
