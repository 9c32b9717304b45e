"""The likelihood of a player's questions over order and degree, as a picture; and the numbers behind it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sleuth.core.errors import ParameterError
from sleuth.lab.fitting import Estimate, Fit
from sleuth.lab.matplotlib_svg import BLUE, INK, ORANGE, PAPER, Picture, picture, tidy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 30.0
"""Log-likelihoods are drawn down to so much below the highest."""
TICKS = (0, 0.25, 0.5, 1, 2, 4, np.inf)
NAMES = {
    (0, 0): "possibilities", (0, 1): "Hartley", (1, 1): "Shannon", (2, 2): "quadratic",
    (np.inf, 1): "min-entropy", (np.inf, 2): "Bayes error",
}  # fmt: skip


def share(order: float) -> float:
    """Where an order lies on an axis from 0 to infinity."""
    return 1.0 if np.isinf(order) else order / (1 + order)


def surface_picture(found: Fit) -> Picture:
    """The log-likelihood at the best noise, below its maximum; with the estimate and its interval."""
    below = found.surface - found.surface.max()

    def plane(figure: Figure) -> None:
        axes = figure.subplots()
        assert found.order is not None
        heights = [share(order) for order in found.orders]
        levels = [-SHOWN, -20, -12, -8, -5, -3, -2, -1, -0.5, 0]
        drawn = axes.contourf(found.degrees, heights, np.maximum(below, -SHOWN), levels, cmap="cividis")
        axes.contour(found.degrees, heights, below, [-4.0], colors=[PAPER], linewidths=1.2, linestyles="--")
        bar = figure.colorbar(drawn, ax=axes, label="log-likelihood below the highest")
        bar.ax.tick_params(length=2, labelsize=8)
        _cross(axes, found.order, found.degree)
        for point, name in NAMES.items():
            axes.plot(
                point[1], share(point[0]), marker="o", markersize=4, color=PAPER, markeredgecolor=INK, clip_on=False
            )
            up = point[0] < 2
            axes.annotate(
                name, (point[1], share(point[0])), (5, 4 if up else -10), textcoords="offset points", fontsize=7.5,
                bbox={"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.8},
            )  # fmt: skip
        axes.set_yticks([share(t) for t in TICKS], ["∞" if np.isinf(t) else f"{t:g}" for t in TICKS])
        axes.set_xlabel("degree")
        axes.set_ylabel("order")
        axes.tick_params(length=0)

    def line(figure: Figure) -> None:
        axes = figure.subplots()
        axes.plot(found.degrees, np.maximum(below[0], -SHOWN), color=BLUE, marker="o", markersize=3)
        axes.axvspan(found.degree.low, found.degree.high, color=ORANGE, alpha=0.2, linewidth=0)
        axes.axvline(found.degree.value, color=ORANGE, linestyle="--")
        axes.set_xlabel("degree (the order makes no difference: all secrets were equally likely)")
        axes.set_ylabel("log-likelihood below the highest")
        tidy(axes)

    caption = (
        "How likely the questions are under each entropy, at its best noise. Orange: the estimate and its interval. "
        "Dashed: 4 below the highest."
    )
    return picture("likelihood", caption, (6.2, 4.4), line if found.order is None else plane)


def _cross(axes: Axes, order: Estimate, degree: Estimate) -> None:
    place = share(order.value)
    axes.plot([degree.low, degree.high], [place, place], color=ORANGE, linewidth=2.2)
    axes.plot([degree.value] * 2, [share(order.low), share(order.high)], color=ORANGE, linewidth=2.2)
    axes.plot(degree.value, place, marker="*", markersize=12, color=ORANGE, markeredgecolor=PAPER)


def write_fit(found: Fit, folder: Path) -> list[Path]:
    """The surface as a picture and as numbers, and the models compared."""
    surface = (
        (f"{order:g}", f"{degree:g}", round(float(found.surface[i, j]), 4))
        for i, order in enumerate(found.orders)
        for j, degree in enumerate(found.degrees)
    )
    models = ((m.name, m.parameters, m.log_likelihood, m.aic, m.weight, m.held_out) for m in found.models)
    files = {
        "likelihood.svg": surface_picture(found).svg,
        "likelihood.csv": _csv(("order", "degree", "log-likelihood"), surface),
        "models.csv": _csv(("model", "parameters", "log-likelihood", "aic", "weight", "held out"), models),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"cannot write into {folder}: {error.strerror or error}") from error
    return [folder / name for name in files]


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([head, *rows])
    return out.getvalue()
