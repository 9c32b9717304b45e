"""A plugin of pytest that records which functions each test runs, in all processes: `pytest -p tests.map.record`.

Each process of the tests has a folder of its own in `SLEUTH_RECORDS`, with the tests that it ran, their seconds, and
what the recorder noted.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.map import recorder

RECORDS = "SLEUTH_RECORDS"
TESTS = "tests.txt"
"""The tests by number, each with its seconds."""


class Tests:
    """The tests of this process, with a number each."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        (folder / recorder.CURRENT).write_bytes(bytes(4))
        os.environ[recorder.FOLDER] = str(folder)
        recorder.begin(folder)
        self.folder, self.number = folder, 0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.number += 1
        with (self.folder / recorder.CURRENT).open("r+b") as file:
            file.write(self.number.to_bytes(4, "little"))
        began = time.perf_counter()
        try:
            return (yield)
        finally:
            with (self.folder / TESTS).open("a", encoding="utf-8") as file:
                file.write(f"{self.number}\t{time.perf_counter() - began:.4f}\t{item.nodeid}\n")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("numprocesses", None):  # those that run tests, not the one that hands them out
        config.pluginmanager.register(Tests(Path(os.environ[RECORDS]) / f"{os.getpid()}"))
