"""The counters of width find what they say in a small package, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests import scripts

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CONTRACTS = '''
"""What everybody speaks: both contracts."""

class Game:
    def secrets(self): ...
    def cost(self): ...

class TableGame:
    players = 3
    def cost(self): ...
    def _deal(self): ...

class SeatSet: ...

def is_table(spec): ...

def inside(game):
    """Whether the core may ask: it may."""
    return hasattr(game, "players") or isinstance(game, TableGame) or is_table(game) or game.seats == 1
'''
SEATS = {
    "if is_table(game): pass": "is_table",
    "x = [one for one in games if _is_table(one)]": "is_table",
    "x = filter(spec.is_table, games)": "is_table",
    "x = is_table_record(path)": "is_table",
    "x = isinstance(game, TableGame)": "isinstance",
    "x = isinstance(game, (int, core.SeatSet))": "isinstance",
    "x = issubclass(kind, Game | TableGame)": "isinstance",
    "match game:\n        case TableGame(): pass": "isinstance",
    "x = game.seats == 1": "seats == 1",
    "x = 1 < len(seats)": "seats == 1",
    "x = len(game.players) > 1": "seats == 1",
    'x = hasattr(game, "players")': "hasattr",
    'x = getattr(game, "secrets", None)': "hasattr",
    'x = hasattr(game, "seats")': "hasattr",
}
NO_SEATS = (
    "# if is_table(game): isinstance(game, TableGame)",
    '"""is_table(game), game.seats == 1"""',
    'x = "isinstance(game, TableGame)"',
    "x = isinstance(game, Game)",
    "x = isinstance(solution, TableSolution)",
    'x = hasattr(game, "cost")',
    'x = hasattr(game, "_deal")',
    "x = hasattr(game, players)",
    'x = hasattr(os, "getuid")',
    "x = seats == others",
    "x = seats[0] == 1",
    "x = len(players) == 1",
    "is_table = False",
)
LONG = "".join(f"x{i} = {i}\n" for i in range(40))
REQUESTS = '''
from typing import Annotated, ClassVar

class Request: ...

class Solve(Request, home="pack.app.solve:solve"):
    """The best strategy there is."""
    game: str
    shortest: Annotated[bool, About("help")] = False
    beam: int = 0
    kind: ClassVar[str] = "solve"

class PlayRequest(Request):
    beam: int = 1

class Look(PlayRequest, home="pack.app.look:look"): ...

class Result:
    shortest: bool
'''
SOLVE = """
from pack.solve.method import method

def options(request):
    return {name: getattr(request, name) for name in ("shortest",)}

def solve(request):
    method(shortest=request.shortest)
    return method(shortest=request.shortest or False), {"shortest": 1}
"""
METHOD = """
WANTS = ("beam", "shortest")
OTHERS = "shortest"  # shortest
LENGTHS = [shortest]

def method(shortest=False):
    shortest = not shortest
    return shortest
"""
COMMANDS = """
import typer
from typing import Annotated
from pack import app
from pack.adapters.cli import options
from pack.adapters.cli.options import Seed

ShortestOption = Annotated[bool, typer.Option("--shortest/--any", help="...")]

def solve(
    context: typer.Context,
    game: str,
    wants: ShortestOption = False,
    json: options.Json = False,
) -> None:
    request = app.Solve(game, wants)

def verify(seed: Seed = 0) -> None: ...
def helper(context: typer.Context, json: bool) -> None: ...
def _hidden(json: options.Json) -> None: ...
"""
OPTIONS = """
import typer
from typing import Annotated

