"""Who is told when a kernel has to be compiled, which takes seconds: a start that waits must not look like a hang."""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import TypeAlias

Tell: TypeAlias = Callable[[bool], None]
"""Takes whether what is compiled can be kept, so that it is needed once only."""

_tell: list[Tell] = []
_under_way: dict[int, int] = {}


def announce(tell: Tell | None) -> None:
    """Have this called before the next kernel that is compiled because there was none, and not again."""
    _tell[:] = [tell] if tell is not None else []


def missed(kept: bool) -> None:
    """A kernel was not there."""
    while _tell:
        _tell.pop()(kept)


def begins() -> None:
    """A kernel is about to be compiled, perhaps for another one that this thread compiles."""
    _under_way[get_ident()] = _under_way.get(get_ident(), 0) + 1


def ends() -> None:
    """It is."""
    _under_way[get_ident()] = _under_way.get(get_ident(), 1) - 1


def busy() -> bool:
    """Whether this process waits for a compiler now."""
    return any(depth > 0 for depth in list(_under_way.values()))
