"""Hangman: find a phrase letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from itertools import product
from math import log10, prod
from typing import ClassVar

import numpy as np

from sleuth.core.capabilities import Announcement, Answers, Constraint, Count, Denial, Draws, Hits
from sleuth.core.errors import ActionError, FeedbackError, ParameterError, SecretError, WordListError
from sleuth.core.game import Feedback, Game, Goal
from sleuth.core.spec import require
from sleuth.core.text import plural, shorten
from sleuth.games.named_lists import ENGLISH, Source, list_field, source, without, without_field
from sleuth.games.reading import read_numbers
from sleuth.games.word_lists import LATIN, Stamp, fold, stamp, typed, words_at
from sleuth.kernels.arrays import Floats, frozen

MAX_LETTERS = 64
"""A word, and the alphabet of a list, has at most so many letters."""
MAX_WORDS = 30
"""A phrase has at most so many words."""
MAX_MAGNITUDE = 250
"""The weight of all phrases has at most so many digits, before or behind the point, so that a float holds it."""
HIDDEN = "*"
NO, YES = "no", "yes"
_HIDDEN = "*_.?-·"
_SAID = {"no": NO, "n": NO, "wrong": NO, "false": NO, "yes": YES, "y": YES, "right": YES, "true": YES}


@dataclass(frozen=True)
class Hangman(Game, Count, Draws, Constraint, Announcement, Answers, Hits, Denial):
    """Find a hidden phrase; each letter that is asked is shown wherever the phrase has it.

    The lengths of the words are told before the first question (`lengths=5-3`). A letter is answered with every place
    that holds it (`*pp** ***`), or with `no`. The whole phrase may be guessed too, unless `guesses` is `letters`; the
    answer is `yes` or `no`. Play ends once every letter of the phrase was shown, or the phrase was guessed.

    `list` is the name of a list of words, English unless given; `words` is a file of words in its place, perhaps with
    weights, which are the prior. The words of the list `without` are left out. The words of a phrase are drawn one by
    one. Without `lengths` a phrase has so many words of any length as `number` says; they are announced when it is
    drawn.
    """

    goal: ClassVar[Goal] = Goal.FIND
    noun: ClassVar[str] = "phrase"
    tagline: ClassVar[str] = "Letters of a phrase"
    presets: ClassVar[dict[str, str]] = {
        "One word": "hangman",
        "Two words": "hangman:number=2",
        "Three words": "hangman:number=3",
    }
    writes_sizes: ClassVar[bool] = False
    repeats: ClassVar[bool] = False
    denial: ClassVar[str] = NO
    """What a half-lie says."""

    words: str = field(default="", metadata={"help": "file of words, perhaps with weights", "file": True})
    lengths: str = field(
        default="",
        metadata={
            "help": "letters in each word of the phrase, as in 5-3",
            "label": "How many letters has each word?",
            "empty": "any, or as in 5-3",
            "elsewhere": True,
        },
    )
    guesses: str = field(
        default="both",
        metadata={
            "help": "what may be asked: letters, or both letters and phrases",
            "choices": ("both", "letters"),
            "label": "What may be asked?",
            "words": {"both": "Letters, and the whole phrase", "letters": "Letters only"},
        },
    )
    number: int = field(
        default=1,
        metadata={"help": "words in a phrase whose lengths are not given", "label": "How many words has the phrase?"},
    )
    list: str = list_field()
    without: str = without_field("name of a list whose words are left out")

    def __post_init__(self) -> None:
        require(self.guesses in ("both", "letters"), self, f"guesses is both or letters, not {self.guesses!r}")
        require(1 <= self.number <= MAX_WORDS, self, f"number is 1 to {MAX_WORDS}, not {self.number}")
        require(self.number == 1 or not self.lengths, self, "give lengths or number, not both")
        require(not (self.list and self.words), self, "give a list or a file of words, not both")
        _ = self.vocabulary  # a bad file is told of here
        for length in self.sizes:
            if length not in self.vocabulary.by_length:
                raise ParameterError(f"{self.name}: the list has no word of {plural(length, 'letter')}")
        masses = [float(self.vocabulary.sums(length)[-1]) for length in self.sizes or (0,) * self.number]
        message = "the weights of the words are too large or too small to be multiplied over the phrase"
        require(abs(sum(map(log10, masses))) < MAX_MAGNITUDE, self, message)

    @property
    def one_word(self) -> bool:
        """Whether a phrase is a single word."""
        return self.number == 1 and len(self.sizes) <= 1

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words as they were when the game was made, whatever becomes of the file."""
        return _vocabulary(stamp(self.words) if self.words else source(self.list or ENGLISH), without(self.without))

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The announced lengths; none before a phrase was drawn."""
        if not self.lengths:
            return ()
        numbers = read_numbers(self.lengths, "-")
        if numbers is None or 0 in numbers:
            raise ParameterError(
                f"{self.name}: lengths are numbers with dashes, as in 5-3, not {shorten(self.lengths)!r}"
            )
        require(len(numbers) <= MAX_WORDS, self, f"a phrase has at most {MAX_WORDS} words, not {len(numbers)}")
        return tuple(numbers)

    def __eq__(self, other: object) -> bool:
        """Whether parameters and words are the same: a file may have changed between two games."""
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Hangman)
        return str(self) == str(other) and self.vocabulary == other.vocabulary

    @property
    def alphabet(self) -> str:
        """The letters that may be asked, in order."""
        return self.vocabulary.alphabet

    def secrets(self) -> Iterator[str]:
        return map(" ".join, product(*self._lists))

    @property
    def _lists(self) -> Sequence[Sequence[str]]:
        """The words that may stand in each place of the phrase."""
        if not self.lengths:
            return [self.vocabulary.words] * self.number
        return [self.vocabulary.by_length[length] for length in self.sizes]

    def actions(self) -> Iterable[str]:
        yield from self.alphabet
        if self.guesses == "both":
            yield from (phrase for phrase in self.secrets() if len(phrase) > 1)

    def feedback(self, action: str, secret: str) -> str:
        if len(action) > 1:
            return YES if action == secret else NO
        if action not in secret:
            return NO
        return "".join(sign if sign in (action, " ") else HIDDEN for sign in secret)

    def answers_to(self, action: str) -> Iterator[str]:
        """What may be answered to a letter or a phrase; of several words, all patterns of each beside the others'."""
        yield NO
        if len(action) > 1:
            yield YES
            return
        for words in product(*(self._patterns(action, words) for words in self._lists)):
            if action in (pattern := " ".join(words)):
                yield pattern

    @staticmethod
    def _patterns(letter: str, words: Iterable[str]) -> dict[str, None]:
        """How a letter may be shown in one of some words, or not at all."""
        return dict.fromkeys("".join(sign if sign == letter else HIDDEN for sign in word) for word in words)

    def hits(self, secret: str) -> Sequence[str]:
        return sorted(set(secret) - {" "})

    def announced(self, secret: str) -> Hangman:
        """The same game with the lengths of the phrase."""
        lengths = "-".join(str(len(word)) for word in secret.split(" "))
        return self if self.lengths else replace(self, lengths=lengths, number=1)

    def prior(self, secret: str) -> float:
        return prod(self.vocabulary.weights.get(word, 0) for word in secret.split(" "))

    def count(self) -> int:
        return prod(map(len, self._lists))

    def draw(self, rng: np.random.Generator) -> str:
        places = self.sizes or (0,) * self.number
        return " ".join(self.vocabulary.draw(rng, length) for length in places)

    def draw_action(self, rng: np.random.Generator) -> str:
        if self.guesses == "both" and rng.random() < 0.5:
            return self.draw(rng)
        return self.alphabet[int(rng.integers(len(self.alphabet)))]

    # Text: phrases and letters as they are; a pattern has a star for each letter that is not shown.

    def parse_secret(self, text: str) -> str:
        """A phrase of the list's words, as long as announced; where nothing is said, of any number of words."""
        phrase = " ".join(typed(fold(text), self.alphabet).split())
        if trouble := self.misfit(phrase):
            raise SecretError(trouble)
        for word in phrase.split(" "):
            if word not in self.vocabulary.weights:
                near = get_close_matches(shorten(word), self.vocabulary.by_length.get(len(word), ()), n=3, cutoff=0.6)
                hint = f"; near it: {', '.join(near)}" if near else ""
                raise SecretError(
                    f"{shorten(word)!r} is not one of the {plural(len(self.vocabulary.words), 'word')}{hint}"
                )
        if not self.lengths and self.number > 1 and phrase.count(" ") + 1 != self.number:
            raise SecretError(f"{shorten(phrase)!r} is not a phrase of {plural(self.number, 'word')}")
        return phrase

    def parse_action(self, text: str) -> str:
        phrase = " ".join(typed(fold(text), self.alphabet).split())
        if len(phrase) == 1:
            if not phrase.isalpha():
                raise ActionError(f"{phrase!r} is not a letter")
            if phrase not in self.alphabet:
                raise ActionError(f"no word of the list has the letter {phrase!r}")
            return phrase
        if self.guesses != "both":
            raise ActionError(f"{shorten(phrase)!r} is not a letter; only letters may be asked in {self}")
        if trouble := self.misfit(phrase):
            raise ActionError(f"{trouble}; ask a letter or the whole phrase")
        return phrase

    def misfit(self, phrase: str) -> str:
        """What is wrong with the shape of a phrase, as a sentence; nothing if it is right."""
        for word in phrase.split(" "):
            if not word.isalpha():
                return (
                    f"{shorten(word)!r} is not a word: a phrase has letters and blanks only"
                    if word
                    else "the phrase is empty"
                )
        if self.lengths and (found := tuple(map(len, phrase.split(" ")))) != self.sizes:
            message = "-".join(map(str, found))
            return f"{shorten(phrase)!r} has the lengths {message}, but {self.lengths} was announced"
        return ""

    def parse_feedback(self, text: str, action: str) -> Feedback:
        """A pattern such as `*pp** ***` (or with `_ . ? -` for what is hidden), or `no`; `yes` or `no` to a phrase."""
        said = fold(text)
        if len(action) > 1:
            if said not in _SAID:
                raise FeedbackError(f"{shorten(said)!r} is no answer to a phrase; it is yes or no")
            return _SAID[said]
        signs = "".join(HIDDEN if sign in _HIDDEN else sign for sign in " ".join(said.split()))
        if said in ("", NO, "-") or (_SAID.get(said) == NO and said != action):
            return NO
        odd = sorted(set(signs) - {HIDDEN, " ", action})
        example = self._example(action)
        if odd:
            raise FeedbackError(f"{shorten(said)!r} shows {odd[0]!r}, but {action!r} was asked; write {example}")
        if self.lengths and tuple(map(len, signs.split(" "))) != self.sizes:
            raise FeedbackError(f"{shorten(said)!r} does not have the lengths {self.lengths}; write {example}")
        return signs if action in signs else NO

    def _example(self, letter: str) -> str:
        sizes = self.sizes or (5,)
        shown = " ".join([letter + HIDDEN * (sizes[0] - 1), *(HIDDEN * n for n in sizes[1:])])
        return f"no, or every place of it, as in {shown}"


