"""Questions and their answers as rows: of a game elsewhere, each answer is pressed until it is right."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from sleuth.core.game import Action, Feedback
from sleuth.core.history import Step
from sleuth.core.text import capital
from sleuth.show.spoken import spoken, spoken_answer
from sleuth.show.steps import StepRow
from sleuth.show.svg.answers import answer_form
from sleuth.show.svg.badges import badge
from sleuth.show.svg.canvas import Canvas, text_width
from sleuth.show.svg.steps import EDGE, MAX_ROWS, answer_surface
from sleuth.show.svg.view import BoardView

TARGET = 49.0
"""What is pressed is at least so wide and high: 44 pixels on the smallest phone."""
ROW = 34.0
ANSWER = 98.0
"""The room for an answer."""
BADGE = 32.0
"""And for the badge of a move that is reviewed."""


def answer_rows(canvas: Canvas, view: BoardView, y: float) -> float:
    """A row for each step, then the question that waits for its answer; where they end."""
    rows = view.stages[1:]
    if len(rows) > MAX_ROWS:
        canvas.text(EDGE, y + 10, f"{len(rows) - MAX_ROWS} earlier answers", 12, "soft", "")
        y += 22
    for stage in rows[-MAX_ROWS:]:
        y = _row(canvas, view, y, stage, stage is rows[-1])
    for number, step in enumerate(view.later[: max(0, MAX_ROWS - len(rows))], len(rows) + 1):
        with canvas.group("faded"):
            y = _row(canvas, view, y, StepRow(number, step), False)
    if view.asked is not None:
        y = _asked(canvas, view, y)
    return canvas.reach(y + 4)


def moving(canvas: Canvas, view: BoardView, motion: str, last: bool = True) -> AbstractContextManager[None]:
    """What the last step brought moves, if the step has just been made."""
    return canvas.moving(motion) if view.fresh and last else nullcontext()


def answer_signs(view: BoardView, action: Action, feedback: Feedback) -> tuple[dict[str, str], str]:
    """The keys of the answers that a step may have had, with their words, and the one that it had.

    Nothing where the game is not elsewhere, or answers have no keys.
    """
    if not view.elsewhere or not view.live:
        return {}, ""
    choices = answer_form(view.info, action).choices
    now = [c.key for c in choices if c.feedback == view.info.game.format_feedback(feedback)]
    return ({c.key: c.text for c in choices}, now[0]) if now and all(c.key for c in choices) else ({}, "")


def _row(canvas: Canvas, view: BoardView, y: float, stage: StepRow, last: bool) -> float:
    action, feedback = stage.step or Step("", "")
    game = view.info.game
    signs, now = answer_signs(view, action, feedback)
    high = TARGET + 4 if signs else ROW
    middle, question = y + high / 2, spoken(game, action)
    kind = view.badge(stage.number)
    x = canvas.width - EDGE - ANSWER - (BADGE if kind else 0.0)
    left = f"{stage.size} left" if stage.size and (view.hint is not None or view.heat or view.elsewhere) else ""
    room = min(96.0, text_width(left, 12) + 8) if left else 0.0
    wide = x - EDGE - room - 8
    size = 14 if text_width(question, 16) <= wide else 12
    canvas.text(EDGE, middle, question, size, "paper", "bold", width=wide)
    canvas.text(x - 8, middle, left, 12, "soft", "end", width=room)
    if not signs:
        text = capital(spoken_answer(game, action, feedback)) + (", a lie" if stage.number in view.caught else "")
        with moving(canvas, view, "flip", last):
            _answer(canvas, x, middle, ROW - 6, text, answer_surface(feedback))
        if kind:
            badge(canvas, canvas.width - EDGE - 12, middle, kind)
        return canvas.reach(y + high)
    with canvas.cycle(f"{question} answered", signs, now, mark="0", step=stage.number):
        for key, word in signs.items():
            with canvas.sign(key):
                _answer(canvas, x, middle, TARGET, word, {"y": "right", "n": "absent"}.get(key, "card"))
    return canvas.reach(y + high)


def _answer(canvas: Canvas, x: float, middle: float, high: float, text: str, on: str) -> None:
    canvas.rect(x, middle - high / 2, ANSWER, high, on, "quiet", r=min(14.0, high / 2), more="edge")
    canvas.text(x + ANSWER / 2, middle, text, 13, on, "mid bold", width=ANSWER - 8)


def _asked(canvas: Canvas, view: BoardView, y: float) -> float:
    """The present question, on the ground of a row that is under way."""
    canvas.rect(EDGE - 6, y + 2, canvas.width - 2 * EDGE + 12, TARGET - 4, "card", r=12)
    middle = y + TARGET / 2
    canvas.text(EDGE + 4, middle, spoken(view.info.game, view.asked), 15, "card", "bold", width=canvas.width - 96)
    canvas.circle(canvas.width - EDGE - 16, middle, 14, "", "quiet", 1.5, more="dashed")
    canvas.text(canvas.width - EDGE - 16, middle, "?", 15, "card", "mid bold")
    return canvas.reach(y + TARGET + 2)
