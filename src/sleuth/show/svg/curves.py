"""Entropy as it falls: curves of several plays, and a bar."""

from __future__ import annotations

from collections.abc import Sequence

from sleuth.show.svg.canvas import WIDTH, Canvas
from sleuth.show.svg.steps import EDGE, bar

STROKES = ("blue", "orange", "green", "purple")
DASHES = ("", "dashed")
TOP, LEFT, PLOT_HIGH, LEGEND = 26.0, 40.0, 150.0, 20.0
TICKS = 4


def svg_bar(bits: float, start: float, text: str = "") -> str:
    """What is left of the bits that were missing at the start, as a bar with its figure."""
    canvas = Canvas(text or f"{bits:.2f} of {start:.2f} bits left to find")
    bar(canvas, 8, bits, start, text)
    return canvas.svg()


def svg_curve(series: Sequence[tuple[str, Sequence[float]]], title: str = "bits left after each step") -> str:
    """A curve for each label: its values at step 0, 1, 2 and so on. Curves differ in colour, marks and dashes."""
    words = " ".join(f"{label}: {', '.join(f'{bits:.2f}' for bits in values)}." for label, values in series)
    canvas = Canvas(title, words)
    most = max((bits for _, values in series for bits in values), default=0.0) or 1.0
    steps = max([1, *(len(values) - 1 for _, values in series)])
    high, wide = PLOT_HIGH, WIDTH - LEFT - EDGE - 6

    def place(step: int, bits: float) -> tuple[float, float]:
        return LEFT + wide * step / steps, TOP + high * (1 - max(0.0, bits) / most)

    canvas.text(EDGE, 12, title, 12, "soft", "", width=WIDTH - 2 * EDGE)
    for tick in range(TICKS + 1):
        _, y = place(0, most * tick / TICKS)
        canvas.line(LEFT, y, LEFT + wide, y, "quiet", 0.4)
        canvas.text(LEFT - 6, y, f"{most * tick / TICKS:.3g}", 11, "soft", "end")
    every = max(1, -(-steps // 10))
    for step in range(0, steps + 1, every):
        canvas.text(place(step, 0)[0], TOP + high + 12, str(step), 11, "soft")
    y = TOP + high + 30
    for number, (label, values) in enumerate(series):
        points = [place(step, bits) for step, bits in enumerate(values)]
        if points:
            _curve(canvas, points, number)
        _curve(canvas, [(EDGE, y), (EDGE + 28, y)], number)
        last = f": {values[-1]:.2f} bits" if values else ""
        canvas.text(EDGE + 38, y, f"{label}{last}", 13, "paper", "", width=WIDTH - 2 * EDGE - 38)
        y += LEGEND
    canvas.reach(y + 2)
    return canvas.svg()


def _curve(canvas: Canvas, points: Sequence[tuple[float, float]], number: int) -> None:
    """Straight pieces between points, each with the mark of the curve."""
    stroke = STROKES[number % len(STROKES)]
    dashes = DASHES[number // len(STROKES) % len(DASHES)] if number >= len(STROKES) else DASHES[number % len(DASHES)]
    canvas.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), "", stroke, 2.2, dashes)
    for x, y in points:
        _mark(canvas, x, y, stroke, number)


def _mark(canvas: Canvas, x: float, y: float, stroke: str, number: int) -> None:
    kind = number % 4
    if kind == 0:
        canvas.circle(x, y, 3.6, stroke, stroke)
    elif kind == 1:
        canvas.rect(x - 3.4, y - 3.4, 6.8, 6.8, "paper", stroke, r=0, line=2)
    elif kind == 2:
        canvas.path(f"M{x:.1f} {y - 4.5:.1f}l4.2 7.6h-8.4Z", stroke, stroke)
    else:
        canvas.path(f"M{x:.1f} {y - 4.5:.1f}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z", "paper", stroke, 2)
