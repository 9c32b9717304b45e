"""Tournaments: the same rows whoever plays them, nothing lost whatever is killed, and figures checked by hand."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.children import child, press_ctrl_c

from sleuth.core.errors import MissingExtraError, ParameterError, SleuthError, StuckError, TooLargeError
from sleuth.core.registry import STRATEGIES
from sleuth.play.record import Record
from sleuth.play.tournament import (
    Cluster,
    Config,
    EngineError,
    Here,
    Local,
    Results,
    ResultsError,
    read_results,
    resume,
    run_tournament,
    summarise,
)
from sleuth.play.tournament import file as file_module
from sleuth.play.tournament.engines import MAX_DEATHS
from sleuth.play.tournament.trial import draw_secret
from sleuth.strategies.greedy import Entropy

SMALL = Config.of(
    ["fake-coin:coins=9", "mastermind:pegs=3,colours=4"],
    ["random", "entropy", "sampled-ises:states=10,actions=20", "ismcts:iterations=50"],
    trials=12,
    seeds=(1, 7),
)

PATIENCE = 300
"""Seconds that a test waits for what must happen; it goes on as soon as it does."""


def outcomes(results: Results) -> list[tuple[Any, ...]]:
    """Everything in the rows that may not depend on the machine."""
    out = []
    for row in results.rows:
        spent = json.loads(row.spent)
        spent.pop("seconds", None)
        out.append((*row.key, row.steps, row.solved, row.decisions, spent, row.secret, row.history, row.error))
    return out


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    path = tmp_path_factory.mktemp("here") / "small.db"
    run_tournament(SMALL, path, engine=Here())
    return outcomes(read_results(path))


# The same rows, whoever plays them.


@pytest.mark.parametrize("workers", [1, 2])
def test_processes_give_the_same_rows(tmp_path: Path, expected: list[tuple[Any, ...]], workers: int) -> None:
    standing = run_tournament(SMALL, tmp_path / "r.db", workers=workers)
    assert standing.written == standing.done == standing.total == len(expected) == 2 * 2 * 4 * 12
    assert outcomes(read_results(tmp_path / "r.db")) == expected


def local_cluster(workers: int) -> Any:
    from distributed import LocalCluster

    options = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    return LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, **options)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    pytest.importorskip("distributed")
    with local_cluster(2) as made:
        yield made.scheduler_address


@pytest.mark.heavy
def test_a_cluster_gives_the_same_rows(tmp_path: Path, expected: list[tuple[Any, ...]], cluster: str) -> None:
    run_tournament(SMALL, tmp_path / "r.db", engine=Cluster(cluster, PATIENCE))
    assert outcomes(read_results(tmp_path / "r.db")) == expected


def test_agents_meet_the_same_secrets(expected: list[tuple[Any, ...]]) -> None:
    secrets: dict[Any, set[str]] = {}
    for seed, game, _, trial, *_, secret, _, _ in expected:
        secrets.setdefault((seed, game, trial), set()).add(secret)
    assert all(len(met) == 1 for met in secrets.values())
    one = [next(iter(met)) for (seed, *_), met in secrets.items() if seed == 1]
    other = [next(iter(met)) for (seed, *_), met in secrets.items() if seed == 7]
    assert one != other


def test_trials_do_not_depend_on_each_other(tmp_path: Path, expected: list[tuple[Any, ...]]) -> None:
    alone = Config.of(["mastermind:pegs=3,colours=4"], ["ismcts:iterations=50"], trials=3, seeds=(7,))
    run_tournament(alone, tmp_path / "r.db", workers=0)
    assert set(map(repr, outcomes(read_results(tmp_path / "r.db")))) <= set(map(repr, expected))


def test_a_row_is_a_record(tmp_path: Path) -> None:
    run_tournament(Config.of(["number"], ["entropy"], trials=2), tmp_path / "r.db", workers=0)
    row = read_results(tmp_path / "r.db").rows[0]
    record = row.record()
    assert record.solved
    assert Record.parse(str(record)) == record
    assert len(record.history) == row.steps == row.decisions
    from sleuth.belief.begin import begin

    assert record.replay(begin(record.game))[-1].over


def test_what_an_agent_did_is_kept(tmp_path: Path) -> None:
    run_tournament(Config.of(["mastermind"], ["ismcts:seconds=0.01"], trials=2), tmp_path / "r.db", workers=0)
    row = read_results(tmp_path / "r.db").rows[0]
    assert json.loads(row.spent)["iterations"] > 0
    assert row.seconds > 0
    (cell,) = summarise(read_results(tmp_path / "r.db")).cells
    assert cell.spent["iterations"] > 0


def test_it_goes_on_where_the_game_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("sleuth.core.tabulate"), "MAX_SECRETS", 1000)
    config = Config.of(["mastermind:pegs=3,colours=11"], ["sampled-ises:states=100,actions=50"], trials=2)
    run_tournament(config, tmp_path / "r.db", workers=0)
    for row in read_results(tmp_path / "r.db").rows:
        assert row.solved
        game = row.record().game
        assert row.secret == game.format_secret(draw_secret(game, row.game, False, 1, row.trial))


# What is killed, stopped or full.

SLOW = """
import os, signal, time
from dataclasses import dataclass
from pathlib import Path
from sleuth.core.game import Game

