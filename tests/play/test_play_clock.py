"""A clock that stands still while kernels are compiled."""

from __future__ import annotations

from types import SimpleNamespace

import numba
import pytest

from sleuth.kernels.bits import ones
from sleuth.play import play_clock as module
from sleuth.play.play_clock import _compiling, play_clock


def test_compiling_is_measured() -> None:
    play_clock()
    before = _compiling().duration if _compiling().done else 0.0
    numba.njit(ones.py_func)(7)
    assert _compiling().duration > before


@pytest.mark.parametrize(("compiling", "left"), [(SimpleNamespace(done=True, duration=30.0), 70.0), (None, 100.0)])
def test_it_is_left_out(compiling: object, left: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_compiling", lambda: compiling)
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: 100.0))
    assert play_clock() == left
