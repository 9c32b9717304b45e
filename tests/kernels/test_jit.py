"""Where compiled kernels are kept: a folder for each version, and none for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import time
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
