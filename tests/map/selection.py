"""A plugin of pytest that runs chosen tests in their order until time is up: `pytest -p tests.map.selection`.

`SLEUTH_CHOICE` names a JSON file with the tests and with the moment at which no other test begins.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

CHOICE = "SLEUTH_CHOICE"
LATE = "no time was left"
FAILURE = "failed: "
"""How a line begins that names a test at once when it fails; the summary may come too late."""


class Selection:
    """The tests that are chosen."""

    def __init__(self, config: pytest.Config, file: Path) -> None:
        self.config = config
        content = json.loads(file.read_text(encoding="utf-8"))
        self.end: float = content["end"]
        self.place = {test: place for place, test in enumerate(content["tests"])}

    def place_of(self, item: str) -> int | None:
        """The place of a test in the order, by its own name, that of its function, or that of its file."""
        for name in (item, item.partition("[")[0], item.partition("::")[0]):
            if name in self.place:
                return self.place[name]
        return None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        places = {item.nodeid: self.place_of(item.nodeid) for item in items}
        dropped = [item for item in items if places[item.nodeid] is None]
        config.hook.pytest_deselected(items=dropped)
        items[:] = sorted(
            (item for item in items if places[item.nodeid] is not None), key=lambda item: places[item.nodeid] or 0
        )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if time.time() > self.end:
            pytest.skip(LATE)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        terminal = self.config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None and not hasattr(self.config, "workerinput"):
            terminal.write_line(f"\n{FAILURE}{report.nodeid}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Selection(config, Path(os.environ[CHOICE])))
