"""Every public name: what it is, where it comes from, its signature with types, and what is said about it.

Names come from the stubs (`sleuth._exports`), values from the package itself, and what only the source says (the string
below a field, an import for types alone) from its syntax tree.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ForwardRef, get_type_hints

import sleuth
from sleuth._exports import homes
from sleuth.app.perform import function_of
from sleuth.app.requests import About, Request
from sleuth.core.game import Game
from sleuth.core.members import CAPABILITIES

SOURCE = Path(sleuth.__file__).parent
MAX_DEFAULT = 48
"""Signs of a default value that a signature shows."""


@dataclass(frozen=True)
class PublicName:
    """A name that a package re-exports."""

    package: str
    name: str
    home: str

    @property
    def full(self) -> str:
        """`sleuth.core.Game`."""
        return f"{self.package}.{self.name}"

    @cached_property
    def value(self) -> Any:
        """The thing itself."""
        return getattr(import_module(self.package), self.name)

    @property
    def kind(self) -> str:
        """What Sphinx calls it: `class`, `exception`, `function`, `module` or `data`."""
        if isinstance(self.value, ModuleType):
            return "module"
        if inspect.isclass(self.value):
            return "exception" if issubclass(self.value, BaseException) else "class"
        return "function" if inspect.isroutine(self.value) else "data"

    @property
    def module(self) -> str:
        """The module that defines it."""
        defined = getattr(self.value, "__module__", self.home) if self.kind != "data" else self.home
        return str(defined)

    @property
    def main(self) -> PublicName:
        """The same thing under the name by which it is documented: the shortest."""
        return self if self.kind in ("module", "data") else main_names().get(id(self.value), self)


@dataclass(frozen=True)
class Member:
    """A field, property or method of a class."""

    owner: type
    name: str
    kind: str
    """`attribute`, `property`, `method`, `classmethod` or `staticmethod`."""
    annotation: str = ""
    default: str = ""
    text: str = ""


@cache
def packages() -> tuple[str, ...]:
    """The packages that have public names."""
    found = [".".join(("sleuth", *stub.parent.relative_to(SOURCE).parts)) for stub in SOURCE.rglob("__init__.pyi")]
    return tuple(sorted(found))


@cache
def public_names() -> tuple[PublicName, ...]:
    """Every public name of every package."""
    for package in packages():
        import_module(package)
    return tuple(PublicName(package, name, home) for package in packages() for name, home in homes(package).items())


@cache
def main_names() -> dict[int, PublicName]:
    """The name under which each class and function is documented, by its identity."""
    ordered = sorted(public_names(), key=lambda one: (one.package.count("."), one.package))
    found: dict[int, PublicName] = {}
    for one in ordered:
        if one.kind not in ("module", "data"):
            found.setdefault(id(one.value), one)
    return found


def documented(value: object) -> PublicName | None:
    """The public name of a class or function, if it has one."""
    return main_names().get(id(value))


@cache
def tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))


@cache
def type_imports(module: str) -> dict[str, str]:
    """The names that a module imports for types alone, each with its home."""
    found: dict[str, str] = {}
    for node in tree(module).body:
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            for line in node.body:
                if isinstance(line, ast.ImportFrom):
                    found |= {alias.asname or alias.name: str(line.module) for alias in line.names}
    return found


def resolve(module: str, name: str) -> object:
    """What a name in a module means, with or without dots; `None` where that cannot be told."""
    first, *rest = name.split(".")
    space, home = vars(sys.modules[module]), type_imports(module).get(first)
    found = space[first] if first in space else getattr(import_module(home), first, None) if home else None
    for part in rest:
        found = getattr(found, part, None)
    return found


class _Linker(ast.NodeTransformer):
    """Writes public names in full, so that Sphinx links them."""

    def __init__(self, module: str) -> None:
        self.module = module

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = documented(resolve(self.module, node.id))
        return node if found is None else ast.Name(found.full)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if ast.unparse(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
            node_of_type: ast.AST = self.visit(node.slice.elts[0])
            return node_of_type
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        found = documented(resolve(self.module, ast.unparse(node)))
        return node if found is None else ast.Name(found.full)


def linked_type(annotation: object, module: str) -> str:
    """An annotation as text whose public names are written in full."""
    if annotation is inspect.Parameter.empty or annotation == "":
        return ""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    try:
        return ast.unparse(_Linker(module).visit(ast.parse(text, mode="eval")))
    except SyntaxError:
        return text


def signature(value: Any, module: str) -> str | None:
    """The signature of a function or class, or `None` where there is nothing to call."""
    if inspect.isclass(value) and (issubclass(value, Enum) or getattr(value, "_is_protocol", False)):
        return None
    try:
        found = inspect.signature(value)
    except (ValueError, TypeError):
        return None
    parameters = [one for one in found.parameters.values() if not one.name.startswith("_")]
    shown = _parameters(parameters, _written_in(value) if inspect.isclass(value) else {}, module)
    gives = "" if inspect.isclass(value) else linked_type(found.return_annotation, module)
    return f"({shown})" + (f" -> {gives}" if gives else "")


def _written_in(owner: type) -> dict[str, str]:
    """The module in which each field of a class is written: its own, or that of a base."""
    bases = reversed(owner.__mro__)
    return {name: base.__module__ for base in bases for name in vars(base).get("__annotations__", ())}


def _parameters(parameters: list[inspect.Parameter], modules: dict[str, str], module: str) -> str:
    """Parameters as they stand between brackets; `modules` has those whose types are names of another module."""
    parts: list[str] = []
    last: inspect._ParameterKind | None = None
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and last not in (one.VAR_POSITIONAL, one.KEYWORD_ONLY):
            parts.append("*")
        if last is one.POSITIONAL_ONLY and one.kind is not one.POSITIONAL_ONLY:
            parts.append("/")
        stars = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
        kind = linked_type(one.annotation, modules.get(one.name, module))
        text = f"{stars}{one.name}" + (f": {kind}" if kind else "")
        if one.default is not one.empty:
            text += f"{' = ' if kind else '='}{default_text(one.default)}"
        parts.append(text)
        last = one.kind
    if last is inspect.Parameter.POSITIONAL_ONLY:
        parts.append("/")
    return ", ".join(parts)


def default_text(value: object) -> str:
    """A default value as a signature shows it."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if inspect.isclass(value) or inspect.isroutine(value):
        return str(value.__name__)
    text = repr(value)
    return text if len(text) <= MAX_DEFAULT and not text.startswith("<") and "\n" not in text else "..."


