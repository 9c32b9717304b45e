"""The figures of a report. Each reads in black and white: marks, hatches and labels say what colours say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sleuth.lab.analysis import Analysis
from sleuth.lab.drawing import BLUE, GREEN, GREY, INK, ORANGE, PAPER, PURPLE, Picture, label, picture, tidy
from sleuth.lab.fan import HIGH, LOW, Fan
from sleuth.lab.first_moves import FirstMoves

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from sleuth.lab.difficulty import Difficulty, PlayerSteps
    from sleuth.lab.luck import Luck
    from sleuth.lab.report import Report

WIDTH = 4.9
BARS_MOST = 12
"""Up to so many different openings are drawn as bars; more as a curve."""
PARTS = (
    ("player", "who plays (skill)", BLUE, ""),
    ("secret", "which secret", ORANGE, "///"),
    ("pairing", "which player meets which secret", GREEN, "..."),
    ("chance", "what is drawn along the way", GREY, "xx"),
)
"""Where differences between plays come from: key, words, colour and hatch."""


def pictures(report: Report) -> list[Picture]:
    """All figures of a report, in the order in which they are shown."""
    drawn = analysis_pictures(report.analysis)
    if report.versus is not None:
        drawn.append(versus_picture(report.versus.one, report.versus.other))
    if report.sweep is not None and len(report.sweep.analyses) > 1:
        drawn.append(sweep_picture(report))
    return drawn


def analysis_pictures(analysis: Analysis) -> list[Picture]:
    """The figures of one game."""
    drawn = [first_moves_picture(analysis.first_moves)]
    if analysis.along_play is not None and analysis.along_play.steps:
        drawn.append(along_play_picture(analysis))
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

    def bars(figure: Figure) -> None:
        axes = figure.subplots()
        values = [o.bits for o in openings]
        places = np.arange(len(openings))
        axes.barh(places, values, color=[BLUE] + [GREY] * (len(openings) - 1), height=0.7)
        for place, value in enumerate(values):
            axes.annotate(f"{value:.3f}", (value, place), (4, 0), textcoords="offset points", va="center")
        axes.set_yticks(places, [label(o.text, 30) for o in openings])
        axes.invert_yaxis()
        axes.set_xlim(0, max(values[0], 0.01) * 1.16)
        axes.set_xlabel("bits expected")
        tidy(axes, "x")

    def curve(figure: Figure) -> None:
        axes = figure.subplots()
        _ranked(axes, first, BLUE, "-", 0.18)
        axes.axhline(first.spread.median, color=INK, linewidth=0.9, linestyle=":")
        axes.annotate(
            f"middle one {first.spread.median:.2f}",
            (100, first.spread.median),
            (0, 3),
            textcoords="offset points",
            ha="right",
        )
        axes.annotate(
            f"best: {label(first.best.text)} {first.best.bits:.2f}",
            (0, first.best.bits),
            (4, 4),
            textcoords="offset points",
        )
        axes.set_ylim(0, first.best.bits * 1.15)
        axes.set_xlabel("first moves from best to worst, %")
        axes.set_ylabel("bits expected")
        tidy(axes)

    if len(openings) <= BARS_MOST:
        caption = "What first moves are expected to tell, those of equal value together."
        return picture("first_moves", caption, (WIDTH, 0.9 + 0.27 * len(openings)), bars)
    caption = "What every first move is expected to tell, from the best to the worst."
    return picture("first_moves", caption, (WIDTH, 2.9), curve)


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


def along_play_picture(analysis: Analysis) -> Picture:
    """The best question and the middle one, step by step."""
    assert analysis.along_play is not None
    rows = analysis.along_play.steps

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        steps = [r.step for r in rows]
        best, median = [r.best for r in rows], [r.median for r in rows]
        axes.fill_between(steps, median, best, color=BLUE, alpha=0.15, linewidth=0)
        axes.plot(steps, best, color=BLUE, marker="o", label="best question")
        axes.plot(steps, median, color=ORANGE, marker="s", linestyle="--", label="middle one")
        axes.set_xticks(steps, [f"{row.step}\n{_share(row.share)}" for row in rows])
        axes.set_ylim(0, max(max(best), 0.01) * 1.1)
        axes.set_xlim(steps[0] - 0.4, steps[-1] + 0.4)
        axes.set_xlabel("step, and plays with something to decide")
        axes.set_ylabel("bits expected")
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=2)
        tidy(axes)

    caption = (
        "What the best question and the middle one are expected to tell, step by step, "
        "with the share of plays that have something to decide there."
    )
    return picture("along_play", caption, (WIDTH, 3.0), paint)


def _share(share: float) -> str:
    return "<1%" if share < 0.01 else f"{share:.0%}"


def fan_picture(fan: Fan) -> Picture:
    """The bits missing after each step: all plays, four out of five, half of them, and the middle."""
    from matplotlib.patches import Patch

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        steps = [s.step for s in fan.steps]
        bands = np.array([s.quantiles for s in fan.steps]).T
        shown = 1.0
        handles: list[Artist] = []
        for (low, high), alpha, words in zip(
            ((0, 6), (LOW, HIGH), (2, 4)), (0.14, 0.25, 0.4), ("all plays", "4 of 5", "half"), strict=True
        ):
            axes.fill_between(steps, bands[low], bands[high], color=BLUE, alpha=alpha, linewidth=0)
            shown *= 1 - alpha  # the bands lie upon each other
            handles.append(Patch(color=BLUE, alpha=1 - shown, linewidth=0, label=words))
        for edge in (0, 6):
            axes.plot(steps, bands[edge], color=BLUE, linewidth=0.8, linestyle=":")
        handles += axes.plot(steps, bands[3], color=INK, marker="o", markersize=4, linewidth=1.6, label="middle")
        means = [s.mean for s in fan.steps]
        handles += axes.plot(steps, means, color=ORANGE, linestyle="--", linewidth=1.4, label="mean")
        axes.set_xticks(steps)
        top = max(fan.steps[0].mean, 0.01)
        axes.set_ylim(-0.02 * top, 1.05 * top)
        axes.set_xlim(-0.12, max(steps[-1], 1) + 0.12)
        axes.set_xlabel("steps made")
        axes.set_ylabel("bits missing")
        axes.legend(handles=handles, loc="upper right")
        tidy(axes)

    return picture("fan", "The bits that are missing after each step, over all secrets.", (WIDTH, 3.3), paint)


def difficulty_picture(hard: Difficulty) -> Picture:
    """Mean steps of every player, with the optimum where it is known."""
    rows = hard.rows

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        rules = {r.player for r in hard.rules}
        for place, row in enumerate(rows):
            rule = row.player in rules
            colour = BLUE if rule else ORANGE
            low, high = _span(row)
            axes.plot([low, high], [place, place], color=colour, linewidth=2.2, solid_capstyle="butt")
            axes.plot(row.mean, place, color=colour, marker="o" if rule else "D", markersize=6)
            axes.annotate(f"{row.mean:.2f}", (high, place), (8, 0), textcoords="offset points", va="center")
        line, style, words = hard.bound, ":", f"no player beats {hard.bound:.2f}"
        if hard.optimal_mean is not None:
            line, style, words = hard.optimal_mean, "--", f"optimum {hard.optimal_mean:.3f}"
        axes.axvline(line, color=GREEN, linestyle=style, linewidth=1.4)
        axes.annotate(words, (line, -0.8), (4, 0), textcoords="offset points", va="center")
        axes.set_yticks(range(len(rows)), [label(r.player, 32) for r in rows])
        axes.set_ylim(len(rows) - 0.4, -1.3)
        least, most = min(line, *(_span(r)[0] for r in rows)), max(_span(r)[1] for r in rows)
        room = max(most - least, 0.1)
        axes.set_xlim(least - 0.06 * room, most + 0.18 * room)
        axes.set_xlabel("mean steps")
        tidy(axes, "x")

    caption = "Mean steps of players who draw at random (diamonds, with 95% intervals) and of one-step rules (discs)."
    return picture("difficulty", caption, (WIDTH, 1.1 + 0.3 * len(rows)), paint)


def _span(row: PlayerSteps) -> tuple[float, float]:
    """The ends of a row's interval; the mean where there is none."""
    return row.mean if row.low is None else row.low, row.mean if row.high is None else row.high


