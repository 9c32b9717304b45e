"""Runs of the suite by strategies, the table, the file, and the command."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from sleuth import evaluate, parse_game, parse_strategy
from sleuth.adapters.cli.app import run as command
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.play.tournament.errors import ResultsError
from sleuth.referee import (
    BenchOptions,
    BenchPart,
    BenchTerms,
    SpendLimits,
    StrategyPlayer,
    bench_player,
    bench_table,
    read_bench,
    run_bench,
    write_bench_csv,
)
from sleuth.referee.bench_play import BenchPlay, BenchTurn
from sleuth.referee.bench_store import BenchStore, KeptReply
from sleuth.strategies.base import Strategy
from sleuth.strategies.random import Random

WHOLE = (
    "mastermind-2x4", "mastermind-3x4", "black-pegs-3x4", "bulls-3-of-6", "number-20", "low-middle-high",
    "fake-coin-8", "treasure-hunt", "guess-who", "black-box-4-2", "battleship-4",
)  # fmt: skip
TERMS = BenchTerms("1", "d", "entropy", False, 0, False)


@pytest.fixture(scope="module")
def by_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Entropy through text on entries of which every secret is played."""
    path = tmp_path_factory.mktemp("bench") / "text.db"
    run_bench(bench_player("entropy", text=True), path, part=BenchPart(WHOLE))
    return path


@pytest.mark.parametrize("entry", WHOLE)
def test_entropy_through_text_loses_exactly_what_it_loses_in_evaluate(by_text: Path, entry: str) -> None:
    results = read_bench(by_text)
    row = next(row for row in bench_table(results).rows if row.entry == entry)
    known = evaluate(parse_game(row.game), parse_strategy("entropy"))
    assert (row.plays, row.solved, row.total, row.exact) == (known.secrets, known.secrets, known.total, True)
    lost = sum(play.lost or 0.0 for play in results.of(entry))
    assert row.expected is not None
    assert lost == pytest.approx(known.total - row.expected * known.secrets)
    assert row.gap.mean == pytest.approx(row.lost.mean)
    assert row.luck.mean == pytest.approx(0)
    if entry != "battleship-4":
        best = evaluate(parse_game(row.game), parse_strategy("optimal"))
        assert lost == pytest.approx(known.total - best.total)


def test_with_and_without_text_is_the_same(by_text: Path, tmp_path: Path) -> None:
    done = run_bench("entropy", tmp_path / "plain.db", part=BenchPart(("guess-who", "fake-coin-8")))
    for play in done.results.plays:
        other = read_bench(by_text).play(play.entry, play.number)
        assert (play.record, play.messages) == (other.record, other.messages)
        assert [turn.verdict for turn in play.turns] == [turn.verdict for turn in other.turns]


def test_questions_of_other_entries_go_through_text(tmp_path: Path) -> None:
    names = ("mastermind-lie", "number-100", "fake-coin-12", "ulam", "battleship", "sploosh-kaboom", "hangman")
    done = run_bench(bench_player("entropy", text=True), tmp_path / "run.db", part=BenchPart(names, 1))
    assert len(done.results.plays) == 10
    assert {(play.refused, play.error) for play in done.results.plays} == {(0, None)}


def test_the_total_counts_every_entry_the_same(by_text: Path) -> None:
    table = bench_table(read_bench(by_text))
    means = [row.steps.mean for row in table.rows if row.steps.mean is not None]
    assert table.total.steps.mean == pytest.approx(sum(means) / len(WHOLE))
    assert table.total.exact
    assert table.total.plays == sum(row.plays for row in table.rows)
    assert len(table.to_frame()) == len(WHOLE) + 1


def test_a_second_run_plays_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    first = run_bench("random", path, part=BenchPart(("number-20",), 3))
    again = run_bench("random", path, part=BenchPart(("number-20",), 5))
    whole = run_bench("random", tmp_path / "whole.db", part=BenchPart(("number-20",), 5))
    assert (first.played, again.played, again.missing) == (3, 2, 0)
    assert [play.record for play in again.results.plays] == [play.record for play in whole.results.plays]
    row = bench_table(again.results).rows[0]
    assert not row.exact
    assert row.steps.half is not None
    assert again.results.part == "1 of 26 entries, 5 of their 20 secrets"


@pytest.mark.parametrize("player", ["random", "optimal"])
def test_who_draws_or_may_stop_by_the_clock_is_never_exact(player: str, tmp_path: Path) -> None:
    done = run_bench(player, tmp_path / "run.db", part=BenchPart(("treasure-hunt",)))
    row = bench_table(done.results).rows[0]
    assert (row.plays, row.secrets, row.exact) == (8, 8, False)


