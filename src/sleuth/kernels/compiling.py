"""Who is told when a kernel has to be compiled, which takes seconds: a start that waits must not look like a hang."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[[bool], None]
"""Takes whether what is compiled can be kept, so that it is needed once only."""

_tell: list[Tell] = []


def announce(tell: Tell | None) -> None:
    """Have this called before the next kernel that is compiled because there was none, and not again."""
    _tell[:] = [tell] if tell is not None else []


def compiling(kept: bool) -> None:
    """A kernel is about to be compiled."""
    while _tell:
        _tell.pop()(kept)
