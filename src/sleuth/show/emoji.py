"""A play as a few lines of emoji, to be sent to friends: how it was answered, and nothing that was asked.

A game registers a function from itself, an action and its answer to signs; of others, the lines say how much each step
ruled out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sleuth.core.game import Action, Feedback, Game
from sleuth.core.history import Step
from sleuth.core.offers import plain_game
from sleuth.core.registry import EMOJI

Signs = Callable[[Any, Action, Feedback], str]
SQUARES = 5
RULED_OUT, LEFT, FOUND = "🟦", "⬜", "🟩"
ACROSS = 10
"""So many steps of one sign each stand in a line."""
_VARIANT = "\ufe0f"


def emoji_of(game: Game, action: Action, feedback: Feedback) -> str:
    """The signs of an answer; nothing for a game that has none of its own."""
    signs: Signs | None = EMOJI.inherited(type(plain_game(game)))
    return "" if signs is None else signs(plain_game(game), action, feedback)


def emoji_lines(game: Game, steps: Sequence[Step], left: Sequence[int], solved: bool) -> list[str]:
    """A play as lines; `left` is how many secrets were possible before it and after each step."""
    own = [emoji_of(game, action, feedback) for action, feedback in steps]
    if not all(own):
        last = len(steps) if solved else 0
        return [ruled_out(left[place], left[place + 1], found=place + 1 == last) for place in range(len(steps))]
    if all(len(signs.replace(_VARIANT, "")) == 1 for signs in own):
        return ["".join(own[start : start + ACROSS]) for start in range(0, len(own), ACROSS)]
    return own


def ruled_out(before: int, after: int, found: bool = False) -> str:
    """How much of what was possible a step ruled out, as a bar of squares."""
    if found:
        return FOUND * SQUARES
    full = round(SQUARES * (1 - after / before)) if before else 0
    return RULED_OUT * full + LEFT * (SQUARES - full)
