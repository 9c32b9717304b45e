"""The figures of a tournament, against scipy and by hand, and what is exported."""

from __future__ import annotations

import csv
import sys
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sleuth.core.errors import MissingExtraError
from sleuth.play.tournament import (
    Config,
    Results,
    ResultsError,
    Row,
    read_results,
    run_tournament,
    summarise,
    write_csv,
    write_parquet,
)


def rows_of(agent: str, steps: list[int | None]) -> list[Row]:
    return [
        Row(1, "number:numbers=100", agent, trial, n or 0, n is not None, 4, 0.2, 0.1, 0.3, '{"nodes": 8}', "", "", e)
        for trial, n, e in ((t, s, None if s is not None else "gave up") for t, s in zip(count(1), steps))
    ]


def test_the_report_against_scipy(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    one: list[int | None] = rng.integers(3, 9, 40).tolist()
    two: list[int | None] = rng.integers(4, 9, 40).tolist()
    one[5] = two[9] = None
    config = Config.of(["number"], ["entropy", "random"], trials=40)
    rows = (*rows_of("entropy", one), *rows_of("random", two))
    report = summarise(Results(tmp_path, config, rows))
    for cell, steps in zip(report.cells, (one, two), strict=True):
        solved = np.array([n for n in steps if n is not None])
        low, high = stats.t.interval(0.95, solved.size - 1, solved.mean(), stats.sem(solved))
        assert cell.steps.mean == pytest.approx(solved.mean())
        assert (cell.steps.low, cell.steps.high) == (pytest.approx(low), pytest.approx(high))
        assert cell.deviation == pytest.approx(solved.std(ddof=1))
        assert (cell.trials, cell.failed, cell.worst) == (40, 1, solved.max())
        assert (cell.seconds, cell.cpu) == (pytest.approx(0.05), pytest.approx(0.025))
        assert cell.spent == {"nodes": 2.0}
        assert cell.error == "gave up"
    (versus,) = report.comparisons
    both = np.array([(a, b) for a, b in zip(one, two, strict=True) if a is not None and b is not None])
    difference = both[:, 0] - both[:, 1]
    test = stats.ttest_rel(both[:, 0], both[:, 1]).confidence_interval(0.95)
    assert (versus.agent, versus.rival, versus.trials) == ("entropy", "random", 38)
    assert versus.difference.mean == pytest.approx(difference.mean())
    assert (versus.difference.low, versus.difference.high) == (pytest.approx(test.low), pytest.approx(test.high))
    assert versus.wins == (difference < 0).sum()
    assert versus.ties == (difference == 0).sum()
    assert versus.losses == (difference > 0).sum()


def test_export(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    run_tournament(Config.of(["number"], ["entropy", "random"], trials=3), path, workers=0)
    results = read_results(path)
    write_csv(results, tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="", encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    kinds = {"seed": int, "trial": int, "steps": int, "decisions": int, "seconds": float, "cpu": float, "took": float}
    for line, row in zip(read, results.rows, strict=True):
        values: dict[str, Any] = {name: kinds.get(name, str)(line[name]) for name in Row._fields}
        values |= {"solved": {"true": True, "false": False}[line["solved"]], "error": line["error"] or None}
        assert Row(**values) == row
        assert line["numbers"] == "100"
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(results, tmp_path / "r.parquet")
    table = parquet.read_table(tmp_path / "r.parquet")
    assert [Row(**{name: values[name] for name in Row._fields}) for values in table.to_pylist()] == list(results.rows)
    assert table.schema.field("numbers").type == "int64"
    assert str(results.config).encode() in table.schema.metadata.values()
    with pytest.raises(ResultsError, match="cannot write"):
        write_csv(results, tmp_path / "nowhere" / "r.csv")


def test_no_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    results = Results(tmp_path, Config.of(["number"], ["entropy"], trials=1), ())
    with pytest.raises(MissingExtraError, match=r'pip install "sleuth-games\[parquet\]"'):
        write_parquet(results, tmp_path / "r.parquet")
