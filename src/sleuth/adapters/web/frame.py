"""What every page shares: its style, the line of links at the top, and how errors are shown."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from inspect import isawaitable
from typing import Any, TypeVar
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from nicegui import Client, ui

from sleuth.adapters.web.policy import script
from sleuth.core.errors import SleuthError
from sleuth.show.svg import stylesheet

T = TypeVar("T")
LINKS = (
    ("/", "Games"), ("/assist", "Assist"), ("/watch", "Watch"), ("/lab", "Lab"), ("/clue", "Clue"),
    ("/api/docs", "API"),
)  # fmt: skip
MAX_TOLD = 200
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
    with ui.element("div").classes("main") as main:
        yield main


@cache
def _head() -> tuple[str, str]:
    """The style and the script of the page; the page makes no other request for them."""
    style, code = ((files(__package__) / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return f"<style>{stylesheet()}</style><style>{style}</style>", code


class Once:
    """An action that does not begin again while it is under way: a second press is no second wish.

    It belongs to the whole page, since it may take away the button that began it.
    """

    def __init__(self, act: Callable[..., Any], told: Callable[[bool], object] = lambda busy: None) -> None:
        self._act, self._told, self._page = act, told, ui.context.client
        self._busy = False

    async def __call__(self) -> None:
        if self._busy:
            return
        self._busy = True
        self._told(True)
        try:
            with self._page:
                done = self._act()
                if isawaitable(done):
                    await done
        finally:
            self._busy = False
            self._told(False)


def button(text: str, act: Callable[..., Any] | None = None, kind: str = "main") -> ui.button:
    """A button: the main one of its group, a plain one, or a small chip. It says when it is busy."""
    style = {"main": "main-button", "plain": "plain-button", "chip": "chip"}[kind]
    made = ui.button(text, color=None).props("flat no-caps").classes(style)

    def told(busy: bool) -> None:
        if not made.is_deleted:  # what it did may have taken it away
            made.props(f"aria-busy={str(busy).lower()}")

    if act is not None:
        made.on_click(Once(act, told))
    return made


def entered(field: ui.input, act: Callable[[str], Awaitable[bool]]) -> None:
    """What happens to the text of a field at Enter. The field is empty at once; what was refused comes back."""

    page = ui.context.client

    async def send(text: str) -> None:
        with page:
            allowed = await act(text)
        if not allowed and not field.is_deleted:
            page.run_javascript(f"sleuthBack({field.id}, {json.dumps(text)})")

    field.on("keydown.enter", lambda event: send(str(event.args)), js_handler=ENTER)


def heading(text: str, level: int = 1) -> ui.element:
    """A heading."""
    with ui.element(f"h{level}") as made:
        ui.label(text)
    return made


def say(text: str, more: str = "") -> ui.label:
    """A line of text."""
    return ui.label(text).classes(more)


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


def tell(text: str) -> None:
    """A short message that something is wrong, over the line of links; the next one takes its place."""
    told = sentence(text)
    short = told if len(told) <= MAX_TOLD else f"{told[:MAX_TOLD]} …"
    look: dict[str, Any] = {"group": "told", "classes": "told", "textColor": "told", "badgeClass": "hidden"}
    ui.notify(short, position="top", timeout=6000, close_button="Close", **look)


def sorry(text: str) -> None:
    """A page that has nothing else to show."""
    with frame("", "Not found"):
        heading("There is nothing here")
        say(sentence(text))
        ui.link("See all games", "/")


def table(
    heads: list[str],
    rows: list[list[str]],
    numbers: set[int] | None = None,
    loose: set[int] | None = None,
    fold: Sequence[str] = (),
) -> ui.element:
    """A plain table; columns of numbers stand to the right, and loose ones may be broken where there is no room.

    On a phone a row with a `fold` takes several lines: it says for each column which of twelve parts it stands in, as
    in `2/6`, and a column that begins no further right than the last one ended begins a line.
    """
    kinds = ["n" if n in (numbers or ()) else "loose" if n in (loose or ()) else "" for n in range(len(heads))]
    for later in _later(fold):
        kinds[later] += " later"
    places = [f"--at:{place}" for place in fold] or [""] * len(heads)
    with ui.element("div").classes("scroll") as made, ui.element("table").classes("plain fold" if fold else "plain"):
        with ui.element("thead"), ui.element("tr"):
            for head, kind, place in zip(heads, kinds, places, strict=True):
                with ui.element("th").props('scope="col"').classes(kind).style(place):
                    ui.label(head)
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for cell, kind, place in zip(row, kinds, places, strict=True):
                        with ui.element("td").classes(kind).style(place):
                            ui.label(cell)
    return made


def _later(fold: Sequence[str]) -> list[int]:
    """The columns that are not in the first line of a folded row."""
    starts = [int(place.partition("/")[0]) for place in fold]
    ends = [int(place.partition("/")[2]) for place in fold]
    first = next((place for place in range(1, len(fold)) if starts[place] < ends[place - 1]), len(fold))
    return list(range(first, len(fold)))


def sentence(text: str) -> str:
    """A message of the library as a sentence: `there is no such play` becomes `There is no such play.`"""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', '…')) else '.'}"


def address(path: str, **query: str) -> str:
    """An address with its query."""
    kept = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(kept)}" if kept else path
