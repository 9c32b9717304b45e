"""A hidden number: press one to guess it."""

from __future__ import annotations

from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import Line, QuestionKind, Strip, number_line
from sleuth.show.svg.view import BoardView


def board(view: BoardView) -> Canvas:
    """The numbers, as dark as they are likely."""
    line = Line(1, view.game.numbers, 1)
    return number_line(view, Strip(line, QuestionKind.NUMBER, lambda number: [(number, number)]))


def picture(canvas: Canvas) -> None:
    """A number, and the way to the secret."""
    canvas.line(12, 72, 148, 72, "quiet", 3)
    for place in range(9):
        canvas.line(12 + 17 * place, 66, 12 + 17 * place, 78, "quiet", 1.5)
    canvas.rect(84, 67, 60, 10, "heat", "ink")
    canvas.text(52, 36, "42", 36, "paper", "mid bold")
    canvas.line(63, 58, 63, 86, "ink", 3)
    canvas.path("M90 36h24m-8 -8l8 8l-8 8", "", "ink", 3)
    canvas.text(134, 36, "?", 34, "paper", "mid bold")
