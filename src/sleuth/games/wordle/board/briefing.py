"""The rules of Wordle as text: marks, repeated letters, and what hard mode asks for."""

from __future__ import annotations

from collections.abc import Iterator

from sleuth.core.text import plural
from sleuth.games.named_lists import ENGLISH, words_text
from sleuth.games.wordle.rules import Wordle
from sleuth.show.briefing_examples import spread
from sleuth.show.briefing_text import Briefing, answer_line, question_lines, sentences, with_examples

TRIED = 60
"""From so many words the examples are chosen."""
HARD = (
    "Hard mode: a letter that was marked g must stay in its place in every later question, and the letters that were "
    "marked g or y must be used again, as often as they were marked. Letters marked - may be tried again."
)
ULTRA = (
    "Ultra-hard mode: a question must agree with all answers so far. If it were the hidden word, every earlier "
    "question would have been answered as it was."
)


def briefing(game: Wordle) -> Briefing:
    """A word of a list, and a mark for each letter."""
    words, guesses = game.secrets(), game.actions()
    alike = len({game.prior(word) for word in words}) == 1
    of_list = words_text("" if game.answers else game.list or ENGLISH)
    letters = plural(game.letters, "letter")
    rules = sentences(
        f"A word of {letters} is hidden. It is one of {len(words):,} {of_list},",
        "all equally likely." if alike else "some likelier than others.",
        ULTRA if game.ultra else HARD if game.hard else "",
    )
    rarer = f"the {len(words):,} words that may be hidden and {len(guesses) - len(words):,} others"
    known = rarer if len(guesses) > len(words) else f"the {len(words):,} words that may be hidden"
    asked = f"A question is a guess: a word of {letters}, one of {known}. A word that is not in the list is refused."
    told = sentences(
        f"An answer is {plural(game.letters, 'mark')}, one for each letter of the question:",
        "g (green) where the hidden word has that letter in that place, y (yellow) where it has it in another place,",
        "- (grey) where it does not have it. If the question has a letter more often than the hidden word, as many",
        "of them as the word has are g or y, no more: first those in the right place, then others from left to right.",
    )
    cases = [*_cases(game), (words[0], words[0])]
    return Briefing(
        rules,
        with_examples(asked, question_lines(game, spread(words, 2) + spread(guesses, 1))),
        with_examples(told, (answer_line(game, action, secret) for action, secret in cases)),
    )


def _cases(game: Wordle) -> Iterator[tuple[str, str]]:
    """A guess with all marks, and one with a letter that is grey in one place and not in another."""
    guesses, words = spread(game.actions(), TRIED), spread(game.secrets(), TRIED)
    pairs = [(guess, word) for guess in guesses for word in words if guess != word]
    for wanted in (_has_all, _repeats):
        found = next((pair for pair in pairs if wanted(pair[0], game.feedback(*pair))), None)
        if found is not None:
            pairs.remove(found)
            yield found


def _has_all(guess: str, marks: str) -> bool:
    return set(marks) == set("gy-")


def _repeats(guess: str, marks: str) -> bool:
    grey = {letter for letter, mark in zip(guess, marks, strict=True) if mark == "-"}
    return any(letter in grey for letter, mark in zip(guess, marks, strict=True) if mark != "-")
