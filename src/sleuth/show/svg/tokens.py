"""Small drawings of what a game speaks of, to stand in a line of text: a row of pegs in place of its digits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sleuth.core.game import Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import TOKENS
from sleuth.show.svg.canvas import Canvas

HEIGHT = 30.0
Token = Callable[[Canvas, Any, str, Any], None]
"""From a canvas, a game, `action`, `secret` or `feedback`, and one of them: draws it, 30 high."""


def svg_token(game: Game, kind: str, value: Any, label: str) -> str:
    """An action, a secret or an answer as a small drawing; nothing for a game without one."""
    draw: Token | None = TOKENS.inherited(type(plain_game(game)))
    if draw is None:
        return ""
    canvas = Canvas(label, width=0, height=HEIGHT, more="token")
    draw(canvas, plain_game(game), kind, value)
    return canvas.svg() if canvas.width else ""
