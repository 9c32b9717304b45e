"""Long proofs: the same as the solver says, whoever does the work; gone on with, or refused."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.sums import change

import sleuth.play.tournament.file as file_module
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game_spec import parse_game
from sleuth.games import Wordle
from sleuth.lab import Proof, ProofOptions, prove, read_proof
from sleuth.lab.proof import work as work_module
from sleuth.lab.proof.store import ProofStore, part_rows, reading_store
from sleuth.play.tournament import ResultsError
from sleuth.solve import solve
from sleuth.testing.random_games import RandomLaw
from sleuth.verify import verify

PRICED = """
from dataclasses import dataclass
from sleuth.core.game import Game

@dataclass(frozen=True)
class Priced(Game):
    \"\"\"Name a number; some are likelier, and some questions dearer.\"\"\"
    numbers: int = 9
    def secrets(self):
        return range(self.numbers)
    def feedback(self, action, secret):
        return (action > secret) - (action < secret)
    def prior(self, secret):
        return 1.0 + 0.37 * (secret % 3)
    def cost(self, action):
        return 1.0 + 0.25 * (action % 2)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a short list of words and a game with prices."""
    every = list(Wordle().secrets())
    (tmp_path / "words.txt").write_text("\n".join(every[::25]) + "\n")
    (tmp_path / "priced.py").write_text(PRICED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


WORDS = "wordle:answers=words.txt,allowed=words.txt"
GAMES = (
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=6",
    "fake-coin:coins=5",
    "number:numbers=13",
    "priced.py",
    WORDS,
    f"{WORDS},hard=true",
)


def answers(proof: Proof) -> tuple[Any, ...]:
    """What does not depend on who did the work, and when."""
    reached = sorted(row.action for row in proof.optimal)
    return proof.best, proof.lower_bound, proof.proved, reached, [row.action for row in proof.optimal]


@pytest.mark.parametrize("spec", GAMES)
def test_the_least_total_is_that_of_the_solver(folder: Path, spec: str) -> None:
    game = parse_game(spec)
    proof = prove(game, "p.db", workers=0)
    solution = solve(game)
    cost = solution.as_json().get("mean_cost")
    expected = solution.total if cost is None or spec != "priced.py" else solution.lower_bound
    assert proof.proved
    assert proof.best == pytest.approx(expected)
    tree = proof.best_tree()
    tree.save("tree.json")
    assert tree.search is not None
    assert tree.search["proved"]
    verdict = verify(folder / "tree.json")
    assert verdict.ok
    assert spec == "priced.py" or verdict.total == proof.best


@pytest.mark.parametrize("spec", ["mastermind:pegs=2,colours=4", "fake-coin:coins=4", "number:numbers=9"])
def test_true_totals_of_all_first_actions(folder: Path, spec: str) -> None:
    game = parse_game(spec)
    proof = prove(game, "p.db", ProofOptions(exact=1000), workers=0)
    for row in proof.rows:
        first = game.parse_action(row.action)
        if row.lower < 1e200:
            assert row.total == solve(game, first=first).total
    assert sum(row.alike for row in proof.rows) == len(list(game.actions()))


def test_a_second_run_has_nothing_to_do(folder: Path) -> None:
    game = parse_game(WORDS)
    first = prove(game, "p.db", workers=0)
    done: list[int] = []
    second = prove(game, "p.db", workers=0, watch=lambda standing: done.append(standing.done))
    assert done == [len(first.rows)]
    assert second == first


@pytest.mark.heavy
def test_workers_come_to_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_module, "HERE_SECONDS", 0.0)
    for number, spec in enumerate((WORDS, "mastermind:pegs=3,colours=5")):  # many first actions, and few
        game = parse_game(spec)
        here = prove(game, f"here{number}.db", workers=0)
        assert answers(prove(game, f"two{number}.db", workers=2)) == answers(here)
    with reading_store(folder / "two1.db") as (connection, _):
        assert len(list(part_rows(connection))) > 1


@pytest.mark.heavy
def test_a_cluster_comes_to_the_same(folder: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from sleuth.play.tournament import Cluster

    local = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **local) as cluster:
        for number, spec in enumerate((WORDS, "mastermind:pegs=3,colours=5")):
            game = parse_game(spec.replace("words.txt", str(folder / "words.txt")))
            here = prove(game, f"here{number}.db", workers=0)
            there = prove(game, f"there{number}.db", engine=Cluster(cluster.scheduler_address, 60))
            assert answers(there) == answers(here)


# Bounds.


def test_a_bound_asks_whether_there_is_less(folder: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    least = solve(game).total
    assert least is not None
    under = prove(game, "p.db", ProofOptions(bound=least - 10), workers=0)
    assert under.none_below
    assert under.lower_bound is not None
    assert least - 10 <= under.lower_bound <= least
    with pytest.raises(ParameterError, match=rf"no tree of .* has a total below {under.lower_bound}, by p.db"):
        prove(game, "p.db", ProofOptions(bound=under.lower_bound - 1), workers=0)
    at = prove(game, "p.db", ProofOptions(bound=least), workers=0)
    assert at.none_below
    assert at.proved == (at.best == least)
    over = prove(game, "p.db", ProofOptions(bound=least + 5), workers=0)
    assert not over.none_below
    assert over.proved
    assert over.best == least
    again = prove(game, "p.db", ProofOptions(bound=least + 5), workers=0)
    assert again == over


def test_numbers_that_are_too_large_for_exact_bounds_are_refused(folder: Path) -> None:
    lines = ["from dataclasses import dataclass", "from sleuth import Game", "@dataclass(frozen=True)"]
    lines += ["class Precious(Game):", "    def secrets(self): return range(5)"]
    lines += ["    def prior(self, s): return 10**15 + s", "    def feedback(self, a, s): return (s > a) - (s < a)"]
    (folder / "precious.py").write_text("\n".join([*lines, ""]))
    with pytest.raises(ParameterError, match="too large for exact bounds, so there is no proof"):
        prove(parse_game(str(folder / "precious.py")), "large.db", workers=0)
    assert not Path("large.db").exists()


def test_a_bound_where_no_tree_keeps_to_the_steps(folder: Path) -> None:
    """What no first action reaches is no figure: not in a new store, and not in one that knows it."""
    game, terms = parse_game("mastermind:pegs=2,colours=3"), ProofOptions(bound=5, within=1)
    for _ in range(2):
        proof = prove(game, "never.db", terms, workers=0)
        assert "no tree reaches the goal among trees of at most 1 step" in proof.summary()
        assert proof.none_below


def test_a_bound_that_sizes_rule_out_makes_no_store(folder: Path) -> None:
    with pytest.raises(ParameterError, match="by the sizes of parts alone"):
        prove(parse_game("mastermind:pegs=3,colours=4"), "p.db", ProofOptions(bound=3), workers=0)
    assert list(folder.glob("p.db*")) == []


def test_only_some_first_actions(folder: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    options = ProofOptions(first=("000", "331"), exact=2)
    proof = prove(game, "p.db", options, workers=0)
    known = {row.action: row.total for row in proof.rows if row.total is not None}
    assert known == {action: solve(game, first=game.parse_action(action)).total for action in ("000", "001")}
    assert not proof.proved
    assert prove(game, "p.db", workers=0).proved


def test_the_best_of_them_get_their_totals(folder: Path) -> None:
    game = parse_game(WORDS)
    proof = prove(game, "p.db", ProofOptions(exact=5), workers=0)
    every = prove(game, "all.db", ProofOptions(exact=1000), workers=0)
    best = [(row.action, row.total) for row in every.rows[:5]]
    assert [(row.action, row.total) for row in proof.rows[:5]] == best


# Stores that are not to be gone on with.


@pytest.fixture
def store(folder: Path) -> Path:
    prove(parse_game(WORDS), "p.db", workers=0)
    return folder / "p.db"


def refused(path: Path, spec: str = WORDS, **asked: Any) -> str:
    before = path.read_bytes()
    with pytest.raises(SleuthError) as caught:
        prove(parse_game(spec), path, ProofOptions(**asked), workers=0)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_another_game(store: Path) -> None:
    assert f"it is about {WORDS}, not number" in refused(store, "number")


def test_other_terms(store: Path) -> None:
    assert "its within is 0, not 5" in refused(store, within=5)
    assert "its only_possible is False, not True" in refused(store, only_possible=True)


def test_a_list_that_changed(store: Path) -> None:
    words = store.with_name("words.txt")
    words.write_text("\n".join(words.read_text().split()[1:]) + "\n")
    # A list that was read stays as it was; another process reads it anew, and so does another name of the file.
    moved = WORDS.replace("words.txt", str(words.rename(words.with_name("other.txt"))))
    assert "of another proof" in refused(store, moved)


def test_a_list_that_moved(store: Path) -> None:
    moved = store.with_name("moved.txt")
    moved.write_text(store.with_name("words.txt").read_text())
    game = parse_game(WORDS.replace("words.txt", "moved.txt"))
    every = prove(game, store, ProofOptions(exact=3), workers=0)
    assert every.rows[2].total is not None


def test_a_game_without_a_name(folder: Path) -> None:
    with pytest.raises(ParameterError, match=r"write it to a file, and name that: FILE\.py"):
        prove(RandomLaw(5), "p.db", workers=0)


def test_another_version(store: Path) -> None:
    with sqlite3.connect(store) as connection:
        (text,) = connection.execute("SELECT value FROM about WHERE key = 'terms'").fetchone()
    connection.close()
    changed = json.dumps({**json.loads(text), "version": "0.0.1"})
    change(store, "UPDATE about SET value = ? WHERE key = 'terms'", changed)
    assert "was begun by Sleuth 0.0.1" in refused(store)


def test_what_is_no_store(folder: Path) -> None:
    other = folder / "other.db"
    other.write_text("hello")
    assert "is no results file, or is damaged" in refused(other)
    with sqlite3.connect(folder / "theirs.db") as connection:
        connection.execute("CREATE TABLE mine (a)")
    connection.close()
    assert "is a database, but not the store of a proof" in refused(folder / "theirs.db")


def test_one_writer(store: Path) -> None:
    with ProofStore.go_on(store):
        assert "is being written by another process" in refused(store)
        assert read_proof(store).proved


def test_a_full_disk_loses_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tune, whole = file_module.tune, prove(parse_game(WORDS), "whole.db", workers=0)
    prove(parse_game(WORDS), "p.db", ProofOptions(first=("abaci",)), workers=0)
    before = read_proof("p.db")

    def full(connection: sqlite3.Connection) -> None:
        tune(connection)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

    with monkeypatch.context() as patch:
        patch.setattr(file_module, "tune", full)
        with pytest.raises(ResultsError, match=r"disk is full; it holds [\d,]+ finished tasks") as caught:
            prove(parse_game(WORDS), "p.db", ProofOptions(exact=1000), workers=0)
    assert "sleuth prove GAME --store p.db" in str(caught.value)
    kept = {row.number: row for row in read_proof("p.db").rows}
    assert all(kept[row.number].lower >= row.lower for row in before.rows)
    assert answers(prove(parse_game(WORDS), "p.db", workers=0)) == answers(whole)


def test_time_that_is_up(folder: Path) -> None:
    game = parse_game("mastermind:pegs=4,colours=6")
    proof = prove(game, "p.db", ProofOptions(seconds=0.001), workers=0)
    assert not proof.proved
    assert prove(game, "p.db", workers=0).best == 5625


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("battleship", "a proof works on the table of a game"),
        ("mastermind@lies:most=1", "some answers may be lies"),
        ("mastermind:pegs=1,colours=1", "there is nothing to prove"),
    ],
)
def test_games_that_have_no_such_proof(folder: Path, spec: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        prove(parse_game(spec), "p.db", workers=0)
    assert not Path("p.db").exists()


@pytest.mark.parametrize("asked", [{"exact": 0}, {"exact": 2, "bound": 5.0}, {"within": -1}, {"seconds": 0.0}], ids=str)
def test_options_that_make_no_sense(asked: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        ProofOptions(**asked)


def test_the_table_in_files(store: Path) -> None:
    proof = read_proof(store)
    proof.write("table.csv")
    lines = Path("table.csv").read_text().splitlines()
    assert lines[0] == "action,alike,total,at_least,proved,parts,nodes,cpu"
    assert len(lines) == 1 + len(proof.rows)
    assert lines[1].startswith(f"{proof.rows[0].action},1,{proof.best},{proof.best},true,")
    pyarrow = pytest.importorskip("pyarrow.parquet")
    proof.write("table.parquet")
    assert pyarrow.read_table("table.parquet").to_pylist() == proof.plain_rows()
