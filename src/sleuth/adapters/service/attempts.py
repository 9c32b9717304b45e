"""How much one client may do in a while: guess codes of rooms, open some, have plays and logs kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

from sleuth.adapters.service.clients import NOBODY, client
from sleuth.adapters.service.errors import CrowdedError

MAX_CLIENTS = 10_000
"""So many clients are remembered; who tried longest ago is forgotten first."""
PARTS = 20
"""A while is counted in so many parts, so that what a client did takes few numbers, however much it was."""


class Attempts:
    """At most so many in so many seconds; each process counts for itself."""

    def __init__(self, most: int, seconds: float, refusal: str) -> None:
        self.most, self.seconds, self.refusal = most, seconds, refusal
        self._tried: OrderedDict[str, dict[int, int]] = OrderedDict()
        """What each client did in each part of the time."""
        self._using = Lock()

    @contextmanager
    def taking(self, more: int = 1) -> Iterator[None]:
        """Refuse the client who asks now, if so much more would be too much; else count it, unless what is done now
        fails. It counts from the start, so that many at once get no more than one after the other."""
        who, now = client.get(), self._part()
        with self._using:
            if self._sum(who) + more > self.most:
                raise CrowdedError(self.refusal)
            self._add(who, now, more)
        try:
            yield
        except BaseException:
            with self._using:
                self._add(who, now, -more)
            raise

    def check(self, more: int = 1) -> None:
        """Refuse the client who asks now, if so much more would be too much."""
        with self._using:
            if self._sum(client.get()) + more > self.most:
                raise CrowdedError(self.refusal)

    def count(self) -> None:
        """One more was done by the client who asks now."""
        with self._using:
            self._add(client.get(), self._part(), 1)

    def _add(self, who: str, part: int, more: int) -> None:
        if who == NOBODY or not more:
            return
        tried = self._tried.setdefault(who, {})
        tried[part] = max(0, tried.get(part, 0) + more)
        self._tried.move_to_end(who)
        while len(self._tried) > MAX_CLIENTS:
            self._tried.popitem(last=False)

    def _sum(self, who: str) -> int:
        tried, now = self._tried.get(who, {}), self._part()
        for part in [part for part in tried if part <= now - PARTS]:
            del tried[part]
        return sum(tried.values())

    def _part(self) -> int:
        return int(monotonic() * PARTS / self.seconds)
