"""What stands before every route: who asks and whether they still wait, a limit on bodies, and careful headers."""

from __future__ import annotations

import asyncio
import json

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sleuth.adapters.service.clients import client, client_at
from sleuth.adapters.service.limits import MAX_BODY
from sleuth.core.text import whole_number

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The API needs nothing but the style of its own documentation page; the page has a policy of its own."""


class Guard:
    """Middleware."""

    def __init__(self, app: ASGIApp, body_most: int = MAX_BODY) -> None:
        self.app, self.body_most = app, body_most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("client"):
            client.set(client_at(scope["client"][0]))
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        api = scope["path"] == "/api" or scope["path"].startswith("/api/")

        async def careful_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Content-Security-Policy", POLICY)
                if api:
                    headers["Cache-Control"] = "no-store"
                if "server" in headers:
                    del headers["server"]
            await send(message)

        try:
            body = await self._body(scope, receive)
        except _TooLong:
            await _refuse(careful_send, 413, f"a body has at most {self.body_most:,} bytes")
            return
        if body is not None:
            await _while_waited_for(self.app, scope, body, receive, careful_send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """The whole body, read before anything begins; nothing where the client left before it was whole."""
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if whole_number(length.decode("latin-1"), most=self.body_most) is None:
            raise _TooLong
        body, more = bytearray(), True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            body += message.get("body", b"")
            if len(body) > self.body_most:
                raise _TooLong
            more = message.get("more_body", False)
        return bytes(body)


class _TooLong(Exception):
    """The body is longer than allowed."""


async def _while_waited_for(app: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send) -> None:
    """Answer a request; if the client goes away before the answer begins, stop the work."""

    unread: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        """The body that was read already, then what comes after it."""
        return unread.pop() if unread else await receive()

    async def answering(message: Message) -> None:
        leaving.cancel()
        await send(message)

    working = asyncio.ensure_future(app(scope, receiving, answering))
    leaving = asyncio.ensure_future(_left(receive))
    leaving.add_done_callback(lambda task: task.cancelled() or working.cancel())
    try:
        await working
    except asyncio.CancelledError:
        if not leaving.done() or leaving.cancelled():
            raise  # the server stops
    finally:
        leaving.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int, sentence: str) -> None:
    """Answer before the body is whole. The rest of it is not read, so this is the last answer on the connection."""
    body = json.dumps({"error": sentence}).encode()
    lines = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    headers = [(name.encode(), value.encode()) for name, value in lines.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
