"""The English words that the package brings, and how likely each is to be chosen by whoever sets a puzzle.

They are SCOWL's, without slurs and obscenities; the notice is beside the data. A word has a level there (10 for the
best known, 80 for what only word games know) and a kind: plain forms (`plural` is also the third person) and variants
of spelling are seldom chosen. The weights are the shares of each class among the answers of a newspaper's puzzle.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
KINDS = ("base", "variant", "plural", "past")
CLASSES = {chr(ord("0") + n): of for n, of in enumerate((kind, level) for level in LEVELS for kind in KINDS)}
"""The kind and the level behind each sign of the file."""
ANSWERS = {
    "base": {10: 100, 20: 97, 35: 84, 40: 60, 50: 35, 55: 13, 60: 8},
    "variant": {10: 20, 20: 20, 35: 20, 40: 20},
    "plural": {10: 2},
    "past": {10: 5, 20: 5, 35: 5},
}
"""The weight of an answer by kind and level, in hundredths."""
RARER = {"base": {70: 20}, "variant": {50: 20, 55: 20, 60: 10}, "plural": {20: 20, 35: 10}}
"""The weight of a word that is no answer, in thousandths; 1 where nothing is said."""


def english_answers(length: int = 0) -> dict[str, float]:
    """The words of a length (0: of any) that may well be chosen, and their weights, in alphabetical order."""
    return {w: weight for w, kind, level in _words(length) if (weight := ANSWERS.get(kind, {}).get(level))}


def rarer_english(length: int = 0) -> dict[str, float]:
    """All other words of a length (0: of any), with small weights among themselves."""
    rarer = (word for word in _words(length) if word[2] not in ANSWERS.get(word[1], {}))
    return {w: RARER.get(kind, {}).get(level, 1) for w, kind, level in rarer}


def _words(length: int) -> Iterator[tuple[str, str, int]]:
    """Every word of a length (0: of any) with its kind and level."""
    for word, sign in zip(*_unpacked(), strict=True):
        if length in (0, len(word)):
            yield (word, *CLASSES[sign])


@lru_cache(maxsize=1)
def _unpacked() -> tuple[list[str], str]:
    """Every word, and the signs of their classes. The file has of each word what it does not share with the one before,
    behind a capital that says how much it does."""
    raw = files("sleuth.games").joinpath("words", "english.txt.gz").read_bytes()
    packed, signs = gzip.decompress(raw).decode("ascii").split()
    word, words = "", []
    for shared, rest in re.findall("([A-Z])([a-z]+)", packed):
        word = word[: ord(shared) - ord("A")] + rest
        words.append(word)
    return words, signs
