"""How large and how orderly is the package? Counted in the source; nothing of it is imported.

Run: `python benchmarks/house.py [--list] [--json] [--src src/sleuth]`.

A room is a folder of the package. A line of code is one that is not blank, no comment, and no string that stands by
itself (docstrings, and those below a constant). `testing` and the files at the top belong to no total.

An import counts when the module runs, when a function runs ("lazy"), or for the type checker alone. A name of a package
with a stub is loaded from the module that the stub says, and counts as an import of that module. That a package is
imported with its modules counts as nothing, and so do the paths in registries (`"package.module:Class"`): these are
listed for the games only. Modules that import each other, directly or by way of others, are one knot.

A game is a folder in `games`, or a file there with a class of the catalogue. What holds it outside: files that import
from it, that have its path as text, or its name in their own.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.table import Table

TOP = "(top)"
UNCOUNTED = ("testing", TOP)
"""Rooms that are shown, and left out of the totals."""
MAX_LINES = 60
MAX_PARAMETERS = 8
RUN, LAZY, TYPES = "run", "lazy", "types"
WAYS = {"import time": (RUN,), "with lazy ones": (RUN, LAZY), "with types too": (RUN, LAZY, TYPES)}
"""Three graphs, each with more imports than the one before."""
COMMANDS = "adapters/cli/"
"""The parameters of its commands are the command line."""
GAMES, CATALOGUE = "games", "games/catalogue.py"
APART = {"papers": "lab/reproduce/", "testing": "testing/"}
"""Places that are about single games by their nature."""
ORDINARY = ("number",)
"""Names of games that are ordinary words too: a file may have them in its name for another reason."""
MOST = re.compile(r"_?(?:[A-Z0-9_]+_)?MOST(?:_[A-Z0-9_]+)?")
TOLD = "told"

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
        self.room = _room(self.file)
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
    def code(self) -> int:
        """Lines of code."""
        strings: set[int] = set()
        for node in self.nodes:
            body = getattr(node, "body", None)
            for line in body if isinstance(body, list) else []:
                if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                    strings.update(range(line.lineno, _end(line) + 1) if isinstance(line.value.value, str) else ())
        lines = enumerate(map(str.strip, self.text.splitlines()), 1)
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

    def place(self, node: ast.stmt | ast.expr, name: str, number: int = 0) -> Place:
        """Where something is."""
        return Place(self.file, node.lineno, name, number)


class House:
    """All files of a package."""

    def __init__(self, package: Path) -> None:
        self.package = package.name
        self.modules = {m.name: m for m in (Module(package, file) for file in sorted(package.rglob("*.py")))}

    @property
    def rooms(self) -> list[str]:
        """The rooms, by name; last the files at the top."""
        return sorted({module.room for module in self.modules.values()}, key=lambda room: (room == TOP, room))

    def of(self, room: str) -> list[Module]:
        """The files of a room."""
        return [module for module in self.modules.values() if module.room == room]

    @cached_property
    def imports(self) -> list[Import]:
        """Every import of one module of the package by another, in order."""
        return sorted(
            Import(module.file, node.lineno, module.name, target, when)
            for module in self.modules.values()
            for node, when in module.imports()
            for target in self._targets(module, node)
            if target != module.name
        )

    def _targets(self, module: Module, node: ast.Import | ast.ImportFrom) -> set[str]:
        if isinstance(node, ast.Import):
            return {alias.name for alias in node.names} & self.modules.keys()
        origin = module.origin(node)
        targets = {self._home(origin, alias.name) for alias in node.names}
        return targets & self.modules.keys()

    def _home(self, origin: str, name: str) -> str:
        """The module that a name is loaded from."""
        inner = f"{origin}.{name}"
        home = self.modules[origin].homes.get(name) if origin in self.modules else None
        if home is not None and home != origin:
            return self._home(home, name)
        return inner if inner in self.modules else origin

    def knots(self, when: Iterable[str]) -> list[list[str]]:
        """Modules that import each other: the largest sets in which every one leads to every other."""
        follows: dict[str, set[str]] = defaultdict(set)
        for edge in self.imports:
            if edge.when in when:
                follows[edge.source].add(edge.target)
        reached = {name: _reach(name, follows) for name in self.modules}
        sets = {frozenset(n for n in reached[name] if name in reached[n]) for name in self.modules}
        return sorted(sorted(knot) for knot in sets if len(knot) > 1)

    def inside(self, knot: Iterable[str], when: Iterable[str]) -> list[Import]:
        """The imports that make a knot."""
        names = set(knot)
        return [edge for edge in self.imports if {edge.source, edge.target} <= names and edge.when in when]

    def long_functions(self) -> list[Place]:
        """Functions past the longest that is allowed, with their lines: from `def` to the end."""
        lengths = ((m, f, _end(f) - f.lineno + 1) for m in self.modules.values() for f, _ in m.functions)
        return sorted(m.place(f, f.name, n) for m, f, n in lengths if n > MAX_LINES)

    def long_parameter_lists(self) -> tuple[list[Place], list[Place]]:
        """Functions with too many parameters, and commands that have so many."""
        places: dict[bool, list[Place]] = {False: [], True: []}
        for module in self.modules.values():
            for function, method in module.functions:
                if (count := _parameters(function, method)) > MAX_PARAMETERS:
                    command = module.file.startswith(COMMANDS) and _is_command(function)
                    places[command].append(module.place(function, function.name, count))
        return sorted(places[False]), sorted(places[True])

    def repeated_classes(self) -> dict[str, list[Place]]:
        """Public names of more than one class, with where they are."""
        places: dict[str, list[Place]] = defaultdict(list)
        for module in self.modules.values():
            for node in module.classes:
                if not node.name.startswith("_"):
                    places[node.name].append(module.place(node, node.name))
        return {name: sorted(where) for name, where in sorted(places.items()) if len(where) > 1}

    def most_constants(self) -> list[Place]:
        """Constants named `X_MOST`, `MOST_X` or `MOST`."""
        return sorted(
            module.place(target, target.id)
            for module in self.modules.values()
            for node in module.nodes
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name) and MOST.fullmatch(target.id)
        )

    def told(self) -> list[Place]:
        """Functions, parameters and variables named `told`; a variable once in each function."""
        places: list[Place] = []
        for module in self.modules.values():
            places += [module.place(f, "function") for f, _ in module.functions if f.name == TOLD]
            for node in module.nodes:
                if isinstance(node, ast.arguments):
                    places += [Place(module.file, a.lineno, "parameter") for a in _arguments(node) if a.arg == TOLD]
            for scope in [module.tree, *(function for function, _ in module.functions)]:
                stores = [n for n in _own_names(scope) if n.id == TOLD and isinstance(n.ctx, ast.Store)]
                places += [module.place(min(stores, key=lambda n: n.lineno), "variable")] if stores else []
        return sorted(places)

    @cached_property
    def games(self) -> dict[str, list[str]]:
        """The games, each with the words that a file about it may have in its name."""
        derived = self._derived("Game") & self._catalogued()
        words: dict[str, set[str]] = defaultdict(set)
        for module in self.of(GAMES):
            first, _, rest = module.file.removeprefix(f"{GAMES}/").partition("/")
            named = {_snake(node.name) for node in module.classes if node.name in derived}
            if rest or named:
                game = first.removesuffix(".py")
                words[game] |= {game} | named
        return {game: sorted(names) for game, names in sorted(words.items())}

    def _catalogued(self) -> set[str]:
        """The words in the texts of the catalogue, and of the `__init__` of each game."""
        files = [m for m in self.of(GAMES) if m.is_package or m.file == CATALOGUE]
        return {word for module in files for text in module.strings for word in re.findall(r"\w+", text)}

    def _derived(self, root: str) -> set[str]:
        """The names of all classes that derive, by the names of their bases, from one whose name ends so."""
        bases: dict[str, set[str]] = defaultdict(set)
        for module in self.modules.values():
            for node in module.classes:
                bases[node.name] |= {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
        found = {name for name, above in bases.items() if any(base.endswith(root) for base in above)}
        while more := {name for name, above in bases.items() if above & found} - found:
            found |= more
        return found

    def holders(self, game: str) -> dict[str, str]:
        """The files outside a game that hold it, each with the reason."""
        home = f"{self.package}.{GAMES}.{game}"
        text = re.compile(rf"{re.escape(home)}[.:\w]*")
        own = {name for name in self.modules if name == home or name.startswith(f"{home}.")}
        reasons: dict[str, list[str]] = defaultdict(list)
        for edge in self.imports:
            if edge.target in own and edge.source not in own:
                reasons[edge.file].append("imports")
        for module in self.modules.values():
            if module.name in own or module.name.startswith(f"{home}_"):  # another game, whose name begins so
                continue
            if any(_has_word(module.file, word) for word in self.games[game] if word not in ORDINARY):
                reasons[module.file].append("named")
            if any(map(text.fullmatch, module.strings)):
                reasons[module.file].append("path")
        return {file: " ".join(sorted(set(why))) for file, why in sorted(reasons.items()) if file != CATALOGUE}


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _reach(start: str, follows: dict[str, set[str]]) -> set[str]:
    """Everything that a module leads to, itself included."""
    reached, waiting = {start}, [start]
    while waiting:
        new = follows.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _arguments(node: ast.arguments) -> list[ast.arg]:
    rest = [argument for argument in (node.vararg, node.kwarg) if argument]
    return [*node.posonlyargs, *node.args, *node.kwonlyargs, *rest]


def _parameters(function: Function, method: bool) -> int:
    arguments = _arguments(function.args)
    return len(arguments) - bool(method and arguments and arguments[0].arg in ("self", "cls"))


def _is_command(function: Function) -> bool:
    """Whether Typer reads the parameters of a function: some are declared as its options or arguments."""
    types = [ast.unparse(argument.annotation) for argument in _arguments(function.args) if argument.annotation]
    return any("typer." in kind or kind.endswith(("Option", "Argument")) for kind in types)


def _own_names(scope: ast.AST) -> Iterator[ast.Name]:
    """The names in a function or module, without those of the functions inside it."""
    for child in ast.iter_child_nodes(scope):
        if isinstance(child, ast.Name):
            yield child
        if not isinstance(child, Function):
            yield from _own_names(child)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _has_word(file: str, word: str) -> bool:
    """Whether a file or one of its folders has a word in its name: `lab/ulam_kinds.py` has `ulam`."""
    parts = file.removesuffix(".py").split("/")
    return any(f"_{word}_" in f"_{part}_" for part in parts)


def _groups(holders: dict[str, str]) -> dict[str, list[str]]:
    """The files that hold a game: outside, and in the places that are shown apart."""
    groups: dict[str, list[str]] = {"outside": [], **{name: [] for name in APART}}
    for file in holders:
        groups[next((name for name, place in APART.items() if file.startswith(place)), "outside")].append(file)
    return groups


def count(house: House) -> dict[str, object]:
    """All figures, as one JSON object."""
    lists, commands = house.long_parameter_lists()
    rooms = {room: {"lines": _lines(house, room), "files": len(house.of(room))} for room in house.rooms}
    counted = [figures for room, figures in rooms.items() if room not in UNCOUNTED]
    return {
        "rooms": rooms,
        "lines": sum(figures["lines"] for figures in counted),
        "files": sum(figures["files"] for figures in counted),
        "long_functions": [asdict(place) for place in house.long_functions()],
        "long_parameter_lists": [asdict(place) for place in lists],
        "long_commands": [asdict(place) for place in commands],
        "repeated_classes": {n: [place.file for place in where] for n, where in house.repeated_classes().items()},
        "cycles": {way: house.knots(when) for way, when in WAYS.items()},
        "games": {game: house.holders(game) for game in house.games},
        "most_constants": [asdict(place) for place in house.most_constants()],
        "told": [asdict(place) for place in house.told()],
    }


def _room(file: str) -> str:
    return file.partition("/")[0] if "/" in file else TOP


def _lines(house: House, room: str) -> int:
    return sum(module.code for module in house.of(room))


def show_rooms(house: House, console: Console) -> None:
    """Lines and files of each room, and what in it is too long."""
    lists, commands = house.long_parameter_lists()
    counts = [
        Counter(_room(place.file) for place in places)
        for places in (house.long_functions(), lists, commands, house.most_constants(), house.told())
    ]
    long = (f"functions > {MAX_LINES}", f"lists > {MAX_PARAMETERS}")
    heads = ("room", "lines", "files", *long, "commands", "MOST", TOLD)
    table = Table(*heads, box=None, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    rows = {room: [_lines(house, room), len(house.of(room)), *(c[room] for c in counts)] for room in house.rooms}
    for room in sorted(rows, key=lambda room: room in UNCOUNTED):
        table.add_row(room, *(f"{n:,}" if n else "" for n in rows[room]), style="dim" if room in UNCOUNTED else "")
    total = [sum(rows[room][i] for room in rows if room not in UNCOUNTED) for i in range(len(heads) - 1)]
    table.add_row("all", *(f"{n:,}" for n in total), style="bold")
    console.print(table)
    console.print(f"without {' and '.join(UNCOUNTED)}, which are shown only", style="dim", highlight=False)


def show_games(house: House, console: Console) -> None:
    """Who holds which game outside."""
    table = Table("game", "its files", "files outside that", *APART, "where", box=None, header_style="bold")
    totals: Counter[str] = Counter()
    for game in house.games:
        groups = _groups(house.holders(game))
        sizes = {name: len(files) for name, files in groups.items()}
        totals.update(sizes)
        own = sum(m.file.startswith((f"{GAMES}/{game}/", f"{GAMES}/{game}.py")) for m in house.of(GAMES))
        rooms = Counter(map(_room, groups["outside"]))
        where = ", ".join(f"{room} {n}" for room, n in rooms.items())
        table.add_row(game, str(own), *map(str, sizes.values()), where)
    table.add_row("all", "", *(str(totals[name]) for name in ("outside", *APART)), style="bold")
    console.print(table)


def show_totals(house: House, console: Console) -> None:
    """Cycles and names."""
    for way, when in WAYS.items():
        knots = house.knots(when)
        modules = f", {sum(map(len, knots))} modules in them" if knots else ""
        console.print(f"import cycles, {way}: {len(knots)}{modules}", highlight=False)
    repeated = house.repeated_classes()
    classes = sum(map(len, repeated.values()))
    console.print(f"public class names that stand twice: {len(repeated)}, of {classes} classes", highlight=False)


def show_places(house: House, console: Console) -> None:
    """Every place behind the figures."""

    def section(title: str, lines: Iterable[object]) -> None:
        console.print(title, style="bold")
        for line in lines:
            console.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)

    lists, commands = house.long_parameter_lists()
    section(f"functions past {MAX_LINES} lines", house.long_functions())
    section(f"parameter lists past {MAX_PARAMETERS}", lists)
    section("commands, whose parameters are the command line", commands)
    section(
        "public class names that stand twice",
        (f"{name}: {', '.join(place.file for place in where)}" for name, where in house.repeated_classes().items()),
    )
    for way, when in WAYS.items():
        lines = []
        for knot in house.knots(when):
            lines.append(", ".join(knot))
            lines += [f"  {e.file}:{e.line} -> {e.target} ({e.when})" for e in house.inside(knot, when)]
        section(f"import cycles, {way}", lines)
    for game in house.games:
        section(f"holds {game}", (f"{file}: {why}" for file, why in house.holders(game).items()))
    section("constants named MOST", house.most_constants())
    section(f"named {TOLD}", house.told())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--src", type=Path, default=Path(__file__).parents[1] / "src" / "sleuth")
    parser.add_argument("--list", action="store_true", help="print every place")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    if not options.src.is_dir():
        parser.error(f"{options.src} is no folder")
    house, console = House(options.src.resolve()), Console(width=120)
    if options.json:
        print(json.dumps(count(house), ensure_ascii=False))
        return 0
    if options.list:
        show_places(house, console)
    show_rooms(house, console)
    show_games(house, console)
    show_totals(house, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
