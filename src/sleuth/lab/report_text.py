"""Reports about games and graded plays, as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sleuth.show.ink import ink, table

if TYPE_CHECKING:
    from sleuth.lab.grading import GradedMove, Grades
    from sleuth.lab.headline import KeyFigure
    from sleuth.lab.published_optima import Gap
    from sleuth.lab.report import Report
    from sleuth.play.evaluation import Evaluation

STYLES = {"best": "bold", "fine": "", "inaccuracy": "#e69f00", "mistake": "#d55e00", "blunder": "bold #d55e00"}


def optimum_line(evaluation: Evaluation, gap: Gap) -> Text | None:
    """How far an evaluation is from the best there is, or why that was not looked for; `None` where it is not known."""
    best, behind = gap.optimum, gap.total
    if gap.untried:
        return ink("optimum not looked for, since its solver is not compiled yet: --optimum does both", "dim")
    if best is None or behind is None:
        return None
    share = behind / evaluation.total * evaluation.mean
    text = f"{behind:,} steps in all, {share:.4f} on average" if behind > 0 else "none"
    return ink(f"optimum {best.total:,} ({best.source}); gap: {text}", "dim")


def report_view(report: Report) -> RenderableType:
    """What the figures say, and the key figures: of one game, of two side by side, or over sizes."""
    sentences = Table.grid(padding=(0, 1))
    for sentence in report.sentences:
        sentences.add_row("·", ink(sentence))
    parts: list[RenderableType] = [ink(str(report.game), "bold"), "", sentences]
    columns: list[tuple[str, tuple[KeyFigure, ...]]] = [("value (95% interval)", report.headline)]
    if report.versus is not None:
        one, other = zip(*report.versus.rows, strict=True)
        columns = [(str(report.versus.one.game), one), (str(report.versus.other.game), other)]
    parts += ["", _figures("figure", columns)]
    if report.sweep is not None:
        parts += ["", _figures(report.sweep.key, report.sweep.rows)]
    return Group(*parts, "", Text("In brackets: the 95% interval of an estimate. What has none is exact.", "dim"))


def _figures(head: str, columns: list[tuple[str, tuple[KeyFigure, ...]]]) -> Table:
    out = table()
    out.add_column(ink(head))
    out.add_column("unit")
    for name, _ in columns:
        out.add_column(ink(name), justify="right", overflow="fold")
    for row in zip(*(figures for _, figures in columns), strict=True):
        unit = "" if row[0].unit == "%" else row[0].unit
        out.add_row(row[0].label, Text(unit, "dim"), *(figure.estimate for figure in row))
    return out


def grades_view(grades: Grades) -> RenderableType:
    """A row a move, and the play in a few sentences."""
    unit = grades.unit
    title = f"{grades.game}" + (f", played by {grades.player}" if grades.player else "")
    moves = table()
    for head in ("step", "action", "answer", "left", "bits", "best\nbits", "luck\nbits", f"lost\n{unit}"):
        moves.add_column(head, justify="left" if head in ("action", "answer") else "right")
    if unit == "steps":
        moves.add_column("luck\nsteps", justify="right")
    moves.add_column("mark")
    moves.add_column("better")
    for move in grades.moves:
        bits = (f"{move.candidates:,}", f"{move.bits:.2f}", f"{move.best_bits:.2f}", f"{move.luck_bits:+.2f}")
        row = [Text(str(move.step)), ink(move.action), ink(move.feedback), *map(Text, bits)]
        row.append(_number(getattr(move, f"inaccuracy_{unit}"), ".2f"))
        if unit == "steps":
            row.append(_number(move.luck_steps, "+.2f"))
        moves.add_row(*row, Text(move.mark, STYLES[move.mark]), ink(better_action(move, unit)))
    scores = [f"Skill {grades.skill} of 99, luck {grades.luck} of 99."] if grades.moves else []
    sentences = [ink(sentence) for sentence in (*grades.sentences, *scores)]
    marks = ", ".join(f"{mark} {count}" for mark, count in grades.marks.items() if count)
    return Group(ink(title, "bold"), "", moves, "", *sentences, Text(f"Marks: {marks}.", "dim") if marks else "")


def better_action(move: GradedMove, unit: str) -> str:
    """What would have been better than a move; nothing for the best."""
    best = (None if unit == "bits" else move.best_action) or move.best_bits_action
    return "" if move.mark == "best" or best == move.action else best


def _number(value: float | None, form: str) -> Text:
    if value is None:
        return Text("–", "dim")
    return Text(f"{0.0 if abs(value) < 0.005 else value:{form}}")
