"""One client never takes the share of the others, and one who is alone has everything."""

from __future__ import annotations

import operator
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from sleuth.adapters.service.clients import NOBODY, client, client_at
from sleuth.adapters.service.errors import BusyError, CrowdedError
from sleuth.adapters.service.fair_queue import Turns
from sleuth.adapters.service.pool import Lane

PATIENCE = 60
"""Seconds that a test waits for what must happen."""


def taken(turns: Turns[str], number: int) -> list[str]:
    jobs = []
    for _ in range(number):
        found = turns.get()
        assert found is not None
        jobs.append(found[1])
        turns.done(found[0])
    return jobs


def test_clients_take_turns() -> None:
    turns: Turns[str] = Turns(1, 100, 10)
    for who, jobs in (("a", 4), ("b", 2), ("c", 1)):
        for number in range(jobs):
            turns.put(who, f"{who}{number}")
    assert taken(turns, 7) == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]


def test_one_after_the_other_does_not_starve_a_queue() -> None:
    turns: Turns[str] = Turns(1, 100, 10)
    for number in range(3):
        turns.put("a", f"a{number}")
    heard = []
    for number in range(3):
        turns.put("b", f"b{number}")
        heard += taken(turns, 2)
    assert heard == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_one_client_has_so_many_under_way() -> None:
    turns: Turns[str] = Turns(2, 100, 3)
    for number in range(3):
        turns.put("a", str(number))
    assert turns.get() == ("a", "0")
    with pytest.raises(CrowdedError, match="3 of your requests are under way"):
        turns.put("a", "more")  # what runs counts as well
    turns.put("b", "of another")
    turns.done("a")
    turns.put("a", "more")


def test_so_many_wait_in_all() -> None:
    turns: Turns[str] = Turns(1, 3, 3)
    for who in "abc":
        turns.put(who, who)
    with pytest.raises(BusyError, match="too many requests wait"):
        turns.put("d", "d")


def test_calls_without_an_address_have_no_share() -> None:
    turns: Turns[str] = Turns(1, 5, 1)
    for number in range(5):
        turns.put(NOBODY, str(number))
    with pytest.raises(BusyError):
        turns.put(NOBODY, "one too many")


def test_one_worker_is_for_whoever_comes_next() -> None:
    turns: Turns[str] = Turns(3, 100, 100)
    for number in range(5):
        turns.put("a", str(number))
    assert [turns.get() for _ in range(2)] == [("a", "0"), ("a", "1")]
    turns.put("b", "b0")  # a holds two of three workers, and was here first
    assert turns.get() == ("b", "b0")
    turns.done("b")
    turns.put("b", "b1")
    assert turns.get() == ("b", "b1")
    turns.done("a")
    assert turns.get() == ("a", "2")


def test_the_only_worker_is_for_anybody() -> None:
    turns: Turns[str] = Turns(1, 100, 100)
    turns.put("a", "a0")
    assert turns.get() == ("a", "a0")


def test_many_clients_are_forgotten_again() -> None:
    turns: Turns[str] = Turns(1, 5, 5)
    for number in range(1000):
        turns.put(f"client {number}", "job")
        assert taken(turns, 1) == ["job"]
    assert len(turns._served) <= 12
    assert not turns._running
    assert not turns._queues


def test_a_job_that_was_left_does_not_begin() -> None:
    turns: Turns[str] = Turns(1, 100, 2)
    turns.put("a", "left")
    turns.put("a", "waited for")
    assert turns.drop("a", "left")
    assert not turns.drop("a", "left")
    assert not turns.drop("nobody we know", "left")
    turns.put("a", "one more")  # what was left is not under way
    assert taken(turns, 2) == ["waited for", "one more"]


def test_jobs_that_nobody_took_are_answered() -> None:
    lane = Lane("slow", 1, 60, 5)  # never opened: nobody attends
    waiting = lane.submit(operator.add, 1, 1)
    lane.close()
    with pytest.raises(BusyError, match="stopping"):
        waiting.result()


def test_a_lane_knows_who_asks() -> None:
    lane = Lane("test", 1, 60, 50, each=2)
    token = client.set("192.0.2.1")
    try:
        lane.submit(operator.add, 1, 1)
        lane.submit(operator.add, 1, 1)
        with pytest.raises(CrowdedError):
            lane.submit(operator.add, 1, 1)
        client.set("192.0.2.2")
        lane.submit(operator.add, 1, 1)
    finally:
        client.reset(token)
    lane.close()


@pytest.mark.parametrize(
    ("address", "who"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"),
        ("::1", "::1"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_who_is_at_an_address(address: str, who: str) -> None:
    assert client_at(address) == who


def test_a_topic_goes_to_the_worker_that_knows_it() -> None:
    """Three workers wait; whoever did something for a game last does the next thing too, as long as it is free."""
    turns: Turns[str] = Turns(3, 100, 100)
    did: dict[str, int] = {}
    left = Event()

    def work(number: int) -> None:
        while (turn := turns.get(number)) is not None:
            did[turn[1]] = number
            if turn[1].startswith("long"):
                left.wait(PATIENCE)
            turns.done(turn[0])

    def until(happened: Callable[[], bool]) -> None:
        began = monotonic()
        while not happened() and monotonic() < began + PATIENCE:
            sleep(0.001)

    def all_free() -> bool:
        return len(turns._free) == 3

    def do(job: str, topic: str, wait: bool = True) -> int:
        turns.put("a", job, topic)
        until(lambda: job in did and (all_free() or not wait))
        return did[job]

    threads = [Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    until(all_free)
    try:
        first = do("first", "wordle")
        assert {do(f"again {number}", "wordle") for number in range(20)} == {first}
        assert do("new", "mastermind") == first  # who worked last is warm
        busy = do("long", "wordle", wait=False)
        other = do("beside", "number", wait=False)
        assert busy == first != other
        left.set()
        until(all_free)
        assert do("known", "number") == other
        assert do("still", "wordle") == first
    finally:
        left.set()
        turns.close()
        for thread in threads:
            thread.join(PATIENCE)


def test_a_worker_that_began_anew_knows_nothing() -> None:
    turns: Turns[str] = Turns(2, 100, 100)
    turns.put("a", "first", "wordle")
    assert turns.get(0) == ("a", "first")
    turns.done("a")
    turns._free = {0, 1}
    assert (turns._best("wordle"), turns._best("number")) == (0, 0)
    turns.forget(0)
    turns.put("a", "second", "number")
    assert turns.get(0) == ("a", "second")  # equal again: the first one
    turns.done("a")
    turns._free = {0, 1}
    turns._knows["wordle", 1] = 1
    assert turns._best("wordle") == 1
