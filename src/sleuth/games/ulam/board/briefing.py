"""The rules of Ulam's game as text."""

from __future__ import annotations

from sleuth.games.ulam.rules import Ulam, ranges_of
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, with_examples


def briefing(game: Ulam) -> Briefing:
    """Any set of numbers, as ranges."""
    top = game.numbers - 1
    quarter = game.numbers // 4
    half = ((0, top // 2),)
    quarters = ((0, quarter - 1), (2 * quarter, 3 * quarter - 1)) if quarter else half
    questions = [half, quarters, ranges_of([0, top]) if top > 2 else ((top, top),)]
    cases = [(quarters, 0), (half, top)]
    return Briefing(
        f"A whole number from 0 to {top} is hidden, each as likely as another.",
        with_examples(
            "A question is a set of numbers of your choice: is it one of these? Write numbers and ranges of numbers "
            "(the first, a dash, the last) with dots between them. Any set may be asked but that of all numbers.",
            question_lines(game, questions),
        ),
        with_examples(
            "An answer is yes (the hidden number is in the set) or no.",
            (answer_line(game, action, secret) for action, secret in cases),
        ),
    )
