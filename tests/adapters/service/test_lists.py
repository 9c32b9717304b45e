"""Lists of words that people bring: how many one client may."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from sleuth.adapters.service import service as module
from sleuth.adapters.service.clients import client
from sleuth.adapters.service.errors import CrowdedError
from sleuth.adapters.service.service import Service
from sleuth.app.errors import RefusedError


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    monkeypatch.setattr(module, "MAX_LISTS_EACH", 3)
    made = Service(tmp_path, workers=1)
    yield made
    made.close()


def test_one_client_brings_so_many_lists(service: Service, tmp_path: Path) -> None:
    """Also where they come at once; one that is refused does not count, and others bring theirs."""

    async def bring() -> list[object]:
        client.set("192.0.2.7")
        with pytest.raises(RefusedError):
            await service.add_words("mine", "a" * 1000)
        many = [service.add_words("mine", f"word{letter}") for letter in "abcdefgh"]
        answers = await asyncio.gather(*many, return_exceptions=True)
        client.set("192.0.2.8")
        return [*answers, await service.add_words("mine", "wordz")]

    answers = asyncio.run(bring())
    assert [isinstance(one, CrowdedError) for one in answers] == [False] * 3 + [True] * 5 + [False]
    assert len(list((tmp_path / "words").glob("*.txt"))) == 4
