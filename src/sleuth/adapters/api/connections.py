"""HTTP connections for strangers: what one may send, how long it may take, and how many one client may have.

Uvicorn keeps whatever comes until it is whole, and waits for the rest as long as the connection is open. One connection
could take all memory, and some hundreds all the files that a process may have open.
"""

from __future__ import annotations

import json
from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any, cast

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from sleuth.adapters.api.crowd import Crowd
from sleuth.adapters.api.writes import Writes
from sleuth.adapters.service.clients import NOBODY, client_at
from sleuth.adapters.service.errors import BusyError
from sleuth.adapters.service.limits import (
    GRACE_SECONDS,
    LINGER_SECONDS,
    MAX_HEAD,
    MAX_LINES,
    MAX_TURNED_AWAY,
    MAX_UNHEARD,
    MAX_YOUNG,
    WHOLE_SECONDS,
)

PIECE = 1024
"""Bytes that are read at once; what comes after a request that is still worked on is left unread."""
BODY = (b"content-length", b"transfer-encoding")
"""Lines of a request that has a body. Where it asks for another protocol too, the parser takes the body for that."""
SENTENCES = {
    400: "this is no request of HTTP",
    408: "the request was not whole in time",
    429: "too many connections are open from here; close some, or ask again in a moment",
    431: f"the head of a request has at most {MAX_HEAD:,} bytes, in {MAX_LINES} lines",
    503: "too many connections are open; ask again in a moment",
}
crowd = Crowd()
_turned_away: dict[Connection, None] = {}
"""Connections for which there was no room, and which are only to be told so, the oldest first."""


