"""Lanes of worker processes for everything that takes time, so that it can be stopped and disturbs nobody.

A lane is a few workers, and a queue before them in which clients take turns. Work that runs past its time, or that
nobody waits for any more, is killed with its process, and the process that was begun ahead takes its place. Until that
one is ready its worker still counts as held by the client whose work was killed, so that the others keep theirs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import BusyError, FaultError, SlowError
from sleuth.adapters.service.fair_queue import Turns
from sleuth.adapters.service.listener import Listener
from sleuth.adapters.service.worker import Nursery, TimeSpent, Worker, WorkerEnded, WorkerFailed

T = TypeVar("T")
LEFT_SECONDS = 1.0
"""Work that nobody waits for may run so much longer: what is about to end costs less than a new worker."""
log = logging.getLogger("sleuth.serve")


@dataclass(eq=False)
class _Job:
    who: str
    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float
    listens: Listener | None = None
    """Who wants to hear how far it is."""
    left: bool = False
    """Nobody waits for it any more."""


class Lane:
    """Some workers, each with a thread of its own that attends to it."""

    def __init__(
        self,
        name: str,
        size: int,
        seconds: float,
        waiting: int,
        nice: int = 0,
        each: int | None = None,
        nursery: Nursery | None = None,
    ) -> None:
        """`waiting` requests may wait; `each` of one client may be under way."""
        self.name, self.size, self.seconds, self.nice = name, size, seconds, nice
        self.nursery = Nursery() if nursery is None else nursery
        self._turns: Turns[_Job] = Turns(size, waiting, waiting if each is None else each)
        self._attendants: list[_Attendant] = []

    def open(self) -> Lane:
        """Start the workers; they get ready while others wait for nothing."""
        self._attendants = [_Attendant(self, self._turns, number) for number in range(self.size)]
        for attendant in self._attendants:
            attendant.start()
        return self

    def submit(self, function: Callable[..., T], *arguments: Any, seconds: float | None = None) -> Future[T]:
        """Have a function called in a worker, for the client who asks."""
        return self._put(function, arguments, seconds).future

    async def run(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        topic: str = "",
        listens: Listener | None = None,
    ) -> T:
        """`submit`, for a coroutine: the event loop stays free. Cancelled, it stops the work. Work on one topic goes to
        the same worker where that one is free. Whoever listens hears how far it is; the function takes `progress`."""
        job = self._put(function, arguments, seconds, topic, listens)
        try:
            result: T = await asyncio.wrap_future(job.future)
        except asyncio.CancelledError:
            self._leave(job)
            raise
        return result

    def close(self) -> None:
        """Stop the workers, whatever they do."""
        for job in self._turns.close():
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(BusyError("the server is stopping"))
        self.nursery.close()
        for attendant in self._attendants:
            attendant.stop()
        for attendant in self._attendants:
            attendant.join(timeout=5)

    def _put(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        seconds: float | None,
        topic: str = "",
        listens: Listener | None = None,
    ) -> _Job:
        job = _Job(client.get(), Future(), function, arguments, seconds or self.seconds, listens)
        self._turns.put(job.who, job, topic)
        return job

    def _leave(self, job: _Job) -> None:
        """Nobody waits for a job any more: it does not begin, and if it has begun it ends soon."""
        job.left = True
        if not self._turns.drop(job.who, job):
            asyncio.get_running_loop().call_later(LEFT_SECONDS, self._stop, job)

    def _stop(self, job: _Job) -> None:
        for attendant in self._attendants:
            attendant.stop(job)


class _Attendant(Thread):
    """Takes one job after the other to a worker, and gets a new worker wherever one was killed."""

    def __init__(self, lane: Lane, turns: Turns[_Job], number: int) -> None:
        super().__init__(daemon=True, name=f"{lane.name}-{number}")
        self._lane, self._turns, self._number = lane, turns, number
        self._lock = Lock()
        self._worker: Worker | None = None
        self._job: _Job | None = None
        self._stopped = Event()

    def run(self) -> None:
        self._hire()
        while (turn := self._turns.get(self._number)) is not None:
            who, job = turn
            if job.future.set_running_or_notify_cancel():
                self._do(job)
            self._turns.done(who)
        if self._worker is not None:
            self._worker.end()

    def stop(self, job: _Job | None = None) -> None:
        """Kill the worker if it does this job; whatever it does, and for good, if none is named."""
        with self._lock:
            if job is None:
                self._stopped.set()
            if self._worker is not None and (self._stopped.is_set() or self._job is job):
                self._worker.kill()

    def _do(self, job: _Job) -> None:
        if self._worker is None or not self._worker.alive:  # it ended while it had nothing to do: no fault of this job
            log.warning("a worker of the lane %s was gone; a new one takes its place", self._lane.name)
            self._hire()
        try:
            job.future.set_result(self._call(job))
        except BaseException as error:
            job.future.set_exception(error)
        if self._worker is None or not self._worker.alive:
            self._hire()

    def _call(self, job: _Job) -> Any:
        with self._lock:
            if self._stopped.is_set() or job.left:
                raise BusyError("the server is stopping")  # heard by nobody where the client left
            if self._worker is None:
                raise FaultError("no worker could begin; the log of the server has the details")
            worker, self._job = self._worker, job
        try:
            if job.listens is None:
                return worker.call(job.function, job.arguments, job.seconds)
            job.listens.begin()
            return worker.call(job.function, job.arguments, job.seconds, job.listens.hear)
        except TimeSpent:
            raise SlowError(
                f"this took more than {job.seconds:g} seconds and was stopped; ask for something smaller"
            ) from None
        except WorkerFailed as error:
            log.error("a worker failed:\n%s", error)
            raise FaultError("something failed that should not have; the log of the server has the details") from None
        except WorkerEnded:
            if self._stopped.is_set() or job.left:
                raise BusyError("the server is stopping") from None
            log.error("a worker of the lane %s ended with exit code %s", self._lane.name, worker.exit_code)
            raise FaultError("the worker ended in the middle of it; perhaps it ran out of memory") from None
        finally:
            with self._lock:
                self._job = None

    def _hire(self) -> None:
        """A new worker, ready; none where it cannot begin."""
        self._turns.forget(self._number)
        if self._worker is not None:
            self._worker.end()
            self._worker = None
        try:
            worker = self._lane.nursery.take()
        except BusyError:
            return  # the server is stopping
        except OSError as error:
            log.error("no worker of the lane %s could begin: %s", self._lane.name, error)
            return
        with self._lock:
            self._worker = worker
            if self._stopped.is_set():
                worker.kill()
        try:
            worker.settle(self._lane.nice)
        except (TimeSpent, WorkerEnded):
            worker.end()
            self._worker = None
            if not self._stopped.is_set():
                log.error("a worker of the lane %s could not begin: exit code %s", self._lane.name, worker.exit_code)
        else:
            self._lane.nursery.prepare()
