"""Lists of words by name: the package's own, other languages, and files in folders."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sleuth.core.errors import ParameterError, WordListError
from sleuth.games import Hangman, Wordle
from sleuth.games.named_lists import list_names, source
from sleuth.games.word_lists import LANGUAGES, typed

NEWSPAPER = Path(__file__).parents[3] / "shared" / "data" / "wordle"


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that lists are found in."""
    monkeypatch.setenv("SLEUTH_WORDS", str(tmp_path))
    return tmp_path


@pytest.mark.heavy
@pytest.mark.skipif(not NEWSPAPER.exists(), reason="needs the newspaper's lists in shared/data/wordle")
def test_few_answers_of_a_newspaper_are_missing() -> None:
    answers = (NEWSPAPER / "answers-2315.txt").read_text().split()
    allowed = (NEWSPAPER / "allowed-12972.txt").read_text().split()
    game = Wordle()
    assert sum(word not in set(game.secrets()) for word in answers) / len(answers) < 0.02
    assert sum(word not in set(game.actions()) for word in answers) / len(answers) < 0.006
    assert sum(word in set(game.actions()) for word in allowed) / len(allowed) > 0.87


def test_english_has_no_names_and_needs_no_extra() -> None:
    assert not source("english").answers().keys() & {"alice", "agnes", "allah", "james", "texas", "paris"}
    code = (
        "import sys; sys.modules['spellchecker'] = None\n"
        "from sleuth.games import Hangman, Wordle\n"
        "assert Wordle().count() > 3000 and Hangman(lengths='5-3').count() > 1000"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("length", range(3, 13))
def test_every_length_is_small_enough_to_serve(length: int) -> None:
    game = Wordle(length=length)
    assert {len(word) for word in game.actions()} == {length}
    assert len(game.secrets()) * len(game.actions()) < 45_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language: str) -> None:
    pytest.importorskip("spellchecker")
    game = Wordle(list=language)
    assert game.count() == 2500
    assert str(game) == f"wordle:list={language}"
    assert set("".join(game.actions())) <= set(LANGUAGES[language][1])


def test_accents_are_typed_as_players_type_them() -> None:
    assert typed("éclat", LANGUAGES["french"][1]) == "eclat"
    assert typed("cœur", LANGUAGES["french"][1]) == "coeur"
    assert typed("niño", LANGUAGES["spanish"][1]) == "niño"
    assert typed("canción", LANGUAGES["spanish"][1]) == "cancion"
    assert typed("größe", LANGUAGES["german"][1]) == "grösse"
    assert typed("ёлкой", LANGUAGES["russian"][1]) == "елкой"
    pytest.importorskip("spellchecker")
    assert Wordle(list="french").parse_action("ÉCLAT") == "eclat"


def test_a_file_in_a_folder_is_a_list(lists: Path) -> None:
    (lists / "fruit.txt").write_text("apple 2\nmango\nbanana\n")
    game = Wordle(list="fruit")
    assert dict.fromkeys(game.secrets()) == dict.fromkeys(["apple", "mango"])
    assert game.prior("apple") == 2
    assert Wordle(list="Fruit", length=6).secrets() == ("banana",)
    assert "fruit" in list_names()
    assert sorted(Hangman(list="fruit").secrets()) == ["apple", "banana", "mango"]


def test_a_list_found_only_by_its_name(lists: Path) -> None:
    (lists / "mine-0123456789abcdef.txt").write_text("crane\nslate\n")
    assert "mine-0123456789abcdef" not in list_names()
    assert Wordle(list="mine-0123456789abcdef").count() == 2


@pytest.mark.parametrize("name", ["klingon", "../fruit", "/etc/passwd", "fruit.txt", "a_b", ""])
def test_unknown_names_and_paths_are_refused(lists: Path, name: str) -> None:
    (lists.parent / "fruit.txt").write_text("apple\n")
    with pytest.raises(WordListError, match="there are english, spanish"):
        source(name)


def test_words_that_were_used(lists: Path) -> None:
    (lists / "fruit.txt").write_text("apple\nmango\n")
    (lists / "used.txt").write_text("apple\n")
    game = Wordle(list="fruit", without="used")
    assert list(game.secrets()) == ["mango"]
    assert list(game.actions()) == ["apple", "mango"]
    assert list(Hangman(list="fruit", without="used").secrets()) == ["mango"]
    with pytest.raises(WordListError, match="leave another one out"):
        Wordle(list="fruit", without="fruit")
    assert Wordle().count() - Wordle(without="fruit").count() == 2


def test_a_list_or_a_file(lists: Path) -> None:
    (lists / "fruit.txt").write_text("apple\n")
    with pytest.raises(ParameterError, match="not both"):
        Wordle(answers=str(lists / "fruit.txt"), list="fruit")
    with pytest.raises(ParameterError, match="not both"):
        Hangman(words=str(lists / "fruit.txt"), list="fruit")
