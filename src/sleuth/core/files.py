"""Files that a person names: read whole, or refused in one line that says why."""

from __future__ import annotations

import glob
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sleuth.core.errors import SleuthError

LEFT_SECONDS = 2
"""What is younger may be at work on another machine that has this folder."""
_UNFINISHED = re.compile("-([0-9]{1,9})-[a-z0-9_]+")
MAX_BYTES = 1 << 28
"""A larger file holds none of what Sleuth reads; a device may have no end."""


def read_text(path: str | Path, what: str, error: Callable[[str], SleuthError]) -> str:
    """The UTF-8 text of a file; whatever keeps it from being read is an `error` that calls the file `what`."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        text = content.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        raise error(f"cannot read the {what} {path}: {reason(problem)}") from problem
    if len(content) > MAX_BYTES:
        raise error(f"cannot read the {what} {path}: it is larger than {MAX_BYTES >> 20} MiB")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: str | Path, text: str, what: str, error: Callable[[str], SleuthError]) -> None:
    """Write a file, all or nothing: a crash leaves the one before."""
    path = Path(path)
    try:
        handle, temporary = unfinished(path)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        Path(temporary).replace(path)
    except (OSError, ValueError) as problem:
        raise error(f"cannot write the {what} {path}: {reason(problem)}") from problem


def unfinished(path: Path) -> tuple[int, str]:
    """A file beside another, open for writing, that is to take its place; what killed processes left there goes."""
    for left in path.parent.glob(f".{glob.escape(path.name)}-*"):
        found = _UNFINISHED.fullmatch(left.name.removeprefix(f".{path.name}"))
        with suppress(OSError):  # it is gone, or not ours
            if found and time.time() - left.stat().st_mtime > LEFT_SECONDS and not _runs(int(found[1])):
                left.unlink()
    return tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-{os.getpid()}-")


def _runs(process: int) -> bool:
    """Whether a process of this number may be at work."""
    if os.name == "nt":
        return True  # there is no harmless way to ask
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def write_new(path: Path, text: str, what: str, error: Callable[[str], SleuthError]) -> None:
    """Write a file that is not there yet, with the folders above it; one that is there is left alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as problem:
        raise error(f"{path} exists already; name a {what} that is not there yet") from problem
    except (OSError, ValueError) as problem:
        raise error(f"cannot write the {what} {path}: {reason(problem)}") from problem


def reason(problem: OSError | ValueError) -> str:
    """Why a file cannot be read or written, in a few words."""
    if isinstance(problem, OSError):
        return problem.strerror or str(problem)
    return "it is not UTF-8 text" if isinstance(problem, UnicodeDecodeError) else "no file can have this name"


def is_file(path: str | Path) -> bool:
    """Whether there is a file of this name; a name that no file can have is none."""
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False
