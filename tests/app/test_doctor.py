"""What is installed, cached, compiled and missing is told as it is; what is broken gives exit code 1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import PathDistribution
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app import doctor as module
from sleuth.app.doctor import Doctor
from sleuth.app.errors import RefusedError
from sleuth.app.perform import perform
from sleuth.core.game_spec import parse_game
from sleuth.core.table_files import save
from sleuth.core.tabulate import tabulate
from sleuth.kernels import jit

pytestmark = pytest.mark.skipif("NUMBA_CACHE_DIR" in os.environ, reason="kernels are kept elsewhere")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SLEUTH_DATA", str(tmp_path / "data"))
    return tmp_path / "cache"


def double(number: Any) -> Any:
    return 2 * number


def test_an_empty_cache_is_no_fault(cache: Path) -> None:
    found = perform(Doctor())
    assert (found.ok, found.problems) == (True, [])
    assert (found.kernels.compiled, found.kernels.damaged, found.tables.tables) == (0, [], 0)
    assert "search_levels" in found.kernels.missing
    assert found.kernels.seconds > 10
    assert {"numpy", "numba"} <= set(found.packages)
    assert [folder.folder for folder in found.folders] == [str(cache), str(cache.parent / "data")]
    assert not (cache.parent / "data").exists()  # a look makes nothing


def test_what_is_damaged_is_broken(cache: Path) -> None:
    jit.kernel(double)(2)
    (cache / "kernels" / "another-version").mkdir()
    (cache / "kernels" / "another-version" / "old.nbc").write_bytes(b"12345")
    save("a-table", np.zeros((2, 2), np.uint8), {0: (0, 0)})
    found = perform(Doctor())
    assert (found.ok, found.kernels.compiled, found.tables.tables) == (True, 1, 1)
    assert (found.kernels.other_versions, found.kernels.other_bytes) == (1, 5)
    kernel = next(cache.rglob("*double*.nbc"))
    kernel.write_bytes(kernel.read_bytes()[:-1])
    table = cache / "tables" / "a-table.npy"
    table.write_bytes(table.read_bytes()[:-1] + b"\1")
    found = perform(Doctor())
    assert (found.kernels.damaged, found.tables.damaged) == ([kernel.name], ["a-table"])
    assert len(found.problems) == 2
    assert kernel.exists()  # it is told, and mended by whoever needs it


def test_real_tables_are_sound(cache: Path) -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    tables = tabulate(game, keep=False)
    save("three-pegs", tables.codes, {0: (0, 0)})
    assert perform(Doctor()).tables.damaged == []


@pytest.mark.parametrize(("folder", "code", "told"), [("/proc/nowhere", 1, "cannot be written"), ("off", 0, "Nothing")])
def test_the_command(tmp_path: Path, folder: str, code: int, told: str) -> None:
    env = os.environ | {"SLEUTH_CACHE": folder, "SLEUTH_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "sleuth", "doctor"]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, "")
    assert told in done.stdout
    assert len(done.stdout.splitlines()) <= 30  # one screen
    written = subprocess.run([*command, "--json"], env=env, capture_output=True, text=True)
    assert (written.returncode, json.loads(written.stdout)["ok"]) == (code, code == 0)


@pytest.mark.skipif(os.name == "nt", reason="folders have no modes")
def test_a_folder_of_all_is_named_as_such(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    env = os.environ | {"SLEUTH_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "sleuth", "doctor", "--json"], env=env, capture_output=True, text=True)
    assert json.loads(done.stdout)["problems"] == [
        f"the folder for cache is not used, since others may write there: {tmp_path}"
    ]


def test_extras_are_read_from_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the distribution is called."""
    info = tmp_path / "other_name-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: other-name\nVersion: 1\nRequires-Dist: numpy>=2\n"
        "Requires-Dist: numpy>=2; extra == 'some'\n"
        "Requires-Dist: no-such-package[x]>=1; (python_version > '3') and extra == 'some'\n"
        "Requires-Dist: other-name[some]; extra == 'all'\nRequires-Dist: pytest; extra == 'dev'\n"
    )
    monkeypatch.setattr(module, "_distribution", lambda: PathDistribution(info))
    found = perform(Doctor())
    assert found.distribution == "other-name"
    [extra] = found.extras
    assert (extra.name, list(extra.packages), extra.missing) == ("some", ["numpy"], ["no-such-package"])
    assert extra.command == 'pip install "other-name[some]"'


def test_nothing_is_told_from_afar() -> None:
    with pytest.raises(RefusedError):
        perform(Doctor(), SERVED)