def luck_picture(luck: Luck) -> Picture:
    """One bar, cut into what explains the differences between plays."""
    shares = luck.shares

    def paint(figure: Figure) -> None:
        axes = figure.subplots()
        left = 0.0
        for key, words, colour, hatch in PARTS:
            share = 100 * shares[key]
            text = f"{words}: {share:.0f}%"
            axes.barh(0, share, left=left, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.8, label=text)
            if share >= 7:
                box = {"boxstyle": "round,pad=0.2", "facecolor": PAPER, "edgecolor": "none"}
                axes.annotate(f"{share:.0f}%", (left + share / 2, 0), ha="center", va="center", bbox=box)
            left += share
        axes.set_xlim(0, 100)
        axes.set_yticks([])
        axes.set_xlabel("% of the variance of steps")
        axes.spines["left"].set_visible(False)
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), handlelength=1.6, handleheight=1.1)
        axes.tick_params(length=0)

    return picture("luck", "Where the differences between plays come from.", (WIDTH, 2.3), paint)


def versus_picture(one: Analysis, other: Analysis) -> Picture:
    """First moves and fans of two games, as shares of what is missing at the start."""
    both = ((one, BLUE, "-", "o"), (other, ORANGE, "--", "s"))

    def paint(figure: Figure) -> None:
        with_fan = one.fan is not None and other.fan is not None
        panels = figure.subplots(2 if with_fan else 1, 1, squeeze=False)[:, 0]
        for game, colour, style, _ in both:
            _ranked(panels[0], game.first_moves, colour, style, share=True)
        panels[0].set_ylim(0, None)
        panels[0].set_xlabel("first moves from best to worst, %")
        panels[0].set_ylabel("told, % of the bits")
        tidy(panels[0])
        for game, colour, style, mark in both:
            panels[0].plot([], [], color=colour, linestyle=style, marker=mark, label=label(str(game.game), 44))
        panels[0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0))
        if not with_fan:
            return
        for game, colour, style, mark in both:
            assert game.fan is not None
            scale = 100 / (game.first_moves.start or 1.0)
            steps = [s.step for s in game.fan.steps]
            bands = np.array([s.quantiles for s in game.fan.steps]).T * scale
            panels[1].fill_between(steps, bands[LOW], bands[HIGH], color=colour, alpha=0.2, linewidth=0)
            for edge in (LOW, HIGH):
                panels[1].plot(steps, bands[edge], color=colour, linestyle=style, linewidth=0.9)
            panels[1].plot(steps, bands[3], color=colour, linestyle=style, marker=mark, markersize=4, linewidth=1.8)
        panels[1].set_ylim(0, 105)
        panels[1].set_xlim(0, None)
        panels[1].xaxis.get_major_locator().set_params(integer=True)
        panels[1].set_xlabel("steps made")
        panels[1].set_ylabel("missing, % of the bits")
        tidy(panels[1])

    caption = (
        "Both games, as shares of the bits that are missing at the start. Above: what first moves are expected to "
        "tell. Below: what is missing after each step, in the middle play and in four plays out of five."
    )
    return picture("versus", caption, (WIDTH, 5.6), paint)


