"""The site: templates, files, and how a page or a part of one is sent.

A page is HTML that the server makes. What a person does is a POST to the address of the page; the answer holds those
parts of the page that changed, and the script puts each in the place of the part with the same id.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import ceil
from typing import Any, ClassVar
from urllib.parse import parse_qsl, quote, urlencode

from fastapi import FastAPI, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from sleuth.adapters.api.app import error_response
from sleuth.adapters.service.errors import ServiceError, status_of
from sleuth.adapters.service.limits import MAX_FIELDS
from sleuth.adapters.service.service import Service
from sleuth.app.catalogue import title
from sleuth.app.words import list_title
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.text import capital, plural
from sleuth.show.svg import stylesheet
from sleuth.show.svg.badges import SIGNS
from sleuth.show.svg.steps import percent

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
"""Scripts are files of this server, and there is no other way to bring one along."""
KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
MAX_BOARD = 566
"""Pixels that a board is wide at most."""
MOST_BELOW = 3
"""So many answers fit into the bar at the lower end of a phone."""
WIDEST, NARROWEST, MAX_HALVES = 96.0, 4.0, 12
"""Pixels of the first of the halving bars and of the last, and how many there are at most."""
FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
log = logging.getLogger("sleuth.serve")


class Site:
    """What every page is made with."""

    LINKS: ClassVar = {"/": "Play", "/assist": "Help me", "/watch": "Learn", "/clue": "Clue", "/lab": "Lab"}

    def __init__(self, service: Service, reach: Sequence[str] = ()) -> None:
        self.service = service
        self.reach = tuple(reach)
        """The addresses by which other machines reach this server."""
        self.templates = Environment(
            loader=PackageLoader(__package__, "templates"),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals.update(
            links=self.LINKS,
            static=static_address,
            address=address,
            most_below=MOST_BELOW,
            signs=SIGNS,
            len=len,
            enumerate=enumerate,
            halves=halves,
        )
        self.templates.filters.update(
            title=title,
            list_title=list_title,
            sentence=sentence,
            plural=plural,
            percent=percent,
            board_width=board_width,
            strategy=strategy_title,
            game=game_title,
            short=short,
            capital=capital,
        )
        # Blocks are rendered alone, and see no import.
        for macros in ("icon", "helper", "lesson", "story_parts", "run_parts"):
            self.templates.globals[macros] = self.templates.get_template(f"{macros}.html").module

    def page(self, template: str, here: str = "", status: int = 200, **values: Any) -> Response:
        """A whole page; `here` is the link at the top that it belongs to."""
        text = self.templates.get_template(template).render(here=here, **values)
        return HTMLResponse(text, status, {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"})

    def parts(self, template: str, *blocks: str, at: str = "", **values: Any) -> Response:
        """Some blocks of a page; `at` is the address that the page has from now on."""
        source = self.templates.get_template(template)
        context = source.new_context({"here": "", **values})
        text = "".join("".join(source.blocks[block](context)) for block in blocks)
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": POLICY}
        return HTMLResponse(text, headers=headers | ({"X-Address": _header(at)} if at else {}))

    def go(self, where: str, at: str = "") -> Response:
        """Nothing here: the browser goes to another page, and comes back to the address `at`."""
        return Response(status_code=204, headers={"X-Go": _header(where)} | ({"X-Address": _header(at)} if at else {}))

    def sorry(self, text: str, status: int = 404) -> Response:
        """A page that has nothing else to show."""
        return self.page("sorry.html", status=status, text=sentence(text))

    def register(self, app: FastAPI) -> None:
        """The files of the page, and what is said where something is wrong."""
        app.add_api_route("/static/{name}", _file)
        app.add_api_route("/favicon.ico", lambda: _file("icon.svg"))

        async def refused(request: Request, error: Exception) -> Response:
            assert isinstance(error, SleuthError)
            again = error.retry if isinstance(error, ServiceError) else None
            return self._say(request, str(error), status_of(error), {"Retry-After": str(again)} if again else None)

        async def missing(request: Request, error: Exception) -> Response:
            assert isinstance(error, HTTPException)
            return self._say(
                request, "there is no such page" if error.status_code == 404 else error.detail, error.status_code
            )

        async def failed(request: Request, error: Exception) -> Response:
            log.error("a page failed: %s %s", request.method, request.url.path, exc_info=error)
            return self._say(
                request, "something failed that should not have; the log of the server has the details", 500
            )

        handlers: tuple[tuple[type[Exception], Callable[[Request, Exception], Awaitable[Response]]], ...] = (
            (SleuthError, refused), (HTTPException, missing), (Exception, failed),
        )  # fmt: skip
        for kind, handler in handlers:
            app.add_exception_handler(kind, handler)

    def _say(self, request: Request, text: str, status: int, headers: dict[str, str] | None = None) -> Response:
        """An error: a message over the page that asked, which is no fault of the connection; or a page of its own."""
        if request.method != "POST":
            page = self.sorry(text, status)
            page.headers.update(headers or {})
            return page
        return error_response(
            status if status >= 500 else 200, sentence(text), {"X-Refused": str(status), **(headers or {})}
        )


async def fields(request: Request) -> dict[str, str]:
    """The fields of a form that was sent; the last one of a name counts."""
    body = (await request.body()).decode("utf-8", "replace")
    if body.count("&") >= MAX_FIELDS:
        raise ParameterError(f"a form has at most {MAX_FIELDS} fields")
    return dict(parse_qsl(body, keep_blank_values=True))


def short(number: int) -> str:
    """A number in a few signs: `224k`, `15bn`."""
    for size, sign in ((10**12, "tn"), (10**9, "bn"), (10**6, "m"), (10**3, "k")):
        if number >= 10 * size:
            return f"{number // size:,}{sign}"
    return f"{number:,}"


def halves(told: float, need: float) -> list[tuple[float, float]]:
    """Bars for the bits that are missing, each half as wide as the one before; and the share of each that is told."""
    number = min(MAX_HALVES, max(1, ceil(max(told, need) - 1e-9)))
    return [(max(NARROWEST, WIDEST / 2**place), min(1.0, max(0.0, told - place))) for place in range(number)]


def board_width(svg: str) -> int:
    """How wide a board is to be on a desk: its own units, a fifth larger."""
    found = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    return min(MAX_BOARD, round(1.2 * float(found[1]))) if found else MAX_BOARD


def sentence(text: str) -> str:
    """A message of the library as a sentence: `there is no such play` becomes `There is no such play.`"""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?', '…')) else '.'}"


def game_title(spec: str) -> str:
    """A game with its size for a heading: `Mastermind, pegs 3, colours 4`."""
    plain, _, channel = spec.partition("@")
    name, _, parameters = plain.partition(":")
    size = parameters.replace("=", " ").replace(",", ", ")
    return ", ".join(filter(None, (title(name), size, channel.replace(":", ", ").replace("=", " "))))


def strategy_title(spec: str) -> str:
    """A strategy for a heading: `Look ahead, depth=3`."""
    name, _, parameters = spec.partition(":")
    return ", ".join(filter(None, (title(name), parameters)))


def address(path: str, **query: str) -> str:
    """An address with its query; what is empty is left out."""
    parameters = {key: value for key, value in query.items() if value}
    return f"{path}?{urlencode(parameters)}" if parameters else path


def _header(where: str) -> str:
    """An address as a header may hold it."""
    return quote(where, safe="/?=&%;:,+-._~")


@cache
def _content(name: str) -> str | None:
    """A file of the page; the style of the boards is one too."""
    if name == "boards.css":
        return stylesheet()
    found = files(__package__) / "static" / name
    return found.read_text(encoding="utf-8") if name.partition(".")[2] in KINDS and found.is_file() else None


@cache
def static_address(name: str) -> str:
    """The address of a file; it changes with the file, which browsers may keep for ever."""
    return f"/static/{name}?v={sha256((_content(name) or '').encode()).hexdigest()[:12]}"


def _file(name: str) -> Response:
    content = _content(name) if "/" not in name and not name.startswith(".") else None
    if content is None:
        return JSONResponse({"error": "There is no such file."}, 404)
    return Response(content, media_type=KINDS[name.rpartition(".")[2]], headers=FOR_EVER)