Json = Annotated[bool, typer.Option(help="...")]
Seed = Annotated[int, typer.Argument()]
"""
APP = {
    "app/__init__.py": "",
    "app/__init__.pyi": "from pack.app.requests import Solve as Solve\nfrom pack.app.requests import Look as Look\n",
    "app/requests.py": REQUESTS,
    "app/solve.py": SOLVE,
    "app/look.py": "def look(beam): ...\n",
    "app/elsewhere.py": "def other(shortest, beam, Solve): ...\n",
    "solve/method.py": METHOD,
    "adapters/cli/solve.py": COMMANDS,
    "adapters/cli/options.py": OPTIONS,
}


house = scripts.script("benchmarks/house.py")
width, options = (sys.modules[f"benchmarks.counters.{name}"] for name in ("width", "options"))


def package(folder: Path, files: Mapping[str, str]) -> Path:
    """A package of these files."""
    for name, text in files.items():
        file = folder / "pack" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder / "pack"


def modules(folder: Path, files: Mapping[str, str]) -> Any:
    """The same, read."""
    return house.House(package(folder, files)).modules


def listed(places: list[Any]) -> list[tuple[str, str]]:
    """What is where."""
    return [(place.file, place.name) for place in places]


def branches(folder: Path, *lines: str, file: str = "app/here.py") -> list[tuple[str, str]]:
    """The tests of seats in a function with these lines, in a package with both contracts."""
    body = "\n    ".join(lines)
    return listed(
        width.seat_branches(modules(folder, {"core/contracts.py": CONTRACTS, file: f"def here():\n    {body}\n"}))
    )


@pytest.mark.parametrize(("line", "test"), SEATS.items(), ids=range(len(SEATS)))
def test_each_branch_on_seats_counts_once(tmp_path: Path, line: str, test: str) -> None:
    assert branches(tmp_path, line) == [("app/here.py", test)]


def test_nothing_else_is_a_branch_on_seats(tmp_path: Path) -> None:
    assert branches(tmp_path, *NO_SEATS) == []


def test_the_core_may_ask_for_seats(tmp_path: Path) -> None:
    assert branches(tmp_path, *SEATS, file="core/here.py") == []


def test_an_import_of_a_test_is_no_branch(tmp_path: Path) -> None:
    assert branches(tmp_path, "from core.contracts import is_table") == []


def test_small_files(tmp_path: Path) -> None:
    files = {
        "a/__init__.py": "",
        "a/long.py": LONG,
        "a/short.py": LONG.replace("x39 = 39", "# no code"),
        "b.py": '"""B."""',
    }
    assert [(place.file, place.number) for place in width.small_files(modules(tmp_path, files))] == [
        ("a/short.py", 39),
        ("b.py", 0),
    ]


def test_public_names(tmp_path: Path) -> None:
    stub = "from pack.a.b import One as One\nfrom pack.a.c import Two as Two, Three as Three\nfour: int\n"
    files = {"a/__init__.py": "five = 5", "a/__init__.pyi": stub, "a/b.py": "class One: ...\nclass Six: ..."}
    assert listed(width.public_names(modules(tmp_path, files))) == [
        ("a/__init__.py", name) for name in ("One", "Three", "Two", "four")
    ]


def test_dictionaries_of_anything(tmp_path: Path) -> None:
    text = """
def one(x: dict[str, Any]) -> list[dict[str, Any]]:
    '''dict[str, Any]'''
    y: dict[str, int] = {}  # dict[str, Any]
    return Mapping[str, Any], dict[int, Any], "dict[str, Any]"
