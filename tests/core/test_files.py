"""Files that are written whole: what a killed process left beside them goes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sleuth.core.errors import RecordError
from sleuth.core.files import LEFT_SECONDS, write_text


def left(folder: Path, process: int, age: float) -> Path:
    """What a process left that was killed while it wrote `play.record`."""
    path = folder / f".play.record-{process}-abc_12xy"
    path.write_text("half")
    then = path.stat().st_mtime - age
    os.utime(path, (then, then))
    return path


@pytest.mark.skipif(os.name == "nt", reason="processes cannot be asked for")
def test_what_a_killed_process_left_goes(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    gone = left(tmp_path, ended.pid, LEFT_SECONDS + 10)
    kept = [left(tmp_path, os.getpid(), LEFT_SECONDS + 10), left(tmp_path, ended.pid + 0, 0)]
    kept[1] = kept[1].rename(tmp_path / f".play.record-{ended.pid}-younger_")
    os.utime(kept[1])
    for name in (".play.record-mine", ".other.record-1-abcdefgh", "play.record-1-abcdefgh"):
        kept.append(tmp_path / name)
        kept[-1].write_text("somebody's")
    gone = left(tmp_path, ended.pid, LEFT_SECONDS + 10)
    write_text(tmp_path / "play.record", "whole", "record", RecordError)
    assert not gone.exists()
    assert all(path.exists() for path in kept)
    assert (tmp_path / "play.record").read_text() == "whole"
    assert len(list(tmp_path.iterdir())) == len(kept) + 1
