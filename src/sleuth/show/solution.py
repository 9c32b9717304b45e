"""A solution in words: what the best strategy takes, and what is proved of it."""

from __future__ import annotations

from rich.console import Group, RenderableType

from sleuth.show.figures import histogram_table
from sleuth.show.ink import ink, named_values
from sleuth.solve import Solution
from sleuth.solve.counts import OptimalCounts


def solution_table(solution: Solution, counts: OptimalCounts | None = None) -> RenderableType:
    """What was solved, the figures and the proof; and how many secrets take how many steps, where that is known.

    With counts, also how much is optimal.
    """
    histogram = {int(steps): number for steps, number in (solution.figures()["histogram"] or {}).items()}
    bars = [histogram_table(histogram)] if histogram else []
    rows = [*solution.rows(), *(counts.rows() if counts else [])]
    return Group(ink(solution.title, "bold"), *bars, "", named_values(rows))
