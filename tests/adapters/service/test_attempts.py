"""How much one client may do in a while."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sleuth.adapters.service import attempts as module
from sleuth.adapters.service.attempts import PARTS, Attempts
from sleuth.adapters.service.clients import NOBODY, client
from sleuth.adapters.service.errors import CrowdedError


class Clock:
    """A time that goes on when it is told to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    made = Clock()
    monkeypatch.setattr(module, "monotonic", made)
    token = client.set("192.0.2.1")
    yield made
    client.reset(token)


def refused(tried: Attempts, more: int = 1) -> bool:
    try:
        with tried.taking(more):
            return False
    except CrowdedError:
        return True


def test_so_many_in_so_long(clock: Clock) -> None:
    tried = Attempts(10, 100.0, "too often")
    assert [refused(tried) for _ in range(12)] == [False] * 10 + [True] * 2
    clock.now += 90.0
    assert refused(tried)
    clock.now += 15.0
    assert not refused(tried)


def test_what_is_large_counts_for_more(clock: Clock) -> None:
    tried = Attempts(1_000, 100.0, "too much")
    assert [refused(tried, size) for size in (600, 401, 400, 1)] == [False, True, False, True]


def test_what_is_under_way_counts_and_what_fails_does_not(clock: Clock) -> None:
    tried = Attempts(2, 100.0, "too often")

    def fail() -> None:
        with tried.taking(), tried.taking():
            assert refused(tried)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [refused(tried) for _ in range(3)] == [False, False, True]


def test_each_counts_for_herself(clock: Clock) -> None:
    tried = Attempts(1, 100.0, "too often")
    assert [refused(tried), refused(tried)] == [False, True]
    for who, later in (("192.0.2.2", True), (NOBODY, False)):
        client.set(who)
        assert [refused(tried), refused(tried)] == [False, later]


def test_little_is_remembered(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a client comes, and however many there are."""
    monkeypatch.setattr(module, "MAX_CLIENTS", 5)
    tried = Attempts(10**9, 100.0, "too often")
    for _ in range(10_000):
        clock.now += 0.1
        assert not refused(tried)
    assert len(tried._tried["192.0.2.1"]) <= PARTS + 1
    for number in range(20):
        client.set(f"192.0.2.{number}")
        refused(tried)
    assert len(tried._tried) == 5
