"""A board for every game: its own, or the plain one."""

from __future__ import annotations

from typing import Any

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Game, Secret
from sleuth.core.offers import plain_game
from sleuth.core.registry import KEYBOARDS, SVG_BOARDS
from sleuth.show.drawings import drawn
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.view import BoardView


def svg_board(info: InformationSet, *, secret: Secret | None = None, **shown: Any) -> str:
    """The board of a game as SVG, with the state of play in words.

    `secret` is shown at the end; `shown` are further fields of `BoardView`: a `hint` to point at, `heat` for how likely
    everything is, `pending` parts of an action, a question that was `asked` and the `marks` of its answer. A board can
    be pressed while the goal is not reached and no secret is shown, unless `live` is false.
    """
    view = _view(info, secret, **shown)
    canvas: Canvas = drawn(SVG_BOARDS, type(view.game), lambda draw: draw(view), lambda: plain(view))
    return canvas.svg()


def svg_keyboard(info: InformationSet, **shown: Any) -> str:
    """The keyboard of a word game by itself, with what is known about each letter; nothing for other games."""
    view = _view(info, None, **shown)
    draw = KEYBOARDS.inherited(type(view.game))
    if draw is None:
        return ""
    canvas = Canvas(f"Keyboard of {view.game.name}", view.words)
    draw(canvas, view, 8)
    return canvas.svg()


def has_keyboard(game: Game) -> bool:
    """Whether a game is a word game, with a keyboard."""
    return KEYBOARDS.inherited(type(plain_game(game))) is not None


def _view(
    info: InformationSet, secret: Secret | None, hint: Action | None = None, live: bool = True, **shown: Any
) -> BoardView:
    game = plain_game(info.game)
    over = secret is not None or info.over
    shown["pending"] = dict(shown.get("pending") or {})
    return BoardView(info, game, secret, hint=None if over else hint, live=live and not over, **shown)
