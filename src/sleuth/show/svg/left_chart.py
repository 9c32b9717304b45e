"""How much was still possible after each step of a play, beside the best line: a chart that can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log10

from sleuth.show.svg.canvas import Canvas, text_width

WIDE, TOP, HIGH = 290.0, 30.0, 118.0
LEFT, RIGHT = 26.0, 20.0
SMALL = 13.0


def svg_left_chart(left: Sequence[int], best: Sequence[int], noun: str, at: int = 0) -> str:
    """Two lines over the steps, by orders of magnitude: the play, and the best line dashed; `at` is the present step.

    A point has the number of its step in `data-step`, for who presses it.
    """
    words = f"{noun} left after each step: {', '.join(f'{size:,}' for size in left)}"
    words += f"; with the best guesses: {', '.join(f'{size:,}' for size in best)}." if best else "."
    canvas = Canvas(f"{noun[:1].upper()}{noun[1:]} still possible", words, WIDE, more="left-chart")
    steps, most = max(len(left), len(best)) - 1, max(*left, *best, 2)

    def place(step: int, size: int) -> tuple[float, float]:
        x = LEFT + (WIDE - LEFT - RIGHT) * step / max(steps, 1)
        return x, TOP + HIGH * (1 - log10(max(size, 1)) / log10(most))

    mine, theirs = ([place(step, size) for step, size in enumerate(sizes)] for sizes in (left, best))
    canvas.line(LEFT - 10, TOP + HIGH, WIDE - RIGHT + 10, TOP + HIGH, "line", 1.5)
    if theirs:
        canvas.path(_path(theirs), "", "hint", 2.5, "best")
    canvas.path(_path(mine), "", "ink", 2.5)
    _numbers(canvas, left, mine)
    _steps(canvas, steps)
    room = (WIDE - LEFT - RIGHT) / max(steps, 1)
    for step, (x, y) in enumerate(mine):
        with canvas.group("point", **{"data-step": str(step)} if step else {}):
            canvas.rect(x - room / 2, 0, room, TOP + HIGH + 34, "", r=6, more="target")
            if steps <= 24 or step == at:
                canvas.circle(x, y, 6 if step == at else 4.5, "ink" if step == at else "paper", "ink", 2.5)
    canvas.reach(TOP + HIGH + 36)
    return canvas.svg()


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _numbers(canvas: Canvas, left: Sequence[int], points: Sequence[tuple[float, float]]) -> None:
    """The number at each point that has room for it."""
    end = -1.0
    for size, (x, y) in zip(left, points, strict=True):
        text = _short(size)
        wide = text_width(text, SMALL) * 1.15
        start = min(max(x - wide / 2, 2.0), WIDE - wide - 2)
        if start > end + 4:
            canvas.text(start, y - 15, text, SMALL, "paper", "bold")
            end = start + wide


def _steps(canvas: Canvas, steps: int) -> None:
    """The numbers of the steps, as many as fit."""
    y, every = TOP + HIGH + 20, max(1, ceil(steps / 8))
    canvas.text(LEFT, y, "start", SMALL, "soft")
    for step in range(every, steps + 1, every):
        x = LEFT + (WIDE - LEFT - RIGHT) * step / max(steps, 1)
        if x > LEFT + 28:
            canvas.text(x, y, str(step), SMALL, "soft")


def _short(size: int) -> str:
    for unit, sign in ((10**12, "tn"), (10**9, "bn"), (10**6, "m"), (10**4, "k")):
        if size >= unit:
            return f"{size / (unit if sign != 'k' else 10**3):,.0f}{sign}" if size < 10**15 else "many"
    return f"{size:,}"
