"""Compiled kernels on disk: kept, found again by whoever has the same version, and never believed when damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sleuth.kernels import jit
from sleuth.kernels.compiling import announce
from sleuth.kernels.kernel_folder import WARM, KernelFolder

damaged_caches = SimpleNamespace(**run_path(str(Path(__file__).parents[2] / "benchmarks" / "damaged_caches.py")))

pytestmark = pytest.mark.skipif("NUMBA_CACHE_DIR" in os.environ, reason="kernels are kept elsewhere")


def triple(number: Any) -> Any:
    return 3 * number


def double(number: Any) -> Any:
    return 2 * number


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KernelFolder:
    monkeypatch.setenv("SLEUTH_CACHE", str(tmp_path))
    return jit.kernel_folder()


def ask(function: Callable[..., Any], number: Any) -> Any:
    """What a new process would be answered: by the kernel on disk, or by one that is compiled now."""
    return jit.kernel(function)(number)


def files(folder: KernelFolder) -> list[Path]:
    return sorted(folder.path.glob("*.nbc"))


def test_a_kernel_is_compiled_once_for_each_type(folder: KernelFolder) -> None:
    assert [ask(triple, 2), ask(triple, 2.5), ask(triple, 3)] == [6, 7.5, 9]
    assert folder.compiled == len(files(folder)) == 2
    assert folder.used == {file.name for file in files(folder)}


@pytest.mark.parametrize("kind", ["machine code", *damaged_caches.WHOLE])
def test_a_damaged_kernel_is_compiled_again_with_one_line(
    folder: KernelFolder, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    damage = damaged_caches.flip_code if kind == "machine code" else damaged_caches.WHOLE[kind]
    assert (ask(triple, 2), ask(double, 2)) == (6, 4)
    file, other = (
        next(folder.path.glob(f"{name}-*")) for name in ("test_kernel_cache.triple", "test_kernel_cache.double")
    )
    sound = file.read_bytes()
    for seed in range(2):
        file.write_bytes(sound)
        damage(np.random.default_rng(seed), file, [other])
        assert [ask(triple, 2), ask(triple, 2)] == [6, 6]
    assert (folder.compiled, folder.damaged) == (4, 2)
    assert [record.message for record in caplog.records] == [
        "The cached kernel test_kernel_cache.triple was damaged: "
        "it is compiled again, and so is any other that is damaged."
    ]


def test_machine_code_is_where_a_byte_is_flipped(folder: KernelFolder) -> None:
    """Numba's own cache would run it."""
    ask(triple, 2)
    content = files(folder)[0].read_bytes()
    sections = list(damaged_caches.executable(content))
    if sys.platform == "linux":
        assert 0 < sum(stop - start for start, stop in sections) < len(content) // 2


def test_a_full_or_read_only_disk_is_no_error(folder: KernelFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sleuth.kernels.kernel_folder.write_whole", full)
    assert [ask(triple, 2), ask(triple, 2)] == [6, 6]
    assert (folder.compiled, files(folder)) == (2, [])


def full(path: Path, *parts: bytes) -> None:
    raise OSError(28, "No space left on device")


def test_it_is_announced_exactly_when_something_is_compiled(folder: KernelFolder) -> None:
    heard: list[bool] = []
    announce(heard.append)
    ask(triple, 2)
    ask(triple, 2.5)
    assert heard == [True]
    announce(heard.append)
    ask(triple, 2)
    assert heard == [True]


def test_without_a_folder_it_is_announced_that_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_CACHE", "off")
    heard: list[bool] = []
    announce(heard.append)
    assert [ask(triple, 2), ask(triple, 2)] == [6, 6]
    assert (heard, jit.kernel_folder().kept, jit.kernel_folder().names()) == ([False], False, set())


def set_warm(folder: KernelFolder) -> None:
    folder.set_warm("the part", folder.used)


def warm(folder: KernelFolder) -> bool:
    return KernelFolder(folder.path).warm("the part")


def test_warm_means_that_every_kernel_is_there(folder: KernelFolder) -> None:
    assert not warm(folder)
    ask(triple, 2)
    ask(double, 2)
    set_warm(folder)
    assert warm(folder)
    assert not folder.warm("another part")
    files(folder)[0].unlink()
    assert not warm(folder)


@pytest.mark.parametrize("content", [b"", b"junk", b"\0" * 100, b"[]"])
def test_a_damaged_list_of_what_is_warm_is_no_list(folder: KernelFolder, content: bytes) -> None:
    ask(triple, 2)
    set_warm(folder)
    (folder.path / f"the-part{WARM}").write_bytes(content)
    assert not warm(folder)
    set_warm(folder)
    assert warm(folder)


def test_kernels_for_another_processor_stay_in_the_list(folder: KernelFolder) -> None:
    ask(triple, 2)
    set_warm(folder)
    elsewhere = KernelFolder(folder.path)
    elsewhere.write("triple-for-another-processor.nbc", b"...")
    elsewhere.used.add("triple-for-another-processor.nbc")
    set_warm(elsewhere)
    files(folder)[0].unlink()
    assert not warm(elsewhere)


SOURCE = """
from sleuth.kernels.jit import kernel, kernel_folder

@kernel
def inner(x):
    return x * {factor}

@kernel
def total(n):
    s = 0
    for i in range(n):
        s += inner(i)
    return s

print(total(5), kernel_folder().compiled)
"""


def run(script: Path) -> list[str]:
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_two_copies_of_the_same_source_share_what_is_compiled(folder: KernelFolder, tmp_path: Path) -> None:
    """Two installs of one version, or two checkouts: whoever comes second has nothing to do."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "script.py").write_text(SOURCE.format(factor=3))
    assert run(tmp_path / "one" / "script.py") == ["30", "2"]
    assert run(tmp_path / "two" / "script.py") == ["30", "0"]


@pytest.mark.heavy
def test_two_sources_do_not_undo_each_other(folder: KernelFolder, tmp_path: Path) -> None:
    scripts = [tmp_path / f"{factor}" / "script.py" for factor in (3, 4)]
    for script, factor in zip(scripts, (3, 4), strict=True):
        script.parent.mkdir()
        script.write_text(SOURCE.format(factor=factor))
    assert [run(script) for script in scripts * 2] == [["30", "2"], ["40", "2"], ["30", "0"], ["40", "0"]]
