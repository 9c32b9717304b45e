"""How the games read what a player types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from sleuth.core.errors import FeedbackError
from sleuth.core.game import Game
from sleuth.core.text import shorten, whole_number

T = TypeVar("T")

YES_NO: Mapping[str, bool] = {"yes": True, "no": False, "true": True, "false": False}


def read_word(game: Game, text: str, words: Mapping[str, T]) -> T:
    """The feedback that `text` stands for: one of `words`, or the start of one (`y`, `hi`)."""
    typed = text.strip().lower()
    meant = {words[typed]} if typed in words else {words[word] for word in words if word.startswith(typed)}
    if len(meant) != 1:
        raise FeedbackError(f"{shorten(text.strip())!r} is no answer in {game.name}; it is one of {', '.join(words)}")
    return meant.pop()


def read_numbers(text: str, separator: str) -> list[int] | None:
    """The whole numbers in `text`, or `None` if it holds anything else."""
    numbers = [whole_number(part) for part in text.split(separator)]
    whole = [number for number in numbers if number is not None]
    return whole if len(whole) == len(numbers) else None
