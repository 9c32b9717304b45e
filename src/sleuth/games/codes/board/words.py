"""Codes in words: colours for their pegs, bulls and cows."""

from __future__ import annotations

from sleuth.core.game import Feedback
from sleuth.core.text import format_code, plural
from sleuth.games.codes.board.pegs import colour_name
from sleuth.games.codes.rules.code import Code, CodeGame


def spoken(game: CodeGame, action: Code, feedback: Feedback | None) -> str:
    """The colours of a row, or its digits; or how many are right."""
    if feedback is None:
        return format_code(action, game.shape[1]) if game.distinct else " ".join(map(colour_name, action))
    if not isinstance(feedback, tuple):
        return f"{feedback} in place"
    full, ring = feedback
    if game.distinct:
        return f"{plural(full, 'bull')}, {plural(ring, 'cow')}"
    return f"{full} in place, {ring} elsewhere"


def spoken_secret(game: CodeGame, secret: Code) -> str:
    """The colours of the hidden row, or its digits."""
    return spoken(game, secret, None)


def emoji(game: CodeGame, action: Code, feedback: Feedback) -> str:
    """A sign for each answer peg: right place, other place, nothing."""
    full, ring = map(int, feedback if isinstance(feedback, tuple) else (str(feedback), 0))
    return "🔴" * full + "⚪" * ring + "➖" * (game.shape[0] - full - ring)
