"""A clock that stands still while kernels are compiled: that is needed once on a machine, and no figure of play."""

from __future__ import annotations

import time

from sleuth.kernels import compiling


def play_clock() -> float:
    """Seconds since some moment, without those that this process spent compiling."""
    return time.perf_counter() - compiling.spent()
