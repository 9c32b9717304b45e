"""Every page, by its address."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response
from nicegui import Client, app
from nicegui.page import page as nicegui_page

from sleuth.adapters.service.service import Service
from sleuth.adapters.web import assist, clue, gallery, lab, play, watch
from sleuth.adapters.web.frame import sorry


def register(service: Service) -> None:
    """Make the pages."""
    for page in (gallery, play, assist, watch, lab, clue):
        page.register(service)
    app.add_exception_handler(404, _missing)
    app.on_page_exception(lambda: sorry("something failed that should not have; the log of the server has the details"))


async def _missing(request: Request, error: Exception) -> Response:
    """What is said where there is no page."""
    if request.url.path.startswith("/_nicegui"):
        return PlainTextResponse("there is nothing here", 404)
    with Client(nicegui_page(""), request=request) as client:
        sorry("there is no such page")
    return client.build_response(request, 404)
