"""Runs of the suite in a folder: what is found, what is left out, and plays told reply by reply."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.run_files import ENTRY, HOSTILE, ODD, THOUGHTS, write_run
from tests.sums import change

from sleuth.app.bounds import OPEN, Bounds
from sleuth.app.errors import MissingError
from sleuth.app.perform import perform
from sleuth.play.tournament import Config, run_tournament
from sleuth.play.tournament.errors import ResultsError
from sleuth.referee.bench_play import BenchTerms
from sleuth.referee.bench_report import bench_table
from sleuth.referee.bench_store import PART, BenchStore, read_bench
from sleuth.referee.run_requests import RunList, RunPlay, RunPlayResult, RunPlays, RunReport
from sleuth.referee.run_turns import MAX_SAID, readable
from sleuth.referee.suite import read_suite

SECRETS = read_suite("1").part((ENTRY,))[0].secrets
PLAYS = [
    ["Question: 01", THOUGHTS, "I cannot say.", "01", f"It must be **{SECRETS[0]}**."],
    [f"{HOSTILE} Question: 01", "\u202e\nQuestion: 01", SECRETS[1]],
    ["no idea"] * 20,
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one run: two plays that are solved, one without a question, one under way."""
    made = tmp_path_factory.mktemp("runs")
    write_run(made / "model.db", PLAYS, asked=6, open_replies=["Question: 01"])
    return made


def play(folder: Path, number: int, **more: Any) -> RunPlayResult:
    found: RunPlayResult = perform(RunPlay("model", ENTRY, number, str(folder), **more))
    return found


def test_a_run_in_the_list(folder: Path) -> None:
    (run,) = perform(RunList(str(folder)))
    assert (run.name, run.player, run.suite, run.done, run.total) == ("model", "chat:model=test", "1", 3, 6)
    assert (run.solved, run.failed, run.running) == (2, 0, False)
    assert run.lost == bench_table(read_bench(folder / "model.db")).total.lost.mean


def test_the_table_is_that_of_the_command(folder: Path) -> None:
    found = perform(RunReport("model", str(folder)))
    table = bench_table(read_bench(folder / "model.db")).as_json()
    assert {key: found[key] for key in table} == json.loads(json.dumps(table))
    assert (found["name"], found["done"], found["total_plays"], found["under_way"]) == ("model", 3, 6, 1)


def test_the_plays_of_an_entry(folder: Path) -> None:
    found = perform(RunPlays("model", ENTRY, str(folder)))
    assert [one.number for one in found.plays] == [1, 2, 3]
    assert [one.solved for one in found.plays] == [True, True, False]
    assert [one.refused for one in found.plays] == [1, 0, 20]
    assert found.under_way == [4]
    assert found.game == "mastermind:pegs=2,colours=4"


def test_a_play_reply_by_reply(folder: Path) -> None:
    found = play(folder, 1, pictures=True)
    kept = read_bench(folder / "model.db").play(ENTRY, 1)
    assert found.sentences[0] == "Solved after 4 steps."
    assert "1 reply was not taken." in found.sentences
    assert (found.before, found.after) == (None, 2)
    assert found.record == kept.record
    assert found.history == f"01=1.0;23=0.0;01=1.0;{SECRETS[0]}=2.0"
    assert [turn.said for turn in found.turns] == PLAYS[0]
    assert [turn.title for turn in found.turns] == ["Best", "Mistake", "Not taken", "Blunder", "Best"]
    assert [turn.verdict for turn in found.turns] == [dict(turn.verdict) for turn in kept.turns]
    first, second, third, fourth, _ = found.turns
    assert "<svg" in first.picture
    assert "<svg" in first.answer_picture
    assert first.spoken_best == ""
    assert "<svg" in second.best_picture
    assert (third.picture, third.spoken) == ("", "")
    assert third.remarks[-1] == "It cost nothing: the player could try again."
    assert [line.partition(":")[0] for line in fourth.remarks[:2]] == ["Inconsistent", "Redundant"]
    assert play(folder, 1).turns[0].picture == ""


