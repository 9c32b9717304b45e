"""Hidden numbers and treasures: cells as dark as they are likely, or coloured by the lies that they take."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Floats, Ints
from sleuth.show.spoken import spoken
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.palette import heat_step
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.plain_board import plain
from sleuth.show.svg.rows import TARGET, answer_rows
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent
from sleuth.show.svg.view import BoardView
from sleuth.show.words import lies_name, lies_text

MAX_CELLS = 144
"""More numbers are drawn in neighbourhoods of what is left."""
BINS = 32
GAP = 4.0
"""Between two cells."""
FAINT = 0.6
"""Numbers are often alike, so the likeliest is not the strongest violet: a frame on it must be seen."""


@dataclass(frozen=True)
class NumberCell:
    """One number, or a neighbourhood of them, as they are written."""

    low: int
    high: int
    share: float
    lies: tuple[int, ...] = ()
    """How many of its numbers take no lie, one, two, and so on; empty where lies are not counted."""

    @property
    def least(self) -> int | None:
        """The fewest lies that one of its numbers takes; `None` where lies are not counted, or all are ruled out."""
        return next((lies for lies, number in enumerate(self.lies) if number), None)

    @property
    def description(self) -> str:
        """What is known of it, in words."""
        if self.share <= 0:
            return "ruled out"
        likely = f"{percent(self.share)} likely"
        if not self.lies:
            return likely
        if self.low == self.high:
            return f"takes {lies_name(self.least or 0)}, {likely}"
        return f"{lies_text(self.lies)}, {likely}"

    @property
    def dark(self) -> float:
        """How likely a number of the neighbourhood is, on average."""
        return self.share / (self.high - self.low + 1)

    @property
    def name(self) -> tuple[str, ...]:
        """The number, or the two lines of a neighbourhood."""
        return (f"{self.low:,}",) if self.low == self.high else (f"{self.low:,}", f"to {self.high:,}")


@dataclass(frozen=True)
class Press:
    """What pressing a cell does."""

    label: str
    action: str | None = None
    part: str | None = None


@dataclass(frozen=True)
class Line:
    """The numbers of a game: how they are written, from `low` to `high`, and the secret that the first stands for."""

    low: int
    high: int
    first: int

    def number(self, text: str | None) -> int | None:
        return number_in(text, self.low, self.high)

    def ends(self, pending: Pending) -> tuple[int, int] | None:
        """The ends of an interval in their order, once both were pressed."""
        one, other = (self.number(pending.get(slot)) for slot in ("first", "last"))
        return None if one is None or other is None else (min(one, other), max(one, other))

    def picked(self, pending: Pending) -> set[int]:
        """The numbers of a set that were pressed."""
        numbers = (self.number(slot) for slot, value in pending.items() if value == "in")
        return {n for n in numbers if n is not None}


class QuestionKind(Enum):
    """What a question is, and so what pressing a number does."""

    NUMBER = "a number is guessed"
    ENDS = "the ends of an interval"
    SET = "any set of numbers"


@dataclass(frozen=True)
class Strip:
    """How a game of numbers is drawn."""

    line: Line
    asks: QuestionKind
    ranges: Callable[[Any], Sequence[tuple[int, int]]]
    """The numbers that an action asks about, as they are written, in ranges."""
    ways: Mapping[str, int] = field(default_factory=dict)
    """Where each answer sends the one who guessed a number: to lower ones (-1), to higher ones (1), or nowhere (0)."""
    land: bool = False
    """Whether numbers are places of a map: holes were dug in vain, and a cross is the treasure."""


def number_line(view: BoardView, strip: Strip) -> Canvas:
    """Press a number to guess it, the cells of a set, or the ends of an interval."""
    line = strip.line
    if strip.asks is QuestionKind.NUMBER:
        return _numbers(view, strip, _guess)
    if strip.asks is QuestionKind.SET:
        inside = line.picked(view.pending)
        return _numbers(view, strip, lambda cell: _member(cell, inside))
    return _numbers(view, strip, lambda cell: _end(view.pending, cell, line))


def _guess(cell: NumberCell) -> Press:
    middle = str((cell.low + cell.high) // 2)
    return Press(f"{int(middle):,}", middle)


def _member(cell: NumberCell, inside: Container[int]) -> Press:
    if cell.low in inside:
        return Press(str(cell.low), part=f"{cell.low}:")
    return Press(str(cell.low), part=f"{cell.low}:in")


def _end(pending: Pending, cell: NumberCell, line: Line) -> Press:
    """The end of the interval that a cell would become: what is missing, else the nearer one."""
    first, last = (line.number(pending.get(slot)) for slot in ("first", "last"))
    if first is None:
        return Press(f"from {cell.low:,}", part=f"first:{cell.low}")
    if last is None or abs(cell.high - last) <= abs(cell.low - first):
        value = cell.high if cell.high >= first else cell.low
        return Press(f"to {value:,}", part=f"last:{value}")
    return Press(f"from {cell.low:,}", part=f"first:{cell.low}")


def shares(view: BoardView, line: Line) -> Floats | None:
    """How likely each number is; `None` where there are too many to add up."""
    out = np.zeros(line.high - line.low + 1)
    if view.shares is not None:
        indices, chances = view.shares
        out[indices] = chances
        return out
    if view.listed is None:
        return None
    secrets, chances = view.listed
    out[np.array(secrets, np.int64) - line.first] = chances
    return out


def lies_taken(view: BoardView, line: Line) -> Ints | None:
    """A row for each number: whether it takes no lie, one, two, and so on; `None` where lies are not counted."""
    if view.lies is None:
        return None
    out = np.zeros((line.high - line.low + 1, len(view.info.kinds)), np.int32)
    out[view.lies] = 1
    return out


def binned(likely: Floats, line: Line, lies: Ints | None = None) -> list[NumberCell]:
    """A cell for each number, or for so many neighbourhoods of what is still possible."""
    if likely.size <= MAX_CELLS:
        edges = list(range(likely.size + 1))
    else:
        possible = np.flatnonzero(likely)
        low, high = int(possible[0]), int(possible[-1]) + 1
        edges = np.unique(np.linspace(low, high, min(BINS, high - low) + 1).astype(int)).tolist()
    return [
        NumberCell(
            a + line.low,
            b + line.low - 1,
            float(likely[a:b].sum()),
            () if lies is None else tuple(lies[a:b].sum(axis=0).tolist()),
        )
        for a, b in pairwise(edges)
    ]


def _numbers(view: BoardView, strip: Strip, press: Callable[[NumberCell], Press]) -> Canvas:
    line = strip.line
    likely = shares(view, line)
    if likely is None:
        return plain(view)
    canvas, cells = view.canvas(), binned(likely, line, lies_taken(view, line))
    columns = columns_for(cells)
    wide = (WIDTH - 2 * EDGE + GAP) / columns
    high = TARGET + GAP if wide >= TARGET else 40.0
    lines = -(-len(cells) // columns)
    painter = CellPainter(canvas, view, strip, max(cell.dark for cell in cells))
    painter.map(EDGE, EDGE, wide * columns - GAP, high * lines - GAP)
    for place, cell in enumerate(cells):
        x, y = EDGE + wide * (place % columns), EDGE + high * (place // columns)
        pressed = press(cell) if view.asking else None
        with painter.button(cell, pressed):
            painter.draw(Box(x, y, wide - GAP, high - GAP), cell)
    y = canvas.reach(EDGE + high * lines + 6)
    if view.asking:
        y = _controls(canvas, view, y, strip)
    return number_notes(canvas, view, answer_rows(canvas, view, y), strip)


def number_notes(canvas: Canvas, view: BoardView, y: float, strip: Strip) -> Canvas:
    """What the colours mean, in a line or two."""
    y = lies_legend(canvas, y, view)
    if view.shown is not None:
        legend(canvas, y, f"{'Cross' if strip.land else 'Star'}: it was {view.info.game.format_secret(view.shown)}")
    return canvas


def columns_for(cells: Sequence[NumberCell]) -> int:
    """How many cells are in a row: as many as can be pressed, with few left over in the last row."""
    number = len(cells)
    if any(cell.low != cell.high for cell in cells):
        return 4
    if number > 49:
        return 10 if number <= 100 else 12
    return max(range(4, 8), key=lambda columns: (-(-number % columns), columns)) if number > 4 else number


def _chosen(view: BoardView, line: Line) -> Container[int]:
    """The numbers that the pending parts cover."""
    ends = line.ends(view.pending)
    if ends is not None:
        return range(ends[0], ends[1] + 1)
    one = [line.number(view.pending.get(slot)) for slot in ("first", "last")]
    return line.picked(view.pending) | {n for n in one if n is not None}


def _meets(cell: NumberCell, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(cell.low <= last and first <= cell.high for first, last in ranges)


class Box(NamedTuple):
    """A rectangle on the canvas."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, eq=False)
