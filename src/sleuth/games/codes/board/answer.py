"""Codes: how the pegs that answer a row are given."""

from __future__ import annotations

from sleuth.belief.base import InformationSet
from sleuth.core.offers import plain_game
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.games.codes.rules.simple_mastermind import SimpleMastermind
from sleuth.show.svg.answers import AnswerForm

NOTHING, FULL, RING = ".xo"


def signs(game: CodeGame) -> dict[str, str]:
    """What each sign of an answer peg means, in the order of its presses."""
    if isinstance(game, SimpleMastermind):
        return {NOTHING: "nothing", FULL: "right place"}
    if isinstance(game, BullsAndCows):
        return {NOTHING: "nothing", FULL: "bull: right place", RING: "cow: other place"}
    return {NOTHING: "nothing", FULL: "right place", RING: "right colour, other place"}


def form(info: InformationSet, action: Code) -> AnswerForm:
    """An answer peg for each place; which is which does not matter."""
    game = plain_game(info.game)
    assert isinstance(game, CodeGame)
    words, length = signs(game), game.shape[0]
    prompt = "Tap the holes until they show the answer, in any order."

    def read(marks: str) -> str:
        counts = [str(marks.count(sign)) for sign in words if sign != NOTHING]
        return ".".join(counts)

    def write(answer: str) -> str:
        counts = zip((FULL, RING), answer.split("."), strict=False)
        return "".join(sign * int(count) for sign, count in counts).ljust(length, NOTHING)

    texts, meant = "".join(words), tuple(words.values())
    return AnswerForm((), length, texts, meant, on_board=True, prompt=prompt, read=read, write=write)
