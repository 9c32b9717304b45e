"""The application behind `sleuth serve`: the API under /api, and the page everywhere else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from sleuth.adapters.api.app import create
from sleuth.adapters.api.guard import Guard
from sleuth.adapters.service.limits import MAX_FORM
from sleuth.adapters.service.listener import Listeners
from sleuth.adapters.service.service import Service
from sleuth.adapters.web import pages, tickets
from sleuth.adapters.web.origin import SameOrigin
from sleuth.adapters.web.site import Site
from sleuth.adapters.web.tickets import Tickets


class Split:
    """Requests under /api go to the API, all others to the page."""

    def __init__(self, app: ASGIApp, api: ASGIApp) -> None:
        self.app, self.api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        to_api = scope["type"] == "http" and (path == "/api" or path.startswith("/api/"))
        await (self.api if to_api else self.app)(scope, receive, send)


def build(service: Service, hosts: list[str] | None = None, reach: Sequence[str] = ()) -> ASGIApp:
    """The page and the API of one service. `hosts` are the names by which the server may be called; any, if none.
    `reach` are the addresses by which other machines reach it."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with service.running():
            yield

    page = FastAPI(lifespan=life, docs_url=None, redoc_url=None, openapi_url=None)
    site = Site(service, reach)
    site.register(page)
    pages.register(page, site)
    listeners = Listeners()
    tickets.register(page, listeners)
    pages_of: ASGIApp = Guard(Tickets(GZipMiddleware(page), listeners), MAX_FORM)
    whole: ASGIApp = SameOrigin(Split(pages_of, create(service)))
    return whole if hosts is None else TrustedHostMiddleware(whole, hosts)
