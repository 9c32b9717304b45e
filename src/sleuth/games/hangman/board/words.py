"""Hangman in words."""

from __future__ import annotations

from sleuth.core.game import Feedback
from sleuth.games.hangman.rules import NO, YES, Hangman
from sleuth.show.words import capital


def spoken(game: Hangman, action: str, feedback: Feedback | None) -> str:
    """A letter or a phrase in capitals; or where the letter is."""
    if feedback is None:
        return capital(action)
    if feedback in (NO, YES):
        return str(feedback) if len(action) > 1 else "not in it"
    places = [str(place) for place, sign in enumerate(str(feedback).replace(" ", ""), 1) if sign == action]
    return f"{'place' if len(places) == 1 else 'places'} {', '.join(places)}"


def emoji(game: Hangman, action: str, feedback: Feedback) -> str:
    """Whether it is in the phrase."""
    return "❌" if feedback == NO else "✅"