def test_specialists_play_what_they_can(tmp_path: Path) -> None:
    done = run_bench("berlekamp", tmp_path / "run.db", part=BenchPart(plays=1))
    assert {play.entry for play in done.results.plays} == {"ulam-16", "ulam-64-lie"}
    assert all(play.expected is None and play.lost is None for play in done.results.plays)
    with pytest.raises(ParameterError, match="berlekamp can play none"):
        run_bench("berlekamp", tmp_path / "none.db", part=BenchPart(("wordle",)))


@dataclass(frozen=True)
class Clumsy(Random):
    """Fails when it is asked in a game of coins, and asks what it may not in others."""

    def decide(self, info: Any, **how: Any) -> Any:
        if info.game.name == "fake-coin":
            raise ZeroDivisionError("oh")
        return super().decide(info, **how)


def test_an_agent_that_fails(tmp_path: Path) -> None:
    player: Strategy = Clumsy()
    done = run_bench(player, tmp_path / "run.db", part=BenchPart(("fake-coin-8", "number-20"), 2))
    table = bench_table(done.results)
    assert [(row.entry, row.plays, row.failed) for row in table.rows] == [("number-20", 2, 0), ("fake-coin-8", 0, 2)]
    assert table.errors[0] == ("fake-coin-8", 1, "ZeroDivisionError: oh")
    assert table.total.plays == 2


def play_of(number: int = 1, **changes: Any) -> BenchPlay:
    values = {
        "entry": "e", "number": number, "secret": "11", "reference": "optimal", "proved": True, "solved": True,
        "steps": 3, "expected": 2.5, "lost": 0.5, "luck": 0.0, "refused": 0, "turns_lost": 0, "inconsistent": 0,
        "redundant": 0, "tokens_in": 1, "tokens_out": 2, "estimated": False, "requests": 3, "seconds": 0.1,
        "error": None, "record": "r", "rules": "Rules.", "opening": "Question 1?",
        "turns": (BenchTurn("00", "No.", {"bits": float("inf")}),),
    }  # fmt: skip
    return BenchPlay(**{**values, **changes})


