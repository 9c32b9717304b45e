"""The folder of compiled kernels: sealed files, so that damage shows before anything is done with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from sleuth.kernels.cache_files import checksum, write_whole

SEAL = 32
"""Bytes of the checksum that a file begins with."""
COMPILED = ".nbc"
"""Ends the name of a file that holds a compiled kernel."""
WARM = ".warm"
"""Ends the name of a file that lists the kernels which the warm-up of one part goes through."""


def title(function: Callable[..., Any]) -> str:
    """What the names of the files of a kernel begin with, before a dash."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}".replace("<locals>.", "")


class DamagedFile(Exception):
    """What is on disk is not what was written there."""


class KernelFolder:
    """The compiled kernels of one version, and what this process did with them."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.used: set[str] = set()
        """The files of the kernels that were asked for, there or not."""
        self.compiled = 0
        """How many kernels had to be compiled."""
        self.damaged = 0
        """How many of them because their file was damaged."""

    @property
    def kept(self) -> bool:
        """Whether there is a folder: without one, kernels are compiled anew in each process."""
        return self._path is not None

    @property
    def path(self) -> Path:
        """Where the files are."""
        if self._path is None:
            raise FileNotFoundError("no folder can be written")
        return self._path

    def names(self) -> set[str]:
        """The files that are there."""
        with suppress(OSError):
            return {path.name for path in self.path.iterdir()}
        return set()

    def holds(self, function: Callable[..., Any]) -> bool:
        """Whether a kernel was compiled for some types."""
        begin = f"{title(function)}-"
        return any(name.startswith(begin) for name in self.names())

    def read(self, name: str) -> bytes | None:
        """What was written under this name; `None` if nothing was."""
        try:
            content = (self.path / name).read_bytes()
        except FileNotFoundError:
            return None
        seal, payload = content[:SEAL], memoryview(content)[SEAL:]
        if checksum(payload) != seal:
            raise DamagedFile(name)
        return bytes(payload)

    def write(self, name: str, payload: bytes) -> None:
        """Keep a payload under a name. A full or read-only disk is no error: it is made again next time."""
        with suppress(OSError):
            self.path.mkdir(parents=True, exist_ok=True)
            write_whole(self.path / name, checksum(payload), payload)

    def warm(self, part: str) -> bool:
        """Whether every kernel that the warm-up of a part goes through is here; damage shows when it is loaded."""
        names = self._warmed(part)
        return names is not None and names <= self.names()

    def set_warm(self, part: str, used: set[str]) -> None:
        """List what the warm-up of a part went through. What another processor needs stays in the list."""
        before = self._warmed(part)
        if (names := used | (before or set()) & self.names()) != before:
            self.write(_list_of(part), json.dumps(sorted(names)).encode())

    def _warmed(self, part: str) -> set[str] | None:
        try:
            listed = self.read(_list_of(part))
        except (DamagedFile, OSError):
            return None
        return None if listed is None else set(json.loads(listed))


def _list_of(part: str) -> str:
    return f"{'-'.join(part.split())}{WARM}"
