"""What a start costs: no Numba and no matplotlib where nobody asked for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def started(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A new process."""
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | environment
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)


def loaded(code: str, **environment: str) -> tuple[set[str], list[str]]:
    """The packages that were loaded, and the lines that were printed."""
    tail = "\nimport sys; print('LOADED', *{m.partition('.')[0] for m in sys.modules})"
    *printed, last = started(code + tail, **environment).stdout.strip().splitlines()
    return set(last.split()[1:]), printed


@pytest.mark.parametrize(
    "code",
    [
        "import sleuth",
        "import sleuth; sleuth.Game; sleuth.parse_game('mastermind')",
        "from sleuth.adapters.cli.app import run; run(['--help'])",
        "from sleuth.adapters.cli.app import run; run(['games'])",
        "from sleuth.adapters.cli.app import run; run(['strategies', 'mastermind'])",
        "from sleuth.adapters.cli.app import run; run(['doctor'])",
        "import sleuth.kernels.partitions, sleuth.kernels.search, sleuth.games.clue.kernels.deals",
    ],
)
def test_a_light_start(code: str) -> None:
    modules, _ = loaded(code)
    assert not modules & {"numba", "matplotlib", "joblib", "hypothesis"}


@pytest.mark.heavy
def test_a_command_compiles_and_loads_what_it_needs_and_no_more(tmp_path: Path) -> None:
    """Loading a kernel does not set up all that compiles one, with SciPy at its end; one message tells of compiling."""
    code = (
        "import sys\nfrom sleuth.adapters.cli.app import run\n"
        "run(['evaluate', 'mastermind', '--pegs', '3', '--colours', '4', '--json'])\n"
        "print(*(name for name in ('numba.np.arraymath', 'scipy.linalg', 'sleuth.lab.fitting') if name in sys.modules))"
    )
    cold, warm = (started(code, SLEUTH_CACHE=str(tmp_path)) for _ in range(2))
    assert (cold.stderr.count("ompiling"), warm.stderr) == (1, "")
    assert json.loads(cold.stdout.splitlines()[0])["total"] == json.loads(warm.stdout.splitlines()[0])["total"]
    assert warm.stdout.splitlines()[1] == ""
    compiled = [path.name.partition("-")[0] for path in tmp_path.rglob("*.nbc")]
    assert {name.partition(".")[0] for name in compiled} == {"kernels", "few_candidates", "partitions", "tree_walk"}
    assert "tree_walk.choose_many" in compiled
    assert len(compiled) < 30


def test_the_library_says_once_that_it_compiles(tmp_path: Path) -> None:
    code = (
        "import numpy as np\nimport sleuth.gym\nfrom sleuth.kernels.bits import ones as kernel\n"
        "for kind in (np.uint64, np.int64):\n    kernel(kind(5))"
    )
    cold, warm = (started(code, SLEUTH_CACHE=str(tmp_path)).stderr for _ in range(2))
    assert cold.count("\n") == cold.count("seconds... `sleuth warmup` compiles everything ahead.") == 1
    assert warm == ""
    pool = "import multiprocessing as m\nm.parent_process = lambda: m.current_process()\n"
    assert started(pool + code, SLEUTH_CACHE=str(tmp_path / "other")).stderr == ""


def test_the_version_takes_no_arrays() -> None:
    modules, _ = loaded("from sleuth.adapters.cli.app import run; run(['--version'])")
    assert "numpy" not in modules


def test_kernels_work_without_a_cache() -> None:
    code = (
        "import numpy as np\nfrom sleuth.kernels.partitions import counts\n"
        "print(counts(np.array([[1]], np.uint8), np.zeros(1, np.int32), np.zeros(1, np.int32), 2))"
    )
    modules, _ = loaded(code, SLEUTH_CACHE="off")
    assert "numba" in modules


def test_a_folder_that_cannot_be_written() -> None:
    code = "from sleuth.kernels.jit import cache_root; assert cache_root() is None"
    loaded(code, SLEUTH_CACHE="/proc/nowhere")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system has no numbers for users")
def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are kept among the temporary files, in a folder that only we can write."""
    code = "from sleuth.kernels.jit import cache_root; print(cache_root())"
    monkeypatch.delenv("SLEUTH_CACHE", raising=False)
    ours = tmp_path / f"sleuth-{os.getuid()}"

    def root() -> str:
        return loaded(code, XDG_CACHE_HOME="/proc/nowhere", TMPDIR=str(tmp_path))[1][0]

    assert root() == str(ours) == root()
    assert ours.stat().st_mode & 0o777 == 0o700
    ours.chmod(0o777)
    assert root() == "None"
    ours.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    ours.symlink_to(tmp_path / "elsewhere")
    assert root() == "None"


def test_folders_are_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "from sleuth.kernels.cache_files import cache_root\nfrom sleuth.app.folders import data_folder\n"
        "print(cache_root())\nprint(data_folder())"
    )
    for name in ("SLEUTH_CACHE", "SLEUTH_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    home = {"HOME": str(tmp_path)}
    xdg = home | {"XDG_CACHE_HOME": str(tmp_path / "c"), "XDG_DATA_HOME": str(tmp_path / "d")}
    named = xdg | {"SLEUTH_CACHE": "~/kernels", "SLEUTH_DATA": "~/plays"}
    if sys.platform == "linux":
        assert loaded(code, **home)[1] == [f"{tmp_path}/.cache/sleuth", f"{tmp_path}/.local/share/sleuth"]
        assert loaded(code, **xdg)[1] == [f"{tmp_path}/c/sleuth", f"{tmp_path}/d/sleuth"]
    assert loaded(code, **named)[1] == [str(tmp_path / "kernels"), str(tmp_path / "plays")]
