"""The rules of Hangman as text."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.core.text import plural
from sleuth.games.hangman.rules import HIDDEN, Hangman
from sleuth.games.named_lists import ENGLISH, words_text
from sleuth.show.briefing_examples import spread
from sleuth.show.briefing_text import Briefing, answer_line, count_text, question_lines, sentences, with_examples


def briefing(game: Hangman) -> Briefing:
    """Words of a list, letters, and where they are."""
    places, whole = len(game.sizes) or game.number, game.guesses == "both"
    weights = game.vocabulary.weights.values()
    words = words_text("" if game.words else game.list or ENGLISH)
    rules = sentences(
        f"A phrase of {plural(places, 'word')} is hidden.",
        f"{'It' if places == 1 else 'Each word'} was drawn from a list of {words},",
        "all equally likely." if len(set(weights)) == 1 else "some likelier than others.",
        _lengths(game),
        f"There are {count_text(game.count())} such phrases.",
        "The phrase is found when every letter that it has was asked.",
        "Or guess the phrase as a whole: that ends the play if it is right." if whole else "",
    )
    asked = sentences(
        f"A question is a letter, one of {' '.join(game.alphabet)}",
        "(or a whole phrase, with blanks between its words)." if whole else "(and never a word).",
    )
    told = sentences(
        f"An answer to a letter shows the phrase with the letter wherever it is and {HIDDEN} for every other letter,",
        "or is no if the phrase does not have it.",
        "An answer to a whole phrase is yes or no." if whole else "",
    )
    phrase = _phrase(game)
    questions = [phrase[0], game.alphabet[-1], *([phrase] if whole else [])]
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, questions)),
        with_examples(told, _lines(game, phrase, whole)),
    )


def _lengths(game: Hangman) -> str:
    match game.sizes:
        case ():
            return "How many letters each word has is told before the first question."
        case (size,):
            return f"The word has {plural(size, 'letter')}."
        case sizes:
            return f"The lengths of its words, in order, are {', '.join(map(str, sizes))}."


def _phrase(game: Hangman) -> str:
    """A phrase for examples, each word from another part of the list."""
    sizes = game.sizes or (0,) * game.number
    some = [spread(game.vocabulary.of_length(size), len(sizes)) for size in sizes]
    return " ".join(words[place % len(words)] for place, words in enumerate(some))


def _lines(game: Hangman, phrase: str, whole: bool) -> Iterator[str]:
    """A letter that the phrase has, one that it lacks, and guesses."""
    letters = [letter for letter in phrase if letter != " "]
    most = max(letters, key=letters.count)
    yield answer_line(game, most, phrase)
    missing = next((letter for letter in game.alphabet if letter not in phrase), None)
    if missing is not None:
        yield answer_line(game, missing, phrase)
    if whole and len(phrase) > 1:
        yield answer_line(game, phrase, phrase)
