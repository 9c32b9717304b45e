"""A board on a page: an SVG drawing whose parts can be pressed with a pointer or with keys."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from html import unescape
from typing import Any

from nicegui import events, ui

from sleuth.core.errors import SleuthError
from sleuth.show.svg import with_part

_BUTTON = re.compile(r'<g class="press"([^>]*)>')
_DATA = re.compile(r'data-(\w+)="([^"]*)"')
CLICK = """(e) => {
  const t = e.target.closest('[data-action],[data-part]');
  if (t) emit({action: t.dataset.action || '', part: t.dataset.part || ''});
}"""
KEY = "(e) => emit({key: e.detail})"


class Board:
    """The drawing, and the parts of an action that were chosen so far. Presses are handled one after the other."""

    def __init__(
        self, draw: Callable[[dict[str, str]], Awaitable[str]], ask: Callable[[str], Awaitable[object]]
    ) -> None:
        self._draw, self._ask = draw, ask
        self.pending: dict[str, str] = {}
        self._lock = asyncio.Lock()
        self.element = ui.html("", sanitize=False).classes("board live")
        self.element.on("click", self._pressed, js_handler=CLICK)
        self.element.on("sleuthkey", self._pressed, js_handler=KEY)

    def show(self, svg: str, live: bool | None = None) -> None:
        """Show a drawing; `live` says whether keys are for it from now on."""
        self.element.set_content(svg)
        if live is not None:
            self.element.classes(**({"add": "live"} if live else {"remove": "live"}))

    async def _pressed(self, event: events.GenericEventArguments) -> None:
        press: dict[str, Any] = event.args if isinstance(event.args, dict) else {}
        async with self._lock:
            if "key" in press:
                press = self._meant(str(press["key"]))
            action, part = str(press.get("action") or ""), str(press.get("part") or "")
            if action:
                await self._ask(action)
            elif part:
                try:
                    self.pending = with_part(self.pending, part)
                except SleuthError:
                    return
                self.show(await self._draw(self.pending))

    def _meant(self, key: str) -> dict[str, str]:
        """What a key means on the board as it is drawn now."""
        for attributes in _BUTTON.findall(self.element.content):
            data = {name: unescape(value) for name, value in _DATA.findall(attributes)}
            if data.get("key", "").casefold() == key.casefold():
                return data
        return {}
