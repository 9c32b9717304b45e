"""The table of limits in the documentation is the one in the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sleuth
from sleuth.adapters.service import files, limits
from sleuth.adapters.service.files import allow_files, most_connections, most_connections_each, most_waiting_each

PAGE = Path(sleuth.__file__).parents[2] / "docs" / "how-to" / "run-a-server.md"
UNITS = {"": 1, "KiB": 1 << 10, "GiB": 1 << 30, "s": 1, "minutes": 60, "hours": 3_600, "day": 86_400}
ELSEWHERE = {"MAX_BYTES"}
"""Of a list of words."""


def numbers(text: str) -> list[float]:
    found = re.findall(r"([0-9][0-9,]*)\b ?(KiB|GiB|s\b|minutes|hours|day)?", text)
    return [int(number.strip(",").replace(",", "")) * UNITS[unit] for number, unit in found]


def rows() -> list[tuple[str, list[str]]]:
    """What each row says, and the names in it."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [line.strip("|").split("|") for line in lines]
    return [(f"{one[0]} | {one[1]}", re.findall(r"`(\w+)`", one[3])) for one in cells]


@pytest.mark.skipif(not PAGE.exists(), reason="an installed package has no documentation")
def test_the_table_says_every_limit() -> None:
    named = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int | float)}
    told = [name for _, names in rows() for name in names]
    assert sorted(told) == sorted(set(named) - ELSEWHERE)
    for text, names in rows():
        assert [named[name] for name in names] == [one for one in numbers(text) if one in map(named.get, names)], text


@pytest.mark.parametrize("allowed", [100, 256, 1_024, 20_000, 10**6])
def test_files_are_left_for_the_server(monkeypatch: pytest.MonkeyPatch, allowed: int) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (allowed, allowed))
    each, whole = most_connections_each(), most_connections()
    assert whole <= max(40, allowed - 400)
    assert 2 * most_waiting_each() <= each <= whole // 2
    assert files.most_waiting() < whole


def test_a_server_may_open_more_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the system lets it, and never fewer than before."""
    resource = pytest.importorskip("resource")
    for before, wanted in (((256, 10**6), 20_000), ((256, 4_096), 4_096), ((30_000, 30_000), None)):
        asked: list[int] = []
        monkeypatch.setattr(resource, "getrlimit", lambda _, before=before: before)
        monkeypatch.setattr(resource, "setrlimit", lambda _, both, asked=asked: asked.append(both[0]))
        allow_files()
        assert asked == ([] if wanted is None else [wanted])
