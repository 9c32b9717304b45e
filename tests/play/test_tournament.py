"""Tournaments: the same rows whoever plays them, nothing lost whatever is killed, and figures checked by hand."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from sleuth.core.errors import ParameterError, SleuthError, StuckError, TooLargeError
from sleuth.play.record import Record
from sleuth.play.tournament import (
    Cluster,
    Config,
    ConfigError,
    EngineError,
    Here,
    Local,
    Results,
    ResultsError,
    Row,
    interval,
    read_results,
    resume,
    run_tournament,
    summarise,
    write_csv,
    write_parquet,
)
from sleuth.play.tournament import store as store_module
from sleuth.play.tournament.engines import DEATHS_MOST
from sleuth.play.tournament.report import t_quantile
from sleuth.play.tournament.trial import draw_secret
from sleuth.strategies import catalogue
from sleuth.strategies.greedy import Entropy

SMALL = Config.of(
    ["fake-coin:coins=9", "mastermind:pegs=3,colours=4"],
    ["random", "entropy", "sampled-ises:states=10,actions=20", "ismcts:iterations=50"],
    trials=12,
    seeds=(1, 7),
)


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


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as made:
        yield made.scheduler_address


def test_a_cluster_gives_the_same_rows(tmp_path: Path, expected: list[tuple[Any, ...]], cluster: str) -> None:
    run_tournament(SMALL, tmp_path / "r.db", engine=Cluster(cluster))
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

    assert record.replay(begin(record.game))[-1].solved


def test_what_an_agent_did_is_kept(tmp_path: Path) -> None:
    run_tournament(Config.of(["mastermind"], ["ismcts:seconds=0.01"], trials=2), tmp_path / "r.db", workers=0)
    row = read_results(tmp_path / "r.db").rows[0]
    assert json.loads(row.spent)["iterations"] > 0
    assert row.seconds > 0
    (cell,) = summarise(read_results(tmp_path / "r.db")).cells
    assert cell.spent["iterations"] > 0


def test_it_goes_on_where_the_game_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.core.tabulate.SECRETS_MOST", 1000)
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
    """A working folder with a game that may be slow, or kill whoever writes some of its secrets in another process."""
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "main").write_text(str(os.getpid()))
    (tmp_path / "pause").write_text("0")
    (tmp_path / "killers").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start(path: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sleuth", "tournament", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=path, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def wait_for_rows(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            if len(read_results(path).rows) >= number:
                return
        except ResultsError:  # not there yet
            pass
        time.sleep(0.02)
    raise AssertionError(f"no {number} rows came: {process.communicate()}")


def children(pid: int) -> list[int]:
    import psutil

    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


def all_gone(pids: list[int]) -> bool:
    import psutil

    until = time.monotonic() + 30
    while time.monotonic() < until:
        alive = [pid for pid in pids if psutil.pid_exists(pid)]
        if all(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE for pid in alive):
            return True
        time.sleep(0.05)
    return False


def test_kill_9_loses_nothing(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=60)
    Path("slow.toml").write_text(str(config))
    Path("pause").write_text("0.01")
    process = start(folder, "run", "slow.toml", "--workers", "2")
    try:
        wait_for_rows(folder / "slow.db", 5, process)
        acknowledged = set(read_results("slow.db").rows)
        workers = children(process.pid)
    finally:
        process.kill()
        process.communicate()
    assert all_gone(workers)
    Path("pause").write_text("0")
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


def test_ctrl_c_leaves_a_file_to_go_on_with(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=60)
    Path("slow.toml").write_text(str(config))
    Path("pause").write_text("0.05")
    process = start(folder, "run", "slow.toml", "--workers", "2", "--json")
    try:
        wait_for_rows(folder / "slow.db", 2, process)
        workers = children(process.pid)
        second = start(folder, "resume", "slow.db")
        _, told = second.communicate()
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers hear it too
        out, err = process.communicate()
    finally:
        process.kill()
        process.wait()
    assert second.returncode == 2
    assert told.count("\n") == 1
    assert f"is being written by another process ({process.pid})" in told
    assert process.returncode == 130, err
    assert "Go on with: sleuth tournament resume slow.db" in err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["stopped"]
    assert found["done"] == found["rows"] == len(read_results("slow.db").rows) < config.total
    assert all_gone(workers)
    assert not Path("slow.db.lock").exists()
    Path("pause").write_text("0")
    assert resume("slow.db", workers=0).done == config.total


def killed(folder: Path) -> list[str]:
    return (folder / "killed").read_text().split()


def test_a_dead_worker_is_replaced(folder: Path) -> None:
    config = Config.of(["slow.py"], ["random", "entropy"], trials=40)
    (folder / "killers").write_text("3")
    run_tournament(config, "r.db", workers=2)
    assert set(killed(folder)) == {"3"}
    found = read_results("r.db")
    assert all(row.solved for row in found.rows)
    run_tournament(config, "whole.db", workers=0)
    assert outcomes(found) == outcomes(read_results("whole.db"))


def test_a_dead_cluster_worker_is_replaced(folder: Path, cluster: str) -> None:
    config = Config.of([str(folder / "slow.py")], ["entropy"], trials=30)
    (folder / "killers").write_text("3 4 5")
    run_tournament(config, "r.db", engine=Cluster(cluster))
    assert killed(folder)
    assert all(row.solved for row in read_results("r.db").rows)


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
    assert all(f"{DEATHS_MOST} workers died of this trial" in row.error for row in rows if row.error)
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

    monkeypatch.setitem(catalogue._classes(), "moody", Moody)
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
    tune = store_module.tune

    def full(connection: sqlite3.Connection) -> None:
        tune(connection)
        connection.execute("PRAGMA max_page_count = 10")

    config = Config.of(["mastermind:pegs=3,colours=4"], ["random"], trials=300)
    with monkeypatch.context() as patch:
        patch.setattr(store_module, "tune", full)
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


# The results file.


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    config = Config.of(["number"], ["entropy"], trials=2)
    run_tournament(config, tmp_path / "r.db", workers=0)
    with pytest.raises(ResultsError, match=r"r\.db exists; go on with `sleuth tournament resume"):
        run_tournament(config, tmp_path / "r.db", workers=0)
    assert len(read_results(tmp_path / "r.db").rows) == 2
    (tmp_path / "blank.db").touch()  # killed at birth
    run_tournament(config, tmp_path / "blank.db", workers=0)


def test_foreign_and_broken_files_are_refused(tmp_path: Path) -> None:
    run_tournament(Config.of(["number"], ["entropy"], trials=40), tmp_path / "good.db", workers=0)
    (tmp_path / "text.db").write_text("not a database, but long enough to look like a file of some kind\n" * 20)
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE trials (game)")
    other.close()
    bytes_ = bytearray((tmp_path / "good.db").read_bytes())
    bytes_[4096 : 3 * 4096] = b"\xff" * (2 * 4096)
    (tmp_path / "damaged.db").write_bytes(bytes_)
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.executescript(store_module.SCHEMA + "PRAGMA user_version = 99;")
    newer.close()
    for name, why in {
        "missing.db": "there is no results file",
        "text.db": "is no results file",
        "other.db": "not the results of a tournament",
        "damaged.db": "damaged",
        "newer.db": "newer Sleuth",
    }.items():
        with pytest.raises(ResultsError, match=why):
            resume(tmp_path / name)
    for name in ("text.db", "other.db"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(ResultsError, match="exists"):
            run_tournament(Config.of(["number"], ["entropy"], trials=1), tmp_path / name)
        assert (tmp_path / name).read_bytes() == before
    with pytest.raises(ResultsError, match="cannot write"):
        run_tournament(Config.of(["number"], ["entropy"], trials=1), tmp_path / "nowhere" / "r.db")


def test_readers_read_while_it_runs(tmp_path: Path) -> None:
    seen: list[int] = []

    def look(standing: Any) -> None:
        seen.append(len(read_results(standing.path).rows))
        assert seen[-1] == standing.done
        assert sum(cell.trials for cell in standing.cells()) == standing.done
        assert standing.seconds_left is not None
        assert standing.seconds_left >= 0

    told: list[tuple[str, float, float]] = []
    config = Config.of(["number"], ["entropy", "random"], trials=10)
    run_tournament(config, tmp_path / "r.db", workers=0, watch=look, progress=lambda *what: told.append(what))
    assert seen == sorted(seen)
    assert seen[-1] == 20
    assert told[-1] == ("playing", 20, 20)


def test_a_read_only_file_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "shelf"
    folder.mkdir()
    run_tournament(Config.of(["number"], ["entropy"], trials=2), folder / "r.db", workers=0)
    assert [path.name for path in folder.iterdir()] == ["r.db"]  # no log, no lock
    (folder / "r.db").chmod(0o444)
    folder.chmod(0o555)
    try:
        assert len(read_results(folder / "r.db").rows) == 2
    finally:
        folder.chmod(0o755)


def test_changed_secrets_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = tmp_path / "words.txt"
    words.write_text("crane\nslate\ntrace\n")
    config = Config.of([f"wordle:answers={words}"], ["entropy"], trials=3)

    class Stop(Exception):
        pass

    def stop(_: Any) -> None:
        raise Stop

    with pytest.raises(Stop):
        run_tournament(config, tmp_path / "r.db", workers=0, watch=stop)
    words.write_text("crane\nslate\nbrace\n")
    with pytest.raises(ResultsError, match=r"the secrets of wordle:answers=.* have changed"):
        resume(tmp_path / "r.db", workers=0)
    words.write_text("crane\nslate\ntrace\n")
    assert resume(tmp_path / "r.db", workers=0).done == 3


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
    config = Config.of(["mastermind:pegs=5,colours=7"], ["sampled-ises:states=5,actions=5", "entropy"], trials=1)
    told = refuse(config, tmp_path / "r.db")
    assert "mastermind:pegs=5,colours=7 is too large for entropy: weighing 16,807 actions" in told
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


def test_a_cluster_that_goes_away(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    config = Config.of(["number"], ["random"], trials=2000)
    with distributed.LocalCluster(n_workers=1, processes=True, host="127.0.0.1", dashboard_address=None) as made:
        with pytest.raises(EngineError, match="is gone; what was played is kept"):
            run_tournament(
                config, tmp_path / "r.db", engine=Cluster(made.scheduler_address), watch=lambda _: made.close()
            )
    kept = len(read_results(tmp_path / "r.db").rows)
    assert 0 < kept < 2000


def test_no_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    config = Config.of(["number"], ["entropy"], trials=1)
    assert "pip install 'sleuth[cluster]'" in refuse(config, tmp_path / "r.db", Cluster("127.0.0.1:9"))


def test_no_workers() -> None:
    with pytest.raises(EngineError, match="at least 1 worker"):
        Local(0)


# The config.

GOOD = """
name = "two games"
trials = 5
seed = 3
agents = ["random", "entropy"]

