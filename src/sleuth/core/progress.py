"""How long work tells whoever waits that it goes on. Rooms report; adapters draw."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called now and then with what is being done, how much of it is done, and how much there is."""

    def __call__(self, what: str, done: float, total: float) -> None: ...


def silent(what: str, done: float, total: float) -> None:
    """Nobody waits."""
