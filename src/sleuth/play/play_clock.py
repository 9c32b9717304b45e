"""A clock that stands still while kernels are compiled: that is needed once on a machine, and no figure of play."""

from __future__ import annotations

import time
from functools import cache
from typing import Any


def play_clock() -> float:
    """Seconds since some moment, without those that this process spent compiling."""
    compiling = _compiling()
    return time.perf_counter() - (compiling.duration if compiling is not None and compiling.done else 0.0)


@cache
def _compiling() -> Any:
    """What measures how long kernels were compiled; `None` with a Numba that has no such thing."""
    try:
        from numba.core.event import TimingListener, register

        listener = TimingListener()
        register("numba:compile", listener)
    except (ImportError, ValueError):
        return None
    return listener
