"""Tournaments at a table that are stopped and go on."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from sleuth.games.clue.players.agents import Agent
from sleuth.games.clue.players.arena import Games, SeatedResult, batches, simulate
from sleuth.games.clue.players.game_file import GameFile
from sleuth.games.clue.rules.cards import Cards
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.views import View
from sleuth.play.tournament.errors import EngineError, ResultsError
from sleuth.strategies.seat_strategy import parse_seat

LINE = ["heuristic", "random", "random"]
GAME = Clue.of(3)


def play(games: int, file: GameFile | None = None) -> list[SeatedResult]:
    agents = [parse_seat("heuristic"), parse_seat("random")]
    return simulate(GAME, agents, [0, 1, 1], games, seed=4, file=file)


def test_games_read_back_and_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with GameFile.of(path, GAME, LINE, 4) as file:
        first = play(12, file)
    added: list[SeatedResult] = []
    with GameFile.of(path, GAME, LINE, 4) as file:
        assert file.results() == first
        monkeypatch.setattr(file, "add", added.extend)
        more = play(15, file)
    assert [result.number for result in added] == [12, 13, 14]
    assert more == play(15)
    with GameFile.of(path, GAME, LINE, 4) as file:  # fewer games than the file has
        assert play(5, file) == first[:5]


def test_another_tournament_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    GameFile.of(path, GAME, LINE, 4).close()
    with pytest.raises(ResultsError, match="its seed is '4', here it is '5'"):
        GameFile.of(path, GAME, LINE, 5)
    with pytest.raises(ResultsError, match="its players is 'heuristic random random'"):
        GameFile.of(path, GAME, ["race", "random", "random"], 4)
    with pytest.raises(ResultsError, match="its game is 'clue:hands=6-6-6'"):
        GameFile.of(path, Clue.of(4), [*LINE, "random"], 4)


def test_other_files_are_refused_and_kept(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("nothing about Clue, but rather a shopping list " * 30)
    before = text.read_text()
    with pytest.raises(ResultsError, match="is no results file"):
        GameFile.of(text, GAME, LINE, 4)
    assert text.read_text() == before
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE shopping (what TEXT)")
    with pytest.raises(ResultsError, match="not a file of games at a table"):
        GameFile.of(other, GAME, LINE, 4)
    with pytest.raises(ResultsError, match="cannot"):
        GameFile.of(tmp_path / "no" / "folder.db", GAME, LINE, 4)


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
    with GameFile.of(path, GAME, LINE, 4) as file:
        done = file.results()
        assert len(done) >= kept > 0
        again = play(len(done) + 3, file)
    assert again == play(len(done) + 3)


def test_batches_hold_every_number_once() -> None:
    def numbers(of: int, *sizes: int) -> list[tuple[int, ...]]:
        games, size = Games(GAME, (), (0, 0, 0), 4, tuple(range(of))), cycle(sizes)
        return [batch.numbers for batch in batches(games, lambda: next(size))]

    assert numbers(7, 1, 3) == [(0,), (1, 2, 3), (4,), (5, 6)]
    assert numbers(0, 3) == []


def test_files_of_the_first_format_go_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    (first,) = play(1)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "PRAGMA application_id = 0x534C5547; PRAGMA user_version = 1;"
            "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
            "CREATE TABLE games (number INTEGER PRIMARY KEY, seats TEXT NOT NULL, winner INTEGER, "
            "turns INTEGER NOT NULL, last TEXT NOT NULL);"
            "INSERT INTO about VALUES ('seed', '4'), ('players', 'heuristic random random');"
        )
        with connection:
            values = (0, json.dumps(first.seats), first.winner, first.turns, first.last)
            connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", values)
    with GameFile.of(path, GAME, LINE, 4) as file:
        assert file.results() == [first]
        assert play(3, file) == play(3)


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with GameFile.of(path, GAME, LINE, 4), pytest.raises(ResultsError, match="is being written by another process"):
        GameFile.of(path, GAME, LINE, 4)
    GameFile.of(path, GAME, LINE, 4).close()


def test_a_game_that_kills_its_workers_is_told() -> None:
    class Deadly(Agent):
        """Kills the process that it plays in. It travels there by value, since it is nobody else's."""

        def ask(self, view: View, rng: np.random.Generator) -> Cards:
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError

    with pytest.raises(EngineError, match="game 0: 3 workers died of this trial"):
        simulate(GAME, [Deadly()], [0, 0, 0], 1, workers=2)
