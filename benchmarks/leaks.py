"""How often is a concrete kind tested outside its room? Counted in the source, place by place.

Run: `python benchmarks/leaks.py [--list] [--json] [--src src/sleuth]`.

A room is the first folder of the package. A concrete kind is a class that derives, by the names of its bases, from one
of the families below, or a member of `Goal`. A place is a file, a line and a kind; what counts is in `TESTS`. A test
inside the room of its kind is no leak, and only its number is told. Tables of functions by class are not counted: to
register is the way to do without a test. `testing` and `lab/reproduce` are counted with the others, and left out once.
Apart from these, tests of how many seats a game has are counted outside `core`; their figures are no limit.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.counters.source import Module, members, read_package, room_of
from benchmarks.counters.source import Place as Branch
from benchmarks.counters.width import COMMIT, SEAT_TESTS, SEATS_BEFORE, seat_branches

FAMILIES = ("InformationSet", "Outcomes", "Game", "Channel", "Strategy", "Oracle", "Criterion")
BY_NAME = ("Criterion",)
"""Families that are protocols, which nobody derives from: a class belongs to one if its name ends so."""
SPECIFIED = ("Game", "Channel", "Strategy", "Oracle")
"""Families whose kinds have a name in spec strings."""
GOAL = "Goal"
APART = ("testing", "lab/reproduce")
TESTS = {
    "isinstance": "isinstance and issubclass, also of tuples and unions",
    "type is": "type(x) is C, ==, in",
    "match": "case C(...)",
    "goal": "is, is not, ==, != and in with Goal.X; case Goal.X",
    "overridden": "type(x).m is Base.m",
    "hook": "hasattr and getattr with the literal name of something that only some kinds have",
    "name": "comparisons with the literal name of a game, channel, strategy or oracle, or with C.name",
    "path": 'the path of a class as text: "package.module:Class"',
}


@dataclass(frozen=True, order=True)
class Place:
    """A test of a kind."""

    file: str
    line: int
    test: str
    kind: str
    home: str
    text: str = field(compare=False)

    @property
    def room(self) -> str:
        """The room that the test is in."""
        return room_of(self.file)

    @property
    def inside(self) -> bool:
        """Whether the test is in the room of the kind."""
        return self.room in self.home.split()


@dataclass(frozen=True)
class Kind:
    """A class: where it is, what it derives from, and what it defines."""

    module: str
    name: str
    node: ast.ClassDef
    room: str

    @cached_property
    def own(self) -> list[str]:
        """What the class itself defines: methods, properties and class attributes."""
        return members(self.node)

    @cached_property
    def given(self) -> set[str]:
        """What its methods give to `self`."""
        return {
            node.attr
            for node in ast.walk(self.node)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _is_self(node.value)
        }

    @property
    def spec(self) -> str:
        """Its name in spec strings."""
        for item in self.node.body:
            if not isinstance(item, ast.Assign | ast.AnnAssign) or not isinstance(item.value, ast.Constant):
                continue
            target = item.target if isinstance(item, ast.AnnAssign) else item.targets[0]
            if isinstance(target, ast.Name) and target.id == "name":
                return str(item.value.value)
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", self.name).lower()


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


class Source:
    """All files of a package, and the kinds that they define."""

    def __init__(self, source: Path) -> None:
        self.modules = read_package(source)
        self.package = source.name
        self.family: dict[tuple[str, str], str] = {}
        self.classes = {
            name: {node.name: Kind(name, node.name, node, module.room) for node in module.classes}
            for name, module in self.modules.items()
        }
        """The classes of each module, by their names."""
        classes = [kind for named in self.classes.values() for kind in named.values()]
        self.roots = {(kind.module, kind.name): kind for kind in classes if kind.name in FAMILIES and self._root(kind)}
        for kind in classes:
            if family := self._family(kind, set()):
                self.family[kind.module, kind.name] = family
        self.kinds = [kind for kind in classes if (kind.module, kind.name) in self.family]
        self.names = self._by(lambda kind: [kind.spec] if self._of(kind) in SPECIFIED else [])
        common = {name for root in self.roots.values() for name in {*root.own, *root.given}}
        self.hooks = self._by(lambda kind: {*kind.own, *kind.given} - common)

    def _root(self, kind: Kind) -> bool:
        """Whether a class that is named like a family is one: it is abstract itself."""
        bases = {ast.unparse(base) for base in kind.node.bases}
        return bool(bases & {"ABC", "Protocol", "abc.ABC", "typing.Protocol"})

    def _of(self, kind: Kind) -> str:
        return self.family[kind.module, kind.name]

    def _by(self, texts: Callable[[Kind], Iterable[str]]) -> dict[str, list[Kind]]:
        """Kinds by some of their texts, without those that begin with an underscore."""
        kinds: dict[str, list[Kind]] = defaultdict(list)
        for kind in self.kinds:
            for text in texts(kind):
                if not text.startswith("_"):
                    kinds[text].append(kind)
        return kinds

    def _family(self, kind: Kind, seen: set[tuple[str, str]]) -> str:
        """The family that a class derives from; nothing for a family itself and for any other class."""
        key = (kind.module, kind.name)
        if key in self.roots or key in seen:
            return ""
        for base in kind.node.bases:
            origin = self.resolve(self.modules[kind.module], base)
            if origin is None:
                continue
            if (origin.module, origin.name) in self.roots:
                return origin.name
            if family := self._family(origin, seen | {key}):
                return family
        return next((name for name in BY_NAME if kind.name.endswith(name) and name != kind.name), "")

    def resolve(self, module: Module, node: ast.expr) -> Kind | None:
        """The class of the package that an expression names."""
        if isinstance(node, ast.Subscript):
            return self.resolve(module, node.value)
        if isinstance(node, ast.Name):
            return self._named(module, node.id, 0)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module.aliases:
            origin, name = module.aliases[node.value.id]
            home = self.modules.get(f"{origin}.{name}" if name else origin)
            return self._named(home, node.attr, 0) if home else None
        return None

    def _named(self, module: Module, name: str, depth: int) -> Kind | None:
        if name in self.classes[module.name]:
            return self.classes[module.name][name]
        if name not in module.aliases or depth > 5:
            return None
        origin, there = module.aliases[name]
        home = self.modules.get(origin)
        if home is None or not there:
            return None
        return self._named(home, there, depth + 1) or self._lazy(home, there)

    def _lazy(self, module: Module, name: str) -> Kind | None:
        """A class that the root of the package imports when it is asked for, if only one has the name."""
        named = [classes[name] for classes in self.classes.values() if name in classes]
        return named[0] if module.name == self.package and len(named) == 1 else None

    def concrete(self, module: Module, node: ast.expr) -> list[Kind]:
        """The concrete kinds in an expression: a class, a tuple or a union of some, or a constant that is one."""
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return [kind for item in node.elts for kind in self.concrete(module, item)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            return self.concrete(module, node.left) + self.concrete(module, node.right)
        if isinstance(node, ast.Starred):
            return self.concrete(module, node.value)
        if isinstance(node, ast.Name) and isinstance(value := module.constants.get(node.id), ast.Tuple | ast.BinOp):
            return self.concrete(module, value)
        kind = self.resolve(module, node)
        return [kind] if kind and (kind.module, kind.name) in self.family else []

    def places(self) -> list[Place]:
        """Every test, in order."""
        return sorted({place for module in self.modules.values() for place in Finder(self, module).places()})

    def members(self, name: str) -> list[str]:
        """What a family itself defines for everybody."""
        return [member for root in self.roots.values() if root.name == name for member in root.own if member[0] != "_"]


class Finder:
    """Finds the tests in one file."""

    def __init__(self, source: Source, module: Module) -> None:
        self.source, self.module = source, module

    def places(self) -> Iterator[Place]:
        for node in self.module.nodes:
            if isinstance(node, ast.Call):
                yield from self._call(node)
            elif isinstance(node, ast.Compare):
                yield from self._compare(node)
            elif isinstance(node, ast.MatchClass):
                yield from self._kinds(node, "match", self.source.concrete(self.module, node.cls))
            elif isinstance(node, ast.MatchValue):
                yield from self._goals(node, node.value)
                yield from self._names(node, node.value)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from self._path(node, node.value)

    def _place(self, node: ast.expr | ast.pattern, test: str, kind: str, home: str) -> Place:
        return Place(self.module.file, node.lineno, test, kind, home, self.module.lines[node.lineno - 1].strip())

    def _kinds(self, node: ast.expr | ast.pattern, test: str, kinds: Iterable[Kind]) -> Iterator[Place]:
        for kind in kinds:
            yield self._place(node, test, kind.name, kind.room)

    def _shared(self, node: ast.expr | ast.pattern, test: str, text: str, kinds: list[Kind]) -> Iterator[Place]:
        """A text that one or more kinds have; it is inside the room of any of them."""
        if kinds:
            yield self._place(node, test, text, " ".join(sorted({kind.room for kind in kinds})))

    def _call(self, node: ast.Call) -> Iterator[Place]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("isinstance", "issubclass") and len(node.args) == 2:
            yield from self._kinds(node, "isinstance", self.source.concrete(self.module, node.args[1]))
        if name in ("hasattr", "getattr") and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            hook = str(node.args[1].value)
            yield from self._shared(node, "hook", hook, self.source.hooks.get(hook, []))

    def _compare(self, node: ast.Compare) -> Iterator[Place]:
        sides = [node.left, *node.comparators]
        for side in sides:
            yield from self._goals(node, side)
            yield from self._names(node, side)
        if any(_is_type(side) for side in sides):
            for side in sides:
                yield from self._kinds(node, "type is", self.source.concrete(self.module, side))
        yield from self._overridden(node, sides)

    def _overridden(self, node: ast.Compare, sides: list[ast.expr]) -> Iterator[Place]:
        """`type(x).m is Base.m`, of a family or of a kind."""
        members = [side for side in sides if isinstance(side, ast.Attribute)]
        if len(members) != 2 or members[0].attr != members[1].attr:
            return
        for side in members:
            kind = self.source.resolve(self.module, side.value)
            key = (kind.module, kind.name) if kind else ("", "")
            if kind and (key in self.source.roots or key in self.source.family):
                yield self._place(node, "overridden", f"{kind.name}.{side.attr}", kind.room)

    def _goals(self, node: ast.expr | ast.pattern, side: ast.expr) -> Iterator[Place]:
        if isinstance(side, ast.Tuple | ast.List | ast.Set):
            for item in side.elts:
                yield from self._goals(node, item)
        elif isinstance(side, ast.Attribute):
            kind = self.source.resolve(self.module, side.value)
            if kind and kind.name == GOAL:
                yield self._place(node, "goal", f"{GOAL}.{side.attr}", kind.room)

    def _names(self, node: ast.expr | ast.pattern, side: ast.expr) -> Iterator[Place]:
        if isinstance(side, ast.Tuple | ast.List | ast.Set):
            for item in side.elts:
                yield from self._names(node, item)
        elif isinstance(side, ast.Constant) and isinstance(side.value, str):
            yield from self._shared(node, "name", side.value, self.source.names.get(side.value, []))
        elif isinstance(side, ast.Attribute) and side.attr == "name":
            yield from self._kinds(node, "name", self.source.concrete(self.module, side.value))

    def _path(self, node: ast.Constant, text: str) -> Iterator[Place]:
        match = re.fullmatch(rf"({re.escape(self.source.package)}(?:\.\w+)+):(\w+)", text)
        kind = self.source.classes.get(match[1], {}).get(match[2]) if match else None
        if kind and (kind.module, kind.name) in self.source.family:
            yield self._place(node, "path", kind.name, kind.room)


def _is_type(node: ast.expr) -> bool:
    """Whether an expression is `type(x)` or `x.__class__`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1
    return isinstance(node, ast.Attribute) and node.attr == "__class__"


