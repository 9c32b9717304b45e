"""How a person says what was answered: by signs on the places of a row, by pressing on the board, or by one button.

A game registers a function from an information set and an action to its form; others get a button for each answer that
may come, or a line to type in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sleuth.belief.base import InformationSet
from sleuth.core.errors import FeedbackError
from sleuth.core.game import Action
from sleuth.core.offers import plain_game
from sleuth.core.registry import ANSWER_FORMS

MAX_CHOICES = 24
"""More answers than this are typed, not offered as one button each."""


@dataclass(frozen=True)
class AnswerChoice:
    """An answer that is given by one press."""

    feedback: str
    """As the game writes it."""
    text: str
    """As a person says it: `Miss`."""
    key: str = ""
    """The key that gives it, and the sign of it where earlier answers are changed by pressing."""
    icon: str = ""
    """The name of its drawing on the page, if there is one."""


@dataclass(frozen=True)
class AnswerForm:
    """What can be pressed to answer an action."""

    choices: tuple[AnswerChoice, ...] = ()
    """Buttons, one press each."""
    places: int = 0
    """The places of a row on the board, each with one of the `signs`; none if the answer is no row."""
    signs: str = ""
    """The first of them is what a place shows before it is pressed."""
    words: tuple[str, ...] = ()
    """What each sign means."""
    on_board: bool = False
    """Whether answers can (also) be pressed on the board itself."""
    prompt: str = ""
    """What to do, in one sentence: `Tap a tile until it has the colour you saw.`"""
    read: Callable[[str], str] = str
    """From the signs of all places to the answer as the game writes it."""
    write: Callable[[str], str] = str
    """From an answer to the signs of all places."""

    def feedback(self, marks: str) -> str:
        """The answer that a row of signs means, or the key of a choice."""
        for choice in self.choices:
            if marks and marks == choice.key:
                return choice.feedback
        if not self.places:
            raise FeedbackError(f"an answer is one of {', '.join(choice.text for choice in self.choices)}")
        if len(marks) != self.places or not set(marks) <= set(self.signs):
            raise FeedbackError(f"an answer has {self.places} signs, each one of {' '.join(self.signs)}")
        return self.read(marks)

    def marks(self, feedback: str) -> str:
        """The signs that an answer is given by; nothing where it is no row of them."""
        marks = self.write(feedback) if self.places else ""
        return marks if len(marks) == self.places else ""


YES_NO = (AnswerChoice("yes", "Yes", "y", "yes"), AnswerChoice("no", "No", "n", "no"))
"""The answers to a question that is true or false."""


def answer_form(info: InformationSet, action: Action) -> AnswerForm:
    """How to answer an action now."""
    form = ANSWER_FORMS.inherited(type(plain_game(info.game)))
    if form is not None:
        made: AnswerForm = form(info, action)
        return made
    game = info.game
    texts = [game.format_feedback(child.feedback) for child in info.children(action, MAX_CHOICES + 1)]
    if len(texts) > MAX_CHOICES:
        return AnswerForm(prompt="Type what was answered.")
    return AnswerForm(tuple(AnswerChoice(text, text.capitalize()) for text in sorted(texts)))
