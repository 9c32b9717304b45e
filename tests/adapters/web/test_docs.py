"""The documentation under /docs of the page: its files, their headers, and what is said where it is absent."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest

from sleuth.adapters.api.guard import HEADERS
from sleuth.adapters.service.service import Service
from sleuth.adapters.web import docs
from sleuth.adapters.web.app import build


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small site in the place of the real one, and a file beside it that is nobody's business."""
    archive = tmp_path / "documentation.zip"
    write(archive, "<h1>First</h1>")
    (tmp_path / "private.txt").write_text("secret")
    monkeypatch.setattr(docs, "ARCHIVE", archive)
    return archive


def write(archive: Path, first: str) -> None:
    with ZipFile(archive, "w") as packed:
        packed.writestr("index.html", first)
        packed.writestr("api/index.html", "<h1>Names</h1>")
        packed.writestr("_static/a.css", "a {}")


@pytest.fixture
def get(tmp_path: Path) -> Any:
    """Asks the whole application, with everything that stands before its routes."""
    app = build(Service(tmp_path / "data"))

    def asked(path: str, **headers: str) -> httpx.Response:
        async def sent() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as client:
                return await client.get(
                    path, headers={name.replace("_", "-"): value for name, value in headers.items()}
                )

        return asyncio.run(sent())

    return asked


def test_pages_and_files(built: Path, get: Any) -> None:
    for path, text, kind in (
        ("/docs/", "<h1>First</h1>", "text/html; charset=utf-8"),
        ("/docs/index.html", "<h1>First</h1>", "text/html; charset=utf-8"),
        ("/docs/api/", "<h1>Names</h1>", "text/html; charset=utf-8"),
        ("/docs/_static/a.css", "a {}", "text/css; charset=utf-8"),
    ):
        reply = get(path)
        assert (reply.status_code, reply.text, reply.headers["content-type"]) == (200, text, kind)


@pytest.mark.parametrize(("path", "to"), [("/docs", "/docs/"), ("/docs/api", "/docs/api/")])
def test_a_folder_ends_with_a_slash(built: Path, get: Any, path: str, to: str) -> None:
    """Else the links of its first page would lead elsewhere."""
    reply = get(path)
    assert (reply.status_code, reply.headers["location"]) == (307, to)


def test_the_same_careful_headers_as_the_page(built: Path, get: Any) -> None:
    reply = get("/docs/")
    assert {name: reply.headers[name] for name in HEADERS} == HEADERS
    assert "script-src 'self';" in reply.headers["content-security-policy"]
    assert reply.headers["content-security-policy"] == get("/").headers["content-security-policy"]


def test_what_is_the_same_is_not_sent_again(built: Path, get: Any) -> None:
    first = get("/docs/")
    assert first.headers["cache-control"] == "no-cache"
    again = get("/docs/", if_none_match=first.headers["etag"])
    assert (again.status_code, again.text) == (304, "")
    write(built, "<h1>Another</h1>")
    assert get("/docs/", if_none_match=first.headers["etag"]).text == "<h1>Another</h1>"
    assert "immutable" in get("/docs/_static/a.css?v=1a2b").headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "nothing.html",
        "..%2fprivate.txt",
        "%2e%2e/private.txt",
        "api/..%2f..%2fprivate.txt",
        "%00",
        "_static",
        "_static/",
    ],
)
def test_nothing_else_is_given(built: Path, get: Any, path: str) -> None:
    reply = get(f"/docs/{path}")
    assert reply.status_code == 404
    assert "There is no such page." in reply.text
    assert "secret" not in reply.text


def test_where_it_was_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, get: Any) -> None:
    monkeypatch.setattr(docs, "ARCHIVE", tmp_path / "none")
    for path in ("/docs/", "/docs/glossary.html"):
        reply = get(path)
        assert reply.status_code == 404
        assert "`make docs` builds it" in reply.text


def test_the_first_page_leads_to_it(get: Any) -> None:
    assert '<a href="/docs/">Documentation</a>' in get("/").text
