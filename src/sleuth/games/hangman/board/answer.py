"""Hangman: how the places of a letter are given."""

from __future__ import annotations

from functools import partial

from sleuth.belief.base import InformationSet
from sleuth.core.offers import plain_game
from sleuth.games.hangman.rules import HIDDEN, NO, YES, Hangman
from sleuth.show.svg.answers import AnswerChoice, AnswerForm
from sleuth.show.words import capital


def form(info: InformationSet, action: str) -> AnswerForm:
    """A letter is put where it is, or is not in it; a phrase is right or not."""
    game = plain_game(info.game)
    assert isinstance(game, Hangman)
    if len(action) > 1:
        return AnswerForm((AnswerChoice(YES, "Yes", "y", "yes"), AnswerChoice(NO, "No", "n", "no")))
    letter = capital(action)
    return AnswerForm(
        (AnswerChoice(NO, "Not in it", "0", "no"),),
        sum(game.sizes),
        HIDDEN + action,
        (f"no {letter}", letter),
        on_board=True,
        prompt=f"Tap every place that has {letter}.",
        read=partial(pattern, game.sizes),
        write=lambda answer: answer.replace(" ", ""),
    )


def pattern(sizes: tuple[int, ...], marks: str) -> str:
    """The places of a letter as the game writes them, with the blanks between words; or no."""
    if not marks.strip(HIDDEN):
        return NO
    words, at = [], 0
    for size in sizes:
        words.append(marks[at : at + size])
        at += size
    return " ".join(words)
