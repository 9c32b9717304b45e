"""The rules of a game as text."""

from __future__ import annotations

from dataclasses import dataclass

from sleuth.core.game import Game


@dataclass(frozen=True)
class Briefing:
    """The rules, how a question is written, how an answer is."""

    rules: str
    question: str
    answer: str


def briefing(game: Game) -> Briefing:
    """The rules of a game."""
    return Briefing(game.summary(), "", "")