def apart(place: Place) -> bool:
    """Whether a place is in a part that is also left out once."""
    return any(place.file.startswith(f"{part}/") for part in APART)


def show(source: Source, leaks: list[Place], inside: int, listed: bool) -> None:
    """The table by room and test, the places if they are wanted, and the totals."""
    console = Console(width=120)
    if listed:
        for place in leaks:
            line = f"{place.file}:{place.line}: {place.test} {place.kind} ({place.home}): {place.text}"
            console.print(line, markup=False, highlight=False, soft_wrap=True)
    table = Table("room", *TESTS, "all", "without goal", box=None, header_style="bold")
    counts = Counter((place.room, place.test) for place in leaks)
    for room in [*sorted({place.room for place in leaks}), "all"]:
        row = [sum(n for (r, t), n in counts.items() if t == test and room in (r, "all")) for test in TESTS]
        goal = row[list(TESTS).index("goal")]
        table.add_row(room, *map(str, row), str(sum(row)), str(sum(row) - goal))
    console.print(table)
    for test, what in TESTS.items():
        console.print(f"{test}: {what}", markup=False, highlight=False)
    rest = [place for place in leaks if not apart(place)]
    goals = sum(place.test == "goal" for place in rest)
    console.print(
        f"total {len(leaks)}; without {' and '.join(APART)} {len(rest)}, of which {goals} are goals; "
        f"inside their rooms {inside}",
        highlight=False,
    )
    members = source.members("Game")
    console.print(f"Game itself defines {len(members)} public attributes: {', '.join(members)}", highlight=False)


