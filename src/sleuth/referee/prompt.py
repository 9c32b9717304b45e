"""What a player is given to read: the rules, how questions and answers are written, and what was said so far."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import rows_of
from sleuth.core.text import plural
from sleuth.show.briefing import briefing
from sleuth.show.spoken import spoken_answer

Message = dict[str, str]
"""One message of a chat: `role` and `content`."""
FORMAT = (
    "Each turn, ask one question. You may think aloud, but the last line of your reply must be the question alone, "
    "as in `Question: {}`."
)


@dataclass(frozen=True)
class Exchange:
    """One turn: what the player said, and what she was told."""

    said: str
    told: str


@dataclass(frozen=True)
class Prompt:
    """What a player is given to read. It holds texts alone."""

    rules: str
    """The rules, the forms of questions and answers, and how to reply."""
    opening: str
    """What is said before the first question."""
    exchanges: tuple[Exchange, ...] = ()
    """What was said so far."""

    @property
    def messages(self) -> list[Message]:
        """The same as a chat: the rules come from the system, questions from the assistant, answers from the user."""
        messages = [_message("system", self.rules), _message("user", self.opening)]
        for exchange in self.exchanges:
            messages += [_message("assistant", exchange.said), _message("user", exchange.told)]
        return messages

    @property
    def text(self) -> str:
        """The same as one text, without what the player said beside her questions."""
        return "\n\n".join([self.rules, self.opening, *(exchange.told for exchange in self.exchanges)])

    def __str__(self) -> str:
        return self.text


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}


def rules_text(game: Game, example: str, max_steps: int | None, retries: int) -> str:
    """The rules of a game as a player is given them; they are the same for every secret."""
    about = briefing(game)
    given = f"You have {plural(max_steps, 'question')}. " if max_steps and max_steps != rows_of(game) else ""
    mended = f" may be mended {plural(retries, 'time')}; after that it" if retries else ""
    form = f"{given}{FORMAT.format(example)} A reply without one{mended} costs a question."
    return "\n\n".join([about.rules, about.question, about.answer, form])


def next_question(step: int, max_steps: int | None) -> str:
    """The request for the next question, once so many steps are spent."""
    return f"Question {step + 1}{f' of {max_steps}' if max_steps else ''}?"


def answer_text(game: Game, step: int, action: Action, feedback: Feedback) -> str:
    """An answer as a sentence: as the game writes it, and as people say it where that is something else."""
    asked, written, said = (
        game.format_action(action),
        game.format_feedback(feedback),
        spoken_answer(game, action, feedback),
    )
    more = "" if said == written else f" ({said})"
    return f"Answer to question {step}, {asked}: {written}{more}."
