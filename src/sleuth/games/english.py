"""The English words that the package brings, and how likely each is to be chosen by whoever sets a puzzle.

They are SCOWL's, without slurs and obscenities; the notice is beside the data. A word has a level there (10 for the
best known, 80 for what only word games know) and a kind: plain forms (`plural` is also the third person) and variants
of spelling are seldom chosen. The weights are the shares of each class among the answers of a newspaper's puzzle.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
KINDS = ("base", "variant", "plural", "past")
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
    words = _words(length)
    return {w: RARER.get(k, {}).get(level, 1) for w, k, level in words if level not in ANSWERS.get(k, {})}


def _words(length: int) -> list[tuple[str, str, int]]:
    return [word for word in _classed() if length in (0, len(word[0]))]


@lru_cache(maxsize=1)
def _classed() -> tuple[tuple[str, str, int], ...]:
    """Every word with its kind and level."""
    raw = files("sleuth.games").joinpath("words", "english.txt.gz").read_bytes()
    words, signs = gzip.decompress(raw).decode("ascii").split()
    classes = ((KINDS[n % len(KINDS)], LEVELS[n // len(KINDS)]) for n in (ord(sign) - ord("0") for sign in signs))
    return tuple((word, *of) for word, of in zip(_unpacked(words), classes, strict=True))


def _unpacked(text: str) -> Iterator[str]:
    """Words from what each does not share with the one before, behind a capital that says how much it does."""
    word, shared, rest = "", 0, ""
    for sign in f"{text}A":
        if sign.islower():
            rest += sign
            continue
        if rest:
            word = word[:shared] + rest
            yield word
        shared, rest = ord(sign) - ord("A"), ""
