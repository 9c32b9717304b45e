"""What boards share: steps as rows, buttons, bars, cells as dark as they are likely; and the plain board."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

from sleuth.core.history import Step
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.view import BoardView

EDGE = 12.0
"""The margin of every board."""
ROW = 26.0
MAX_ROWS = 12
ACTION = 106.0
"""The room for a question; it grows by half where questions are long."""
MAX_CHIPS = 60
"""The plain board offers each action as a chip if there are at most so many."""


def percent(share: float) -> str:
    """`25%`; `<1%` and `>99%` for what is nearly, but not quite, sure."""
    if 0 < share < 0.01:
        return "<1%"
    return ">99%" if 0.99 < share < 1 - 1e-9 else f"{share:.0%}"


def chip(canvas: Canvas, x: float, y: float, text: str, on: str = "card", size: float = 12, most: float = 150) -> float:
    """A word in a frame, its middle at height `y`; how far it reaches."""
    width = min(most, text_width(text, size) + 16)
    canvas.rect(x, y - 10, width, 20, on, "quiet", r=10)
    canvas.text(x + width / 2, y, text, size, on, width=width - 10)
    return x + width


def answer_surface(feedback: object) -> str:
    """Yes and no look different, and say so too."""
    return "right" if feedback is True else "absent" if feedback is False else "card"


def step_rows(canvas: Canvas, view: BoardView, y: float, most: int = MAX_ROWS) -> float:
    """A row for each step: its number, question, answer, and what was left; where the rows end."""
    rows = view.stages[1:]
    if len(rows) > most:
        canvas.text(EDGE, y + 10, f"{len(rows) - most} earlier steps", 12, "soft", "")
        y += 22
    game = view.info.game
    shown = rows[-most:] if most else []
    texts = [game.format_action((stage.step or Step("", "")).action) for stage in shown]
    wide = min(max([ACTION, *(text_width(text, 13) * 1.16 for text in texts)]), 1.5 * ACTION)
    answers = EDGE + 24 + wide + 2
    for stage, text in zip(shown, texts, strict=True):
        middle = y + ROW / 2
        _, feedback = stage.step or Step("", "")
        canvas.text(EDGE + 14, middle, str(stage.number), 12, "soft", "end")
        canvas.text(EDGE + 24, middle, text, 13, "paper", "bold", width=wide)
        lie = " (a lie)" if stage.number in view.caught else ""
        chip(canvas, answers, middle, game.format_feedback(feedback) + lie, answer_surface(feedback), most=88)
        if stage.bits is not None:
            room = canvas.width - answers - 92 - EDGE
            canvas.text(canvas.width - EDGE, middle, _left(stage.size, stage.bits, room), 11, "soft", "end")
        y += ROW
    return canvas.reach(y + 4)


def _left(size: str, bits: float, width: float) -> str:
    """How much was left, in as many words as there is room for."""
    texts = [f"{size} left, {bits:.2f} bits", f"{size}, {bits:.1f} bits", f"{bits:.1f} bits"]
    return next((text for text in texts if text_width(text, 11) <= width), texts[-1])


def legend(canvas: Canvas, y: float, *notes: str) -> float:
    """Small print under a board, in as many lines as it needs; where it ends."""
    for line in _wrapped("; ".join(notes), canvas.width - 2 * EDGE, 11):
        canvas.text(EDGE, y + 8, line, 11, "soft", "", width=canvas.width - 2 * EDGE)
        y += 16
    return canvas.reach(y + 6)


def _wrapped(text: str, width: float, size: float) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def ask_button(canvas: Canvas, x: float, y: float, text: str, width: float = 64, label: str = "ask") -> None:
    """The button that asks the action which was put together, its middle at height `y`."""
    with canvas.button(f"{label} {text}", action=text, key="Enter"):
        canvas.rect(x, y - 16, width, 32, "accent", "ink", r=6, more="edge")
        canvas.text(x + width / 2, y, label, 14, "accent", "mid bold")


def shade(canvas: Canvas, x: float, y: float, width: float, height: float, share: float, low: bool = False) -> None:
    """A cell as dark as a share says; nothing at all has a cross, in its middle or low down."""
    canvas.rect(x, y, width, height, "paper", r=3)
    if share > 0:
        canvas.rect(x, y, width, height, "heat", "quiet", r=3, opacity=0.06 + 0.94 * min(share, 1.0), more="edge")
    else:
        canvas.rect(x, y, width, height, "paper", "" if low else "quiet", r=3, more="edge")
        size = min(width, height) * 0.14
        middle_x, middle_y = x + width / 2, y + (height - size - 3 if low else height / 2)
        for way in (1, -1):
            canvas.line(middle_x - size, middle_y - way * size, middle_x + size, middle_y + way * size, "quiet")


def hint_ring(canvas: Canvas, x: float, y: float, width: float, height: float, r: float = 5) -> None:
    """A dashed frame around what the hint would ask."""
    canvas.rect(x - 2, y - 2, width + 4, height + 4, "", "hint", r=r, line=3, more="dashed")


def bar(canvas: Canvas, y: float, bits: float, start: float, text: str = "") -> float:
    """How much of the entropy is left, as a bar with its figure; where it ends."""
    share = min(1.0, max(0.0, bits / start)) if start > 0 else 0.0
    width = canvas.width - 2 * EDGE
    canvas.rect(EDGE, y, width, 14, "card", "quiet", r=7)
    if share > 0:
        canvas.rect(EDGE, y, max(14.0, share * width), 14, "heat", "quiet", r=7)
    canvas.text(EDGE, y + 26, text or f"{bits:.2f} of {start:.2f} bits left to find", 12, "paper", "")
    return canvas.reach(y + 38)


def chips(canvas: Canvas, view: BoardView, y: float, actions: Iterable[object], x: float = EDGE) -> float:
    """A chip to press for each action, in lines; where they end."""
    start = x
    for action in actions:
        text = view.info.game.format_action(action)
        width = min(canvas.width - 2 * EDGE, text_width(text, 13) + 22)
        if x > start and x + width > canvas.width - EDGE:
            x, y = start, y + 36
        spoken = view.asks(action)
        if action == view.hint:
            hint_ring(canvas, x, y, width, 30, 16)
        fill, surface, more = ("", "soft", "") if spoken is None else ("card", "card", "edge")
        with nullcontext() if spoken is None else canvas.button(f"ask {text}", action=spoken):
            canvas.rect(x, y, width, 30, fill, "quiet", r=15, more=more)
            canvas.text(x + width / 2, y + 15, text, 13, surface, width=width - 14)
        x += width + 6
    return canvas.reach(y + 40)


def plain(view: BoardView) -> Canvas:
    """The board of a game without a drawing: its steps, a bar, and its actions to press if they are few."""
    canvas = view.canvas()
    canvas.text(EDGE, 20, view.game.name, 15, "paper", "bold", width=WIDTH - 2 * EDGE)
    y = secret_line(canvas, view, 36)
    y = step_rows(canvas, view, y)
    first = view.stages[0].bits
    if first is None:
        y = legend(canvas, y + 4, f"{view.info.entropy:.2f} bits left to find")
    else:
        y = bar(canvas, y + 8, view.info.entropy, first)
    if view.live and 0 < len(view.info.actions) <= MAX_CHIPS:
        y = chips(canvas, view, y + 6, view.info.actions)
    if view.hint is not None:
        y = legend(canvas, y, f"hint: {view.info.game.format_action(view.hint)}")
    canvas.reach(y + 4)
    return canvas


def secret_line(canvas: Canvas, view: BoardView, y: float) -> float:
    """The secret in words, where it is shown."""
    if view.shown is None:
        return y
    text = f"The secret is {view.info.game.format_secret(view.shown)}"
    canvas.text(EDGE, y + 10, text, 14, "paper", "bold", width=canvas.width - 2 * EDGE)
    return canvas.reach(y + 28)
