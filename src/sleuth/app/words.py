"""Lists of words that people bring: those of whoever runs a server, by name, and those that others add."""

from __future__ import annotations

import os
from pathlib import Path

from sleuth.app.errors import RefusedError
from sleuth.core.errors import ParameterError
from sleuth.core.text import capital, shorten
from sleuth.games.named_lists import ENGLISH, FOLDERS, hidden_name, is_name, list_names, plain_name
from sleuth.games.word_lists import LANGUAGES, parse_words, read_words
from sleuth.kernels.cache_files import write_whole

MAX_WORDS = 20_000
MAX_BYTES = 200_000
"""Of a list that somebody adds."""
MAX_WORD = 40
"""Letters in a word of such a list."""
MAX_NAME = 30
"""Signs in its name."""
MAX_LISTS = 2_000
"""How many of them are kept; the oldest go."""


def word_lists() -> list[str]:
    """The names that everybody may choose."""
    return list_names()


def owner_lists() -> list[str]:
    """Those of them that the package does not bring."""
    return [name for name in list_names() if name != ENGLISH and name not in LANGUAGES]


def list_title(name: str) -> str:
    """What people call a list: without the sign that hides it."""
    return capital(plain_name(name).replace("-", " "))


def search_in(*folders: Path) -> None:
    """Find the lists of these folders too, here and in processes that are begun later."""
    known = [str(folder.absolute()) for folder in folders]
    rest = [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder and folder not in known]
    os.environ[FOLDERS] = os.pathsep.join([*known, *rest])


def offer_words(offers: list[str], folder: Path) -> None:
    """Copy the files of `NAME=FILE` texts into a folder, under their names; what was there before goes."""
    copies = {}
    for text in offers:
        name, equals, file = text.partition("=")
        name = name.strip().lower()
        if not equals or not is_name(name):
            message = "the name has letters and digits only, with dashes between them"
            raise ParameterError(f"--words takes NAME=FILE, not {shorten(text)!r}; {message}")
        if name in copies or name == ENGLISH or name in LANGUAGES:
            raise ParameterError(f"there is a list called {name} already; choose another name")
        copies[name] = "".join(f"{word} {weight}\n" for word, weight in read_words(file))
    for old in folder.glob("*.txt"):
        old.unlink()
    if copies:
        folder.mkdir(parents=True, exist_ok=True)
    for name, words in copies.items():
        (folder / f"{name}.txt").write_text(words, "utf-8")


def keep_words(name: str, text: str, folder: Path) -> str:
    """Keep a list that somebody brings, and say by which name it is found."""
    name = "-".join(name.lower().split())
    if not is_name(name) or len(name) > MAX_NAME:
        message = f"letters and digits, with dashes between them, at most {MAX_NAME} in all"
        raise RefusedError(f"{shorten(name)!r} is no name for a list of words; write {message}")
    if len(text.encode()) > MAX_BYTES:
        raise RefusedError(f"a list of words has at most {MAX_BYTES // 1000} KB; leave some out")
    words = parse_words(text.lstrip("\ufeff").replace("\r", "\n"), "the list")
    if len(words) > MAX_WORDS:
        raise RefusedError(f"a list has at most {MAX_WORDS:,} words, not {len(words):,}; leave some out")
    if longest := next((word for word, _ in words if len(word) > MAX_WORD), ""):
        raise RefusedError(f"a word has at most {MAX_WORD} letters here, unlike {shorten(longest)!r}; leave it out")
    found = hidden_name(name, words)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / f"{found}.txt", "".join(f"{word} {weight}\n" for word, weight in words).encode())
    kept = sorted(folder.glob("*.txt"), key=lambda file: file.stat().st_mtime)
    for old in kept[:-MAX_LISTS]:
        old.unlink(missing_ok=True)
    return found
