"""The examples in docstrings of the package, each run in its own module."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import sleuth

SOURCE = Path(sleuth.__file__).parent
MODULES = sorted(
    ".".join(("sleuth", *file.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for file in SOURCE.rglob("*.py")
    if ">>> " in file.read_text(encoding="utf-8")
)


def test_there_are_some() -> None:
    assert len(MODULES) > 5


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name: str) -> None:
    module = import_module(name)
    public = {each: getattr(module, each) for each in getattr(module, "__all__", ())}
    failed, tried = doctest.testmod(module, extraglobs=public, optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0
