"""Boards that wait for a room to change, without a thread or a query of their own."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from contextlib import suppress

from sleuth.adapters.service.clients import NOBODY, client
from sleuth.adapters.service.errors import BusyError, CrowdedError, StoreError
from sleuth.adapters.service.files import most_waiting, most_waiting_each
from sleuth.adapters.service.room_store import RoomStore

LOOK_SECONDS = 0.2
"""How often the file is asked whether it has changed, for all who wait together."""
WAIT_SECONDS = 20.0
"""For so long a board waits; then it asks again."""


class RoomWatch:
    """Who waits for which room. The versions are those of the file, so changes of other processes count too."""

    def __init__(self, rooms: RoomStore) -> None:
        self.rooms = rooms
        self.closed = False
        """Set when the server is to stop: nobody waits any more."""
        self._waiting: defaultdict[int, dict[asyncio.Future[int], int]] = defaultdict(dict)
        """For each room those who wait, and the version that they know."""
        self._clients: Counter[str] = Counter()
        """How many boards of each client wait."""
        self._looking: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    async def after(self, room: int, version: int, seconds: float = WAIT_SECONDS) -> None:
        """Wait until a room has a higher version; not for ever, and not where too many wait."""
        if self.closed:
            return
        who = client.get()
        if who != NOBODY and self._clients[who] >= most_waiting_each():
            raise CrowdedError("so many boards wait here for one address already; ask again in a moment")
        if self.waiting >= most_waiting():
            raise BusyError("so many boards wait for news already; ask again in a moment")
        self._clients[who] += 1
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting[room][future] = version
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            await self._ask([room])  # it may have changed before
            with suppress(TimeoutError):
                await asyncio.wait_for(future, seconds)
        finally:
            self._waiting[room].pop(future, None)
            if not self._waiting[room]:
                del self._waiting[room]
            self._clients[who] -= 1
            if not self._clients[who]:
                del self._clients[who]

    async def changed(self, room: int) -> None:
        """A room has changed in this process: those who wait need not wait for the next look."""
        if room in self._waiting:
            await self._ask([room])

    async def _look(self) -> None:
        """Look at the file as long as somebody waits."""
        known = -1
        while self._waiting and not self.closed:
            try:
                now = await asyncio.to_thread(self.rooms.store.changes)
                if now != known:
                    await self._ask(list(self._waiting))
                    known = now
            except StoreError:
                known = -1  # whoever asks next is told
            await asyncio.sleep(LOOK_SECONDS)
        for waiting in list(self._waiting.values()):
            for future in list(waiting):
                if not future.done():
                    future.set_result(0)

    async def _ask(self, rooms: list[int]) -> None:
        """Tell those who wait for rooms that have changed, or are gone."""
        versions = await asyncio.to_thread(self.rooms.versions, rooms)
        for room in rooms:
            version = versions.get(room)
            for future, known in list(self._waiting.get(room, {}).items()):
                if not future.done() and (version is None or version > known):
                    future.set_result(version or 0)
