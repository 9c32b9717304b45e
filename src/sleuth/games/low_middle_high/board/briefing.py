"""The rules of low, middle, high as text."""

from __future__ import annotations

from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, with_examples


def briefing(game: LowMiddleHigh) -> Briefing:
    """Two numbers, and three answers."""
    top = game.numbers
    third, thirds = max(1, top // 3), max(1, 2 * top // 3)
    questions = [(third + 1, thirds), (1, thirds), (top, top)] if top > 2 else [(1, 1), (2, 2)]
    cases = [(questions[0], number) for number in (1, questions[0][1], top)]
    return Briefing(
        f"A whole number from 1 to {top} is hidden, each as likely as another.",
        with_examples(
            f"A question is two numbers from 1 to {top} with a dash between them. The lower one comes first, and they "
            f"may be equal. Only 1-{top} may not be asked, which would tell nothing.",
            question_lines(game, questions),
        ),
        with_examples(
            "An answer is low (the hidden number is below the first of the two), high (it is above the second) or "
            "middle (it lies between them, or is one of them).",
            (answer_line(game, action, secret) for action, secret in cases),
        ),
    )
