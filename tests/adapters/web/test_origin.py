"""Pages of other sites cannot use the server through somebody's browser."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers

from sleuth.adapters.service.limits import MAX_HALF
from sleuth.adapters.web.origin import is_own

FOREIGN = ["http://evil.example", "https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}", "x"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, serve: type[Any]) -> Iterator[Any]:
    made = serve(tmp_path_factory.mktemp("origin"))
    yield made
    made.stop()


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/game/mastermind", "/api/games", "/api/plays"])
def test_a_foreign_request_is_refused(server: Any, path: str, origin: str) -> None:
    headers = {"origin": origin.format(port=server.port)}
    for method in ("GET", "POST", "OPTIONS"):
        reply = httpx.request(method, f"{server.url}{path}", headers=headers, timeout=90)
        assert reply.status_code == 403
        assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("own", [True, False])
def test_own_requests_pass_and_invite_nobody(server: Any, own: bool) -> None:
    headers = {"origin": server.url} if own else {}
    for path in ("/", "/game/mastermind", "/api/games"):
        reply = httpx.get(f"{server.url}{path}", headers=headers, timeout=90)
        assert reply.status_code == 200
        assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origin", "host", "own"),
    [
        ("http://a.example", "a.example", True),
        ("http://a.example", "a.example:80", True),
        ("https://a.example", "a.example", True),  # behind a proxy that speaks TLS
        ("https://a.example", "a.example:443", True),
        ("http://A.example:8080", "a.EXAMPLE:8080", True),
        ("http://[::1]:8080", "[::1]:8080", True),
        ("http://a.example:8080", "a.example", False),
        ("http://a.example", "a.example:8080", False),
        ("http://a.example.evil.example", "a.example", False),
        ("http://evil.example", "a.example", False),
        ("http://a.example@evil.example", "a.example", False),
        ("http://evil@a.example", "a.example", False),
        ("file://a.example", "a.example", False),
        ("http://a.example/path", "a.example", False),
        ("http://[::1", "[::1", False),
        ("http://a.example:99999", "a.example:99999", False),
        ("http://", "", False),
        ("null", "null", False),
        ("", "", False),
    ],
)
def test_whose_origin_it_is(origin: str, host: str, own: bool) -> None:
    assert is_own(Headers({"origin": origin, "host": host})) is own
    assert is_own(Headers({"host": host}))


def test_every_origin_counts() -> None:
    raw = [(b"host", b"a.example"), (b"origin", b"http://a.example"), (b"origin", b"http://evil.example")]
    assert not is_own(Headers(raw=raw))


def closed(one: socket.socket) -> bool:
    """Wait until the server says something; whether it is that the connection is closed."""
    try:
        heard = one.recv(100)
    except ConnectionError:
        return True
    return heard == b"" or heard.startswith(b"HTTP/1.1 408")


def test_half_requests_are_closed(server: Any) -> None:
    """The oldest one of too many goes at once, so this needs no wait for the deadline."""
    sockets = []
    for _ in range(MAX_HALF + 1):
        sockets.append(socket.create_connection(("127.0.0.1", server.port), timeout=90))
        sockets[-1].sendall(b"GET / HTTP/1.1\r\nHost: loc")
    assert closed(sockets[0])
    assert httpx.get(f"{server.url}/api/health", timeout=90).status_code == 200
    for one in sockets:
        one.close()


@pytest.mark.parametrize("path", ["/play", "/words", "/clue/myst", "/me"])
def test_a_form_of_many_fields_is_refused(server: Any, path: str) -> None:
    """In one sentence; two hundred are allowed."""
    form = {f"field{number}": "x" for number in range(201)}
    refused = httpx.post(f"{server.url}{path}", data=form, timeout=90)
    assert refused.headers["x-refused"] == "422"
    assert refused.json() == {"error": "A form has at most 200 fields."}
    del form["field0"]
    assert "200 fields" not in httpx.post(f"{server.url}{path}", data=form, timeout=90).text
