"""The likelihood of a player's questions over order and degree, as a picture; and the numbers behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sleuth.lab.fit_persons import Fits
from sleuth.lab.fitted_model import Estimate
from sleuth.lab.fitting import Fit
from sleuth.lab.matplotlib_svg import BLUE, INK, ORANGE, PAPER, Picture, chart, colour_bar, note, text_box, tidy
from sleuth.lab.move_table import MoveTable
from sleuth.lab.report_files import csv_text, write_texts
from sleuth.lab.row_files import rows_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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


def surface_picture(fitted: Fit) -> Picture:
    """The log-likelihood at the best noise, below its maximum; with the estimate and its interval."""
    below = fitted.surface - fitted.surface.max()

    def plane(axes: Axes) -> None:
        assert fitted.order is not None
        heights = [share(order) for order in fitted.orders]
        levels = [-SHOWN, -20, -12, -8, -5, -3, -2, -1, -0.5, 0]
        drawn = axes.contourf(fitted.degrees, heights, np.maximum(below, -SHOWN), levels, cmap="cividis")
        axes.contour(fitted.degrees, heights, below, [-4.0], colors=[PAPER], linewidths=1.2, linestyles="--")
        colour_bar(axes, drawn, 8, label="log-likelihood below the highest")
        _cross(axes, fitted.order, fitted.degree)
        for (order, degree), name in NAMES.items():
            point = degree, share(order)
            axes.plot(*point, marker="o", markersize=4, color=PAPER, markeredgecolor=INK, clip_on=False)
            note(axes, name, point, (5, 4 if order < 2 else -10), fontsize=7.5, bbox=text_box(0.15, alpha=0.8))
        axes.set_yticks([share(t) for t in TICKS], ["∞" if np.isinf(t) else f"{t:g}" for t in TICKS])
        axes.set(xlabel="degree", ylabel="order")
        axes.tick_params(length=0)

    def line(axes: Axes) -> None:
        axes.plot(fitted.degrees, np.maximum(below[0], -SHOWN), color=BLUE, marker="o", markersize=3)
        axes.axvspan(fitted.degree.low, fitted.degree.high, color=ORANGE, alpha=0.2, linewidth=0)
        axes.axvline(fitted.degree.value, color=ORANGE, linestyle="--")
        words = "degree (the order makes no difference: all secrets were equally likely)"
        tidy(axes, xlabel=words, ylabel="log-likelihood below the highest")

    caption = (
        "How likely the questions are under each entropy, at its best noise. Orange: the estimate and its interval. "
        "Dashed: 4 below the highest."
    )
    return chart("likelihood", caption, (6.2, 4.4), line if fitted.order is None else plane)


def _cross(axes: Axes, order: Estimate, degree: Estimate) -> None:
    place = share(order.value)
    axes.plot([degree.low, degree.high], [place, place], color=ORANGE, linewidth=2.2)
    axes.plot([degree.value] * 2, [share(order.low), share(order.high)], color=ORANGE, linewidth=2.2)
    axes.plot(degree.value, place, marker="*", markersize=12, color=ORANGE, markeredgecolor=PAPER)


def write_fit(fitted: Fit, folder: Path) -> list[Path]:
    """The surface as a picture and as numbers, and the models compared."""
    texts = {"likelihood.svg": surface_picture(fitted).svg, "likelihood.csv": _surface(fitted)}
    rows = fitted.rows()
    return write_texts(folder, {**texts, "models.csv": rows_text(rows[0], rows)})


def write_fits(fits: Fits, table: MoveTable, folder: Path, picture: bool = True) -> list[Path]:
    """The fits of all, of groups and of persons, all their models, and the moves, as tables; and the surface of all
    together, drawn if wanted."""
    together, rows, models, pooling = fits.together, fits.rows(), fits.model_rows(), fits.pooling()
    texts = {
        "fits.csv": rows_text(rows[0], rows),
        "models.csv": rows_text(models[0], models),
        "pooling.csv": rows_text(pooling[0], pooling),
        "moves.csv": rows_text(table.columns, table.rows()),
        "likelihood.csv": _surface(together),
        **({"likelihood.svg": surface_picture(together).svg} if picture else {}),
    }
    return write_texts(folder, texts)


def _surface(fitted: Fit) -> str:
    surface = (
        (f"{order:g}", f"{degree:g}", round(float(fitted.surface[i, j]), 4))
        for i, order in enumerate(fitted.orders)
        for j, degree in enumerate(fitted.degrees)
    )
    return csv_text([("order", "degree", "log-likelihood"), *surface])
