"""What a connection is sent: at once and in one piece, and not for ever where nobody reads it."""

from __future__ import annotations

import socket
from asyncio import AbstractEventLoop, TimerHandle, Transport
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sleuth.adapters.service.limits import MAX_UNREAD, MAX_UNSENT, MIN_READ, READ_SECONDS

MAX_HELD = 64 * 1024
"""More bytes than this are not held back."""


class Writes:
    """A transport that sends what is written in one turn of the loop, as the head of an answer and its body are, in one
    piece; and that is closed where the other side does not take it."""

    def __init__(self, transport: Transport, loop: AbstractEventLoop, lingers: Callable[[], bool]) -> None:
        self._transport, self._loop, self._lingers = transport, loop, lingers
        self._held = bytearray()
        self._due: TimerHandle | None = None
        self._left = 0
        """Bytes that were not taken when it was looked last, and those that came since."""
        set_up(transport)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send this, in this turn of the loop."""
        if not self._held:
            self._loop.call_soon(self.flush)
        self._held += data
        if len(self._held) >= MAX_HELD:
            self.flush()

    def flush(self) -> None:
        """Send what is held back."""
        data, self._held = bytes(self._held), bytearray()
        if not data or self._transport.is_closing():
            return
        self._transport.write(data)
        self._left += len(data)
        if self._due is None and self._transport.get_write_buffer_size():
            self._left = self._transport.get_write_buffer_size()
            self._due = self._loop.call_later(READ_SECONDS, self._look)

    def write_eof(self) -> None:
        """Nothing comes after what was written."""
        self.flush()
        with suppress(OSError):  # it is gone
            self._transport.write_eof()

    def close(self) -> None:
        """Close it once all is sent, unless the other side still sends, and whoever is asked sees to it: to close on
        bytes that nobody has read is a reset, and the answer would not be heard."""
        if not self._lingers():
            self.flush()
            self._transport.close()

    def forget(self) -> None:
        """It is closed."""
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _look(self) -> None:
        """Whether enough was taken."""
        self._due = None
        left = self._transport.get_write_buffer_size()
        if left and self._left - left < MIN_READ:
            self._transport.abort()
        elif left:
            self._left = left
            self._due = self._loop.call_later(READ_SECONDS, self._look)


def set_up(transport: Transport) -> None:
    """Let the system hold little that is not read or not taken yet; it would hold megabytes for each connection. And
    send the last piece of an answer without waiting until those before it were acknowledged, which the other side puts
    off by 40 ms: asyncio says so for sockets that it knows to be of TCP, which those of a given listener are not."""
    made = transport.get_extra_info("socket")
    if made is not None and made.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # it is gone
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, MAX_UNREAD)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MAX_UNSENT)
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
