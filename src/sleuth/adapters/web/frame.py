"""What every page shares: its style, the line of links at the top, and how errors are shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from sleuth.core.errors import SleuthError
from sleuth.show.svg import stylesheet

LINKS = (
    ("/", "Games"), ("/assist", "Assist"), ("/watch", "Watch"), ("/lab", "Lab"), ("/clue", "Clue"),
    ("/api/docs", "API"),
)  # fmt: skip


@contextmanager
def frame(here: str, title: str) -> Iterator[ui.element]:
    """A page with its links; what is made inside is its content."""
    ui.add_head_html(_head())
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
def _head() -> str:
    """The style and the script of the page; the page makes no other request for them."""
    style, script = ((files(__package__) / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    return f"<style>{stylesheet()}</style><style>{style}</style><script>{script}</script>"


def button(text: str, act: Callable[..., Any] | None = None, kind: str = "main") -> ui.button:
    """A button: the main one of its group, a plain one, or a small chip."""
    style = {"main": "main-button", "plain": "plain-button", "chip": "chip"}[kind]
    return ui.button(text, on_click=act, color=None).props("flat no-caps").classes(style)


def heading(text: str, level: int = 1) -> ui.element:
    """A heading."""
    with ui.element(f"h{level}") as made:
        ui.label(text)
    return made


def say(text: str, more: str = "") -> ui.label:
    """A line of text."""
    return ui.label(text).classes(more)


async def tried(work: Awaitable[Any]) -> Any | None:
    """What the service answers; an error is told to the person, and the answer is nothing."""
    try:
        return await work
    except SleuthError as error:
        tell(str(error))
        return None


def tell(text: str) -> None:
    """A short message that something is wrong."""
    ui.notify(sentence(text), type="warning", position="top", timeout=6000, close_button="Close", multi_line=True)


def sorry(text: str) -> None:
    """A page that has nothing else to show."""
    with frame("", "Not found"):
        heading("There is nothing here")
        say(sentence(text))
        ui.link("See all games", "/")


def table(
    heads: list[str], rows: list[list[str]], numbers: set[int] | None = None, loose: set[int] | None = None
) -> ui.element:
    """A plain table; columns of numbers stand to the right, and loose ones may be broken where there is no room."""
    kinds = [
        "n" if place in (numbers or ()) else "loose" if place in (loose or ()) else "" for place in range(len(heads))
    ]
    with ui.element("div").classes("scroll") as made, ui.element("table").classes("plain"):
        with ui.element("thead"), ui.element("tr"):
            for place, head in enumerate(heads):
                with ui.element("th").props('scope="col"').classes(kinds[place]):
                    ui.label(head)
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    for place, cell in enumerate(row):
                        with ui.element("td").classes(kinds[place]):
                            ui.label(cell)
    return made


def sentence(text: str) -> str:
    """A message of the library as a sentence: `there is no such play` becomes `There is no such play.`"""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', '…')) else '.'}"


def address(path: str, **query: str) -> str:
    """An address with its query."""
    kept = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(kept)}" if kept else path
