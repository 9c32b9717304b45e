"""Spreading work over threads: kernels run without the interpreter lock."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise


def workers() -> int:
    """How many threads or processes to spread work over."""
    named = os.environ.get("SLEUTH_WORKERS", "")
    if re.fullmatch("[1-9][0-9]{0,3}", named):
        return int(named)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def pool() -> ThreadPoolExecutor:
    """The threads that kernels are spread over."""
    return ThreadPoolExecutor(workers(), thread_name_prefix="sleuth")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=pool.cache_clear)  # threads do not come along


def spread(function: Callable[[int, int], None], total: int, pieces: int | None = None) -> None:
    """Call `function(start, stop)` over `range(total)`, a piece a thread. The pieces must not share what they write."""
    pieces = min(total, pieces or workers())
    if pieces <= 1:
        if total:
            function(0, total)
        return
    edges = [total * i // pieces for i in range(pieces + 1)]
    for future in [pool().submit(function, a, b) for a, b in pairwise(edges)]:
        future.result()
