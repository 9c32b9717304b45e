"""Worker processes for everything that takes time, so that it can be stopped and disturbs nobody.

A lane is a few processes, and a queue before them in which clients take turns. Work that runs past its time is killed
with its process, and a new process takes its place. Functions travel by name, so they are plain functions of plain
values.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, TypeVar

from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import BusyError, FaultError, RefusedError, ServiceError, SlowError
from sleuth.adapters.service.limits import MEMORY_MOST
from sleuth.adapters.service.turns import Turns

T = TypeVar("T")
START_SECONDS = 60.0
"""What a worker may take to begin."""
log = logging.getLogger("sleuth.serve")


@dataclass(frozen=True)
class _Job:
    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float


class Lane:
    """Some worker processes, each with its own thread that waits for it."""

    def __init__(
        self, name: str, size: int, seconds: float, waiting: int, nice: int = 0, each: int | None = None
    ) -> None:
        """`waiting` requests may wait; `each` of one client may be under way."""
        self.name, self.size, self.seconds, self.nice = name, size, seconds, nice
        self._turns: Turns[_Job] = Turns(size, waiting, waiting if each is None else each)
        self._threads: list[Thread] = []
        self._closed = False

    def open(self) -> Lane:
        """Start the workers; they get ready while others wait for nothing."""
        self._threads = [Thread(target=self._attend, daemon=True, name=f"{self.name}-{i}") for i in range(self.size)]
        for thread in self._threads:
            thread.start()
        return self

    def submit(self, function: Callable[..., T], *arguments: Any, seconds: float | None = None) -> Future[T]:
        """Have a function called in a worker, for the client who asks."""
        future: Future[T] = Future()
        self._turns.put(client.get(), _Job(future, function, arguments, seconds or self.seconds))
        return future

    async def run(self, function: Callable[..., T], *arguments: Any, seconds: float | None = None) -> T:
        """`submit`, for a coroutine: the event loop stays free. Nobody waits in vain for a request that was left."""
        return await asyncio.wrap_future(self.submit(function, *arguments, seconds=seconds))

    def close(self) -> None:
        """Stop the workers, whatever they do."""
        self._closed = True
        for job in self._turns.close():
            if job.future.set_running_or_notify_cancel():
                job.future.set_exception(BusyError("the server is stopping"))
        for thread in self._threads:
            thread.join(timeout=5)

    def _attend(self) -> None:
        worker = _Worker(self.name, self.nice)
        try:
            while (taken := self._turns.get()) is not None:
                who, job = taken
                if job.future.set_running_or_notify_cancel():
                    self._do(worker, job)
                self._turns.done(who)
        finally:
            worker.kill()

    def _do(self, worker: _Worker, job: _Job) -> None:
        try:
            job.future.set_result(worker.call(job, lambda: self._closed))
        except BaseException as error:
            job.future.set_exception(error)


class _Worker:
    """One process, made anew whenever it had to be killed."""

    def __init__(self, name: str, nice: int) -> None:
        self._name, self._nice = name, nice
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._connection: Connection = ours
        self._process: BaseProcess = context.Process(
            target=_work, args=(theirs, self._nice), daemon=True, name=f"sleuth-{self._name}"
        )
        self._process.start()
        theirs.close()
        self._ready = False

    def call(self, job: _Job, stopping: Callable[[], bool]) -> Any:
        """What the function gives, or raises."""
        if self._ready and not self._process.is_alive():  # killed while it had nothing to do: no fault of this job
            log.warning("a worker of the lane %s was gone; a new one takes its place", self._name)
            self._renew()
        try:
            if not self._ready:  # the time that a new process takes to begin is nobody's fault
                self._wait(START_SECONDS, stopping)
                self._connection.recv()
                self._ready = True
            self._connection.send((job.function, job.arguments))
            self._wait(job.seconds, stopping)
            kind, value = self._connection.recv()
        except (EOFError, OSError):
            self._process.join(timeout=1)
            log.error("a worker of the lane %s ended with exit code %s", self._name, self._process.exitcode)
            self._renew()
            raise FaultError("the worker ended in the middle of it; perhaps it ran out of memory") from None
        if kind == "ok":
            return value
        if kind == "refused":
            raise value
        log.error("a worker failed:\n%s", value)
        raise FaultError("something failed that should not have; the log of the server has the details")

    def _wait(self, seconds: float, stopping: Callable[[], bool]) -> None:
        left = seconds
        while not self._connection.poll(min(left, 0.5)):
            left -= 0.5
            if stopping():
                raise BusyError("the server is stopping")
            if left <= 0:
                self._renew()
                raise SlowError(f"this took more than {seconds:g} seconds and was stopped; ask for something smaller")

    def _renew(self) -> None:
        self.kill()
        self._begin()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


def _work(connection: Connection, nice: int) -> None:
    """The life of a worker: answer calls until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then stops its workers
    os.environ["SLEUTH_WORKERS"] = "1"
    with contextlib.suppress(OSError, AttributeError):
        os.nice(nice)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MOST, MEMORY_MOST))
    _get_ready()
    connection.send("ready")
    while True:
        try:
            function, arguments = connection.recv()
        except (EOFError, OSError):
            return
        try:
            connection.send(_answer(function, arguments))
        except (BrokenPipeError, OSError):
            return


def _get_ready() -> None:
    """Import and compile what every request needs, so that the first one does not wait for it."""
    from sleuth.adapters.service import plays, studies  # noqa: F401

    record = plays.ask(plays.start("mastermind:pegs=2,colours=2"), "01")
    plays.told(record, draw={})


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    from sleuth.core.errors import SleuthError

    try:
        return "ok", function(*arguments)
    except ServiceError as error:
        return "refused", error
    except SleuthError as error:
        return "refused", RefusedError(" ".join(str(error).split()))
    except MemoryError:
        return "refused", RefusedError("this needs more memory than a request may use; make the game smaller")
    except RecursionError:
        return "refused", RefusedError("this is nested too deeply")
    except Exception:
        return "fault", traceback.format_exc()