def test_the_file_keeps_plays_once_and_replies_until_a_play_ends(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with BenchStore.open(path, TERMS) as store:
        for number in (1, 2):
            store.keep("1", ("e", number), 1, KeptReply("01", None, 5, 6, True, 2, 0.5))
        assert store.replies()["e", 1] == [KeptReply("01", None, 5, 6, True, 2, 0.5)]
        assert store.spent() == (10, 12, 4)
        store.add("1", [play_of()])
        store.add("1", [play_of(steps=9)])
        assert (store.keys(), list(store.replies()), store.spent()) == ({("e", 1)}, [("e", 2)], (6, 8, 5))
        with pytest.raises(ResultsError, match="being written by another process"):
            BenchStore.open(path, TERMS)


def test_what_failed_plays_cost_is_not_forgotten(tmp_path: Path) -> None:
    with BenchStore.open(tmp_path / "run.db", TERMS) as store:
        for number in (1, 2):
            store.add("1", [play_of(3), play_of(number, error="oh")])
            store.forget_failures()
            assert (store.keys(), store.spent()) == ({("e", 3)}, (1 + number, 2 + 2 * number, 3 + 3 * number))


def test_what_cannot_be_a_file_of_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, other, cup = tmp_path / "text.db", tmp_path / "other.db", tmp_path / "cup.db"
    text.write_text("no database " * 100)
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE t (x)")
    with closing(sqlite3.connect(cup)) as connection:
        connection.executescript("PRAGMA application_id = 0x534C5542; PRAGMA user_version = 9; CREATE TABLE t (x);")
    missing = tmp_path / "no" / "folder.db"
    says = {text: "is no results file", other: "not the results of a run", cup: "newer Sleuth", tmp_path: "is a folder"}
    for path, reason in {**says, missing: "there is no results file"}.items():
        for words in (["bench", "report", str(path)], ["bench", "resume", str(path)]):
            assert command(words) == 2
            err = capsys.readouterr().err
            assert reason in err
            assert err.count("\n") == 1
    for path in (text, other, cup, missing):
        assert command(["bench", "random", "--out", str(path), "--quick"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_full_disk_ends_the_run_in_one_line(tmp_path: Path) -> None:
    with BenchStore.open(tmp_path / "run.db", TERMS) as store:
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(ResultsError, match=r"database or disk is full; it holds 0 finished plays.*bench resume"):
            store.add("1", [play_of(n, rules="x" * 10_000) for n in range(1, 9)])


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (BenchPart, {"plays": 0}), (BenchOptions, {"parallel": 0}), (SpendLimits, {"cost": 1.0}),
        (SpendLimits, {"price_in": 1.0}), (SpendLimits, {"tokens": -1}),
    ],
)  # fmt: skip
def test_options_that_cannot_be(kind: Any, values: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        kind(**values)


def words_of(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = command(list(words))
    return code, *capsys.readouterr()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    code, out, _ = words_of(capsys, "bench", "random", "--games", "sploosh-kaboom,wordle-4,number-20", "--plays", "2")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "random on suite 1: 3 of 26 entries, 6 of their 120 secrets"
    assert max(map(len, lines)) <= 80
    assert any(line.split()[:3] == ["sploosh-kaboom", "0/2", "≥24.00"] for line in lines)
    assert any("plays not solved, counted with the most steps" in line for line in lines)
    assert any("what entropy expects" in line for line in lines)
    assert "±0.00" not in out
    assert "±?: all plays were alike" in out
    assert "In the total, best, gap, lost and luck are those of 2 entries where steps are known." in " ".join(
        out.split()
    )
    code, out, _ = words_of(capsys, "bench", "resume", "bench-random.db", "--json")
    value = json.loads(out)
    assert (code, value["played"], value["missing"], value["stopped"]) == (0, 0, 0, "")
    assert [row["entry"] for row in value["entries"]] == ["number-20", "sploosh-kaboom", "wordle-4"]
    assert value["total"]["unsolved"] >= 2
    code, out, _ = words_of(
        capsys, "bench", "report", "bench-random.db", "--csv", "plays.csv", "--parquet", "plays.parquet"
    )
    assert code == 0
    with Path("plays.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["secret"] for row in rows[:2]] == ["12", "16"]
    table = pyarrow.parquet.read_table("plays.parquet")
    assert table.num_rows == 6
    assert str(table.schema.field("lost").type) == "double"
    code, out, _ = words_of(capsys, "bench", "record", "bench-random.db", "number-20", "1", "--out", "one.txt")
    assert "Secret: 12" in out
    assert "bits" in out
    assert command(["grade", "one.txt"]) == 0
    capsys.readouterr()
    code, _, err = words_of(capsys, "bench", "record", "bench-random.db", "number-20", "3")
    assert (code, "has no finished play 3 of number-20" in err) == (2, True)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run.db")
    for words, reason in {
        ("bench", "entropie", "--out", out): "did you mean entropy or tree?",
        ("bench", "entropy", "--games", "chess", "--out", out): "no entry of suite 1 called 'chess'",
        ("bench", "entropy", "--suite", "7", "--out", out): "there is no suite '7'",
        ("bench", "entropy", "--max-cost", "1", "--out", out): "needs the prices",
        ("bench", "--out", out): "Missing argument 'AGENT'",
    }.items():
        code, _, err = words_of(capsys, *words)
        assert code == 2
        assert reason in err
        assert err.count("\n") == 1
    code, shown, _ = words_of(capsys, "bench", "suite", "--json")
    assert (code, len(json.loads(shown)["entries"])) == (0, 26)
    assert words_of(capsys, "bench", "suite")[0] == 0
    assert "AGENT" in words_of(capsys, "bench", "entropy", "--help")[1]


def test_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = 0

    def interrupt(self: StrategyPlayer, *_: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked > 8:
            raise KeyboardInterrupt
        return question(self, *_)

    question = StrategyPlayer.question
    monkeypatch.setattr(StrategyPlayer, "question", interrupt)
    words = ["bench", "entropy", "--out", str(tmp_path / "run.db"), "--games", "number-20"]
    code, _, err = words_of(capsys, *words)
    assert (code, "Go on with: sleuth bench resume" in err) == (130, True)
    monkeypatch.undo()
    done = len(read_bench(tmp_path / "run.db").plays)
    assert 0 < done < 5
    assert command(words) == 0
    assert len(read_bench(tmp_path / "run.db").plays) == 20


def test_no_plays_give_an_empty_table(tmp_path: Path) -> None:
    BenchStore.open(tmp_path / "run.db", TERMS).close()
    results = read_bench(tmp_path / "run.db")
    table = bench_table(results)
    assert (table.rows, table.total.plays, table.total.steps.mean) == ((), 0, None)
    write_bench_csv(results, tmp_path / "plays.csv")
    assert (tmp_path / "plays.csv").read_text().startswith("suite,player,game,entry,number,secret")
    with pytest.raises(SleuthError, match="no finished play"):
        results.play("e", 1)
