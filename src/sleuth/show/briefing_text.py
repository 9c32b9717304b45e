"""What briefings are written with: paragraphs, and examples that stand on lines of their own.

An example is never run into a sentence: behind an answer such as `1.1` or `gy---` a full stop would look like a part
of it, and whoever reads a line takes it as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sleuth.core.capabilities import Past
from sleuth.core.game import Action, Game, Secret
from sleuth.show.spoken import spoken_answer

EXAMPLES = "For example:"
"""What stands before the lines of examples."""

MAX_COUNT = 10**15
"""From here on a number is told by its magnitude."""


@dataclass(frozen=True)
class Briefing:
    """The rules of a game as plain text for one who has never seen it; never a word about the secret of a play."""

    rules: str
    """What is hidden, what may be asked, what is answered, and when play ends."""
    question: str
    """How a question is written, with examples, a line each."""
    answer: str
    """How an answer is written and what it means, with examples, a line each."""

    @property
    def text(self) -> str:
        """All of it, in paragraphs."""
        return paragraphs(self.rules, self.question, self.answer)


def paragraphs(*texts: str) -> str:
    """Texts with an empty line between them; those that say nothing are left out."""
    return "\n\n".join(text for text in texts if text)


def sentences(*texts: str) -> str:
    """Sentences of one paragraph; those that say nothing are left out."""
    return " ".join(text for text in texts if text)


def with_examples(text: str, lines: Iterable[str]) -> str:
    """A text, and examples on lines of their own behind it, if there are any; none comes twice."""
    examples = list(dict.fromkeys(lines))
    return "\n".join([f"{text} {EXAMPLES}", *examples]) if examples else text


def question_lines(game: Game, actions: Iterable[Action]) -> list[str]:
    """Questions as they are written."""
    return [game.format_action(action) for action in actions]


def answer_line(game: Game, action: Action, secret: Secret, past: Sequence[Action] = ()) -> str:
    """What the law answers: `If the code were 0123, the question 0011 would be answered 1.1 (1 in place, ...)`."""
    sequential = game.offers(Past)
    feedback = game.feedback(action, secret) if sequential is None else sequential.feedback_after(past, action, secret)
    written, said = game.format_feedback(feedback), spoken_answer(game, action, feedback)
    before = f" and {enumeration(question_lines(game, past))} had been asked" if past else ""
    told = f"{written} ({said})" if said.casefold() != written.casefold() else written
    supposed = f"If the {game.noun} were {game.format_secret(secret)}{before}"
    return f"{supposed}, the question {game.format_action(action)} would be answered {told}"


def enumeration(texts: Sequence[str]) -> str:
    """Texts in a row, with commas between them, or semicolons where a text has commas itself."""
    return ("; " if any("," in text for text in texts) else ", ").join(texts)


def count_text(number: int) -> str:
    """How many there are: `1,296`, `about 10^41`."""
    return f"{number:,}" if number < MAX_COUNT else f"about 10^{len(str(number)) - 1}"
