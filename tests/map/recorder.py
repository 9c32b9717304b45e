"""Notes which functions run and which files are read while a test runs, in all its processes; `record.py` has it run.

Run by every Python process that has `SLEUTH_RECORD`, a folder, in its environment, from a `.pth` file: also by workers
and by servers. The number of the test of now stands in a file there which all of them map into memory, so that what a
server does counts for the test that asks it. Each function and each file is written at once, and once a test: a process
that is killed loses nothing.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

FOLDER = "SLEUTH_RECORD"
CURRENT = "current"
"""The file with the number of the test of now."""
CALLS = "calls.txt"
"""The file with what ran: the test, the file, and the function (nothing where a file was read), between tabs."""
OWN = (".venv", ".git", ".mypy_cache", ".pytest_cache")
"""Folders of the project that are none of its sources."""


class Recorder:
    """What was noted for the test of now."""

    def __init__(self, folder: Path, root: Path) -> None:
        with (folder / CURRENT).open("r+b") as file:
            self.current = memoryview(mmap.mmap(file.fileno(), 0)).cast("I")
        self.calls = os.open(folder / CALLS, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        self.root = f"{root}{os.sep}"
        self.own = tuple(f"{root / name}{os.sep}" for name in OWN)
        self.test = -1
        self.known: dict[int | str, object] = {}
        """What was noted already; held, so that no other object takes its number."""

    def trace(self, frame: FrameType, event: str, argument: Any) -> None:
        """Note a function that begins; none of its lines is asked for."""
        if self.test != self.current[0]:
            self.test = self.current[0]
            self.known = {}
        code = frame.f_code
        if id(code) not in self.known:  # a code object itself is slow to look up
            self.note_code(code)
        if code.co_name == "__call__" and code.co_qualname == "Kernel.__call__":
            kernel = getattr(frame.f_locals["self"].py_func, "__code__", code)
            if id(kernel) not in self.known:
                self.note_code(kernel)  # of a compiled function Python sees the call alone

    def note_code(self, code: CodeType) -> None:
        """Note a function."""
        self.known[id(code)] = code
        if code.co_qualname != "<module>":
            self.note(code.co_filename, code.co_qualname)

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Note a file that is opened."""
        if event == "open" and isinstance(arguments[0], str) and not arguments[0].endswith((".py", ".pyc")):
            path = os.path.abspath(arguments[0])  # noqa: PTH100
            if path not in self.known:
                self.known[path] = path
                self.note(path, "")

    def note(self, file: str, function: str) -> None:
        """Write a line, if the file belongs to the project."""
        if file.startswith(self.root) and not file.startswith(self.own):
            line = f"{self.current[0]}\t{file[len(self.root) :]}\t{function}\n"
            with suppress(OSError):  # a test may close what it did not open
                os.write(self.calls, line.encode())


def begin(folder: Path) -> None:
    """Note from now on, in every thread of this process and in every process that it forks."""
    recorder = Recorder(folder, Path(__file__).resolve().parents[2])
    sys.addaudithook(recorder.audit)
    threading.settrace(recorder.trace)
    sys.settrace(recorder.trace)  # called once a function: a profile function would be called four times
    os.register_at_fork(after_in_child=lambda: sys.settrace(recorder.trace))


if FOLDER in os.environ:
    begin(Path(os.environ[FOLDER]))
