"""The numbers of a report as CSV: plain text, one table a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sleuth.lab.analysis import Analysis
from sleuth.lab.difficulty import Difficulty
from sleuth.lab.findings import Findings
from sleuth.lab.first_moves import FirstMoves
from sleuth.lab.headline import KeyFigure
from sleuth.lab.luck import Luck
from sleuth.lab.report_files import csv_text

ENDS = ("low", "high", "exact")


def tables(report: Findings) -> dict[str, str]:
    """The text of each file, by its name."""
    rows: Iterable[Sequence[Any]] = ((f.key, f.unit, *_numbers(f), f.meaning) for f in report.headline)
    out = {
        "figures.csv": csv_text([("figure", "unit", "value", *ENDS, "meaning"), *rows]),
        **_analysis(report),
    }
    if report.versus is not None:
        one, other = str(report.versus.one.game), str(report.versus.other.game)
        rows = ((a.key, a.unit, *_numbers(a), *_numbers(b)) for a, b in report.versus.rows)
        out["versus.csv"] = csv_text([("figure", "unit", one, *ENDS, other, *ENDS), *rows])
        out |= {f"versus_{name}": text for name, text in _analysis(report.versus.other).items()}
    if report.sweep is not None:
        keys = [f"{f.key}{end}" for f in report.headline for end in ("", "_low", "_high")]
        rows = ((value, *(n for f in figures for n in _numbers(f)[:3])) for value, figures in report.sweep.rows)
        out["sweep.csv"] = csv_text([(report.sweep.key, *keys), *rows])
    return out


def _numbers(figure: KeyFigure) -> tuple[Any, ...]:
    return figure.value, *figure.ends.values()


def _analysis(analysis: Analysis) -> dict[str, str]:
    out = {"first_moves.csv": _first_moves(analysis.first_moves)}
    for name, part in (("along_play", analysis.along_play), ("fan", analysis.fan)):
        if part is not None:
            steps = part.as_json()["steps"]
            out[f"{name}.csv"] = csv_text(
                [list(steps[0]) if steps else ["step"], *(list(row.values()) for row in steps)]
            )
    if analysis.difficulty is not None:
        out["difficulty.csv"] = _difficulty(analysis.difficulty)
    if analysis.luck is not None:
        out["luck.csv"] = _luck(analysis.luck)
    return out


def _first_moves(first: FirstMoves) -> str:
    columns = (first.bits, first.numbers + 1, first.possible.astype(int))
    rows = zip(first.actions, *(column.tolist() for column in columns), strict=True)
    return csv_text([("action", "bits", "class", "possible"), *rows])


def _difficulty(hard: Difficulty) -> str:
    rows: list[Sequence[Any]] = [list(vars(row).values()) for row in hard.rows]
    if hard.optimum is not None:
        mean, worst = hard.optimal_mean, hard.optimum.worst
        rows.append((f"optimum: {hard.optimum.source}", mean, mean, mean, worst, None, True))
    return csv_text([("player", "mean", "low", "high", "worst", "runs", "exact"), *rows])


def _luck(luck: Luck) -> str:
    ends = luck.intervals
    rows = ((key, getattr(luck, key), share, ends[key].low, ends[key].high) for key, share in luck.shares.items())
    return csv_text([("source", "variance", "share", "low", "high"), *rows])
