"""Low, middle, high: press two numbers for the thresholds."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Feedback
from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.show.svg.answers import AnswerChoice, AnswerForm
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import Line, QuestionKind, Strip, number_line
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.view import BoardView

CHOICES = tuple(AnswerChoice(word, word.capitalize(), word[0], word) for word in ("low", "middle", "high"))


def board(view: BoardView) -> Canvas:
    """The numbers, as violet as they are likely."""
    return number_line(view, Strip(_line(view.game), QuestionKind.ENDS, lambda ends: [ends]))


def compose(game: LowMiddleHigh, pending: Pending) -> list[str]:
    """Two thresholds in their order."""
    ends = _line(game).ends(pending)
    return [] if ends is None else [f"{ends[0]}-{ends[1]}"]


def form(info: InformationSet, action: tuple[int, int]) -> AnswerForm:
    """Below the two numbers, between them, or above."""
    first, last = action
    return AnswerForm(CHOICES, prompt=f"Low is below {first:,}, high is above {last:,}. Where is your number?")


def spoken(game: LowMiddleHigh, action: Action, feedback: Feedback | None) -> str:
    """The two numbers, or the answer."""
    return f"{action[0]:,} to {action[1]:,}" if feedback is None else str(feedback)


def _line(game: LowMiddleHigh) -> Line:
    return Line(1, game.numbers, 1)


def picture(canvas: Canvas) -> None:
    """Three steps, the middle one marked."""
    ground(canvas, "yellow")
    for x, high, fill in ((8.0, 12.0, "paper"), (22.0, 22.0, "coin"), (36.0, 32.0, "paper")):
        canvas.rect(x, 44 - high, 12, high, fill, "ink", r=3, line=2.2)