def test_a_play_without_a_question(folder: Path) -> None:
    found = play(folder, 3)
    assert found.history == ""
    assert found.turns[1].remarks[-1] == "It cost a step."
    assert found.sentences[-1] == "20 replies were not taken."
    assert (found.before, found.after) == (2, None)


def test_a_failed_play_says_why(tmp_path: Path) -> None:
    write_run(tmp_path / "model.db", [["Question: 01"]], error="the server hung up")
    assert play(tmp_path, 1).sentences == ["The play failed, and enters no figure: the server hung up"]
    (run,) = perform(RunList(str(tmp_path)))
    assert (run.done, run.failed, run.lost) == (1, 1, None)


def test_a_run_that_has_only_begun(tmp_path: Path) -> None:
    write_run(tmp_path / "model.db", [])
    (run,) = perform(RunList(str(tmp_path)))
    assert (run.done, run.total, run.lost) == (0, len(SECRETS), None)
    assert perform(RunReport("model", str(tmp_path)))["entries"] == []
    assert perform(RunPlays("model", ENTRY, str(tmp_path))).plays == []


@pytest.mark.parametrize(
    ("part", "total"),
    [
        ({"games": [], "plays": None, "quick": True}, 4),
        ({"games": ["mastermind"], "plays": 2, "quick": False}, 3),
        ({"games": ["number"], "plays": None, "quick": False}, 3),
        ({"games": [], "plays": None, "quick": False}, len(SECRETS)),
        ({}, len(SECRETS)),
    ],
)
def test_the_plays_that_were_asked_for(tmp_path: Path, part: dict[str, Any], total: int) -> None:
    """A part that was played before counts as far as it got."""
    path = write_run(tmp_path / "model.db", PLAYS)
    change(path, "UPDATE about SET value = ? WHERE key = ?", json.dumps(part), PART)
    assert perform(RunReport("model", str(tmp_path)))["total_plays"] == total


def test_a_suite_of_a_later_version(tmp_path: Path) -> None:
    path = write_run(tmp_path / "model.db", PLAYS)
    terms = read_bench(path).terms
    change(path, "UPDATE about SET value = ? WHERE key = 'terms'", str(terms).replace('"suite": "1"', '"suite": "99"'))
    (run,) = perform(RunList(str(tmp_path)))
    assert (run.suite, run.total) == ("99", len(SECRETS))


def test_other_files_are_left_out(folder: Path, tmp_path: Path) -> None:
    """Results of tournaments, of a newer Sleuth, and of other people lie beside those of runs."""
    write_run(tmp_path / "run.db", [[SECRETS[0]]])
    run_tournament(
        Config.parse('games = ["number:numbers=5"]\nagents = ["entropy"]\ntrials = 1\n', "cup"),
        tmp_path / "cup.db",
        workers=0,
    )
    change(write_run(tmp_path / "newer.db", [[SECRETS[0]]]), "PRAGMA user_version = 99")
    (tmp_path / "text.db").write_text("no database")
    (tmp_path / "empty.db").touch()
    (tmp_path / "folder.db").mkdir()
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE plays (entry TEXT)")
    assert [run.name for run in perform(RunList(str(tmp_path)))] == ["run"]
    with pytest.raises(ResultsError, match="newer Sleuth"):
        perform(RunReport("newer", str(tmp_path)))
    with pytest.raises(ResultsError, match="but not the results of a run"):
        perform(RunReport("cup", str(tmp_path)))


@pytest.mark.parametrize("name", ["", "..", "nothing", "model.db", "../model", "/etc/passwd", "mod*", "\0", HOSTILE])
def test_names_of_nothing(folder: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(MissingError, match="no run of the suite called"):
        perform(RunReport(name, str(folder)))
    with pytest.raises(MissingError, match="no run of the suite called"):
        perform(RunReport("model", str(tmp_path)))
    if name:
        with pytest.raises(MissingError, match="no entry called"):
            perform(RunPlays("model", name, str(folder)))
    with pytest.raises(MissingError, match="no finished play 4 of"):
        play(folder, 4)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE plays SET steps = 'many'",
        "UPDATE plays SET entry = 'nothing'",
        "UPDATE plays SET lost = 'x'",
        "UPDATE about SET value = 'x' WHERE key = 'prices'",
        "UPDATE about SET value = '[]' WHERE key = 'part'",
        "UPDATE about SET value = '{}' WHERE key = 'terms'",
        "UPDATE about SET value = x'ff' WHERE key = 'terms'",
        "DELETE FROM about",
        "UPDATE entries SET secrets = x'00'",
        "DROP TABLE turns",
    ],
)
def test_a_damaged_run_is_left_out_and_said_to_be(tmp_path: Path, statement: str) -> None:
    write_run(tmp_path / "good.db", [[SECRETS[0]]])
    change(write_run(tmp_path / "model.db", PLAYS[:2]), statement)
    assert [run.name for run in perform(RunList(str(tmp_path)))] == ["good"]


