"""Word lists: what is read, and what is refused, each in one clear line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sleuth.core.errors import MissingExtraError, WordListError
from sleuth.games import word_lists as words
from sleuth.games.word_lists import common_words, english_words, fold, read_words


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "list.txt"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(WordListError) as told:
        read_words(path)
    message = str(told.value)
    assert "\n" not in message
    assert path.name in message
    return message


def test_plain_list(tmp_path: Path) -> None:
    assert read_words(write(tmp_path, "crane\nslate\n")) == [("crane", 1), ("slate", 1)]


def test_comments_case_weights_and_blank_lines(tmp_path: Path) -> None:
    text = "# a list\r\n\r\nCrane 3 # often\r\nslate\t0.5\r\n  \r\ntrace 1e3\r\nabout"
    assert read_words(write(tmp_path, text)) == [("crane", 3), ("slate", 0.5), ("trace", 1000), ("about", 1)]


def test_whole_weights_stay_whole(tmp_path: Path) -> None:
    kinds = [type(weight) for _, weight in read_words(write(tmp_path, "crane 3\nslate 3.0\nabout\n"))]
    assert kinds == [int, float, int]


def test_byte_order_mark_and_accents(tmp_path: Path) -> None:
    # The second word is written with a combining accent, which counts as no letter of its own.
    assert read_words(write(tmp_path, b"\xef\xbb\xbf" + "CAFÉ\ncafe\u0301s\nжизнь\n".encode())) == [
        ("café", 1),
        ("cafés", 1),
        ("жизнь", 1),
    ]


def test_a_word_twice(tmp_path: Path) -> None:
    assert read_words(write(tmp_path, "crane\nCRANE\nslate 2\nslate 2\n")) == [("crane", 1), ("slate", 2)]


def test_a_word_twice_with_two_weights(tmp_path: Path) -> None:
    message = refusal(write(tmp_path, "crane 2\nslate\ncrane 3\n"))
    assert "line 3: 'crane' has the weight 3, but line 1 gave it 2" in message


@pytest.mark.parametrize("bad", ["two words here", "don't", "ab1de", "-", "5 crane", "crane 1 2", "x" * 500 + "!"])
def test_a_line_that_is_no_word(tmp_path: Path, bad: str) -> None:
    message = refusal(write(tmp_path, f"crane\n\n{bad}\n"))
    assert "line 3" in message
    assert len(message) < 300


@pytest.mark.parametrize("weight", ["0", "-1", "nan", "inf", "0.0", "many", "9" * 400 + "e999"])
def test_a_bad_weight(tmp_path: Path, weight: str) -> None:
    message = refusal(write(tmp_path, f"crane {weight}\n"))
    assert "line 1: the weight" in message
    assert "is not a positive number" in message


@pytest.mark.parametrize("content", ["", "\n\n", "# nothing\n", "\ufeff"])
def test_an_empty_list(tmp_path: Path, content: str) -> None:
    assert "has no words" in refusal(write(tmp_path, content))


@pytest.mark.parametrize("content", [b"crane\0slate\n", b"\xff\xfec\0r\0", b"caf\xe9\n", b"\x1f\x8b\x08\x00"])
def test_what_is_not_text(tmp_path: Path, content: bytes) -> None:
    assert "is not a word file" in refusal(write(tmp_path, content))


def test_a_missing_file(tmp_path: Path) -> None:
    assert "there is no word file" in refusal(tmp_path / "absent.txt")


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in refusal(tmp_path)


def test_a_path_through_a_file(tmp_path: Path) -> None:
    write(tmp_path, "crane\n")
    assert "cannot read" in refusal(tmp_path / "list.txt" / "more")


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="this system has no /dev/null")
def test_a_device() -> None:
    assert "not a plain file" in refusal(Path("/dev/null"))


def test_a_path_that_no_system_takes() -> None:
    with pytest.raises(WordListError, match="cannot read"):
        read_words("a\0b")


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    path = write(tmp_path, "crane\n")
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert "Permission denied" in refusal(path)


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, "crane\n")
    read_words(path).append(("mine", 1))
    assert read_words(path) == [("crane", 1)]
    write(tmp_path, "slate\n")
    os.utime(path, ns=(1, 1))
    assert read_words(path) == [("slate", 1)]


def test_relative_paths_follow_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, word in (("one", "crane"), ("two", "slate")):
        (tmp_path / name).mkdir()
        os.utime(write(tmp_path / name, word + "\n"), ns=(7, 7))
        monkeypatch.chdir(tmp_path / name)
        assert read_words("list.txt") == [(word, 1)]


def test_fold() -> None:
    assert fold(" CAFE\u0301 ") == "café"


def test_english_words() -> None:
    pytest.importorskip("spellchecker")
    five = english_words(5)
    assert five == sorted(five)
    assert len(five) > 8000
    assert all(len(w) == 5 and w.isascii() and w.isalpha() and w == w.lower() and n > 0 for w, n in five)
    assert len(english_words()) > 100_000
    assert english_words(60) == []


def test_common_words() -> None:
    pytest.importorskip("spellchecker")
    common = common_words(5, 2500)
    assert len(common) == 2500
    assert common == sorted(common)
    rarest = min(n for _, n in common)
    assert sum(n > rarest for _, n in english_words(5)) < 2500
    assert {"about", "crane", "think"} <= dict(common).keys()
    assert len(common_words(3, 2500)) < len(english_words(3))  # what was hardly ever seen is left out


def test_without_the_english_list(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words._counts.cache_clear()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "spellchecker", None)
        with pytest.raises(MissingExtraError, match=r"this language.*sleuth-games\[words\]"):
            english_words(5)
    pytest.importorskip("spellchecker")
    monkeypatch.setattr(words, "files", lambda package: tmp_path)
    with pytest.raises(WordListError, match=r'pip install "sleuth-games\[words\]"'):
        english_words(5)
