"""Lists of words by name: those that the package knows, and the files NAME.txt of the folders in SLEUTH_WORDS.

A name is never a path. What nobody listed may still be found by whoever knows its name: a file that ends in a hash.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sleuth.core.errors import WordListError
from sleuth.core.spec import BROUGHT
from sleuth.core.text import listing, shorten
from sleuth.games.english import english_answers, rarer_english
from sleuth.games.word_lists import LANGUAGES, Stamp, counted_words, frequent, stamp, words_at

ENGLISH = "english"
FOLDERS = "SLEUTH_WORDS"
COMMON = 2_500
"""How many of the words of a length are answers where a list has counts."""
_NAME = re.compile(r"[^\W_]+(-[^\W_]+)*")
_HASHED = re.compile(r".*-[0-9a-f]{16}")


class Source(NamedTuple):
    """Where the words of a list come from: what a cache of them may be keyed on."""

    name: str
    file: Stamp | None = None
    """The file as it is now; none for a list of the package."""

    @property
    def title(self) -> str:
        """The list, for messages."""
        return f"the list {self.name}"

    def answers(self, length: int = 0) -> dict[str, float]:
        """The words of a length (0: of any) that may be the secret, and their weights."""
        if self.file is not None:
            return {word: weight for word, weight in sorted(words_at(self.file)) if length in (0, len(word))}
        if self.name == ENGLISH:
            return english_answers(length)
        lengths = [length] if length else sorted({len(word) for word, _ in counted_words(self.name)})
        return dict(sorted(pair for n in lengths for pair in frequent(counted_words(self.name, n), COMMON)))

    def usual_length(self) -> int:
        """The length to play with where none is given: five letters, or else what most answers have."""
        if self.answers(5):
            return 5
        lengths = [len(word) for word in self.answers()]
        return max(sorted(set(lengths)), key=lengths.count)

    def rarer(self, length: int = 0) -> dict[str, float]:
        """Further words that may be guessed, with small weights among themselves."""
        if self.file is not None:
            return {}
        if self.name == ENGLISH:
            return rarer_english(length)
        answers = self.answers(length)
        return {word: count for word, count in counted_words(self.name, length) if word not in answers}


def list_field() -> Any:
    """The parameter of a game of words that names its list."""
    says = {"help": "name of a list of words; English unless given", "label": "Words to play with", "empty": "English"}
    return field(default="", metadata=says | {"word_list": "any"})


def without_field(help: str) -> Any:
    """The parameter that names a list of words to leave out."""
    return field(default="", metadata={
        "help": help, "label": "Words to leave out", "empty": "None", "word_list": BROUGHT
    })  # fmt: skip


def source(name: str) -> Source:
    """The list of a name."""
    key = name.strip().lower()
    if key == ENGLISH or key in LANGUAGES:
        return Source(key)
    if is_name(key):
        for folder in search_path():
            file = folder / f"{key}.txt"
            if file.is_file():
                return Source(key, stamp(file))
    known = listing(list_names())
    raise WordListError(f"there is no list of words called {shorten(name)!r}; there are {known}")


def is_name(text: str) -> bool:
    """Whether a list may be called this: letters and digits, dashes between them."""
    return _NAME.fullmatch(text) is not None and text == text.lower() and len(text) <= 60


def list_names() -> list[str]:
    """The names that everybody may choose: the package's first."""
    files = (file.stem for folder in search_path() if folder.is_dir() for file in sorted(folder.glob("*.txt")))
    others = (name for name in files if is_name(name) and not _HASHED.fullmatch(name))
    return list(dict.fromkeys([ENGLISH, *LANGUAGES, *others]))


def search_path() -> list[Path]:
    """The folders that hold further lists."""
    return [Path(folder).expanduser() for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def without(names: str) -> frozenset[str]:
    """Every word of some lists, written with plus signs between their names."""
    return frozenset(word for name in names.split("+") if name for word in source(name).answers())


def hidden_name(name: str, words: Iterable[tuple[str, float]]) -> str:
    """The name of a list that only those find who know it: nobody makes another list of this name."""
    digest = sha256(repr(sorted(words)).encode()).hexdigest()
    return f"{name}-{digest[:16]}"


def plain_name(name: str) -> str:
    """The name that somebody gave a list."""
    return name[:-17] if _HASHED.fullmatch(name) else name


def words_text(name: str) -> str:
    """What people call the words of a list: `English words`, `words of the list countries`; `words` of a file."""
    if not name:
        return "words"
    plain = plain_name(name.strip().lower())
    return f"{plain.capitalize()} words" if plain == ENGLISH or plain in LANGUAGES else f"words of the list {plain}"
