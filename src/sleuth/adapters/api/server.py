"""A server of uvicorn with connections for strangers."""

from __future__ import annotations

import socket
from typing import Any

import uvicorn

from sleuth.adapters.api.connections import Connection

BACKLOG = 2048
"""Connections that may wait to be accepted."""
AT_ONCE = 32
"""Those that are accepted in one turn of the loop. They are read two turns later, so they must be fewer than a third
of those that may be turned away at once: then the oldest of those was read."""


def configured(app: Any, **more: Any) -> uvicorn.Config:
    """How an application is served."""
    return uvicorn.Config(app, http=Connection, server_header=False, ws="none", backlog=AT_ONCE, **more)


class Server(uvicorn.Server):
    """A server on sockets that listen already."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)  # asyncio takes the number that it accepts at once for the queue's too
