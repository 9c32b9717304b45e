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
class Share:
    """The connections of one client, the oldest first."""

    open: dict[Held, None] = field(default_factory=dict)
    idle: dict[Held, float] = field(default_factory=dict)
    """Those on which nothing is asked, and since when."""
    half: dict[Held, None] = field(default_factory=dict)
    """Those that have brought half a request, and should have brought the whole."""


class Crowd:
    """The connections of all clients."""

    def __init__(self) -> None:
        self.shares: dict[str, Share] = {}
        self.number = 0

    def enter(self, one: Held, who: str, now: float) -> int:
        """Take a new connection in; 0, or the HTTP status that says why there is no room for it."""
        share = self.shares.get(who, Share())
        if who != NOBODY and len(share.open) >= most_connections_each() and not self._part(share, now):
            return 429
        if self.number >= most_connections():
            biggest = max(self.shares.values(), key=lambda share: len(share.open), default=share)
            if not self._part(biggest, now):
                return 503
        self.shares.setdefault(who, share).open[one] = None
        self.number += 1
        return 0

    def leave(self, one: Held, who: str) -> None:
        """A connection is gone, or will be."""
        share = self.shares.get(who)
        if share is None or one not in share.open:
            return
        for kept in (share.open, share.idle, share.half):
            kept.pop(one, None)
        self.number -= 1
        if not share.open:
            del self.shares[who]

    def rest(self, one: Held, who: str, now: float) -> None:
        """Nothing is asked on a connection from now on."""
        share = self.shares.get(who)
        if share is not None and one in share.open:
            share.idle.pop(one, None)
            share.idle[one] = now

    def wake(self, one: Held, who: str) -> None:
        """Something is asked again."""
        if who in self.shares:
            self.shares[who].idle.pop(one, None)

    def halve(self, one: Held, who: str) -> None:
        """A connection has brought half a request; where a client has too many of them, the oldest is closed."""
        share = self.shares.get(who)
        if share is None or one not in share.open:
            return
        share.half[one] = None
        if who != NOBODY and len(share.half) > MAX_HALF:
            next(iter(share.half)).late()

    def complete(self, one: Held, who: str) -> None:
        """The rest has come."""
        if who in self.shares:
            self.shares[who].half.pop(one, None)

    def _part(self, share: Share, now: float) -> bool:
        """Close the connection that was idle longest. What was asked a moment ago may lie in its socket, unread."""
        one, since = next(iter(share.idle.items()), (None, now))
        if one is None or now < since + GRACE_SECONDS:
            return False
        one.part()
        return True
