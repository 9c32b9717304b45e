"""Where compiled kernels are kept: a folder for each version, and none for ever."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

import pytest

from sleuth.kernels import jit


def test_any_edit_of_any_kernel_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would keep a kernel whose own file is as it was, with the old code of those that it calls."""
    for name in ("caller.py", "called.py"):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(jit, "__file__", str(tmp_path / "jit.py"))
    before = jit.fingerprint.__wrapped__()
    assert jit.fingerprint.__wrapped__() == before
    (tmp_path / "called.py").write_text("# new")
    assert jit.fingerprint.__wrapped__() != before


def test_each_version_has_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the kernels, of Python, of Numba and of NumPy."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path))
    folder = jit.kernel_folder()
    assert folder.path.is_dir()
    assert folder.path.parent == tmp_path / "kernels"
    assert folder.path.name == f"{jit.fingerprint()}-numba{version('numba')}-numpy{version('numpy')}"


def test_our_kernels_leave_the_settings_of_numba_alone(tmp_path: Path) -> None:
    """Whoever has kernels of their own keeps them where they like."""
    code = "from numba.core import config; import sleuth.games.clue.kernels.race; print(repr(config.CACHE_DIR))"
    env = {**os.environ, "SLEUTH_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stdout.strip() == repr(os.environ.get("NUMBA_CACHE_DIR", ""))


def test_what_nobody_uses_goes(tmp_path: Path) -> None:
    old, recent, ours = tmp_path / "old", tmp_path / "recent", tmp_path / "ours"
    for folder in (old, recent, ours):
        (folder / "module").mkdir(parents=True)
    long_ago = time.time() - (jit.UNUSED_DAYS + 1) * 86_400
    for folder in (old, ours):
        os.utime(folder, (long_ago, long_ago))
    jit._clear(ours)
    assert {folder.name for folder in tmp_path.iterdir()} == {"recent", "ours"}


def test_a_kernel_has_one_dispatcher_whoever_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def slowly(function: object) -> object:
        time.sleep(0.05)
        made.append(object())
        return made[-1]

    monkeypatch.setattr(jit, "_dispatcher", slowly)
    one = jit.Kernel(abs)
    with ThreadPoolExecutor(8) as threads:
        got = set(threads.map(lambda _: one.dispatcher, range(8)))
    assert got == set(made)
    assert len(made) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no forks")
def test_a_fork_need_not_wait_for_a_thread_that_did_not_come_along() -> None:
    code = """
import os, threading
from sleuth.kernels import jit
held, go = threading.Event(), threading.Event()
def hold():
    with jit._LOCK:
        held.set()
        go.wait()
threading.Thread(target=hold, daemon=True).start()
held.wait()
child = os.fork()
if child == 0:
    jit._dispatcher = lambda function: function
    os._exit(0 if jit.Kernel(abs)(-3) == 3 else 1)
assert os.waitpid(child, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)


def test_a_kernel_travels_by_name() -> None:
    from sleuth.kernels.bits import ones

    assert pickle.loads(pickle.dumps(ones)) is ones
    assert ones.__doc__ is not None


def test_what_is_compiled_can_be_loaded_ahead(tmp_path: Path) -> None:
    """So that a clock that runs later counts no reading."""
    code = """
import numpy as np
from sleuth.kernels.jit import kernel_folder, load_compiled
from sleuth.games.clue.kernels.race import next_plane, warm
load_compiled()
before = len(next_plane.signatures)
warm()
print(before, len(next_plane.signatures), kernel_folder().compiled)
"""
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | {
        "SLEUTH_CACHE": str(tmp_path)
    }
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        for _ in range(2)
    ]
    assert [run.stdout.split() for run in runs] == [["0", "1", "1"], ["1", "1", "0"]]
