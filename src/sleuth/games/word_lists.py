"""Reading lists of words, and the counted words of the languages that the `words` extra brings."""

from __future__ import annotations

import gzip
import json
import os
import stat
from collections.abc import Collection, Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

from sleuth.core.errors import WordListError
from sleuth.core.extras import extra, install_command
from sleuth.core.text import real_number, shorten, whole_number

Words = list[tuple[str, float]]
"""Words and their weights; whole weights are `int`."""
LATIN = "abcdefghijklmnopqrstuvwxyz"
LANGUAGES = {
    "spanish": ("es", f"{LATIN}ñ"),
    "french": ("fr", LATIN),
    "german": ("de", f"{LATIN}äöü"),
    "italian": ("it", LATIN),
    "portuguese": ("pt", LATIN),
    "dutch": ("nl", LATIN),
    "russian": ("ru", "абвгдежзийклмнопрстуфхцчшщъыьэюя"),
}
"""The languages that pyspellchecker counts: its file, and the letters that players of word games type."""
_TWO = {"ß": "ss", "œ": "oe", "æ": "ae"}


class Stamp(NamedTuple):
    """A word file as it is now: what a cache of its words may be keyed on."""

    path: str
    real: str
    changed: int
    size: int


def fold(text: str) -> str:
    """A word as the lists hold it: lower case, and each accented letter as one letter."""
    return normalize("NFC", text.strip().lower())


def read_words(path: str | os.PathLike[str]) -> Words:
    """The words of a file and their weights, in the order of the file.

    One word a line, and after white space perhaps its weight, a positive number (1 if there is none). What
    follows a `#` is a comment; blank lines are skipped; words are made lower case. A word may come again with
    the same weight, and counts once.
    """
    return list(words_at(stamp(path)))


def stamp(path: str | os.PathLike[str]) -> Stamp:
    """Look at a word file without reading it."""
    name = os.fspath(path)
    try:
        found = Path(name).stat()
    except FileNotFoundError:
        raise WordListError(f"there is no word file {name!r}") from None
    except (OSError, ValueError) as error:
        raise WordListError(f"cannot read the word file {shorten(name, 300)!r}: {_reason(error)}") from None
    if stat.S_ISDIR(found.st_mode):
        raise WordListError(f"{name!r} is a folder, not a word file")
    if not stat.S_ISREG(found.st_mode):
        raise WordListError(f"{name!r} is not a plain file")
    return Stamp(name, str(Path(name).absolute()), found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def words_at(file: Stamp) -> tuple[tuple[str, float], ...]:
    """What `read_words` gives, for a file that was looked at."""
    name = file.path
    try:
        raw = Path(file.real).read_bytes()
    except OSError as error:
        raise WordListError(f"cannot read the word file {name!r}: {_reason(error)}") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WordListError(f"{name!r} is not a word file: it is not UTF-8 text") from None
    return parse_words(text, repr(name))


def parse_words(text: str, name: str) -> tuple[tuple[str, float], ...]:
    """The words of a text and their weights; `name` says where they are from, for errors."""
    if "\0" in text:
        raise WordListError(f"{name} is not a word file: it is not text")
    weights: dict[str, float] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        parts = line.partition("#")[0].split()
        if not parts:
            continue
        word, weight = fold(parts[0]), _weight(parts[1]) if len(parts) == 2 else 1
        where = f"{name}, line {number}"
        if not word.isalpha() or len(parts) > 2:
            message = "a line is a word (letters only), then perhaps a weight"
            raise WordListError(f"{where}: {shorten(line.strip())!r} is no word; {message}")
        if weight is None:
            raise WordListError(f"{where}: the weight {shorten(parts[1])!r} is not a positive number")
        if weights.setdefault(word, weight) != weight:
            earlier = f"line {lines[word]} gave it {weights[word]}"
            raise WordListError(f"{where}: {shorten(word)!r} has the weight {weight}, but {earlier}")
        lines.setdefault(word, number)
    if not weights:
        raise WordListError(f"{name} has no words")
    return tuple(weights.items())


def _weight(text: str) -> float | None:
    weight: float | None = whole_number(text)
    if weight is None:
        weight = real_number(text)
    return weight if weight is not None and weight > 0 else None


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def english_words(length: int = 0) -> list[tuple[str, int]]:
    """The English words of one length (0: of any) and how often each was counted, in alphabetical order.

    They come from the package pyspellchecker: 160,572 words with counts from film subtitles; names in lower
    case are among them. Only those of the letters a to z are taken.
    """
    return [pair for pair in _counts("en", LATIN) if length in (0, len(pair[0]))]


def common_words(length: int, most: int) -> list[tuple[str, int]]:
    """The most frequent English words of one length, at most so many, in alphabetical order.

    Words at the lowest count of the whole list (those that were hardly ever seen) are left out, unless a
    length has no others.
    """
    words = english_words(length)
    lowest = min(count for _, count in english_words())
    return sorted(frequent([pair for pair in words if pair[1] > lowest] or words, most))


def counted_words(language: str, length: int = 0) -> list[tuple[str, int]]:
    """The words of a language in `LANGUAGES`, as its players type them, and how often each was counted."""
    return [pair for pair in _counts(*LANGUAGES[language]) if length in (0, len(pair[0]))]


def frequent(words: Iterable[tuple[str, int]], most: int) -> list[tuple[str, int]]:
    """The words with the highest counts, at most so many, the highest first."""
    return sorted(words, key=lambda pair: (-pair[1], pair[0]))[:most]


def typed(word: str, letters: Collection[str]) -> str:
    """A word in these letters: an accent that they lack is left off, and what is one letter there may be two here."""
    signs = "".join(sign if sign in letters else _TWO.get(sign, sign) for sign in word)
    return "".join(sign if sign in letters else normalize("NFD", sign)[0] for sign in signs)


@lru_cache(maxsize=4)
def _counts(code: str, letters: str) -> tuple[tuple[str, int], ...]:
    spellchecker = extra("words", "a list of words of this language", "spellchecker")
    try:
        raw = files(spellchecker).joinpath("resources", f"{code}.json.gz").read_bytes()
    except FileNotFoundError:  # another package of this name
        raise WordListError(f"the words of this language are missing: {install_command('words')}") from None
    known: dict[str, int] = {}
    for word, count in json.loads(gzip.decompress(raw)).items():
        plain = typed(fold(word), letters)
        if plain and set(letters).issuperset(plain) and (code != "en" or plain == word):
            known[plain] = known.get(plain, 0) + count
    return tuple(sorted(known.items()))
