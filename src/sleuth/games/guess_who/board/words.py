"""The questions of Guess Who as people ask them."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.core.text import capital
from sleuth.games.guess_who.rules import GuessWho, Question
from sleuth.show.svg.answers import YES_NO, AnswerForm

ADJECTIVES = {"hair": "the hair", "length": "the hair", "eyes": "the eyes", "nose": "the nose"}
"""Attributes whose values say what something is like."""
PLURAL = ("eyes", "glasses", "earrings")


def sentence(question: Question) -> str:
    """A question in full: `Is the hair red?`, `Are there glasses?`, `Is it Ada?`"""
    if isinstance(question, str):
        return f"Is it {question}?"
    attribute, value = question
    verb = "Are" if attribute in PLURAL else "Is"
    if attribute in ADJECTIVES:
        return f"{verb} {ADJECTIVES[attribute]} {value}?"
    if value == "yes":
        return f"{verb} there {attribute if attribute in PLURAL else f'a {attribute}'}?"
    return f"Is the {attribute} {value}?"


def short_sentence(question: tuple[str, str]) -> str:
    """A question for a small button: `Red hair?`"""
    attribute, value = question
    if attribute in ADJECTIVES:
        return f"{capital(value)} {ADJECTIVES[attribute].removeprefix('the ')}?"
    return f"{capital(attribute)}?" if value == "yes" else f"{capital(attribute)} {value}?"


def spoken(game: GuessWho, action: Question, feedback: bool | None) -> str:
    """A question, or its answer."""
    return sentence(action) if feedback is None else game.format_feedback(feedback)


def form(info: InformationSet, action: Question) -> AnswerForm:
    """Yes or no."""
    return AnswerForm(YES_NO, prompt=sentence(action))
