"""The folder of what may be made again: never one where others may put code."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from sleuth.kernels.cache_files import cache_root, others_may_write, ours
from sleuth.kernels.jit import kernel_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="asks for the owners of folders")


@pytest.mark.parametrize(
    ("mode", "why"),
    [(0o700, ""), (0o755, ""), (0o775, ""), (0o777, "others may write there"), (0o1777, "others may write there")],
)
def test_a_folder_that_others_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, mode: int, why: str
) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    os.chown(folder, -1, os.getegid())
    folder.chmod(mode)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("SLEUTH_CACHE", str(folder))
    with caplog.at_level(logging.WARNING, "sleuth"):
        found, again = cache_root(), cache_root()
    assert found == again == (None if why else folder)
    kept = kernel_folder()._path
    assert (kept is None) == bool(why)
    assert kept is None or folder in kept.parents
    assert caplog.messages == ([f"Nothing is kept in {folder}: {why}."] if why else [])


def test_a_folder_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    folder = tmp_path / "theirs"
    folder.mkdir()
    expected = "it belongs to somebody else" if me else ""  # what belongs to root may be used
    assert others_may_write(folder) == expected
    assert (ours(folder) is None) == bool(expected)


def test_a_folder_of_another_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o770)
    group = tmp_path.stat().st_gid
    monkeypatch.setattr(os, "getegid", lambda: group + 1)
    assert others_may_write(tmp_path) == "others may write there"
    tmp_path.chmod(0o750)
    assert others_may_write(tmp_path) == ""
