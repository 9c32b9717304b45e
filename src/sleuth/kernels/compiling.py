"""Who is told when a kernel has to be compiled, which takes seconds: a start that waits must not look like a hang."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import get_ident
from typing import TypeAlias

Tell: TypeAlias = Callable[[bool], None]
"""Takes whether what is compiled can be kept, so that it is needed once only."""

_tell: list[Tell] = []
_under_way: dict[int, int] = {}
_since = _spent = 0.0


def announce(tell: Tell | None) -> None:
    """Have this called before the next kernel that is compiled because there was none, and not again."""
    _tell[:] = [tell] if tell is not None else []


def missed(kept: bool) -> None:
    """A kernel was not there."""
    while _tell:
        _tell.pop()(kept)


def begins() -> None:
    """A kernel is about to be compiled, perhaps for another one that this thread compiles."""
    global _since
    if not busy():
        _since = time.perf_counter()
    _under_way[get_ident()] = _under_way.get(get_ident(), 0) + 1


def ends() -> None:
    """It is."""
    global _spent
    _under_way[get_ident()] = _under_way.get(get_ident(), 1) - 1
    if not busy():
        _spent += time.perf_counter() - _since


def spent() -> float:
    """The seconds that this process has waited for a compiler until now."""
    return _spent


def busy() -> bool:
    """Whether this process waits for a compiler now."""
    return any(depth > 0 for depth in list(_under_way.values()))
