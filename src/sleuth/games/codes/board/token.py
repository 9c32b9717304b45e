"""Codes as small drawings: a row of pegs, or the pegs of an answer."""

from __future__ import annotations

from typing import Any

from sleuth.games.codes.board.pegs import peg
from sleuth.games.codes.board.svg import answer_peg, marks_of
from sleuth.games.codes.rules.code import CodeGame
from sleuth.show.svg.canvas import Canvas

MAX_PEGS = 12
"""Longer rows are written."""


def token(canvas: Canvas, game: CodeGame, kind: str, value: Any) -> None:
    """A row of pegs, or the answer to one."""
    length = game.shape[0]
    if length > MAX_PEGS:
        return
    if kind != "feedback":
        canvas.width = 32.0 * length
        for place, symbol in enumerate(value):
            peg(canvas, game, 16 + 32 * place, 15, symbol, 13.5)
        return
    across = max(1, -(-length // 2))
    canvas.width = 14.0 * across + 2
    for place, sign in enumerate(marks_of(value, length)):
        answer_peg(canvas, 8 + 14 * (place % across), (8 if length > 1 else 15) + 14 * (place // across), sign, 5.5)
