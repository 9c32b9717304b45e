"""How people say a question and its answer: `E4` for `4,5`, `Is the hair red?` for `hair:red`.

The texts of a game are exact, and read back; these are for the eye and the ear. A game registers one function, from
itself, an action and perhaps its answer to words; others say what they write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sleuth.core.game import Action, Feedback, Game
from sleuth.core.offers import plain_game
from sleuth.core.registry import SPOKEN

Speech = Callable[[Any, Action, Feedback | None], str]


def spoken(game: Game, action: Action) -> str:
    """An action as people say it."""
    speech = _speech(game)
    return game.format_action(action) if speech is None else speech(plain_game(game), action, None)


def spoken_answer(game: Game, action: Action, feedback: Feedback) -> str:
    """An answer as people say it."""
    speech = _speech(game)
    return game.format_feedback(feedback) if speech is None else speech(plain_game(game), action, feedback)


def _speech(game: Game) -> Speech | None:
    found: Speech | None = SPOKEN.inherited(type(plain_game(game)))
    return found


def any_of(texts: Sequence[str]) -> str:
    """`1, 4 or 5`."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
