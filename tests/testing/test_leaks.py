"""The script that counts tests of concrete kinds finds each of them in a small package, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "leaks.py"
CORE = """
from abc import ABC
from enum import Enum
from typing import ClassVar

class Goal(Enum):
    NAME = "name"

class Game(ABC):
    goal: ClassVar[Goal] = Goal.NAME
    size = 3
    def cost(self): ...
    def _hidden(self): ...
    @property
    def wide(self): ...

class Channel(ABC): ...
class Lies(Channel): ...

def inside(channel):
    return isinstance(channel, Lies)
"""
GAMES = """
from ..core.game import Game

class BlackBox(Game):
    def rays(self): ...

class Small(BlackBox):
    name = "tiny"
"""
OTHERS = """
class Lies: ...
"""
TESTS = {
    "isinstance(x, BlackBox)": ("isinstance", "BlackBox"),
    "assert isinstance(x, (int, Small))": ("isinstance", "Small"),
    "issubclass(x, int | Small)": ("isinstance", "Small"),
    "isinstance(x, BOTH)": ("isinstance", "BlackBox"),
    "isinstance(x, games.Small)": ("isinstance", "Small"),
    "type(x) is Small": ("type is", "Small"),
    "type(x) in (int, Small)": ("type is", "Small"),
    "match x:\\n        case Small(): pass": ("match", "Small"),
    "x.goal is not Goal.NAME": ("goal", "Goal.NAME"),
    "x.goal in (Goal.NAME,)": ("goal", "Goal.NAME"),
    "type(x).cost is Game.cost": ("overridden", "Game.cost"),
    'hasattr(x, "rays")': ("hook", "rays"),
    'getattr(x, "rays", None)': ("hook", "rays"),
    'x.name == "black-box"': ("name", "black-box"),
    'x in ("none", "tiny")': ("name", "tiny"),
    "x == Small.name": ("name", "Small"),
    'table = {"pack.games.boxes:Small": 1}': ("path", "Small"),
    "isinstance(x, CoreLies)": ("isinstance", "Lies"),
}
INNOCENT = (
    "isinstance(x, Game)",
    "isinstance(x, int | str)",
    "isinstance(x, Lies)",
    "type(x) is int",
    "goal = Goal.NAME",
    'hasattr(x, "cost")',
    'getattr(x, "__dict__")',
    'x == "none"',
    'table = {"pack.games.boxes:nothing": 1}',
)
HEAD = """
from pack.core.game import Game, Goal, Lies as CoreLies
from pack.games import boxes as games
from pack.games.boxes import BlackBox, Small
from pack.show.others import Lies

BOTH = (int, BlackBox)

def test(x):
"""


def counted(folder: Path, line: str, room: str = "show") -> dict[str, Any]:
    files = {"core/game.py": CORE, "games/boxes.py": GAMES, "show/others.py": OTHERS, f"{room}/here.py": HEAD}
    for name, text in files.items():
        file = folder / "pack" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text + (f"    {line}\n" if text is HEAD else ""))
    words = [sys.executable, str(SCRIPT), "--src", str(folder / "pack"), "--json"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found: dict[str, Any] = json.loads(told)
    return found


def test_each_test_is_found(tmp_path: Path) -> None:
    for number, (line, expected) in enumerate(TESTS.items()):
        found = counted(tmp_path / str(number), line.replace("\\n", "\n"))
        assert [(place["test"], place["kind"]) for place in found["places"]] == [expected], line
        assert found["places"][0]["file"] == "show/here.py"
        assert found["total"] == found["rest"] == 1


def test_nothing_else_is_found(tmp_path: Path) -> None:
    found = counted(tmp_path, "\n    ".join(INNOCENT))
    assert found["places"] == []
    assert found["inside"] == 1


@pytest.mark.parametrize(("room", "rest"), [("testing", 0), ("lab/reproduce", 0), ("lab", 1)])
def test_some_parts_are_left_out_once(tmp_path: Path, room: str, rest: int) -> None:
    found = counted(tmp_path, "isinstance(x, Small)", room)
    assert (found["total"], found["rest"]) == (1, rest)


def test_a_kind_may_be_tested_in_its_room(tmp_path: Path) -> None:
    found = counted(tmp_path, "isinstance(x, Small)", "games")
    assert (found["total"], found["inside"]) == (0, 2)


def test_what_a_game_defines(tmp_path: Path) -> None:
    assert counted(tmp_path, "pass")["game"] == ["goal", "size", "cost", "wide"]
