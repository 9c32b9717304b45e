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
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar, cast

from sleuth.kernels.cache_files import cache_root, writable
from sleuth.kernels.kernel_folder import KernelFolder

F = TypeVar("F", bound=Callable[..., Any])
UNUSED_DAYS = 30
"""Compiled kernels of another version go after so many days without use."""


def kernel(function: F) -> F:
    """Compile a serial kernel on first call, without the interpreter lock, kept on disk where possible."""
    import numba

    compiled: Any = numba.njit(nogil=True, boundscheck=False)(function)
    folder = kernel_folder()
    if folder is not None and hasattr(compiled, "_cache"):
        with suppress(ImportError, TypeError, OSError):  # a Numba with other insides, or a source that is no file
            from sleuth.kernels.kernel_cache import KernelCache

            compiled._cache = KernelCache(function, folder)
    return cast(F, compiled)


def kernel_folder() -> KernelFolder | None:
    """Where the compiled kernels of this version are kept; `None` where they are not."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    root = writable(Path(named)) if named else cache_root()
    return None if root is None else _kernel_folder(root / ("sleuth" if named else "kernels"))


@cache
def _kernel_folder(home: Path) -> KernelFolder:
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


def is_warm() -> bool:
    """Whether all kernels are compiled and on disk."""
    folder = kernel_folder()
    return folder is not None and folder.warm()


def set_warm() -> None:
    """Remember which kernels the warm-up went through, and clear away what nobody uses."""
    folder = kernel_folder()
    if folder is not None:
        folder.set_warm()
        _clear(folder.path)


def _clear(ours: Path) -> None:
    """Remove the kernels of other versions that nobody has used for a while."""
    long_ago = time.time() - UNUSED_DAYS * 86_400
    for folder in ours.parent.iterdir():
        with suppress(OSError):
            if folder != ours and folder.stat().st_mtime < long_ago:
                shutil.rmtree(folder)
