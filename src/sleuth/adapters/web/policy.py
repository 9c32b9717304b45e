"""What a browser lets the page do: scripts of this server only, and inline ones only with this answer's own number."""

from __future__ import annotations

import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'{nonce}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'"
)
"""`unsafe-eval`: NiceGUI's components have templates that Vue compiles in the browser, and its events arrive as text.

`unsafe-inline` for styles: NiceGUI and Quasar write styles into the page. Neither lets markup bring a script along.
"""
_SCRIPT = re.compile(rb"<script(?=[\s>])")


class Policy:
    """Middleware that gives every script of a page a number that nobody can guess; others do not run."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start: Message = {}
        pieces: list[bytes] = []

        async def numbered(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = POLICY.format(nonce="")
                if not headers.get("content-type", "").startswith("text/html"):
                    start = {}
                    await send(message)
            elif not start:
                await send(message)
            else:
                pieces.append(message.get("body", b""))
                if not message.get("more_body"):
                    await _send_numbered(send, start, b"".join(pieces))

        await self.app(scope, receive, numbered)


async def _send_numbered(send: Send, start: Message, body: bytes) -> None:
    nonce = secrets.token_urlsafe(18)
    body = _SCRIPT.sub(f'<script nonce="{nonce}"'.encode(), body)
    headers = MutableHeaders(scope=start)
    headers["Content-Security-Policy"] = POLICY.format(nonce=f" 'nonce-{nonce}'")
    headers["Content-Length"] = str(len(body))
    await send(start)
    await send({"type": "http.response.body", "body": body})
