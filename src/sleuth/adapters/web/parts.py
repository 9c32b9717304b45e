"""What pages are built of: boxes, fields, buttons, lines of text and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import isawaitable
from typing import Any, TypeVar

from nicegui import ui

E = TypeVar("E", bound=ui.element)


class Once:
    """An action that does not begin again while it is under way: a second press does nothing.

    It belongs to the whole page, since it may take away the button that began it.
    """

    def __init__(self, act: Callable[..., Any], show_busy: Callable[[bool], object] = lambda busy: None) -> None:
        self._act, self._show_busy, self._page = act, show_busy, ui.context.client
        self._busy = False

    async def __call__(self) -> None:
        if self._busy:
            return
        self._busy = True
        self._show_busy(True)
        try:
            with self._page:
                result = self._act()
                if isawaitable(result):
                    await result
        finally:
            self._busy = False
            self._show_busy(False)


def button(text: str, act: Callable[..., Any] | None = None, kind: str = "main") -> ui.button:
    """A button: the main one of its group, a plain one, or a small chip. It says when it is busy."""
    style = {"main": "main-button", "plain": "plain-button", "chip": "chip"}[kind]
    element = ui.button(text, color=None).props("flat no-caps").classes(style)

    def show_busy(busy: bool) -> None:
        if not element.is_deleted:  # what it did may have taken it away
            element.props(f"aria-busy={str(busy).lower()}")

    if act is not None:
        element.on_click(Once(act, show_busy))
    return element


def box(classes: str = "", live: bool = False) -> ui.element:
    """A part of the page; of a live one, what changes is read out to those who do not see it."""
    part = ui.element("div").classes(classes)
    return part.props('aria-live="polite"') if live else part


@contextmanager
def anew(part: ui.element) -> Iterator[None]:
    """A part of the page emptied, then filled with what is made inside."""
    part.clear()
    with part:
        yield


def field(element: E, classes: str = "field", more: str = "") -> E:
    """A field of a form, as all of them look."""
    return element.props(f"outlined dense {more}").classes(classes)


def choice(options: Any, label: str, value: Any, chosen: Callable[[str], object] | None = None) -> ui.select:
    """A field to choose one of some options."""
    act = None if chosen is None else lambda event: chosen(str(event.value or ""))
    return field(ui.select(options, value=value, label=label, on_change=act))


def heading(text: str, level: int = 1) -> ui.element:
    """A heading."""
    with ui.element(f"h{level}") as element:
        ui.label(text)
    return element


def say(text: str, more: str = "") -> ui.label:
    """A line of text."""
    return ui.label(text).classes(more)


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
    with box("scroll") as element, ui.element("table").classes("plain fold" if fold else "plain"):
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
    return element


def _later(fold: Sequence[str]) -> list[int]:
    """The columns that are not in the first line of a folded row."""
    starts = [int(place.partition("/")[0]) for place in fold]
    ends = [int(place.partition("/")[2]) for place in fold]
    first = next((place for place in range(1, len(fold)) if starts[place] < ends[place - 1]), len(fold))
    return list(range(first, len(fold)))
