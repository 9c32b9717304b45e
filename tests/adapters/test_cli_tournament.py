"""`sleuth tournament`, as a person or a script would call it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.cli.app import run

CONFIG = """
name = "cup"
trials = 6
agents = ["random", "entropy"]
games = ["number:numbers=20", "fake-coin:coins=9"]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "cup.toml").write_text(CONFIG)
    return tmp_path


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(["tournament", *words])
    out, err = capsys.readouterr()
    return code, out, err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    code, out, err = call(capsys, *words, "--json")
    assert code == 0, err
    assert out.count("\n") == 1
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


def test_run_resume_report(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "run", "cup.toml", "--workers", "0")
    assert (found["rows"], found["done"], found["total"], found["file"]) == (24, 24, 24, "cup.db")
    assert [(cell["game"], cell["agent"], cell["trials"]) for cell in found["table"]] == [
        ("number:numbers=20", "random", 6),
        ("number:numbers=20", "entropy", 6),
        ("fake-coin:coins=9", "random", 6),
        ("fake-coin:coins=9", "entropy", 6),
    ]
    assert {"mean", "low", "high", "worst", "seconds", "failed", "spent"} <= set(found["table"][0])
    versus = found["comparisons"][1]
    assert (versus["agent"], versus["rival"], versus["trials"]) == ("random", "entropy", 6)
    assert versus["wins"] + versus["ties"] + versus["losses"] == 6
    assert as_json(capsys, "resume", "cup.db")["rows"] == 0
    again = as_json(capsys, "report", "cup.db", "--csv", "cup.csv", "--parquet", "cup.parquet")
    assert again["table"] == found["table"]
    assert Path("cup.csv").read_text().startswith("seed,game,agent,trial,steps,solved")
    assert Path("cup.parquet").stat().st_size > 0


def test_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "run", "cup.toml", "--out", "other.db", "--workers", "0")
    assert (code, err) == (0, "")
    assert "cup: 24 of 24 trials" in out
    lines = out.splitlines()
    assert any(line.split()[:3] == ["fake-coin:coins=9", "random", "6"] for line in lines)
    assert any(line.split()[:4] == ["entropy", "6", "3.000", "±0.000"] for line in lines)
    assert "On the same secrets" in out


def test_a_record_of_a_trial(capsys: pytest.CaptureFixture[str]) -> None:
    as_json(capsys, "run", "cup.toml", "--workers", "0")
    words = ["record", "cup.db", "fake-coin:coins=9", "entropy", "2"]
    code, out, _ = call(capsys, *words)
    assert code == 0
    assert out.startswith("sleuth record 1\ngame: fake-coin:coins=9\nplayer: entropy\n")
    assert call(capsys, *words, "--out", "two.record")[0] == 0
    assert as_json(capsys, *words)["record"].strip() == Path("two.record").read_text().strip()
    assert run(["replay", "two.record", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solved"]
    code, _, err = call(capsys, "record", "cup.db", "fake-coin:coins=9", "entropy", "7")
    assert (code, err) == (2, "sleuth: cup.db has no trial 7 of entropy in fake-coin:coins=9 with seed 1\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "none.toml"], "cannot read the config none.toml: No such file or directory"),
        (["run", "bad.toml"], "bad.toml, line 3, key 'trials': is a whole number from 1, not 'six'"),
        (["run", "large.toml"], "mastermind:pegs=8,colours=12 is too large for entropy"),
        (["run", "cup.toml", "--cluster", "nowhere"], "cannot reach a cluster at nowhere"),
        (["run", "cup.toml", "--cluster", "nowhere", "--workers", "2"], "not both"),
        (["resume", "none.db"], "there is no results file none.db"),
        (["resume", "cup.toml"], "cup.toml is no results file, or is damaged: file is not a database"),
        (["report", "none.db"], "there is no results file none.db"),
    ],
)
def test_one_clear_line(capsys: pytest.CaptureFixture[str], words: list[str], told: str) -> None:
    Path("bad.toml").write_text(CONFIG.replace("6", '"six"', 1))
    Path("large.toml").write_text(CONFIG.replace("fake-coin:coins=9", "mastermind:pegs=8,colours=12"))
    code, out, err = call(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("sleuth: ")
    assert told in err
    assert err.count("\n") == 1
    assert not list(Path().glob("*.db*"))


def test_failures_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.core.errors import StuckError
    from sleuth.strategies.greedy import Entropy

    def give_up(*_: Any, **__: Any) -> None:
        raise StuckError("no way on")

    monkeypatch.setattr(Entropy, "decide", give_up)
    code, out, err = call(capsys, "run", "cup.toml", "--workers", "0")
    assert code == 0
    assert "failed" in out
    assert "entropy failed 6 times in fake-coin:coins=9, first: no way on" in err
    found = as_json(capsys, "report", "cup.db")
    assert [(cell["failed"], cell["error"], cell["mean"] is None) for cell in found["table"][2:]] == [
        (0, None, False),
        (6, "no way on", True),
    ]


SLOW = """
import time
from sleuth import Game

class Slow(Game):
    '''Name a number; each that is written takes its time, so that a tournament lasts for seconds on any machine.'''
    def secrets(self):
        return range(9)
    def feedback(self, action, secret):
        return (action > secret) - (action < secret)
    def format_secret(self, secret):
        time.sleep(0.03)
        return str(secret)
"""


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_live_table_on_a_terminal(folder: Path) -> None:
    import pty

    (folder / "slow.py").write_text(SLOW)
    (folder / "slow.toml").write_text('games = ["slow.py"]\nagents = ["random", "entropy"]\ntrials = 15\n')
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sleuth", "tournament", "run", "slow.toml", "--workers", "0", "--json"]
    env = os.environ | {"TERM": "xterm", "LINES": "40"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=env, text=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            some = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not some:
            break
        seen += some
    os.close(ours)
    out, _ = process.communicate()
    assert json.loads(out)["rows"] == 30
    text = seen.decode(errors="replace")
    assert "of 30 trials" in text
    assert "left" in text
    assert "time a move" in text
