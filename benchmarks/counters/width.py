"""How wide is a package? Places in its source that a simpler one would not have; none of them is a fault by itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import median

from benchmarks.counters.options import Option, command_parameters, commands
from benchmarks.counters.source import Function, Module, Modules, Place, arguments, last_name, members, own_names

CORE = "core"
"""The room that may ask how many seats a game has."""
SEAT_TESTS = {
    "is_table": "is_table, _is_table, is_table_record and the like, wherever they are used",
    "isinstance": "isinstance, issubclass and case with TableGame or another class that is for seats only",
    "seats == 1": "seats, their length or that of .players compared with a number",
    "hasattr": "hasattr and getattr with the literal name of what only one of Game and TableGame defines, or of seats",
}
SEAT_CLASSES = ("TableGame", "TableState", "SeatView", "SeatSet", "SeatStrategy", "SeatDecision", "SeatAnswer", "Asked")
ONE, MANY = "Game", "TableGame"
"""The contracts of games for one and for several."""
IS_TABLE = re.compile(r"_?is_table(_\w+)?")
MIN_LINES = 40
MIN_WORDS = 5
PARTICIPLES = ("found", "made", "some", "taken", "told")
"""The words that the house does not take as names."""


def seat_branches(modules: Modules) -> list[Place]:
    """Where code outside the core asks how many seats a game has."""
    hooks = _one_sided(modules.values()) | {"seat", "seats"}
    return sorted(
        module.place(node, test)
        for module in modules.values()
        if module.room != CORE
        for node in module.nodes
        if isinstance(node, ast.expr | ast.pattern) and (test := _seat_test(node, hooks))
    )


def _seat_test(node: ast.expr | ast.pattern, hooks: set[str]) -> str:
    """The kind of test that an expression is; empty for others."""
    match node:
        case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) if IS_TABLE.fullmatch(last_name(node)):
            return "is_table"
        case ast.Call(func=ast.Name("isinstance" | "issubclass"), args=[_, kinds]) if _names_seats(kinds):
            return "isinstance"
        case ast.MatchClass(cls=kind) if _names_seats(kind):
            return "isinstance"
        case ast.Call(func=ast.Name("hasattr" | "getattr"), args=[_, ast.Constant(name), *_]) if name in hooks:
            return "hasattr"
        case ast.Compare(left=left, comparators=[right]) if any(
            _is_seats(one) and _is_number(other) for one, other in ((left, right), (right, left))
        ):
            return "seats == 1"
    return ""


def _names_seats(kinds: ast.expr) -> bool:
    """Whether a class is one of those for seats only, or a tuple or a union holds one."""
    if isinstance(kinds, ast.Tuple):
        return any(map(_names_seats, kinds.elts))
    if isinstance(kinds, ast.BinOp):
        return _names_seats(kinds.left) or _names_seats(kinds.right)
    return last_name(kinds) in SEAT_CLASSES


def _is_seats(side: ast.expr) -> bool:
    """Whether an expression is the seats of something, or their number."""
    if isinstance(side, ast.Call) and last_name(side.func) == "len" and len(side.args) == 1:
        return last_name(side.args[0]) == "seats" or ast.unparse(side.args[0]).endswith(".players")
    return isinstance(side, ast.Name | ast.Attribute) and last_name(side) == "seats"


def _is_number(side: ast.expr) -> bool:
    return isinstance(side, ast.Constant) and isinstance(side.value, int)


def _one_sided(modules: Iterable[Module]) -> set[str]:
    """The public names that only one of the two contracts defines."""
    sides: dict[str, set[str]] = {ONE: set(), MANY: set()}
    for module in modules:
        for node in module.classes:
            if module.room == CORE and node.name in sides:
                sides[node.name] |= {name for name in members(node) if not name.startswith("_")}
    return sides[ONE] ^ sides[MANY] if all(sides.values()) else set()


def small_files(modules: Modules) -> list[Place]:
    """Files with few lines of code, and how many; the `__init__` of a folder has to be there."""
    files = (module for module in modules.values() if not module.is_package)
    return sorted(Place(file.file, 1, "file", file.code) for file in files if file.code < MIN_LINES)


def public_names(modules: Modules) -> list[Place]:
    """The names that packages make public in their stubs, each in the file of its package."""
    return sorted(Place(module.file, 1, name) for module in modules.values() for name in module.homes)


def loose_dictionaries(modules: Modules) -> list[Place]:
    """Where `dict[str, Any]` is written."""
    return sorted(
        module.place(node, text)
        for module in modules.values()
        for node in module.nodes
        if isinstance(node, ast.Subscript)
        and (text := ast.unparse(node)) in ("dict[str, Any]", "dict[str, typing.Any]")
    )


def short_docstrings(modules: Modules) -> list[Place]:
    """Files, classes and functions whose docstrings have few words, with how many."""
    return sorted(
        Place(module.file, getattr(node, "lineno", 1), getattr(node, "name", "file"), words)
        for module in modules.values()
        for node in module.nodes
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        and 0 < (words := len((ast.get_docstring(node) or "").split())) < MIN_WORDS
    )


def names(modules: Iterable[Module], words: Iterable[str] = PARTICIPLES) -> dict[str, list[Place]]:
    """For each word the functions, classes, files, parameters and variables that it names; a variable once in a scope.

    Underscores around a name and capitals make no difference.
    """
    places: dict[str, list[Place]] = {word: [] for word in words}
    for module in modules:
        for name, place in _definitions(module):
            if (word := name.strip("_").lower()) in places:
                places[word].append(place)
    return {word: sorted(where) for word, where in places.items()}


def _definitions(module: Module) -> Iterator[tuple[str, Place]]:
    """Every name that a file gives to something, and where."""
    yield module.name.rpartition(".")[2], Place(module.file, 1, "file")
    for node in module.nodes:
        if isinstance(node, Function):
            yield node.name, module.place(node, "function")
        elif isinstance(node, ast.ClassDef):
            yield node.name, module.place(node, "class")
        elif isinstance(node, ast.arguments):
            yield from ((argument.arg, module.place(argument, "parameter")) for argument in arguments(node))
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            stores: dict[str, int] = {}
            for name in own_names(node):
                if isinstance(name.ctx, ast.Store):
                    stores[name.id] = min(name.lineno, stores.get(name.id, name.lineno))
            yield from ((name, Place(module.file, line, "variable")) for name, line in stores.items())


def participles(modules: Modules) -> list[Place]:
    """Whatever is named by a participle."""
    return sorted(
        Place(place.file, place.line, f"{place.name} {word}")
        for word, places in names(modules.values()).items()
        for place in places
    )


COUNTERS: dict[str, Callable[[Modules], list[Place]]] = {
    "branches on seats outside core": seat_branches,
    f"files below {MIN_LINES} code lines": small_files,
    "public names": public_names,
    "commands written by hand": commands,
    "their parameters": command_parameters,
    "dict[str, Any]": loose_dictionaries,
    f"docstrings below {MIN_WORDS} words": short_docstrings,
    "participles as names": participles,
}
"""What is counted place by place, in the words of the table."""
OPTIONS, PLACES, MEDIAN = "options of requests", "places that hold them", "places of the median one"
COMMIT = "4127a40a"
BEFORE = {
    "branches on seats outside core": 42,
    "files below 40 code lines": 143,
    "public names": 743,
    "commands written by hand": 45,
    "their parameters": 294,
    "dict[str, Any]": 331,
    "docstrings below 5 words": 390,
    "participles as names": 380,
    OPTIONS: 75,
    PLACES: 932,
    MEDIAN: 8,
}
"""The figures of the package at that commit, so that each change shows its direction. None is a limit."""
SEATS_BEFORE = {"is_table": 38, "isinstance": 4, "seats == 1": 0, "hasattr": 0}
"""The same for each test of seats."""


def figures(places: Mapping[str, list[Place]], options: list[Option]) -> dict[str, float]:
    """Every figure of the table: how many places each counter has, and how wide the options are."""
    sizes = [len(option.places) for option in options if not option.required]
    counts: dict[str, float] = {title: len(where) for title, where in places.items()}
    return counts | {OPTIONS: len(sizes), PLACES: sum(sizes), MEDIAN: median(sizes) if sizes else 0}
