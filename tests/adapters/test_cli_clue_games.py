"""`sleuth clue play` and `simulate`, `sleuth myst value` and `simulate`, `sleuth reproduce bart`."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sleuth.adapters.cli.app import run
from sleuth.play.tournament import ResultsError, read_results


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert run([*words, "--json"]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    found: dict[str, object] = json.loads(out)
    return found


def test_value(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "myst", "value", "--m", "2", "--n", "3")
    assert (found["value"], found["exact"], found["exploitability"]) == (0.49, "49/100", 0.0)
    found = told(capsys, "myst", "value", "--m", "3", "--n", "1", "--bluff")
    assert found["exact"] == "3/5"
    assert found["bluff_frequency"] == pytest.approx(0.2)
    assert found["exploitability"] < 1e-9  # type: ignore[operator]
    found = told(capsys, "myst", "value", "--m", "1", "--n", "2", "--q", "4")
    assert (found["exact"], found["bluff"]) == ("2/3", True)
    assert run(["myst", "value", "--m", "3", "--n", "1", "--bluff"]) == 0
    out = capsys.readouterr().out
    assert "0.600000 (3/5 lies in the bracket)." in out
    assert "bluff with chance 0.2000" in out


def test_value_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["myst", "value", "--m", "5", "--n", "1", "--bluff", "--seconds", "0.001"]
    found = told(capsys, *words)
    assert (found["method"], found["stopped"], found["exact"]) == ("cfr+", "time", None)
    assert found["low"] <= 534 / 949 <= found["high"]  # type: ignore[operator]
    assert run(words) == 0
    assert "The value lies from" in capsys.readouterr().out
    assert run(["myst", "value", "--m", "3", "--n", "1", "--bluff", "--seconds", "0"]) == 2
    assert "--seconds" in capsys.readouterr().err


def test_value_of_a_tree_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["myst", "value", "--m", "5", "--n", "5", "--q", "3", "--json"]) == 2
    told = capsys.readouterr()
    assert "questions of 3, the tree has more than 20,000,000 leaves" in told.err
    assert list(json.loads(told.out)) == ["error"]


def test_value_of_a_question_too_large(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["myst", "value", "--m", "1", "--n", "1", "--q", "9"]) != 0
    assert "at most m + n + 1 = 3" in capsys.readouterr().err


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("clue", "simulate", "most-likely", "heuristic", "--games", "9")
    found = told(capsys, *words)
    players: list[dict[str, float]] = found["players"]  # type: ignore[assignment]
    assert [row["seats"] for row in players] == [1, 2]
    assert sum(row["wins"] for row in players) == 9
    assert found == told(capsys, *words, "--workers", "2")


def test_simulate_goes_on_with_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("clue", "simulate", "heuristic", "random", "--seed", "3")
    first = told(capsys, *words, "--games", "6", "--out", "games.db")
    more = told(capsys, *words, "--games", "9", "--out", "games.db")
    assert (first["played"], more["played"]) == (6, 3)
    assert more | {"played": 9} == told(capsys, *words, "--games", "9")
    assert run(["clue", "simulate", "heuristic", "random", "--games", "9", "--out", "games.db"]) != 0
    assert "it has seeds = [3], and not seeds = [0]" in capsys.readouterr().err
    assert run([*words, "--games", "9", "--out", "games.db"]) == 0
    shown = capsys.readouterr()
    assert "9 of these games were in games.db already" in shown.err
    assert "9 games, seed 3" in shown.out
    lines: list[dict[str, object]] = told(capsys, "tournament", "report", "games.db")["seats"]  # type: ignore[assignment]
    (line,) = lines
    assert line == {key: more[key] for key in line}


@pytest.mark.heavy
def test_a_killed_tournament_goes_on(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    path = folder / "games.db"
    words = ("clue", "simulate", "heuristic", "random", "--seed", "4")
    command = [sys.executable, "-m", "sleuth", *words, "--games", "100000", "--out", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        kept = 0
        for _ in range(3000):
            assert process.poll() is None, process.stderr and process.stderr.read()
            with suppress(ResultsError):  # not begun yet
                kept = len(read_results(path).rows)
            if kept:
                break
            time.sleep(0.1)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    done = len(read_results(path).rows)
    assert done >= kept > 0
    again = told(capsys, *words, "--games", str(done + 3), "--out", str(path))
    assert again["played"] == 3
    assert again | {"played": done + 3} == told(capsys, *words, "--games", str(done + 3))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["clue", "simulate", "rase"], "race"),
        (["clue", "simulate", *["random"] * 4], "4 players for 3 seats"),
        (["myst", "simulate", "equilibrium", "--m", "2", "--n", "1", "--q", "2"], "does not play myst:m=2,n=1,p=2,q=2"),
        (["tournament", "seats", "mastermind", "random"], "no game of several players called 'mastermind'"),
    ],
)
def test_simulate_bad_input(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert run(words) != 0
    assert message in capsys.readouterr().err


def test_play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "Plum, Rope\nPlum, Rope, Hall\nnotebook\nhand\naccuse Green, Knife, Study\n")
    assert run(["clue", "play", "most-likely", "--seed", "3"]) == 0
    told = capsys.readouterr()
    assert "suggest> that is not possible: a suggestion has 1 room, not 0\n" in told.err
    assert "You accuse Green, Knife, Study: wrong." in told.out
    assert "You are out. The envelope held Peacock, Revolver, Kitchen." in told.out


def test_play_with_other_cards(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (folder / "small.txt").write_text("who: Fox, Hen, Owl\nwhere: Barn, Nest, Wood\n")
    typed(monkeypatch, "Plum\nquit\n")
    found = told(capsys, "clue", "play", "random", "--players", "2", "--edition", "small.txt", "--seed", "1")
    assert len(found["envelope"]) == 2  # type: ignore[arg-type]
    assert run(["clue", "play", "--edition", "none.txt"]) != 0
    assert "cannot read the edition none.txt" in capsys.readouterr().err


def test_play_with_a_drawn_room(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The room is given, so that two names do; another room is refused in plain words."""
    typed(monkeypatch, "green, rope, hall\ngreen, rope\n\nquit\n")
    assert run(["clue", "play", "random", "--seed", "3", "--drawn-rooms", "--public", "3"]) == 0
    told = capsys.readouterr()
    assert "suggest (with Lounge)> that is not possible: a suggestion must have Lounge, which was drawn\n" in told.err
    assert "asks(" not in told.err
    assert told.err.count("accuse, or nothing> ") == 1
    assert "lie face up." in told.out