HERE = Path(__file__).resolve().parent

@dataclass(frozen=True)
class Slow(Game):
    \"\"\"Name a number.\"\"\"
    numbers: int = 12
    def secrets(self):
        return range(self.numbers)
    def feedback(self, action, secret):
        return (action > secret) - (action < secret)
    def format_secret(self, secret):
        with (HERE / "written").open("a") as file:
            file.write(".")
        while (HERE / "written").stat().st_size > float((HERE / "most").read_text()):
            time.sleep(0.02)
        time.sleep(float((HERE / "pause").read_text()))
        if str(secret) in (HERE / "killers").read_text().split() and str(os.getpid()) != (HERE / "main").read_text():
            with (HERE / "killed").open("a") as file:
                file.write(f"{secret}\\n")
            if not (HERE / "always").exists():
                (HERE / "killers").write_text("")
            os.kill(os.getpid(), signal.SIGKILL)
        return str(secret)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a game that may be slow, or wait, or kill whoever writes some of its secrets elsewhere.

    A trial writes its secret and its guesses. When as many are written as `most` says, whoever writes more waits.
    """
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "main").write_text(str(os.getpid()))
    (tmp_path / "pause").write_text("0")
    (tmp_path / "most").write_text("inf")
    (tmp_path / "killers").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hold() -> None:
    """Two workers finish some trials of a slow tournament, and never all.

    With this pause a batch has three trials at most, and a trial writes 2 to 13 numbers: so 5 trials are finished when
    150 are written and both workers wait, and the 80 trials of the tests below need more than that.
    """
    Path("pause").write_text("0.1")
    Path("most").write_text("150")


def let_go() -> None:
    Path("pause").write_text("0")
    Path("most").write_text("inf")


def tournament(path: Path, *words: str) -> AbstractContextManager[subprocess.Popen[str]]:
    return child([sys.executable, "-m", "sleuth", "tournament", *words], cwd=path)


def wait_for_rows(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            if len(read_results(path).rows) >= number:
                return
        except ResultsError:  # not there yet
            pass
        time.sleep(0.02)
    process.kill()
    raise AssertionError(f"no {number} rows came: {process.communicate()}")


def children(pid: int) -> list[int]:
    import psutil

    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


def all_gone(pids: list[int]) -> bool:
    import psutil

    def gone(pid: int) -> bool:
        try:
            return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return True

    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if all(map(gone, pids)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.heavy
def test_kill_9_loses_nothing(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=40)
    Path("slow.toml").write_text(str(config))
    hold()
    with tournament(folder, "run", "slow.toml", "--workers", "2") as process:
        wait_for_rows(folder / "slow.db", 5, process)
        acknowledged = set(read_results("slow.db").rows)
        workers = children(process.pid)
        process.kill()
        process.communicate()
        assert all_gone(workers)
    let_go()
    kept = set(read_results("slow.db").rows)
    assert acknowledged <= kept
    assert len(kept) < config.total
    standing = resume("slow.db", workers=0)
    assert standing.written == config.total - len(kept)
    assert standing.done == config.total
    finished = read_results("slow.db")
    assert kept <= set(finished.rows)
    run_tournament(config, "whole.db", workers=0)
    assert outcomes(finished) == outcomes(read_results("whole.db"))
    assert resume("slow.db", workers=0).written == 0


@pytest.mark.heavy
def test_ctrl_c_leaves_a_file_to_go_on_with(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=40)
    Path("slow.toml").write_text(str(config))
    hold()
    with tournament(folder, "run", "slow.toml", "--workers", "2", "--json") as process:
        wait_for_rows(folder / "slow.db", 2, process)
        workers = children(process.pid)
        with tournament(folder, "resume", "slow.db") as second:
            _, told = second.communicate()
        press_ctrl_c(process)
        out, err = process.communicate()
        assert all_gone(workers)
    assert second.returncode == 2
    assert told.count("\n") == 1
    assert f"is being written by another process ({process.pid})" in told
    assert process.returncode == 130, err
    assert "Go on with: sleuth tournament resume slow.db" in err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["stopped"]
    assert found["done"] == found["rows"] == len(read_results("slow.db").rows) < config.total
    assert not Path("slow.db.lock").exists()
    let_go()
    assert resume("slow.db", workers=0).done == config.total


def killed(folder: Path) -> list[str]:
    return (folder / "killed").read_text().split()


@pytest.mark.heavy
def test_a_dead_worker_is_replaced(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=40)
    (folder / "killers").write_text("3")
    run_tournament(config, "r.db", workers=2)
    assert set(killed(folder)) == {"3"}
    found = read_results("r.db")
    assert all(row.solved for row in found.rows)
    run_tournament(config, "whole.db", workers=0)
    assert outcomes(found) == outcomes(read_results("whole.db"))


@pytest.mark.heavy
def test_a_dead_cluster_worker_is_replaced(folder: Path, cluster: str) -> None:
    config = Config.of([str(folder / "slow.py")], ["entropy"], trials=30)
    (folder / "killers").write_text("3 4 5")
    run_tournament(config, "r.db", engine=Cluster(cluster, PATIENCE))
    assert killed(folder)
    assert all(row.solved for row in read_results("r.db").rows)


@pytest.mark.heavy
def test_a_deadly_trial_becomes_a_row(folder: Path) -> None:
    config = Config.of(["slow.py"], ["size"], trials=5)
    run_tournament(config, "whole.db", workers=0)
    whole = read_results("whole.db").rows
    secret = whole[3].secret
    deadly = {row.trial for row in whole if secret in (row.secret, *(str(a) for a, _ in row.record().history))}
    (folder / "killers").write_text(secret)
    (folder / "always").touch()
    assert run_tournament(config, "r.db", workers=2).done == config.total
    rows = read_results("r.db").rows
    assert {row.trial for row in rows if row.error} == deadly
    assert all(f"{MAX_DEATHS} workers died of this trial" in row.error for row in rows if row.error)
    assert [row[:6] for row in rows if not row.error] == [row[:6] for row in whole if row.trial not in deadly]
    (cell,) = summarise(read_results("r.db")).cells
    assert (cell.trials, cell.failed) == (5, len(deadly))


@pytest.mark.parametrize("error", [StuckError("no way on"), ZeroDivisionError("1 / 0")])
def test_a_failing_agent_stops_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    class Moody(Entropy):
        """Gives up at the third question."""

        def decide(self, info: Any, **rest: Any) -> Any:
            if len(info.history) == 2:
                raise error
            return super().decide(info, **rest)

    monkeypatch.setitem(STRATEGIES._ours, "moody", Moody)
    config = Config.of(["fake-coin:coins=9"], ["moody", "entropy"], trials=4)
    run_tournament(config, tmp_path / "r.db", workers=0)
    moody, entropy = summarise(read_results(tmp_path / "r.db")).cells
    assert (moody.trials, moody.failed, moody.steps.mean) == (4, 4, None)
    assert (entropy.trials, entropy.failed, entropy.steps.mean) == (4, 0, 3.0)
    row = next(row for row in read_results(tmp_path / "r.db").rows if row.agent == "moody")
    assert (row.steps, row.solved, row.decisions) == (2, False, 3)
    assert str(error) in str(row.error)
    assert row.record().history
    assert resume(tmp_path / "r.db", workers=0).written == 0
    monkeypatch.setattr(Moody, "decide", Entropy.decide)
    assert resume(tmp_path / "r.db", workers=0, failed=True).written == 4
    assert all(row.solved for row in read_results(tmp_path / "r.db").rows)


def test_a_full_disk_stops_the_run_with_results_intact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tune = file_module.tune

    def full(connection: sqlite3.Connection) -> None:
        tune(connection)
        connection.execute("PRAGMA max_page_count = 10")

    config = Config.of(["mastermind:pegs=3,colours=4"], ["random"], trials=300)
    with monkeypatch.context() as patch:
        patch.setattr(file_module, "tune", full)
        with pytest.raises(ResultsError, match=r"disk is full; it holds [\d,]+ finished trials") as caught:
            run_tournament(config, tmp_path / "r.db", workers=0)
    assert "resume" in str(caught.value)
    kept = read_results(tmp_path / "r.db").rows
    assert 0 < len(kept) < 300
    resume(tmp_path / "r.db", workers=0)
    run_tournament(config, tmp_path / "whole.db", workers=0)
    finished = read_results(tmp_path / "r.db")
    assert set(kept) <= set(finished.rows)
    assert outcomes(finished) == outcomes(read_results(tmp_path / "whole.db"))


# What is refused before the run.


def refuse(config: Config, path: Path, engine: Any = None) -> str:
    with pytest.raises(SleuthError) as caught:
        run_tournament(config, path, workers=0, engine=engine)
    assert not path.exists()
    assert not list(path.parent.glob("*.lock"))
    return str(caught.value)


def test_too_large_for_an_exact_agent(tmp_path: Path) -> None:
    config = Config.of(["number", "mastermind:pegs=8,colours=12"], ["sampled-ises:seconds=0.1", "entropy"], trials=500)
    with pytest.raises(TooLargeError, match=r"mastermind:pegs=8,colours=12 is too large for entropy: .*429,981,696"):
        run_tournament(config, tmp_path / "r.db")
    assert not (tmp_path / "r.db").exists()


def test_a_table_too_large_for_an_exact_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "1000")
    monkeypatch.setattr("sleuth.core.table_files.load", lambda *table: None)  # this machine may have kept the table
    config = Config.of(["mastermind:pegs=6,colours=8"], ["sampled-ises:states=5,actions=5", "entropy"], trials=1)
    told = refuse(config, tmp_path / "r.db")
    assert "mastermind:pegs=6,colours=8 is too large for entropy: weighing 262,144 actions" in told
    config = Config.of(["mastermind:pegs=5,colours=7"], ["ismcts:iterations=3"], trials=1)
    run_tournament(config, tmp_path / "r.db", workers=0)  # with particles
    assert len(read_results(tmp_path / "r.db").rows) == 1


def test_particles_on_request(tmp_path: Path) -> None:
    config = Config.of(["mastermind:pegs=3,colours=3"], ["entropy"], trials=2, belief="sampled")
    run_tournament(config, tmp_path / "r.db", workers=0)
    assert all(row.solved for row in read_results(tmp_path / "r.db").rows)
    assert "draw(rng)" in refuse(Config.of(["number"], ["entropy"], trials=2, belief="sampled"), tmp_path / "s.db")


def test_no_cluster(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    config = Config.of(["number"], ["entropy"], trials=1)
    assert "cannot reach a cluster at nowhere" in refuse(config, tmp_path / "r.db", Cluster("nowhere"))
    engine = Cluster("127.0.0.1:9", patience=0.5)
    assert "cannot reach a cluster at 127.0.0.1:9" in refuse(config, tmp_path / "r.db", engine)


@pytest.mark.heavy
def test_a_cluster_that_goes_away(folder: Path) -> None:
    pytest.importorskip("distributed")
    config = Config.of([str(folder / "slow.py")], ["random"], trials=500)
    Path("pause").write_text("0.1")
    made = local_cluster(1)
    engine, end = Cluster(made.scheduler_address, PATIENCE), lambda _: made.close()
    with made, pytest.raises(EngineError, match="is gone; what was played is kept"):
        run_tournament(config, "r.db", engine=engine, watch=end)
    assert 0 < len(read_results("r.db").rows) < config.total


def test_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r'pip install "sleuth-games\[cluster\]"'):
        Cluster("127.0.0.1:9")


def test_no_workers() -> None:
    with pytest.raises(EngineError, match="at least 1 worker"):
        Local(0)


def test_knowing_is_never_proved_by_particles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.core.game import Goal
    from sleuth.games.codes.rules.mastermind import Mastermind

    monkeypatch.setattr(Mastermind, "goal", Goal.KNOW)
    config = Config.of(["mastermind:pegs=8,colours=12"], ["sampled-ises"], trials=1)
    with pytest.raises(ParameterError, match="never proves"):
        run_tournament(config, tmp_path / "r.db", workers=0)
