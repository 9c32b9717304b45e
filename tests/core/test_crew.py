"""Processes that work for this one."""

from __future__ import annotations

from importlib import import_module

import pytest

from sleuth.core import crew
from sleuth.core.crew import Crew


def leak() -> int:
    """The bytes by which the process that is asked may grow before it is replaced."""
    return int(vars(import_module(f"{crew._loky().__name__}.process_executor"))[crew.LEAK])


@pytest.mark.parametrize("growing", [False, True])
def test_those_that_grow_are_not_replaced(growing: bool) -> None:
    with Crew(1, growing) as some:
        assert (some.submit(0, leak).result() > 1 << 40) == growing
    assert leak() < 1 << 40
