"""What every page shares, without a browser: parts, files, errors, and what is allowed to run."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from jinja2 import ChoiceLoader, DictLoader
from starlette.responses import Response

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.site import Site, fields, sentence, short
from sleuth.core.errors import SleuthError

HOSTILE = "<script>alert(1)</script>\"'&"
TEMPLATE = """<main>{% block one %}<p id="one">{{ text }}</p>{% endblock %}
{% block two %}<p id="two">2</p>{% endblock %}
{% block three %}<p id="three">3</p>{% endblock %}</main>"""


@dataclass(frozen=True)
class Small:
    """A site without a server."""

    app: FastAPI

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def sent() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://small") as client:
                return await client.request(method, path, **more)

        return asyncio.run(sent())


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A site with a page of its own, where things go wrong."""
    site = Site(Service(tmp_path))
    assert site.templates.loader is not None
    site.templates.loader = ChoiceLoader([DictLoader({"small.html": TEMPLATE}), site.templates.loader])
    app = FastAPI()
    site.register(app)

    @app.get("/small")
    def shown(text: str = "") -> Response:
        return site.page("small.html", text=text)

    @app.post("/small")
    async def some(request: Request) -> Response:
        return site.parts("small.html", "three", "one", at="/small?text=é ü", text=(await fields(request))["text"])

    @app.post("/away")
    def away() -> Response:
        return site.go("/elsewhere?a=b;c")

    @app.api_route("/refused", methods=["GET", "POST"])
    def refused() -> Response:
        raise SleuthError("there is no such <b>play</b>")

    @app.api_route("/fails", methods=["GET", "POST"])
    def fails() -> Response:
        raise ValueError("a detail that is nobody's business")

    return Small(app)


def test_parts_of_a_page(small: Small) -> None:
    """A GET has all of it, a POST the blocks that were asked for, in that order, and the address."""
    assert re.findall(r'id="(\w+)"', small.get("/small").text) == ["one", "two", "three"]
    reply = small.post("/small", data={"text": "new"})
    assert re.findall(r'id="(\w+)"', reply.text) == ["three", "one"]
    assert "new" in reply.text
    assert reply.headers["x-address"] == "/small?text=%C3%A9%20%C3%BC"
    assert reply.headers["cache-control"] == "no-store"
    gone = small.post("/away")
    assert (gone.status_code, gone.headers["x-go"]) == (204, "/elsewhere?a=b;c")


def test_what_somebody_sends_is_escaped(small: Small) -> None:
    for reply in (small.get("/small", params={"text": HOSTILE}), small.post("/small", data={"text": HOSTILE})):
        assert "<script>" not in reply.text
        assert "&lt;script&gt;" in reply.text


def test_what_is_refused(small: Small) -> None:
    """An address that is opened gets a page, a press a message; both say the same sentence."""
    page = small.get("/refused")
    assert page.status_code == 422
    assert "There is no such &lt;b&gt;play&lt;/b&gt;." in page.text
    press = small.post("/refused")
    assert (press.status_code, press.headers["x-refused"]) == (200, "422")
    assert press.json() == {"error": "There is no such <b>play</b>."}
    missing = small.get("/nowhere")
    assert missing.status_code == 404
    assert "There is no such page." in missing.text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_fails_tells_no_details(small: Small, method: str) -> None:
    reply = small.request(method, "/fails")
    assert reply.status_code == 500
    assert "omething failed that should not have" in reply.text
    assert "business" not in reply.text


@pytest.mark.parametrize(("text", "said"), [("no such play", "No such play."), ("Why?", "Why?"), ("", ".")])
def test_sentences(text: str, said: str) -> None:
    assert sentence(text) == said


@pytest.mark.parametrize(
    ("number", "text"), [(9_999, "9,999"), (10_000, "10k"), (224_300, "224k"), (15 * 10**9, "15bn"), (10**14, "100tn")]
)
def test_numbers_in_a_few_signs(number: int, text: str) -> None:
    assert short(number) == text


@pytest.fixture(scope="module")
def whole(serve: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """All pages, of a server."""
    made = serve(tmp_path_factory.mktemp("whole"))
    with httpx.Client(base_url=made.url, timeout=90) as client:
        yield client
    assert made.stop() == 0


PAGES = (
    "/",
    "/assist",
    "/guess",
    "/assist?game=number",
    "/game/wordle",
    "/watch",
    "/clue",
    "/lab",
    "/words",
    "/nowhere",
)


def allowed(reply: httpx.Response) -> dict[str, list[str]]:
    """What the browser is told to allow."""
    parts = (part.split() for part in reply.headers["content-security-policy"].split(";"))
    return {name: sources for name, *sources in parts}


@pytest.mark.parametrize("path", PAGES)
def test_scripts_are_files_of_the_server(whole: httpx.Client, path: str) -> None:
    page = whole.get(path)
    policy = allowed(page)
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == policy["connect-src"] == ["'self'"]
    assert policy["frame-ancestors"] == ["'none'"]
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page.text, re.DOTALL)
    assert scripts
    assert all(' src="/static/' in head and not body for head, body in scripts)
    assert not re.findall(r"<[^>]*\son\w+\s*=", page.text)
    assert not re.findall(r"(?:href|src|action)=\"(?:https?:|//|javascript:)", page.text)


KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}


@pytest.mark.parametrize("path", PAGES)
def test_files_are_kept_for_ever_under_an_address_of_their_own(whole: httpx.Client, path: str) -> None:
    found = set(re.findall(r'"(/static/[^"]+)"', whole.get(path).text))
    assert len(found) > 4
    for where in found:
        name, version = re.fullmatch(r"/static/([\w.]+)\?v=(\w{12})", where).groups()  # type: ignore[union-attr]
        reply = whole.get(where)
        assert reply.headers["content-type"].startswith(KINDS[name.rpartition(".")[2]].partition(";")[0])
        assert "immutable" in reply.headers["cache-control"]
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert version in whole.get(path).text


@pytest.mark.parametrize("name", ["nothing.css", "..%2Fsite.py", "site.py", ".css", "%2e%2e/%2e%2e/site.py", "page"])
def test_other_files_are_not_given(whole: httpx.Client, name: str) -> None:
    reply = whole.get(f"/static/{name}")
    assert reply.status_code == 404
    assert "import" not in reply.text


def test_hostile_addresses_are_escaped(whole: httpx.Client) -> None:
    for path in ("/assist", "/guess", "/watch", "/lab"):
        for name in ("game", "history", "strategy", "secret"):
            text = whole.get(path, params={"game": "number", name: HOSTILE}).text
            assert "<script>alert" not in text
    refused = whole.post("/assist", data={"game": HOSTILE, "act": "begin"})
    assert refused.headers["content-type"] == "application/json"
    assert refused.headers["x-refused"]
