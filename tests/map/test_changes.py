"""What a change touches, by git: functions by their lines, whole files where a line is for all of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.map.changes import Change, changes, functions_at, git

MODULE = '''"""Some numbers."""

import math
from os import path

LARGE = 10
UNUSED = 3


def small():
    """Below the large one."""
    return LARGE - 1


class Box:
    """A box."""

    size = 2

    @property
    def area(self):
        return self.size**2

    def side(self):
        return math.sqrt(self.area)


def inside():
    def inner():
        return 1

    return inner()
'''
LINES = MODULE.splitlines()


def at(text: str) -> int:
    """The number of the line that holds a text."""
    (number,) = (number for number, line in enumerate(LINES, 1) if text in line)
    return number


@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("return LARGE - 1", {"small"}),
        ("def small", {"small"}),
        ("LARGE = 10", {"small"}),
        ("import math", {"Box.side"}),
        ("    size = 2", {"Box.area", "Box.side"}),
        ("class Box", {"Box.area", "Box.side"}),
        ("@property", {"Box.area"}),
        ("return 1", {"inside"}),
        ("Some numbers", set()),
        ("UNUSED = 3", None),
        ("from os import path", None),
    ],
)
def test_functions_by_their_lines(text: str, functions: set[str] | None) -> None:
    """What no function uses may be used by another file: then it is the whole file."""
    found = functions_at(MODULE, {at(text)})
    assert found == functions


def test_all_lines_are_all_functions() -> None:
    lines = set(range(1, len(LINES) + 1)) - {at("UNUSED"), at("from os")}
    assert functions_at(MODULE, lines) == {"small", "Box.area", "Box.side", "inside"}


def test_blank_lines_and_what_is_no_python() -> None:
    assert functions_at(MODULE, {2, 8}) == set()
    assert functions_at("def broken(:\n", {1}) is None


@given(st.sets(st.integers(1, len(LINES))), st.sets(st.integers(1, len(LINES))))
def test_more_lines_touch_more(some: set[int], others: set[int]) -> None:
    fewer, more = functions_at(MODULE, some), functions_at(MODULE, some | others)
    assert more is None or (fewer is not None and fewer <= more)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git("init", "-q", root=tmp_path)
    (tmp_path / "numbers.py").write_text(MODULE)
    (tmp_path / "page.html").write_text("<p>")
    (tmp_path / "gone.py").write_text("x = 1\n")
    git("add", ".", root=tmp_path)
    git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "first", root=tmp_path)
    return tmp_path


def test_changes_of_a_repository(repository: Path) -> None:
    assert changes("HEAD", repository) == []
    (repository / "numbers.py").write_text(MODULE.replace("LARGE - 1", "LARGE - 2"))
    (repository / "page.html").write_text("<p>text")
    (repository / "gone.py").unlink()
    (repository / "new file.py").write_text("y = 2\n")
    assert changes("HEAD", repository) == [
        Change("gone.py", None),
        Change("new file.py", None),
        Change("numbers.py", frozenset({"small"})),
        Change("page.html", None),
    ]


def test_lines_that_are_gone(repository: Path) -> None:
    (repository / "numbers.py").write_text(
        MODULE.replace("    def side(self):\n        return math.sqrt(self.area)\n", "")
    )
    (change,) = changes("HEAD", repository)
    assert change == Change("numbers.py", frozenset({"Box.side"}))
