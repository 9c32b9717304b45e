"""The server compiles behind everything else; a call that has to compile may take longer, and says so."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from sleuth.adapters.service import warming
from sleuth.adapters.service.warming import Warming
from sleuth.adapters.service.worker import COMPILE_SECONDS, COMPILING, Worker
from sleuth.core.kernel_warmup import Compiled
from sleuth.kernels.compiling import missed

PATIENCE = 120
"""Seconds that a test waits for what must come; it goes on as soon as it does."""


def compile_twice(progress: object = None) -> str:
    """Stands in for a request that needs two kernels."""
    missed(True)
    missed(True)
    return "done"


def test_a_worker_tells_once_that_it_compiles() -> None:
    made, heard = Worker(), list[tuple[str, float, float]]()
    try:
        made.settle(0)
        for _ in range(2):
            assert made.call(compile_twice, (), PATIENCE, lambda *told: heard.append(told)) == "done"
        assert heard == [(COMPILING, 0.0, 0.0)] * 2
        assert made.call(compile_twice, (), PATIENCE) == "done"
    finally:
        made.end()


class Told(Worker):
    """A worker that has answered already; keeps how long each answer might have taken."""

    def __init__(self, *answers: tuple[str, Any]) -> None:
        self._connection, theirs = multiprocessing.Pipe()
        self._theirs, self._answers, self.waited = theirs, iter(answers), list[float]()

    def _answer(self, seconds: float) -> tuple[str, Any]:
        self.waited.append(seconds)
        return next(self._answers)


def test_the_time_that_a_call_may_take_does_not_count_the_compiler() -> None:
    told = Told(("compiling", (COMPILING, 0.0, 0.0)), ("progress", ("counting", 1.0, 2.0)), ("ok", 5))
    assert told.call(compile_twice, (), 10.0) == 5
    assert told.waited[0] == 10
    assert COMPILE_SECONDS < min(told.waited[1:]) <= max(told.waited) <= COMPILE_SECONDS + 10


def warm_nothing(part: str) -> Compiled:
    """Stands in for the compiler; tells how nicely."""
    with (Path(os.environ["WARMED"]) / part).open("x") as file:
        file.write(str(os.nice(0)))
    return Compiled()


def warm_for_ever(part: str) -> Compiled:
    """Stands in for the compiler."""
    (Path(os.environ["WARMED"]) / part).write_text(str(os.getpid()))
    time.sleep(1000)
    return Compiled()


@pytest.fixture
def warmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WARMED", str(tmp_path))
    monkeypatch.setattr(warming, "missing", lambda wide: ["search_levels wide", "search_levels", "codes"])
    return tmp_path


def test_what_is_missing_is_compiled_the_quickest_first(warmed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "warm_part", warm_nothing)
    made = Warming()
    assert made.left is None
    asyncio.run(made.run())
    assert made.left == []
    files = sorted(warmed.iterdir(), key=lambda file: file.stat().st_mtime_ns)
    assert [file.name for file in files] == ["codes", "search_levels", "search_levels wide"]
    assert {file.read_text() for file in files} == {str(warming.NICE)}


def test_it_ends_with_the_server(warmed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "warm_part", warm_for_ever)
    made = Warming()

    async def serve() -> None:
        running = asyncio.create_task(made.run())
        until = time.monotonic() + PATIENCE
        while not (warmed / "codes").exists() or not (warmed / "codes").read_text():
            assert time.monotonic() < until
            await asyncio.sleep(0.02)
        made.stop()
        await running

    asyncio.run(serve())
    assert made.left == ["codes", "search_levels", "search_levels wide"]
    assert not psutil.pid_exists(int((warmed / "codes").read_text()))


def test_one_that_was_stopped_does_not_begin(warmed: Path) -> None:
    made = Warming()
    made.stop()
    asyncio.run(made.run())
    assert not list(warmed.iterdir())
