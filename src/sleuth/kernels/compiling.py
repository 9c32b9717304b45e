"""Who is told when a kernel has to be compiled, which takes seconds: a start that waits must not look like a hang.

Whoever uses the library hears it from the logger `sleuth`, once in a process; commands and servers announce it in their
own way. In a process of a pool nobody is told: who began it has been.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import get_ident
from typing import TypeAlias

Tell: TypeAlias = Callable[[bool], None]
"""Takes whether what is compiled can be kept, so that it is needed once only."""

COMPILING = "Compiling what this needs, once on this machine for each version; it takes some 5 to 60 seconds..."
AGAIN = "Compiling what this needs, anew each time since no cache folder can be written: some 5 to 60 seconds..."
AHEAD = "`sleuth warmup` compiles everything ahead."


def compiling_text(kept: bool) -> str:
    """The notice, where what is compiled can be kept, or cannot."""
    return COMPILING if kept else AGAIN


def _log(kept: bool) -> None:
    import logging
    import multiprocessing

    if multiprocessing.parent_process() is None:
        logging.getLogger("sleuth").warning("%s", f"{compiling_text(kept)} {AHEAD}" if kept else compiling_text(kept))


_tell: list[Tell] = [_log]
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
