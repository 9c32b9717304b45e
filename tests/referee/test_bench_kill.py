"""The command is killed in the middle, and goes on: no play twice, and no reply paid for twice, by the server's log."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.referee.chat_servers import Gate, by_strategy, serving

from sleuth.referee import read_bench

SPEC = "mastermind:pegs=2,colours=4"
WORDS = ("bench", "chat:model=m", "--games", "mastermind-2x4", "--pause", "0")
PATIENCE = 120


def command(folder: Path, environment: dict[str, str], *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "sleuth", *words],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("parallel", [1, 3])
def test_kill_9_in_the_middle_and_resume(parallel: int, tmp_path: Path) -> None:
    passes = 20
    gate = Gate(by_strategy(SPEC), passes)
    with serving(gate) as server:
        first = command(tmp_path, server.environment, *WORDS, "--out", "run.db", "--parallel", str(parallel))
        try:
            assert gate.held.wait(PATIENCE), "the server was not asked so often"
            before = read_bench(tmp_path / "run.db")  # also while it is written
        finally:
            first.kill()
            first.communicate()
            gate.opened.set()
        answered = len(server.log)
        assert passes < answered <= passes + parallel
        kept = read_bench(tmp_path / "run.db")
        assert {play.number for play in before.plays} <= {play.number for play in kept.plays}
        assert 0 < len(kept.plays) < 16

        second = command(tmp_path, server.environment, "bench", "resume", "run.db", "--parallel", str(parallel))
        out, err = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0, out + err
        results = read_bench(tmp_path / "run.db")
        asked = len(server.log)
    assert Counter(play.number for play in results.plays) == Counter(range(1, 17))
    for play in kept.plays:
        assert results.play(play.entry, play.number).as_json() == play.as_json()
    # Every reply was asked for once, but for those that the killed command waited for.
    lost = answered - passes
    assert lost <= asked - sum(play.steps for play in results.plays) <= lost + parallel
    assert results.under_way == ()
    assert sum(play.steps for play in results.plays) == 45
