"""Where trials are played: in this process, in processes on this machine, or on a cluster.

An engine takes batches of any kind of trial and gives rows, in any order. A worker that dies is replaced and its trials
are played again, one by one; a trial that kills its worker time after time is given up.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from sleuth.core.text import plural
from sleuth.kernels.threads import workers as cores
from sleuth.play.tournament.errors import EngineError

R = TypeVar("R")


BATCH_SECONDS = 0.3
"""About how long a batch takes: what a killed worker or process may lose."""
MAX_BATCH = 64
MAX_DEATHS = 3
"""How many workers one trial may cost."""
THREADS = ("SLEUTH_WORKERS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class Batch(Protocol[R]):
    """Trials that are played together. A batch travels to its worker, and its rows travel back."""

    def play(self) -> list[R]:
        """The rows of its trials. They follow from the batch alone, whoever plays it."""

    def parts(self) -> Sequence[Batch[R]]:
        """A batch for each of its trials."""

    def give_up(self, reason: str) -> list[R]:
        """What to keep of a single trial that nobody could finish."""


def batch_size(each: float | None) -> int:
    """How many trials to play together, of so many seconds each; one where that is not known yet.

    >>> [batch_size(each) for each in (None, 10.0, 0.1, 1e-9)]
    [1, 1, 3, 64]
    """
    return 1 if each is None else max(1, min(MAX_BATCH, round(BATCH_SECONDS / max(each, 1e-6))))


class Engine(Protocol):
    """Plays batches."""

    def play(self, batches: Iterator[Batch[R]]) -> Generator[list[R], None, None]:
        """Rows as they are done; closing the iterator stops the work."""


class Here:
    """Plays in this process, one trial after the other."""

    def play(self, batches: Iterator[Batch[R]]) -> Generator[list[R], None, None]:
        for batch in batches:
            yield batch.play()


class Local:
    """Plays in processes of this machine, each on one core.

    Each worker is a loky executor of its own (loky is what joblib runs on), so that a worker that dies takes
    nothing with it but the batch that it had.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = cores() if workers is None else workers
        if self.workers < 1:
            raise EngineError(f"a tournament needs at least 1 worker, not {self.workers}")

    def play(self, batches: Iterator[Batch[R]]) -> Generator[list[R], None, None]:
        again = Again(batches)
        crew: list[Any] = [None] * self.workers
        running: dict[Future[list[R]], tuple[int, Given[R]]] = {}

        def give(worker: int) -> None:
            given = next(again, None)
            if given is not None:
                with _without_interrupts():
                    crew[worker] = crew[worker] or _hire()
                    future: Future[list[R]] = crew[worker].submit(given.batch.play)
                running[future] = worker, given

        with _quiet():
            try:
                for worker in range(self.workers):
                    give(worker)
                while running:
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        worker, given = running.pop(future)
                        try:
                            rows = future.result()
                        except BrokenExecutor:
                            _dismiss([crew[worker]])
                            crew[worker] = None
                            rows = again.after_death(given)
                        give(worker)
                        if rows:
                            yield rows
                    for worker in set(range(self.workers)) - {worker for worker, _ in running.values()}:
                        give(worker)  # a batch may have come back since this one went idle
            finally:
                _dismiss(crew)


class Given(NamedTuple, Generic[R]):
    """A batch that was given out, and how many workers its one trial has cost by then."""

    batch: Batch[R]
    deaths: int = 0


class Again(Iterator["Given[R]"]):
    """Batches to be given out: those that came back because their worker died go first, a trial at a time."""

    def __init__(self, batches: Iterator[Batch[R]]) -> None:
        self._batches, self._back = batches, deque[Given[R]]()

    def __next__(self) -> Given[R]:
        return self._back.popleft() if self._back else Given(next(self._batches))

    def after_death(self, given: Given[R], deaths: int = 1) -> list[R]:
        """Take a dead worker's batch back; what is kept of its trial instead, if that has cost too many workers."""
        parts = given.batch.parts()
        deaths = given.deaths + deaths if len(parts) == 1 else 0
        if deaths >= MAX_DEATHS:
            return given.batch.give_up(f"{plural(MAX_DEATHS, 'worker')} died of this trial (killed, or out of memory)")
        self._back += [Given(part, deaths) for part in parts]
        return []


def _loky() -> Any:
    try:
        import loky
    except ImportError:  # joblib brings a copy
        from joblib.externals import loky
    return loky


def _hire() -> Any:
    one_thread = dict.fromkeys(THREADS, "1")
    return _loky().ProcessPoolExecutor(1, timeout=None, initializer=_settle, initargs=(os.getpid(),), env=one_thread)


def _dismiss(crew: list[Any]) -> None:
    for executor in crew:
        if executor is not None:
            executor.shutdown(wait=True, kill_workers=True)


def _settle(parent: int) -> None:
    """At the start of a worker: without the parent there is nothing to do."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    if sys.platform != "win32":
        threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is for this process: a worker that is started meanwhile never hears of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Loky replaces workers that have grown large, as ours do when they meet a new game, and warns of it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        yield
