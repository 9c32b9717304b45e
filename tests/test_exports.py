"""The public names: what they are, how they are loaded, and where they are documented."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import cloudpickle
import pytest

import sleuth
from sleuth._exports import Package, homes

SOURCE = Path(sleuth.__file__).parent
ROOT = Path(__file__).parents[1]
PRIVATE = {"adapters", "kernels"}
INSIDE = {
    "sleuth.games.hangman.belief.false_denials",
    "sleuth.solve.symmetry",
    "sleuth.solve.symmetry_search",
    "sleuth.games.ulam.players.search",
}
"""Modules that a page imports from all the same, to explain how something works."""


def public_names() -> dict[str, dict[str, str]]:
    """The names of every package that has any, each with its home."""
    found = {}
    for stub in SOURCE.rglob("__init__.pyi"):
        package = ".".join(("sleuth", *stub.parent.relative_to(SOURCE).parts))
        import_module(package)
        found[package] = homes(package)
    return found


NAMES = public_names()
every_package = pytest.mark.parametrize("package", sorted(NAMES))


def objects(package: str) -> dict[str, str]:
    """The public names of a package that are no packages themselves, each with the module that it comes from."""
    return {name: home for name, home in NAMES[package].items() if home != package}


def printed(code: str) -> str:
    """What a Python prints that has imported nothing yet."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_every_package_but_the_private_ones_has_public_names() -> None:
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert {package.split(".")[1] for package in NAMES if package != "sleuth"} == rooms - PRIVATE


@every_package
def test_a_public_name_is_the_object_whatever_was_imported_before(package: str) -> None:
    room = import_module(package)
    for name, home in objects(package).items():
        value = getattr(import_module(home), name)
        vars(room).pop(name, None)
        if (Path(room.__path__[0]) / f"{name}.py").exists():
            assert inspect.ismodule(import_module(f"{package}.{name}"))
        assert getattr(room, name) is value
        assert not isinstance(value, ModuleType)


@pytest.mark.parametrize("first", ["", "import sleuth.play.evaluate", "from sleuth.play.evaluate import Evaluation"])
def test_a_function_with_the_name_of_its_module(first: str) -> None:
    assert printed(f"{first}\nimport sleuth\nprint(type(sleuth.play.evaluate).__name__)") == "function"
    assert printed(f"{first}\nfrom sleuth.play import evaluate\nprint(type(evaluate).__name__)") == "function"


@every_package
def test_dir_and_a_star_give_the_public_names(package: str) -> None:
    room = import_module(package)
    assert isinstance(room, Package)
    assert dir(room) == room.__all__ == sorted(NAMES[package])
    space: dict[str, object] = {}
    exec(f"from {package} import *", space)
    assert set(space) - {"__builtins__"} == set(room.__all__)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nonsense'"):
        room.nonsense  # noqa: B018


@every_package
def test_packages_travel(package: str) -> None:
    room = import_module(package)
    assert pickle.loads(pickle.dumps(room)) is room
    assert cloudpickle.loads(cloudpickle.dumps(lambda: room))() is room


@every_package
def test_a_public_class_or_function_says_what_it_is(package: str) -> None:
    values = {name: getattr(import_module(package), name) for name in objects(package)}
    told = {name: value.__doc__ for name, value in values.items() if inspect.isclass(value) or inspect.isroutine(value)}
    assert [name for name, text in told.items() if not text] == []


def test_no_two_public_classes_share_a_name() -> None:
    classes: dict[str, set[object]] = {}
    for package in NAMES:
        for name in objects(package):
            if inspect.isclass(value := getattr(import_module(package), name)):
                classes.setdefault(name, set()).add(value)
    assert {name: found for name, found in classes.items() if len(found) > 1} == {}


def test_packages_are_there_without_being_imported() -> None:
    code = """
import sleuth
assert sleuth.measures.sharma_mittal([0.5, 0.5], 1, 0) == 1.0
assert sleuth.games.Mastermind(3, 4) == sleuth.parse_game("mastermind:pegs=3,colours=4")
print(sleuth.lab.analyse.__name__, sleuth.solve.solve.__name__, sleuth.play.match.__name__)
print(sleuth.referee.Referee.__name__, sleuth.gym.DeductionEnv.__name__)
"""
    assert printed(code).split() == ["analyse", "solve", "match", "Referee", "DeductionEnv"]


def test_every_public_package_is_a_name_of_the_top() -> None:
    rooms = {package.split(".")[1] for package in NAMES if package != "sleuth"}
    assert rooms <= {name for name, home in NAMES["sleuth"].items() if home == "sleuth"}
    code = (
        "import sys\nsys.modules['gymnasium'] = None\nfrom sleuth import *\nimport sleuth\nprint('gym' in dir(sleuth))"
    )
    assert printed(code) == "False"


def test_a_name_is_loaded_when_it_is_used() -> None:
    heavy = "sorted({name.split('.')[0] for name in sys.modules} & {'numpy', 'numba', 'rich', 'typer', 'matplotlib'})"
    rooms = ", ".join(sorted(NAMES))
    assert printed(f"import sys, {rooms}; [dir(room) for room in ({rooms})]; print({heavy})") == "[]"


def documented() -> dict[str, list[str]]:
    """The names that the reference lists, by the package in the heading above them."""
    listed: dict[str, list[str]] = {}
    package = ""
    for line in (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            heading = re.search(r"`(sleuth[a-z_.]*)`", line)
            package = heading[1] if heading else ""
        elif package and (row := re.match(r"\| `(\w+).*?` \| \S", line)):
            listed.setdefault(package, []).append(row[1])
    return listed


def test_the_reference_lists_every_public_name_once_and_no_other() -> None:
    assert {package: sorted(names) for package, names in documented().items()} == {
        package: sorted(names) for package, names in NAMES.items()
    }


PAGES = [
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "decisions" not in page.parts),
    *sorted((ROOT / "examples").glob("*.py")),
    ROOT / "README.md",
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_and_examples_import_public_names(page: Path) -> None:
    imports = re.findall(r"^[> .]*from (sleuth[\w.]*) import ([\w, ]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    for package, names in imports:
        wanted = {name.split()[0] for name in names.split(", ")}
        assert package in INSIDE or wanted <= set(NAMES.get(package, ())), f"from {package} import {names}"
