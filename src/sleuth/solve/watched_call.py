"""A search in a thread of its own, so that the main one hears of the clock and of Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from sleuth.core.limit import Clock

T = TypeVar("T")

TICK = 0.02
"""Seconds between two looks at the clock."""


def watched_call(
    call: Callable[[], T], clock: Clock, nodes: Callable[[], int], stop: Callable[[], None]
) -> tuple[T, str]:
    """What a call comes to, and why it was told to stop: `time`, `interrupt`, or nothing.

    `nodes` says how much it has looked at, for the clock; after `stop` it must return soon, with what it has.
    """
    why = ""
    with ThreadPoolExecutor(1, thread_name_prefix="solve") as pool:
        future = pool.submit(call)
        try:
            while not wait([future], TICK).done:
                clock.nodes = nodes()
                if clock.spent():
                    why = "time"
                    stop()
        except KeyboardInterrupt:
            why = "interrupt"
            stop()
        return future.result(), why