def sweep_picture(report: Report) -> Picture:
    """Four panels: choice, the fan, steps, and skill, over sizes."""
    swept = report.sweep
    assert swept is not None
    values = {
        f.key: [g.interval for _, figures in swept.rows for g in figures if g.key == f.key] for f in report.headline
    }
    places = list(range(len(swept.values)))
    panels = (
        ("bits", (("first_best", "best first move"), ("first_deviation", "spread of first moves"))),
        ("bits", (("fan_width", "fan at its widest"), ("choice", "best over middle"))),
        ("mean steps", (("random_mean", "random"), ("best_mean", "best one-step rule"))),
        ("% of variance", (("skill", "skill"), ("secret", "the secret"), ("rest", "how they meet"))),
    )
    looks = ((BLUE, "o", "-"), (ORANGE, "s", "--"), (PURPLE, "^", ":"))

    def paint(figure: Figure) -> None:
        for axes, (unit, lines) in zip(figure.subplots(4, 1), panels, strict=True):
            scale = 100 if unit.startswith("%") else 1
            for (key, words), (colour, mark, style) in zip(lines, looks, strict=False):
                numbers, low, high = (
                    np.array([np.nan if v is None else scale * v for v in column])
                    for column in zip(*((i.mean, i.low, i.high) for i in values[key]), strict=True)
                )
                axes.plot(places, numbers, color=colour, marker=mark, linestyle=style, label=words)
                axes.vlines(places, low, high, color=colour, linewidth=1.2)
            axes.set_xticks(places, [label(v, 12) for v in swept.values])
            axes.set_xlim(-0.3, len(places) - 0.7)
            known = [scale * v for key, _ in lines for i in values[key] for v in (i.mean, i.high) if v is not None]
            axes.set_ylim(0, 1.1 * max([*known, 0.01]))
            axes.set_ylabel(unit)
            axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=3, columnspacing=1.2)
            tidy(axes)
        figure.supxlabel(label(swept.key), fontsize=9)

    return picture("sweep", f"How the figures change with {label(swept.key)}.", (WIDTH, 7.4), paint)
