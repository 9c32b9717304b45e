"""What may be made again, on disk: where it is kept, how it is written whole, and how damage shows."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

import numpy as np
from platformdirs import user_cache_path

from sleuth.kernels.arrays import Array

UNFINISHED = ".new-"
"""Begins the name of a file that is being written."""
ROWS, COLUMNS = 256, 512
"""The words of a block whose sums stand for it in a checksum: one MiB."""


def cache_root() -> Path | None:
    """A writable folder for what may be made again: kernels and tables. `None` if there is none, or if it is off."""
    named = os.environ.get("SLEUTH_CACHE")
    if cache_off():
        return None
    if named:
        return ours(Path(named).expanduser())
    with suppress(RuntimeError):  # no home folder
        usual = writable(user_cache_path("sleuth", appauthor=False).expanduser())
        if usual is not None and not others_may_write(usual):
            return usual
    return _temporary()


@cache
def ours(folder: Path) -> Path | None:
    """A folder that somebody names for what may be made again; `None`, and a line that says so, if it is not ours.

    Kernels are code: whoever may write there could have us run anything.
    """
    found = writable(folder)
    if found is None or not (why := others_may_write(found)):
        return found
    logging.getLogger("sleuth").warning("Nothing is kept in %s: %s.", folder, why)
    return None


def others_may_write(folder: Path) -> str:
    """Who else may write in a folder, in words; nothing if nobody may. The members of our own group may."""
    if not hasattr(os, "getuid"):
        return ""
    status = folder.stat()
    if status.st_uid not in (os.getuid(), 0):
        return "it belongs to somebody else"
    if status.st_mode & stat.S_IWOTH or (status.st_mode & stat.S_IWGRP and status.st_gid != os.getegid()):
        return "others may write there"
    return ""


def cache_off() -> bool:
    """Whether somebody wants nothing to be kept."""
    return os.environ.get("SLEUTH_CACHE", "on").lower() in ("", "off", "none", "0")


@cache
def _temporary() -> Path | None:
    """A folder among the temporary files that is ours alone: kernels are code, so nobody else may put any there."""
    user = os.getuid() if hasattr(os, "getuid") else None
    folder = Path(tempfile.gettempdir()) / ("sleuth" if user is None else f"sleuth-{user}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    ours = stat.S_ISDIR(status.st_mode) and (user is None or (status.st_uid == user and not status.st_mode & 0o077))
    return writable(folder) if ours else None


@cache
def writable(folder: Path) -> Path | None:
    """The folder, made if need be; `None` if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def checksum(content: bytes | memoryview | Array) -> bytes:
    """Tells contents apart, at the speed of memory: SHA-256 over the sums of each block's rows and columns.

    What is left over the whole blocks is hashed as it is, so content of less than a block is hashed in full. A word
    that changes changes the sum of its row and the sum of its column. So does every word of a run of changed bytes,
    as long as no column holds two of them: any run of up to 4 KiB shows for certain, and a longer one (lost pages,
    zeros) unless all of the 512 sums of columns happen to be as before.
    """
    octets = np.frombuffer(content, np.uint8)
    whole = octets.size - octets.size % (ROWS * COLUMNS * 8)
    digest = hashlib.sha256(octets.size.to_bytes(8, "little"))
    for block in octets[:whole].view(np.uint64).reshape(-1, ROWS, COLUMNS):
        digest.update(block.sum(axis=0))
        digest.update(block.sum(axis=1))
    digest.update(octets[whole:].data)
    return digest.digest()


def write_whole(path: Path, *parts: bytes | memoryview) -> None:
    """Write a file that is there in full or not at all, whenever the machine may stop."""
    unfinished = path.with_name(f"{UNFINISHED}{uuid4().hex}")
    try:
        with unfinished.open("xb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # a system that cannot open folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
