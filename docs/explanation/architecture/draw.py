"""Draws the house: how one question goes through it, and its rooms with the imports between them.

    python docs/explanation/architecture/draw.py             writes house.svg beside this file
    python docs/explanation/architecture/draw.py --check     exits 1 where its rooms or arrows are not the true ones

The order of the rooms is that of the import contract in pyproject.toml, what is in each is the first sentence of its
`__init__.py`, and the arrows are the imports in the source. A room stands one floor above the highest that it imports.
Of the arrows only those are drawn that do not follow from others. Nothing of the package is imported.
"""

from __future__ import annotations

import argparse
import ast
import math
import re
import sys
import textwrap
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import combinations, pairwise
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "src" / "sleuth"
PICTURE = Path(__file__).with_name("house.svg")
sys.path.insert(0, str(ROOT))

from benchmarks.house import LAZY, RUN, House, Module  # noqa: E402

WIDTH, MARGIN, GAP, CHANNEL = 800.0, 28.0, 14.0, 26.0
"""The width of the drawing, its margin, the space between boxes, and the width of a way between them."""
DOORS, HALL = "adapters", "app"
"""Requests go from the first room to the second, and results come back."""


@dataclass(frozen=True)
class Step:
    """A thing on the way of a question: which rooms make it, and what it is."""

    name: str
    rooms: tuple[str, ...]
    words: tuple[str, ...]


FLOW: tuple[tuple[Step, ...], ...] = (
    (Step("Game", ("games",), ("secrets,", "actions, a law")),),
    (Step("Information set", ("belief",), ("all that fits", "the history")),),
    (
        Step("Outcomes", ("belief",), ("chances of answers",)),
        Step("Children", ("belief",), ("the sets to come",)),
    ),
    (
        Step("Criterion", ("strategies",), ("scores each action",)),
        Step("Search", ("strategies", "solve"), ("looks further ahead",)),
    ),
    (Step("Decision", ("strategies",), ("action, bits,", "reasons")),),
    (Step("Oracle", ("play",), ("holds the secret,", "answers")),),
)
"""From left to right; those in one column are two ways to the same end. The feedback leads back to the second."""
HUES = {"games": "amber", "belief": "blue", "strategies": "green", "solve": "green", "play": "rose", "app": "violet"}
"""Colours of the rooms on the way; all others are grey."""

LIGHT = {
    "paper": "#fcfbf8", "ink": "#22262b", "soft": "#5d646d", "line": "#d9d5cc", "box": "#f3f1ea", "arrow": "#4a525c",
    "amber": "#fbe9c3", "amber-line": "#c98f1b", "blue": "#d9eaf7", "blue-line": "#3f86bd",
    "green": "#dcefdf", "green-line": "#4a9a5f", "rose": "#f9dfdb", "rose-line": "#c96555",
    "violet": "#e7e1f4", "violet-line": "#7f68b8", "grey": "#f0eee7", "grey-line": "#b9b4a7",
}  # fmt: skip
DARK = {
    "paper": "#14171b", "ink": "#eceff2", "soft": "#a9b1bb", "line": "#333941", "box": "#1d2127", "arrow": "#aeb6c0",
    "amber": "#3d3112", "amber-line": "#d9a640", "blue": "#16304a", "blue-line": "#62a8df",
    "green": "#173824", "green-line": "#63b87a", "rose": "#45231f", "rose-line": "#e08474",
    "violet": "#2c2545", "violet-line": "#a58fe0", "grey": "#22272e", "grey-line": "#59616c",
}  # fmt: skip
STYLE = """\
svg{{{light};font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif}}
@media (prefers-color-scheme:dark){{svg{{{dark}}}}}
.title{{font:600 23px Georgia,"Iowan Old Style","Liberation Serif","DejaVu Serif",serif;fill:var(--ink)}}
.head{{font:600 16px Georgia,"Iowan Old Style","Liberation Serif","DejaVu Serif",serif;fill:var(--ink)}}
.name{{font-size:13px;font-weight:700;fill:var(--ink)}}
.room{{font:700 14px "SFMono-Regular",Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;fill:var(--ink)}}
.tag{{font:600 10.5px "SFMono-Regular",Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;fill:var(--soft)}}
.words{{font-size:12px;fill:var(--ink)}}
.soft{{font-size:11.5px;fill:var(--soft)}}
.fine{{font:11px "Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;fill:var(--soft)}}
.mid{{text-anchor:middle}}
.end{{text-anchor:end}}
.arrow{{fill:none;stroke:var(--arrow);stroke-linecap:round}}
.tip{{fill:var(--arrow)}}
"""


