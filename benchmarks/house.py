"""How large and how orderly is the package? Counted in the source; nothing of it is imported.

Run: `python benchmarks/house.py [--list] [--json] [--src src/sleuth]`.

A room is a folder of the package. A line of code is one that is not blank, no comment, and no string that stands by
itself (docstrings, and those below a constant). `testing` and the files at the top belong to no total.

An import counts when the module runs, when a function runs ("lazy"), or for the type checker alone. A name of a package
with a stub is loaded from the module that the stub says, and counts as an import of that module. That a package is
imported with its modules counts as nothing, and so do the paths in registries (`"package.module:Class"`): these are
listed for the games only. Modules that import each other, directly or by way of others, are one knot.

Width is what a simpler package has less of: `benchmarks/counters` says what each of its figures counts. An option is a
field of a request that every request with it can do without; a place that holds it is a function, a class or a constant
with its name, in a file that the request passes. Beside the figures stand those of an earlier commit. None is a limit.

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
from collections.abc import Iterable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.counters.options import Option, request_fields
from benchmarks.counters.source import (
    LAZY,
    RUN,
    TOP,
    TYPES,
    Function,
    Import,
    Module,
    Place,
    arguments,
    derivation,
    end_line,
    parameters,
    read_imports,
    read_package,
    room_of,
)
from benchmarks.counters.width import BEFORE, COMMIT, COUNTERS, figures, names, participles

__all__ = ["LAZY", "RUN", "House", "Module"]

UNCOUNTED = ("testing", TOP)
"""Rooms that are shown, and left out of the totals."""
MAX_LINES = 60
MAX_PARAMETERS = 8
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
MAX_OPTIONS = 10
"""The options that are shown."""
MAX_ROOMS = 5
"""The rooms of a figure that are shown."""


class House:
    """All files of a package."""

    def __init__(self, package: Path) -> None:
        self.package = package.name
        self.modules = read_package(package)

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
        return read_imports(self.modules)

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
        lengths = ((m, f, end_line(f) - f.lineno + 1) for m in self.modules.values() for f, _ in m.functions)
        return sorted(m.place(f, f.name, n) for m, f, n in lengths if n > MAX_LINES)

    def long_parameter_lists(self) -> tuple[list[Place], list[Place]]:
        """Functions with too many parameters, and commands that have so many."""
        places: dict[bool, list[Place]] = {False: [], True: []}
        for module in self.modules.values():
            for function, method in module.functions:
                if (count := len(parameters(function, method))) > MAX_PARAMETERS:
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

    @cached_property
    def width(self) -> dict[str, list[Place]]:
        """The places of every counter of width."""
        return {title: counter(self.modules) for title, counter in COUNTERS.items()}

    @cached_property
    def fields(self) -> list[Option]:
        """Every field of a request, the widest first."""
        return request_fields(self.modules)

    def told(self) -> list[Place]:
        """Functions, classes, files, parameters and variables named `told`."""
        return names(self.modules.values(), (TOLD,))[TOLD]

    @cached_property
    def games(self) -> dict[str, list[str]]:
        """The games, each with the words that a file about it may have in its name."""
        derived = derivation(self.modules.values(), lambda base: base.endswith("Game")) & self._catalogued()
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


def _reach(start: str, follows: dict[str, set[str]]) -> set[str]:
    """Everything that a module leads to, itself included."""
    reached, waiting = {start}, [start]
    while waiting:
        new = follows.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _is_command(function: Function) -> bool:
    """Whether Typer reads the parameters of a function: some are declared as its options or arguments."""
    types = [ast.unparse(argument.annotation) for argument in arguments(function.args) if argument.annotation]
    return any("typer." in kind or kind.endswith(("Option", "Argument")) for kind in types)


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
        "width": {
            "commit": COMMIT,
            "before": BEFORE,
            "now": figures(house.width, house.fields),
            "places": {title: [asdict(place) for place in places] for title, places in house.width.items()},
            "fields": [asdict(field) for field in house.fields],
        },
    }


def _lines(house: House, room: str) -> int:
    return sum(module.code for module in house.of(room))


def show_rooms(house: House, console: Console) -> None:
    """Lines and files of each room, and what in it is too long."""
    lists, commands = house.long_parameter_lists()
    counts = [
        Counter(room_of(place.file) for place in places)
        for places in (house.long_functions(), lists, commands, house.most_constants(), participles(house.modules))
    ]
    long = (f"functions > {MAX_LINES}", f"lists > {MAX_PARAMETERS}")
    heads = ("room", "lines", "files", *long, "commands", "MOST", "participles")
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
        rooms = Counter(map(room_of, groups["outside"]))
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


def show_width(house: House, console: Console) -> None:
    """The figures of width beside those of an earlier commit, and the widest options."""
    table = Table("width", COMMIT, "now", "change", "where", box=None, header_style="bold")
    for column in table.columns[1:4]:
        column.justify = "right"
    for title, now in figures(house.width, house.fields).items():
        rooms = Counter(room_of(place.file) for place in house.width.get(title, ()))
        where = ", ".join(f"{room} {n}" for room, n in rooms.most_common(MAX_ROOMS))
        change = now - BEFORE[title]
        table.add_row(escape(title), f"{BEFORE[title]:g}", f"{now:g}", f"{change:+g}" if change else "", where)
    console.print(table)
    widest = Table("the widest options", "requests", "places", "files", box=None, header_style="bold")
    for column in widest.columns[1:]:
        column.justify = "right"
    for option in [field for field in house.fields if not field.required][:MAX_OPTIONS]:
        files = {place.file for place in option.places}
        widest.add_row(option.name, *(str(len(group)) for group in (option.requests, option.places, files)))
    console.print(widest)


def show_places(house: House, console: Console) -> None:
    """Every place behind the figures."""

    def section(title: str, lines: Iterable[object]) -> None:
        console.print(title, style="bold", markup=False)
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
    for title, places in house.width.items():
        section(title, places)
    for option in house.fields:
        word = "subject" if option.required else "option"
        section(f"{word} {option.name} of {', '.join(option.requests)}", option.places)


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
    show_width(house, console)
    return 0


if __name__ == "__main__":
    sys.exit(main())