class CellPainter:
    """Draws the cells of one board."""

    canvas: Canvas
    view: BoardView
    strip: Strip
    darkest: float

    @cached_property
    def guesses(self) -> dict[int, str]:
        """What was said of each number that was guessed, where a question is a number."""
        return {int(action): str(answer) for action, answer in self.view.info.history} if self.strip.ways else {}

    def button(self, cell: NumberCell, press: Press | None) -> AbstractContextManager[None]:
        """What a cell does; nothing where it cannot be pressed."""
        if press is None:
            return nullcontext()
        known = f", {cell.description}" if self.view.helped else ""
        pressed = self.chosen(cell) if press.part or self.view.elsewhere else None
        return self.canvas.button(f"{press.label}{known}", action=press.action, part=press.part, pressed=pressed)

    def chosen(self, cell: NumberCell) -> bool:
        """Whether a cell is part of what is being asked."""
        if self.view.pending or self.view.asked is None:
            inside = _chosen(self.view, self.strip.line)
            return any(n in inside for n in (cell.low, cell.high))
        return _meets(cell, self.strip.ranges(self.view.asked))

    def draw(self, box: Box, cell: NumberCell) -> None:
        """A cell with its name, what is known of it, and whether it is asked, hinted or the secret."""
        view, canvas, (x, y, width, height) = self.view, self.canvas, box
        on = self.ground(box, cell)
        shares = view.heat and cell.share > 0 and view.shown is None
        lines = [*cell.name, *([percent(cell.share)] if shares else [])]
        size = 15 if width >= TARGET - 6 and len(lines) == 1 else 13 if len(lines) < 3 else 12
        for place, text in enumerate(lines):
            at = y + height / 2 + (place - (len(lines) - 1) / 2) * (size + 2) - (4 if on in MARKED_BELOW else 0)
            canvas.text(x + width / 2, at, text, size, on, "mid" if place else "mid bold", width=width - 2)
        if self.chosen(cell):
            canvas.rect(x + 1.5, y + 1.5, width - 3, height - 3, "", "ink", r=7, line=3)
        if view.hint is not None and _meets(cell, self.strip.ranges(view.hint)):
            hint_ring(canvas, x + 2, y + 2, width - 4, height - 4, 7)
        if (
            view.shown is not None
            and cell.low <= int(view.shown) - self.strip.line.first + self.strip.line.low <= cell.high
        ):
            self.secret(box)

    def map(self, x: float, y: float, width: float, height: float) -> None:
        """Sand under the cells of a map."""
        if self.strip.land:
            self.canvas.rect(x - 6, y - 6, width + 12, height + 12, "tint-yellow", r=14)

    def ground(self, box: Box, cell: NumberCell) -> str:
        """The ground of a cell, and the surface of what is written on it."""
        (x, y, width, height), canvas, view = box, self.canvas, self.view
        said = self.guesses.get(cell.low) if cell.low == cell.high else None
        if said is not None and said in self.strip.ways:
            canvas.rect(x, y, width, height, "absent", r=7, more="edge")
            arrow(canvas, x + width / 2, y + height - 7, self.strip.ways[said])
            return "absent"
        if not view.helped:
            canvas.rect(x, y, width, height, "card", r=7, more="edge")
            return "card"
        if cell.share <= 0:
            if self.strip.land:
                canvas.rect(x, y, width, height, "tint-yellow", "quiet", r=7, more="edge")
                canvas.ellipse(x + width / 2, y + height - 9, min(14.0, width * 0.3), 4, "quiet")
                return "tint-yellow"
            canvas.rect(x, y, width, height, "paper", "quiet", r=7, more="edge dashed")
            canvas.line(x + width * 0.3, y + height - 8, x + width * 0.7, y + height - 8, "quiet", 2)
            return "soft"
        surface = heat_step(FAINT * cell.dark / self.darkest) if cell.least is None else lies_surface(cell.least)
        canvas.rect(x, y, width, height, surface, r=7, more="edge")
        dots(canvas, x + width - 7, y + 7, cell.least or 0)
        return surface

    def secret(self, box: Box) -> None:
        """The cell of the secret: a star, or the cross of a map."""
        x, y, width, height = box
        if not self.strip.land:
            star(self.canvas, x + width - 10, y + height - 10, 8)
            return
        at_x, at_y, arm = x + width - 13, y + height - 13, 7.0
        for way in (1, -1):
            self.canvas.line(at_x - arm, at_y - way * arm, at_x + arm, at_y + way * arm, "orange", 4)


