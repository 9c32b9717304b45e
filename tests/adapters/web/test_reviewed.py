"""Plays that are reviewed: their addresses, the play that one goes on from, and work that is done once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.first_play import FirstPlay
from sleuth.adapters.web.reviewed import Reviewed, comparison, story_under_way
from sleuth.app.perform import perform
from sleuth.app.requests import Start, StoryOfHistory
from sleuth.app.story_results import StoryResult
from sleuth.core.errors import SleuthError

SMALL = "mastermind:pegs=2,colours=3"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    made = Service(tmp_path, workers=1).open()
    yield made
    made.close()


def test_a_story_is_worked_out_once(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that did not wait and the form that asks again share the work."""
    calls: list[str] = []
    do = service.do

    async def counted(request: Any) -> Any:
        calls.append(type(request).__name__)
        return await do(request)

    monkeypatch.setattr(service, "do", counted)

    async def twice() -> list[StoryResult]:
        play = Reviewed.elsewhere(service, {"game": SMALL, "history": "01=0.1;12=2.0"})
        first = story_under_way(play)
        again = story_under_way(Reviewed.elsewhere(service, {"game": SMALL, "history": "01=0.1;12=2.0"}))
        assert again is first
        return [await first, await again]

    one, other = asyncio.run(twice())
    assert one is other
    assert calls == ["StoryOfHistory"]


def test_a_story_that_fails_is_asked_for_again(service: Service) -> None:
    async def fail() -> None:
        play = Reviewed.elsewhere(service, {"game": SMALL, "history": "nonsense"})
        for _ in range(2):
            with pytest.raises(SleuthError):
                await story_under_way(play)

    asyncio.run(fail())


@pytest.mark.parametrize(
    "where", ["", "/lab", "https://example.org/review", "//example.org/review", "/review/a/b", "javascript:1", "review"]
)
def test_no_first_play(where: str) -> None:
    assert FirstPlay.of({"from": where, "first": "2"}) is None
    assert FirstPlay.of({"from": "/review/abc", "first": "0"}) is None


@pytest.mark.parametrize("where", ["/review/abc-_1", "/shared/abc", "/review?game=number&history=50%3Dlower"])
def test_a_first_play(where: str) -> None:
    found = FirstPlay.of({"from": where, "first": "2"})
    assert found == FirstPlay(where, 2)
    assert found is not None
    assert FirstPlay.of(found.query) == found


def test_the_steps_of_a_first_play(service: Service) -> None:
    async def steps() -> list[int | None]:
        play = await service.start(Start(SMALL, secret="12"))
        for action in ("00", "12"):
            await service.ask(play.id, action)
        copy = await service.share(play.id)
        elsewhere = Reviewed.elsewhere(service, {"game": SMALL, "history": "01=0.1;12=2.0;10=1.1"}).address()
        wheres = (f"/review/{play.id}", f"/shared/{copy}", elsewhere, "/review/gone")
        return [await FirstPlay(where, 1).steps(service) for where in wheres]

    assert asyncio.run(steps()) == [2, 2, 3, None]


def test_two_plays_beside_each_other() -> None:
    story: StoryResult = perform(StoryOfHistory(SMALL, "01=0.1;12=2.0"))
    assert comparison(story, 2, 3) == "You tried again from guess 2: 3 guesses then, 2 now, one better."
    assert comparison(story, 2, 4).endswith("4 guesses then, 2 now, 2 better.")
    assert comparison(story, 2, 2).endswith("2 guesses then, 2 now, as many as before.")
    assert comparison(story, 1, 1).endswith("1 guess then, 2 now, one more than before.")
    assert comparison(story, 2, None) == "You tried again from guess 2."
    open_story: StoryResult = perform(StoryOfHistory(SMALL, "01=0.1"))
    assert comparison(open_story, 2, 3) == "You tried again from guess 2. The first time it took 3 guesses."
