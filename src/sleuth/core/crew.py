"""Processes that work for this one: each on one core, gone when this one is, and deaf to Ctrl-C, which is for this one.

Each is a loky executor of its own (loky is what joblib runs on), so that one that dies takes nothing with it but what
it was doing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sleuth.kernels.compiling import announce, busy

T = TypeVar("T")
THREADS = ("SLEUTH_WORKERS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")
LEAK = "_MAX_MEMORY_LEAK_SIZE"
"""What Loky calls the bytes by which a process may grow."""
LOOK_SECONDS = 0.5
"""How often one of them looks whether this process is still there, and tells whether it waits for a compiler."""


class Crew:
    """So many processes, begun when they first have work, and killed at the end of a `with`.

    Those that are `growing` hold what they have found, and keep it however much it is.
    """

    def __init__(self, size: int, growing: bool = False) -> None:
        self._growing = growing
        self._executors: list[Any] = [None] * size
        self._signs = TemporaryDirectory(prefix="sleuth-crew-", ignore_cleanup_errors=True)
        self._until_the_end = ExitStack()

    def __enter__(self) -> Crew:
        self._until_the_end.enter_context(warnings.catch_warnings())
        # Loky replaces workers that have grown large, as ours do when they meet a new game, and warns of it.
        warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
        self._until_the_end.callback(self._signs.cleanup)
        for number in range(len(self._executors)):
            self._until_the_end.callback(self.dismiss, number)
        return self

    def __exit__(self, *error: object) -> None:
        self._until_the_end.close()

    def submit(self, number: int, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have one of them call a function."""
        with _without_interrupts():
            if self._executors[number] is None:
                self._executors[number] = _hire(self._signs.name, self._growing)
            future: Future[T] = self._executors[number].submit(function, *arguments)
        return future

    def dismiss(self, number: int) -> None:
        """Kill one of them, whatever it does; the next work begins another."""
        executor, self._executors[number] = self._executors[number], None
        if executor is not None:
            executor.shutdown(wait=True, kill_workers=True)

    def compiling(self) -> int:
        """How many of them wait for a compiler."""
        return sum(1 for _ in Path(self._signs.name).iterdir())


def _hire(signs: str, growing: bool) -> Any:
    one_thread = dict.fromkeys(THREADS, "1")
    given = os.getpid(), signs, growing
    return _loky().ProcessPoolExecutor(1, timeout=None, initializer=_settle, initargs=given, env=one_thread)


def _loky() -> Any:
    try:
        import loky
    except ImportError:  # joblib brings a copy
        from joblib.externals import loky
    return loky


def _settle(parent: int, signs: str, growing: bool) -> None:
    """At the start of a process: without the parent there is nothing to do, and it tells who waits."""
    announce(None)
    if growing:  # Loky takes growth for a leak, and replaces whoever has grown by some 300 MB
        vars(import_module(f"{_loky().__name__}.process_executor"))[LEAK] = sys.maxsize

    def watch() -> None:
        while sys.platform == "win32" or os.getppid() == parent:
            _show(Path(signs) / str(os.getpid()), busy())
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _show(sign: Path, there: bool) -> None:
    with suppress(OSError):  # the parent is about to go
        if there != sign.exists():
            sign.touch() if there else sign.unlink()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Ctrl-C is for this process: one that is started meanwhile never hears of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
