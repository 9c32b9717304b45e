"""The files of a package: their code, functions, classes and names, what they import and what they make public."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

TOP = "(top)"
RUN, LAZY, TYPES = "run", "lazy", "types"

Function = ast.FunctionDef | ast.AsyncFunctionDef
HOLDERS = ast.stmt | ast.ExceptHandler | ast.match_case
"""What an import may stand in."""


@dataclass(frozen=True, order=True)
class Place:
    """Something in a file."""

    file: str
    line: int
    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name}" + (f" ({self.number})" if self.number else "")


@dataclass(frozen=True, order=True)
class Import:
    """A module that another one imports, and when."""

    file: str
    line: int
    source: str
    target: str
    when: str


class Module:
    """A file of the package."""

    def __init__(self, package: Path, file: Path) -> None:
        self.file = file.relative_to(package).as_posix()
        parts = [package.name, *file.relative_to(package).with_suffix("").parts]
        self.is_package = parts[-1] == "__init__"
        self.name = ".".join(parts[:-1] if self.is_package else parts)
        self.room = room_of(self.file)
        self.text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        stub = file.with_suffix(".pyi")
        self.homes = self._homes(ast.parse(stub.read_text(encoding="utf-8"))) if stub.exists() else {}

    def _homes(self, stub: ast.Module) -> dict[str, str]:
        """The names in a stub, each with the module that it comes from; of a module, that is the package."""
        names: dict[str, str] = {}
        for line in stub.body:
            if isinstance(line, ast.ImportFrom):
                names |= {alias.name: self.origin(line) for alias in line.names}
            elif isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
                names[line.target.id] = self.name
        return names

    def origin(self, node: ast.ImportFrom) -> str:
        """The module that a line imports from, in full."""
        if not node.level:
            return node.module or ""
        parts = self.name.split(".")
        base = parts[: len(parts) - node.level + (1 if self.is_package else 0)]
        return ".".join([*base, *([node.module] if node.module else [])])

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """The whole syntax tree."""
        return list(ast.walk(self.tree))

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.text.splitlines()

    @cached_property
    def code(self) -> int:
        """Lines of code."""
        strings: set[int] = set()
        for node in self.nodes:
            body = getattr(node, "body", None)
            for line in body if isinstance(body, list) else []:
                if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                    strings.update(range(line.lineno, end_line(line) + 1) if isinstance(line.value.value, str) else ())
        lines = enumerate(map(str.strip, self.lines), 1)
        return sum(bool(line) and not line.startswith("#") and number not in strings for number, line in lines)

    @cached_property
    def functions(self) -> list[tuple[Function, bool]]:
        """Every function, and whether it stands directly in a class."""
        return [
            (child, isinstance(node, ast.ClassDef))
            for node in self.nodes
            for child in ast.iter_child_nodes(node)
            if isinstance(child, Function)
        ]

    @cached_property
    def classes(self) -> list[ast.ClassDef]:
        """Every class."""
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    @cached_property
    def strings(self) -> set[str]:
        """Every text in the code."""
        return {node.value for node in self.nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        """The values that the module itself gives to single names."""
        return {
            line.targets[0].id: line.value
            for line in self.tree.body
            if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
        }

    @cached_property
    def aliases(self) -> dict[str, tuple[str, str]]:
        """Each name that is imported, with the module and the name there; the name of a module itself is empty."""
        names: dict[str, tuple[str, str]] = {}
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names |= {alias.asname: (alias.name, "") for alias in node.names if alias.asname}
            elif isinstance(node, ast.ImportFrom):
                names |= {alias.asname or alias.name: (self.origin(node), alias.name) for alias in node.names}
        return names

    def imports(self) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
        """Every import line, and when it counts."""
        waiting: list[tuple[ast.AST, str]] = [(self.tree, RUN)]
        while waiting:
            node, when = waiting.pop()
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield node, when
            elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                waiting += [(child, TYPES) for child in node.body] + [(child, when) for child in node.orelse]
            else:
                inner = LAZY if isinstance(node, Function) and when == RUN else when
                waiting += [(child, inner) for child in ast.iter_child_nodes(node) if isinstance(child, HOLDERS)]

    def place(self, node: ast.stmt | ast.expr | ast.arg | ast.pattern, name: str, number: int = 0) -> Place:
        """Where something is."""
        return Place(self.file, node.lineno, name, number)


Modules = Mapping[str, Module]
"""The files of a package, by the names of the modules."""


def read_package(package: Path) -> dict[str, Module]:
    """The files of a package, by the names of the modules."""
    files = (Module(package, file) for file in sorted(package.rglob("*.py")))
    return {module.name: module for module in files}


def read_imports(modules: Modules) -> list[Import]:
    """Every import of one module of the package by another, in order."""
    return sorted(
        Import(module.file, node.lineno, module.name, target, when)
        for module in modules.values()
        for node, when in module.imports()
        for target in _targets(modules, module, node)
        if target != module.name
    )


def _targets(modules: Modules, module: Module, node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names} & modules.keys()
    origin = module.origin(node)
    return {home_of(modules, origin, alias.name) for alias in node.names} & modules.keys()


def home_of(modules: Modules, origin: str, name: str) -> str:
    """The module that a name is loaded from."""
    inner = f"{origin}.{name}"
    home = modules[origin].homes.get(name) if origin in modules else None
    if home is not None and home != origin:
        return home_of(modules, home, name)
    return inner if inner in modules else origin


def derivation(modules: Iterable[Module], root: Callable[[str], bool]) -> set[str]:
    """The names of all classes that derive, by the names of their bases, from one of a root."""
    bases: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for node in module.classes:
            bases[node.name] |= {last_name(base) for base in node.bases}
    kinds = {name for name, above in bases.items() if any(map(root, above))}
    while more := {name for name, above in bases.items() if above & kinds} - kinds:
        kinds |= more
    return kinds


def room_of(file: str) -> str:
    """The room of a file: the first folder."""
    return file.partition("/")[0] if "/" in file else TOP


def end_line(node: ast.stmt) -> int:
    """The last line of a statement."""
    return node.end_lineno or node.lineno


def arguments(node: ast.arguments) -> list[ast.arg]:
    """All parameters of a function."""
    rest = [argument for argument in (node.vararg, node.kwarg) if argument]
    return [*node.posonlyargs, *node.args, *node.kwonlyargs, *rest]


def parameters(function: Function, method: bool) -> list[ast.arg]:
    """The parameters of a function that a caller gives."""
    every = arguments(function.args)
    return every[1:] if method and every and every[0].arg in ("self", "cls") else every


def own_names(scope: ast.AST) -> Iterator[ast.Name]:
    """The names in a function, class or module, without those of the functions and classes inside it."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.Name):
            yield child
        if not isinstance(child, ast.ClassDef | Function):
            yield from own_names(child)


def members(node: ast.ClassDef) -> list[str]:
    """What a class itself defines: methods, properties and class attributes."""
    names: list[str] = []
    for item in node.body:
        if isinstance(item, Function):
            names.append(item.name)
        elif isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            names.append(item.target.id)
        elif isinstance(item, ast.Assign):
            names += [target.id for target in item.targets if isinstance(target, ast.Name)]
    return list(dict.fromkeys(names))


def last_name(node: ast.expr) -> str:
    """The last name of a dotted one, without what stands in brackets behind it; nothing for other expressions."""
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
