"""Who holds the connections of this process: no client takes those of the others, and who is idle makes room."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from sleuth.adapters.service.clients import NOBODY
from sleuth.adapters.service.files import most_connections, most_connections_each
from sleuth.adapters.service.limits import GRACE_SECONDS, MAX_HALF


class Held(Protocol):
    """A connection as it is seen from here."""

    def part(self) -> None:
        """Close it: nothing is asked on it."""

    def late(self) -> None:
        """Close it: what is asked on it does not become whole."""


@dataclass
class Holding:
    """The connections of one client, the oldest first."""

    open: dict[Held, None] = field(default_factory=dict)
    idle: dict[Held, float] = field(default_factory=dict)
    """Those on which nothing is asked, and since when."""
    half: dict[Held, None] = field(default_factory=dict)
    """Those that have brought half a request, and should have brought the whole."""


class Crowd:
    """The connections of all clients."""

    def __init__(self) -> None:
        self.clients: dict[str, Holding] = {}
        self.number = 0

    def enter(self, one: Held, who: str, now: float) -> int:
        """Take a new connection in; 0, or the HTTP status that says why there is no room for it."""
        holding = self.clients.get(who, Holding())
        if who != NOBODY and len(holding.open) >= most_connections_each() and not self._part(holding, now):
            return 429
        if self.number >= most_connections():
            by_size = sorted(self.clients.values(), key=lambda holding: len(holding.open), reverse=True)
            if not any(self._part(holding, now) for holding in by_size):
                return 503
        self.clients.setdefault(who, holding).open[one] = None
        self.number += 1
        return 0

    def leave(self, one: Held, who: str) -> None:
        """A connection is gone, or will be."""
        holding = self.clients.get(who)
        if holding is None or one not in holding.open:
            return
        for kept in (holding.open, holding.idle, holding.half):
            kept.pop(one, None)
        self.number -= 1
        if not holding.open:
            del self.clients[who]

    def rest(self, one: Held, who: str, now: float) -> None:
        """Nothing is asked on a connection from now on."""
        holding = self.clients.get(who)
        if holding is not None and one in holding.open:
            holding.idle.pop(one, None)
            holding.idle[one] = now

    def wake(self, one: Held, who: str) -> None:
        """Something is asked again."""
        if who in self.clients:
            self.clients[who].idle.pop(one, None)

    def halve(self, one: Held, who: str) -> None:
        """A connection has brought half a request; where a client has too many of them, the oldest is closed."""
        holding = self.clients.get(who)
        if holding is None or one not in holding.open:
            return
        holding.half[one] = None
        if who != NOBODY and len(holding.half) > MAX_HALF:
            next(iter(holding.half)).late()

    def complete(self, one: Held, who: str) -> None:
        """The rest has come."""
        if who in self.clients:
            self.clients[who].half.pop(one, None)

    def _part(self, holding: Holding, now: float) -> bool:
        """Close the connection that was idle longest. What was asked a moment ago may lie in its socket, unread."""
        one, since = next(iter(holding.idle.items()), (None, now))
        if one is None or now < since + GRACE_SECONDS:
            return False
        one.part()
        return True
