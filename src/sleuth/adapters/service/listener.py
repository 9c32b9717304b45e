"""How far long work is, for whoever waits: what a worker told last, and the time that is left.

A worker tells its share now and then over its pipe. Work has parts, and only the share of the part that is under way is
known; so that is what is told, with the time that is left for it by how fast it went so far.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from contextvars import ContextVar
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any

MAX_LISTENERS = 2_000
"""So many are kept; the oldest goes first."""
EARLIEST_SHARE, EARLIEST_SECONDS = 0.02, 1.0
"""Before this much is done nobody can say how long it takes."""
TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")
WAITING = "Waiting for its turn"


@dataclass(eq=False)
class Listener:
    """What is known of one piece of work. Workers' threads write it, requests read it."""

    what: str = WAITING
    done: float = 0.0
    total: float = 0.0
    part: int = 0
    """How many parts were begun."""
    began: float = field(default_factory=monotonic)
    """When the work began, or was asked for."""
    part_began: float = field(default_factory=monotonic)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def begin(self) -> None:
        """A worker has taken it."""
        with self._lock:
            self.what, self.began, self.part_began = "Working", monotonic(), monotonic()

    def hear(self, what: str, done: float, total: float) -> None:
        """What a worker says."""
        with self._lock:
            if not self.part or total != self.total or done < self.done:
                self.part, self.part_began = self.part + 1, monotonic()
            self.what, self.done, self.total = what, done, total

    @property
    def share(self) -> float | None:
        """How much of the part is done; `None` where that is not known."""
        return min(1.0, max(0.0, self.done / self.total)) if self.total > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """For this part, by how fast it went; `None` where that is not known yet."""
        share, passed = self.share, monotonic() - self.part_began
        if share is None or share < EARLIEST_SHARE or passed < EARLIEST_SECONDS:
            return None
        return passed * (1 - share) / share

    def as_json(self) -> dict[str, Any]:
        """Plain values, for a page that asks now and then."""
        left = self.seconds_left
        return {
            "what": self.what,
            "part": self.part,
            "share": self.share,
            "seconds": round(monotonic() - self.began, 1),
            "seconds_left": None if left is None else round(left, 1),
            "left_text": left_text(left),
        }


def left_text(seconds: float | None) -> str:
    """The time that is left, as people say it."""
    if seconds is None:
        return "how long it takes is not known yet"
    if seconds < 1.5:
        return "this part is nearly done"
    if seconds < 90:
        rounded = round(seconds) if seconds < 10 else 5 * round(seconds / 5)
        return f"about {rounded} seconds left for this part"
    return f"about {round(seconds / 60)} minutes left for this part"


listener: ContextVar[Listener | None] = ContextVar("listener", default=None)
"""Who wants to hear of the work that is asked for now."""


class Listeners:
    """Those who wait, by the ticket that each page has drawn for itself."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Listener] = OrderedDict()

    def add(self, ticket: str) -> Listener | None:
        """A new listener; none for what is no ticket."""
        if not TICKET.fullmatch(ticket):
            return None
        self._kept[ticket] = made = Listener()
        while len(self._kept) > MAX_LISTENERS:
            self._kept.popitem(last=False)
        return made

    def get(self, ticket: str) -> Listener | None:
        """The listener of a ticket, while its work is under way."""
        return self._kept.get(ticket)

    def remove(self, ticket: str) -> None:
        """The work is done, or nobody waits for it."""
        self._kept.pop(ticket, None)
