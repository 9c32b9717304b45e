"""Clue and MYST: the command line and the API answer with the same JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from sleuth.adapters.cli.app import run

HEADS = "players: Ann 6, Ben 6, Cat 6\nme: Ann\nhand: Mustard, Plum, Knife, Rope, Hall, Study\n"
TURN = "Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench\n"
CLASH = "Ben: White, Wrench, Library -> Cat no, Ann no\n"


def command(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    run([*words, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("log", [HEADS + TURN, HEADS.splitlines()[0] + "\n" + TURN, HEADS + TURN + CLASH])
def test_clue_assist(client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path, log: str) -> None:
    path = tmp_path / "clue.log"
    path.write_text(log)
    ours = command(capsys, "clue", "assist", "--log", str(path), "--shows", "repeat", "--seed", "5")
    theirs = client.post("/api/clue/assist", json={"log": log, "shows": "repeat", "seed": 5}).json()
    error = ours.pop("error", None)
    assert error == theirs["contradiction"]
    assert list(ours) == list(theirs)
    for key in theirs:
        assert ours[key] == theirs[key], key


@pytest.mark.parametrize("suppose", ["h(Ben,White)", "h(Ben,Green)"])
def test_clue_what_if(client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path, suppose: str) -> None:
    path, ask = tmp_path / "clue.log", "White, Rope, Kitchen"
    path.write_text(HEADS + TURN)
    ours = command(capsys, "clue", "assist", "--log", str(path), "--suppose", suppose, "--ask", ask)
    theirs = client.post("/api/clue/assist", json={"log": HEADS + TURN, "suppose": suppose, "ask": ask}).json()
    assert ours.pop("error", None) == theirs["contradiction"]
    assert ours == theirs


def test_a_table_watched_and_reviewed(client: httpx.Client, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "table.record"
    ours = command(capsys, "watch", "clue", "--strategy", "heuristic", "--seed", "3", "--record", str(path))
    theirs = client.post("/api/tables/watch", json={"game": "clue", "players": "heuristic", "seed": 3}).json()
    assert ours == theirs
    assert theirs["record"] == path.read_text()
    review = command(capsys, "grade", str(path))
    assert review == client.post("/api/tables/review", json={"record": theirs["record"]}).json()


@pytest.mark.parametrize("words", [["--m", "3", "--n", "2"], ["--m", "2", "--n", "1", "--bluff"]])
def test_myst_value(client: httpx.Client, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    ours = command(capsys, "myst", "value", *words)
    body = {"m": int(words[1]), "n": int(words[3]), "bluff": "--bluff" in words}
    theirs = client.post("/api/myst/value", json=body).json()
    assert list(ours) == list(theirs)
    for key in theirs:
        assert ours[key] == theirs[key], key
