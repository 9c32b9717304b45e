"""Which tests import a module, directly or by way of others: what is asked where the map does not know a file.

A text such as "board.text:board", by which a game is registered, counts as an import, and a name of a package with a
stub as one of the module that the stub names.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path

from tests.map.touched import ROOT, module_name

REFERENCE = re.compile(r"(\w+(?:\.\w+)*):\w+")


def importers(root: Path = ROOT) -> dict[str, set[str]]:
    """By module, the modules of the package and of the tests that import it."""
    graph: dict[str, set[str]] = defaultdict(set)
    for file, name in _modules(root):
        for target in _targets(file, name, root):
            graph[target].add(name)
    return graph


def distances(path: str, graph: Mapping[str, Set[str]]) -> dict[str, int]:
    """The files of tests from which imports lead to a file of the project, each with the length of the shortest way."""
    start = module_name(path) or _test_module(path)
    lengths, waiting = {start: 0}, [start]
    for module in waiting:
        new = sorted(graph.get(module, set()) - lengths.keys())
        lengths |= dict.fromkeys(new, lengths[module] + 1)
        waiting += new
    return {_test_path(name): length for name, length in lengths.items() if name.rpartition(".")[2].startswith("test_")}


def _modules(root: Path) -> Iterator[tuple[Path, str]]:
    """The files of the package and of the tests, each with its name when it is imported."""
    for file in [*sorted((root / "src").rglob("*.py")), *sorted((root / "tests").rglob("*.py"))]:
        path = file.relative_to(root).as_posix()
        yield file, module_name(path) or _test_module(path)


def _targets(file: Path, name: str, root: Path) -> set[str]:
    """The modules that a file imports, and those that it has as text."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    targets = set[str]()
    try:
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    except SyntaxError:
        return targets
    for node in nodes:
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                targets |= {node.module, f"{node.module}.{alias.name}", *_homes(node.module, root).get(alias.name, ())}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = REFERENCE.fullmatch(node.value)
            targets |= {match[1], f"{package}.{match[1]}"} if match else set()
    return targets - {name}


@cache
def _homes(package: str, root: Path) -> dict[str, tuple[str, ...]]:
    """The names of a package with a stub, each with the module that it comes from."""
    stub = root / "src" / package.replace(".", "/") / "__init__.pyi"
    homes: dict[str, tuple[str, ...]] = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body if stub.exists() else ():
        if isinstance(node, ast.ImportFrom) and node.module:
            homes |= {alias.asname or alias.name: (node.module,) for alias in node.names}
    return homes


def _test_module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _test_path(name: str) -> str:
    return f"{name.replace('.', '/')}.py"
