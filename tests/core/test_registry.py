"""The registry: filled when it is first asked, whoever asks, and in the order that is said."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from sleuth.core.errors import UnknownNameError
from sleuth.core.registry import GAMES, PARTS, Registry, register_game


def test_threads_that_ask_first_find_everything() -> None:
    code = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from sleuth.core.registry import GAMES, STRATEGIES
sys.setswitchinterval(1e-5)
together = Barrier(8)
def ask(number):
    together.wait()
    return len(GAMES.names()), "entropy" in STRATEGIES, "berlekamp" in STRATEGIES
with ThreadPoolExecutor(8) as pool:
    print(len(set(pool.map(ask, range(8)))))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "1"


def test_names_are_listed_as_they_come_or_after_another() -> None:
    registry = Registry("thing", "sleuth.nothing")
    registry.add("late", 3, after="first")
    registry.add("alone", 4, after="nobody")
    registry.fill({"first": 1, "second": 2})
    assert registry.names() == ["first", "late", "second", "alone"]
    assert registry.load("late") == 3
    with pytest.raises(UnknownNameError):
        registry.load("nobody")


def test_what_was_added_by_name_stays_when_others_fill() -> None:
    registry = Registry("thing", "sleuth.nothing")
    registry.add("first", "mine:thing")
    registry.fill({"first": 1})
    assert registry._ours["first"] == "mine:thing"


def test_a_game_and_its_parts_are_references_below_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    for registry in (GAMES, PARTS["board"]):
        assert registry.names()
        monkeypatch.setattr(registry, "_things", dict(registry._things))
    register_game("somewhere.tails", "tails", "rules:Tails", board="board:text")
    assert GAMES._ours["tails"] == "somewhere.tails.rules:Tails"
    assert PARTS["board"]._ours["somewhere.tails.rules:Tails"] == "somewhere.tails.board:text"
    with pytest.raises(UnknownNameError, match="no part of a game called 'bord'; did you mean board"):
        register_game("somewhere.tails", "tails", "rules:Tails", bord="board:text")
    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(lambda name: name in GAMES, ["tails", "mastermind"]))
