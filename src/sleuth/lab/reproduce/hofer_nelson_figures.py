"""The figures of the study of entropies: planes of order and degree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sleuth.core.text import plural
from sleuth.kernels.arrays import Bools
from sleuth.lab.drawing import INK, LOOKS, ORANGE, PAPER, Picture, colour_bar, note, picture, tidy
from sleuth.lab.plane import CLOSE, DEGREES, ORDERS, Plane
from sleuth.measures.named import POINTS
from sleuth.measures.sharma_mittal import sharma_mittal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTERS = {name: name[0].upper() for name in POINTS}
TITLES = {"hartley": "Hartley", "shannon": "Shannon", "bayes-error": "Bayes error"}
TINTS = ("#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2")
"""Colours of first questions; each region also bears its question as text."""
LIGHT = "#f6b26b"
LABELLED = 0.025
"""A region is labelled from this share of the plane on."""


Panel = Callable[["Axes", Plane], str]
"""Draws a plane, and gives what its title says after the jar."""


def _panels(name: str, caption: str, planes: Mapping[str, Plane], panel: Panel, words: str = "") -> Picture:
    """A panel a jar, with ticks and a title; then `words`, where a panel is left."""

    def paint(figure: Figure) -> None:
        panels = list(figure.subplots(2, 3).flat)
        for axes, (jar, plane) in zip(panels, planes.items(), strict=False):
            text = panel(axes, plane)
            ticks(axes, plane)
            axes.set_title(f"{jar}: {getattr(plane.game, 'jar', '')}{text}", fontsize=8)
        for axes in panels[len(planes) :]:
            axes.axis("off")
        if words and len(planes) < len(panels):
            panels[len(planes)].text(0.0, 0.98, words, va="top", fontsize=7.5, linespacing=1.5)

    return picture(name, caption, (9.2, 5.4), paint)


def plane_figure(name: str, pegs: int, planes: Mapping[str, Plane], floors: Mapping[str, float]) -> Picture:
    """Expected steps over order and degree, a panel a jar."""

    def panel(axes: Axes, plane: Plane) -> str:
        drawn = axes.imshow(plane.means, cmap="cividis", origin="lower", aspect="auto", interpolation="none")
        colour_bar(axes, drawn, shrink=0.9).outline.set_visible(False)
        if plane.spread > 1e-12:
            outline(axes, plane.region(), ORANGE)
            row, column = plane.best_cell
            axes.plot(column, row, marker="*", markersize=8, color=ORANGE, markeredgecolor=PAPER)
        letters(axes, plane)
        floor = floors.get(str(plane.game))
        return f"\nbest {plane.best:.3f}" + ("" if floor is None else f", optimum {floor:.3f}")

    caption = (
        f"Expected steps of code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy to be minimised. "
        f"Orange: within {CLOSE:.1%} of the best in the plane."
    )
    return _panels(name, caption, planes, panel, legend(floors))


def legend(floors: Mapping[str, float]) -> str:
    """What the marks mean."""
    lines = [f"{letter}  {TITLES.get(name, name)} {_point(POINTS[name])}" for name, letter in LETTERS.items()]
    lines += ["", f"orange outline: within {CLOSE:.1%} of the best", "star, orange letter: the best (order, degree)"]
    return "\n".join(
        ["(order, degree)", *lines, "colour: mean steps", *(["optimum: of any strategy"] if floors else [])]
    )


def _point(point: tuple[float, float]) -> str:
    return f"({'∞' if np.isinf(point[0]) else format(point[0], 'g')}, {point[1]:g})"


def letters(axes: Axes, plane: Plane) -> None:
    """The named entropies, as letters in their cells."""
    for name in plane.named:
        row, column = plane.at(*POINTS[name])
        best = plane.spread > 1e-12 and plane.region(1e-12)[row, column]
        box = {"boxstyle": "circle,pad=0.15", "facecolor": LIGHT if best else PAPER, "edgecolor": INK, "linewidth": 0.5}
        axes.text(column, row, LETTERS[name], ha="center", va="center", fontsize=6, bbox=box)


def ticks(axes: Axes, plane: Plane) -> None:
    """Some orders and degrees along the edges; the grid is not to scale."""
    for axis, values, words in ((axes.xaxis, plane.degrees, "degree"), (axes.yaxis, plane.orders, "order")):
        few = len(values) < 10
        places = [k for k, v in enumerate(values) if few or v in (-5, -2, -1, 0, 0.5, 1, 2, 3, 5, 10, 20, np.inf)]
        axis.set_ticks(places, ["∞" if np.isinf(values[k]) else f"{values[k]:g}" for k in places], fontsize=7)
        axis.set_label_text(words, fontsize=8)
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


def questions_figure(name: str, pegs: int, planes: Mapping[str, Plane]) -> Picture:
    """The first question over order and degree, a panel a jar."""
    from matplotlib.colors import ListedColormap

    def panel(axes: Axes, plane: Plane) -> str:
        tints = np.full(plane.firsts.shape, len(TINTS))
        questions = plane.questions()
        for number, (text, cells) in enumerate(questions.items()):
            if number < len(TINTS):
                tints[cells] = number
            if cells.mean() >= LABELLED:
                axes.text(*_middle(cells), text, ha="center", va="center", fontsize=8, fontweight="bold")
            outline(axes, cells, INK)
        axes.imshow(
            tints, cmap=ListedColormap([*TINTS, "#dddddd"]), vmin=0, vmax=len(TINTS), origin="lower", aspect="auto",
            interpolation="none", alpha=0.6,
        )  # fmt: skip
        return f", {plural(len(questions), 'question')}"

    caption = f"What is asked first in code-jar Mastermind, {pegs} pegs, by the order and degree of the entropy."
    return _panels(name, caption, planes, panel)


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
    orders, degrees = [order for order in ORDERS if order <= 20], [degree for degree in DEGREES if 0 <= degree <= 5]

    def paint(figure: Figure) -> None:
        left, middle, right = figure.subplots(1, 3, width_ratios=(1, 1.3, 1.3))
        for shift, ((label, shares), (colour, mark, line)) in enumerate(zip(sets.items(), LOOKS, strict=False)):
            places = np.arange(len(shares)) + 0.4 * shift
            left.bar(places, shares, 0.38, color=colour, hatch="///" if shift else "", edgecolor=INK, label=label)
            for degree, width in ((1, 1.6), (2, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for order in orders]
                middle.plot(orders, values, color=colour, linestyle=line, linewidth=width)
                end = orders[-1], values[-1]
                note(middle, f"{label}, degree {degree}", end, (-4, 3), fontsize=7, ha="right")
            for order, width in ((1, 1.6), (np.inf, 0.9)):
                values = [float(sharma_mittal(shares, order, degree)) for degree in degrees]
                right.plot(degrees, values, color=colour, linestyle=line, linewidth=width, marker=mark, markersize=2.5)
        left.legend()
        tidy(left, xticks=[], title="two sets", ylabel="share")
        tidy(middle, xlabel="order", xlim=(0, 20), ylim=(0, 2), ylabel="entropy", title="entropy by order")
        tidy(right, xlabel="degree", ylim=(0, 6), title="by degree: order 1, and ∞ thin")

    caption = "Which set would you rather have? The entropy of a is below that of b at every order above 0."
    return picture(name, caption, (9.2, 3.0), paint)
