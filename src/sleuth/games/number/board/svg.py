"""A hidden number: press one to guess it."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Feedback
from sleuth.games.number.rules import Number
from sleuth.show.svg.answers import AnswerChoice, AnswerForm
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.number_line import Line, QuestionKind, Strip, number_line
from sleuth.show.svg.pictures import ground
from sleuth.show.svg.view import BoardView

WAYS = {"lower": -1, "equal": 0, "higher": 1}
CHOICES = (
    AnswerChoice("lower", "Lower", "l", "lower"),
    AnswerChoice("equal", "That is it", "e", "equal"),
    AnswerChoice("higher", "Higher", "h", "higher"),
)


def board(view: BoardView) -> Canvas:
    """The numbers, and those that were guessed with an arrow towards the secret."""
    line = Line(1, view.game.numbers, 1)
    return number_line(view, Strip(line, QuestionKind.NUMBER, lambda number: [(number, number)], WAYS))


def form(info: InformationSet, action: Action) -> AnswerForm:
    """Where the number lies, as seen from the guess."""
    return AnswerForm(CHOICES, prompt=f"Is your number lower or higher than {action:,}?")


def emoji(game: Number, action: int, feedback: Feedback) -> str:
    """Which way the number lies."""
    return {"lower": "🔽", "higher": "🔼"}.get(str(feedback), "🎯")


def picture(canvas: Canvas) -> None:
    """A guess, and the stretch that is left."""
    ground(canvas, "yellow")
    canvas.text(28, 18, "42?", 16, "tint-yellow", "mid bold")
    canvas.path("M8 36h40M11 31v10M45 31v10", "", "ink", 2.6)
    canvas.line(26, 36, 39, 36, "blue", 7)
