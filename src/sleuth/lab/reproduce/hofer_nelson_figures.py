"""The figures of the study of entropies: planes of order and degree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sleuth.core.text import plural
from sleuth.kernels.arrays import Bools
from sleuth.lab.matplotlib_svg import BLUE, INK, ORANGE, PAPER, Picture, picture, tidy
from sleuth.lab.order_degree_plane import CLOSE, DEGREES, ORDERS, Plane
from sleuth.measures.named import POINTS
from sleuth.measures.sharma_mittal import sharma_mittal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTERS = {
    "possibilities": "P",
    "hartley": "H",
    "shannon": "S",
    "quadratic": "Q",
    "min-entropy": "M",
    "bayes-error": "B",
}
TITLES = {"hartley": "Hartley", "shannon": "Shannon", "bayes-error": "Bayes error"}
TINTS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2")
"""Colours of first questions; each region also bears its question as text."""
LIGHT = "#f6b26b"
LABELLED = 0.025
"""A region is labelled from this share of the plane on."""


def plane_figure(
    name: str, pegs: int, jars: Sequence[str], planes: Sequence[Plane], floors: Mapping[str, float]
) -> Picture:
    """Expected steps over order and degree, a panel a jar."""

    def paint(figure: Figure) -> None:
        panels = figure.subplots(2, 3).flat
        for axes, jar, found in zip(panels, jars, planes, strict=False):
            drawn = axes.imshow(found.means, cmap="cividis", origin="lower", aspect="auto", interpolation="none")
            bar = figure.colorbar(drawn, ax=axes, shrink=0.9)
            bar.ax.tick_params(length=2, labelsize=7)
            bar.outline.set_visible(False)
            if found.spread > 1e-12:
                outline(axes, found.region(), ORANGE)
                row, column = found.best_cell
                axes.plot(column, row, marker="*", markersize=8, color=ORANGE, markeredgecolor=PAPER)
            letters(axes, found)
            ticks(axes, found)
            contents = getattr(found.game, "jar", "")
            floor = floors.get(str(found.game))
            optimal = "" if floor is None else f", optimum {floor:.3f}"
            axes.set_title(f"{jar}: {contents}\nbest {found.best:.3f}{optimal}", fontsize=8)
        rest = list(figure.axes)[len(jars) : 6] if len(jars) < 6 else []
        for axes in rest:
            axes.axis("off")
        if rest:
            rest[0].text(0.0, 0.98, legend(floors), va="top", fontsize=7.5, linespacing=1.5)

    caption = (
        f"Expected steps of code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy to be minimised. "
        f"Orange: within {CLOSE:.1%} of the best in the plane."
    )
    return picture(name, caption, (9.2, 5.4), paint)


def legend(floors: Mapping[str, float]) -> str:
    """What the marks mean."""
    lines = [f"{letter}  {TITLES.get(name, name)} {_point(POINTS[name])}" for name, letter in LETTERS.items()]
    more = [
        "",
        f"orange outline: within {CLOSE:.1%} of the best",
        "star, orange letter: the best (order, degree)",
        "colour: mean steps",
    ]
    return "\n".join(["(order, degree)", *lines, *more, *(["optimum: of any strategy"] if floors else [])])


def _point(point: tuple[float, float]) -> str:
    return f"({'∞' if np.isinf(point[0]) else format(point[0], 'g')}, {point[1]:g})"


def letters(axes: Axes, found: Plane) -> None:
    """The named entropies, as letters in their cells."""
    for name, point in POINTS.items():
        if found.holds(*point):
            row, column = found.at(*point)
            best = found.spread > 1e-12 and found.region(1e-12)[row, column]
            fill = LIGHT if best else PAPER
            box = {"boxstyle": "circle,pad=0.15", "facecolor": fill, "edgecolor": INK, "linewidth": 0.5}
            axes.text(column, row, LETTERS[name], ha="center", va="center", fontsize=6, bbox=box)


def ticks(axes: Axes, found: Plane) -> None:
    """Some orders and degrees along the edges; the grid is not to scale."""
    for values, along in ((found.degrees, "x"), (found.orders, "y")):
        few = len(values) < 10
        shown = [k for k, v in enumerate(values) if few or v in (-5, -2, -1, 0, 0.5, 1, 2, 3, 5, 10, 20, np.inf)]
        places, texts = shown, ["∞" if np.isinf(values[k]) else f"{values[k]:g}" for k in shown]
        if along == "x":
            axes.set_xticks(places, texts, fontsize=7)
            axes.set_xlabel("degree", fontsize=8)
        else:
            axes.set_yticks(places, texts, fontsize=7)
            axes.set_ylabel("order", fontsize=8)
    axes.tick_params(length=0)


def outline(axes: Axes, cells: Bools, colour: str) -> None:
    """A line around some cells."""
    padded, xs, ys = np.pad(cells, 1), [], []
    for row, column in np.argwhere(cells).tolist():
        for other, across, up in (
            ((row, column + 1), (-0.5, 0.5), (-0.5, -0.5)),
            ((row + 2, column + 1), (-0.5, 0.5), (0.5, 0.5)),
            ((row + 1, column), (-0.5, -0.5), (-0.5, 0.5)),
            ((row + 1, column + 2), (0.5, 0.5), (-0.5, 0.5)),
        ):
            if not padded[other]:
                # What is not a number lifts the pen, so that the whole outline is one line.
                xs += [column + across[0], column + across[1], np.nan]
                ys += [row + up[0], row + up[1], np.nan]
    axes.plot(xs, ys, color=colour, linewidth=1.6, solid_capstyle="round")


def questions_figure(name: str, pegs: int, jars: Sequence[str], planes: Sequence[Plane]) -> Picture:
    """The first question over order and degree, a panel a jar."""
    from matplotlib.colors import ListedColormap

    def paint(figure: Figure) -> None:
        panels = figure.subplots(2, 3).flat
        for axes, jar, found in zip(panels, jars, planes, strict=False):
            shown = np.full(found.firsts.shape, len(TINTS))
            for number, (text, cells) in enumerate(found.questions().items()):
                if number < len(TINTS):
                    shown[cells] = number
                if cells.mean() >= LABELLED:
                    axes.text(*_middle(cells), text, ha="center", va="center", fontsize=8, fontweight="bold")
                outline(axes, cells, INK)
            axes.imshow(
                shown, cmap=ListedColormap([*TINTS, "#dddddd"]), vmin=0, vmax=len(TINTS), origin="lower",
                aspect="auto", interpolation="none", alpha=0.6,
            )  # fmt: skip
            ticks(axes, found)
            axes.set_title(
                f"{jar}: {getattr(found.game, 'jar', '')}, {plural(len(found.questions()), 'question')}", fontsize=8
            )
        for axes in list(figure.axes)[len(jars) :]:
            axes.axis("off")

    caption = f"What is asked first in code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy."
    return picture(name, caption, (9.2, 5.4), paint)


def _middle(cells: Bools) -> tuple[float, float]:
    """A cell deep inside a region, as x and y."""
    depth, inner = np.zeros(cells.shape, int), np.pad(cells, 1)
    while inner.any():
        depth += inner[1:-1, 1:-1]
        core = inner[1:-1, 1:-1] & inner[:-2, 1:-1] & inner[2:, 1:-1] & inner[1:-1, :-2] & inner[1:-1, 2:]
        inner = np.pad(core, 1)
    deepest = np.argwhere(depth == depth.max())
    row, column = deepest[len(deepest) // 2]
    return float(column), float(row)


def sets_figure(name: str, sets: Mapping[str, Sequence[float]]) -> Picture:
    """Two sets of shares, and their entropies by order and by degree."""

    def paint(figure: Figure) -> None:
        left, middle, right = figure.subplots(1, 3, width_ratios=(1, 1.3, 1.3))
        looks = zip(sets.items(), ((BLUE, "o", "-"), (ORANGE, "s", "--")), strict=True)
        for shift, ((label, shares), (colour, mark, line)) in enumerate(looks):
            places = np.arange(len(shares)) + 0.4 * shift
            left.bar(places, shares, 0.38, color=colour, hatch="" if shift == 0 else "///", edgecolor=INK, label=label)
            orders = [order for order in ORDERS if order <= 20]
            for degree, width in ((1, 1.6), (2, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for order in orders]
                middle.plot(orders, values, color=colour, linestyle=line, linewidth=width)
                middle.annotate(f"{label}, degree {degree}", (orders[-1], values[-1]), (-4, 3), fontsize=7,
                                textcoords="offset points", ha="right")  # fmt: skip
            degrees = [degree for degree in DEGREES if 0 <= degree <= 5]
            for order, width in ((1, 1.6), (np.inf, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for degree in degrees]
                right.plot(degrees, values, color=colour, linestyle=line, linewidth=width, marker=mark, markersize=2.5)
        left.legend()
        left.set_xticks([])
        left.set_title("two sets")
        left.set_ylabel("share")
        middle.set_xlabel("order")
        middle.set_xlim(0, 20)
        middle.set_ylim(0, 2)
        middle.set_ylabel("entropy")
        middle.set_title("entropy by order")
        right.set_xlabel("degree")
        right.set_ylim(0, 6)
        right.set_title("by degree: order 1, and ∞ thin")
        for axes in (left, middle, right):
            tidy(axes)

    caption = "Which set would you rather have? The entropy of a is below that of b at every order above 0."
    return picture(name, caption, (9.2, 3.0), paint)
