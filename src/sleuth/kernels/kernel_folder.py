"""The folder of compiled kernels: sealed files, so that damage shows before anything is done with them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sleuth.kernels.cache_files import checksum, write_whole

SEAL = 32
"""Bytes of the checksum that a file begins with."""
WARM = "warm"
"""The file that lists what `sleuth warmup` goes through."""


class DamagedFile(Exception):
    """What is on disk is not what was written there."""


class KernelFolder:
    """The compiled kernels of one version, and what this process did with them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.used: set[str] = set()
        """The files of the kernels that were asked for, there or not."""
        self.compiled = 0
        """How many kernels had to be compiled."""
        self.damaged = 0
        """How many of them because their file was damaged."""
        self.announce: Callable[[], None] | None = None
        """Called once, before the first compilation that has no damaged file to blame."""

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

    def warm(self) -> bool:
        """Whether every kernel that the warm-up goes through is here; whether it is whole shows when it is loaded."""
        names = self._warmed()
        return bool(names) and names <= {path.name for path in self.path.iterdir()}

    def set_warm(self) -> None:
        """List what the warm-up went through. What another processor needs stays in the list."""
        there = {path.name for path in self.path.iterdir()} if self.path.is_dir() else set()
        before = self._warmed()
        if (names := self.used | before & there) != before:
            self.write(WARM, json.dumps(sorted(names)).encode())

    def _warmed(self) -> set[str]:
        try:
            return set(json.loads(self.read(WARM) or b"[]"))
        except (DamagedFile, OSError):
            return set()