def arrow(canvas: Canvas, x: float, y: float, way: int) -> None:
    """Where to look next: lower numbers are to the left, higher ones to the right."""
    if way:
        canvas.path(f"M{x - 8 * way:g} {y:g}h{16 * way:g}m{-5 * way:g} -4l{5 * way:g} 4l{-5 * way:g} 4", "", "ink", 1.8)


MARKED_BELOW = ("absent", "soft", "tint-yellow")
"""The surfaces of cells with a sign below their number."""
LIES = ("heat5", "tint-orange", "tint-pink", "tint-blue")
"""What a number is painted with that takes no lie, one, two, and so on: violet, amber, pink, blue, and dots."""


def lies_surface(lies: int) -> str:
    """The surface of a number that takes so many lies."""
    return LIES[min(lies, len(LIES) - 1)]


def dots(canvas: Canvas, x: float, y: float, number: int) -> None:
    """As many dots as lies, from the right to the left: the colour is not all that tells."""
    for place in range(number):
        canvas.circle(x - 7 * place, y, 2.5, "ink")


def lies_legend(canvas: Canvas, y: float, view: BoardView) -> float:
    """What each colour stands for, and how many numbers have it; nothing where lies are not counted, or not told."""
    if view.lies is None or not view.helped:
        return y
    x, counts = EDGE, [(lies_name(lies), number) for lies, number in enumerate(view.info.kinds)]
    for lies, (name, number) in enumerate([*counts, ("out", view.game.count() - sum(view.info.kinds))]):
        text, out = f"{name}: {number:,}", lies == len(counts)
        wide = text_width(text, 13) + 46
        if x > EDGE and x + wide > canvas.width - EDGE:
            x, y = EDGE, y + 24
        canvas.rect(x, y, 28, 18, "paper" if out else lies_surface(lies), "quiet", r=5, more="dashed" if out else "")
        dots(canvas, x + 22, y + 9, 0 if out else lies)
        canvas.text(x + 34, y + 9, text, 13, "paper", "")
        x += wide
    return canvas.reach(y + 28)


