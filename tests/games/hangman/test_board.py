"""The drawing of Hangman."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from sleuth.belief.base import InformationSet
from sleuth.belief.begin import begin
from sleuth.games.hangman.belief.phrase_set import PhraseSet
from sleuth.games.hangman.rules import NO, YES, Hangman
from sleuth.show.board import board

WORDS = "apple\nangle\nample\nmaple\neagle\npie\npin\npan\nape\n"


@pytest.fixture
def game(tmp_path: Path) -> Hangman:
    path = tmp_path / "words.txt"
    path.write_text(WORDS)
    return Hangman(words=str(path), lengths="5-3")


def printed(info: InformationSet, secret: str | None = None) -> str:
    file = StringIO()
    Console(file=file, width=80, no_color=True).print(board(info, secret))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def test_the_phrase_and_the_denied_letters(game: Hangman) -> None:
    info = begin(game).observe("p", "*pp** p**").observe("z", NO).observe("e", "****e **e")
    text = printed(info)
    assert text.splitlines()[0] == "_ P P _ E   P _ E"
    assert "not in it: Z" in text
    assert "1 wrong" in text
    assert " │  o" in text
    assert " A ████████████████████████ 100%" in text
    assert "1 candidate, 0.00 bits" in text


def test_a_secret_that_is_told(game: Hangman) -> None:
    assert printed(begin(game).observe("p", "*pp** p**"), "apple pie").splitlines()[0] == "a P P l e   P i e"


def test_the_end(game: Hangman) -> None:
    text = printed(begin(game).observe("apple pie", YES))
    assert text.splitlines()[0] == "A P P L E   P I E"
    assert "The secret is apple pie, found in 1 step." in text
    assert "%" not in text


def test_doubt_and_lies(game: Hangman) -> None:
    info = PhraseSet(game, 1).observe("g", NO)
    assert "denied, perhaps falsely: G" in printed(info)
    caught = info.observe("g", "**g** ***")
    assert "A lie is caught: g = no at step 1 was false." in printed(caught)
    assert "perhaps" not in printed(caught)


def test_a_word_outside_the_list_is_said(game: Hangman) -> None:
    assert "Word 2 (x**) is in no list" in printed(begin(game).observe("x", "***** x**"))
