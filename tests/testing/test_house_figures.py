"""The script that measures the package counts what it says in a small one, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests import scripts

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "house.py"
house = scripts.script("benchmarks/house.py")

LONG = "\n".join(f"    x{i} = {i}" for i in range(60))
FILES = {
    "__init__.py": '"""A package."""\n',
    "core/__init__.py": '"""What everybody speaks."""\n\nexport_stub(__name__)\n',
    "core/__init__.pyi": "from pack.core.game import Game as Game\nfrom pack.core.extra import help as help\n",
    "core/game.py": '''
"""A docstring."""
# a comment
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pack.core.goal import Goal

MAX_LINES = 3
"""And one below a constant."""
MOST_LINES = 3
LINES_MOST: int = 3
ALMOST = 3

class Game: ...
class Node: ...
class _Hidden: ...
''',
    "core/goal.py": "from pack.core.game import Game\n\nclass Goal: ...\n",
    "core/extra.py": "def help():\n    from pack.core import later\n",
    "core/later.py": "from pack.core import help\n",
    "games/catalogue.py": 'GAMES = {"number": "pack.games.number:Number", "coins": "pack.games.coins:Coins"}\n',
    "games/number.py": "from pack.core import Game\n\nclass Number(Game[int, int]): ...\n",
    "games/coins/__init__.py": "",
    "games/coins/rules.py": "from pack.core.game import Game\n\nclass Coins(Game): ...\n",
    "games/wrapper.py": "from pack.core.game import Game\n\nclass Wrapper(Game): ...\n",
    "lab/reproduce/paper.py": "from pack.games.coins import rules\n",
    "play/loop.py": "from pack.games.number import Number\n\nclass Node: ...\nclass _Hidden: ...\n",
    "play/coins_solver.py": 'X = "pack.games.coins.rules:Coins"\n',
    "play/numbers.py": "",
    "play/long.py": f"def long():\n{LONG}\n\ndef short():\n    def inner(): ...\n",
    "play/lists.py": """
class A:
    def m(self, a, b, c, d, e, f, g, h): ...
    def n(self, a, b, c, d, e, f, g, *h, i): ...
def told(told):
    told = 1
    told = 2
    def inner():
        told = 3
    return told
""",
    "adapters/cli/commands.py": """
def big(a, b, c, d, e, f, g, h, i: Annotated[int, typer.Option()] = 0): ...
def great(a: SeedOption, b, c, d, e, f, g, h, i): ...
def other(a, b, c, d, e, f, g, h, i): ...
""",
    "testing/kit.py": "x = 1\n",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        file = tmp_path / "pack" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "pack"


@pytest.fixture
def small(package: Path) -> Any:
    return house.House(package)


def names(places: list[Any]) -> list[tuple[str, str]]:
    return [(place.file, place.name) for place in places]


def test_lines_of_code(small: Any) -> None:
    lines = {module.file: module.code for module in small.modules.values()}
    assert lines["core/game.py"] == 10
    assert lines["core/__init__.py"] == 1
    assert lines["games/coins/__init__.py"] == 0


def test_long_functions_and_lists(small: Any) -> None:
    assert names(small.long_functions()) == [("play/long.py", "long")]
    lists, commands = small.long_parameter_lists()
    assert names(lists) == [("adapters/cli/commands.py", "other"), ("play/lists.py", "n")]
    assert names(commands) == [("adapters/cli/commands.py", "big"), ("adapters/cli/commands.py", "great")]


def test_names(small: Any) -> None:
    assert {name: names(where) for name, where in small.repeated_classes().items()} == {
        "Node": [("core/game.py", "Node"), ("play/loop.py", "Node")]
    }
    assert [name for _, name in names(small.most_constants())] == ["MOST_LINES", "LINES_MOST"]
    assert [name for _, name in names(small.told())] == ["function", "parameter", "variable", "variable"]


def test_cycles_of_three_kinds(small: Any) -> None:
    game, lazy = ["pack.core.game", "pack.core.goal"], ["pack.core.extra", "pack.core.later"]
    assert [small.knots(when) for when in house.WAYS.values()] == [[], [lazy], [lazy, game]]
    assert [edge.when for edge in small.inside(lazy, ("run", "lazy"))] == ["lazy", "run"]


def test_who_holds_a_game(small: Any) -> None:
    assert small.games == {"coins": ["coins"], "number": ["number"]}
    assert small.holders("number") == {"play/loop.py": "imports"}
    assert small.holders("coins") == {"lab/reproduce/paper.py": "imports", "play/coins_solver.py": "named path"}


def test_what_it_prints(package: Path) -> None:
    words = [sys.executable, str(SCRIPT), "--src", str(package)]
    printed = subprocess.run([*words, "--json"], capture_output=True, text=True, check=True).stdout
    figures = json.loads(printed)
    assert figures["lines"] == sum(n["lines"] for room, n in figures["rooms"].items() if room not in house.UNCOUNTED)
    assert figures["rooms"]["testing"] == {"lines": 1, "files": 1}
    printed = subprocess.run([*words, "--list"], capture_output=True, text=True, check=True).stdout
    assert "core/extra.py:2 -> pack.core.later (lazy)" in printed
    assert "with types too: 2, 4 modules in them" in printed
