"""The rules of Guess Who as text, with every face: whoever plays sees them."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.games.guess_who.rules import GuessWho, Question
from sleuth.show.briefing_text import Briefing, answer_line, enumeration, question_lines, sentences, with_examples

MAX_FACES = 200
"""More are not described."""


def briefing(game: GuessWho) -> Briefing:
    """The faces, and what may be asked of them."""
    names, features = list(game.looks), [question for question in game.actions() if isinstance(question, tuple)]
    hidden = f"One of {plural(len(names), 'face')} is hidden, all equally likely."
    asked = sentences(
        "A question asks whether the hidden face has a look, written as attribute:value, or whether it is somebody,",
        f"written as the name. The looks that may be asked are these: {enumeration(question_lines(game, features))}."
        if features
        else "written as the name.",
    )
    questions: list[Question] = [*features[:1], *features[-1:], names[0]]
    cases = [(question, names[0]) for question in questions] + [(names[0], names[-1])]
    return Briefing(
        "\n".join([hidden, *_faces(game)]),
        with_examples(asked, question_lines(game, questions)),
        with_examples("An answer is yes or no.", (answer_line(game, action, secret) for action, secret in cases)),
    )


def _faces(game: GuessWho) -> list[str]:
    """The heading and a line for each face."""
    if len(game.looks) > MAX_FACES:
        return []
    between = " | " if any("," in cell for row in game.table for cell in row) else ", "
    return ["They look like this:", *(between.join(row) for row in game.table)]
