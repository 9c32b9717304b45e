"""Evaluations, solutions and tournaments in a notebook: figures, and how many secrets take how many steps."""

from __future__ import annotations

from collections.abc import Mapping

from sleuth.play.evaluation import Evaluation
from sleuth.play.tournament.report import Cell, Summary
from sleuth.play.tournament.store import Results
from sleuth.show.html.elements import Html, element, joined, named_values, table
from sleuth.show.html.view import drawing, quiet, view
from sleuth.show.standings import UNKNOWN, half_text, mean_text, seats_text, seconds_text
from sleuth.show.svg.canvas import standalone
from sleuth.show.svg.charts import AxisNames, svg_bars
from sleuth.solve.method import Solution

MAX_TRIALS = 10
AXES = AxisNames("steps", "secrets")


def evaluation(made: Evaluation) -> Html:
    """How many secrets take how many steps, and the figures."""
    chart = drawing(_chart(f"{made.strategy} at {made.game}", made.histogram))
    return view(f"{made.strategy} at {made.game}", chart, named_values(made.rows()))


def evaluation_drawing(made: Evaluation) -> str:
    """The bars as a file of its own."""
    return standalone(_chart(f"{made.strategy} at {made.game}", made.histogram))


def solution(found: Solution) -> Html:
    """The same of a solution, with what is proved."""
    histogram = _histogram(found)
    chart = drawing(_chart(found.title, histogram)) if histogram else None
    return view(found.title, chart, named_values(found.rows()))


def solution_drawing(found: Solution) -> str | None:
    """The bars as a file of its own; `None` where steps are not counted."""
    histogram = _histogram(found)
    return standalone(_chart(found.title, histogram)) if histogram else None


def _histogram(found: Solution) -> dict[int, int]:
    return {int(steps): number for steps, number in (found.figures()["histogram"] or {}).items()}


def _chart(title: str, histogram: Mapping[int, int | float]) -> str:
    """A bar for every number of steps, those that no secret takes too."""
    steps = range(min(histogram), max(histogram) + 1)
    return svg_bars(title, AXES, [(str(number), histogram.get(number, 0)) for number in steps])


def summary(found: Summary) -> Html:
    """The mean of each agent in each game, agents on the same secrets, and players at a table."""
    parts = [_cells(found.cells)]
    if found.comparisons:
        rows = [
            (one.game, one.agent, one.rival, mean_text(one.difference, signed=True), half_text(one.difference),
             f"{one.wins:,}", f"{one.ties:,}", f"{one.losses:,}")
            for one in found.comparisons
        ]  # fmt: skip
        heads = ("game", "agent", "against", "difference", "95%", "fewer", "same", "more")
        parts.append(table(heads, rows, words=3, caption="On the same secrets"))
    for line in found.lines:
        players = [
            (p.agent, f"{p.seats}", f"{p.wins:,}", f"{p.share:.3f}", f"{p.low:.3f} to {p.high:.3f}", f"{p.par:.3f}")
            for p in line.players
        ]
        columns = ("player", "seats", "won", "share", "95% interval", "par")
        seats = table(columns, players, caption=f"{line.game}: {line.line}")
        parts.append(joined((seats, quiet(seats_text(line.turns, line.first_seat, line.ends)))))
    return view("Tournament", *parts)


def _cells(cells: tuple[Cell, ...]) -> Html:
    failures = any(cell.failed for cell in cells)
    heads = ["game", "agent", "trials", *(["failed"] if failures else []), "steps", "95%", "worst", "time a move"]
    rows = []
    for cell in cells:
        worst = UNKNOWN if cell.worst is None else str(cell.worst)
        failed = [f"{cell.failed:,}"] if failures else []
        figures = [mean_text(cell.steps), half_text(cell.steps), worst, seconds_text(cell.seconds)]
        rows.append((cell.game, cell.agent, f"{cell.trials:,}", *failed, *figures))
    return table(heads, rows, words=2, caption="Mean steps")


def results(found: Results) -> Html:
    """How many trials are there, and the first of them."""
    rows = [
        (row.game, row.agent, row.secret, str(row.trial), str(row.steps), "yes" if row.solved else "no")
        for row in found.rows[:MAX_TRIALS]
    ]
    shown = table(("game", "agent", "secret", "trial", "steps", "solved"), rows, words=3)
    more = len(found.rows) - MAX_TRIALS
    played = f"{found.path.name}: {len(found.rows):,} of {found.config.total:,} trials"
    rest = joined((f"and {more:,} more; ", element("code", "to_frame()"), " has all"))
    return view(played, shown, notes=rest if more > 0 else None)
