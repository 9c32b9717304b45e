"""How often one client may try something: to guess the code of a room, to open one."""

from __future__ import annotations

from collections import OrderedDict, deque
from time import monotonic

from sleuth.adapters.service.clients import NOBODY, client
from sleuth.adapters.service.errors import CrowdedError

MAX_CLIENTS = 10_000
"""So many clients are remembered; who tried longest ago is forgotten first."""


class Attempts:
    """At most so many in so many seconds; each process counts for itself."""

    def __init__(self, most: int, seconds: float, refusal: str) -> None:
        self.most, self.seconds, self.refusal = most, seconds, refusal
        self._tried: OrderedDict[str, deque[float]] = OrderedDict()

    def check(self) -> None:
        """Refuse the client who asks now, if she has tried too often."""
        times = self._times(client.get())
        if times is not None and len(times) >= self.most:
            raise CrowdedError(self.refusal)

    def count(self) -> None:
        """One more attempt of the client who asks now."""
        who = client.get()
        if who == NOBODY:
            return
        self._tried.setdefault(who, deque()).append(monotonic())
        self._tried.move_to_end(who)
        while len(self._tried) > MAX_CLIENTS:
            self._tried.popitem(last=False)

    def _times(self, who: str) -> deque[float] | None:
        times = self._tried.get(who)
        while times and times[0] < monotonic() - self.seconds:
            times.popleft()
        return times
