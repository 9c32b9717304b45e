"""Results of tournaments and figures over sizes, through the service."""

from __future__ import annotations

import os
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


def test_which_ones_are_running(tmp_path: Path) -> None:
    """What runs comes first; a lock that a killed tournament left behind says nothing."""
    for name in ("a", "b"):
        run_tournament(Config.parse(CONFIG, "test"), tmp_path / f"{name}.db", workers=0)
        os.utime(tmp_path / f"{name}.db", (0, 1000))
    assert not results.running(tmp_path / "a.db")
    lock = tmp_path / "a.db.lock"
    for text, runs in ((str(os.getpid()), True), (str(2**40), False), ("", False)):
        lock.write_text(text)
        assert results.running(tmp_path / "a.db") is runs
    lock.write_text("")
    os.utime(tmp_path / "a.db")  # written a moment ago, by somebody who has no number here
    assert results.running(tmp_path / "a.db")
    os.utime(tmp_path / "a.db", (0, 1))
    lock.write_text(str(os.getpid()))
    assert [one["name"] for one in results.listed(str(tmp_path))] == ["a", "b"]


def test_only_what_is_in_the_folder(tmp_path: Path) -> None:
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    (tmp_path / "empty").mkdir()
    for name in ("../small", str(tmp_path / "small"), "small.db", "", "nothing"):
        with pytest.raises(MissingError):
            results.report(str(tmp_path / "empty"), name)
    assert results.listed("") == []
    assert results.signature("") == ""


def test_a_change_is_noticed(tmp_path: Path) -> None:
    before = results.signature(str(tmp_path))
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    after = results.signature(str(tmp_path))
    assert before != after == results.signature(str(tmp_path))


def test_sizes_side_by_side() -> None:
    told = studies.sweep("number", "numbers=3..5")
    assert [row["secrets"] for row in told["rows"]] == [3, 4, 5]
    assert [row["secrets"] for row in told["texts"]] == ["3", "4", "5"]
    assert told["labels"]["start_bits"] == "missing at the start"
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
