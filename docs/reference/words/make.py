"""Makes the English words of the package, `src/sleuth/games/words/english.txt.gz`, from SCOWL.

    apt-get download scowl && dpkg -x scowl_*.deb scowl
    python docs/reference/words/make.py scowl/usr/share/dict/scowl

The words are those of SCOWL's lists called `words`: no names, no abbreviations. Accents are left off, and so are slurs
and obscenities (`unfit.txt`). Each word has a class, its lowest level in SCOWL and its kind, from which the package
makes weights (`sleuth.games.english`).

The file has two lines. The first holds the words in alphabetical order, each as a capital letter that says how many
letters it shares with the word before it (A is none) and the rest of its letters. The second holds the classes, one
sign a word: the place of the level in LEVELS, times four, plus the place of the kind in KINDS, counted from `0`.
"""

from __future__ import annotations

import gzip
import sys
from codecs import decode
from collections.abc import Iterator
from pathlib import Path
from unicodedata import combining, normalize

HERE = Path(__file__).parent
TARGET = HERE.parents[2] / "src" / "sleuth" / "games" / "words" / "english.txt.gz"
LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80)
KINDS = ("base", "variant", "plural", "past")
MAX_LEVELS = {8: 80, 12: 70, 15: 60}
"""The highest level of words of up to so many letters."""
BEYOND = 95
"""Of this level, only plain forms of better known words are taken, as if they were of the level before."""


def read_levels(folder: Path) -> tuple[dict[str, int], set[str]]:
    """The lowest level of each word, and the words that are no mere variants of spelling."""
    levels: dict[str, int] = {}
    main: set[str] = set()
    for file in sorted(folder.glob("*-words.*")):
        for line in file.read_text("utf-8").split():
            word = without_accents(line)
            if word.isascii() and word.isalpha() and word.islower() and (len(word) > 1 or word in "aio"):
                levels[word] = min(levels.get(word, BEYOND), int(file.suffix[1:]))
                if "variant" not in file.name:
                    main.add(word)
    return levels, main


def without_accents(word: str) -> str:
    """A word as it is typed in English."""
    return "".join(sign for sign in normalize("NFD", word) if not combining(sign))


def stems(word: str) -> Iterator[str]:
    """What a word may be a plain plural, third person or past form of."""
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ies"):
            yield word[:-3] + "y"
    if word.endswith("ed"):
        yield from (word[:-1], word[:-2])
        if word.endswith("ied"):
            yield word[:-3] + "y"
        if len(word) > 4 and word[-3] == word[-4]:
            yield word[:-3]


def read_unfit() -> tuple[set[str], tuple[str, ...]]:
    """Words that nobody should be shown, and beginnings of such words; in the file each letter is moved by 13."""
    lines = decode((HERE / "unfit.txt").read_text(), "rot13").split()
    return {line for line in lines if line[-1] != "*"}, tuple(line[:-1] for line in lines if line[-1] == "*")


def classes(folder: Path) -> dict[str, str]:
    """The sign of the class of each word that is taken."""
    levels, main = read_levels(folder)
    unfit, beginnings = read_unfit()
    signs = {}
    for word, level in levels.items():
        plain = any(levels.get(stem, BEYOND) <= min(level, LEVELS[-1]) for stem in stems(word) if len(stem) > 1)
        kind = ("plural" if word.endswith("s") else "past") if plain else "base" if word in main else "variant"
        if word in unfit or word.startswith(beginnings):
            continue
        if level == BEYOND and plain:
            level = LEVELS[-1]
        if level <= next((most for letters, most in MAX_LEVELS.items() if len(word) <= letters), 0):
            signs[word] = chr(ord("0") + LEVELS.index(level) * len(KINDS) + KINDS.index(kind))
    return signs


def lines(signs: dict[str, str]) -> Iterator[str]:
    """The lines of the file."""
    words = sorted(signs)
    shared = [
        next((n for n, (a, b) in enumerate(zip(before, word, strict=False)) if a != b), min(len(before), len(word)))
        for before, word in zip(["", *words], words, strict=False)
    ]
    yield "".join(chr(ord("A") + n) + word[n:] for n, word in zip(shared, words, strict=True))
    yield "".join(map(signs.__getitem__, words))


if __name__ == "__main__":
    text = "\n".join(lines(classes(Path(sys.argv[1])))) + "\n"
    TARGET.write_bytes(gzip.compress(text.encode("ascii"), 9, mtime=0))
    print(f"{TARGET}: {TARGET.stat().st_size:,} bytes")
