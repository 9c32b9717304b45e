"""Tournaments: what is in a folder, one report for every door, and nothing of the folder's surroundings."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.cli.app import run as command
from sleuth.adapters.service.limits import SERVED
from sleuth.app.errors import MissingError, RefusedError
from sleuth.app.perform import perform, perform_afar
from sleuth.app.tournament import (
    TournamentEntryResult,
    TournamentList,
    TournamentRecord,
    TournamentReport,
    TournamentResume,
    TournamentRun,
    folder_signature,
    run_plan,
    running,
)
from sleuth.play.tournament import Config, Standing, run_tournament

CONFIG = 'games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 5\n'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    return tmp_path / "small.db"


def test_tournaments_of_a_folder(small: Path) -> None:
    (small.parent / "other.db").write_text("no database")
    listed = perform(TournamentList(str(small.parent)))
    assert listed == [TournamentEntryResult(name="small", trials=10, total=10, running=False)]
    standings = perform_afar(TournamentReport("small", str(small.parent)), SERVED)
    assert [cell["agent"] for cell in standings["cells"]] == ["entropy", "random"]
    assert standings["cells"][0]["low"] <= standings["cells"][0]["mean"] <= standings["cells"][0]["high"]


def test_one_report_for_every_door(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only the name of the file is told from afar, and not where it is."""
    assert command(["tournament", "report", str(small), "--json"]) == 0
    here: dict[str, Any] = json.loads(capsys.readouterr().out)
    afar = perform_afar(TournamentReport("small", str(small.parent)), SERVED)
    assert here == afar | {"file": str(small)}
    assert afar["file"] == "small.db"
    assert here["table"] == here["cells"]
    assert (here["trials"], here["done"], here["rows"], here["stopped"]) == (10, 10, 0, False)


def test_which_ones_are_running(tmp_path: Path) -> None:
    """What runs comes first; a lock that a killed tournament left behind says nothing."""
    for name in ("a", "b"):
        run_tournament(Config.parse(CONFIG, "test"), tmp_path / f"{name}.db", workers=0)
        os.utime(tmp_path / f"{name}.db", (0, 1000))
    assert not running(tmp_path / "a.db")
    lock = tmp_path / "a.db.lock"
    for text, runs in ((str(os.getpid()), True), (str(2**40), False), ("", False)):
        lock.write_text(text)
        assert running(tmp_path / "a.db") is runs
    lock.write_text("")
    os.utime(tmp_path / "a.db")  # written a moment ago, by somebody who has no number here
    assert running(tmp_path / "a.db")
    os.utime(tmp_path / "a.db", (0, 1))
    lock.write_text(str(os.getpid()))
    assert [one.name for one in perform(TournamentList(str(tmp_path)))] == ["a", "b"]


def test_only_what_is_in_the_folder(small: Path) -> None:
    (small.parent / "empty").mkdir()
    for name in ("../small", str(small.with_suffix("")), str(small), "small.db", "", "nothing"):
        for folder in (str(small.parent / "empty"), ""):
            with pytest.raises(MissingError):
                perform(TournamentReport(name, folder), SERVED)
    assert perform(TournamentList("")) == []
    assert folder_signature("") == ""


def test_from_afar_nothing_is_read_or_written(small: Path) -> None:
    for request in (
        TournamentRun("cup.toml"),
        TournamentResume(str(small)),
        TournamentRecord(str(small), "number:numbers=9", "entropy", 1),
        TournamentReport("small", str(small.parent), csv=str(small.with_suffix(".csv"))),
    ):
        with pytest.raises(RefusedError):
            perform(request, SERVED)
    assert not small.with_suffix(".csv").exists()


def test_a_change_is_noticed(tmp_path: Path) -> None:
    before = folder_signature(str(tmp_path))
    run_tournament(Config.parse(CONFIG, "test"), tmp_path / "small.db", workers=0)
    after = folder_signature(str(tmp_path))
    assert before != after == folder_signature(str(tmp_path))


def test_what_is_done_is_kept_where_somebody_stops(tmp_path: Path) -> None:
    config, out = tmp_path / "cup.toml", tmp_path / "cup.db"
    config.write_text(CONFIG)

    def stop(standing: Standing) -> None:
        raise KeyboardInterrupt

    stopped = run_plan(TournamentRun(str(config), str(out), workers=0)).play(watch=stop)
    assert stopped.stopped
    assert 0 < stopped.done == stopped.rows <= stopped.total
    whole = perform(TournamentResume(str(out), workers=0))
    assert (whole.done, whole.rows, whole.stopped) == (10, 10 - stopped.done, False)


def test_stopped_before_anything_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sleuth.app.tournament.run_tournament", stop)
    (tmp_path / "cup.toml").write_text(CONFIG)
    with pytest.raises(KeyboardInterrupt):
        perform(TournamentRun(str(tmp_path / "cup.toml"), str(tmp_path / "cup.db"), workers=0))
