"""Progress on the page: a request that carries a ticket can be asked how far it is, under that ticket."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sleuth.adapters.service.listener import Listeners, listener

HEADER = "x-ticket"


class Tickets:
    """Middleware: work that a request asks for is heard of under its ticket until it is done."""

    def __init__(self, app: ASGIApp, listeners: Listeners) -> None:
        self.app, self.listeners = app, listeners

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ticket = Headers(scope=scope).get(HEADER, "") if scope["type"] == "http" else ""
        listens = self.listeners.add(ticket) if ticket else None
        if listens is None:
            await self.app(scope, receive, send)
            return
        token = listener.set(listens)
        try:
            await self.app(scope, receive, send)
        finally:
            listener.reset(token)
            self.listeners.remove(ticket)


def register(app: FastAPI, listeners: Listeners) -> None:
    """The address that says how far the work of a ticket is."""

    @app.get("/progress/{ticket}")
    async def progress(ticket: str) -> Response:
        found = listeners.get(ticket)
        headers = {"Cache-Control": "no-store"}
        return (
            Response(status_code=204, headers=headers) if found is None else JSONResponse(found.as_json(), 200, headers)
        )