class Connection(HttpToolsProtocol):
    """One connection of uvicorn, with bounds."""

    _who = NOBODY
    _deadline: TimerHandle | None = None
    _refusal = 0
    """The status that this connection hears, whatever it asks."""
    _unheard: int | None = None
    """Bytes that came after a refusal."""
    _asking = False
    """Whether some of a request has come, and not the whole."""
    _beside = 0
    """Bytes of this request that are not its body."""
    _brought = 0
    """Bytes of its body."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        self._writes = Writes(transport, self.loop, self._lingers)
        super().connection_made(cast("Transport", self._writes))
        self._unread, self.flow = bytearray(), _Flow(transport)
        self._who = client_at(self.client[0]) if self.client else NOBODY
        self._refusal = crowd.enter(self, self._who, self.loop.time())
        if not self._refusal:
            crowd.rest(self, self._who, self.loop.time())
            self._expect()
        else:  # it hears why once it has asked
            _turned_away[self] = None
            self._deadline = self.loop.call_later(GRACE_SECONDS, self.transport.close)
            if len(_turned_away) > MAX_TURNED_AWAY:  # the oldest has heard it, or has asked nothing
                oldest = next(iter(_turned_away))
                del _turned_away[oldest]
                oldest.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._writes.forget()
        _turned_away.pop(self, None)
        crowd.leave(self, self._who)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._unheard is not None:
            self._unheard += len(data)
            if self._unheard > MAX_UNHEARD:
                self.transport.abort()
        elif self._refusal:
            self._refuse(self._refusal)
        else:
            crowd.wake(self, self._who)
            self._unread += data
            self._read()

    def _read(self) -> None:
        """Read on, until a request waits for the one before it."""
        while self._unread and not self.pipeline and self._unheard is None and not self.transport.is_closing():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            if not self._asking:
                self._expect_nothing()  # it was silent so far
                self._asking = True
            self._expect()
            self._beside += len(piece)
            super().data_received(piece)
            if self._beside > MAX_HEAD:
                self._refuse(431)
            elif self._brought > MAX_YOUNG and self._deadline is not None:
                crowd.halve(self, self._who)
        cast("_Flow", self.flow).hold(bool(self._unread), resume=not self.pipeline)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._asking, self._beside, self._brought = True, 0, 0
        self._expect()  # the one before it came with the same data

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MAX_LINES:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts != 1 and (hosts or self.parser.get_http_version() == "1.1"):
            self._refuse(400, "a request names its host, once")
        elif self.parser.should_upgrade() and any(name in BODY and value != b"0" for name, value in self.headers):
            self._refuse(400, "a request with a body asks for no other protocol; leave Upgrade out")
        if self._unheard is None:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._beside -= len(body)
        self._brought += len(body)
        if self._unheard is None:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._asking, self._beside, self._brought = False, 0, 0
        if self._unheard is None:
            self._expect_nothing()
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._deadline is None and not self.pipeline and not self._unread:
            crowd.rest(self, self._who, self.loop.time())
        self._read()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400)

    def part(self) -> None:
        """Close the connection, on which nothing is asked; at once, or who does not read her answer would keep it."""
        crowd.leave(self, self._who)
        self.transport.abort()

    def late(self) -> None:
        """Close the connection, unless it waits for us; who sent half a request is told."""
        if self._unheard is not None:
            return  # it is closed soon
        self._expect_nothing()
        cycle: RequestResponseCycle | None = self.cycle
        answered = cycle is None or cycle.response_complete
        if self.pipeline or (cycle is not None and not cycle.more_body and not answered):
            self._wait()  # what came is more than was due
        else:
            self._refuse(408)

    def _expect(self) -> None:
        if self._deadline is None and not self.transport.is_closing():
            self._wait()

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(min(GRACE_SECONDS, WHOLE_SECONDS), self._halve)

    def _halve(self) -> None:
        """The request is no longer young."""
        self._deadline = self.loop.call_later(max(0.0, WHOLE_SECONDS - GRACE_SECONDS), self.late)
        if self._asking:
            crowd.halve(self, self._who)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            crowd.complete(self, self._who)

    def _refuse(self, status: int, sentence: str = "") -> None:
        """Say why nothing more is heard, unless an answer is under way, and close the connection; not at once, or who
        still sends would not hear us. Once is enough."""
        if self._unheard is not None:
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            whole, begun = not cycle.more_body, cycle.response_started
            cycle.disconnected = True
            cycle.message_event.set()
            if whole or begun:
                self._unheard = 0
                self._unread.clear()
                self.transport.close()
                return
        self.transport.write(_answer(status, sentence or SENTENCES[status]))
        self._linger()

    def _lingers(self) -> bool:
        """Linger, if the last answer did not wait for the body, so that nobody wants the rest; whether it does."""
        cycle: RequestResponseCycle | None = self.cycle
        if self._unheard is not None or cycle is None or not (cycle.response_complete and cycle.more_body):
            return False
        self._linger()
        return True

    def _linger(self) -> None:
        """Send nothing more, and close the connection once the other side has stopped to send."""
        self._expect_nothing()
        self._unheard = 0
        self._unread.clear()
        cast("_Flow", self.flow).hold(False, resume=True)
        self.flow.resume_reading()  # a long body may have stopped it
        self.transport.write_eof()
        self._deadline = self.loop.call_later(LINGER_SECONDS, self.transport.close)


class _Flow(FlowControl):
    """Flow control by which nothing is read as long as something is unread."""

    _held = False

    def hold(self, held: bool, resume: bool) -> None:
        """Whether something is; once nothing is, reading goes on, or not yet."""
        was, self._held = self._held, held
        if held:
            self.pause_reading()
        elif was and resume:
            self.resume_reading()

    def resume_reading(self) -> None:
        if not self._held:
            super().resume_reading()


def _answer(status: int, sentence: str) -> bytes:
    """A refusal as it is sent."""
    body = json.dumps({"error": sentence}, separators=(",", ":")).encode()
    lines: dict[str, Any] = {"content-type": "application/json", "content-length": len(body), "connection": "close"}
    if status in (429, 503):
        lines["retry-after"] = BusyError.retry
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n".encode() + body
