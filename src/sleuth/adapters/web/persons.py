"""Who is here: a cookie without an account, made when there is something to keep, never on a mere look."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import Request
from starlette.responses import Response

from sleuth.adapters.service.service import Service

COOKIE = "sleuth"
YEAR = 365 * 86_400


@dataclass(frozen=True)
class Visitor:
    """Somebody at the page."""

    token: str = ""
    """What the cookie holds."""
    person: str = ""
    """Her name in the store; empty for one who is not known."""

    def kept(self, response: Response, request: Request) -> Response:
        """A response after which the browser knows her for another year."""
        if self.token:
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, self.token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response


async def visitor(service: Service, request: Request) -> Visitor:
    """Who is here, if that is known. A cookie that was not made here counts as none."""
    token = request.cookies.get(COOKIE, "")
    person = await asyncio.to_thread(service.persons.known, token) if token else ""
    return Visitor(token, person) if person else Visitor()


async def known_visitor(service: Service, request: Request) -> Visitor:
    """Who is here; somebody new is known from now on."""
    here = await visitor(service, request)
    if here.person:
        return here
    token = await asyncio.to_thread(service.persons.add)
    return Visitor(token, await asyncio.to_thread(service.persons.known, token))


def forgotten(response: Response) -> Response:
    """A response after which the browser knows nobody."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax")
    return response
