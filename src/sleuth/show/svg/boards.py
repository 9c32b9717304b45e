"""A board for every game: its own, or the plain one."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.core.game import Action, Game, Secret
from sleuth.core.offers import plain_game
from sleuth.core.registry import KEYBOARDS, SVG_BOARDS
from sleuth.show.drawings import drawn
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.parts import Pending
from sleuth.show.svg.steps import plain
from sleuth.show.svg.view import BoardView


def svg_board(
    info: InformationSet, *, secret: Secret | None = None, hint: Action | None = None, heat: bool = False,
    pending: Pending | None = None, live: bool = True, keyboard: bool = True,
) -> str:  # fmt: skip
    """The board of a game as SVG, with the state of play in words.

    `secret` is shown at the end; `hint` is an action to point at; `heat` shows how likely everything is; `pending` are
    the parts of an action that were chosen so far. A board can be pressed while the goal is not reached and no secret
    is shown, unless `live` is false. Word games have their keyboard below, unless `keyboard` is false.
    """
    view = _view(info, secret, hint, heat, pending, live, keyboard)
    canvas: Canvas = drawn(SVG_BOARDS, type(view.game), lambda draw: draw(view), lambda: plain(view))
    return canvas.svg()


def svg_keyboard(
    info: InformationSet, *, hint: Action | None = None, heat: bool = False, pending: Pending | None = None,
    live: bool = True,
) -> str:  # fmt: skip
    """The keyboard of a word game by itself, with what is known about each letter; nothing for other games."""
    view = _view(info, None, hint, heat, pending, live, True)
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
    info: InformationSet, secret: Secret | None, hint: Action | None, heat: bool, pending: Pending | None, live: bool,
    keyboard: bool,
) -> BoardView:  # fmt: skip
    game = plain_game(info.game)
    over = secret is not None or info.over
    return BoardView(info, game, secret, None if over else hint, heat, dict(pending or {}), live and not over, keyboard)
