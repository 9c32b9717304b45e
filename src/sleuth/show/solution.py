"""A solution in words: what the best strategy takes, and what is proved of it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.show.figures import histogram_table
from sleuth.show.ink import ink
from sleuth.solve import Solution


def solution_table(solution: Solution) -> RenderableType:
    """What was solved, the figures and the proof; and how many secrets take how many steps, where that is known."""
    figures = Table.grid(padding=(0, 2))
    for name, value in solution.rows():
        figures.add_row(Text(name, "dim"), ink(value))
    histogram = {int(steps): number for steps, number in (solution.figures()["histogram"] or {}).items()}
    bars = [histogram_table(histogram)] if histogram else []
    return Group(ink(solution.title, "bold"), *bars, "", figures)
