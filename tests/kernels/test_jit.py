"""Where compiled kernels are kept: a folder for each version, and none for ever."""

from __future__ import annotations

import os
import time
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


@pytest.mark.skipif(jit.cache_root() is None or "NUMBA_CACHE_DIR" in os.environ, reason="another cache, or none")
def test_each_version_has_a_folder() -> None:
    from numba.core import config

    jit._numba()
    assert Path(config.CACHE_DIR).parts[-2:] == ("kernels", jit.fingerprint())
    assert Path(config.CACHE_DIR).is_dir()


def test_what_nobody_uses_goes(tmp_path: Path) -> None:
    old, recent, ours = tmp_path / "old", tmp_path / "recent", tmp_path / jit.fingerprint()
    for folder in (old, recent, ours):
        (folder / "module").mkdir(parents=True)
    long_ago = time.time() - (jit.UNUSED_DAYS + 1) * 86_400
    for folder in (old, ours):
        os.utime(folder, (long_ago, long_ago))
    jit._clear(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {"recent", jit.fingerprint()}
