"""HTTP connections that do not wait for ever: a request that is not whole after a while is closed.

Uvicorn waits for the rest of a header or a body as long as the connection is open. A few hundred such connections would
take all the files that a process may have open.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import defaultdict

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from sleuth.adapters.service.clients import NOBODY, client_at

WHOLE_SECONDS = 20.0
"""What a request may take to arrive, its body included; a new connection may be silent so long."""
MAX_HALF = 100
"""So many requests of one client may be on their way at once; of more, the oldest is closed."""
LATE = b'{"error":"the request was not whole in time"}'
_half: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
"""The connections of each client whose request is not whole, the oldest first."""


class Connection(HttpToolsProtocol):
    """One connection of uvicorn, with a deadline for each request."""

    _deadline: TimerHandle | None = None
    _who = NOBODY

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._who = client_at(self.client[0]) if self.client else NOBODY
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._expect()
        super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()  # the one before it came with the same data

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def _expect(self) -> None:
        if self._deadline is not None or self.transport.is_closing():
            return
        self._wait()
        half = _half[self._who]
        if self._who != NOBODY and len(half) > MAX_HALF:
            next(iter(half))._late()

    def _wait(self) -> None:
        _half[self._who][self] = None
        self._deadline = self.loop.call_later(WHOLE_SECONDS, self._late)

    def _expect_nothing(self) -> None:
        if self._deadline is None:
            return
        self._deadline.cancel()
        self._deadline = None
        del _half[self._who][self]
        if not _half[self._who]:
            del _half[self._who]

    def _late(self) -> None:
        """Close the connection, unless it waits for us; who sent half a request is told."""
        self._expect_nothing()
        cycle: RequestResponseCycle | None = self.cycle
        answered = cycle is None or cycle.response_complete
        if self.pipeline or (cycle is not None and not cycle.more_body and not answered):
            self._wait()  # what came is more than was due
            return
        if answered or (cycle is not None and not cycle.response_started):
            head = b"HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\nconnection: close\r\n"
            self.transport.write(b"%bcontent-length: %d\r\n\r\n%b" % (head, len(LATE), LATE))
        self.transport.close()
