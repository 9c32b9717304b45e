"""The one door to Numba: a decorator that compiles serial, lock-free kernels and keeps them on disk where it can.

Whoever compiles a kernel compiles those that it calls into it, so a kernel is out of date when any of them changed:
each version of all kernels together, of Python, Numba and NumPy has a folder of its own, whoever uses it. Without a
folder that can be written, kernels are compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, update_wrapper
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from sleuth.kernels.cache_files import cache_root, ours
from sleuth.kernels.kernel_folder import KernelFolder

F = TypeVar("F", bound=Callable[..., Any])
W = TypeVar("W", bound=Callable[[], None])
UNUSED_DAYS = 30
"""Compiled kernels of another version go after so many days without use."""


class Kernel:
    """A function that is compiled when it is first called, or when a kernel that calls it is: until then no Numba."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        """The function as it is written."""
        self._compiled: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return (self._compiled or self.dispatcher)(*arguments, **named)

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @property
    def dispatcher(self) -> Any:
        """Numba's own object, which holds the compiled forms."""
        if self._compiled is None:
            with _LOCK:  # a second one would compile everything again
                if self._compiled is None:
                    self._compiled = _dispatcher(self.py_func)
        return self._compiled

    @property
    def signatures(self) -> list[Any]:
        """The types that it is compiled for."""
        return list(self._compiled.signatures) if self._compiled is not None else []

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes a kernel for that another one calls."""
        from numba.core import types

        return types.Dispatcher(self.dispatcher)


_LOCK = RLock()


def _new_lock() -> None:
    global _LOCK
    _LOCK = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)  # whoever held it does not come along


def kernel(function: F) -> F:
    """Compile a serial kernel on first call, without the interpreter lock, kept on disk where possible."""
    return cast(F, Kernel(function))


def is_compiled(kernel: Callable[..., Any]) -> bool:
    """Whether a kernel is compiled for some types, in this process or on disk."""
    known = cast(Kernel, kernel)
    return bool(known.signatures) or kernel_folder().holds(known.py_func)


def _dispatcher(function: Callable[..., Any]) -> Any:
    import numba

    compiled: Any = numba.njit(nogil=True, boundscheck=False)(function)
    if hasattr(compiled, "_cache"):
        with suppress(ImportError, TypeError, OSError):  # a Numba with other insides, or a source that is no file
            from sleuth.kernels.kernel_cache import KernelCache

            compiled._cache = KernelCache(function, kernel_folder())
    return compiled


def kernel_folder() -> KernelFolder:
    """Where the compiled kernels of this version are kept, if anywhere."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    root = ours(Path(named)) if named else cache_root()
    return _kernel_folder(None if root is None else root / ("sleuth" if named else "kernels"))


@cache
def _kernel_folder(home: Path | None) -> KernelFolder:
    if home is None:
        return KernelFolder(None)
    path = home / _version()
    with suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)  # in use
    return KernelFolder(path)


@cache
def fingerprint() -> str:
    """Changes whenever a kernel's source or Python changes."""
    digest = hashlib.sha256(sys.version.encode())
    room = Path(__file__).parent
    games = room.parent / "games"
    for path in sorted([*room.glob("*.py"), *games.glob("*/kernels.py"), *games.glob("*/kernels/*.py")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def _version() -> str:
    """All that compiled code depends on, but the processor."""
    versions = []
    for package in ("numba", "numpy"):
        with suppress(PackageNotFoundError):
            versions.append(f"{package}{version(package)}")
    return "-".join([fingerprint(), *versions])


def load_compiled() -> None:
    """Load whatever is compiled and on disk, once in a process, so that nothing is read while a clock runs."""
    _load_compiled(kernel_folder())


@cache
def _load_compiled(folder: KernelFolder) -> None:
    with suppress(ImportError):  # a Numba with other insides
        from sleuth.kernels.kernel_cache import known_kernels

        for kernel, types in known_kernels(folder):
            kernel.dispatcher.compile(types)


def takes(seconds: float) -> Callable[[W], W]:
    """Say about how many seconds of a processor a warm-up compiles for, so that the longest begin first."""

    def noted(warm: W) -> W:
        warm.seconds = seconds  # type: ignore[attr-defined]
        return warm

    return noted


def clear_unused() -> None:
    """Remove the kernels of other versions that nobody has used for a while."""
    folder = kernel_folder()
    if folder.kept:
        _clear(folder.path)


def _clear(ours: Path) -> None:
    long_ago = time.time() - UNUSED_DAYS * 86_400
    for folder in ours.parent.iterdir():
        with suppress(OSError):
            if folder != ours and folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder)
