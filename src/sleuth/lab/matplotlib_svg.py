"""SVG text from Matplotlib, without its global state: one figure in, one picture out, the same for the same input."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from threading import Lock
from typing import TYPE_CHECKING, Any

from sleuth.core.extras import extra
from sleuth.core.text import shorten
from sleuth.measures.intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PAPER, INK, LINE = "#ffffff", "#222222", "#d4d4d4"
BLUE, ORANGE, GREEN, PURPLE, GREY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c8c8c"
"""Colours that most colour-blind people tell apart (Okabe & Ito 2008). Nothing is said by colour alone."""
COLOURS = {
    PAPER: "paper", INK: "ink", LINE: "line", BLUE: "blue", ORANGE: "orange", GREEN: "green", PURPLE: "purple",
    GREY: "grey",
}  # fmt: skip
"""The names of the colours, by which a page may set others: `var(--blue)`."""

Look = tuple[str, str, str]
"""The colour, the mark and the line of a curve."""
LOOKS: tuple[Look, ...] = ((BLUE, "o", "-"), (ORANGE, "s", "--"), (PURPLE, "^", ":"))
"""Looks that are told apart without colours."""

_STYLE: Any = {
    # Letters stay text: small files that can be searched, read aloud, and shown with any font.
    "svg.fonttype": "none",
    "svg.hashsalt": "sleuth",
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "text.parse_math": False,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.linewidth": 0.8,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "figure.facecolor": PAPER,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "hatch.color": INK,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
}
_FONTS = "'DejaVu Sans', Verdana, 'Segoe UI', sans-serif"
_LOCK = Lock()


@dataclass(frozen=True)
class Picture:
    """A figure as SVG."""

    name: str
    """The file name, without its ending."""
    caption: str
    svg: str

    def inline(self) -> str:
        """The same for use inside a page: no ids in common with other pictures, and colours that the page may set."""
        body = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{self.name}-", self.svg[self.svg.index("<svg") :])
        for colour, name in COLOURS.items():
            body = body.replace(colour, f"var(--{name}, {colour})")
        # The page gives the width; the height follows.
        for side in ("width", "height"):
            body = re.sub(rf'(<svg[^>]*?) {side}="[^"]*"', r"\1", body, count=1)
        return body


def picture(name: str, caption: str, size: tuple[float, float], paint: Callable[[Figure], None]) -> Picture:
    """Paint a figure of so many inches, and give it as SVG."""
    matplotlib = extra("plots", "a figure", "matplotlib")
    from matplotlib.figure import Figure

    # The settings are global for the time of the drawing, so one drawing waits for another.
    with _LOCK, matplotlib.rc_context(_STYLE), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that our font lacks: the reader's may have them
        figure = Figure(figsize=size, layout="constrained")
        paint(figure)
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", out.getvalue(), flags=re.DOTALL)
    svg = re.sub(r"<!DOCTYPE.*?>\s*", "", svg, flags=re.DOTALL)
    # The root element names Matplotlib's font alone, which few readers have.
    return Picture(name, caption, svg.replace("'DejaVu Sans'", _FONTS))


def chart(name: str, caption: str, size: tuple[float, float], paint: Callable[[Axes], None]) -> Picture:
    """A picture of one pair of axes."""
    return picture(name, caption, size, lambda figure: paint(figure.subplots()))


def label(text: str, width: int = 26) -> str:
    """A text for a figure or a page: short, and with � for what cannot be printed."""
    return shorten("".join(sign if sign.isprintable() else "�" for sign in text), width)


def tidy(axes: Axes, grid: str = "y", /, **settings: Any) -> None:
    """Labels, limits and whatever else `Axes.set` takes; and a light grid behind, in one direction."""
    axes.set(**settings)
    axes.grid(axis=grid)  # type: ignore[arg-type]
    axes.tick_params(length=0)


def note(axes: Axes, text: str, point: tuple[float, float], shift: tuple[float, float], **style: Any) -> None:
    """A text beside a point, so many points of type away."""
    axes.annotate(text, point, shift, textcoords="offset points", **style)


def text_box(pad: float, **style: Any) -> dict[str, Any]:
    """A frame of paper behind a text, so that it can be read over a drawing."""
    return {"boxstyle": f"round,pad={pad}", "facecolor": PAPER, "edgecolor": "none", **style}


def colour_bar(axes: Axes, drawn: Any, labels: float = 7, **style: Any) -> Any:
    """The scale of a drawing in colours, beside its axes."""
    figure: Any = axes.figure
    bar = figure.colorbar(drawn, ax=axes, **style)
    bar.ax.tick_params(length=2, labelsize=labels)
    return bar


def error_bars(axes: Axes, places: Any, intervals: Sequence[Interval], look: Look, name: str) -> None:
    """Means with their intervals, as marks on a line."""
    colour, mark, line = look
    means, halves = [i.mean or 0.0 for i in intervals], [i.half or 0.0 for i in intervals]
    axes.errorbar(places, means, halves, color=colour, marker=mark, linestyle=line, markersize=4, capsize=2, label=name)
