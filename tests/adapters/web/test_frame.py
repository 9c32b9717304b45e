"""What every page shares, without a browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from jinja2 import DictLoader, Environment
from nicegui import Client
from nicegui.page import page as nicegui_page
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from sleuth.adapters.web.frame import _under_way, frame, heard, sentence, tried
from sleuth.adapters.web.parts import Once
from sleuth.adapters.web.policy import Policy, number_scripts, script
from sleuth.core.errors import SleuthError


@pytest.fixture
def client() -> Iterator[Client]:
    """A page that somebody has open."""
    made = Client(nicegui_page(""), request=Request({"type": "http", "headers": [], "path": "/"}))
    yield made
    if not made.is_deleted:
        made.delete()


def test_a_second_press_is_no_second_wish(client: Client) -> None:
    began = []

    async def slow() -> None:
        began.append(1)
        await asyncio.sleep(0)

    async def press() -> None:
        with client:
            twice = Once(slow)
        await asyncio.gather(twice(), twice(), twice())
        await twice()

    asyncio.run(press())
    assert len(began) == 2


def test_what_failed_can_be_pressed_again(client: Client) -> None:
    began, told = [], []

    def fail() -> None:
        began.append(1)
        raise ValueError("no")

    async def press() -> None:
        with client:
            again = Once(fail, told.append)
        for _ in range(2):
            with pytest.raises(ValueError, match="no"):
                await again()

    asyncio.run(press())
    assert len(began) == 2
    assert told == [True, False, True, False]


@pytest.mark.parametrize("answer", [heard, tried])
@pytest.mark.parametrize("wrong", [False, True])
def test_what_was_left_ends(client: Client, wrong: bool, answer: Callable[[Awaitable[int]], Awaitable[int]]) -> None:
    """Whoever closed the page is told neither the answer nor what went wrong."""
    after = []

    async def work() -> int:
        client.delete()
        if wrong:
            raise SleuthError("too late")
        return 1

    async def ask() -> None:
        with client:
            after.append(await answer(work()))

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(ask())
    assert after == []


@pytest.mark.parametrize("way", ["the page is forgotten", "another page is opened"])
def test_who_leaves_stops_the_work(client: Client, way: str) -> None:
    stopped = []

    async def work() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(1)
            raise

    async def ask() -> None:
        with client, frame("/", "Test"):
            await tried(work())

    async def leave() -> None:
        asking = asyncio.create_task(ask())
        await begun.wait()
        if way == "the page is forgotten":
            client.delete()
        else:
            listeners = client.layout._event_listeners.values()
            (listener,) = [one for one in listeners if one.type == "sleuthleft"]
            client.handle_event({"id": client.layout.id, "listener_id": listener.id, "args": []})
        with pytest.raises(asyncio.CancelledError):
            await asking

    begun = asyncio.Event()
    asyncio.run(leave())
    assert stopped == [1]
    assert not _under_way.get(client)


def test_who_is_there_hears(client: Client) -> None:
    async def work() -> int:
        return 1

    async def ask() -> int | None:
        with client:
            return await tried(heard(work()))

    assert asyncio.run(ask()) == 1


@pytest.mark.parametrize(("text", "said"), [("no such play", "No such play."), ("Why?", "Why?"), ("", ".")])
def test_sentences(text: str, said: str) -> None:
    assert sentence(text) == said


def test_only_scripts_of_the_template_have_the_number() -> None:
    """What a template is given has none, whatever it holds."""
    environment = Environment(loader=DictLoader({"page": "<script>1</script>{{ head | safe }}"}))
    number_scripts(environment)
    number_scripts(environment)
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        head = "<script>2</script>" + script("3")
        text = environment.get_template("page").render(head=head)
        seen.append(re.findall(r'<script( nonce="[\w-]{24}")?>(\d)', text))

    async def nothing(*message: object) -> Any:
        return {}

    asyncio.run(Policy(app)({"type": "http"}, nothing, nothing))
    ((one, two, three),) = seen
    assert [one[1], two[1], three[1]] == ["1", "2", "3"]
    assert one[0] == three[0] != ""
    assert two[0] == ""
