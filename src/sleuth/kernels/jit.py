"""The one door to Numba: a decorator that compiles serial, lock-free kernels and caches them where it can.

`cache=True` raises at import where the cache folder cannot be written, so the folder is chosen (and tried)
here, and without one the kernels are compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def cache_root() -> Path | None:
    """A writable folder for what may be made again: kernels and tables. `None` if there is none, or if it is off."""
    named = os.environ.get("SLEUTH_CACHE")
    if named is not None and named.lower() in ("", "off", "none", "0"):
        return None
    if named:
        return _writable(Path(named).expanduser())
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return _writable((Path(base) if base else Path.home() / ".cache") / "sleuth")
    except RuntimeError:  # no home folder
        return None


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
        config.CACHE_DIR = str(root / "kernels")
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