def class_tree(owner: type) -> ast.ClassDef | None:
    """The syntax tree of a class."""
    for node in ast.walk(tree(owner.__module__)):
        if isinstance(node, ast.ClassDef) and node.name == owner.__qualname__.rpartition(".")[2]:
            return node
    return None


def members(owner: type) -> list[Member]:
    """What a class has beside its name: its own members, and those from bases that are not public."""
    found: dict[str, Member] = {}
    for base in (owner, *(one for one in owner.__mro__[1:] if _private(one))):
        for one in _own_members(base, owner):
            found.setdefault(one.name, one)
    return list(found.values())


def _private(base: type) -> bool:
    return base.__module__.startswith("sleuth") and documented(base) is None


def _own_members(base: type, owner: type) -> Iterator[Member]:
    node = class_tree(base)
    body = node.body if node is not None else []
    for place, line in enumerate(body):
        after = body[place + 1] if place + 1 < len(body) else None
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            name, kind, value = line.target.id, ast.unparse(line.annotation), line.value
            if not name.startswith("_"):
                yield Member(base, name, "attribute", kind, _shown(value), _string(after) or _said(owner, name))
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            name = line.targets[0].id
            if not name.startswith("_") and len(line.targets) == 1:
                yield Member(base, name, "attribute", "", _shown(line.value), _string(after) or _said(owner, name))
        elif isinstance(line, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _method(base, owner, line)


def _method(base: type, owner: type, line: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Member]:
    marks = {ast.unparse(mark) for mark in line.decorator_list}
    if (line.name.startswith("_") and line.name != "__call__") or any("overload" in m or ".setter" in m for m in marks):
        return
    kinds = {"property": "property", "cached_property": "property", "classmethod": "classmethod"}
    kind = next(
        (kinds[mark] for mark in marks if mark in kinds), "staticmethod" if "staticmethod" in marks else "method"
    )
    text = inspect.cleandoc(ast.get_docstring(line) or "") or _said(owner, line.name)
    gives = ast.unparse(line.returns) if line.returns is not None else ""
    yield Member(base, line.name, kind, gives, "", text)


def _said(owner: type, name: str) -> str:
    """What is said elsewhere about a member that stands without a word: by its help, by a base, by what it offers."""
    return _help(owner, name) or _inherited(owner, name) or _offered(owner, name)


def _help(owner: type, name: str) -> str:
    """What people are told about a parameter of a game or strategy, or about a field of a request, as a sentence."""
    field = getattr(owner, "__dataclass_fields__", {}).get(name)
    text = str(field.metadata.get("help", "")) if field is not None else ""
    asked = issubclass(owner, Request)
    if not text and asked:
        notes = getattr(_hints(owner).get(name), "__metadata__", ())
        text = next((note.help for note in notes if isinstance(note, About)), "")
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""


@cache
def _hints(owner: type) -> dict[str, Any]:
    return get_type_hints(owner, include_extras=True)


def _offered(owner: type, name: str) -> str:
    """What the capability says that a game offers by having this member."""
    for kind in CAPABILITIES if issubclass(owner, Game) else ():
        if name in vars(kind) and issubclass(owner, kind):
            return f"{inspect.cleandoc(vars(kind)[name].__doc__ or '')}\n\nOffers `{kind.__name__}`."
    return ""


def _inherited(owner: type, name: str) -> str:
    """What a base says about a member that the class has without a word."""
    for base in owner.__mro__[1:]:
        node = class_tree(base) if base.__module__.startswith("sleuth") else None
        body = node.body if node is not None else []
        for place, line in enumerate(body):
            if isinstance(line, ast.FunctionDef) and line.name == name and (text := ast.get_docstring(line)):
                return inspect.cleandoc(text)
            after = body[place + 1] if place + 1 < len(body) else None
            if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == name and (text := _string(after)):
                return text
    return ""


def _string(line: ast.stmt | None) -> str:
    """The string that stands as a statement, which says what the field above it is."""
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str):
        return inspect.cleandoc(line.value.value)
    return ""