[[games]]
game = "mastermind"
sizes = [
    {pegs = 3, colours = 4},
    {pegs = 4, colours = 6},
]

[[games]]
game = "fake-coin:coins=9"
trials = 7
agents = ["minimax:ties=lex"]
"""


def test_a_config_reads_and_writes() -> None:
    config = Config.parse(GOOD)
    assert [entry.game for entry in config.entries] == [
        "mastermind:pegs=3,colours=4",
        "mastermind:pegs=4,colours=6",
        "fake-coin:coins=9",
    ]
    assert [entry.trials for entry in config.entries] == [5, 5, 7]
    assert config.entries[2].agents == ("minimax:ties=lex",)
    assert config.total == 2 * 2 * 5 + 7
    assert Config.parse(str(config)) == config
    assert Config.parse('games = ["number"]\nagents = ["entropy"]\ntrials = 1\nseeds = [0, 4]').seeds == (0, 4)


@pytest.mark.parametrize(
    ("change", "to", "line", "key", "why"),
    [
        ("trials = 5", "trials = 5 5", 3, "trials", "column 12"),
        ("trials = 5", "trials = ", 3, "trials", "Invalid value"),
        ("trials = 5", "trials 5", 3, "trials", "Expected '='"),
        ("trials = 5", "trials = 5\ntrials = 6", 4, "trials", "overwrite"),
        ('agents = ["random", "entropy"]', 'agents = ["random", "entropy', 5, "agents", "Illegal character"),
        ('agents = ["minimax:ties=lex"]', 'agents = ["entropy"', 17, "agents", "ends too early"),
        ("trials = 5", 'trials = "many"', 3, "trials", "whole number from 1, not 'many'"),
        ("trials = 5", "trials = 0", 3, "trials", "whole number from 1"),
        ("trials = 5", "trails = 5", 3, "trails", "did you mean trials"),
        ("seed = 3", "seed = -1", 4, "seed", "whole number from 0"),
        ("seed = 3", "seeds = [1, 1]", 4, "seeds[2]", "given twice"),
        ("seed = 3", "seed = 3\nseeds = [3]", 4, "seed", "not both"),
        ("seed = 3", 'belief = "certain"', 4, "belief", "is one of auto"),
        ('"entropy"]\n\n', '"entropie"]\n\n', 5, "agents[2]", "did you mean entropy"),
        ('"entropy"]\n\n', '\n "random"]\n\n', 6, "agents[2]", "given twice"),
        ('game = "mastermind"', 'game = "mastermnd"', 8, "games[1].game", "did you mean mastermind"),
        ('game = "mastermind"', 'spel = "mastermind"', 8, "games[1].spel", "no such key"),
        ("{pegs = 4, colours = 6}", "{pigs = 4, colours = 6}", 11, "games[1].sizes[2]", "did you mean pegs"),
        ("{pegs = 4, colours = 6}", "{pegs = 3, colours = 4}", 11, "games[1].sizes[2]", "given twice"),
        ("{pegs = 4, colours = 6}", "{pegs = [4], colours = 6}", 11, "games[1].sizes[2]", "pegs is a number"),
        ('"fake-coin:coins=9"', '"fake-coin:coins=none"', 15, "games[2].game", "coins is a whole number"),
        ("trials = 7", "trials = 7.5", 16, "games[2].trials", "whole number"),
        ('["minimax:ties=lex"]', '["minimax:tyes=lex"]', 17, "games[2].agents[1]", "did you mean ties"),
        ('["minimax:ties=lex"]', "[]", 17, "games[2].agents", "empty"),
        ('["minimax:ties=lex"]', '"minimax"', 17, "games[2].agents", "is a list"),
    ],
)
def test_a_broken_config_names_line_and_key(change: str, to: str, line: int, key: str, why: str) -> None:
    text = GOOD.replace(change, to, 1)
    assert text != GOOD
    with pytest.raises(ConfigError) as caught:
        Config.parse(text, "cup.toml")
    told = str(caught.value)
    assert told.startswith(f"cup.toml, line {line}, key {key!r}: "), told
    assert why in told
    assert caught.value.line == line


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="key 'games': is missing"):
        Config.parse('agents = ["random"]\ntrials = 1')
    with pytest.raises(ConfigError, match="key 'trials': is missing"):
        Config.parse('agents = ["random"]\ngames = ["number"]')
    with pytest.raises(ConfigError, match="key 'agents': is empty or missing"):
        Config.parse('games = ["number"]\ntrials = 1')
    with pytest.raises(ConfigError, match=r"line 2, key 'games\[1\]': a game is a spec string or a table"):
        Config.parse('agents = ["random"]\ngames = [3]\ntrials = 1')
    with pytest.raises(ConfigError, match=r"cannot read the config .*: No such file"):
        Config.read(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not UTF-8"):
        Config.read(tmp_path / "binary.toml")


# The figures.


def rows_of(agent: str, steps: list[int | None]) -> list[Row]:
    return [
        Row(1, "number:numbers=100", agent, trial, n or 0, n is not None, 4, 0.2, 0.1, 0.3, '{"nodes": 8}', "", "", e)
        for trial, n, e in ((t, s, None if s is not None else "gave up") for t, s in zip(count(1), steps))
    ]


def test_the_report_against_scipy(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    one: list[int | None] = rng.integers(3, 9, 40).tolist()
    two: list[int | None] = rng.integers(4, 9, 40).tolist()
    one[5] = two[9] = None
    config = Config.of(["number"], ["entropy", "random"], trials=40)
    rows = (*rows_of("entropy", one), *rows_of("random", two))
    report = summarise(Results(tmp_path, config, rows))
    for cell, steps in zip(report.cells, (one, two), strict=True):
        solved = np.array([n for n in steps if n is not None])
        low, high = stats.t.interval(0.95, solved.size - 1, solved.mean(), stats.sem(solved))
        assert cell.steps.mean == pytest.approx(solved.mean())
        assert (cell.steps.low, cell.steps.high) == (pytest.approx(low), pytest.approx(high))
        assert cell.deviation == pytest.approx(solved.std(ddof=1))
        assert (cell.trials, cell.failed, cell.worst) == (40, 1, solved.max())
        assert (cell.seconds, cell.cpu) == (pytest.approx(0.05), pytest.approx(0.025))
        assert cell.spent == {"nodes": 2.0}
        assert cell.error == "gave up"
    (versus,) = report.comparisons
    both = np.array([(a, b) for a, b in zip(one, two, strict=True) if a is not None and b is not None])
    difference = both[:, 0] - both[:, 1]
    test = stats.ttest_rel(both[:, 0], both[:, 1]).confidence_interval(0.95)
    assert (versus.agent, versus.rival, versus.trials) == ("entropy", "random", 38)
    assert versus.difference.mean == pytest.approx(difference.mean())
    assert (versus.difference.low, versus.difference.high) == (pytest.approx(test.low), pytest.approx(test.high))
    assert versus.wins == (difference < 0).sum()
    assert versus.ties == (difference == 0).sum()
    assert versus.losses == (difference > 0).sum()


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 10, 29, 499, 9_999, 50_000])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_the_t_quantile(degrees: int, confidence: float) -> None:
    assert t_quantile(degrees, confidence) == pytest.approx(stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-3)
    if degrees < 10_000:
        assert t_quantile(degrees, confidence) == pytest.approx(stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-9)


def test_few_values() -> None:
    assert interval([]).mean is None
    assert (interval([3]).mean, interval([3]).low, interval([3]).half) == (3.0, None, None)
    assert (interval([3, 3]).low, interval([3, 3]).high) == (3.0, 3.0)


def test_export(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    run_tournament(Config.of(["number"], ["entropy", "random"], trials=3), path, workers=0)
    results = read_results(path)
    write_csv(results, tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="", encoding="utf-8") as file:
        read = list(csv.DictReader(file))
    kinds = {"seed": int, "trial": int, "steps": int, "decisions": int, "seconds": float, "cpu": float, "took": float}
    for line, row in zip(read, results.rows, strict=True):
        values: dict[str, Any] = {name: kinds.get(name, str)(text) for name, text in line.items()}
        values |= {"solved": line["solved"] == "1", "error": line["error"] or None}
        assert Row(**values) == row
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(results, tmp_path / "r.parquet")
    table = parquet.read_table(tmp_path / "r.parquet")
    assert [Row(**values) for values in table.to_pylist()] == list(results.rows)
    assert str(results.config).encode() in table.schema.metadata.values()
    with pytest.raises(ResultsError, match="cannot write"):
        write_csv(results, tmp_path / "nowhere" / "r.csv")


def test_no_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    results = Results(tmp_path, Config.of(["number"], ["entropy"], trials=1), ())
    with pytest.raises(ResultsError, match=r"pip install 'sleuth\[parquet\]'"):
        write_parquet(results, tmp_path / "r.parquet")


def test_knowing_is_never_proved_by_particles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sleuth.core.game import Goal
    from sleuth.games.mastermind import Mastermind

    monkeypatch.setattr(Mastermind, "goal", Goal.KNOW)
    config = Config.of(["mastermind:pegs=8,colours=12"], ["sampled-ises"], trials=1)
    with pytest.raises(ParameterError, match="never proves"):
        run_tournament(config, tmp_path / "r.db", workers=0)
