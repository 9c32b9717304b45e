"""The figures of a reproduction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sleuth.lab.drawing import BLUE, GREEN, GREY, INK, ORANGE, Look, Picture, error_bars, picture, tidy
from sleuth.lab.fan import Fan
from sleuth.play.tournament import Cell

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGENT_LOOKS: tuple[Look, ...] = ((GREY, "o", ":"), (ORANGE, "s", "--"), (BLUE, "D", "-"), (GREEN, "^", "-."))


def table_figure(name: str, before: list[list[str]], after: list[list[str]]) -> Picture:
    """Two probability tables, one above the other."""

    def paint(figure: Figure) -> None:
        titles = ("before any weighing", "coins 1 and 3 are weighed: coin 1 is heavier")
        for axes, rows, title in zip(figure.subplots(2, 1), (before, after), titles, strict=True):
            axes.axis("off")
            axes.set_title(title)
            cells = axes.table(cellText=rows[1:], colLabels=rows[0], loc="center", cellLoc="center")
            cells.scale(1, 1.5)
            for cell in cells.get_celld().values():
                cell.set(facecolor="none", edgecolor=INK)

    return picture(name, "The information state of four coins, before and after a weighing (Fig. 2)", (5.6, 2.9), paint)


def first_moves_figure(name: str, games: Sequence[tuple[str, list[str], list[float]]]) -> Picture:
    """The bits that each first move is expected to tell, a bar a move."""

    def paint(figure: Figure) -> None:
        top = max(max(bits) for _, _, bits in games)
        for axes, (game, moves, bits) in zip(figure.subplots(len(games), 1), games, strict=True):
            best = max(bits)
            axes.bar(range(len(moves)), bits, color=[BLUE if b >= best - 1e-9 else GREY for b in bits])
            axes.set_xticks(range(len(moves)), moves, rotation=90)
            tidy(axes, ylim=(0, 1.1 * top), ylabel="bits", title=f"{game}, 3 pegs, 3 colours (best in blue)")

    caption = "The entropy that each first move is expected to take away (Fig. 3)"
    return picture(name, caption, (6.4, 4.6), paint)


def fan_figure(name: str, fans: Sequence[tuple[str, Fan]]) -> Picture:
    """The entropy along play: the range over all secrets, its quartiles, and the median."""

    def paint(figure: Figure) -> None:
        for axes, (title, fan) in zip(figure.subplots(1, len(fans)), fans, strict=True):
            steps = [s.step for s in fan.steps]
            for low, high, shade in ((0, -1, 0.2), (2, 4, 0.35)):
                lows, highs = ([s.quantiles[q] for s in fan.steps] for q in (low, high))
                axes.fill_between(steps, lows, highs, color=BLUE, alpha=shade, linewidth=0)
            axes.plot(steps, [s.quantiles[3] for s in fan.steps], color=BLUE, marker="o", markersize=4)
            tidy(axes, xticks=steps, xlabel="step", ylabel="bits missing", title=title)

    caption = "Entropy along play: all secrets, the middle half darker, the median as a line (Fig. 4)"
    return picture(name, caption, (6.8, 2.8), paint)


def steps_figure(
    name: str, cells: Sequence[Cell], games: Mapping[str, Sequence[str]], agents: Sequence[str]
) -> Picture:
    """Mean steps of each agent at each size, with intervals; a panel a game."""
    steps = {(cell.game, cell.agent): cell.steps for cell in cells}

    def paint(figure: Figure) -> None:
        grid = figure.subplots(4, 2).flat
        for axes, (title, sizes) in zip(grid, games.items(), strict=False):
            for shift, (agent, look) in enumerate(zip(agents, AGENT_LOOKS, strict=False)):
                intervals = [steps[size, agent] for size in sizes if (size, agent) in steps]
                error_bars(axes, [k + (shift - 1.5) * 0.06 for k in range(len(intervals))], intervals, look, agent)
            axes.set_xticks(range(len(sizes)), [_size(size) for size in sizes])
            tidy(axes, title=title, ylim=(0, None))
        for axes in grid:
            axes.axis("off")
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=2)
        figure.supylabel("mean steps")

    caption = "Mean steps of four agents by size, with 95% intervals (Fig. 5)"
    return picture(name, caption, (7.2, 9.0), paint)


def _size(spec: str) -> str:
    """`pegs=4,colours=6` -> `4x6`; a word list by the number in its name."""
    values = [part.partition("=")[2] for part in spec.partition(":")[2].split(",")]
    if "answers=" in spec:
        return values[0].rpartition("-")[2].removesuffix(".txt")
    return "x".join(values)
