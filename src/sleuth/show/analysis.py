"""Reports about games and graded plays, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.show.ink import ink

if TYPE_CHECKING:
    from sleuth.lab.grading import GradedMove, Grades
    from sleuth.lab.headline import KeyFigure
    from sleuth.lab.known import Gap
    from sleuth.lab.report import Report
    from sleuth.play.evaluation import Evaluation

STYLES = {"best": "bold", "fine": "", "inaccuracy": "#e69f00", "mistake": "#d55e00", "blunder": "bold #d55e00"}


def optimum_line(evaluation: Evaluation, gap: Gap) -> Text | None:
    """How far an evaluation is from the best there is; `None` where that is not known."""
    best, behind = gap.optimum, gap.total
    if best is None or behind is None:
        return None
    share = behind / evaluation.total * evaluation.mean
    text = f"{behind:,} steps in all, {share:.4f} on average" if behind > 0 else "none"
    return ink(f"optimum {best.total:,} ({best.source}); gap: {text}", "dim")


def report_view(report: Report) -> RenderableType:
    """What the figures say, and the key figures: of one game, of two side by side, or over sizes."""
    said = Table.grid(padding=(0, 1))
    for sentence in report.sentences:
        said.add_row("·", ink(sentence))
    parts: list[RenderableType] = [ink(str(report.game), "bold"), "", said]
    columns: list[tuple[str, tuple[KeyFigure, ...]]] = [("value (95% interval)", report.headline)]
    if report.versus is not None:
        one, other = zip(*report.versus.rows, strict=True)
        columns = [(str(report.versus.one.game), one), (str(report.versus.other.game), other)]
    parts += ["", _figures("figure", columns)]
    if report.sweep is not None:
        parts += ["", _figures(report.sweep.key, report.sweep.rows)]
    return Group(*parts, "", Text("In brackets: the 95% interval of an estimate. What has none is exact.", "dim"))


def _figures(head: str, columns: list[tuple[str, tuple[KeyFigure, ...]]]) -> Table:
    table = _table()
    table.add_column(ink(head))
    table.add_column("unit")
    for name, _ in columns:
        table.add_column(ink(name), justify="right", overflow="fold")
    for row in zip(*(figures for _, figures in columns), strict=True):
        unit = "" if row[0].unit == "%" else row[0].unit
        table.add_row(row[0].label, Text(unit, "dim"), *(figure.estimate for figure in row))
    return table


def grades_view(grades: Grades) -> RenderableType:
    """A row a move, and the play in a few sentences."""
    moves, unit = grades.moves, grades.unit
    title = f"{grades.game}" + (f", played by {grades.player}" if grades.player else "")
    table = _table()
    for head in ("step", "action", "answer", "left", "bits", "best\nbits", "luck\nbits", f"lost\n{unit}"):
        table.add_column(head, justify="left" if head in ("action", "answer") else "right")
    if unit == "steps":
        table.add_column("luck\nsteps", justify="right")
    table.add_column("mark")
    table.add_column("better")
    for move in moves:
        row = [
            Text(str(move.step)),
            ink(move.action),
            ink(move.feedback),
            Text(f"{move.candidates:,}"),
            Text(f"{move.bits:.2f}"),
            Text(f"{move.best_bits:.2f}"),
            Text(f"{move.luck_bits:+.2f}"),
        ]
        lost = {"steps": move.inaccuracy_steps, "hits": move.inaccuracy_hits, "bits": move.inaccuracy_bits}[unit]
        row.append(_number(lost, ".2f"))
        if unit == "steps":
            row.append(_number(move.luck_steps, "+.2f"))
        table.add_row(*row, Text(move.mark, STYLES[move.mark]), ink(_better(move, unit)))
    said = [ink(sentence) for sentence in grades.sentences]
    marks = ", ".join(f"{mark} {count}" for mark, count in grades.marks.items() if count)
    return Group(ink(title, "bold"), "", table, "", *said, Text(f"Marks: {marks}.", "dim") if marks else "")


def _better(move: GradedMove, unit: str) -> str:
    best = (None if unit == "bits" else move.best_action) or move.best_bits_action
    return "" if move.mark == "best" or best == move.action else best


def _number(value: float | None, form: str) -> Text:
    if value is None:
        return Text("–", "dim")
    return Text(f"{0.0 if abs(value) < 0.005 else value:{form}}")


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True, header_style="dim")
