"""Ulam's game: press the numbers of a set, coloured by the lies that they take."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.games.ulam.rules import Ranges, Ulam, ranges_of
from sleuth.show.spoken import any_of
from sleuth.show.svg.answers import YES_NO, AnswerForm
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import MAX_CELLS, Line, QuestionKind, Strip, number_line
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.pictures import ground
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


def form(info: InformationSet, action: Ranges) -> AnswerForm:
    """Yes or no; with lies, either may be one."""
    return AnswerForm(YES_NO, prompt=f"Is your number {_ranges_text(action)}?")


def spoken(game: Ulam, action: Ranges, feedback: bool | None) -> str:
    """The question, or the answer."""
    return f"Is it {_ranges_text(action)}?" if feedback is None else game.format_feedback(feedback)


def _ranges_text(action: Ranges) -> str:
    return any_of([f"{first:,}" if first == last else f"{first:,} to {last:,}" for first, last in action])


def picture(canvas: Canvas) -> None:
    """A crooked answer, and a question."""
    ground(canvas, "yellow")
    canvas.path(
        "M8 13h24a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3H18l-7 6v-6H8a3 3 0 0 1 -3 -3V16a3 3 0 0 1 3 -3Z", "paper", "ink", 2.4
    )
    canvas.path("M12 21q3.500 -5 7 0t7 0", "", "orange", 2.6)
    canvas.path("M41 24h5a3 3 0 0 1 3 3v9a3 3 0 0 1 -3 3h-2v5l-6 -5H25", "", "ink", 2.4)
