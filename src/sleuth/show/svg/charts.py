"""Charts: bars, a fan of quantiles, lines with intervals, a map of heat. Their words hold all numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

from sleuth.show.svg.canvas import WIDTH, Canvas, text_width
from sleuth.show.svg.palette import heat_step
from sleuth.show.svg.steps import EDGE, bar

STROKES = ("blue", "orange", "green", "purple")
DASHES = ("", "dashed")
LEFT, RIGHT, TOP, HIGH = 48.0, 10.0, 26.0, 170.0
TICKS = 4
MAX_NUMBERED = 12
"""So many bars have their number above them."""
MAX_CELL = 34.0
SMALL, LEGEND_ROW = 12.0, 20.0


class AxisNames(NamedTuple):
    """What is drawn over what, each with its unit."""

    x: str
    y: str


class ChartValue(NamedTuple):
    """A value, and the ends of where it may lie; the ends of an exact one are the value."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def wide(self) -> bool:
        """Whether it is no exact value."""
        return self.low is not None and self.high is not None and self.low < self.high


class Quantiles(NamedTuple):
    """How values are spread at one place: the least, a quarter, the mean, three quarters, the most."""

    least: float
    lower: float
    mean: float
    upper: float
    most: float


@dataclass(frozen=True)
class ChartLine:
    """A line of a chart: a value for each place of the axis, as far as it goes; none where it is not known."""

    name: str
    values: Sequence[ChartValue | None]


@dataclass(frozen=True)
class Scale:
    """The numbers of the upright axis, and where each is."""

    low: float
    high: float
    step: float

    @classmethod
    def over(cls, values: Iterable[float], zero: bool = False) -> Scale:
        """A scale with round numbers that holds all values; from 0 where bars stand on it."""
        known = [*values, *([0.0] if zero else [])] or [0.0]
        low, high = min(known), max(known)
        if high - low < 1e-9:
            low, high = (0.0, high or 1.0) if high >= 0 else (low, 0.0)
        rough = (high - low) / TICKS
        size = 10.0 ** floor(log10(rough))
        step = next(size * nice for nice in (1, 2, 2.5, 3, 4, 5, 10) if size * nice >= rough * 0.999)
        return cls(step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9), step)

    @property
    def ticks(self) -> list[float]:
        """The numbers that are written."""
        return [self.low + self.step * i for i in range(round((self.high - self.low) / self.step) + 1)]

    def place(self, value: float) -> float:
        """The height of a value in the drawing."""
        return TOP + HIGH * (self.high - value) / (self.high - self.low)


def svg_bars(title: str, axes: AxisNames, bars: Sequence[tuple[str, float]]) -> str:
    """A bar for each label."""
    canvas = Canvas(title, _words(axes, ((label, _short(value)) for label, value in bars)))
    scale = Scale.over((value for _, value in bars), zero=True)
    _frame(canvas, axes, scale, [label for label, _ in bars], gaps=True)
    room = _room(len(bars))
    for place, (_, value) in enumerate(bars):
        x, y = _x(place, len(bars), gaps=True), scale.place(value)
        canvas.rect(x - 0.38 * room, y, 0.76 * room, max(scale.place(0) - y, 1), "voice", r=min(4, 0.2 * room))
        if len(bars) <= MAX_NUMBERED:
            canvas.text(x, y - 8, _short(value), SMALL, "paper", width=room + 8)
    return canvas.svg()


def svg_groups(title: str, axes: AxisNames, labels: Sequence[str], series: Sequence[ChartLine]) -> str:
    """Bars of several series side by side at each label, on one axis; an estimate has its interval."""
    canvas = Canvas(title, " ".join(f"{one.name}: {', '.join(map(_estimate, one.values))}." for one in series))
    known = [value for one in series for value in one.values if value is not None]
    scale = Scale.over((end for v in known for end in v if end is not None), zero=True)
    _frame(canvas, axes, scale, labels, gaps=True)
    room = _room(len(labels))
    wide = 0.8 * room / max(1, len(series))
    for number, one in enumerate(series):
        for place, value in enumerate(one.values):
            if value is None or (value.value == 0 and not value.wide):
                continue
            x = _x(place, len(labels), gaps=True) - 0.4 * room + wide * number
            _group_bar(canvas, scale, number, Bar(x + 0.05 * wide, 0.9 * wide, value))
    y = TOP + HIGH + 52
    for number, one in enumerate(series):
        _group_fill(canvas, number, EDGE, y - 7, 20, 14)
        canvas.text(EDGE + 30, y, one.name, 13, "paper", "", width=WIDTH - 2 * EDGE - 30)
        y += LEGEND_ROW
    canvas.reach(y - 6)
    return canvas.svg()


class Bar(NamedTuple):
    """A bar of a group: where it begins, how wide it is, and its value."""

    x: float
    width: float
    value: ChartValue