def show_seats(branches: list[Branch], listed: bool) -> None:
    """How often is asked how many seats a game has, outside the core, beside the figures of an earlier commit."""
    console = Console(width=120)
    for branch in branches if listed else ():
        console.print(
            f"{branch.file}:{branch.line}: seats {branch.name}", markup=False, highlight=False, soft_wrap=True
        )
    counts = Counter(branch.name for branch in branches)
    table = Table("seats", COMMIT, "now", "what", box=None, header_style="bold")
    for test, what in SEAT_TESTS.items():
        table.add_row(test, str(SEATS_BEFORE[test]), str(counts[test]), what)
    files = len({branch.file for branch in branches})
    table.add_row("all", str(sum(SEATS_BEFORE.values())), str(len(branches)), f"in {files} files outside core")
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--src", type=Path, default=Path(__file__).parents[1] / "src" / "sleuth")
    parser.add_argument("--list", action="store_true", help="print every place")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    if not asked.src.is_dir():
        parser.error(f"{asked.src} is no folder")
    source = Source(asked.src.resolve())
    places, branches = source.places(), seat_branches(source.modules)
    leaks = [place for place in places if not place.inside]
    if asked.json:
        figures = {
            "total": len(leaks),
            "rest": sum(not apart(place) for place in leaks),
            "inside": len(places) - len(leaks),
            "game": source.members("Game"),
            "places": [asdict(place) | {"room": place.room} for place in leaks],
            "seats": {
                "commit": COMMIT,
                "before": SEATS_BEFORE,
                "now": Counter(branch.name for branch in branches),
                "places": [asdict(branch) for branch in branches],
            },
        }
        print(json.dumps(figures, ensure_ascii=False))
    else:
        show(source, leaks, len(places) - len(leaks), asked.list)
        show_seats(branches, asked.list)
    return 0


if __name__ == "__main__":
    sys.exit(main())
