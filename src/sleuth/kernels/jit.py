"""The one door to Numba: a decorator that compiles serial, lock-free kernels and caches them where it can.

`cache=True` raises at import where the cache folder cannot be written, so the folder is chosen (and tried)
here, and without one the kernels are compiled anew in each process. Numba looks only at the file of a kernel to see
whether it has changed, and not at those of the kernels that it calls; so each version of all kernels together has a
folder of its own.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
UNUSED_DAYS = 30
"""Compiled kernels of another version go after so many days without use."""


def cache_root() -> Path | None:
    """A writable folder for what may be made again: kernels and tables. `None` if there is none, or if it is off."""
    named = os.environ.get("SLEUTH_CACHE")
    if named is not None and named.lower() in ("", "off", "none", "0"):
        return None
    if named:
        return _writable(Path(named).expanduser())
    base = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # no home folder
        if usual := _writable((Path(base) if base else Path.home() / ".cache") / "sleuth"):
            return usual
    return _temporary()


@cache
def _temporary() -> Path | None:
    """A folder among the temporary files that is ours alone: kernels are code, so nobody else may put any there."""
    user = os.getuid() if hasattr(os, "getuid") else None
    folder = Path(tempfile.gettempdir()) / ("sleuth" if user is None else f"sleuth-{user}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    ours = stat.S_ISDIR(found.st_mode) and (user is None or (found.st_uid == user and not found.st_mode & 0o077))
    return _writable(folder) if ours else None


@cache
def _writable(folder: Path) -> Path | None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@cache
def _numba() -> Any:
    """Numba, told once where to keep compiled kernels."""
    import numba
    from numba.core import config

    root = cache_root()
    if root is not None and not os.environ.get("NUMBA_CACHE_DIR"):
        folder = root / "kernels" / fingerprint()
        config.CACHE_DIR = str(folder)
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)  # in use
    return numba


def kernel(function: F) -> F:
    """Compile a serial kernel on first call, without the interpreter lock, cached on disk where possible."""
    cached = cache_root() is not None or bool(os.environ.get("NUMBA_CACHE_DIR"))
    compiled: F = _numba().njit(nogil=True, cache=cached, boundscheck=False)(function)
    return compiled


@cache
def fingerprint() -> str:
    """Changes whenever a kernel's source, Numba or Python changes."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _marker() -> Path | None:
    from importlib.metadata import version

    root = cache_root()
    return None if root is None else root / f"warm-{version('numba')}-{fingerprint()}"


def is_warm() -> bool:
    """Whether `sleuth warmup` has compiled these very kernels here."""
    marker = _marker()
    return marker is not None and marker.exists()


def set_warm() -> None:
    """Remember that all kernels are compiled."""
    marker = _marker()
    if marker is not None:
        for old in marker.parent.glob("warm-*"):
            old.unlink(missing_ok=True)
        marker.touch()
        _clear(marker.parent / "kernels")


def _clear(kernels: Path) -> None:
    """Remove the kernels of other versions that nobody has used for a while."""
    long_ago = time.time() - UNUSED_DAYS * 86_400
    for folder in kernels.glob("*"):
        with suppress(OSError):
            if folder.name != fingerprint() and folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder)


def workers() -> int:
    """How many threads or processes to spread work over."""
    named = os.environ.get("SLEUTH_WORKERS")
    if named and named.isdigit() and int(named) > 0:
        return int(named)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def pool() -> ThreadPoolExecutor:
    """The threads that kernels are spread over."""
    return ThreadPoolExecutor(workers(), thread_name_prefix="sleuth")


def spread(function: Callable[[int, int], None], total: int, pieces: int | None = None) -> None:
    """Call `function(start, stop)` over `range(total)`, a piece a thread. The pieces must not share what they write."""
    pieces = min(total, pieces or workers())
    if pieces <= 1:
        if total:
            function(0, total)
        return
    edges = [total * i // pieces for i in range(pieces + 1)]
    for future in [pool().submit(function, a, b) for a, b in pairwise(edges)]:
        future.result()