def test_simulate_other_tables(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(
        capsys, "clue", "simulate", "race", "ismcts:rounds=9", "--players", "4", "--public", "2", "--games", "4"
    )
    assert found["game"] == "clue:hands=4-4-4-4,public=2"
    words = ("clue", "simulate", "heuristic", "--players", "10", "--edition", "master-detective", "--games", "1")
    assert told(capsys, *words)["ends"]["right"] == 1  # type: ignore[index]
    assert run(["clue", "simulate", "random", "--players", "7"]) != 0
    assert "clue is for 2 to 6 players, not 7" in capsys.readouterr().err


def test_play_to_the_end_of_the_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "Plum, Rope, Hall\n\n")
    assert run(["clue", "play", "random", "--seed", "3", "--players", "2", "--seat", "2"]) == 0
    assert "The envelope held" in capsys.readouterr().out
    assert run(["clue", "play", "--players", "2", "--seat", "3"]) != 0
    assert "no seat 3" in capsys.readouterr().err


def test_reproduce_bart(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    found = told(capsys, "reproduce", "bart", "--quick", "--out", "bart")
    claims: list[dict[str, object]] = found["claims"]  # type: ignore[assignment]
    by = {(c["where"], c["published"]): c for c in claims}
    assert by["after (4.1)", "n1 < n2 implies P <= 1/2"]["ours"] == "P(1,1,2) = 2/3"
    assert by["after (4.1)", "P < 1/2 implies n1 < n2"]["ours"] == "P(2,3,3) = 49/100"
    wrong = {c["where"] for c in claims if c["verdict"] == "false"}
    assert wrong == {"axiom (2.14)", "3.1", "Lemma 4.2", "Theorem 4.1", "before Theorem 4.2", "after (4.1)"}
    bounds = {c["where"]: c["up_to"] for c in claims if c["verdict"] == "holds up to"}
    assert bounds["Theorem 4.4"] == bounds["Theorem 4.5"] == "60"
    assert bounds["Theorem 3.2"] == "6 cards, 2 to 5 players"
    assert "(3,1,2) with 240 decisions, (1,2,2) with 135 decisions" in bounds["Claim 4.4"]
    assert [c["where"] for c in claims if c["verdict"] == "not checkable"] == ["4.2"]
    assert all(c["agrees"] is {"false": False, "not checkable": None}.get(str(c["verdict"]), True) for c in claims)
    assert (folder / "bart" / "limit.svg").exists()
    assert (folder / "bart" / "bluffing.csv").read_text().count("\n") == 8
