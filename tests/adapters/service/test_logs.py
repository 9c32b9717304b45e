"""Logs of real tables in the store: kept with their changes, never overwritten by who has seen an older one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.adapters.service.service import Service
from sleuth.app import ConflictError, MissingError
from sleuth.core.errors import RecordError


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.store.close()


def test_the_first_change_gives_a_name_and_a_restart_loses_nothing(service: Service, tmp_path: Path) -> None:
    async def write() -> str:
        new = await service.log("")
        assert (new.id, new.text) == ("", "")
        first = await service.change_log(new, new.history.change("players: Ann 9, Ben 9\n"))
        second = await service.change_log(first, first.history.change("players: Ann 9, Bob 9\n"))
        assert second.id == first.id
        assert second.version > first.version
        assert await service.change_log(second, second.history) == second
        return second.id

    identity = asyncio.run(write())
    again = Service(tmp_path)
    kept = asyncio.run(again.log(identity))
    again.store.close()
    assert kept.text == "players: Ann 9, Bob 9\n"
    assert kept.history.undo().text == "players: Ann 9, Ben 9\n"


def test_who_has_seen_an_older_one_changes_nothing(service: Service) -> None:
    async def write() -> None:
        new = await service.log("")
        one = await service.change_log(new, new.history.change("a\n"))
        other = await service.log(one.id)
        await service.change_log(one, one.history.change("b\n"))
        with pytest.raises(ConflictError):
            await service.change_log(other, other.history.change("c\n"))
        assert (await service.log(one.id)).text == "b\n"

    asyncio.run(write())


def test_what_is_no_log_is_said(service: Service) -> None:
    with pytest.raises(MissingError, match="no such table"):
        asyncio.run(service.log("nothing"))
    play = service.store.add("record", kind="play")
    with pytest.raises(MissingError, match="no such table"):
        asyncio.run(service.log(play.id))
    other = service.store.add('{"format": 7, "lines": []}', kind="log")
    with pytest.raises(RecordError, match="another Sleuth"):
        asyncio.run(service.log(other.id))
