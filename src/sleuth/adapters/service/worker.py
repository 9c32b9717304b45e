"""A process that answers calls, one at a time. To stop a call is to kill its process.

Functions travel by name, so they are plain functions of plain values. One process is always begun ahead (`Nursery`),
so that whoever lost one to a kill does not wait for the next one. On Linux all are forked off a process that has
imported and loaded what they need, and that does nothing else (record 44).
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.process import BaseProcess
from threading import Lock, Thread
from time import monotonic
from typing import Any

from sleuth.adapters.service.errors import BusyError, ServiceError
from sleuth.adapters.service.limits import MAX_MEMORY
from sleuth.adapters.service.readiness import get_ready
from sleuth.app.errors import RefusedError, RequestError
from sleuth.core.progress import Progress
from sleuth.kernels.compiling import announce

START_SECONDS = 60.0
"""What a worker may take to begin."""
COMPILE_SECONDS = 300.0
"""How much longer a call may take that has to compile something first, once on a machine."""
COMPILING = "Compiling what this needs, once on this machine"
EVERY_SECONDS = 0.2
"""How often a worker tells how far it is, but for the begin of another part."""


PROCESSES: Any = multiprocessing.get_context("forkserver" if sys.platform == "linux" else "spawn")
"""How workers begin. Elsewhere than on Linux, what a system's own libraries hold does not outlive a fork."""


class WorkerEnded(Exception):
    """The process is gone, or was killed before it answered."""


class TimeSpent(Exception):
    """The call took longer than it may; its process was killed."""


class WorkerFailed(Exception):
    """The function raised what it should not have; the text is the traceback."""


def begin_ahead() -> None:
    """Where workers are forked, begin the process that they come from: it gets ready while a server does."""
    if PROCESSES.get_start_method() == "forkserver":
        from multiprocessing.forkserver import ensure_running

        PROCESSES.set_forkserver_preload(["sleuth.adapters.service.prefork"])
        with _no_interrupts():
            ensure_running()


class Worker:
    """One process. `kill` may be called from any thread, everything else by one."""

    def __init__(self) -> None:
        begin_ahead()
        self._connection, theirs = PROCESSES.Pipe()
        given = theirs, dict(os.environ)
        self._process: BaseProcess = PROCESSES.Process(target=_work, args=given, daemon=True, name="sleuth-worker")
        with _no_interrupts():
            self._process.start()
        theirs.close()
        self._ended = False

    @property
    def alive(self) -> bool:
        """Whether the process is there and was not told to go."""
        return not self._ended and self._process.is_alive()

    @property
    def exit_code(self) -> int | None:
        """How the process ended, if it has."""
        self._process.join(timeout=1)
        return self._process.exitcode

    def settle(self, nice: int) -> None:
        """Wait until the process has begun, and set its priority."""
        self._answer(START_SECONDS)
        self.call(_be_nice, (nice,), START_SECONDS)

    def call(
        self, function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float, hear: Progress | None = None
    ) -> Any:
        """What the function gives, or the error that it raises on purpose; meanwhile `hear` is told how far it is."""
        try:
            self._connection.send((function, arguments, hear is not None))
        except OSError as error:
            self._ended = True
            raise WorkerEnded from error
        until = monotonic() + seconds
        kind, value = self._answer(seconds)
        while kind in ("progress", "compiling"):
            if kind == "compiling":
                until += COMPILE_SECONDS
            if hear is not None:
                hear(*value)
            kind, value = self._answer(max(0.0, until - monotonic()))
        if kind == "refused":
            raise value
        if kind == "failed":
            raise WorkerFailed(value)
        return value

    def _answer(self, seconds: float) -> tuple[str, Any]:
        try:
            if not self._connection.poll(seconds):
                self.kill()
                raise TimeSpent
            answer: tuple[str, Any] = self._connection.recv()
        except (EOFError, OSError) as error:
            self._ended = True
            raise WorkerEnded from error
        return answer

    def kill(self) -> None:
        """Stop the process, whatever it does; who waits for it hears `WorkerEnded`."""
        self._ended = True
        self._process.kill()

    def end(self) -> None:
        """Kill the process, and leave nothing of it behind."""
        self.kill()
        self._process.join()
        self._connection.close()


class Nursery:
    """Hands out workers, and begins the next one ahead."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._next: Worker | None = None
        self._closed = False

    def take(self) -> Worker:
        """The worker that was begun ahead, or a new one; it may not be ready yet."""
        with self._lock:
            if self._closed:
                raise BusyError("the server is stopping")
            ahead, self._next = self._next, None
        if ahead is not None and not ahead.alive:
            ahead.end()
            ahead = None
        return Worker() if ahead is None else ahead

    def prepare(self) -> None:
        """Begin the next one. Whoever took one does this once it is ready, so that two do not get ready at once."""
        with suppress(OSError):  # who needs one and gets none will tell
            if self._next is None and not self._closed and not self._kept(ahead := Worker()):
                ahead.end()

    def _kept(self, ahead: Worker) -> bool:
        with self._lock:
            if self._next is not None or self._closed:
                return False
            self._next = ahead
            return True

    def close(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._closed = True
            if self._next is not None:
                self._next.end()
                self._next = None


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Ctrl-C is for the server, which then stops its workers: a process begun in here has the signal blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else the first process would begin it, which unblocks the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(connection: multiprocessing.connection.Connection, environment: dict[str, str]) -> None:
    """The life of a worker: answer calls until nobody is there to ask."""
    os.environ.update(environment)  # as the server has it by now
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where signals cannot be blocked
    Thread(target=_end_with_the_server, daemon=True).start()
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    get_ready()
    with suppress(EOFError, OSError):  # the server is gone
        connection.send(("ok", None))
        while True:
            function, arguments, tells = connection.recv()
            announce(lambda kept: connection.send(("compiling", (COMPILING, 0.0, 0.0))))
            connection.send(_outcome(partial(function, progress=_Teller(connection)) if tells else function, arguments))


class _Teller:
    """Sends how far a call is over the pipe, a few times a second at most."""

    def __init__(self, connection: multiprocessing.connection.Connection) -> None:
        self._connection, self._last, self._what = connection, 0.0, ""

    def __call__(self, what: str, done: float, total: float) -> None:
        now = monotonic()
        if what == self._what and now - self._last < EVERY_SECONDS:
            return
        self._last, self._what = now, what
        with suppress(OSError):  # the server is gone
            self._connection.send(("progress", (what, float(done), float(total))))


def _end_with_the_server() -> None:
    """A server that was killed stops nobody; its workers stop themselves, in the middle of a call or of a start."""
    server = multiprocessing.parent_process()
    assert server is not None
    multiprocessing.connection.wait([server.sentinel])
    os._exit(1)


def _be_nice(nice: int) -> None:
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(nice)


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    from sleuth.core.errors import SleuthError

    try:
        return "ok", function(*arguments)
    except (ServiceError, RequestError) as error:
        return "refused", error
    except SleuthError as error:
        return "refused", RefusedError(" ".join(str(error).split()))
    except MemoryError:
        return "refused", RefusedError("this needs more memory than a request may use; make the game smaller")
    except RecursionError:
        return "refused", RefusedError("this is nested too deeply")
    except Exception:
        return "failed", traceback.format_exc()