def contract() -> list[str]:
    """The rooms of the import contract, from the highest to the lowest."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(one["layers"] for one in linter["contracts"] if one["type"] == "layers")
    names = [name.strip(" ()") for layer in layers for name in re.split(r"[|:]", layer)]
    return [name for name in names if (PACKAGE / name / "__init__.py").exists()]


def first_sentence(module: Module) -> str:
    """The first sentence of the docstring of a package."""
    words = " ".join((ast.get_docstring(module.tree) or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", words)[0]


def first_clause(module: Module) -> str:
    """What comes before the first colon, comma or full stop: `The page`."""
    return re.split("[:,.]", first_sentence(module))[0]


@dataclass
class Room:
    """A box: a room with what is in it, or the way of an arrow past a floor."""

    name: str
    words: str = ""
    lines: int = 0
    doors: dict[str, str] = field(default_factory=dict)
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0

    @property
    def is_way(self) -> bool:
        """Whether it is only passed."""
        return not self.words

    def text(self) -> list[str]:
        """What is in it, in lines that fit."""
        return textwrap.wrap(self.words, int((self.width - 24) / 6.5))


class Plan:
    """The rooms on their floors, and the arrows between them."""

    def __init__(self, house: House, order: Sequence[str]) -> None:
        self.order = list(order)
        self.rooms = {name: self._room(house, name) for name in order}
        self.weights = self._weights(house)
        self.arrows = sorted(self._reduced())
        self.floors = self._floors()
        self.segments: list[tuple[Room, Room, tuple[str, str]]] = []
        self._lead_ways()
        self._untangle()

    def _room(self, house: House, name: str) -> Room:
        own = house.of(name)
        packages = {m.name.removeprefix(f"{house.package}.{name}").strip("."): m for m in own if m.is_package}
        doors = {inner: first_clause(m) for inner, m in packages.items() if inner and "." not in inner}
        words = first_sentence(packages[""])
        return Room(name, words, sum(module.code for module in own), doors if name == DOORS else {})

    def _weights(self, house: House) -> Counter[tuple[str, str]]:
        """How many imports of one module by another lead from each room to each other."""
        edges = {(i.source, i.target) for i in house.imports if i.when in (RUN, LAZY)}
        pairs = ((house.modules[one].room, house.modules[other].room) for one, other in edges)
        return Counter((a, b) for a, b in pairs if a != b and a in self.rooms and b in self.rooms)

    def _reduced(self) -> Iterator[tuple[str, str]]:
        """The arrows that do not follow from others."""
        below = self._below()
        for upper, lower in self.weights:
            if self.order.index(upper) > self.order.index(lower):
                raise SystemExit(f"{upper} imports {lower}, which is above it in the contract")
            if not any(lower in below[other] for other in self.order if (upper, other) in self.weights):
                yield upper, lower

    def _below(self) -> dict[str, set[str]]:
        """What each room reaches, itself left out."""
        below: dict[str, set[str]] = {}
        for name in reversed(self.order):
            direct = {lower for upper, lower in self.weights if upper == name}
            below[name] = direct.union(*(below[lower] for lower in direct))
        return below

    def _floors(self) -> list[list[Room]]:
        """The floors, from the highest to the lowest."""
        height: dict[str, int] = {}
        for name in reversed(self.order):
            height[name] = 1 + max((height[lower] for upper, lower in self.arrows if upper == name), default=-1)
        top = max(height.values())
        return [[self.rooms[n] for n in self.order if height[n] == top - floor] for floor in range(top + 1)]

    def _lead_ways(self) -> None:
        """Lead each arrow from floor to floor, through ways between the boxes."""
        floor_of = {room.name: number for number, floor in enumerate(self.floors) for room in floor}
        for upper, lower in self.arrows:
            stops = [self.rooms[upper]]
            for floor in self.floors[floor_of[upper] + 1 : floor_of[lower]]:
                floor.append(Room(f"{upper} {lower}"))
                stops.append(floor[-1])
            stops.append(self.rooms[lower])
            self.segments += [(one, other, (upper, lower)) for one, other in pairwise(stops)]

    def _untangle(self) -> None:
        """Order each floor so that few arrows cross and most are straight."""
        for floor in self.floors:
            _spread(floor)
        for _ in range(6):
            for number, floor in enumerate(self.floors):
                self.floors[number] = min(_swaps(floor), key=self._tangle)
                _spread(self.floors[number])

    def _tangle(self, floor: Sequence[Room]) -> tuple[int, float]:
        """Crossings of the arrows at a floor in this order, and how far they go aside."""
        _spread(floor)
        here = {id(room) for room in floor}
        touching = [(one, other) for one, other, _ in self.segments if id(one) in here or id(other) in here]
        ends = [(id(one) in here, one.x + one.width / 2, other.x + other.width / 2) for one, other in touching]
        crossings = sum(
            side == other_side and (a - c) * (b - d) < 0
            for number, (side, a, b) in enumerate(ends)
            for other_side, c, d in ends[number + 1 :]
        )
        return crossings, round(sum(_aside(one, other) for one, other in touching), 3)

    def structure(self) -> set[str]:
        """What must not grow stale: the rooms with what is in them, and the arrows."""
        rooms = {f"{room.name}: {' / '.join([room.words, *room.doors])}" for room in self.rooms.values()}
        return rooms | {f"{upper} imports {lower}" for upper, lower in self.arrows}


def _swaps(floor: list[Room]) -> Iterator[list[Room]]:
    """A floor, and all that one exchange of two boxes makes of it."""
    yield floor
    for one, other in combinations(range(len(floor)), 2):
        swapped = list(floor)
        swapped[one], swapped[other] = floor[other], floor[one]
        yield swapped


def _spread(floor: Sequence[Room]) -> None:
    """Give the boxes of a floor their widths and places: ways are narrow, rooms share the rest."""
    rooms = [room for room in floor if not room.is_way]
    free = WIDTH - 2 * MARGIN - GAP * (len(floor) - 1) - CHANNEL * (len(floor) - len(rooms))
    x = MARGIN
    for room in floor:
        room.x, room.width = x, CHANNEL if room.is_way else free / len(rooms)
        x += room.width + GAP


def _aside(one: Room, other: Room) -> float:
    """How far an arrow goes aside: nothing where it can be straight."""
    return max(0.0, one.x - other.x - other.width, other.x - one.x - one.width)


def _shares(width: float) -> list[float]:
    """The widths of the columns of the flow, as much as their words need."""
    needs = [max(max(8.6 * len(s.name), *(6.4 * len(w) for w in s.words)) for s in column) for column in FLOW]
    return [need + (width - sum(needs)) / len(needs) for need in needs]


class Drawing:
    """The SVG, line by line."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        self.lines.append(line)

    def text(self, x: float, y: float, words: str, kind: str) -> None:
        self.add(f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, hue: str, radius: float = 7) -> None:
        self.add(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius:g}" '
            f'style="fill:var(--{hue});stroke:var(--{hue}-line)"/>'
        )

    def tip(self, x: float, y: float, angle: float = 90, opacity: float = 1) -> None:
        """The head of an arrow that ends at a point."""
        self.add(
            f'<path d="M0 0l-8 -4.2q1.6 4.2 0 8.4z" class="tip" opacity="{opacity:g}" '
            f'transform="translate({x:.1f} {y:.1f}) rotate({angle:g})"/>'
        )

    def svg(self) -> str:
        """The whole drawing."""
        self.text(MARGIN, 44, "The house of Sleuth", "title")
        self.text(MARGIN, 64, "Write the secrets and the law of a game; everything else is derived.", "soft")
        y = self.draw_flow(84)
        self.text(MARGIN, y + 34, "The rooms", "head")
        legend = "An arrow: imports; the thicker, the more. Those that follow from others are left out."
        self.text(WIDTH - MARGIN, y + 34, legend, "soft end")
        height = self.draw_rooms(y + 48) + 26
        style = STYLE.format(light=_variables(LIGHT), dark=_variables(DARK))
        frame = f'<rect x=".5" y=".5" width="{WIDTH - 1:g}" height="{height - 1:g}" rx="12"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" '
                f'width="{WIDTH:g}" height="{height:g}" role="img" aria-label="The house of Sleuth">',
                f"<title>The house of Sleuth</title><desc>{escape(self.in_words())}</desc>",
                f"<style>{escape(style, quote=False)}</style>",
                f'{frame} style="fill:var(--paper);stroke:var(--line)"/>',
                *self.lines,
                "</svg>\n",
            ]
        )

    def in_words(self) -> str:
        """For those who cannot see it."""
        way = ", then ".join(" or ".join(step.name for step in column) for column in FLOW)
        uses: dict[str, list[str]] = defaultdict(list)
        for upper, lower in self.plan.arrows:
            uses[upper].append(lower)
        rooms = " ".join(
            f"{name}: {room.words}" + (f" It imports {', '.join(uses[name])}." if uses[name] else "")
            for name, room in self.plan.rooms.items()
        )
        return f"One question: {way}; the feedback makes a new information set. The rooms, from the highest: {rooms}"

    def draw_flow(self, y: float) -> float:
        """The way of a question, from left to right and back."""
        self.text(MARGIN, y + 16, "One question", "head")
        self.text(WIDTH - MARGIN, y + 16, "Data moves to the right only. A strategy never sees the oracle.", "soft end")
        y += 30
        gap, tall = 18.0, 136.0
        middle, x = y + tall / 2, MARGIN
        widths = _shares(WIDTH - 2 * MARGIN - gap * (len(FLOW) - 1))
        for number, (column, width) in enumerate(zip(FLOW, widths, strict=True)):
            height = (tall - 12) / 2 if len(column) > 1 else 84.0
            for place, step in enumerate(column):
                top = y + place * (height + 12) if len(column) > 1 else middle - height / 2
                self.draw_step(step, x, top, width, height)
            if number:
                heights = self.heights(FLOW[number - 1], column, y, tall)
                for start, end in heights:
                    self.draw_link(x - gap + 2, start, x - 2, end)
            x += width + gap
        left = MARGIN + widths[0] + gap + widths[1] / 2
        return self.draw_return(y + tall, left, WIDTH - MARGIN - widths[-1] / 2, middle + 42)

    def heights(
        self, left: Sequence[Step], right: Sequence[Step], y: float, tall: float
    ) -> Iterable[tuple[float, float]]:
        """Where the links between two columns begin and end."""
        split = (y + tall / 4 - 3, y + 3 * tall / 4 + 3)
        middle = y + tall / 2
        starts = split if len(left) > 1 else (middle - 9, middle + 9) if len(right) > 1 else (middle,)
        ends = split if len(right) > 1 else (middle - 9, middle + 9) if len(left) > 1 else (middle,)
        return zip(starts, ends, strict=True)

    def draw_link(self, x: float, y: float, to_x: float, to_y: float) -> None:
        half = (x + to_x) / 2
        bend = f"M{x:.1f} {y:.1f}C{half:.1f} {y:.1f} {half:.1f} {to_y:.1f} {to_x - 5:.1f} {to_y:.1f}"
        self.add(f'<path d="{bend}" class="arrow" stroke-width="1.6"/>')
        self.tip(to_x, to_y, 0)

    def draw_step(self, step: Step, x: float, y: float, width: float, height: float) -> None:
        hue = HUES.get(step.rooms[0], "grey")
        self.box(x, y, width, height, hue)
        middle, single = x + width / 2, height > 70
        self.text(round(middle, 1), y + (24 if single else 20), step.name, "name mid")
        for number, words in enumerate(step.words):
            self.text(round(middle, 1), y + (41 if single else 36) + 14 * number, words, "fine mid")
        self.text(round(middle, 1), y + height - (9 if single else 8), " ".join(step.rooms), "tag mid")

    def draw_return(self, y: float, left: float, right: float, bottom: float) -> float:
        """From the oracle back to a new information set."""
        low, turn = y + 24, 12
        self.add(
            f'<path d="M{right:.1f} {bottom + 2:.1f}V{low - turn:g}q0 {turn} -{turn} {turn}H{left + turn:.1f}'
            f'q-{turn} 0 -{turn} -{turn}V{bottom + 7:.1f}" class="arrow" stroke-width="1.6"/>'
        )
        self.tip(left, bottom + 2, -90)
        words = "feedback makes a new information set; the old one stays as it was"
        centre = (left + right) / 2
        half = len(words) * 3.15
        self.add(
            f'<rect x="{centre - half:.1f}" y="{low - 9:g}" width="{2 * half:.1f}" height="18" '
            'style="fill:var(--paper)"/>'
        )
        self.text(round(centre, 1), low + 4, words, "words mid")
        return low + 12

    def draw_rooms(self, y: float) -> float:
        """The floors, and then the arrows between them."""
        bent = {id(one) for one, other, _ in self.plan.segments if _aside(one, other)}
        for floor in self.plan.floors:
            tall = max(36 + 15 * len(room.text()) + (34 if room.doors else 0) for room in floor if not room.is_way)
            for room in floor:
                room.y, room.height = y, tall
            y += tall + (42 if any(id(room) in bent for room in floor) else 30)
        for upper, lower in self.plan.arrows:
            self.draw_arrow((upper, lower))
        for floor in self.plan.floors:
            for room in floor:
                if not room.is_way:
                    self.draw_room(room)
        self.draw_requests()
        return y - 30

    def draw_room(self, room: Room) -> None:
        hue = HUES.get(HALL if room.name == DOORS else room.name, "grey")
        says = f"{room.name}: {' / '.join([room.words, *room.doors])}"
        self.add(f'<g data-says="{escape(says)}">')
        self.box(room.x, room.y, room.width, room.height, hue)
        self.text(round(room.x + 12, 1), room.y + 21, room.name, "room")
        lines = f"{max(100, round(room.lines, -2)):,} lines"
        self.text(round(room.x + room.width - 12, 1), room.y + 20.5, lines, "soft end")
        for number, line in enumerate(room.text()):
            self.text(round(room.x + 12, 1), room.y + 39 + 15 * number, line, "words")
        self.draw_doors(room)
        self.add("</g>")

    def draw_doors(self, room: Room) -> None:
        if not room.doors:
            return
        width = (room.width - 24 - GAP * (len(room.doors) - 1)) / len(room.doors)
        for number, (door, words) in enumerate(room.doors.items()):
            x, y = room.x + 12 + number * (width + GAP), room.y + room.height - 36
            self.add(
                f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="26" rx="5" '
                'style="fill:var(--paper);stroke:var(--violet-line)"/>'
            )
            about = f'<tspan class="fine" dx="6">{escape(words)}</tspan>' if len(words) < 20 else ""
            self.add(f'<text x="{x + width / 2:.1f}" y="{y + 17:g}" class="tag mid">{door}{about}</text>')

    def draw_requests(self) -> None:
        """What goes through the doors."""
        doors, hall = self.plan.rooms[DOORS], self.plan.rooms[HALL]
        floor = doors.y + doors.height
        y = (floor + min(room.y for room in self.plan.rooms.values() if room.y > floor)) / 2 + 4
        middle = hall.x + hall.width / 2
        self.text(round(middle - 14, 1), y, "requests", "soft end")
        self.text(round(middle + 14, 1), y, "results come back", "soft")

    def draw_arrow(self, arrow: tuple[str, str]) -> None:
        """One arrow, through all its ways; thicker for more imports, paler for fewer."""
        weight = self.plan.weights[arrow]
        thick = 1.1 + 0.75 * math.log2(1 + weight / 4)
        opacity = round(min(1.0, 0.5 + 0.1 * math.log2(1 + weight)), 2)
        stops = [(one, other) for one, other, whole in self.plan.segments if whole == arrow]
        steps, tip = "", (0.0, 0.0)
        for one, other in stops:
            (x, y), (to_x, to_y) = self.ends(one, other)
            last = not other.is_way
            steps += f"M{x:.1f} {y:.1f}" if not steps else f"L{x:.1f} {y:.1f}"
            low = to_y - (7 if last else 0)
            half = (y + low) / 2
            straight = abs(x - to_x) < 0.1
            steps += f"V{low:.1f}" if straight else f"C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {low:.1f}"
            tip = (to_x, to_y)
        upper, lower = arrow
        self.add(f'<g data-says="{upper} imports {lower}">')
        self.add(f'<path d="{steps}" class="arrow" stroke-width="{thick:.1f}" opacity="{opacity:g}"/>')
        self.tip(tip[0], tip[1] - 0.5, 90, opacity)
        self.add(f"<title>{upper} imports {lower}</title></g>")

    def ends(self, one: Room, other: Room) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a piece of an arrow leaves a box and meets the next."""
        low, high = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
        if low < high:
            x = to_x = self.between(one, other, low, high)
        else:
            x = min(max(other.x + other.width / 2, one.x + 24), one.x + one.width - 24)
            to_x = min(max(one.x + one.width / 2, other.x + 24), other.x + other.width - 24)
            x = one.x + one.width / 2 if one.is_way else x
            to_x = other.x + other.width / 2 if other.is_way else to_x
        return (x, one.y + one.height), (to_x, other.y)

    def between(self, one: Room, other: Room, low: float, high: float) -> float:
        """Where a straight piece runs: in the middle of what the boxes share."""
        return next((r.x + r.width / 2 for r in (one, other) if r.is_way), (low + high) / 2)


def _variables(colours: dict[str, str]) -> str:
    return ";".join(f"--{name}:{colour}" for name, colour in colours.items())


def structure(svg: str) -> set[str]:
    """The rooms and arrows of a drawing, as `Plan.structure` says them."""
    return {group.attrib["data-says"] for group in ET.fromstring(svg).iter() if "data-says" in group.attrib}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare the picture with the source")
    options = parser.parse_args()
    plan = Plan(House(PACKAGE), contract())
    if not options.check:
        PICTURE.write_text(Drawing(plan).svg(), encoding="utf-8")
        return 0
    drawn, true = structure(PICTURE.read_text(encoding="utf-8")), plan.structure()
    for line in sorted(true - drawn):
        print(f"not in the picture: {line}")
    for line in sorted(drawn - true):
        print(f"no longer true: {line}")
    return int(drawn != true)


if __name__ == "__main__":
    sys.exit(main())