class Vocabulary:
    """The words of a list by length, their weights and letters."""

    def __init__(self, pairs: Iterable[tuple[str, float]], name: str) -> None:
        self.weights: dict[str, float] = dict(sorted(pairs))
        self.words = tuple(self.weights)
        by_length: dict[int, list[str]] = {}
        for word in self.words:
            by_length.setdefault(len(word), []).append(word)
        self.by_length = {length: tuple(words) for length, words in sorted(by_length.items())}
        letters = set().union(*self.words)
        self.alphabet = "".join(sorted(letters | set(LATIN) if letters & set(LATIN) else letters))
        longest = max(self.by_length)
        if longest > MAX_LETTERS:
            raise WordListError(f"{name} has a word of {longest} letters; at most {MAX_LETTERS} are possible")
        if len(self.alphabet) > MAX_LETTERS:
            message = f"{len(self.alphabet)} different letters; at most {MAX_LETTERS} are possible"
            raise WordListError(f"{name} has {message}")
        self._sums: dict[int, Floats] = {}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Vocabulary) and self.weights == other.weights)

    def __hash__(self) -> int:
        return hash((len(self.words), self.words[0], self.words[-1]))

    def of_length(self, length: int) -> tuple[str, ...]:
        """The words of a length; 0 is any."""
        return self.by_length[length] if length else self.words

    def sums(self, length: int) -> Floats:
        """The weights of the words of a length (0: of any), added up; the last is that of all of them."""
        if length not in self._sums:
            self._sums[length] = frozen(np.cumsum([float(self.weights[word]) for word in self.of_length(length)]))
        return self._sums[length]

    def draw(self, rng: np.random.Generator, length: int) -> str:
        """A word of a length (0: of any), as likely as its weight says."""
        words, sums = self.of_length(length), self.sums(length)
        return words[min(int(np.searchsorted(sums, rng.random() * sums[-1], side="right")), len(words) - 1)]


@lru_cache(maxsize=8)
def _vocabulary(words: Source | Stamp, used: frozenset[str]) -> Vocabulary:
    title = words.title if isinstance(words, Source) else repr(words.path)
    pairs = words.answers().items() if isinstance(words, Source) else words_at(words)
    left = [(word, weight) for word, weight in pairs if word not in used]
    if not left:
        raise WordListError("every word is in the list that is left out; leave another one out")
    return Vocabulary(left, title)
