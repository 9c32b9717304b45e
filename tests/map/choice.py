"""Which tests a change is to be judged by, in the order in which they tell most."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from tests.map.changes import Change
from tests.map.imports import distances
from tests.map.touched import ROOT, TestMap

UNKNOWN_SECONDS = 3.0
"""What a file of tests takes that the map does not know."""
MAX_BESIDE = 12
"""The most files of tests that are looked at because they import a module."""
Graph = Callable[[], Mapping[str, Set[str]]]


@dataclass
class Choice:
    """What is to be run of the tests that a change touches, and what is left out."""

    tests: list[str] = field(default_factory=list)
    """Tests and whole files of tests, the first to run in front."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Tests and files of tests for which there is no time, each with the file that changed."""
    notes: list[str] = field(default_factory=list)
    """What else is to be known of single files."""
    seconds: float = 0.0


def choose(changes: Iterable[Change], known: TestMap, seconds: float, graph: Graph, root: Path = ROOT) -> Choice:
    """The tests of some changes, as many as fit into so many seconds of a processor, and one at least.

    First those of the functions that changed, in all of the time; then, in half of it, the files of tests that import
    the changed file, and the tests of its other functions.
    """
    choice, changed = Choice(), list(changes)
    queues = [queue for change in changed for queue in _queues(change, known, graph, choice, root)]
    _fill(choice, _in_turns(queues, known), known, seconds)
    beside = [queue for change in changed for queue in _beside(change, known, graph)]
    _fill(choice, _in_turns(beside, known), known, seconds / 2)
    return choice


def _fill(choice: Choice, tests: Iterable[tuple[str, str]], known: TestMap, seconds: float) -> None:
    """Take tests as long as there is time, and leave out the others."""
    for test, path in tests:
        took = seconds_of(test, known)
        if test in choice.tests or test.partition("::")[0] in choice.tests:
            continue
        if choice.tests and choice.seconds + took > seconds:
            choice.left_out[test] = path
        else:
            choice.tests.append(test)
            choice.seconds += took
            choice.left_out.pop(test, None)


def seconds_of(test: str, known: TestMap) -> float:
    """What a test takes, or a whole file of tests, or the tests of one function of it."""
    if test in known.tests:
        return known.tests[test].seconds
    if test in known.files:
        return known.files[test]
    inner = [cost.seconds for name, cost in known.tests.items() if name.startswith(f"{test}[")]
    return sum(inner) if inner else UNKNOWN_SECONDS


Queue = tuple[str, list[str]]
"""A file that changed, and tests of one part of it, the first to run in front."""


def _in_turns(queues: list[Queue], known: TestMap) -> Iterator[tuple[str, str]]:
    """Each test once: first one for each part of each change, the cheapest first, then another one for each."""
    chosen = set[str]()
    for turn in range(max((len(tests) for _, tests in queues), default=0)):
        row = {tests[turn]: path for path, tests in queues if turn < len(tests) and tests[turn] not in chosen}
        yield from sorted(row.items(), key=lambda pair: (seconds_of(pair[0], known), pair))
        chosen |= row.keys()


def _queues(change: Change, known: TestMap, graph: Graph, choice: Choice, root: Path) -> Iterator[Queue]:
    """The tests of a changed file, for each of its parts."""
    path = change.path
    if is_test(path):
        if (root / path).exists():
            yield from ((path, [test]) for test in _own_tests(change))
        return
    functions = known.touched.get(path, {})
    if not functions:
        yield from _unknown(path, known, graph, choice)
        return
    parts = functions.keys() if change.functions is None else change.functions
    yield from ((path, functions[part]) for part in sorted(parts) if part in functions)
    if new := sorted(parts - functions.keys()):
        choice.notes.append(f"{path}: no test is known to run {', '.join(new)}; those of the other functions stand in")


def _beside(change: Change, known: TestMap, graph: Graph) -> Iterator[Queue]:
    """The files of tests that are named like a changed file or import it, then the tests of its other functions."""
    path, functions = change.path, known.touched.get(change.path, {})
    if is_test(path) or not functions or change.functions == frozenset():
        return
    near = _near(path, known, graph)[:MAX_BESIDE]
    yield path, [*near, *(test for test, _ in _in_turns([(path, tests) for tests in functions.values()], known))]


def _near(path: str, known: TestMap, graph: Graph) -> list[str]:
    """The files of tests from which imports lead to a file: those of its name first, then by the length of the way."""
    near = distances(path, graph())

    def rank(test: str) -> tuple[bool, int, float, str]:
        mirrors = PurePosixPath(test).name == f"test_{PurePosixPath(path).name}"
        return not mirrors, near[test], known.files.get(test, UNKNOWN_SECONDS), test

    return sorted(near, key=rank)


def _own_tests(change: Change) -> list[str]:
    """The tests of a file of tests that changed: all of them where something else did."""
    names = [name.replace(".", "::") for name in sorted(change.functions or ())]
    if not names or not all(name.rpartition("::")[2].startswith("test_") for name in names):
        return [change.path]
    return [f"{change.path}::{name}" for name in names]


def _unknown(path: str, known: TestMap, graph: Graph, choice: Choice) -> Iterator[Queue]:
    """The tests of a file that the map does not know: those that import it, the nearest first."""
    if not path.endswith(".py") or not path.startswith(("src/", "tests/")):
        choice.notes.append(f"{path}: no test is known that reads it")
        return
    order = _near(path, known, graph)
    first = order[:MAX_BESIDE]
    choice.notes.append(f"{path}: the map does not know it; {len(first)} of {len(order)} files of tests that import it")
    yield path, first


def is_test(path: str) -> bool:
    """Whether a file holds tests: its own, or the examples of a page."""
    name = PurePosixPath(path).name
    is_page = path.endswith(".md") and (path.startswith("docs/") or path == "README.md")
    return is_page or (path.startswith("tests/") and name.startswith("test_") and name.endswith(".py"))


def heavy_tests(path: str, root: Path = ROOT) -> bool:
    """Whether some tests of a file are marked as heavy."""
    text = (root / path).read_text(encoding="utf-8") if (root / path).exists() else ""
    return path.endswith(".py") and any(
        isinstance(node, ast.Attribute) and node.attr == "heavy" for node in ast.walk(ast.parse(text))
    )
