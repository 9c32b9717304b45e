"""The board of a game without a drawing: its steps, and its actions to press if they are few."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

from sleuth.core.game import Action
from sleuth.show.spoken import spoken
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.rows import TARGET, answer_rows
from sleuth.show.svg.steps import EDGE, hint_ring, legend
from sleuth.show.svg.view import BoardView

MAX_CHIPS = 60
"""Each action is offered as a chip if there are at most so many."""


def plain(view: BoardView) -> Canvas:
    """The steps of a play, and a chip for each action."""
    canvas = view.canvas()
    game, y = view.info.game, 12.0
    if view.shown is not None:
        text = f"The secret is {game.format_secret(view.shown)}"
        canvas.text(EDGE, y + 10, text, 15, "paper", "bold", width=canvas.width - 2 * EDGE)
        y += 28
    if not view.info.history and view.asked is None:
        canvas.text(EDGE, y + 10, view.game.name.replace("-", " ").capitalize(), 15, "soft", "", width=WIDTH - 2 * EDGE)
        y += 28
    y = answer_rows(canvas, view, y)
    few = 0 < len(view.info.actions) <= MAX_CHIPS
    if view.live and few:
        y = chips(canvas, view, y + 4, view.info.actions)
    if view.hint is not None and not few:
        y = legend(canvas, y, f"hint: {spoken(game, view.hint)}")
    canvas.reach(y + 4)
    return canvas


def chips(canvas: Canvas, view: BoardView, y: float, actions: Iterable[Action]) -> float:
    """A chip to press for each action, in lines; where they end."""
    x = EDGE
    for action in actions:
        text = spoken(view.info.game, action)
        width = min(canvas.width - 2 * EDGE, max(TARGET, text_width(text, 15) + 28))
        if x > EDGE and x + width > canvas.width - EDGE:
            x, y = EDGE, y + TARGET + 6
        asked = view.asks(action)
        if action == view.hint:
            hint_ring(canvas, x + 2, y + 2, width - 4, TARGET - 4, TARGET / 2)
        fill, surface, more = ("", "soft", "") if asked is None else ("card", "card", "edge")
        with nullcontext() if asked is None else canvas.button(f"ask {text}", action=asked):
            canvas.rect(x, y, width, TARGET, fill, "line", r=TARGET / 2, more=more)
            canvas.text(x + width / 2, y + TARGET / 2, text, 15, surface, width=width - 18)
        x += width + 6
    return canvas.reach(y + TARGET + 6)
