"""Pages of other sites cannot use the server through somebody's browser."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sleuth.adapters.api.connections import MAX_HALF
from sleuth.adapters.web.origin import is_own

POLLING = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
FOREIGN = ["http://evil.example", "https://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}", "x"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, serve: type[Any]) -> Iterator[Any]:
    made = serve(tmp_path_factory.mktemp("origin"))
    yield made
    made.stop()


def shake(server: Any, origin: str | None, client_id: str = "") -> str:
    """A real handshake of a websocket, and the first message that comes."""
    address = server.url.replace("http:", "ws:") + POLLING.replace("polling", "websocket")
    if client_id:
        address += f"&client_id={client_id}&next_message_id=0&tab_id=t&document_id=d&implicit_handshake=true"
    with connect(address, origin=origin, open_timeout=90) as one:  # type: ignore[arg-type]
        return str(one.recv(timeout=90))


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_websocket_is_refused(server: Any, origin: str) -> None:
    page = httpx.get(server.url, timeout=90).text
    found = re.search(r"'client_id': '([\w-]+)'", page) or re.search(r'"client_id":\s*"([\w-]+)"', page)
    assert found is not None
    for client_id in ("", found[1]):
        with pytest.raises(InvalidStatus) as caught:
            shake(server, origin.format(port=server.port), client_id)
        assert caught.value.response.status_code == 403


@pytest.mark.parametrize("own", [True, False])
def test_the_pages_own_websocket_opens(server: Any, own: bool) -> None:
    """So does that of a program, which has no origin."""
    assert shake(server, server.url if own else None).startswith("0{")


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("path", ["/", POLLING, "/api/games", "/api/plays"])
def test_a_foreign_request_is_refused(server: Any, path: str, origin: str) -> None:
    headers = {"origin": origin.format(port=server.port)}
    for method in ("GET", "POST", "OPTIONS"):
        reply = httpx.request(method, f"{server.url}{path}", headers=headers, timeout=90)
        assert reply.status_code == 403
        assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("own", [True, False])
def test_own_requests_pass_and_invite_nobody(server: Any, own: bool) -> None:
    headers = {"origin": server.url} if own else {}
    for path in ("/", POLLING, "/api/games"):
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
