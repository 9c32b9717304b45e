"""While workers compile, or while there is none, whoever coordinates hears of it; trials are not timed meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sleuth.core.game import Game
from sleuth.kernels import jit
from sleuth.play.tournament import Cluster, Config, EngineError, Local, read_results, run_tournament, trial
from sleuth.play.tournament.run import Standing
from sleuth.play.tournament.trial import TrialKey, play_trial

PATIENCE = 300
"""Seconds that a test waits for what must happen; it goes on as soon as it does."""
GAME = '''
import time
from dataclasses import dataclass
from pathlib import Path
from sleuth.core.game import Game
from sleuth.kernels.compiling import begins, ends

HERE = Path(__file__).resolve().parent

@dataclass(frozen=True)
class Compiles(Game):
    """Name a number. Whoever writes a secret waits for a compiler, as long as there is a file that says so."""
    numbers: int = 5
    def secrets(self):
        return range(self.numbers)
    def feedback(self, action, secret):
        return (action > secret) - (action < secret)
    def format_secret(self, secret):
        begins()
        while (HERE / "compiling").exists():
            time.sleep(0.02)
        ends()
        return str(secret)
'''


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "compiles.py").write_text(GAME)
    (tmp_path / "compiling").touch()
    return Config.of([str(tmp_path / "compiles.py")], ["random"], trials=4)


class Hearing:
    """What is heard; the compiler is done once it is heard that somebody waits for it."""

    def __init__(self, folder: Path) -> None:
        self.heard: list[str] = []
        self._sign = folder / "compiling"

    def __call__(self, standing: Standing) -> None:
        if standing.waiting not in self.heard[-1:]:
            self.heard.append(standing.waiting)
        if "kernels" in standing.waiting:
            self._sign.unlink(missing_ok=True)


def test_processes_that_compile_are_told_of(tmp_path: Path, config: Config) -> None:
    hearing = Hearing(tmp_path)
    run_tournament(config, tmp_path / "r.db", engine=Local(1), watch=hearing)
    assert hearing.heard[0] == "waiting for kernels on 1 worker"
    assert all(row.solved for row in read_results(tmp_path / "r.db").rows)


def local_cluster(**options: Any) -> Any:
    distributed = pytest.importorskip("distributed")
    return distributed.LocalCluster(
        threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0", **options
    )


def test_a_cluster_tells_that_nobody_has_come_and_then_that_it_compiles(tmp_path: Path, config: Config) -> None:
    with local_cluster(n_workers=0) as made:
        hearing = Hearing(tmp_path)

        def watch(standing: Standing) -> None:
            hearing(standing)
            if standing.waiting.startswith("no worker"):
                made.scale(1)

        run_tournament(config, tmp_path / "r.db", engine=Cluster(made.scheduler_address, PATIENCE), watch=watch)
    assert hearing.heard[0].startswith("no worker has come yet to the cluster at tcp://127.0.0.1:")
    assert "waiting for kernels on 1 worker" in hearing.heard
    assert all(row.solved for row in read_results(tmp_path / "r.db").rows)


def test_a_cluster_without_workers_is_given_up(tmp_path: Path, config: Config) -> None:
    with local_cluster(n_workers=0) as made, pytest.raises(EngineError, match="has no workers"):
        run_tournament(config, tmp_path / "r.db", engine=Cluster(made.scheduler_address, 0.2))


def test_a_trial_that_compiled_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So its seconds are those of its decisions, and everything else is as it would have been."""
    plays: list[int] = []
    key, folder = TrialKey(0, "number:numbers=5", "random", 1), jit.kernel_folder()
    plain = play_trial(key, "enumerated", True)
    draw = trial.draw_secret

    def compiling(game: Game, *rest: Any) -> Any:
        plays.append(os.getpid())
        folder.compiled += len(plays) == 1
        return draw(game, *rest)

    monkeypatch.setattr(trial, "draw_secret", compiling)
    again = play_trial(key, "enumerated", True)
    assert len(plays) == 2
    assert (again.steps, again.history, again.secret) == (plain.steps, plain.history, plain.secret)
    play_trial(key, "enumerated", True)
    assert len(plays) == 3