def _group_fill(canvas: Canvas, number: int, x: float, y: float, width: float, height: float) -> None:
    """The look of a series: full, or light with a frame, so that colour is not all that tells them apart."""
    if number % 2 == 0:
        canvas.rect(x, y, width, height, "voice", "purple", r=min(3, 0.2 * width))
    else:
        canvas.rect(x, y, width, height, "tint-orange", "orange", r=min(3, 0.2 * width), line=1.6)


def _group_bar(canvas: Canvas, scale: Scale, number: int, one: Bar) -> None:
    top = scale.place(one.value.value)
    _group_fill(canvas, number, one.x, top, one.width, max(scale.place(0) - top, 1))
    if one.value.wide:
        middle = one.x + one.width / 2
        _whisker(canvas, middle, scale.place(one.value.low or 0), scale.place(one.value.high or 0), "ink")


def svg_fan(title: str, axes: AxisNames, places: Sequence[tuple[str, Quantiles]]) -> str:
    """How values spread from place to place: all of them, the middle half, and the mean."""
    canvas = Canvas(title, _words(axes, ((label, _spread(q)) for label, q in places)))
    quantiles = [q for _, q in places]
    scale = Scale.over((end for q in quantiles for end in (q.least, q.most)), zero=True)
    _frame(canvas, axes, scale, [label for label, _ in places])

    def points(values: Iterable[float]) -> list[tuple[float, float]]:
        return [(_x(place, len(places)), scale.place(value)) for place, value in enumerate(values)]

    for low, high, fill in (("least", "most", "heat2"), ("lower", "upper", "heat4")):
        above, below = (points(getattr(q, end) for q in quantiles) for end in (high, low))
        canvas.path(_path([*above, *reversed(below)]) + "Z", fill, "hint")
    middle = points(q.mean for q in quantiles)
    canvas.path(_path(middle), "", "ink", 2.4)
    for x, y in middle:
        canvas.circle(x, y, 3.4, "paper", "ink", 2)
    y = TOP + HIGH + 52
    for name, fill, x in (("all plays", "heat2", EDGE), ("middle half", "heat4", EDGE + 106)):
        canvas.rect(x, y - 6, 20, 12, fill, "hint", r=2)
        canvas.text(x + 26, y, name, 13, "paper", "")
    canvas.line(EDGE + 226, y, EDGE + 246, y, "ink", 2.4)
    canvas.text(EDGE + 252, y, "mean", 13, "paper", "")
    canvas.reach(y + 14)
    return canvas.svg()


def svg_lines(title: str, axes: AxisNames, labels: Sequence[str], lines: Sequence[ChartLine]) -> str:
    """A line for each figure, with the interval of each value that is an estimate; they differ in more than colour."""
    canvas = Canvas(title, " ".join(f"{line.name}: {', '.join(map(_estimate, line.values))}." for line in lines))
    known = [value for line in lines for value in line.values if value is not None]
    scale = Scale.over((end for v in known for end in v if end is not None), zero=True)
    _frame(canvas, axes, scale, labels)
    y = TOP + HIGH + 52
    for number, line in enumerate(lines):
        _line(canvas, scale, number, line, len(labels))
        stroke, dashes = _pen(number)
        canvas.line(EDGE, y, EDGE + 28, y, stroke, 2.2, dashes)
        mark(canvas, EDGE + 14, y, stroke, number)
        canvas.text(EDGE + 38, y, line.name, 13, "paper", "", width=WIDTH - 2 * EDGE - 38)
        y += LEGEND_ROW
    canvas.reach(y - 6)
    return canvas.svg()


def _pen(number: int) -> tuple[str, str]:
    return STROKES[number % len(STROKES)], DASHES[number % len(DASHES)]


def _line(canvas: Canvas, scale: Scale, number: int, line: ChartLine, places: int) -> None:
    """Straight pieces between points, each point with the mark of the line and its interval."""
    stroke, dashes = _pen(number)
    values = [(_x(place, places), value) for place, value in enumerate(line.values) if value is not None]
    if values:
        canvas.path(_path([(x, scale.place(value.value)) for x, value in values]), "", stroke, 2.2, dashes)
    for x, value in values:
        if value.wide:
            _whisker(canvas, x, scale.place(value.low or 0), scale.place(value.high or 0), stroke)
        mark(canvas, x, scale.place(value.value), stroke, number)


def svg_curve(series: Sequence[tuple[str, Sequence[float]]], title: str = "bits left after each step") -> str:
    """A curve for each label: its values at step 0, 1, 2 and so on."""
    steps = [str(step) for step in range(max((len(values) for _, values in series), default=1))]
    lines = [ChartLine(label, [ChartValue(value) for value in values]) for label, values in series]
    return svg_lines(title, AxisNames("question", title), steps, lines)


def svg_bar(bits: float, start: float, text: str = "") -> str:
    """What is left of the bits that were missing at the start, as a bar with its figure."""
    canvas = Canvas(text or f"{bits:.2f} of {start:.2f} bits left to find")
    bar(canvas, 8, bits, start, text)
    return canvas.svg()


