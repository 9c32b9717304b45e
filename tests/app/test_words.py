"""Lists of words that people bring to a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sleuth.adapters.service.service import Service
from sleuth.app.errors import RefusedError
from sleuth.app.requests import Assist
from sleuth.app.words import MAX_WORDS
from sleuth.core.errors import ParameterError, SleuthError, WordListError


@pytest.fixture(autouse=True)
def no_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_WORDS", "")


def add(service: Service, name: str, text: str) -> str:
    return asyncio.run(service.add_words(name, text))


def test_a_list_is_kept_and_found_by_who_knows_its_name(tmp_path: Path) -> None:
    service = Service(tmp_path, workers=1).open()
    try:
        name = add(service, "Our class", "crane\r\nSlate 3\r\n")
        assert name.startswith("our-class-")
        assert name not in service.word_lists()
        assert add(service, "our class", "slate 3\ncrane") == name
        assert add(service, "our class", "slate\ncrane") != name
        advice = asyncio.run(service.do(Assist(f"wordle:list={name}")))
        assert [item.secret for item in advice.likely] == ["slate", "crane"]
        with pytest.raises(SleuthError, match="there are english"):
            asyncio.run(service.do(Assist("wordle:list=our-class")))
    finally:
        service.close()


@pytest.mark.parametrize(
    ("name", "text", "trouble"),
    [
        ("../up", "crane", "is no name"),
        ("", "crane", "is no name"),
        ("x" * 31, "crane", "at most 30"),
        ("ours", "", "has no words"),
        ("ours", "cr4ne", "letters only"),
        ("ours", "crane slate apple", "letters only"),
        ("ours", "a" * 200_001, "at most 200 KB"),
        ("ours", "a" * 41, "at most 40 letters"),
    ],
)
def test_what_is_refused(tmp_path: Path, name: str, text: str, trouble: str) -> None:
    service = Service(tmp_path, workers=1)
    with pytest.raises((RefusedError, WordListError), match=trouble):
        add(service, name, text)
    service.close()


def test_too_many_words(tmp_path: Path) -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = [a + b + c + d for a in letters for b in letters for c in letters for d in letters[:2]]
    assert len(words) > MAX_WORDS
    service = Service(tmp_path, workers=1)
    with pytest.raises(RefusedError, match="at most 20,000 words"):
        add(service, "ours", "\n".join(words))
    service.close()


def test_lists_that_the_owner_offers(tmp_path: Path) -> None:
    (tmp_path / "fruit.txt").write_text("apple\nmango\n")
    service = Service(tmp_path / "data", workers=1, offered=[f"fruit={tmp_path / 'fruit.txt'}"])
    assert service.word_lists()[0] == "english"
    assert service.word_lists()[-1] == "fruit"
    service.close()
    later = Service(tmp_path / "data", workers=1)
    assert "fruit" not in later.word_lists()
    later.close()


@pytest.mark.parametrize("offer", ["fruit", "a/b=FILE", "english=FILE", "fruit=absent.txt"])
def test_offers_that_are_refused(tmp_path: Path, offer: str) -> None:
    file = tmp_path / "fruit.txt"
    file.write_text("apple\n")
    with pytest.raises((ParameterError, WordListError)):
        Service(tmp_path / "data", workers=1, offered=[offer.replace("FILE", str(file))])
