"""A package from outside, installed: its folder is on the path, and its entry points are found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.app import catalogue
from sleuth.core import registry

SITE = Path(__file__).parent / "site"


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(SITE)
    every = [thing for thing in vars(registry).values() if isinstance(thing, registry.Registry)]
    for one in every:
        vars(one).pop("_points", None)
    catalogue._games.cache_clear()
    yield
    for one in every:
        vars(one).pop("_points", None)
    catalogue._games.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "cups"]:
        del sys.modules[name]