def mark(canvas: Canvas, x: float, y: float, stroke: str, number: int) -> None:
    """The mark of a curve at one of its points: curves differ in it, whatever their colour."""
    kind = number % 4
    if kind == 0:
        canvas.circle(x, y, 3.6, stroke, stroke)
    elif kind == 1:
        canvas.rect(x - 3.4, y - 3.4, 6.8, 6.8, "paper", stroke, r=0, line=2)
    elif kind == 2:
        canvas.path(f"M{x:.1f} {y - 4.5:.1f}l4.2 7.6h-8.4Z", stroke, stroke)
    else:
        canvas.path(f"M{x:.1f} {y - 4.5:.1f}l4.5 4.5l-4.5 4.5l-4.5 -4.5Z", "paper", stroke, 2)


def svg_heat_map(
    title: str, axes: AxisNames, columns: Sequence[str], rows: Sequence[str], values: Sequence[Sequence[float]]
) -> str:
    """A cell for each pair, `values[column][row]`: the stronger the violet, the less; the first row is the lowest."""
    flat = [value for column in values for value in column]
    least, most = min(flat), max(flat)
    pairs = (
        (f"{axes.x} {c}, {axes.y} {r}", f"{values[i][j]:.3f}")
        for i, c in enumerate(columns)
        for j, r in enumerate(rows)
    )
    canvas = Canvas(title, _words(axes, pairs))
    wide, high = (WIDTH - LEFT - RIGHT) / len(columns), min(MAX_CELL, 300 / len(rows))
    bottom = TOP + high * len(rows)
    for i, column in enumerate(columns):
        for j in range(len(rows)):
            share = 1.0 if most - least < 1e-9 else (most - values[i][j]) / (most - least)
            x, y, fill = LEFT + wide * i, bottom - high * (j + 1), heat_step(share)
            canvas.rect(x + 1, y + 1, wide - 2, high - 2, fill, r=4)
            if text_width(shown := f"{values[i][j]:.2f}", SMALL) < wide - 4:
                canvas.text(x + wide / 2, y + high / 2, shown, SMALL, fill)
        canvas.text(LEFT + wide * (i + 0.5), bottom + 12, column, SMALL, "soft", width=wide)
    for j, row in enumerate(rows):
        canvas.text(LEFT - 6, bottom - high * (j + 0.5), row, SMALL, "soft", "end")
    canvas.text(EDGE, 12, axes.y, SMALL, "soft", "")
    canvas.text(LEFT + (WIDTH - LEFT - RIGHT) / 2, bottom + 30, axes.x, SMALL, "soft")
    canvas.reach(bottom + 42)
    return canvas.svg()


def _frame(canvas: Canvas, axes: AxisNames, scale: Scale, labels: Sequence[str], gaps: bool = False) -> None:
    """The axes with their names and numbers; so many labels as there is room for."""
    canvas.text(EDGE, 10, axes.y, SMALL, "soft", "", width=WIDTH - 2 * EDGE)
    for tick in scale.ticks:
        y = scale.place(tick)
        canvas.line(LEFT, y, WIDTH - RIGHT, y, "quiet", 0.4)
        canvas.text(LEFT - 6, y, _short(tick), SMALL, "soft", "end")
    widest = max((text_width(label, SMALL) for label in labels), default=0) + 8
    every = max(1, ceil(widest * len(labels) / (WIDTH - LEFT - RIGHT)))
    for place in range(0, len(labels), every):
        x = min(_x(place, len(labels), gaps), WIDTH - text_width(labels[place], SMALL) / 2 - 2)
        canvas.text(x, TOP + HIGH + 13, labels[place], SMALL, "soft")
    canvas.text(LEFT + (WIDTH - LEFT - RIGHT) / 2, TOP + HIGH + 31, axes.x, SMALL, "soft")
    canvas.reach(TOP + HIGH + 42)


def _room(number: int) -> float:
    return (WIDTH - LEFT - RIGHT) / max(1, number)


def _x(place: int, number: int, gaps: bool = False) -> float:
    """The middle of a place along the axis; bars have half a gap at either end."""
    if gaps:
        return LEFT + _room(number) * (place + 0.5)
    return LEFT + 10 + (WIDTH - LEFT - RIGHT - 20) * (place / (number - 1) if number > 1 else 0.5)


def _whisker(canvas: Canvas, x: float, low: float, high: float, stroke: str) -> None:
    canvas.line(x, low, x, high, stroke, 1.4)
    for end in (low, high):
        canvas.line(x - 4, end, x + 4, end, stroke, 1.4)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _words(axes: AxisNames, pairs: Iterable[tuple[str, str]]) -> str:
    return f"{axes.y} by {axes.x}: " + ", ".join(f"{label}: {value}" for label, value in pairs) + "."


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 or float(value).is_integer() else f"{value:.3g}"


def _spread(q: Quantiles) -> str:
    return f"{_short(q.least)} to {_short(q.most)}, mean {_short(q.mean)}"


def _estimate(value: ChartValue | None) -> str:
    if value is None:
        return "not known"
    return f"{value.value:.2f} ({value.low:.2f} to {value.high:.2f})" if value.wide else f"{value.value:.2f}"
