"""Work that takes too long is stopped for real, and what comes after it is served."""

from __future__ import annotations

import asyncio
import multiprocessing
import operator
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from tests.children import child, press_ctrl_c

from sleuth.adapters.service import pool
from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import BusyError, FaultError, SlowError
from sleuth.adapters.service.limits import SERVED
from sleuth.adapters.service.pool import Lane
from sleuth.adapters.service.worker import Nursery, Worker
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform_afar
from sleuth.app.requests import Assist

PATIENCE = 120
"""Seconds that a test waits for what must come; it goes on as soon as it does."""


def touch_and_sleep(path: str) -> None:
    Path(path).touch()
    time.sleep(1000)


def alive(pid: int) -> bool:
    """Whether there is such a process that does anything yet."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture(scope="module")
def lane() -> Iterator[Lane]:
    made = Lane("test", 1, 60, 3).open()
    yield made
    made.close()


def test_work_is_done_elsewhere(lane: Lane) -> None:
    assert lane.submit(os.getpid).result() != os.getpid()
    assert asyncio.run(lane.run(operator.add, 2, 3)) == 5


def test_slow_work_is_killed_with_its_process(lane: Lane) -> None:
    before = lane.submit(os.getpid).result()
    with pytest.raises(SlowError, match=r"more than 0\.5 seconds"):
        lane.submit(time.sleep, 1000, seconds=0.5).result()
    after = lane.submit(os.getpid).result()
    assert after != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_a_worker_that_dies_is_replaced(lane: Lane) -> None:
    with pytest.raises(FaultError, match="ended"):
        lane.submit(os._exit, 1).result()
    assert lane.submit(operator.add, 1, 1).result() == 2


def test_a_worker_killed_while_idle_is_nobodys_fault(lane: Lane) -> None:
    before = lane.submit(os.getpid).result()
    (worker,) = [child for child in multiprocessing.active_children() if child.pid == before]
    worker.kill()
    worker.join()
    assert lane.submit(os.getpid).result() != before


def until(what: Callable[[], bool]) -> None:
    """Wait for what must come."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.01)


