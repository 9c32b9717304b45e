"""A process that was forked spreads work over threads of its own."""

from __future__ import annotations

import multiprocessing
import os
from typing import Any

import pytest

from sleuth.kernels.threads import pool, spread

PATIENCE = 60


def total(pieces: Any) -> None:
    found = [0] * 4

    def piece(start: int, stop: int) -> None:
        for place in range(start, stop):
            found[place] = place + 1

    spread(piece, 4, 2)
    pieces.put(sum(found))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_has_its_own_threads() -> None:
    pool().submit(int).result()  # the threads of this process do not come along
    context = multiprocessing.get_context("fork")
    pieces = context.SimpleQueue()
    child = context.Process(target=total, args=(pieces,))
    child.start()
    child.join(PATIENCE)
    alive = child.is_alive()
    child.kill()
    assert not alive, "the child waits for threads that it does not have"
    assert pieces.get() == 10
