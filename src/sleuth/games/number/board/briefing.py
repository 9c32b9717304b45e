"""The rules of the hidden number as text."""

from __future__ import annotations

from sleuth.games.number.rules import Number
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, with_examples


def briefing(game: Number) -> Briefing:
    """Lower, higher, equal."""
    top, middle = game.numbers, (game.numbers + 1) // 2
    cases = [(middle, top), (top, middle), (middle, middle)]
    return Briefing(
        f"A whole number from 1 to {top} is hidden, each as likely as another.",
        with_examples(
            f"A question is a guess: a number from 1 to {top}, in digits alone.", question_lines(game, (middle, 1, top))
        ),
        with_examples(
            "An answer is lower (the hidden number is lower than the guess), higher (it is higher) or equal (the guess "
            "is right).",
            (answer_line(game, action, secret) for action, secret in cases),
        ),
    )