@pytest.mark.parametrize(
    "turns",
    [
        "", "{", "[1]", "[{}]", '[{"said": 1, "told": "", "verdict": {}}]', "[" * 100_000,
        '[{"said": "", "told": "", "verdict": {"mark": "best"}}]', '[{"said": "", "told": "", "verdict": [1]}]',
    ],
)  # fmt: skip
def test_a_damaged_play_is_one_sentence(tmp_path: Path, turns: str) -> None:
    change(write_run(tmp_path / "model.db", PLAYS[:1]), "UPDATE plays SET turns = ?", turns)
    with pytest.raises(ResultsError, match="damaged"):
        play(tmp_path, 1)


def test_a_record_that_names_code_is_not_loaded(tmp_path: Path) -> None:
    """A file from somebody else cannot bring code along, wherever it is looked at from."""
    (tmp_path / "evil.py").write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'owned')!r}).touch()\n")
    path = write_run(tmp_path / "model.db", PLAYS[:1])
    for game in (f"{tmp_path}/evil.py:Game", "no-such-game", "mastermind:pegs=99,colours=99"):
        record = play(tmp_path, 1).record
        lines = [f"game: {game}" if line.startswith("game: ") else line for line in record.split("\n")]
        change(path, "UPDATE plays SET record = ?", "\n".join(lines))
        for bounds in (OPEN, Bounds(files=False)):
            found = perform(RunPlay("model", ENTRY, 1, str(tmp_path), True), bounds)
            assert (found.history, found.turns[0].spoken) == ("", "01")
    assert not (tmp_path / "owned").exists()


def test_a_long_reply_keeps_its_end(tmp_path: Path) -> None:
    long = "x" * 50_000 + f"\nQuestion: {SECRETS[0]}"
    write_run(tmp_path / "model.db", [[long]])
    (turn,) = play(tmp_path, 1).turns
    assert len(turn.said) == MAX_SAID
    assert turn.said.endswith(SECRETS[0])
    assert turn.cut == len(long) - MAX_SAID


def test_half_a_pair_does_not_break_the_answer(tmp_path: Path) -> None:
    path = write_run(tmp_path / "model.db", [["Question: 01"]], error="stopped")
    with closing(sqlite3.connect(path)) as connection:
        ((turns,),) = connection.execute("SELECT turns FROM plays").fetchall()
    values = json.loads(turns)
    values[0]["said"] = ODD
    change(path, "UPDATE plays SET turns = ?", json.dumps(values))
    said = play(tmp_path, 1).turns[0].said
    said.encode()
    assert [sign for sign in "\u202e\0\x1b\ud800" if sign in said] == []
    assert "😀 &lt;b&gt;" in said


@given(st.text(), st.integers(1, 50))
def test_readable_text_travels_and_stays_as_it_is(text: str, most: int) -> None:
    clean, cut = readable(text, most)
    clean.encode()
    assert len(clean) <= most
    assert cut == max(0, len(text) - most)
    assert readable(clean, most) == (clean, 0)


def test_a_run_that_is_being_written_comes_first(tmp_path: Path) -> None:
    terms = BenchTerms("1", read_suite("1").digest, "random", False, 0, True)
    with BenchStore.open(tmp_path / "old.db", terms):
        write_run(tmp_path / "new.db", [[SECRETS[0]]])
        found = perform(RunList(str(tmp_path)))
        assert [(run.name, run.running) for run in found] == [("old", True), ("new", False)]
    assert [run.running for run in perform(RunList(str(tmp_path)))] == [False, False]
