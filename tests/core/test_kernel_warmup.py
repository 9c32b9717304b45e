"""Everything compiled ahead of time, by several processes into one cache; what is done stays, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from tests.children import child, press_ctrl_c

from sleuth.core import kernel_warmup
from sleuth.core.kernel_warmup import compile_all, missing, seconds
from sleuth.core.progress import silent
from sleuth.core.registry import KERNELS
from sleuth.kernels.jit import kernel_folder
from sleuth.kernels.kernel_folder import KernelFolder

PATIENCE = 300
"""Seconds that a test waits for what must happen; it goes on as soon as it does."""
SMALL = ["clue race", "clue plans", "codes"]
"""Parts that take a second."""
pytestmark = pytest.mark.skipif("NUMBA_CACHE_DIR" in os.environ, reason="kernels are kept elsewhere")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KernelFolder:
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(KERNELS, "names", lambda: SMALL)
    return kernel_folder()


@pytest.mark.heavy
def test_processes_compile_what_is_missing_into_one_cache(folder: KernelFolder) -> None:
    assert missing() == SMALL
    heard: list[tuple[float, float]] = []
    done = compile_all(lambda what, done, total: heard.append((done, total)), 2)
    names = {name for name in folder.names() if name.endswith(".nbc")}
    assert (done.compiled, done.kernels, done.damaged) == (len(names), names, 0)
    assert missing() == []
    assert heard[0] == (0, seconds(SMALL))
    shares = [done / total for done, total in heard]
    assert shares == sorted(shares)

    file = folder.path / min(names)
    file.write_bytes(file.read_bytes()[:-1])
    (folder.path / max(names)).unlink()
    assert len(missing()) == 1  # what is damaged shows when it is loaded
    code = f"""
from sleuth.core import kernel_warmup
from sleuth.core.progress import silent
kernel_warmup.KERNELS.names = lambda: {SMALL}
done = kernel_warmup.compile_all(silent, 2)
print(done.compiled, done.damaged, len(done.kernels), kernel_warmup.missing())
"""
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert again.stdout.split() == ["2", "1", str(len(names)), "[]"]


@pytest.mark.heavy
def test_a_process_that_dies_leaves_its_part_to_this_one(folder: KernelFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[str] = []
    monkeypatch.setattr(kernel_warmup, "warm_part", Dies(parts))
    compile_all(silent, 2)
    assert sorted(parts) == sorted(SMALL)


class Dies:
    """Kills whoever calls it elsewhere."""

    def __init__(self, parts: list[str]) -> None:
        self.parts, self.home = parts, os.getpid()

    def __call__(self, part: str) -> kernel_warmup.Compiled:
        if os.getpid() != self.home:
            os.kill(os.getpid(), signal.SIGKILL)
        self.parts.append(part)
        return kernel_warmup.Compiled()


@pytest.mark.heavy
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_what_is_compiled_stays_whoever_is_stopped(tmp_path: Path, end: signal.Signals) -> None:
    env = os.environ | {"SLEUTH_CACHE": str(tmp_path), "SLEUTH_WORKERS": "2"}
    command = [sys.executable, "-m", "sleuth", "warmup"]
    with child(command, env=env) as process:
        wait_for_a_kernel(tmp_path, process)
        workers = psutil.Process(process.pid).children(recursive=True)
        assert len(workers) >= 2
        if end == signal.SIGINT:
            press_ctrl_c(process)
        else:
            process.kill()
        out, err = process.communicate(timeout=PATIENCE)
        _, left = psutil.wait_procs(workers, timeout=PATIENCE)
        assert not left
    kept = {path.name: path.read_bytes() for path in tmp_path.rglob("*.nbc")}
    assert kept
    if end == signal.SIGINT:
        assert (process.returncode, out) == (130, "")
        assert err.splitlines()[-1] == "sleuth: stopped"
        assert "Traceback" not in err
    folder = KernelFolder(next((tmp_path / "kernels").iterdir()))
    assert all(folder.read(name) is not None for name in kept)  # none is cut short


def wait_for_a_kernel(cache: Path, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        if list(cache.rglob("*.nbc")):
            return
        time.sleep(0.02)
    process.kill()
    raise AssertionError(f"nothing was compiled: {process.communicate()}")


@pytest.mark.heavy
def test_evaluating_an_own_game_compiles_no_solver(tmp_path: Path) -> None:
    env = os.environ | {"SLEUTH_CACHE": str(tmp_path / "cache")}
    for words in (["new", "game", "pegs.py"], ["evaluate", "pegs.py", "--pegs", "2", "--colours", "3"]):
        done = subprocess.run(
            [sys.executable, "-m", "sleuth", *words], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        )
    assert "--optimum" in done.stdout
    kernels = [path.name for path in (tmp_path / "cache").rglob("*.nbc")]
    assert kernels
    assert not [name for name in kernels if name.startswith("search")]