def _shown(value: ast.expr | None) -> str:
    """A default of a field as the source has it, if it is short and says something."""
    text = ast.unparse(value) if value is not None else ""
    return "" if len(text) > MAX_DEFAULT or "field(" in text else text


def data_text(one: PublicName) -> tuple[str, str, str]:
    """The type, the value and the description of a public name that is no class or function, as its module has them."""
    body = tree(one.home).body
    for place, line in enumerate(body):
        target = (
            line.target
            if isinstance(line, ast.AnnAssign)
            else line.targets[0]
            if isinstance(line, ast.Assign)
            else None
        )
        if target is not None and ast.unparse(target) == one.name:
            kind = ast.unparse(line.annotation) if isinstance(line, ast.AnnAssign) else type(one.value).__name__
            text = _string(body[place + 1]) if place + 1 < len(body) else ""
            assert isinstance(line, ast.AnnAssign | ast.Assign)
            return kind, _shown(line.value), text
    return type(one.value).__name__, "", ""


def returned_by() -> dict[str, list[str]]:
    """For each public class those who give one, by their full names: functions, requests, members of other classes."""
    found: dict[str, list[str]] = {}
    for one in sorted(main_names().values(), key=lambda name: (name.kind != "function", name.full)):
        for giver, annotation, module in _givers(one):
            for name in sorted(_types_in(annotation, module) - {one.full}):
                if giver not in found.setdefault(name, []):
                    found[name].append(giver)
    return found


def extended_by() -> dict[str, list[str]]:
    """For each public class the public classes that extend it, or a class between that is not public, by full names."""
    found: dict[str, list[str]] = {}
    for one in sorted(main_names().values(), key=lambda name: name.full):
        for base in _nearest_public(one.value) if inspect.isclass(one.value) else ():
            found.setdefault(base.full, []).append(one.full)
    return found


def _nearest_public(owner: type) -> Iterator[PublicName]:
    """The public classes that a class extends, without those that it has from another of them."""
    for base in owner.__bases__:
        found = documented(base)
        if found is not None:
            yield found
        else:
            yield from _nearest_public(base)


def _givers(one: PublicName) -> Iterator[tuple[str, object, str]]:
    """What a name gives: who gives it, the annotation, and the module that it stands in."""
    if one.kind == "function":
        yield one.full, one.value.__annotations__.get("return", ""), one.module
    elif one.kind == "class":
        if issubclass(one.value, Request) and hasattr(one.value, "home"):
            function = function_of(one.value)
            yield one.full, function.__annotations__.get("return", ""), function.__module__
        for member in members(one.value):
            yield f"{one.full}.{member.name}", member.annotation, member.owner.__module__


def _types_in(annotation: object, module: str) -> set[str]:
    """The public classes in an annotation."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    try:
        nodes = list(ast.walk(ast.parse(text or "None")))
    except SyntaxError:
        return set()
    notes = {id(node.func) for node in nodes if isinstance(node, ast.Call)}  # `About(...)` says something of a type
    names = {
        ast.unparse(node) for node in nodes if isinstance(node, ast.Name | ast.Attribute) and id(node) not in notes
    }
    public = (documented(resolve(module, name)) for name in names)
    return {one.full for one in public if one is not None and one.kind == "class"}


def doc_of(value: Any) -> str:
    """The docstring; not that of a dataclass which only repeats its signature."""
    text = inspect.cleandoc(value.__doc__ or "")
    if is_dataclass(value) and text.startswith(f"{getattr(value, '__name__', '')}("):
        return ""
    return text
