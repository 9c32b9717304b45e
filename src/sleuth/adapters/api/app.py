"""The application: routes, errors as one sentence, and a page of documentation that needs no other host."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from sleuth import __version__
from sleuth.adapters.api.guard import Guard
from sleuth.adapters.api.reference import page
from sleuth.adapters.api.routes import router
from sleuth.adapters.service.errors import ServiceError, status_of
from sleuth.adapters.service.service import Service
from sleuth.core.errors import SleuthError
from sleuth.core.text import one_line

MAX_ERROR = 300
"""Signs in what is said about an error."""
log = logging.getLogger("sleuth.serve")


def create(service: Service | None = None) -> FastAPI:
    """The API as an application. Without a service it makes its own when it starts (`SLEUTH_DATA` is its folder)."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = Service(results_folder=os.environ.get("SLEUTH_RESULTS")) if service is None else service
        async with app.state.service.running():
            yield

    app = FastAPI(
        title="Sleuth",
        summary="Deduction games: play them, get help, and measure who plays them best.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
    )
    if service is not None:
        app.state.service = service
    app.include_router(router)
    app.add_middleware(Guard)
    app.add_api_route("/api/docs", _docs, include_in_schema=False, response_class=HTMLResponse)
    for kind, handler in (
        (RequestValidationError, _invalid),
        (HTTPException, _http),
        (SleuthError, _refused),
        (Exception, _failed),
    ):
        app.add_exception_handler(kind, handler)
    return app


async def _docs(request: Request) -> HTMLResponse:
    return HTMLResponse(page(request.app.openapi()))


def error_response(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    """An error as the API tells it: one line, without much of what was sent."""
    clean = " ".join(sentence.encode("utf-8", "replace").decode().split())
    return JSONResponse({"error": one_line(clean, MAX_ERROR)}, status, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    if first["type"] == "json_invalid":
        return error_response(400, "the body is not JSON")
    return error_response(422, f"{where or 'the body'}: {first['msg']}")


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: "there is nothing here; see /api/docs", 405: "this method is not for this address; see /api/docs"}
    return error_response(error.status_code, known.get(error.status_code, str(error.detail)), dict(error.headers or {}))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, SleuthError)
    retry = error.retry if isinstance(error, ServiceError) else None
    return error_response(status_of(error), str(error), {"retry-after": str(retry)} if retry else None)


async def _failed(request: Request, error: Exception) -> Response:
    log.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return error_response(500, "something failed that should not have; the log of the server has the details")
