"""What stands before every route: who asks, a limit on bodies, and the headers that a careful server sends."""

from __future__ import annotations

import contextlib
import json

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sleuth.adapters.service.clients import client, client_at
from sleuth.adapters.service.limits import BODY_MOST
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


class _TooLong(Exception):
    """The body is longer than allowed."""


class Guard:
    """Middleware."""

    def __init__(self, app: ASGIApp, body_most: int = BODY_MOST) -> None:
        self.app, self.body_most = app, body_most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("client"):
            client.set(client_at(scope["client"][0]))
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        api = scope["path"] == "/api" or scope["path"].startswith("/api/")
        read = 0
        refused = False

        async def guarded_send(message: Message) -> None:
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

        async def api_send(message: Message) -> None:
            if not refused:  # else what the routes made of half a body is of no interest
                await guarded_send(message)

        async def guarded_receive() -> Message:
            nonlocal read, refused
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.body_most:
                refused = True
                raise _TooLong
            return message

        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not api:
            await self.app(scope, receive, guarded_send)
            return
        refused = whole_number(length.decode("latin-1"), most=self.body_most) is None
        if not refused:
            with contextlib.suppress(_TooLong):
                await self.app(scope, guarded_receive, api_send)
        if refused:
            await _refuse(guarded_send, 413, f"a body has at most {self.body_most:,} bytes")


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
