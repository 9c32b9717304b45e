"""Pages of other sites may not use this server through somebody's browser: a foreign Origin is refused.

A browser says in the Origin header whose script it acts for, on every request that is more than a link or a picture. It
must be the host that the request itself is for. A request without the header comes from no script of a browser (a link
that was followed, a program), and passes.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sleuth.adapters.api.app import error_response

DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """Middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or is_own(Headers(scope=scope)):
            await self.app(scope, receive, send)
        else:
            await error_response(403, "this server takes no requests from pages of other sites")(scope, receive, send)


def is_own(headers: Headers) -> bool:
    """Whether every origin that is named is the host of the request."""
    host = headers.get("host", "")
    return all(_same(origin, host) for origin in headers.getlist("origin"))


def _same(origin: str, host: str) -> bool:
    """The scheme counts for the usual port only: a proxy may speak https where this server speaks http."""
    try:
        named = urlsplit(origin)
        if named.scheme not in DEFAULT_PORTS or named.username is not None or named.path or named.query:
            return False
        asked = urlsplit(f"{named.scheme}://{host}")
        ports = [part.port or DEFAULT_PORTS[named.scheme] for part in (named, asked)]
    except ValueError:
        return False
    return bool(named.hostname) and named.hostname == asked.hostname and ports[0] == ports[1]
