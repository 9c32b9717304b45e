"""`sleuth grade`, `sleuth replay` and `sleuth clue review` for games at a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sleuth.adapters.cli.app import run

LOG = """\
players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> none
Ben: pass
Cat: pass
Ann accuses Green, Wrench, Library: right
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")


def test_a_log_is_reviewed(capsys: pytest.CaptureFixture[str]) -> None:
    Path("tonight.log").write_text(LOG)
    assert run(["clue", "review", "tonight.log"]) == 0
    out = capsys.readouterr().out
    assert "Ann could have known it after turn 1, 1 turn before accusing, and let 1 chance go." in out
    assert "suggests Green, Wrench, Library" in out
    assert "Ben passes. Cat passes." in out


def test_a_log_without_an_end_says_what_to_add(capsys: pytest.CaptureFixture[str]) -> None:
    Path("tonight.log").write_text(LOG.replace("Ann accuses Green, Wrench, Library: right\n", ""))
    assert run(["clue", "review", "tonight.log"]) == 2
    assert '--solution "Plum, Rope, Hall"' in capsys.readouterr().err
    assert run(["clue", "review", "tonight.log", "--solution", "Green, Wrench, Library", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deducible"] == [{"player": "Ann", "turn": 1, "accused": None}]


def test_a_record_is_graded_and_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["watch", "clue:players=3", "-s", "most-likely", "--record", "table.record"]) == 0
    watched = capsys.readouterr().out
    assert run(["replay", "table.record"]) == 0
    assert capsys.readouterr().out == watched
    for command in (["grade"], ["clue", "review"]):
        assert run([*command, "table.record", "--json"]) == 0
        review = json.loads(capsys.readouterr().out)
        assert review["winner"] in review["players"]
        assert set(review) == {"game", "players", "winner", "solution", "turns", "deducible", "luck", "summary"}
