"""Tournaments at a table that are stopped and go on."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sleuth.multiplayer.arena import Result, batched, simulate
from sleuth.multiplayer.catalogue import parse_agent
from sleuth.multiplayer.clue import Clue
from sleuth.multiplayer.gamefile import GameFile
from sleuth.play.tournament.errors import ResultsError

LINE = ["heuristic", "random", "random"]
GAME = Clue.of(3)


def play(games: int, file: GameFile | None = None) -> list[Result]:
    agents = [parse_agent("heuristic"), parse_agent("random")]
    if file is None:
        return simulate(GAME, agents, [0, 1, 1], games, seed=4)
    return simulate(GAME, agents, [0, 1, 1], games, seed=4, done=file.results(), keep=file.add)


def test_games_read_back_and_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameFile(path, GAME, LINE, 4) as file:
        first = play(12, file)
    kept: list[Result] = []
    with GameFile(path, GAME, LINE, 4) as file:
        assert file.results() == first
        agents = [parse_agent("heuristic"), parse_agent("random")]
        more = simulate(GAME, agents, [0, 1, 1], 15, seed=4, done=file.results(), keep=kept.extend)
    assert [result.number for result in kept] == [12, 13, 14]
    assert more == play(15)
    with GameFile(path, GAME, LINE, 4) as file:  # fewer games than the file has
        assert play(5, file) == first[:5]


def test_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    GameFile(path, GAME, LINE, 4).close()
    with pytest.raises(ResultsError, match="its seed is '4', here it is '5'"):
        GameFile(path, GAME, LINE, 5)
    with pytest.raises(ResultsError, match="its players is 'heuristic random random'"):
        GameFile(path, GAME, ["race", "random", "random"], 4)
    with pytest.raises(ResultsError, match="its game is 'clue:hands=6-6-6'"):
        GameFile(path, Clue.of(4), [*LINE, "random"], 4)


def test_other_files_are_refused_and_kept(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("nothing about Clue, but rather a shopping list " * 30)
    before = text.read_text()
    with pytest.raises(ResultsError, match="cannot be used for games"):
        GameFile(text, GAME, LINE, 4)
    assert text.read_text() == before
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE shopping (what TEXT)")
    with pytest.raises(ResultsError, match="holds something else"):
        GameFile(other, GAME, LINE, 4)
    with pytest.raises(ResultsError, match="cannot"):
        GameFile(tmp_path / "no" / "folder.db", GAME, LINE, 4)


def test_a_killed_tournament_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    command = [sys.executable, "-m", "sleuth", "clue", "simulate", "heuristic", "random"]
    command += ["--games", "100000", "--seed", "4", "--out", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        kept = 0
        for _ in range(1200):
            assert process.poll() is None, process.stderr and process.stderr.read()
            if path.exists():
                with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
                    tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'games'").fetchone()
                    kept = connection.execute("SELECT count(*) FROM games").fetchone()[0] if tables else 0
            if kept:
                break
            time.sleep(0.1)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    with GameFile(path, GAME, LINE, 4) as file:
        done = file.results()
        assert len(done) >= kept > 0
        again = play(len(done) + 3, file)
    assert again == play(len(done) + 3)


def test_batches_hold_every_number_once() -> None:
    assert [list(batch) for batch in batched(range(7), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert batched([], 3) == []
