"""The house is in order: no modules import each other in a circle, and no two public classes have one name."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests import scripts

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return scripts.script("benchmarks/house.py")


@pytest.fixture(scope="module")
def package(script: ModuleType) -> Any:
    return script.House(ROOT / "src" / "sleuth")


@pytest.mark.parametrize("way", ["import time", "with lazy ones", "with types too"])
def test_no_modules_import_each_other(script: ModuleType, package: Any, way: str) -> None:
    """Imports in functions and for the type checker count too; `benchmarks/house.py --list` names the lines."""
    assert package.knots(script.WAYS[way]) == []


def test_no_public_class_name_stands_twice(package: Any) -> None:
    repeated = package.repeated_classes()
    assert {name: [place.file for place in places] for name, places in repeated.items()} == {}
