"""The numbers of a report as CSV: plain text, one table a file."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from sleuth.lab.analysis import Analysis
from sleuth.lab.headline import KeyFigure

if TYPE_CHECKING:
    from sleuth.lab.report import Report


def tables(report: Report) -> dict[str, str]:
    """The text of each file, by its name."""
    out = {
        "figures.csv": _text(
            ("figure", "unit", "value", "low", "high", "exact", "meaning"),
            ((f.key, f.unit, f.value, *_ends(f), f.meaning) for f in report.headline),
        ),
        **_analysis(report.analysis),
    }
    if report.versus is not None:
        names = (str(report.versus.one.game), str(report.versus.other.game))
        ends = ("low", "high", "exact")
        rows = ((a.key, a.unit, a.value, *_ends(a), b.value, *_ends(b)) for a, b in report.versus.rows)
        out["versus.csv"] = _text(("figure", "unit", names[0], *ends, names[1], *ends), rows)
        out |= {f"versus_{name}": text for name, text in _analysis(report.versus.other).items()}
    if report.sweep is not None:
        keys = [f"{f.key}{end}" for f in report.headline for end in ("", "_low", "_high")]
        swept = (
            (value, *(number for f in figures for number in (f.value, *_ends(f)[:2])))
            for value, figures in report.sweep.rows
        )
        out["sweep.csv"] = _text((report.sweep.key, *keys), swept)
    return out


def _ends(figure: KeyFigure) -> tuple[Any, ...]:
    return tuple(figure.ends.values())


def _analysis(analysis: Analysis) -> dict[str, str]:
    first = analysis.first_moves
    out = {
        "first_moves.csv": _text(
            ("action", "bits", "class", "possible"),
            zip(
                first.actions,
                first.bits.tolist(),
                (first.numbers + 1).tolist(),
                first.possible.astype(int).tolist(),
                strict=True,
            ),
        )
    }
    if analysis.along_play is not None:
        out["along_play.csv"] = _dicts(analysis.along_play.as_json()["steps"])
    if analysis.fan is not None:
        out["fan.csv"] = _dicts(analysis.fan.as_json()["steps"])
    if analysis.difficulty is not None:
        hard = analysis.difficulty
        rows: list[Sequence[Any]] = [(r.player, r.mean, r.low, r.high, r.worst, r.runs, r.exact) for r in hard.rows]
        if hard.optimum is not None:
            mean, worst = hard.optimal_mean, hard.optimum.worst
            rows.append((f"optimum: {hard.optimum.source}", mean, mean, mean, worst, None, True))
        out["difficulty.csv"] = _text(("player", "mean", "low", "high", "worst", "runs", "exact"), rows)
    if analysis.luck is not None:
        luck = analysis.luck
        out["luck.csv"] = _text(
            ("source", "variance", "share", "low", "high"),
            (
                (key, getattr(luck, key), share, luck.intervals[key].low, luck.intervals[key].high)
                for key, share in luck.shares.items()
            ),
        )
    return out


def _dicts(rows: Sequence[dict[str, Any]]) -> str:
    head = list(rows[0]) if rows else ["step"]
    return _text(head, ([row[key] for key in head] for row in rows))


def _text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
