"""The plane of order and degree, and the study of Hofer & Nelson on a small scale."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from sleuth import evaluate, parse_game, parse_strategy
from sleuth.core.errors import ParameterError
from sleuth.lab import reproduce
from sleuth.lab.order_degree_plane import DEGREES, ORDERS, plane
from sleuth.lab.reproduce import hofer_nelson
from sleuth.lab.reproduce.hofer_nelson import plane_figure


def test_each_cell_is_a_whole_game_tree() -> None:
    game = parse_game("mastermind:pegs=2,jar=4-2-1-1")
    found = plane(game, (0, 1, np.inf), (0, 1, 2))
    for i, order in enumerate(found.orders):
        for j, degree in enumerate(found.degrees):
            result = evaluate(game, parse_strategy(f"sharma-mittal:order={order},degree={degree}"))
            assert (found.totals[i, j], found.means[i, j]) == (result.total, pytest.approx(result.mean))
            assert found.worst[i, j] == result.worst
            assert found.first(i, j) == game.format_action(result.first)
    assert found.named["shannon"] == pytest.approx(evaluate(game, parse_strategy("entropy")).mean)
    assert found.best == found.means.min() == found.means[found.best_cell]
    assert found.region()[found.best_cell]
    assert sum(int(cells.sum()) for cells in found.questions().values()) == 9
    with pytest.raises(ParameterError, match="order 5 and degree 1 are not in the grid"):
        found.mean(5, 1)


def test_the_grid_is_twenty_one_by_twenty_one_and_holds_the_named_entropies() -> None:
    assert (len(ORDERS), len(DEGREES)) == (21, 21)
    assert list(ORDERS) == sorted(ORDERS)
    assert list(DEGREES) == sorted(DEGREES)
    assert {0, 1, 2, np.inf} <= set(ORDERS)
    assert {0, 1, 2} <= set(DEGREES)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hofer_nelson, "JARS", {"even": "1-1-1", "steep": "9-3-1", "lone": "20-1-1"})
    monkeypatch.setattr(hofer_nelson, "QUICK_PEGS", (2, 3))


@pytest.mark.usefixtures("small")
def test_the_study_is_done_and_written(tmp_path: Path) -> None:
    done = reproduce("hofer-nelson", tmp_path, quick=True)
    agrees = {(claim.where, claim.published): claim.agrees for claim in done.claims}
    # What the note gets wrong is said to be wrong; what it says rightly holds.
    assert [value for (where, _), value in agrees.items() if where in ("1.1", "3.2.1", "3.2.3")] == [False] * 3
    assert all(value for (where, _), value in agrees.items() if where in ("1.2", "3.1", "3"))
    assert all(value is None for (where, _), value in agrees.items() if where == "abstract")  # only questions
    told = {claim.where: f"{claim.ours} {claim.why}" for claim in done.claims}
    assert "2, 5, 9, 14 answers" in told["1.1"]
    assert "as corrected" in told["3.2.1"]
    assert "1.000 as corrected" in told["3.2.1"]
    assert "0.667 and 0.500 at degree 2" in told["3.2.3"]
    assert "2.0 steps against 3.0" in told["3.1"]
    assert "sum to 1.1 and 1.2" in told["3.1"]
    files = {path.name for path in done.write(tmp_path)}
    assert {"claims.csv", "planes.csv", "best.csv", "first-questions.csv", "which-set.csv", "which-set.svg"} <= files
    assert {"plane-2-pegs.svg", "plane-3-pegs.svg", "first-question-2-pegs.svg"} <= files
    rows = list(csv.DictReader((tmp_path / "planes.csv").read_text().splitlines()))
    assert len(rows) == 2 * 3 * 7 * 7
    even = {row["degree"]: set() for row in rows}  # type: ignore[var-annotated]
    for row in rows:
        if "jar=1-1-1" in row["game"] and "pegs=3" in row["game"]:
            even[row["degree"]].add(row["total"])
    assert all(len(totals) == 1 for totals in even.values())
    questions = list(csv.DictReader((tmp_path / "first-questions.csv").read_text().splitlines()))
    by_game: dict[str, int] = {}
    for row in questions:
        by_game[row["game"]] = by_game.get(row["game"], 0) + int(row["cells of the plane"])
    assert set(by_game.values()) == {49}
    assert max(sum(row["game"] == game for row in questions) for game in by_game) > 1
    best = list(csv.DictReader((tmp_path / "best.csv").read_text().splitlines()))
    assert "optimum" not in best[0] or float(best[0]["optimum"]) <= float(best[0]["best"])


@pytest.mark.usefixtures("small")
def test_a_floor_is_shown_where_it_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hofer_nelson, "optimum", lambda game: 1.25 if "20-1-1" in str(game) else None)
    done = reproduce("hofer-nelson", tmp_path, quick=True)
    table = dict(done.numbers)["best"]
    assert table[0][-1] == "optimum"
    assert {str(row[-1]) for row in table[1:]} == {"", "1.25"}
    assert any("optimum 1.250" in claim.ours for claim in done.claims)
    assert "optimum 1.250" in next(p.svg for p in done.pictures if p.name == "plane-2-pegs")


def test_figures_say_what_is_best() -> None:
    found = plane(parse_game("mastermind:pegs=2,jar=4-2-1-1"), (0, 1, 2), (0, 1, 2))
    svg = plane_figure("x", 2, {"steep": found}, {}).svg
    assert f"best {found.best:.3f}" in svg
    assert "optimum" not in svg
