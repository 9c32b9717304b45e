"""Examples for the reference, from what runs as a test: the pages, and the tests themselves."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from docs.site.names import documented, public_names
from docs.site.pages import DOCS, ROOT, parts

MAX_LINES = 24
"""Lines that an example has at most."""
CODE = re.compile(r"^ *```python\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """Some lines of code that use a public name."""

    source: Path
    code: str
    calls: bool
    """Whether the name is called, and not only mentioned."""
    imports: str = ""
    """The line that imports the name, where the code does not have it."""

    @property
    def lines(self) -> int:
        """How long it is."""
        return self.code.count("\n") + 1

    @property
    def rank(self) -> tuple[bool, bool, int, str]:
        """The lower, the better an example: a call on a page before a mention, and before a test; the shorter first."""
        return not self.calls, self.source.suffix == ".py", self.lines, str(self.source)


def best_examples() -> dict[str, Example]:
    """The best example for each public name that has one, by its full name."""
    best: dict[str, Example] = {}
    for name, example in (*page_examples(), *test_examples()):
        if example.lines <= MAX_LINES and (name not in best or example.rank < best[name].rank):
            best[name] = example
    return best


@cache
def page_examples() -> tuple[tuple[str, Example], ...]:
    """Every use of a public name in the tested code of a page."""
    found: list[tuple[str, Example]] = []
    for page in sorted([*DOCS.rglob("*.md"), ROOT / "README.md"]):
        imports: dict[str, str] = {}
        for block in blocks(page.read_text(encoding="utf-8")):
            tree = parsed(block)
            imports |= imported(tree)
            found += [
                (name, Example(page, block, calls, "" if has_import(block, text) else text))
                for name, (calls, text) in uses(tree, imports).items()
            ]
    return tuple(found)


def test_examples() -> Iterator[tuple[str, Example]]:
    """Every use of a public name in a test that needs nothing but public names."""
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        imports, around = imported(tree), surroundings(tree)
        lines = file.read_text(encoding="utf-8").splitlines()
        for test in tree.body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_") and not test.args.args:
                used = uses(ast.Module(test.body, []), imports)
                needed = free_names(test) - {line.rpartition(" ")[2] for _, line in used.values()}
                if needed <= set(around):
                    code = textwrap.dedent("\n".join(lines[test.body[0].lineno - 1 : test.end_lineno]))
                    first = "\n".join(
                        sorted({public_import(name) for name in used}) + [around[name] for name in sorted(needed)]
                    )
                    yield from ((name, Example(file, code, calls, first)) for name, (calls, _) in used.items())


def surroundings(tree: ast.Module) -> dict[str, str]:
    """What a module imports from elsewhere and the short constants that it has, each with its line."""
    found: dict[str, str] = {}
    for node in tree.body:
        text = ast.unparse(node)
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and "sleuth" not in str(node.module)):
            found |= {alias.asname or alias.name: text for alias in node.names if node.col_offset == 0}
        elif isinstance(node, ast.Assign) and len(text) < 80 and not free_names(node):
            found |= {ast.unparse(target): text for target in node.targets}
    return {name: text for name, text in found.items() if "__future__" not in text}


def free_names(function: ast.stmt) -> set[str]:
    """The names that a function or another statement takes from its module."""
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)} | {
        node.arg for node in ast.walk(function) if isinstance(node, ast.arg)
    }
    return {node.id for node in names} - own - set(dir(builtins))


def public_import(full: str) -> str:
    """The line that imports a public name."""
    package, _, name = full.rpartition(".")
    return f"from {package} import {name}"


def blocks(text: str) -> Iterator[str]:
    """The Python blocks of a page that a reader sees."""
    for code, part in parts(text):
        if code and (found := CODE.match(part)):
            yield textwrap.dedent(found[1]).rstrip()


def parsed(block: str) -> ast.Module:
    """The syntax of a block; of a session only what was typed."""
    if ">>>" in block:
        typed = (line[4:] for line in block.splitlines() if line.startswith((">>> ", "... ")) or line == "...")
        block = "\n".join(typed)
    try:
        return ast.parse(block)
    except SyntaxError:
        return ast.Module([], [])


def imported(tree: ast.Module) -> dict[str, str]:
    """The names that code imports from the package, each with the line that does."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "sleuth":
            found |= {alias.asname or alias.name: f"from {node.module} import {alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name: "import sleuth" for alias in node.names if alias.name == "sleuth"}
    return found


def has_import(block: str, line: str) -> bool:
    """Whether a block imports what a line imports, perhaps with other names."""
    start, _, name = line.rpartition(" ")
    return any(re.search(rf"{re.escape(start)} .*\b{name}\b", one) for one in block.splitlines()) or line in block


def uses(tree: ast.Module, imports: dict[str, str]) -> dict[str, tuple[bool, str]]:
    """The public names that code uses: whether each is called, and the line that imports it."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    extended = {id(base) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases}
    found: dict[str, tuple[bool, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and (reference := public(node, imports)):
            name, line = reference
            calls = id(node) in called or id(node) in extended
            found[name] = (calls or found.get(name, (False, ""))[0], line)
    return found


def public(node: ast.Name | ast.Attribute, imports: dict[str, str]) -> tuple[str, str] | None:
    """The full public name that an expression stands for, and the line that imports its beginning."""
    first, *rest = ast.unparse(node).split(".")
    line = imports.get(first)
    if line is None or not all(part.isidentifier() for part in rest):
        return None
    value: object = import_module("sleuth")
    if line != "import sleuth":
        _, module, _, name = line.split(" ")
        value = getattr(import_module(module), name, None)
    for part in rest:
        value = getattr(value, part, None)
    name_of = documented(value)
    if name_of is not None:
        return name_of.full, line if line.startswith("from") else public_import(name_of.full)
    return constant(line, rest)


def constant(line: str, rest: list[str]) -> tuple[str, str] | None:
    """The same for a public name that is no class or function."""
    words = line.split(" ")
    full = ".".join(["sleuth", *rest]) if len(words) == 2 else ".".join([words[1], words[3], *rest])
    return (full, line) if full in constants() else None


@cache
def constants() -> frozenset[str]:
    """The public names that are no classes, functions or packages."""
    return frozenset(one.full for one in public_names() if one.kind == "data")


@cache
def pages_that_use() -> dict[str, list[Path]]:
    """The pages whose code uses each public name, most of it first."""
    found: dict[str, list[Path]] = {}
    for name, example in page_examples():
        found.setdefault(name, []).append(example.source)
    return {name: sorted(set(used), key=lambda page: (-used.count(page), str(page))) for name, used in found.items()}


def title(page: Path) -> str:
    """The title of a page."""
    heading = TITLE.search(page.read_text(encoding="utf-8"))
    return heading[1] if heading else page.stem


def doctests(texts: Iterable[str]) -> bool:
    """Whether one of some docstrings has an example."""
    return any(">>>" in text for text in texts)
