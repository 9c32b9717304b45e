"""Programs that tests start: each hears Ctrl-C however the tests were started, and none outlives its test."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def child(command: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs, at the head of a group of processes; in the end the group is killed, whatever is left of it.

    `options` are those of `Popen`; unless they say otherwise, what it writes is kept.
    """
    pipe, hear = subprocess.PIPE, hear_interrupts if hasattr(os, "killpg") else None
    options = {"stdout": pipe, "stderr": pipe, "text": True, **options}
    with subprocess.Popen(command, start_new_session=True, preexec_fn=hear, **options) as process:
        try:
            yield process
        finally:
            end(process)


def end(process: subprocess.Popen[str]) -> None:
    """Kill a program, and what it has started where processes come in groups."""
    with suppress(ProcessLookupError, PermissionError):  # nobody is left, as one system or another says it
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    """Interrupt a program as a terminal does: all that it has started hear it, too."""
    os.killpg(process.pid, signal.SIGINT)


def hear_interrupts() -> None:
    """Let Ctrl-C be heard: what a shell starts in the background is deaf to it, and so is all that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
