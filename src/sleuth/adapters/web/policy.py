"""What a browser lets the page do: scripts of this server only, and inline ones only with this answer's own number.

The number is written by whoever writes the script: NiceGUI's template, whose source gets a place for it, and `script`
below. Markup that got into a page in any other way has none.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextvars import ContextVar

from jinja2 import BaseLoader, Environment
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
_nonce: ContextVar[str] = ContextVar("nonce", default="")
"""The number of the answer that is being made."""


class Policy:
    """Middleware that gives every answer a number that nobody can guess; scripts without it do not run."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        nonce = secrets.token_urlsafe(18)
        _nonce.set(nonce)

        async def restricted(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                page = headers.get("content-type", "").startswith("text/html")
                headers["Content-Security-Policy"] = POLICY.format(nonce=f" 'nonce-{nonce}'" if page else "")
            await send(message)

        await self.app(scope, receive, restricted)


def script(code: str) -> str:
    """A script of our own, for the head of the page that is being made."""
    return f'<script nonce="{_nonce.get()}">{code}</script>'


class NumberedLoader(BaseLoader):
    """Templates in whose source every script has a place for the number."""

    def __init__(self, loader: BaseLoader) -> None:
        self._loader = loader

    def get_source(self, environment: Environment, template: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, current = self._loader.get_source(environment, template)
        return source.replace("<script", '<script nonce="{{ nonce() }}"'), file, current


def number_scripts(environment: Environment) -> None:
    """Let the templates of an environment number their scripts."""
    if isinstance(environment.loader, BaseLoader) and not isinstance(environment.loader, NumberedLoader):
        environment.loader = NumberedLoader(environment.loader)
        environment.globals["nonce"] = _nonce.get
        if environment.cache is not None:
            environment.cache.clear()
