"""The map of the tests: which functions and files each test touches, and how long it takes.

`map.json` has three parts. `files`: the seconds of all tests of a file. `tests`: the tests of each file, numbered in
this order from 0, with the seconds of each and how many functions it touches; a page of the documentation is one test,
since its examples follow each other. `touched`: for each file of the project how many tests touch it, and for each of
its functions (for "" where the file is read) the numbers of those to run first.
"""

from __future__ import annotations

import ast
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_name("map.json")
KEPT = 8
"""The most tests that are kept of a function."""
ALIKE = 2
"""The most of them that are one test with other parameters."""
TOGETHER = 3
"""The most of them from one file."""
LEAST_SECONDS = 0.02
"""What a test takes at least, so that the quickest are judged by what they touch."""
NEAR = 0.1
"""What the price of a test is multiplied by whose file names the module."""

Function = tuple[str, str]
"""A file and a function in it; of a file that was read the function is empty."""


class Cost(NamedTuple):
    """What a test takes, and how much it touches: the less, the more it is about each."""

    seconds: float
    functions: int

    @property
    def price(self) -> float:
        """Lower for tests that are to be run earlier."""
        return (self.seconds + LEAST_SECONDS) * sqrt(self.functions)


@dataclass
class TestMap:
    """What is known of the tests."""

    __test__ = False

    tests: dict[str, Cost] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """How many tests touch a file."""
    touched: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """The first tests of each function of each file."""
    files: dict[str, float] = field(default_factory=dict)
    """The seconds of all tests of a file."""

    @classmethod
    def read(cls, file: Path = FILE) -> TestMap:
        """The map in a file; an empty one where there is none."""
        if not file.exists():
            return cls()
        content = json.loads(file.read_text(encoding="utf-8"))
        tests = {
            f"{path}::{name}" if name else path: Cost(*cost)
            for path, costs in content["tests"].items()
            for name, cost in costs.items()
        }
        names = list(tests)
        touched = {
            path: {function: [names[number] for number in numbers] for function, numbers in functions.items()}
            for path, (_, functions) in content["touched"].items()
        }
        counts = {path: count for path, (count, _) in content["touched"].items()}
        return cls(tests, counts, touched, content["files"])

    def write(self, file: Path = FILE) -> None:
        """Keep it, with one line for each file, so that a change of it can be read."""
        order = sorted(self.tests, key=lambda test: (test.partition("::")[0], test))
        tests: dict[str, dict[str, Cost]] = defaultdict(dict)
        for test in order:
            path, _, name = test.partition("::")
            tests[path][name] = self.tests[test]
        number = {test: place for place, test in enumerate(order)}
        touched = {
            path: [self.counts[path], {name: [number[test] for test in first] for name, first in functions.items()}]
            for path, functions in sorted(self.touched.items())
        }
        parts = {"files": dict(sorted(self.files.items())), "tests": tests, "touched": touched}
        text = ",\n".join(f'"{name}": {_lines(part)}' for name, part in parts.items())
        file.write_text(f"{{{text}}}\n", encoding="utf-8")

    def renewed(self, records: Mapping[str, set[Function]], seconds: Mapping[str, float], root: Path = ROOT) -> TestMap:
        """The map with what was recorded in place of what it had of the same files of tests."""
        recorded = {_file(test) for test in records}
        touching: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for path, functions in self.touched.items():
            for function, first in functions.items():
                if (root / path).exists():
                    touching[path][function] |= {test for test in first if _file(test) not in recorded}
        counts: Counter[str] = Counter()
        for test, places in records.items():
            counts.update({path for path, _ in places})
            for path, function in places:
                touching[path][function].add(test)
        tests = self.tests | {test: Cost(round(seconds[test], 2), len(records[test])) for test in records}
        order = _Order(tests, root)
        touched = {
            path: {function: first for function, some in functions.items() if (first := order.first(path, some))}
            for path, functions in touching.items()
        }
        kept = {test for functions in touched.values() for first in functions.values() for test in first}
        files = {path: took for path, took in self.files.items() if path not in recorded and (root / path).exists()}
        for test in records:
            files[_file(test)] = round(files.get(_file(test), 0.0) + seconds[test], 2)
        return TestMap(
            {test: cost for test, cost in tests.items() if test in kept},
            {path: max(counts[path], self.counts.get(path, 0) if self.tests else 0) for path in touched},
            {path: functions for path, functions in touched.items() if functions},
            files,
        )


class _Order:
    """Which tests come first: what is quick, touches little, and names the module."""

    def __init__(self, tests: Mapping[str, Cost], root: Path) -> None:
        self.tests = tests
        files = {_file(test) for test in tests}
        self.texts = {path: (root / path).read_text(encoding="utf-8") for path in files if (root / path).exists()}

    def first(self, path: str, tests: Iterable[str]) -> list[str]:
        """Some of the tests that touch a function of a file, those to run first in front."""
        module = module_name(path)
        near = {file for file, text in self.texts.items() if module and module in text}
        there = (test for test in tests if _file(test) in self.texts)
        prices = {test: self.tests[test].price * (NEAR if _file(test) in near else 1) for test in there}
        return list(_varied(sorted(prices, key=lambda test: (prices[test], test))))


def _varied(tests: Iterable[str]) -> Iterator[str]:
    """The first of some tests, with few from one file and fewer that differ in their parameters alone."""
    files: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    for test in tests:
        path, function = _file(test), test.partition("[")[0]
        if files[path] < TOGETHER and functions[function] < ALIKE and files.total() < KEPT:
            files[path] += 1
            functions[function] += 1
            yield test


def _lines(part: Mapping[str, object]) -> str:
    lines = (f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}" for key, value in part.items())
    return "{\n" + ",\n".join(lines) + "\n}"


def _file(test: str) -> str:
    return test.partition("::")[0]


def module_name(path: str) -> str:
    """The module that a file of the package is; nothing for another file."""
    if not (path.startswith("src/") and path.endswith(".py")):
        return ""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def unit(test: str) -> str:
    """What can be run by itself: a test, or a whole page of the documentation."""
    return _file(test) if _file(test).endswith(".md") else test


def function_name(qualified: str) -> str:
    """A function as it stands in the source: what is inside it counts for it."""
    return qualified.partition(".<")[0]


def kernel_calls(root: Path = ROOT) -> dict[Function, set[Function]]:
    """The compiled functions that each compiled one calls, itself or by way of others: Python does not see them."""
    package = root / "src" / "sleuth"
    files = [*package.glob("kernels/*.py"), *package.glob("games/*/kernels.py"), *package.glob("games/*/kernels/*.py")]
    used: dict[Function, set[str]] = {}
    for file in files:
        path = file.relative_to(root).as_posix()
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                used[path, node.name] = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    homes: dict[str, set[Function]] = defaultdict(set)
    for path, name in used:
        homes[name].add((path, name))
    direct = {caller: {home for name in names for home in homes[name]} for caller, names in used.items()}
    return {caller: _reached(caller, direct) for caller in direct}


def _reached(start: Function, direct: Mapping[Function, set[Function]]) -> set[Function]:
    reached, waiting = set[Function](), [start]
    while waiting:
        for place in direct[waiting.pop()] - reached:
            reached.add(place)
            waiting.append(place)
    return reached
