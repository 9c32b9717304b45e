"""Hidden numbers and treasures: cells as dark as they are likely, or coloured by the lies that they take."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from sleuth.kernels.arrays import Floats, Ints
from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.parts import Pending, number_in
from sleuth.show.svg.steps import EDGE, hint_ring, legend, percent, plain, shade, step_rows
from sleuth.show.svg.view import BoardView
from sleuth.show.words import lies_name, lies_text

MAX_CELLS = 144
"""More numbers are drawn in neighbourhoods of what is left."""
BINS = 36


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
    def name(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


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
    return Press(f"guess {middle}", middle)


def _member(cell: NumberCell, inside: Container[int]) -> Press:
    if cell.low in inside:
        return Press(f"leave {cell.low} out", part=f"{cell.low}:")
    return Press(f"ask about {cell.low}", part=f"{cell.low}:in")


def _end(pending: Pending, cell: NumberCell, line: Line) -> Press:
    """The end of the interval that a cell would become: what is missing, else the nearer one."""
    first, last = (line.number(pending.get(slot)) for slot in ("first", "last"))
    if first is None:
        return Press(f"begin at {cell.low}", part=f"first:{cell.low}")
    if last is None or abs(cell.high - last) <= abs(cell.low - first):
        value = cell.high if cell.high >= first else cell.low
        return Press(f"end at {value}", part=f"last:{value}")
    return Press(f"begin at {cell.low}", part=f"first:{cell.low}")


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
    single = all(cell.low == cell.high for cell in cells)
    columns = (8 if len(cells) <= 16 else 10 if len(cells) <= 100 else 12) if single else 4 - (len(cells[-1].name) > 9)
    wide = (WIDTH - 2 * EDGE) / columns
    high = min(wide, 40.0)
    darkest = max(cell.dark for cell in cells)
    chosen, hinted = _chosen(view, line), hinted_ranges(view, strip)
    secret = None if view.shown is None else int(view.shown) - line.first + line.low
    for place, cell in enumerate(cells):
        x, y = EDGE + wide * (place % columns), 10 + high * (place // columns)
        box = Box(x, y, wide - 2, high - 2)
        pressed = press(cell)
        marks = (
            any(n in chosen for n in (cell.low, cell.high)),
            _meets(cell, hinted),
            secret is not None and cell.low <= secret <= cell.high,
        )
        if view.live:
            label = f"{pressed.label}, {cell.description}"
            with canvas.button(
                label, action=pressed.action, part=pressed.part, pressed=marks[0] if pressed.part else None
            ):
                draw_cell(canvas, box, cell, cell.dark / darkest, view.heat, marks)
        else:
            draw_cell(canvas, box, cell, cell.dark / darkest, view.heat, marks)
    y = canvas.reach(10 + high * -(-len(cells) // columns) + 8)
    if view.live:
        y = _controls(canvas, view, y, strip)
    y = step_rows(canvas, view, y)
    y = lies_legend(canvas, y, view)
    notes = ["the stronger the blue, the likelier"] if view.lies is None else []
    notes.append("a cross: ruled out")
    if hinted:
        notes.append(f"dashed: the hint, {view.info.game.format_action(view.hint)}")
    if secret is not None:
        notes.append(f"star: the secret, {view.info.game.format_secret(view.shown)}")
    legend(canvas, y, *notes)
    return canvas


def _chosen(view: BoardView, line: Line) -> Container[int]:
    """The numbers that the pending parts cover."""
    ends = line.ends(view.pending)
    if ends is not None:
        return range(ends[0], ends[1] + 1)
    one = [line.number(view.pending.get(slot)) for slot in ("first", "last")]
    return line.picked(view.pending) | {n for n in one if n is not None}


def hinted_ranges(view: BoardView, strip: Strip) -> Sequence[tuple[int, int]]:
    """The numbers that the hint asks about, as they are written, in ranges."""
    return () if view.hint is None else strip.ranges(view.hint)


def _meets(cell: NumberCell, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(cell.low <= last and first <= cell.high for first, last in ranges)


class Box(NamedTuple):
    """A rectangle on the canvas."""

    x: float
    y: float
    width: float
    height: float


def draw_cell(
    canvas: Canvas, box: Box, cell: NumberCell, dark: float, heat: bool, marks: tuple[bool, bool, bool]
) -> None:
    """A cell, as dark as it is likely or coloured by its lies; `marks`: whether chosen, hinted, the secret."""
    x, y, width, height = box
    chosen, hinted, secret = marks
    on = "heat"
    if cell.least is None:
        shade(canvas, x, y, width, height, dark, low=True)
    else:
        on = lies_surface(cell.least)
        canvas.rect(x, y, width, height, on, "quiet", r=3, more="edge")
        dots(canvas, x + width - 5, y + 5, cell.least)
    size = (13 if width > 30 else 11) if cell.low == cell.high else 11
    figures = heat and cell.share > 0 and height > 30
    at = y + (11 if figures or cell.share == 0 else height / 2)
    canvas.text(x + width / 2, at, cell.name, size, on if cell.share > 0 else "soft", width=width - 2)
    if figures:
        canvas.text(x + width / 2, y + height - 9, percent(cell.share), 10, on, width=width)
    if chosen:
        canvas.rect(x + 1.5, y + 1.5, width - 3, height - 3, "", "ink", r=3, line=3)
    if hinted:
        hint_ring(canvas, x + 2, y + 2, width - 4, height - 4)
    if secret:
        star(canvas, x + width - 8, y + height - 8, 6)


LIES = ("heat", "peg6", "elsewhere", "hit", "coin", "card")
"""What a number is painted with that takes no lie, one, two, and so on."""


def lies_surface(lies: int) -> str:
    """The surface of a number that takes so many lies."""
    return LIES[min(lies, len(LIES) - 1)]


def dots(canvas: Canvas, x: float, y: float, number: int) -> None:
    """As many dots as lies, from the right to the left: the colour is not all that tells."""
    for place in range(number):
        canvas.circle(x - 6 * place, y, 2, "on-light" if number < len(LIES) - 1 else "ink")


def lies_legend(canvas: Canvas, y: float, view: BoardView) -> float:
    """What each colour stands for, and how many numbers have it; nothing where lies are not counted."""
    if view.lies is None:
        return y
    x = EDGE
    for lies, number in enumerate(view.info.kinds):
        text = f"takes {lies_name(lies)}: {number:,}"
        wide = text_width(text, 12) + 44
        if x > EDGE and x + wide > canvas.width - EDGE:
            x, y = EDGE, y + 22
        canvas.rect(x, y, 28, 16, lies_surface(lies), "quiet", r=3)
        dots(canvas, x + 23, y + 8, lies)
        canvas.text(x + 34, y + 8, text, 12, "paper", "")
        x += wide
    return canvas.reach(y + 26)


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
    middle, x = y + 16, EDGE
    for slot, head in (("first", "from"), ("last", "to")):
        value = strip.line.number(view.pending.get(slot))
        if value is not None:
            text = f"{head} {value} ×"
            wide = text_width(text, 13) + 18
            with canvas.button(f"clear {head} {value}", part=f"{slot}:"):
                canvas.rect(x, middle - 14, wide, 28, "card", "quiet", r=14, more="edge")
                canvas.text(x + wide / 2, middle, text, 13, "card")
            x += wide + 6
    if view.composed is not None:
        label = f"ask {view.composed}"
        left = max(x, WIDTH / 2)
        if WIDTH - EDGE - left < text_width(label, 15) + 12:
            left, middle = EDGE, middle + (38 if x > EDGE else 0)
        wide = WIDTH - EDGE - left
        with canvas.button(label, action=view.composed, key="Enter"):
            canvas.rect(left, middle - 16, wide, 32, "accent", "ink", r=6, more="edge")
            canvas.text(left + wide / 2, middle, label, 14, "accent", "mid bold", width=wide - 8)
    elif x == EDGE:
        what = (
            "press the cells to ask about"
            if strip.asks is QuestionKind.SET
            else "press the first and the last number to ask about"
        )
        canvas.text(EDGE, middle, what, 13, "soft", "")
    return canvas.reach(middle + 24)
