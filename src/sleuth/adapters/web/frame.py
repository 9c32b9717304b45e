"""What every page shares: its style, the line of links at the top, and how errors are shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from nicegui import Client, ui

from sleuth.adapters.web.parts import box, button, heading, say
from sleuth.adapters.web.policy import script
from sleuth.core.errors import SleuthError
from sleuth.show.svg import stylesheet

T = TypeVar("T")
LINKS = (
    ("/", "Games"), ("/assist", "Assist"), ("/watch", "Watch"), ("/lab", "Lab"), ("/clue", "Clue"),
    ("/api/docs", "API"),
)  # fmt: skip
MAX_MESSAGE = 200
"""A message with more letters than this would cover the page."""
ENTER = "(e) => { if (!e.repeat) sleuthSend(e.target, emit); }"
"""Enter in a field; a key that is held down counts once."""


@contextmanager
def frame(here: str, title: str) -> Iterator[ui.element]:
    """A page with its links; what is made inside is its content."""
    style, code = _head()
    ui.add_head_html(style + script(code))
    client = ui.context.client
    ui.on("sleuthleft", lambda: _stop(client))
    ui.page_title(f"{title} · Sleuth")
    with ui.element("nav").classes("top").props('aria-label="pages"'):
        ui.label("Sleuth").classes("name")
        for address, text in LINKS:
            link = ui.link(text, address)
            if address == here:
                link.classes("here").props('aria-current="page"')
        ui.space()
        mode = button("Light or dark", None, "plain").props("dense").classes("mode")
        mode.on("click", js_handler="() => sleuthMode(true)")
    with box("main") as main:
        yield main


@cache
def _head() -> tuple[str, str]:
    """The style and the script of the page; the page makes no other request for them."""
    style, code = ((files(__package__) / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return f"<style>{stylesheet()}</style><style>{style}</style>", code


def entered(field: ui.input, act: Callable[[str], Awaitable[bool]]) -> None:
    """What happens to the text of a field at Enter. The field is empty at once; what was refused comes back."""

    page = ui.context.client

    async def send(text: str) -> None:
        with page:
            allowed = await act(text)
        if not allowed and not field.is_deleted:
            page.run_javascript(f"sleuthBack({field.id}, {json.dumps(text)})")

    field.on("keydown.enter", lambda event: send(str(event.args)), js_handler=ENTER)


_under_way: WeakKeyDictionary[Client, set[asyncio.Task[Any]]] = WeakKeyDictionary()
"""The tasks of each page that wait for an answer."""


async def heard(work: Awaitable[T]) -> T:
    """What the service answers, for a page that is still open; what a person left is stopped, and ends here."""
    client = ui.context.client
    if client not in _under_way:
        _under_way[client] = set()
        client.on_delete(lambda: _stop(client))
    task = asyncio.current_task()
    assert task is not None
    _under_way[client].add(task)
    try:
        return await work
    finally:
        _under_way[client].discard(task)
        if client.is_deleted:
            raise asyncio.CancelledError


def _stop(client: Client) -> None:
    for task in _under_way.get(client, set()):
        task.cancel()


async def tried(work: Awaitable[T]) -> T | None:
    """What the service answers; an error is told to the person, and the answer is nothing."""
    try:
        return await heard(work)
    except SleuthError as error:
        tell(str(error))
        return None


async def opened(work: Awaitable[T]) -> T | None:
    """What a whole page is about; where there is nothing of the kind, the page says so instead."""
    try:
        return await work
    except SleuthError as error:
        sorry(str(error))
        return None


def tell(text: str) -> None:
    """A short message that something is wrong, over the line of links; the next one takes its place."""
    message = sentence(text)
    short = message if len(message) <= MAX_MESSAGE else f"{message[:MAX_MESSAGE]} …"
    look: dict[str, Any] = {"group": "told", "classes": "told", "textColor": "told", "badgeClass": "hidden"}
    ui.notify(short, position="top", timeout=6000, close_button="Close", **look)


def sorry(text: str) -> None:
    """A page that has nothing else to show."""
    with frame("", "Not found"):
        heading("There is nothing here")
        say(sentence(text))
        ui.link("See all games", "/")


def sentence(text: str) -> str:
    """A message of the library as a sentence: `there is no such play` becomes `There is no such play.`"""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', '…')) else '.'}"


def address(path: str, **query: str) -> str:
    """An address with its query."""
    parameters = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(parameters)}" if parameters else path
