"""Results of tournaments and figures over sizes, through the service."""

from __future__ import annotations

from pathlib import Path

import pytest

from sleuth.adapters.service import results, studies
from sleuth.adapters.service.errors import MissingError, RefusedError
from sleuth.core.errors import SleuthError
from sleuth.play.tournament import Config, run_tournament

CONFIG = 'games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 5\n'


def test_tournaments_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "other.db").write_text("no database")
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    assert results.listed(str(tmp_path)) == [{"name": "small", "trials": 10, "total": 10, "running": False}]
    told = results.report(str(tmp_path), "small")
    assert [cell["agent"] for cell in told["cells"]] == ["entropy", "random"]
    assert told["cells"][0]["low"] <= told["cells"][0]["mean"] <= told["cells"][0]["high"]


def test_only_what_is_in_the_folder(tmp_path: Path) -> None:
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    (tmp_path / "empty").mkdir()
    for name in ("../small", str(tmp_path / "small"), "small.db", "", "nothing"):
        with pytest.raises(MissingError):
            results.report(str(tmp_path / "empty"), name)
    assert results.listed("") == []


def test_sizes_side_by_side() -> None:
    told = studies.sweep("number", "numbers=3..5")
    assert [row["secrets"] for row in told["rows"]] == [3, 4, 5]
    for over in ("numbers=2..99", "numbers=100000", "numbers", "nothing=1..2", "x" * 600):
        with pytest.raises(SleuthError):
            studies.sweep("number", over)
    with pytest.raises(RefusedError, match="names a file"):
        studies.sweep("wordle", "answers=/etc/passwd")


def test_the_plane_of_entropies() -> None:
    told = studies.plane("mastermind:pegs=2,colours=3")
    assert told["named"]["shannon"] == pytest.approx(studies.evaluate("mastermind:pegs=2,colours=3")["mean"])
    assert min(map(min, told["means"])) == told["best"]
    with pytest.raises(RefusedError):
        studies.plane("battleship")