def star(canvas: Canvas, x: float, y: float, r: float) -> None:
    """A star with five rays."""
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    far = np.where(np.arange(10) % 2 == 0, r, r * 0.45)
    points = [f"{x + d * np.cos(t):.1f} {y + d * np.sin(t):.1f}" for t, d in zip(turns, far, strict=True)]
    canvas.path(f"M{'L'.join(points)}Z", "hint", "ink", 0.8)


def _controls(canvas: Canvas, view: BoardView, y: float, strip: Strip) -> float:
    """What is chosen so far, and the button that asks it."""
    if strip.asks is QuestionKind.NUMBER:
        return y
    middle, x = y + TARGET / 2, EDGE
    for slot, head in (("first", "From"), ("last", "To")):
        value = strip.line.number(view.pending.get(slot))
        if value is not None:
            text = f"{head} {value:,} ×"
            wide = text_width(text, 14) + 24
            with canvas.button(f"{head} {value}: take it back", part=f"{slot}:"):
                canvas.rect(x, y, wide, TARGET, "card", "quiet", r=TARGET / 2, more="edge")
                canvas.text(x + wide / 2, middle, text, 14, "card")
            x += wide + 6
    if view.composed is not None:
        label = _question(view)
        left = max(x, WIDTH / 2)
        if WIDTH - EDGE - left < text_width(label, 16) + 12:
            left, y = EDGE, y + (TARGET + 6 if x > EDGE else 0)
        wide = WIDTH - EDGE - left
        with canvas.button(label, action=view.composed, key="Enter"):
            canvas.rect(left, y, wide, TARGET, "accent", r=12, more="edge")
            canvas.text(left + wide / 2, y + TARGET / 2, label, 15, "accent", "mid bold", width=wide - 8)
    elif x == EDGE:
        what = (
            "Press the numbers to ask about"
            if strip.asks is QuestionKind.SET
            else "Press the first and the last number"
        )
        canvas.text(EDGE, middle, what.replace("number", "place") if strip.land else what, 14, "soft", "")
    return canvas.reach(y + TARGET + 8)


def _question(view: BoardView) -> str:
    game = view.info.game
    text = spoken(game, game.parse_action(str(view.composed)))
    return text if text.endswith("?") else f"Ask {text}"