def test_work_that_was_left_is_killed(lane: Lane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What runs ends with its process, what waits does not begin, and the next one is served."""
    monkeypatch.setattr(pool, "LEFT_SECONDS", 0.05)
    begun = tmp_path / "begun"

    async def leave() -> int:
        before = await lane.run(os.getpid)
        running = asyncio.create_task(lane.run(touch_and_sleep, str(begun)))
        while not begun.exists():
            await asyncio.sleep(0.01)
        waiting = asyncio.create_task(lane.run(touch_and_sleep, str(tmp_path / "never")))
        await asyncio.sleep(0)
        for task in (running, waiting):
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert await lane.run(os.getpid) != before
        return before

    before = asyncio.run(leave())
    until(lambda: not alive(before))
    assert not (tmp_path / "never").exists()
    until(lambda: not lane._turns._running)
    assert not lane._turns._queues
    assert sum(thread.name.startswith("test-") for thread in threading.enumerate()) == 1


def test_work_that_was_left_may_end_soon(lane: Lane, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker is worth more than the rest of a short job."""
    monkeypatch.setattr(pool, "LEFT_SECONDS", PATIENCE)

    async def leave() -> tuple[int, int]:
        before = await lane.run(os.getpid)
        left = asyncio.create_task(lane.run(time.sleep, 0.01))
        await asyncio.sleep(0)
        left.cancel()
        return before, await lane.run(os.getpid)

    before, after = asyncio.run(leave())
    assert before == after


def test_a_worker_is_begun_ahead(lane: Lane) -> None:
    """Who lost one to a kill does not wait for the next one to begin: it has begun."""
    lane.submit(os.getpid).result()
    ahead = lane.nursery._next
    assert ahead is not None
    with pytest.raises(FaultError):
        lane.submit(os._exit, 1).result()
    assert lane.submit(os.getpid).result() == ahead._process.pid
    following = lane.nursery._next
    assert following is not None
    assert following is not ahead


def test_a_worker_that_ended_ahead_of_its_time(lane: Lane) -> None:
    lane.submit(os.getpid).result()
    ahead = lane.nursery._next
    assert ahead is not None
    ahead.kill()
    with pytest.raises(FaultError):
        lane.submit(os._exit, 1).result()
    assert lane.submit(os.getpid).result() != ahead._process.pid


def test_a_killed_worker_counts_until_the_next_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client whose work was killed waits for the new worker; the last one stays for the others."""
    ready = threading.Event()
    made = Lane("account", 2, 60, 9, each=5).open()
    token = client.set("192.0.2.1")
    try:
        made.submit(os.getpid).result(PATIENCE)
        settle = Worker.settle
        monkeypatch.setattr(Worker, "settle", lambda self, nice: (ready.wait(PATIENCE), settle(self, nice))[1])
        with pytest.raises(SlowError):
            made.submit(time.sleep, 1000, seconds=0.05).result(PATIENCE)
        again = made.submit(os.getpid)
        client.set("192.0.2.2")
        until(lambda: made.submit(os.getpid).result(PATIENCE) > 0)
        assert not again.done()
        ready.set()
        assert again.result(PATIENCE) > 0
    finally:
        client.reset(token)
        made.close()


def test_workers_that_cannot_begin_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Nursery) -> Worker:
        raise OSError("no more processes")

    monkeypatch.setattr(Nursery, "take", fail)
    made = Lane("none", 1, 60, 3).open()
    with pytest.raises(FaultError, match="no worker could begin"):
        made.submit(os.getpid).result(PATIENCE)
    made.close()


def test_closing_stops_what_runs(tmp_path: Path) -> None:
    made = Lane("closing", 1, 600, 3).open()
    pid = made.submit(os.getpid).result(PATIENCE)
    running = made.submit(touch_and_sleep, str(tmp_path / "begun"))
    until((tmp_path / "begun").exists)
    made.close()
    with pytest.raises(BusyError, match="stopping"):
        running.result(PATIENCE)
    until(lambda: not alive(pid))
    assert not any(thread.name.startswith("closing-") for thread in threading.enumerate())


SERVER = """
import os, signal, sys, time
from sleuth.adapters.service.limits import SERVED
from sleuth.adapters.service.pool import Lane
if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: None)
    print("here", flush=True)
    lane = Lane("doomed", 1, 600, 3).open()
    if sys.argv[1] == "interrupted":
        print(lane.submit(os.getpid).result(), flush=True)
        lane.close()
        sys.exit()
    if sys.argv[1] == "working":
        print(lane.submit(os.getpid).result(), flush=True)
        lane.submit(time.sleep, 600)
    else:
        while lane._attendants[0]._worker is None:
            time.sleep(0.001)
        print(lane._attendants[0]._worker._process.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.heavy
@pytest.mark.parametrize("when", ["starting", "working"])
def test_workers_end_with_a_server_that_was_killed(tmp_path: Path, when: str) -> None:
    """In the middle of a call or of their start, and without a word."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    errors = tmp_path / "errors.txt"
    with errors.open("w") as file, child([sys.executable, str(script), when], stderr=file) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "here\n"
        pid = int(server.stdout.readline())
        server.kill()
        server.communicate()
        until(lambda: not alive(pid))
    assert errors.read_text() == ""


@pytest.mark.heavy
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
def test_ctrl_c_is_for_the_server_alone(tmp_path: Path) -> None:
    """The terminal sends it to every process; a worker that begins at that moment does not mind."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    errors = tmp_path / "errors.txt"
    with errors.open("w") as file, child([sys.executable, str(script), "interrupted"], stderr=file) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "here\n"
        while not select.select([server.stdout], [], [], 0.02)[0]:
            press_ctrl_c(server)
        assert int(server.stdout.readline()) > 0
        server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert errors.read_text() == ""


def test_errors_travel(lane: Lane) -> None:
    with pytest.raises(RefusedError, match="there is no game called 'nothing'"):
        lane.submit(perform_afar, Assist("nothing"), SERVED).result()
    with pytest.raises(FaultError, match="log of the server"):
        lane.submit(operator.truediv, 1, 0).result()


def test_only_so_many_wait() -> None:
    made = Lane("full", 1, 60, 3)
    waiting = [made.submit(operator.add, number, 1) for number in range(3)]
    with pytest.raises(BusyError, match="too many"):
        made.submit(operator.add, 3, 1)
    made.open()
    assert [future.result() for future in waiting] == [1, 2, 3]
    made.close()


def test_a_closed_lane_takes_nothing() -> None:
    made = Lane("closed", 1, 60, 3)
    made.close()
    with pytest.raises(BusyError, match="stopping"):
        made.submit(os.getpid)
