"""Wordle: find a word from coloured letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sleuth.core.capabilities import Constraint, Count, Reserve, Rounds, Twin, Unlisted, WiderGame
from sleuth.core.errors import ActionError, FeedbackError, SecretError
from sleuth.core.game import C, Feedback, Game
from sleuth.core.spec import require
from sleuth.core.text import plural, shorten
from sleuth.games.named_lists import ENGLISH, list_field, source, without, without_field
from sleuth.games.word_lists import LATIN, fold, stamp, typed
from sleuth.games.wordle.rules.demand_bits import DemandBits
from sleuth.games.wordle.rules.lists import WordleLists, columns_of, encoded, read_lists
from sleuth.games.wordle.rules.marks import Demand, agreement, found, spellings

RARER, NONE = 0.03, 0.01
"""The shares of puzzles whose word is no answer but may be guessed, and whose word is in no list at all."""
MANY = 1_000
"""Of so many words or more, only they themselves are weighed as guesses, and what was guessed."""
FEW, LATE = 30, 8
"""Words of no list are guessed once they are so few, or so many guesses were made."""

_MARKS = {mark: meant for meant, marks in {"g": "g🟩🟧", "y": "y🟨🟦", "-": "-.bx_0⬛⬜"}.items() for mark in marks}


@dataclass(frozen=True)
class Wordle(Game[str, str, str], Count, Twin, Constraint, Rounds, Reserve):
    """Find a hidden word; each guess shows which letters are right.

    The feedback has a mark for each letter of the guess: `g` (green) where it is right, `y` (yellow) where the
    word has it elsewhere, `-` (grey) where the word has no more of it. In hard mode, greens stay where they are
    and yellows are used again; greys may be tried again, as in the published game. In ultra-hard mode, a guess
    must agree with all marks so far.

    `list` is the name of a list of words, English unless given; its rarer words may be guessed too. `answers` and
    `allowed` are word files in its place. Answers may have weights, which are the prior. Without `allowed`, only
    the answers of a file may be guessed. A `length` picks the words of that length; without it, the words of a file
    must have one length, and of a list those of 5 letters are taken. The words of the list `without` are no answers.
    """

    noun: ClassVar[str] = "word"
    rows: ClassVar[int | None] = 6
    tagline: ClassVar[str] = "Find the hidden word"
    presets: ClassVar[dict[str, str]] = {
        "Classic": "wordle",
        "Hard": "wordle:hard=true",
        "Ultra-hard": "wordle:ultra=true",
        "Six letters": "wordle:length=6",
    }

    answers: str = field(default="", metadata={"help": "file of words that may be the secret", "file": True})
    allowed: str = field(default="", metadata={"help": "file of further words that may be guessed", "file": True})
    hard: bool = field(
        default=False, metadata={"help": "what was found must be used in each guess", "label": "Hard mode"}
    )
    length: int = field(
        default=0,
        metadata={
            "help": "letters in a word; 0 for the length in the files, or 5",
            "label": "How many letters has the word?",
            "empty": "5",
        },
    )
    list: str = list_field()
    without: str = without_field("name of a list whose words are no answers any more")
    ultra: bool = field(
        default=False, metadata={"help": "a guess must agree with all marks so far", "label": "Ultra-hard mode"}
    )

    def __post_init__(self) -> None:
        require(self.length >= 0, self, f"length is 1 or more, or 0 to take it from the files, not {self.length}")
        require(not (self.list and self.answers), self, "give a list or a file of answers, not both")
        _ = self._lists  # a bad file is told of here

    @cached_property
    def _lists(self) -> WordleLists:
        """The words as they were when the game was made, whatever becomes of the files."""
        answers = stamp(self.answers) if self.answers else source(self.list or ENGLISH)
        allowed = stamp(self.allowed) if self.allowed else None
        return read_lists(answers, allowed, self.length, without(self.without))

    def __eq__(self, other: object) -> bool:
        """Whether parameters and words are the same: a file may have changed between two games."""
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Wordle)
        return str(self) == str(other) and self._lists == other._lists

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

    def offers(self, kind: type[C]) -> C | None:
        """Only hard mode restricts what may be asked."""
        return None if kind is Constraint and not self.constrained else super().offers(kind)

    @property
    def constrained(self) -> bool:
        return self.hard or self.ultra

    def allows(self, action: str, past: str, feedback: Feedback) -> bool:
        marks = str(feedback)
        if self.ultra:
            return self.feedback(past, action) == marks
        kept = all(a == p for a, p, mark in zip(action, past, marks, strict=True) if mark == "g")
        return not self.hard or (kept and found(past, marks) <= Counter(action))

    def lacks(self, action: str, past: str, feedback: Feedback) -> str:
        marks = str(feedback)
        if not self.constrained or len(action) != len(past):
            return ""
        for place, (letter, known, mark) in enumerate(zip(action, past, marks, strict=True), 1):
            if mark == "g" and letter != known:
                return f"{known} in place {place}"
        missing = next(iter(found(past, marks) - Counter(action)), None)
        if missing is None:
            return self._has_too_much(action, past, marks) if self.ultra else ""
        times = found(past, marks)[missing]
        return f"the letter {missing}" + (f" {times} times" if times > 1 else "")

    def _has_too_much(self, action: str, past: str, marks: str) -> str:
        """What ultra-hard mode forbids in an action that has all that was found."""
        for place, (letter, known, mark) in enumerate(zip(action, past, marks, strict=True), 1):
            if mark != "g" and letter == known:
                return f"another letter than {known} in place {place}"
            if mark == "-" and (times := action.count(known)) > (most := found(past, marks)[known]):
                return f"the letter {known} at most {most} times, not {times}" if most else f"no letter {known}"
        return ""

    def allows_many(self, actions: Sequence[str], past: str, feedback: Feedback) -> npt.NDArray[np.bool_]:
        """`allows` for many actions at once."""
        mask, marks = np.ones(len(actions), np.bool_), str(feedback)
        if not self.constrained or not len(actions):
            return mask
        columns = columns_of(tuple(actions))
        if self.ultra:
            return agreement(columns, past, marks)
        for column, letter, mark in zip(columns, past, marks, strict=True):
            if mark == "g":
                mask &= column == ord(letter)
        for letter, times in found(past, marks).items():
            mask &= (columns == ord(letter)).sum(axis=0, dtype=np.uint8) >= times
        return mask

    def demands(
        self, actions: Sequence[str], feedbacks: Sequence[Feedback]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """A bit for each letter in each place, and for each letter so many times or more; for ultra-hard mode the
        opposite of each too, and one that no word has."""
        bits = DemandBits.of(columns_of(tuple(actions)), self.ultra)
        have = bits.had()
        need = np.zeros((len(actions), len(feedbacks), have.shape[-1]), np.uint64)
        for code, feedback in enumerate(feedbacks):
            if feedback is not None:
                bits.want(need[:, code], actions, str(feedback))
        return have, need

    def feedback_table(self, actions: Sequence[str], secrets: Sequence[str]) -> npt.NDArray[Any] | None:
        if self.letters > 10 or not self._lists.encodable:
            return None  # three to the power of eleven is past sixteen bits
        both = encoded("".join(actions) + "".join(secrets))
        from sleuth.games.wordle.kernels import patterns

        words = both.reshape(len(actions) + len(secrets), self.letters)
        out = np.empty((len(actions), len(secrets)), np.uint8 if self.letters <= 5 else np.uint16)
        patterns(words[: len(actions)], words[len(actions) :], out)
        return out

    # Text: words as they are; an answer is a mark for each letter.

    def parse_secret(self, text: str) -> str:
        word = self._typed(text)
        if word in self._lists.weights:
            return word
        if word in self._lists.known:
            raise SecretError(f"{word!r} may be guessed, but is not one of the {plural(self.count(), 'answer')}")
        raise SecretError(self._unknown(word, self._lists.answers))

    def parse_action(self, text: str) -> str:
        word = self._typed(text)
        if word in self._lists.known:
            return word
        raise ActionError(self._unknown(word, self._lists.actions))

    def _typed(self, text: str) -> str:
        """A word as the lists have it: without the accents that they do without."""
        word = fold(text)
        return word if word in self._lists.known else typed(word, self._lists.alphabet)

    def _unknown(self, word: str, words: Sequence[str]) -> str:
        if len(word) != self.letters or not word.isalpha():
            return f"{shorten(word)!r} is not a word of {plural(self.letters, 'letter')}"
        near = get_close_matches(word, words, n=3, cutoff=0.6)
        hint = f"; near it: {', '.join(near)}" if near else ""
        return f"{word!r} is not one of the {plural(len(words), 'word')}{hint}"

    # Words are never sure.

    def reserve(self, history: Iterable[tuple[str, str]]) -> Unlisted:
        """By Bayes: the share of each kind before play, times how likely words of its kind make the marks of a history.

        Words of no list are taken to make them as often as the words do that may be guessed, and a little oftener.
        """
        steps = list(history)
        lists = self._lists
        rarer = agreeing(lists.rarer, steps)
        legal = agreeing(lists.known, steps)
        total = sum(lists.weights.values())
        listed = (1 - RARER - NONE) * sum(lists.weights.get(word, 0) for word in legal) / total
        each = RARER / sum(lists.rarer.values()) if rarer else 0.0
        shares = {word: each * lists.rarer[word] for word in rarer}
        none = (NONE if lists.rarer else RARER + NONE) * (len(legal) + 1) / (len(lists.known) + 1)
        whole = listed + sum(shares.values()) + none
        return Unlisted(listed / whole, {word: share / whole for word, share in shares.items()}, none / whole)

    def wider(self, history: Iterable[tuple[str, str]], asked: Iterable[str] = ()) -> WiderGame | None:
        """The same game over the answers that agree with a history, or over rarer words where none does, or over words
        of no list. What was guessed may be guessed, and what is asked."""
        steps = list(history)
        lists = self._lists
        alphabet = set(lists.alphabet).union(*(past for past, _ in steps))
        demand = Demand.of(steps, lists.letters, alphabet | set(LATIN) if alphabet & set(LATIN) else alphabet)
        if demand is None:
            return None
        guesses = tuple(sorted({*asked, *(past for past, _ in steps)} - lists.known))
        parameters: dict[str, Any] = {key: getattr(self, key) for key in Wordle.parameters()}
        for beyond, weights in (("", lists.weights), ("rare", lists.rarer)):
            if some := agreeing(weights, steps):
                words = tuple((word, weights[word]) for word in some)
                return WiderGame(WiderWordle(**parameters, words=words, guesses=guesses), beyond, demand.pattern)
        words = tuple(spellings(demand, lists.actions).items())
        named = self.constrained or len(words) <= FEW or len(steps) >= LATE
        return WiderGame(WiderWordle(**parameters, words=words, guesses=guesses, named=named), "none", demand.pattern)

    def lists(self, actions: Iterable[str]) -> bool:
        return self._lists.known.issuperset(actions)

    def parse_any(self, text: str) -> str:
        """A guess, be it in the list or not."""
        word = self._typed(text)
        if len(word) == self.letters and word.isalpha():
            return word
        raise ActionError(self._unknown(word, self._lists.actions))

    def parse_feedback(self, text: str, action: str) -> str:
        """Five of `g y -`; also upper case, `. b x _ 0` for grey, and the coloured squares that players share."""
        bare = "".join(text.lower().replace("\ufe0f", "").split())
        marks = [_MARKS.get(mark) for mark in bare]
        if len(marks) != self.letters or None in marks:
            message = f"write {self.letters} of g (green), y (yellow) and - (grey)"
            raise FeedbackError(f"{shorten(text.strip())!r} is no answer to {action} in {self.name}; {message}")
        return "".join(mark for mark in marks if mark)


@dataclass(frozen=True, eq=False)
class WiderWordle(Wordle):
    """Wordle over some words, in its lists or not, in which more may be guessed than the lists allow."""

    name = "wordle"

    words: tuple[tuple[str, float], ...] = field(default=(), metadata={"hidden": True})
    """The words that may be the secret, with weights."""
    guesses: tuple[str, ...] = field(default=(), metadata={"hidden": True})
    """What may be guessed besides the words of the lists."""
    named: bool = field(default=True, metadata={"hidden": True})
    """Whether the words may be guessed; else they are only told apart."""

    @cached_property
    def _lists(self) -> WordleLists:
        lists, weights = super()._lists, dict(sorted(self.words))
        more = {*self.guesses, *(weights if self.named else ())}
        actions = more if len(weights) >= MANY and self.named else more | lists.known
        return lists._replace(
            weights=weights,
            answers=tuple(weights),
            actions=tuple(sorted(actions)),
            known=lists.known | more,
            alphabet=lists.alphabet.union(*more),
        )


def agreeing(words: Iterable[str], steps: Sequence[tuple[str, str]]) -> list[str]:
    """The words that would have been answered as the history says."""
    some = tuple(sorted(words))
    if not some:
        return []
    mask = np.ones(len(some), np.bool_)
    for past, marks in steps:
        mask &= agreement(columns_of(some), past, marks)
    return [some[i] for i in np.flatnonzero(mask)]
