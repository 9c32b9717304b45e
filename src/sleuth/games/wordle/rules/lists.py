"""The words of a game of Wordle, as they were read, and as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.core.errors import WordListError
from sleuth.core.text import plural, shorten
from sleuth.games.named_lists import Source
from sleuth.games.word_lists import Stamp, words_at

MAX_ANSWERS, MAX_GUESSES = 4_000, 11_800
"""How many words of a named list are used at most, the likeliest ones."""


class WordleLists(NamedTuple):
    """The words of a game, all of one length."""

    letters: int
    weights: Mapping[str, float]
    """The answers."""
    rarer: Mapping[str, float]
    """What may be guessed besides, with small weights among themselves."""
    answers: tuple[str, ...]
    actions: tuple[str, ...]
    known: frozenset[str]
    alphabet: frozenset[str]

    @classmethod
    def of(cls, weights: Mapping[str, float], rarer: Mapping[str, float]) -> WordleLists:
        """Both kinds of words, in alphabetical order."""
        weights = dict(sorted(weights.items()))
        known = frozenset(weights) | frozenset(rarer)
        letters = len(next(iter(weights)))
        return cls(letters, weights, rarer, tuple(weights), tuple(sorted(known)), known, frozenset().union(*known))

    @property
    def encodable(self) -> bool:
        """Whether the words together have few enough letters to write each in a byte."""
        return len(self.alphabet) <= 256


@lru_cache(maxsize=8)
def read_lists(
    answers: Source | Stamp, allowed: Stamp | None, length: int, used: frozenset[str] = frozenset()
) -> WordleLists:
    """The words of a named list or of files, of one length; those that were used are no answers any more."""
    weights: dict[str, float]
    rarer: dict[str, float] = {}
    if isinstance(answers, Source):
        letters = length or answers.usual_length()
        weights = answers.answers(letters)
        if not weights:
            raise WordListError(f"{answers.title} has no word of {plural(letters, 'letter')}")
        weights, rarer = _likeliest(weights, answers.rarer(letters))
    else:
        letters = length or len(words_at(answers)[0][0])
        weights = dict(_words_of(answers, letters, pick=length > 0))
    if allowed:
        rarer = dict(_words_of(allowed, letters, pick=length > 0))
    rarer |= {word: weight for word, weight in weights.items() if word in used}
    weights = {word: weight for word, weight in weights.items() if word not in used}
    if not weights:
        raise WordListError("every answer is in the list that is left out; leave another one out")
    return WordleLists.of(weights, {word: weight for word, weight in rarer.items() if word not in weights})


def _likeliest(weights: dict[str, float], rarer: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Answers and other guesses that are not too many; answers that are too many are guesses."""
    answers = _heaviest(weights, MAX_ANSWERS)
    others = {word: weight for word, weight in weights.items() if word not in answers}
    top = max(rarer.values(), default=1)
    rarer |= {word: top * (1 + weight) for word, weight in others.items()}
    return answers, _heaviest(rarer, MAX_GUESSES - len(answers))


def _heaviest(weights: dict[str, float], most: int) -> dict[str, float]:
    """The words of the greatest weights; words of one weight are taken all or not at all, unless all have one."""
    if len(weights) <= most:
        return weights
    ordered = sorted(weights.values(), reverse=True)
    over = ordered[most]
    return {word: weight for word, weight in weights.items() if weight > over} or dict(list(weights.items())[:most])


def _words_of(file: Stamp, letters: int, pick: bool) -> list[tuple[str, float]]:
    """The words of one length in a file; unless they are to be picked, it must have no others."""
    words = words_at(file)
    fit = [pair for pair in words if len(pair[0]) == letters]
    if not fit:
        raise WordListError(f"{file.path!r} has no word of {plural(letters, 'letter')}")
    if len(fit) < len(words) and not pick:
        odd = next(word for word, _ in words if len(word) != letters)
        message = f"{shorten(odd)!r} has {plural(len(odd), 'letter')}, not {letters}"
        raise WordListError(f"{file.path!r}: {message}; give a length to pick the words of that length")
    return fit


def encoded(text: str) -> npt.NDArray[np.uint8]:
    """Each letter as a byte, the same letter as the same byte; for texts of at most 256 different letters."""
    try:
        return np.frombuffer(text.encode("latin-1"), np.uint8).copy()
    except UnicodeEncodeError:
        _, places = np.unique(_points(text), return_inverse=True)
        return places.astype(np.uint8)


def _points(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), "<u4").astype(np.uint32)


@lru_cache(maxsize=16)
def columns_of(words: tuple[str, ...]) -> npt.NDArray[Any]:
    """The code points of words of one length, a row for each position."""
    text = "".join(words)
    points = np.frombuffer(text.encode("latin-1"), np.uint8) if text.isascii() else _points(text)
    return np.ascontiguousarray(points.reshape(len(words), -1).T)
