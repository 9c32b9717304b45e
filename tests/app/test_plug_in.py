"""A game of somebody else has a form, a board, hints and grades without a line for the page."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from sleuth.app import catalogue
from sleuth.app.perform import perform
from sleuth.app.requests import Assist, Drawing, PossibleAnswers
from sleuth.core.registry import GAMES

CODE = '''
from dataclasses import dataclass, field
from sleuth import Game

@dataclass(frozen=True)
class Doors(Game):
    """Find the <b>door</b>: warmer or colder?"""

    doors: int = field(default=6, metadata={"help": "how many"})

    def secrets(self):
        return range(self.doors)

    def feedback(self, guess, door):
        return "<here>" if guess == door else "warm" if abs(guess - door) == 1 else "cold & far"
'''


@pytest.fixture(autouse=True)
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "their_doors.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint("doors", "their_doors:Doors", "sleuth.games")
    monkeypatch.setitem(vars(GAMES), "_points", {"doors": point})
    catalogue._games.cache_clear()
    yield
    catalogue._games.cache_clear()


def test_it_is_in_the_gallery_with_its_fields() -> None:
    entry = catalogue.entry("doors")
    assert entry.summary == "Find the <b>door</b>: warmer or colder?"
    assert [(field.name, field.kind, field.default, field.help) for field in entry.fields] == [
        ("doors", "int", 6, "how many")
    ]


def test_it_is_played_to_the_end_on_a_plain_board(plays: Any) -> None:
    record = plays.start("doors:doors=5")
    while not plays.look(record).solved:
        told = plays.look(record, draw=Drawing())
        assert told.board.startswith("<svg")
        assert "<here>" not in told.board
        assert "cold & far" not in told.board  # escaped, if it is there
        record = plays.ask(record, str(plays.hint(record).action))
    assert plays.grade(record)["moves"]


def test_it_is_assisted() -> None:
    told = perform(Assist("doors", "0=cold & far;1=warm;2=cold & far"))
    assert told.contradiction is not None
    assert {repair.step for repair in told.contradiction.repairs} == {1, 2, 3}
    assert set(perform(PossibleAnswers("doors", "0"))) == {"<here>", "warm", "cold & far"}
