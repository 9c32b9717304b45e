"""The rules of codes as text: how rows of pegs and digits are written, and what is counted."""

from __future__ import annotations

from sleuth.core.text import plural
from sleuth.games.codes.rules.bulls_and_cows import BullsAndCows
from sleuth.games.codes.rules.code import Code, CodeGame
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.games.codes.rules.simple_mastermind import SimpleMastermind
from sleuth.show.briefing_text import (
    Briefing,
    answer_line,
    count_text,
    enumeration,
    question_lines,
    sentences,
    with_examples,
)


def mastermind(game: Mastermind) -> Briefing:
    """Blacks and whites."""
    counted = (
        "An answer is two numbers with a dot between them, blacks.whites. Blacks: how many pegs of the question have "
        "the right colour in the right place. Whites: how many more would be right if the pegs of the question were "
        "put in the best order. So each peg counts once, and a colour no more often than the hidden row has it. Which "
        "pegs are meant is not said."
    )
    return _of_pegs(game, counted)


def simple_mastermind(game: SimpleMastermind) -> Briefing:
    """One number."""
    counted = (
        "An answer is one number: how many pegs of the question have the right colour in the right place. Which they "
        "are is not said, nor is anything about the others."
    )
    return _of_pegs(game, counted)


def bulls_and_cows(game: BullsAndCows) -> Briefing:
    """Bulls and cows."""
    length, symbols = game.shape
    digits = plural(length, "digit" if symbols <= 10 else "symbol")
    rules = (
        f"A code of {digits} is hidden, {_symbols(game)}. No two of them are alike, and the first may be 0. "
        f"All {count_text(game.count())} codes are equally likely."
    )
    asked = f"A question is a guess of the code: {digits}, all different. {_writing(game)}"
    counted = (
        "An answer is two numbers with a dot between them, bulls.cows. Bulls: how many of the question are in the "
        "right place. Cows: how many more are in the hidden code, but in another place. Which they are is not said."
    )
    up, down = tuple(range(length)), tuple(range(symbols - 1, symbols - 1 - length, -1))
    on = tuple((symbol + 1) % symbols for symbol in up)
    turned = (*up[1:], up[0])
    cases = [(up, on), (turned, up), (down, on), (up, up)]
    return _briefing(game, rules, asked, counted, [up, on, down], cases)


def _of_pegs(game: Mastermind, counted: str) -> Briefing:
    pegs, colours = game.shape
    count = count_text(game.count())
    jar = enumeration([str(amount) for amount in game.contents])
    chances = (
        "Each peg is drawn at random from a jar and put back before the next one is drawn. The jar has so many pegs of "
        f"the colours from 0 on: {jar}. So some of the {count} codes are likelier than others."
        if game.jar
        else f"All {count} codes are equally likely."
    )
    rules = sentences(
        f"A code is hidden: a row of {plural(pegs, 'peg')}. Each peg has one of {plural(colours, 'colour')},",
        f"{_symbols(game)}; a colour may come more than once. {chances}",
    )
    asked = f"A question is a guess of the code: {plural(pegs, 'colour')}, each as often as you like. {_writing(game)}"
    pairs = tuple(min(2 * place // pegs, colours - 1) for place in range(pegs))
    up = tuple(place % colours for place in range(pegs))
    down = tuple((colours - 1 - place) % colours for place in range(pegs))
    most = (*(min(1, colours - 1),) * (pegs - 1), 0)
    cases = [(pairs, up), (most, pairs), (down, up), (up, up)]
    return _briefing(game, rules, asked, counted, [pairs, up, down], cases)


def _briefing(
    game: CodeGame, rules: str, asked: str, counted: str, questions: list[Code], cases: list[tuple[Code, Code]]
) -> Briefing:
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, questions)),
        with_examples(counted, (answer_line(game, action, secret) for action, secret in cases)),
    )


def _symbols(game: CodeGame) -> str:
    symbols = game.shape[1]
    return f"written as the {'digits' if symbols <= 10 else 'numbers'} 0 to {symbols - 1}"


def _writing(game: CodeGame) -> str:
    length, symbols = game.shape
    if length == 1:
        return "Write it alone."
    return "Write them run together." if symbols <= 10 else "Write them with dots between them."
