"""Wordle in words, and its answers as small tiles."""

from __future__ import annotations

from typing import Any

from sleuth.core.game import Feedback
from sleuth.games.wordle.rules import Wordle
from sleuth.show.svg.canvas import Canvas
from sleuth.show.svg.keyboard import KNOWN, sign
from sleuth.show.words import capital

SQUARES = {"g": "🟩", "y": "🟨", "-": "⬛"}
MAX_TILES = 8
"""Answers to longer words are written."""


def spoken(game: Wordle, action: str, feedback: Feedback | None) -> str:
    """The word in capitals; or which of its letters are right and which are elsewhere."""
    if feedback is None:
        return capital(action)
    marks = str(feedback)
    if set(marks) == {"g"}:
        return "all right"
    found = [_letters(action, marks, mark, name) for mark, name in (("g", "right"), ("y", "elsewhere"))]
    return "; ".join(text for text in found if text) or "no letter is in it"


def emoji(game: Wordle, action: str, feedback: Feedback) -> str:
    """A square for each letter, as newspapers have it."""
    return "".join(SQUARES[mark] for mark in str(feedback))


def _letters(word: str, marks: str, mark: str, name: str) -> str:
    letters = [capital(letter) for letter, other in zip(word, marks, strict=True) if other == mark]
    return f"{', '.join(letters)} {name}" if letters else ""


def token(canvas: Canvas, game: Wordle, kind: str, value: Any) -> None:
    """The colours of an answer; words are written."""
    if kind != "feedback" or game.letters > MAX_TILES:
        return
    canvas.width = 13.0 * game.letters - 2
    for place, mark in enumerate(str(value)):
        canvas.rect(13 * place, 4, 11, 22, KNOWN[mark], r=3)
        sign(canvas, 13 * place + 5.5, 15, mark, 2.4)