"""
    assert [place.line for place in width.loose_dictionaries(modules(tmp_path, {"a.py": text}))] == [2, 2]


def test_short_docstrings(tmp_path: Path) -> None:
    text = '''"""Four words are few."""
class A:
    """The table of all seats."""
    size = 3
    """No docstring."""
    def m(self):
        """Wide."""
    def n(self):
        return "Wide."
    def o(self): ...
    async def p(self):
        """
        The first
        seat.
        """
'''
    places = width.short_docstrings(modules(tmp_path, {"a.py": text}))
    assert [(place.name, place.number) for place in places] == [("file", 4), ("m", 1), ("p", 3)]


def test_participles_as_names(tmp_path: Path) -> None:
    text = '''
"""found, made, told"""
found_tree = taken_by = "made"  # found = 1

class Found:
    some: int
    def _told(self, taken, *, made): ...

def find(x):
    for found in x:
        found = x.made
    told[0] = some(told=1)
    def inner():
        found = 1
    return [taken for taken in x], lambda made: made
'''
    files = {"a/found.py": "", "a/told/__init__.py": "", "b.py": text}
    places = width.participles(modules(tmp_path, files))
    assert [(place.file, place.line, place.name) for place in places] == [
        ("a/found.py", 1, "file found"),
        ("a/told/__init__.py", 1, "file told"),
        ("b.py", 5, "class found"),
        ("b.py", 6, "variable some"),
        ("b.py", 7, "function told"),
        ("b.py", 7, "parameter made"),
        ("b.py", 7, "parameter taken"),
        ("b.py", 10, "variable found"),
        ("b.py", 14, "variable found"),
        ("b.py", 15, "parameter made"),
        ("b.py", 15, "variable taken"),
    ]


def test_parameters_of_commands(tmp_path: Path) -> None:
    package = modules(tmp_path, APP)
    commands = options.commands(package)
    assert [(place.name, place.number) for place in commands] == [("solve", 6), ("verify", 1)]
    assert [place.name for place in options.command_parameters(package)] == ["game", "wants", "json", "seed"]


def test_places_that_hold_an_option(tmp_path: Path) -> None:
    fields = {field.name: field for field in options.request_fields(modules(tmp_path, APP))}
    assert [(name, field.required) for name, field in fields.items()] == [
        ("shortest", False),
        ("beam", False),
        ("game", True),
    ]
    places = [(place.file, place.name, place.number) for place in fields["shortest"].places]
    assert places == [
        ("adapters/cli/solve.py", "ShortestOption", 1),
        ("app/requests.py", "Solve", 1),
        ("app/requests.py", "Result", 1),
        ("app/solve.py", "options", 1),
        ("app/solve.py", "solve", 2),
        ("solve/method.py", "WANTS", 1),
        ("solve/method.py", "method", 1),
    ]
    assert fields["beam"].requests == ("PlayRequest", "Solve")
    assert listed(list(fields["beam"].places)) == [
        ("app/look.py", "look"),
        ("app/requests.py", "Solve"),
        ("app/requests.py", "PlayRequest"),
        ("solve/method.py", "WANTS"),
    ]


def test_figures_are_counts_of_places(tmp_path: Path) -> None:
    small = house.House(package(tmp_path, APP))
    figures = width.figures(small.width, small.fields)
    assert figures.keys() == width.BEFORE.keys()
    assert figures["commands written by hand"] == len(small.width["commands written by hand"]) == 2
    assert (figures[width.OPTIONS], figures[width.PLACES], figures[width.MEDIAN]) == (2, 11, 5.5)
    empty = house.House(package(tmp_path / "empty", {"a.py": LONG}))
    assert set(width.figures(empty.width, empty.fields).values()) == {0}


def test_what_the_scripts_print(tmp_path: Path) -> None:
    where = package(tmp_path, {**APP, "core/contracts.py": CONTRACTS, "app/here.py": "x = game.seats == 1\n"})

    def printed(name: str, word: str) -> str:
        words = [sys.executable, str(BENCHMARKS / f"{name}.py"), "--src", str(where), word]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    figures = json.loads(printed("house", "--json"))["width"]
    assert figures["before"] == width.BEFORE
    assert figures["now"].keys() == width.BEFORE.keys()
    assert [place["file"] for place in figures["places"]["branches on seats outside core"]] == ["app/here.py"]
    assert [field["name"] for field in figures["fields"]] == ["shortest", "beam", "game"]
    text = printed("house", "--list")
    assert width.COMMIT in text
    assert "dict[str, Any]" in text
    assert "app/here.py:1: seats == 1" in text
    assert json.loads(printed("leaks", "--json"))["seats"]["now"] == {"seats == 1": 1}
    assert "app/here.py:1: seats seats == 1" in printed("leaks", "--list")
