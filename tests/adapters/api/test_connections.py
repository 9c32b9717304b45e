"""Half requests do not stay: each is closed after a while, and one client has only so many."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import httpx
import pytest

from sleuth.adapters.api import connections
from sleuth.adapters.service.limits import MAX_HALF

HEADER = b"GET /api/games HTTP/1.1\r\nHost: loc"
BODY = b"POST /api/assist HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def connect(address: str) -> Iterator[Callable[..., socket.socket]]:
    """Opens connections from an address, and closes them at the end."""
    host, _, port = address.removeprefix("http://").partition(":")
    made: list[socket.socket] = []

    def open_one(data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        made.append(socket.create_connection((host, int(port)), timeout=60, source_address=(source, 0)))
        made[-1].sendall(data)
        return made[-1]

    yield open_one
    for one in made:
        one.close()


def read(one: socket.socket) -> bytes:
    """Everything until the server closes the connection."""
    heard = b""
    while data := one.recv(65536):
        heard += data
    return heard


@pytest.mark.parametrize("data", [HEADER, BODY, WHOLE + HEADER, WHOLE + BODY])
def test_half_a_request_is_closed(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 0.3)
    heard = read(connect(data))
    assert heard.count(b" 200 OK") == data.startswith(WHOLE)
    assert heard.count(b"HTTP/1.1 408 Request Timeout") == 1
    assert heard.endswith(b'{"error":"the request was not whole in time"}')


@pytest.mark.parametrize("data", [b"", b"\r\n"])
def test_a_silent_connection_is_closed(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 0.3)
    assert b" 200 " not in read(connect(data))


def test_a_whole_request_may_take_longer(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deadline is for what the client sends; the work has a limit of its own."""
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 0.3)
    body = b'{"game":"wordle","seconds":2}'
    head = f"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    asked = connect(f"{head}Content-Type: application/json\r\nConnection: close\r\n\r\n".encode() + body)
    status = int(read(asked).split()[1])
    assert status in (200, 504)  # as far as the worker got; not 408


def test_one_client_has_so_many_half_requests(
    connect: Callable[..., socket.socket], client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest goes, long before its time; other clients keep theirs, and everybody is served."""
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 3600.0)
    first = connect(HEADER, "127.0.0.3")
    other = connect(HEADER, "127.0.0.4")
    for _ in range(3):  # by then the server has read what came before: who closes with unread bytes resets
        client.get("/api/health")
    for _ in range(MAX_HALF):
        connect(HEADER, "127.0.0.3")
    assert read(first).startswith(b"HTTP/1.1 408")
    other.sendall(b"alhost\r\nConnection: close\r\n\r\n")
    assert read(other).startswith(b"HTTP/1.1 200 OK")
    assert client.get("/api/health").json() == {"ok": True}


def test_nothing_is_kept_of_a_closed_connection(connect: Callable[..., socket.socket], client: httpx.Client) -> None:
    connect(HEADER, "127.0.0.5").close()
    while "127.0.0.5" in connections.crowd.shares:  # until the server has heard of it
        client.get("/api/health")
    read(connect(WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"), "127.0.0.6"))
    while "127.0.0.6" in connections.crowd.shares:
        client.get("/api/health")
