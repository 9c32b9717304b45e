"""Low, middle, high: press two numbers for the thresholds."""

from __future__ import annotations

from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import Line, QuestionKind, Strip, number_line
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.view import BoardView


def board(view: BoardView) -> Canvas:
    """The numbers, as dark as they are likely."""
    return number_line(view, Strip(_line(view.game), QuestionKind.ENDS, lambda ends: [ends]))


def compose(game: LowMiddleHigh, pending: Pending) -> list[str]:
    """Two thresholds in their order."""
    ends = _line(game).ends(pending)
    return [] if ends is None else [f"{ends[0]}-{ends[1]}"]


def _line(game: LowMiddleHigh) -> Line:
    return Line(1, game.numbers, 1)


def picture(canvas: Canvas) -> None:
    """A line in three parts."""
    for x, wide, word, share in ((10.0, 40.0, "low", 0.25), (52.0, 56.0, "middle", 1.0), (110.0, 40.0, "high", 0.25)):
        canvas.rect(x, 34, wide, 32, "paper", "quiet")
        canvas.rect(x, 34, wide, 32, "heat", "quiet", opacity=share)
        canvas.text(x + wide / 2, 50, word, 13, "heat", "mid bold")
    for x in (51.0, 109.0):
        canvas.line(x, 24, x, 76, "ink", 3)
