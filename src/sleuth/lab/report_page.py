"""The report as one page: what the template is filled with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from sleuth import __version__
from sleuth.core.extras import extra
from sleuth.lab.analysis import SECTIONS, Analysis
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.figures import PARTS
from sleuth.lab.findings import Findings
from sleuth.lab.first_moves import FirstMoves
from sleuth.lab.luck import Luck
from sleuth.lab.matplotlib_svg import COLOURS, Picture, label
from sleuth.lab.sentences import sentences
from sleuth.lab.spatial_interest import AlongPlay
from sleuth.lab.temporal_interest import QUANTILES, Fan
from sleuth.measures.intervals import Interval

if TYPE_CHECKING:
    from jinja2 import Template

SHOWN = 12
"""Rows of a table; the rest is in the CSV file."""
LIGHT = {name: colour for colour, name in COLOURS.items()} | {"soft": "#f4f5f7", "faint": "#5c5c5c"}
DARK = {
    "paper": "#15181c", "ink": "#e6e6e6", "line": "#3a4048", "blue": "#56b4e9", "orange": "#e8833a", "green": "#2fbf95",
    "purple": "#d999bd", "grey": "#8f969e", "soft": "#1e2329", "faint": "#a9b0b8",
}  # fmt: skip


@dataclass(frozen=True)
class Numbers:
    """A table of texts; the first `left` columns are words."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1
    note: str = ""


@dataclass(frozen=True)
class ReportSide:
    """One game of the report, and its pictures by section."""

    analysis: Analysis
    pictures: dict[str, Picture]

    def lines(self, section: str) -> list[str]:
        """What is said in a section."""
        return [s.text for s in sentences(self.analysis) if s.section == section]

    def numbers(self, section: str) -> Numbers | None:
        """The table behind the figure of a section."""
        figures = self.analysis.parts[section]
        return None if figures is None else _NUMBERS[section](figures)


def page(report: Findings, pictures: Sequence[Picture], others: Sequence[Picture], files: Sequence[str]) -> str:
    """The page. `others` are the figures of the game on the other side, `files` the CSV files beside the page."""
    drawn = {p.name: p for p in pictures}
    sides = [ReportSide(report, drawn)]
    title, short = str(report.game), _first_sentences(report)
    key_figures = [tuple(map(shown, (f.label, f.with_unit, f.interval_text, f.meaning))) for f in report.headline]
    if report.versus is not None:
        sides.append(ReportSide(report.versus.other, {p.name.removeprefix("versus_"): p for p in others}))
        title, short = f"{title} and {report.versus.other.game}", report.versus.sentences
        key_figures = [(shown(one.label), one.shown, other.shown) for one, other in report.versus.rows]
    return _template().render(
        report=report,
        title=title,
        short=short,
        key_figures=key_figures,
        sides=sides,
        versus_picture=drawn.get("versus"),
        sweep_picture=drawn.get("sweep"),
        sweep_numbers=_sweep(report),
        command=_command(report),
        files=files,
        light=LIGHT,
        dark=DARK,
        version=__version__,
    )


@cache
def _template() -> Template:
    extra("plots", "a report", "jinja2")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("sleuth.lab")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    environment.filters["shown"] = shown
    return environment.get_template("report.html.j2")


def shown(text: str, width: int = 200) -> str:
    """A text of the game, shortened, without what cannot be printed."""
    return label(text, width)


def _first_sentences(analysis: Analysis) -> list[str]:
    """The first sentence of each section."""
    return [next(group).text for _, group in groupby(sentences(analysis), lambda sentence: sentence.section)]


def _first_moves(first: FirstMoves) -> Numbers:
    rows = [
        (shown(", ".join(o.examples[:3]), 60), f"{o.bits:.4f}", f"{o.count:,}", f"{o.count / first.spread.actions:.1%}")
        for o in first.openings[:SHOWN]
    ]
    more = len(first.openings) - SHOWN
    note = f"and {more:,} more values, in first_moves.csv" if more > 0 else ""
    return Numbers(("such as", "bits", "moves", "share"), rows, note=note)


def _along_play(along: AlongPlay) -> Numbers | None:
    head = ("step", "plays", "best", "middle", "difference", "spread", "different values")
    rows = []
    for s in along.steps:
        figures = (s.best, s.median, s.choice, s.deviation)
        rows.append((str(s.step), f"{s.share:.1%}", *(f"{v:.3f}" for v in figures), f"{s.distinct:,.1f}"))
    return Numbers(head, rows, 0) if rows else None


def _fan(fan: Fan) -> Numbers:
    head = ("steps", "open", *(f"{q:.0%}" for q in QUANTILES), "mean", "told", "± all", "± node")
    rows = []
    for s in fan.steps:
        figures = (*s.quantiles, s.mean, s.gain, s.gain_deviation, s.answer_deviation)
        rows.append((str(s.step), f"{s.open:.1%}", *(f"{v:.2f}" for v in figures)))
    note = (
        "Bits missing after so many steps: quantiles over plays, from the least to the most, and the mean. Told: the "
        "mean of the bits that the step told, with its standard deviation over all plays and within a node."
    )
    return Numbers(head, rows, 0, note)


def _difficulty(hard: Difficulty) -> Numbers:
    rows = []
    for r in hard.rows:
        interval = "exact" if r.exact else _interval(r.interval, ".3f")
        rows.append((shown(r.player), f"{r.mean:.4f}", interval, str(r.worst)))
    if hard.optimum is not None:
        worst = "–" if hard.optimum.worst is None else str(hard.optimum.worst)
        rows.append((f"optimum: {shown(hard.optimum.source)}", f"{hard.optimal_mean:.4f}", "exact", worst))
    rows.append(("no player beats", f"{hard.bound:.4f}", "bound", "–"))
    return Numbers(("player", "mean steps", "95% interval", "worst"), rows)


def _interval(ends: Interval, form: str) -> str:
    return "–" if ends.low is None or ends.high is None else f"{ends.low:{form}} to {ends.high:{form}}"


def _luck(luck: Luck) -> Numbers:
    shares = luck.shares
    rows = []
    for key, words, _, _ in PARTS:
        interval = _interval(luck.intervals[key], ".1%")
        rows.append((words, f"{getattr(luck, key):.4f}", f"{shares[key]:.1%}", interval))
    who = ", ".join(f"{player} ({mean:.2f})" for player, mean in zip(luck.players, luck.means, strict=True))
    note = f"Players and their mean steps: {shown(who, 400)}. Runs: {luck.runs}."
    return Numbers(("source", "variance", "share", "95% interval"), rows, note=note)


_NUMBERS: dict[str, Callable[[Any], Numbers | None]] = dict(
    zip(SECTIONS, (_first_moves, _along_play, _fan, _difficulty, _luck), strict=True)
)


def _sweep(report: Findings) -> Numbers | None:
    """The key figures over sizes."""
    swept = report.sweep
    if swept is None:
        return None
    columns = [figures for _, figures in swept.rows]
    return Numbers(
        (shown(swept.key), *map(shown, swept.values)),
        [(shown(f.label), *(column[place].estimate for column in columns)) for place, f in enumerate(report.headline)],
    )


def _command(report: Findings) -> str:
    """The command that makes this report."""
    command = f"sleuth analyse {report.game}"
    command += f" --versus {report.versus.other.game}" if report.versus is not None else ""
    command += f" --sweep {report.sweep.key}={','.join(report.sweep.values)}" if report.sweep is not None else ""
    return command + (f" --seed {report.seed}" if report.seed else "")
