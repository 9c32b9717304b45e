"""What a start costs: no Numba and no matplotlib where nobody asked for them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def loaded(code: str, **environment: str) -> tuple[set[str], str]:
    tail = "\nimport sys; print('LOADED', *{m.partition('.')[0] for m in sys.modules})"
    env = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", code + tail], capture_output=True, text=True, check=True, env=env)
    *_, last = done.stdout.strip().splitlines()
    return set(last.split()[1:]), done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import sleuth",
        "import sleuth; sleuth.Game; sleuth.parse_game('mastermind')",
        "from sleuth.adapters.cli.app import run; run(['--help'])",
        "from sleuth.adapters.cli.app import run; run(['games'])",
    ],
)
def test_a_light_start(code: str) -> None:
    modules, _ = loaded(code)
    assert not modules & {"numba", "matplotlib", "joblib", "hypothesis"}


def test_kernels_work_without_a_cache() -> None:
    code = (
        "import numpy as np\nfrom sleuth.kernels.parts import counts\n"
        "print(counts(np.array([[1]], np.uint8), np.zeros(1, np.int32), np.zeros(1, np.int32), 2))"
    )
    modules, _ = loaded(code, SLEUTH_CACHE="off")
    assert "numba" in modules


def test_a_home_that_cannot_be_written() -> None:
    code = "from sleuth.kernels.jit import cache_root; assert cache_root() is None"
    loaded(code, XDG_CACHE_HOME="/proc/nowhere", SLEUTH_CACHE="/proc/nowhere")
