"""A clock that stands still while kernels are compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sleuth.core.limit import work_clock
from sleuth.kernels import compiling


def test_what_is_compiled_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now: Any = SimpleNamespace(perf_counter=lambda: now.seconds, seconds=100.0)
    monkeypatch.setattr("sleuth.core.limit.time", now)
    monkeypatch.setattr(compiling, "time", now)
    monkeypatch.setattr(compiling, "_under_way", {})
    began = work_clock()
    now.seconds += 2  # play
    compiling.begins()
    now.seconds += 30
    compiling.begins()  # a kernel within the other
    now.seconds += 10
    compiling.ends()
    assert compiling.busy()
    compiling.ends()
    now.seconds += 1  # play
    assert work_clock() - began == 3.0
