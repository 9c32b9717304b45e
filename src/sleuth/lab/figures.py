"""The figures of a report. Each reads in black and white: marks, hatches and labels say what colours say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sleuth.lab.analysis import Analysis
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.findings import Findings
from sleuth.lab.first_moves import FirstMoves
from sleuth.lab.luck import Luck
from sleuth.lab.matplotlib_svg import (
    BLUE,
    GREEN,
    GREY,
    INK,
    LOOKS,
    ORANGE,
    Picture,
    chart,
    label,
    note,
    picture,
    text_box,
    tidy,
)
from sleuth.lab.spatial_interest import AlongPlay
from sleuth.lab.sweep import SizeSweep
from sleuth.lab.temporal_interest import HIGH, LOW, Fan

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 4.9
MAX_BARS = 12
"""Up to so many different openings are drawn as bars; more as a curve."""
PARTS = (
    ("player", "who plays (skill)", BLUE, ""),
    ("secret", "which secret", ORANGE, "///"),
    ("pairing", "which player meets which secret", GREEN, "..."),
    ("chance", "what is drawn along the way", GREY, "xx"),
)
"""Where differences between plays come from: key, words, colour and hatch."""
BANDS = ((0, 6, 0.14, "all plays"), (LOW, HIGH, 0.25, "4 of 5"), (2, 4, 0.4, "half"))
"""The bands of a fan: the places of two quantiles, how dark it is, and the plays that lie within."""
SWEEP_PANELS = (
    ("bits", (("first_best", "best first move"), ("first_deviation", "spread of first moves"))),
    ("bits", (("fan_width", "fan at its widest"), ("choice", "best over middle"))),
    ("mean steps", (("random_mean", "random"), ("best_mean", "best one-step rule"))),
    ("% of variance", (("skill", "skill"), ("secret", "the secret"), ("rest", "how they meet"))),
)
"""The unit of each panel over sizes, and its key figures with their names."""


def pictures(report: Findings) -> list[Picture]:
    """All figures of a report, in the order in which they are shown."""
    drawn = analysis_pictures(report)
    if report.versus is not None:
        drawn.append(versus_picture(report.versus.one, report.versus.other))
    if report.sweep is not None and len(report.sweep.analyses) > 1:
        drawn.append(sweep_picture(report.sweep))
    return drawn


def analysis_pictures(analysis: Analysis) -> list[Picture]:
    """The figures of one game."""
    drawn = [first_moves_picture(analysis.first_moves)]
    if analysis.along_play is not None and analysis.along_play.steps:
        drawn.append(along_play_picture(analysis.along_play))
    if analysis.fan is not None:
        drawn.append(fan_picture(analysis.fan))
    if analysis.difficulty is not None:
        drawn.append(difficulty_picture(analysis.difficulty))
    if analysis.luck is not None and analysis.luck.variance > 0:
        drawn.append(luck_picture(analysis.luck))
    return drawn


def first_moves_picture(first: FirstMoves) -> Picture:
    """Bars for few different values, the best in blue; a falling curve for many."""
    openings = first.openings

    def bars(axes: Axes) -> None:
        values = [o.bits for o in openings]
        places = np.arange(len(openings))
        axes.barh(places, values, color=[BLUE] + [GREY] * (len(openings) - 1), height=0.7)
        for place, value in enumerate(values):
            note(axes, f"{value:.3f}", (value, place), (4, 0), va="center")
        axes.set_yticks(places, [label(o.text, 30) for o in openings])
        axes.invert_yaxis()
        tidy(axes, "x", xlim=(0, max(values[0], 0.01) * 1.16), xlabel="bits expected")

    def curve(axes: Axes) -> None:
        median, best = first.spread.median, first.best
        _ranked(axes, first, BLUE, "-", 0.18)
        axes.axhline(median, color=INK, linewidth=0.9, linestyle=":")
        note(axes, f"middle one {median:.2f}", (100, median), (0, 3), ha="right")
        note(axes, f"best: {label(best.text)} {best.bits:.2f}", (0, best.bits), (4, 4))
        tidy(axes, ylim=(0, best.bits * 1.15), xlabel="first moves from best to worst, %", ylabel="bits expected")

    if len(openings) <= MAX_BARS:
        caption = "What first moves are expected to tell, those of equal value together."
        return chart("first_moves", caption, (WIDTH, 0.9 + 0.27 * len(openings)), bars)
    caption = "What every first move is expected to tell, from the best to the worst."
    return chart("first_moves", caption, (WIDTH, 2.9), curve)


def _ranked(axes: Axes, first: FirstMoves, colour: str, style: str, fill: float = 0.0, share: bool = False) -> None:
    bits = np.sort(first.bits)[::-1] / ((first.start or 1.0) if share else 1.0) * (100 if share else 1)
    # Each action is a step of the same breadth; long lists are thinned, since no eye could tell.
    edges = np.linspace(0, 100, bits.size + 1)
    if bits.size > 1000:
        kept = np.unique(np.linspace(0, bits.size - 1, 1000).astype(int))
        bits, edges = bits[kept], np.append(edges[kept], 100.0)
    axes.stairs(bits, edges, color=colour, linewidth=1.8, linestyle=style)
    if fill:
        axes.stairs(bits, edges, color=colour, fill=True, alpha=fill)


def along_play_picture(along: AlongPlay) -> Picture:
    """The best question and the middle one, step by step."""
    rows = along.steps

    def paint(axes: Axes) -> None:
        steps = [r.step for r in rows]
        best, median = [r.best for r in rows], [r.median for r in rows]
        axes.fill_between(steps, median, best, color=BLUE, alpha=0.15, linewidth=0)
        axes.plot(steps, best, color=BLUE, marker="o", label="best question")
        axes.plot(steps, median, color=ORANGE, marker="s", linestyle="--", label="middle one")
        shares = ["<1%" if r.share < 0.01 else f"{r.share:.0%}" for r in rows]
        axes.set_xticks(steps, [f"{step}\n{share}" for step, share in zip(steps, shares, strict=True)])
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=2)
        limits = {"ylim": (0, max(*best, 0.01) * 1.1), "xlim": (steps[0] - 0.4, steps[-1] + 0.4)}
        tidy(axes, xlabel="step, and plays with something to decide", ylabel="bits expected", **limits)

    caption = (
        "What the best question and the middle one are expected to tell, step by step, "
        "with the share of plays that have something to decide there."
    )
    return chart("along_play", caption, (WIDTH, 3.0), paint)


def fan_picture(fan: Fan) -> Picture:
    """The bits missing after each step: all plays, four out of five, half of them, and the middle."""
    from matplotlib.patches import Patch

    def paint(axes: Axes) -> None:
        steps = [s.step for s in fan.steps]
        bands = np.array([s.quantiles for s in fan.steps]).T
        clear = 1.0
        handles: list[Artist] = []
        for low, high, alpha, words in BANDS:
            axes.fill_between(steps, bands[low], bands[high], color=BLUE, alpha=alpha, linewidth=0)
            clear *= 1 - alpha  # the bands lie upon each other
            handles.append(Patch(color=BLUE, alpha=1 - clear, linewidth=0, label=words))
        for edge in (0, 6):
            axes.plot(steps, bands[edge], color=BLUE, linewidth=0.8, linestyle=":")
        handles += axes.plot(steps, bands[3], color=INK, marker="o", markersize=4, linewidth=1.6, label="middle")
        means = [s.mean for s in fan.steps]
        handles += axes.plot(steps, means, color=ORANGE, linestyle="--", linewidth=1.4, label="mean")
        axes.legend(handles=handles, loc="upper right")
        top = max(fan.steps[0].mean, 0.01)
        limits = {"ylim": (-0.02 * top, 1.05 * top), "xlim": (-0.12, max(steps[-1], 1) + 0.12)}
        tidy(axes, xticks=steps, xlabel="steps made", ylabel="bits missing", **limits)

    return chart("fan", "The bits that are missing after each step, over all secrets.", (WIDTH, 3.3), paint)


def difficulty_picture(hard: Difficulty) -> Picture:
    """Mean steps of every player, with the optimum where it is known."""
    rows = hard.rows
    # The ends of each interval; the mean where there is none.
    spans = [(r.mean if r.low is None else r.low, r.mean if r.high is None else r.high) for r in rows]

    def paint(axes: Axes) -> None:
        rules = {r.player for r in hard.rules}
        for place, (row, (low, high)) in enumerate(zip(rows, spans, strict=True)):
            colour, mark = (BLUE, "o") if row.player in rules else (ORANGE, "D")
            axes.plot([low, high], [place, place], color=colour, linewidth=2.2, solid_capstyle="butt")
            axes.plot(row.mean, place, color=colour, marker=mark, markersize=6)
            note(axes, f"{row.mean:.2f}", (high, place), (8, 0), va="center")
        line, style, words = hard.bound, ":", f"no player beats {hard.bound:.2f}"
        if hard.optimal_mean is not None:
            line, style, words = hard.optimal_mean, "--", f"optimum {hard.optimal_mean:.3f}"
        axes.axvline(line, color=GREEN, linestyle=style, linewidth=1.4)
        note(axes, words, (line, -0.8), (4, 0), va="center")
        axes.set_yticks(range(len(rows)), [label(r.player, 32) for r in rows])
        least, most = min(line, *(low for low, _ in spans)), max(high for _, high in spans)
        room = max(most - least, 0.1)
        limits = {"ylim": (len(rows) - 0.4, -1.3), "xlim": (least - 0.06 * room, most + 0.18 * room)}
        tidy(axes, "x", xlabel="mean steps", **limits)

    caption = "Mean steps of players who draw at random (diamonds, with 95% intervals) and of one-step rules (discs)."
    return chart("difficulty", caption, (WIDTH, 1.1 + 0.3 * len(rows)), paint)


def luck_picture(luck: Luck) -> Picture:
    """One bar, cut into what explains the differences between plays."""

    def paint(axes: Axes) -> None:
        left = 0.0
        for key, words, colour, hatch in PARTS:
            share = 100 * luck.shares[key]
            text = f"{words}: {share:.0f}%"
            axes.barh(0, share, left=left, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.8, label=text)
            if share >= 7:
                middle = (left + share / 2, 0)
                axes.annotate(f"{share:.0f}%", middle, ha="center", va="center", bbox=text_box(0.2))
            left += share
        axes.set(xlim=(0, 100), yticks=[], xlabel="% of the variance of steps")
        axes.spines["left"].set_visible(False)
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), handlelength=1.6, handleheight=1.1)
        axes.tick_params(length=0)

    return chart("luck", "Where the differences between plays come from.", (WIDTH, 2.3), paint)


def versus_picture(one: Analysis, other: Analysis) -> Picture:
    """First moves and fans of two games, as shares of what is missing at the start."""
    both = tuple(zip((one, other), LOOKS, strict=False))

    def first_moves(axes: Axes) -> None:
        for game, (colour, _, style) in both:
            _ranked(axes, game.first_moves, colour, style, share=True)
        tidy(axes, ylim=(0, None), xlabel="first moves from best to worst, %", ylabel="told, % of the bits")
        for game, (colour, mark, style) in both:
            axes.plot([], [], color=colour, linestyle=style, marker=mark, label=label(str(game.game), 44))
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0))

    def fans(axes: Axes) -> None:
        for game, (colour, mark, style) in both:
            assert game.fan is not None
            steps = [s.step for s in game.fan.steps]
            bands = np.array([s.quantiles for s in game.fan.steps]).T * (100 / (game.first_moves.start or 1.0))
            axes.fill_between(steps, bands[LOW], bands[HIGH], color=colour, alpha=0.2, linewidth=0)
            for edge in (LOW, HIGH):
                axes.plot(steps, bands[edge], color=colour, linestyle=style, linewidth=0.9)
            axes.plot(steps, bands[3], color=colour, linestyle=style, marker=mark, markersize=4, linewidth=1.8)
        tidy(axes, ylim=(0, 105), xlim=(0, None), xlabel="steps made", ylabel="missing, % of the bits")
        axes.locator_params(axis="x", integer=True)

    def paint(figure: Figure) -> None:
        with_fan = one.fan is not None and other.fan is not None
        panels = figure.subplots(2 if with_fan else 1, 1, squeeze=False)[:, 0]
        for axes, draw in zip(panels, (first_moves, fans), strict=False):
            draw(axes)

    caption = (
        "Both games, as shares of the bits that are missing at the start. Above: what first moves are expected to "
        "tell. Below: what is missing after each step, in the middle play and in four plays out of five."
    )
    return picture("versus", caption, (WIDTH, 5.6), paint)


def sweep_picture(swept: SizeSweep) -> Picture:
    """Four panels: choice, the fan, steps, and skill, over sizes."""
    intervals = [{figure.key: figure.interval for figure in figures} for _, figures in swept.rows]
    places = list(range(len(swept.values)))

    def panel(axes: Axes, unit: str, lines: tuple[tuple[str, str], ...]) -> None:
        scale, top = 100 if unit.startswith("%") else 1, 0.01
        for (key, words), (colour, mark, style) in zip(lines, LOOKS, strict=False):
            ends = [(i[key].mean, i[key].low, i[key].high) for i in intervals]
            values = scale * np.array(ends, np.float64)
            numbers, low, high = values.T
            axes.plot(places, numbers, color=colour, marker=mark, linestyle=style, label=words)
            axes.vlines(places, low, high, color=colour, linewidth=1.2)
            top = np.nanmax([*numbers, *high, top])
        axes.set_xticks(places, [label(v, 12) for v in swept.values])
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=3, columnspacing=1.2)
        tidy(axes, xlim=(-0.3, len(places) - 0.7), ylim=(0, 1.1 * top), ylabel=unit)

    def paint(figure: Figure) -> None:
        for axes, (unit, lines) in zip(figure.subplots(4, 1), SWEEP_PANELS, strict=True):
            panel(axes, unit, lines)
        figure.supxlabel(label(swept.key), fontsize=9)

    return picture("sweep", f"How the figures change with {label(swept.key)}.", (WIDTH, 7.4), paint)
