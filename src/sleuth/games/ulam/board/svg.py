"""Ulam's game: press the numbers of a set, coloured by the lies that they take."""

from __future__ import annotations

from sleuth.games.ulam.rules import Ulam, ranges_of
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import MAX_CELLS, Line, QuestionKind, Strip, number_line
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.view import BoardView


def board(view: BoardView) -> Canvas:
    """The numbers; where they are many, the two ends of a range are pressed."""
    return number_line(view, _strip(view.game))


def compose(game: Ulam, pending: Pending) -> list[str]:
    """The ranges of the set, or the range between two ends."""
    strip = _strip(game)
    inside, ends = sorted(strip.line.picked(pending)), strip.line.ends(pending)
    if strip.asks is QuestionKind.SET:
        return [game.format_action(ranges_of(inside))] if inside else []
    return [] if ends is None else [f"{ends[0]}-{ends[1]}"]


def _strip(game: Ulam) -> Strip:
    asks = QuestionKind.SET if game.numbers <= MAX_CELLS else QuestionKind.ENDS
    return Strip(Line(0, game.numbers - 1, 0), asks, list)


def picture(canvas: Canvas) -> None:
    """Numbers, a set of them, and an answer that may be a lie."""
    for place in range(16):
        x, y = 14 + 22.0 * (place % 4), 8 + 21.5 * (place // 4)
        asked = place in (1, 2, 5, 6, 7, 12)
        canvas.rect(x, y, 19, 19, "paper", "ink" if asked else "quiet", line=2 if asked else 1)
        if asked:
            canvas.rect(x, y, 19, 19, "heat", "ink", line=2, opacity=0.6)
        canvas.text(x + 9.5, y + 9.5, str(place), 10, "heat" if asked else "soft")
    for y, word, on in ((24.0, "yes", "right"), (50.0, "no", "absent"), (76.0, "lie?", "card")):
        canvas.rect(112, y - 10, 38, 20, on, "quiet", r=10)
        canvas.text(131, y, word, 12, on, "mid bold")
