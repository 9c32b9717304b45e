"""How people say a question, its answer and a secret: `E4` for `4,5`, `Is the hair red?` for `hair:red`.

The texts of a game are exact, and read back; these are for the eye and the ear. A game registers one function, from
itself, an action and perhaps its answer to words, and one from itself and a secret; others say what they write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sleuth.core.game import Action, Feedback, Game, Secret
from sleuth.core.offers import plain_game
from sleuth.core.registry import SPOKEN, SPOKEN_SECRETS

Speech = Callable[[Any, Action, Feedback | None], str]


def spoken(game: Game, action: Action) -> str:
    """An action as people say it."""
    speech = _speech(game)
    return game.format_action(action) if speech is None else speech(plain_game(game), action, None)


def spoken_answer(game: Game, action: Action, feedback: Feedback) -> str:
    """An answer as people say it."""
    speech = _speech(game)
    return game.format_feedback(feedback) if speech is None else speech(plain_game(game), action, feedback)


def spoken_secret(game: Game, secret: Secret) -> str:
    """A secret as people say it."""
    speech: Callable[[Any, Secret], str] | None = SPOKEN_SECRETS.inherited(type(plain_game(game)))
    return game.format_secret(secret) if speech is None else speech(plain_game(game), secret)


def _speech(game: Game) -> Speech | None:
    found: Speech | None = SPOKEN.inherited(type(plain_game(game)))
    return found


def any_of(texts: Sequence[str]) -> str:
    """`1, 4 or 5`."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
