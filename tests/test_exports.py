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
ROOT = SOURCE.parents[1]
PACKAGES = sorted(".".join(("sleuth", *stub.parent.relative_to(SOURCE).parts)) for stub in SOURCE.rglob("__init__.pyi"))
NAMES = [(package, name, home) for package in PACKAGES for name, home in homes(import_module(package).__name__).items()]
OBJECTS = [(package, name, home) for package, name, home in NAMES if home != package]
PRIVATE = {"adapters", "kernels"}


def run(code: str) -> str:
    """What another Python prints, which has imported nothing yet."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_every_package_has_public_names_but_those_that_are_private() -> None:
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert {package.split(".")[1] for package in PACKAGES if "." in package} == folders - PRIVATE


@pytest.mark.parametrize(("package", "name", "home"), OBJECTS)
def test_a_public_name_is_the_object_whatever_was_imported_before(package: str, name: str, home: str) -> None:
    value = getattr(import_module(home), name)
    room = import_module(package)
    vars(room).pop(name, None)
    same = f"{package}.{name}"
    if (SOURCE.parent / Path(*same.split("."))).with_suffix(".py").exists():
        assert isinstance(import_module(same), ModuleType)
    assert getattr(room, name) is value
    assert not isinstance(value, ModuleType)


@pytest.mark.parametrize("package", PACKAGES)
def test_dir_and_a_star_give_the_public_names(package: str) -> None:
    room = import_module(package)
    assert isinstance(room, Package)
    assert dir(room) == sorted(room.__all__) == sorted(homes(package))
    space: dict[str, object] = {}
    exec(f"from {package} import *", space)
    assert set(space) - {"__builtins__"} == set(room.__all__)
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nonsense'"):
        room.nonsense  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_travel(package: str) -> None:
    room = import_module(package)
    assert pickle.loads(pickle.dumps(room)) is room
    assert cloudpickle.loads(cloudpickle.dumps(lambda: room))() is room


@pytest.mark.parametrize(("package", "name", "home"), OBJECTS)
def test_a_public_class_or_function_says_what_it_is(package: str, name: str, home: str) -> None:
    value = getattr(import_module(package), name)
    if inspect.isclass(value) or inspect.isroutine(value):
        assert value.__doc__, f"{home}.{name}"


def test_no_two_public_classes_share_a_name() -> None:
    classes: dict[str, set[object]] = {}
    for package, name, _ in OBJECTS:
        if inspect.isclass(value := getattr(import_module(package), name)):
            classes.setdefault(name, set()).add(value)
    assert {name: found for name, found in classes.items() if len(found) > 1} == {}


def test_rooms_are_there_without_being_imported() -> None:
    code = """
import sleuth
assert sleuth.measures.sharma_mittal([0.5, 0.5], 1, 2) == 0.5
assert sleuth.games.Mastermind(3, 4) == sleuth.parse_game("mastermind:pegs=3,colours=4")
print(sleuth.lab.analyse.__name__, sleuth.solve.solve.__name__, sleuth.play.match.__name__)
"""
    assert run(code) == "analyse solve match"


def test_a_name_is_loaded_when_it_is_used() -> None:
    loaded = "sorted({name.split('.')[0] for name in sys.modules} & {'numpy', 'numba', 'rich', 'typer'})"
    rooms = ", ".join(PACKAGES)
    assert run(f"import sys, {rooms}; [dir(room) for room in ({rooms})]; print({loaded})") == "[]"
    assert run(f"import sys, sleuth; sleuth.parse_game('number'); print('numba' in {loaded})") == "False"


def documented() -> set[tuple[str, str]]:
    """The names that the reference lists, by the package in the heading above them."""
    listed, package = set(), ""
    for line in (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"#+ .*`(sleuth[a-z_.]*)`", line):
            package = heading[1]
        elif package and (row := re.match(r"\| (`[^|]*?) \|", line)):
            listed |= {(package, name) for name in re.findall(r"`([A-Za-z_]\w*)[^`]*`", row[1])}
    return listed


def test_the_reference_lists_every_public_name_and_no_other() -> None:
    assert documented() == {(package, name) for package, name, _ in NAMES}


PAGES = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", *sorted((ROOT / "examples").glob("*.py"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_and_examples_import_public_names(page: Path) -> None:
    for package, names in re.findall(
        r"^[> .]*from (sleuth[\w.]*) import ([\w, ]+)", page.read_text("utf-8"), re.MULTILINE
    ):
        if "decisions" not in page.parts:
            assert package in PACKAGES, f"from {package} import {names}"
            assert {name.split()[0] for name in names.split(", ")} <= set(homes(import_module(package).__name__))
