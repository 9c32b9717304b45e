"""Games from the folder that the owner names: by name, and nothing else of the machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app import Analyse, Assist, QuestionParts, catalogue, own_games, perform
from sleuth.app.specs import read_game
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game_files import OFFERED
from sleuth.core.game_spec import spec_of
from sleuth.core.registry import GAMES
from sleuth.play.record import Record

SHARED = "def far(a, b):\n    return abs(a - b) > 2\n"
LEAP = '''
from dataclasses import dataclass, field
from sleuth import Game
from _far import far

@dataclass(frozen=True)
class Leap(Game):
    """Find a number by leaps."""

    numbers: int = field(default=7, metadata={"help": "how many"})

    def secrets(self):
        return range(self.numbers)

    def feedback(self, guess, number):
        return "here" if guess == number else "far" if far(guess, number) else "near"
'''
TWO = (
    LEAP
    + '''

@dataclass(frozen=True)
class LongLeap(Leap):
    """The same, with more numbers."""

    numbers: int = 20
'''
)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder of games; afterwards none of them is known any more."""
    made = tmp_path / "games"
    made.mkdir()
    (made / "_far.py").write_text(SHARED)
    (made / "leap.py").write_text(LEAP)
    (made / "two_leaps.py").write_text(TWO)
    (made / "broken.py").write_text("import nothing_of_the_kind\n")
    (made / "wordle.py").write_text(LEAP)
    yield made
    os.environ.pop(own_games.FOLDER, None)
    for name in OFFERED.values():
        GAMES._things.pop(name, None)
    OFFERED.clear()
    catalogue.forget()


def test_every_game_of_the_folder_has_a_name(folder: Path) -> None:
    wrong = own_games.search_games(folder)
    assert own_games.offered_names() == ["leap", "two-leaps-leap", "two-leaps-long-leap", "own-wordle"]
    assert [line.partition(":")[0] for line in wrong] == ["broken.py does not load"]
    assert "nothing_of_the_kind" in wrong[0]
    entry = catalogue.entry("leap")
    assert (entry.title, entry.summary) == ("Leap", "Find a number by leaps.")
    assert [field.name for field in entry.fields] == ["numbers"]
    assert "leap" in [one.name for one in catalogue.showcase()]
    assert str(read_game("wordle", SERVED)).startswith("wordle")


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("leap:numbers=5", "leap:numbers=5"),
        ("leap.py:numbers=5", "leap:numbers=5"),
        ("two_leaps.py:LongLeap", "two-leaps-long-leap:numbers=20"),
        ("two_leaps.py:LongLeap:numbers=9", "two-leaps-long-leap:numbers=9"),
        ("own-wordle", "own-wordle"),
    ],
)
def test_what_a_game_is_called(folder: Path, spec: str, name: str) -> None:
    own_games.search_games(folder)
    game = read_game(spec, SERVED)
    assert spec_of(game).startswith(name.partition(":")[0])
    assert read_game(spec_of(game), SERVED) == game
    assert Record.parse(str(Record(game)), files=False).game == game
    assert str(folder) not in str(Record(game))


def test_it_can_be_asked_and_studied(folder: Path) -> None:
    own_games.search_games(folder)
    assert perform(Assist("leap"), SERVED).action is not None
    assert sum(part.probability for part in perform(QuestionParts("leap", "3"), SERVED).parts) == pytest.approx(1)
    assert perform(Analyse("leap:numbers=5"), SERVED).as_json()["secrets"] == 5


_opened: list[str] = []


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in ("open", "import", "os.listdir", "os.scandir") and "outside-of-it" in str(arguments[0]):
        _opened.append(str(arguments[0]))


sys.addaudithook(_hear)


@pytest.mark.parametrize("form", ["{path}", "{path}:Leap", "../outside-of-it.py", "./outside-of-it.py", "x/../{path}"])
def test_nothing_outside_the_folder_can_be_named(folder: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    outside = folder.parent / "outside-of-it.py"
    outside.write_text(LEAP)
    own_games.search_games(folder)
    monkeypatch.chdir(folder)
    _opened.clear()
    with pytest.raises(SleuthError):
        read_game(form.format(path=outside), SERVED)
    with pytest.raises(SleuthError):
        read_game(f"{form.format(path=outside)}:numbers=5", SERVED)
    assert _opened == []


def test_a_file_is_ambiguous_where_it_has_several(folder: Path) -> None:
    own_games.search_games(folder)
    with pytest.raises(SleuthError):
        read_game("two_leaps.py", SERVED)


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="there is no folder"):
        own_games.search_games(tmp_path / "nowhere")
