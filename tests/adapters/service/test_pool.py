"""Work that takes too long is stopped for real, and what comes after it is served."""

from __future__ import annotations

import asyncio
import multiprocessing
import operator
import os
import time
from collections.abc import Iterator

import pytest

from sleuth.adapters.service import assist
from sleuth.adapters.service.errors import BusyError, FaultError, RefusedError, SlowError
from sleuth.adapters.service.pool import Lane


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


def test_errors_travel(lane: Lane) -> None:
    with pytest.raises(RefusedError, match="there is no game called 'nothing'"):
        lane.submit(assist.advise, "nothing").result()
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
