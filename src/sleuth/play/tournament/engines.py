"""Where trials are played: in this process, in processes on this machine, or on a cluster.

An engine takes batches and gives rows, in any order. A worker that dies is replaced and its trials are played again,
one by one; a trial that kills its worker time after time becomes a row with an error.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from sleuth.core.text import plural
from sleuth.kernels.jit import workers as cores
from sleuth.play.tournament.errors import EngineError
from sleuth.play.tournament.trial import Batch, Key, Row, failed, play_batch

DEATHS_MOST = 3
"""How many workers one trial may cost."""
THREADS = ("SLEUTH_WORKERS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


class Engine(Protocol):
    """Plays batches."""

    def play(self, batches: Iterator[Batch]) -> Generator[list[Row], None, None]:
        """Rows as they are done; closing the iterator stops the work."""


class Here:
    """Plays in this process, one trial after the other."""

    def play(self, batches: Iterator[Batch]) -> Generator[list[Row], None, None]:
        for batch in batches:
            yield play_batch(batch)


class Local:
    """Plays in processes of this machine, each on one core.

    Each worker is a loky executor of its own (loky is what joblib runs on), so that a worker that dies takes
    nothing with it but the batch that it had.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = cores() if workers is None else workers
        if self.workers < 1:
            raise EngineError(f"a tournament needs at least 1 worker, not {self.workers}")

    def play(self, batches: Iterator[Batch]) -> Generator[list[Row], None, None]:
        again = Again(batches)
        crew: list[Any] = [None] * self.workers
        running: dict[Future[list[Row]], tuple[int, Batch]] = {}

        def give(worker: int) -> None:
            batch = next(again, None)
            if batch is not None:
                with _without_interrupts():
                    crew[worker] = crew[worker] or _hire()
                    future: Future[list[Row]] = crew[worker].submit(play_batch, batch)
                running[future] = worker, batch

        with _quiet():
            try:
                for worker in range(self.workers):
                    give(worker)
                while running:
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        worker, batch = running.pop(future)
                        try:
                            rows = future.result()
                        except BrokenExecutor:
                            _dismiss([crew[worker]])
                            crew[worker] = None
                            rows = again.after_death(batch)
                        give(worker)
                        if rows:
                            yield rows
                    for worker in set(range(self.workers)) - {worker for worker, _ in running.values()}:
                        give(worker)  # a batch may have come back since this one went idle
            finally:
                _dismiss(crew)


class Again(Iterator[Batch]):
    """Batches to be given out: those that came back because their worker died go first, a trial at a time."""

    def __init__(self, batches: Iterator[Batch]) -> None:
        self._batches, self._back, self._deaths = batches, deque[Batch](), Counter[Key]()

    def __next__(self) -> Batch:
        return self._back.popleft() if self._back else next(self._batches)

    def after_death(self, batch: Batch, deaths: int = 1) -> list[Row]:
        """Take a dead worker's batch back; the row of its trial instead, if that has cost too many workers."""
        if len(batch.trials) == 1:
            (key,) = batch.keys
            self._deaths[key] += deaths
            if self._deaths[key] >= DEATHS_MOST:
                return [failed(key, f"{plural(DEATHS_MOST, 'worker')} died of this trial (killed, or out of memory)")]
        self._back += [replace(batch, trials=(trial,)) for trial in batch.trials]
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
