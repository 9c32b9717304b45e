"""Wordle: find a word from coloured letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from sleuth.core.errors import ActionError, FeedbackError, SecretError, WordListError
from sleuth.core.game import Feedback, Game
from sleuth.core.spec import require
from sleuth.core.text import plural, shorten
from sleuth.games.word_lists import Stamp, common_words, english_words, fold, stamp, words_at

COMMON = 2_500
"""How many of the English words of a length are answers when no file is given."""

_MARKS = {mark: meant for meant, marks in {"g": "g🟩🟧", "y": "y🟨🟦", "-": "-.bx_0⬛⬜"}.items() for mark in marks}


@dataclass(frozen=True)
class Wordle(Game[str, str, str]):
    """Find a hidden word; each guess shows which letters are right.

    The feedback has a mark for each letter of the guess: `g` (green) where it is right, `y` (yellow) where the
    word has it elsewhere, `-` (grey) where the word has no more of it. In hard mode, greens stay where they are
    and yellows are used again; greys may be tried again, as in the published game.

    `answers` and `allowed` are word files. Answers may have weights, which are the prior. Without `answers`, they
    are the 2,500 most frequent English words of the length (5 unless given), weighted by their counts, and
    every English word of the length may be guessed. Without `allowed`, only the answers of a file may. A
    `length` picks the words of that length from the files; without it, all their words must have one length.
    """

    rows: ClassVar[int | None] = 6

    answers: str = field(default="", metadata={"help": "file of words that may be the secret", "file": True})
    allowed: str = field(default="", metadata={"help": "file of further words that may be guessed", "file": True})
    hard: bool = field(default=False, metadata={"help": "what was found must be used in each guess"})
    length: int = field(default=0, metadata={"help": "letters in a word; 0 for the length in the files, or 5"})

    def __post_init__(self) -> None:
        require(self.length >= 0, self, f"length is 1 or more, or 0 to take it from the files, not {self.length}")
        _ = self._lists  # a bad file is told of here

    @cached_property
    def _lists(self) -> _Lists:
        """The words as they were when the game was made, whatever becomes of the files."""
        answers = stamp(self.answers) if self.answers else None
        allowed = stamp(self.allowed) if self.allowed else None
        return _read_lists(answers, allowed, self.length)

    def __eq__(self, other: object) -> bool:
        """Whether parameters and words are the same: a file may have changed between two games."""
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Wordle)
        mine = self.answers, self.allowed, self.hard, self.length, self._lists
        return mine == (other.answers, other.allowed, other.hard, other.length, other._lists)

    @property
    def letters(self) -> int:
        """The length of the words."""
        return self._lists.letters

    def secrets(self) -> Sequence[str]:
        return self._lists.answers

    def actions(self) -> Sequence[str]:
        return self._lists.actions

    def feedback(self, action: str, secret: str) -> str:
        spare = [s for a, s in zip(action, secret, strict=True) if a != s]
        marks = ""
        for a, s in zip(action, secret, strict=True):
            if a == s:
                marks += "g"
            elif a in spare:
                spare.remove(a)
                marks += "y"
            else:
                marks += "-"
        return marks

    def prior(self, secret: str) -> float:
        return self._lists.weights.get(secret, 0)

    def count(self) -> int:
        return len(self._lists.answers)

    @property
    def constrained(self) -> bool:
        return self.hard

    def allows(self, action: str, past: str, feedback: Feedback) -> bool:
        if not self.hard:
            return True
        marks = str(feedback)
        kept = all(a == p for a, p, mark in zip(action, past, marks, strict=True) if mark == "g")
        return kept and _found(past, marks) <= Counter(action)

    def lacks(self, action: str, past: str, feedback: Feedback) -> str:
        marks = str(feedback)
        if not self.hard or len(action) != len(past):
            return ""
        for place, (letter, known, mark) in enumerate(zip(action, past, marks, strict=True), 1):
            if mark == "g" and letter != known:
                return f"{known} in place {place}"
        missing = next(iter(_found(past, marks) - Counter(action)), None)
        if missing is None:
            return ""
        times = _found(past, marks)[missing]
        return f"the letter {missing}" + (f" {times} times" if times > 1 else "")

    def allows_many(self, actions: Sequence[str], past: str, feedback: Feedback) -> npt.NDArray[np.bool_]:
        """`allows` for many actions at once."""
        mask, marks = np.ones(len(actions), np.bool_), str(feedback)
        if self.hard and len(actions):
            columns = _columns(tuple(actions))
            for column, letter, mark in zip(columns, past, marks, strict=True):
                if mark == "g":
                    mask &= column == ord(letter)
            for letter, times in _found(past, marks).items():
                mask &= (columns == ord(letter)).sum(axis=0, dtype=np.uint8) >= times
        return mask

    def demands(
        self, actions: Sequence[str], feedbacks: Sequence[Feedback]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """A bit for each letter in each place, and for each letter so many times or more."""
        _, places = np.unique(_columns(tuple(actions)), return_inverse=True)
        letters = places.reshape(self.letters, len(actions))  # a row for each position
        alphabet = int(letters.max()) + 1
        times = (letters[:, None] == letters[None, :]).sum(axis=1)  # how often the letter occurs in the word
        first = self.letters * alphabet
        words = (first + alphabet * int(times.max()) + 63) // 64
        have = np.zeros((len(actions), words), np.uint64)
        need = np.zeros((len(actions), len(feedbacks), words), np.uint64)
        for position in range(self.letters):
            _set_bits(have, position * alphabet + letters[position])
            for count in range(1, int(times.max()) + 1):
                enough = times[position] >= count
                _set_bits(have, first + (count - 1) * alphabet + letters[position], enough)
        for code, feedback in enumerate(feedbacks):
            if feedback is None:
                continue
            marks = str(feedback)
            found = [i for i, mark in enumerate(marks) if mark in "gy"]
            for i in found:
                count = (letters[found] == letters[i]).sum(axis=0)
                fits = count <= times.max()
                _set_bits(need[:, code], first + (np.minimum(count, times.max()) - 1) * alphabet + letters[i], fits)
                if marks[i] == "g":
                    _set_bits(need[:, code], i * alphabet + letters[i])
        return have, need

    def feedback_table(self, actions: Sequence[str], secrets: Sequence[str]) -> npt.NDArray[Any] | None:
        if self.letters > 10 or not self._lists.encodable:
            return None  # three to the power of eleven is past sixteen bits
        encoded = _encode("".join(actions) + "".join(secrets))
        from sleuth.games.wordle.kernels import patterns

        words = encoded.reshape(len(actions) + len(secrets), self.letters)
        out = np.empty((len(actions), len(secrets)), np.uint8 if self.letters <= 5 else np.uint16)
        patterns(words[: len(actions)], words[len(actions) :], out)
        return out

    # Text: words as they are; an answer is a mark for each letter.

    def parse_secret(self, text: str) -> str:
        word = fold(text)
        if word in self._lists.weights:
            return word
        if word in self._lists.known:
            raise SecretError(f"{word!r} may be guessed, but is not one of the {plural(self.count(), 'answer')}")
        raise SecretError(self._unknown(word, self._lists.answers))

    def parse_action(self, text: str) -> str:
        word = fold(text)
        if word in self._lists.known:
            return word
        raise ActionError(self._unknown(word, self._lists.actions))

    def _unknown(self, word: str, words: Sequence[str]) -> str:
        if len(word) != self.letters or not word.isalpha():
            return f"{shorten(word)!r} is not a word of {plural(self.letters, 'letter')}"
        near = get_close_matches(word, words, n=3, cutoff=0.6)
        hint = f"; near it: {', '.join(near)}" if near else ""
        return f"{word!r} is not one of the {plural(len(words), 'word')}{hint}"

    def parse_feedback(self, text: str, action: str) -> str:
        """Five of `g y -`; also upper case, `. b x _ 0` for grey, and the coloured squares that players share."""
        bare = "".join(text.lower().replace("\ufe0f", "").split())
        marks = [_MARKS.get(mark) for mark in bare]
        if len(marks) != self.letters or None in marks:
            message = f"write {self.letters} of g (green), y (yellow) and - (grey)"
            raise FeedbackError(f"{shorten(text.strip())!r} is no answer to {action} in {self.name}; {message}")
        return "".join(mark for mark in marks if mark)


class _Lists(NamedTuple):
    letters: int
    answers: tuple[str, ...]
    weights: dict[str, float]
    actions: tuple[str, ...]
    known: frozenset[str]
    encodable: bool
    """Whether the words together have few enough letters to write each in a byte."""


@lru_cache(maxsize=8)
def _read_lists(answers: Stamp | None, allowed: Stamp | None, length: int) -> _Lists:
    weights: dict[str, float]
    letters = length or (len(words_at(answers)[0][0]) if answers else 5)
    if answers:
        weights = dict(sorted(_words_of(answers, letters, pick=length > 0)))
    else:
        weights = dict(common_words(letters, COMMON))
        if not weights:
            raise WordListError(f"the English list has no word of {plural(letters, 'letter')}")
    guesses = set(weights)
    if allowed:
        guesses.update(word for word, _ in _words_of(allowed, letters, pick=length > 0))
    elif not answers:
        guesses.update(word for word, _ in english_words(letters))
    encodable = len(set().union(*guesses)) <= 256
    return _Lists(letters, tuple(weights), weights, tuple(sorted(guesses)), frozenset(guesses), encodable)


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


def _found(past: str, marks: str) -> Counter[str]:
    """How often each letter was green or yellow."""
    return Counter(letter for letter, mark in zip(past, marks, strict=True) if mark in "gy")


def _set_bits(rows: npt.NDArray[np.uint64], bits: npt.NDArray[Any], where: npt.NDArray[np.bool_] | None = None) -> None:
    """Set one bit in each row, or in some of them."""
    some = np.arange(len(rows)) if where is None else np.flatnonzero(where)
    rows[some, bits[some] // 64] |= np.left_shift(np.uint64(1), (bits[some] % 64).astype(np.uint64))


def _encode(text: str) -> npt.NDArray[np.uint8]:
    """Each letter as a byte, the same letter as the same byte; for texts of at most 256 different letters."""
    try:
        return np.frombuffer(text.encode("latin-1"), np.uint8).copy()
    except UnicodeEncodeError:
        _, places = np.unique(_points(text), return_inverse=True)
        return places.astype(np.uint8)


def _points(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), "<u4").astype(np.uint32)


@lru_cache(maxsize=16)
def _columns(words: tuple[str, ...]) -> npt.NDArray[Any]:
    """The code points of words of one length, a row for each position."""
    text = "".join(words)
    points = np.frombuffer(text.encode("latin-1"), np.uint8) if text.isascii() else _points(text)
    return np.ascontiguousarray(points.reshape(len(words), -1).T)
