"""What a change touches: the files that differ from a commit, and in Python files the functions whose lines do."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.map.touched import ROOT

HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
EVERYTHING = range(1, 1 << 30)
Lines = set[int] | range


@dataclass(frozen=True)
class Change:
    """A file that differs: its functions that do, or all of it."""

    path: str
    functions: frozenset[str] | None
    """Nothing where the file is new, is gone, is no Python, or differs in what all of it may use."""


@dataclass(frozen=True)
class Part:
    """A function of a file, or a statement of a module or a class, with its lines."""

    name: str
    """The function as it stands in the source (`Class.method`); empty for a statement."""
    lines: range
    owner: str = ""
    """The class of a statement."""
    names: frozenset[str] = frozenset()
    """What a statement of a module binds, and what a function uses."""


def git(*words: str, root: Path = ROOT) -> str:
    """What git prints."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def changes(base: str, root: Path = ROOT) -> list[Change]:
    """What differs between a commit and the files as they are, those that git does not know yet too."""
    listed = git("diff", "--no-renames", "--name-only", "-z", base, root=root).split("\0")
    new = git("ls-files", "--others", "--exclude-standard", "-z", root=root).split("\0")
    return [_change(base, path, root) for path in sorted({*listed, *new} - {""})]


def _change(base: str, path: str, root: Path) -> Change:
    now = root / path
    if not (path.endswith(".py") and now.is_file()):
        return Change(path, None)
    try:
        before = git("show", f"{base}:{path}", root=root)
    except subprocess.CalledProcessError:
        return Change(path, None)
    left, right = _lines(git("diff", "--no-renames", "-U0", base, "--", path, root=root))
    touched = set[str]()
    for text, lines in ((before, left), (now.read_text(encoding="utf-8"), right)):
        names = functions_at(text, lines)
        if names is None:
            return Change(path, None)
        touched |= names
    return Change(path, frozenset(touched))


def _lines(diff: str) -> tuple[set[int], set[int]]:
    """The numbers of the lines that are gone, and of those that are new."""
    sides: tuple[set[int], set[int]] = (set(), set())
    for hunk in HUNK.finditer(diff):
        for side, start, count in ((0, hunk[1], hunk[2]), (1, hunk[3], hunk[4])):
            sides[side].update(range(int(start), int(start) + int(count or 1)))
    return sides


def functions_at(text: str, lines: Lines) -> set[str] | None:
    """The functions with one of these lines; for a statement of a class all of its functions, for one of a module those
    that use what it binds. Nothing where that is the whole file: for what no function uses, and what cannot be read."""
    try:
        parts = list(_parts(ast.parse(text).body))
    except SyntaxError:
        return None
    lines = {number for number, line in enumerate(text.splitlines(), 1) if number in lines and line.strip()}
    touched = set[str]()
    for part in parts:
        if not lines.intersection(part.lines):
            continue
        names = {part.name} if part.name else set(_affected(part, parts))
        if not names:
            return None
        touched |= names
    return touched


def _affected(statement: Part, parts: Iterable[Part]) -> Iterator[str]:
    """The functions that a statement is for."""
    for part in parts:
        if part.name and (part.owner == statement.owner if statement.owner else part.names & statement.names):
            yield part.name


def _parts(body: Iterable[ast.stmt], owner: str = "") -> Iterator[Part]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            name = f"{owner}.{node.name}".lstrip(".")
            yield Part("", range(_start(node), node.body[0].lineno), name)
            yield from _parts(node.body, name)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            used = frozenset(inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))
            yield Part(f"{owner}.{node.name}".lstrip("."), _range(node), owner, used)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # else it is a text for readers
            yield Part("", _range(node), owner, frozenset(_bound(node)))


def _bound(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]


def _start(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _range(node: ast.stmt) -> range:
    first = node.lineno
    with suppress(AttributeError):
        first = _start(node)  # type: ignore[arg-type]
    return range(first, (node.end_lineno or first) + 1)
