"""What one connection may send, how long it may take, and how many one address may have."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from sleuth.adapters.api import connections, crowd, writes
from sleuth.adapters.api.connections import PIECE, Connection
from sleuth.adapters.api.server import AT_ONCE
from sleuth.adapters.api.writes import Writes
from sleuth.adapters.service.limits import (
    MAX_BODY,
    MAX_HALF,
    MAX_HEAD,
    MAX_LINES,
    MAX_TURNED_AWAY,
    MAX_UNSENT,
    MIN_READ,
)

HEADER = b"GET /api/games HTTP/1.1\r\nHost: loc"
BODY = b"POST /api/assist HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"
WHOLE = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = WHOLE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
CHUNKED = b"POST /api/assist HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


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
    with suppress(ConnectionResetError):  # it closed what was still being sent
        while data := one.recv(65536):
            heard += data
    return heard


def status(one: socket.socket) -> int:
    """The status of the first answer; 0 where there is none."""
    return int([*read(one).split(maxsplit=2), b"0", b"0"][1])


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
    assert status(asked) in (200, 504)  # as far as the worker got; not 408


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
    while "127.0.0.5" in connections.crowd.clients:  # until the server has heard of it
        client.get("/api/health")
    read(connect(LAST, "127.0.0.6"))
    while "127.0.0.6" in connections.crowd.clients:
        client.get("/api/health")


# What one connection may send.


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (WHOLE[:-2], b"X: " + b"y" * 1000 + b"\r\n"),
        (WHOLE[:-2] + b"X: ", b"y" * 1000),
        (WHOLE[:-2], b"X:\r\n"),
        (b"GET /", b"y" * 1000),
        (CHUNKED + b"1", b";y" * 500),
        (CHUNKED + b"0\r\n", b"X: " + b"y" * 1000 + b"\r\n"),
        (CHUNKED, b"1\r\n \r\n"),
        (b"", b"\r\n" * 500),
    ],
    ids=["lines", "one line", "many lines", "target", "chunk", "trailers", "tiny chunks", "blank lines"],
)
def test_a_head_ends(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch, begin: bytes, more: bytes
) -> None:
    """Whatever is no body is bounded: who goes on sending is refused long before a megabyte."""
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 3600.0)
    one, sent = connect(), 0
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
    with suppress(ConnectionError):
        one.sendall(begin)
        while sent < 4 * MAX_HEAD:
            one.sendall(more)
            sent += len(more)
    assert status(one) == 431


@pytest.mark.parametrize(("more", "told"), [(MAX_LINES - 2, 200), (MAX_LINES - 1, 431)])
def test_a_head_has_so_many_lines(connect: Callable[..., socket.socket], more: int, told: int) -> None:
    """Eight thousand lines of four bytes are little for the network, and most of a megabyte of memory."""
    assert status(connect(LAST[:-2] + b"a:b\r\n" * more + b"\r\n")) == told


def test_lines_before_a_request_are_no_head(connect: Callable[..., socket.socket]) -> None:
    assert status(connect(b"\r\n" * 1000 + LAST)) == 200


def test_who_is_refused_and_goes_on_is_cut_off(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LINGER_SECONDS", 3600.0)
    one, sent = connect(), 0
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
    with suppress(ConnectionError):
        while sent < 1 << 20:
            one.sendall(b"GET / " + b"y" * 994)
            sent += 1000
    assert sent < 1 << 20


@pytest.mark.parametrize("length", ["Content-Length: 1000000000", "Transfer-Encoding: chunked"])
def test_a_body_that_is_too_long_is_cut_off(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch, length: str
) -> None:
    """Once it was refused nobody reads the rest, however long the connection could have been kept."""
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 3600.0)
    monkeypatch.setattr(connections, "LINGER_SECONDS", 3600.0)
    piece = b"3e8\r\n" + b"y" * 1000 + b"\r\n"
    one, sent = connect(f"POST /api/assist HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n".encode()), 0
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 64 * 1024)
    with suppress(ConnectionError):
        while sent < 1 << 20:
            one.sendall(piece)
            sent += len(piece)
    assert sent < 1 << 20
    assert status(one) in (413, 0)  # a reset may come before it


@pytest.mark.parametrize(
    "request_",
    [
        BODY.replace(b"1000\r\n", b"1000000000\r\n"),
        CHUNKED + b"%x\r\n" % (2 * MAX_BODY) + b"y" * (MAX_BODY + 1),
    ],
    ids=["length", "chunked"],
)
def test_a_refused_body_is_the_last_of_its_connection(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch, request_: bytes
) -> None:
    """Who is not told so asks again on a connection that nobody reads."""
    monkeypatch.setattr(connections, "LINGER_SECONDS", 3600.0)
    one = connect(request_)
    head, _, body = read(one).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in head.lower()
    assert b"error" in body
    for _ in range(10):  # the rest is taken, so that nobody who still sends hears a reset before the answer
        one.sendall(b"y" * 100)


def test_a_large_head_passes(connect: Callable[..., socket.socket]) -> None:
    cookie = b"Cookie: " + b"y" * (MAX_HEAD - 1000) + b"\r\n"
    for number in range(1, 4):
        large = WHOLE[:-2] + cookie + b"\r\n"
        assert read(connect(large * number + LAST)).count(b" 200 OK") == number + 1


@pytest.mark.parametrize(
    ("request_line", "hosts", "told"),
    [
        ("GET /api/health HTTP/1.1", ["localhost"], 200),
        ("GET /api/health HTTP/1.1", ["localhost", "localhost"], 400),
        ("GET /api/health HTTP/1.1", ["localhost", "evil.example"], 400),
        ("GET /api/health HTTP/1.1", [], 400),
        ("GET /api/health HTTP/1.0", [], 200),
        ("GET /api/health HTTP/1.0", ["a", "b"], 400),
        ("hello", [], 400),
    ],
)
def test_a_request_names_its_host_once(
    connect: Callable[..., socket.socket], request_line: str, hosts: list[str], told: int
) -> None:
    lines = [request_line, *(f"Host: {host}" for host in hosts), "Connection: close", "", ""]
    assert status(connect("\r\n".join(lines).encode())) == told


class Pretence:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.size = 0
        """Bytes that nobody has taken."""
        self.reading, self.closed, self.aborted = True, False, False

    def get_extra_info(self, name: str) -> Any:
        return {"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 1)}.get(name)

    def write(self, data: bytes) -> None:
        self.sent.append(data)
        self.size += len(data)

    def get_write_buffer_size(self) -> int:
        return self.size

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


def test_requests_in_one_piece_are_read_as_they_are_answered() -> None:
    """A quarter of a megabyte holds fourteen thousand requests; each would take some kilobytes."""
    answered, most, tiny = 0, 0, b"GET / HTTP/1.1\r\nHost:\r\n\r\n"

    async def app(scope: Any, receive: Any, send: Any) -> None:
        nonlocal answered, most
        if scope["type"] != "http":
            return
        most = max(most, len(one.pipeline))
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})
        answered += 1

    async def main() -> None:
        nonlocal one
        one = Connection(uvicorn.Config(app, http=Connection, lifespan="off", log_level="error"), ServerState(), {})
        transport = Pretence()
        one.connection_made(cast("asyncio.Transport", transport))
        one.data_received(tiny * 2_000)
        assert not transport.reading
        assert len(one.pipeline) <= PIECE // len(tiny) + 1
        while answered < 2_000:
            await asyncio.sleep(0)
        assert transport.reading
        one.connection_lost(None)

    one: Connection
    asyncio.run(asyncio.wait_for(main(), 60))
    assert most <= PIECE // len(tiny) + 1


@pytest.mark.parametrize(("size", "told"), [(None, 200), (0, 200), (2, 400), (5_000, 400)])
def test_another_protocol_is_not_spoken(connect: Callable[..., socket.socket], size: int | None, told: int) -> None:
    """Some clients offer HTTP/2 with the first request; they hear HTTP/1.1, or how to be heard."""
    length = b"" if size is None else b"Content-Length: %d\r\n" % size
    offer = LAST.replace(b"Connection: close", length + b"Connection: close, Upgrade\r\nUpgrade: h2c")
    heard = read(connect(offer + b" " * (size or 0)))
    assert heard.startswith(b"HTTP/1.1 %d" % told)
    assert (b"leave Upgrade out" in heard) == (told == 400)


# How it is answered.


def test_an_answer_goes_out_at_once_and_in_one_piece(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty requests on one connection. Were the body sent after the head, it would wait 40 ms until that was
    acknowledged, unless the system was told not to wait."""
    pieces: list[bytes] = []
    plain = Writes.flush

    def flush(self: Writes) -> None:
        if self._held:
            pieces.append(bytes(self._held))
        plain(self)

    monkeypatch.setattr(Writes, "flush", flush)
    one = connect(source="127.0.0.7")
    for _ in range(20):
        one.sendall(WHOLE)
        heard = b""
        while not heard.endswith(b"}"):
            heard += one.recv(65536)
    mine = [piece for piece in pieces if b"200 OK" in piece]
    assert [piece.endswith(b'{"ok":true}') for piece in mine] == [True] * 20
    (held,) = connections.crowd.clients["127.0.0.7"].open
    made = cast("Connection", held).transport.get_extra_info("socket")
    assert made.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert made.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * MAX_UNSENT  # Linux says twice what was asked


@pytest.mark.parametrize(("taken", "stays"), [(0, False), (MIN_READ - 1, False), (MIN_READ, True), (10**6, True)])
def test_who_does_not_read_is_closed(monkeypatch: pytest.MonkeyPatch, taken: int, stays: bool) -> None:
    monkeypatch.setattr(writes, "READ_SECONDS", 0.0)

    async def main() -> None:
        transport = Pretence()
        sent = Writes(cast("asyncio.Transport", transport), asyncio.get_running_loop(), lambda: False)
        sent.write(b"x" * 500_000)
        sent.write(b"x" * 500_000)
        transport.size -= taken
        for _ in range(5):  # the first look is due
            if transport.aborted or not sent._due:
                break
            monkeypatch.setattr(writes, "READ_SECONDS", 3600.0)
            await asyncio.sleep(0.001)
        assert transport.aborted is not stays
        sent.forget()

    asyncio.run(main())


def test_answers_that_nobody_reads_do_not_hold_a_connection(
    connect: Callable[..., socket.socket], client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writes, "READ_SECONDS", 0.2)
    one = connect(source="127.0.0.8")
    one.sendall(b"GET /api/schema HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
    while "127.0.0.8" not in connections.crowd.clients:
        client.get("/api/health")
    while "127.0.0.8" in connections.crowd.clients:
        client.get("/api/health")


# How many one address may have.


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """A server that takes few connections of one client."""
    monkeypatch.setattr(crowd, "most_connections_each", lambda: 20)
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 3600.0)
    monkeypatch.setattr(connections, "GRACE_SECONDS", 3600.0)
    return 20


def test_whole_requests_at_once_are_answered(connect: Callable[..., socket.socket]) -> None:
    """Three hundred people behind one router open a page in the same moment."""
    asked = [connect(LAST, "127.0.0.9") for _ in range(300)]
    assert [status(one) for one in asked] == [200] * 300


def test_where_there_is_no_room_one_is_told_to_come_back(connect: Callable[..., socket.socket], few: int) -> None:
    """Also those who are more than may be told at the same time; others find room."""
    assert 3 * AT_ONCE < MAX_TURNED_AWAY < 300
    for _ in range(few):
        connect(HEADER, "127.0.0.10")
    asked = [connect(WHOLE, "127.0.0.10") for _ in range(300)]
    for one in asked:
        heard = read(one)
        assert heard.startswith(b"HTTP/1.1 429 Too Many Requests")
        assert b"\r\nretry-after: 5\r\n" in heard
    assert status(connect(LAST, "127.0.0.11")) == 200


def test_a_full_server_says_so(connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "most_connections", lambda: connections.crowd.number)
    monkeypatch.setattr(crowd, "GRACE_SECONDS", 3600.0)
    heard = read(connect(WHOLE, "127.0.0.12"))
    assert heard.startswith(b"HTTP/1.1 503 Service Unavailable")
    assert b"\r\nretry-after: 5\r\n" in heard


def test_a_full_server_finds_room_with_others_too(
    connect: Callable[..., socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has most of the connections may have none that is idle."""
    for _ in range(5):
        connect(HEADER, "127.0.0.14")
    idle = connect(WHOLE, "127.0.0.15")
    idle.recv(65536)
    monkeypatch.setattr(crowd, "most_connections", lambda: connections.crowd.number)
    monkeypatch.setattr(crowd, "GRACE_SECONDS", 0.0)
    busy = connections.crowd.clients["127.0.0.14"].open
    for who, holding in list(connections.crowd.clients.items()):  # what other tests left
        if who != "127.0.0.15":
            holding.idle.clear()
    assert len(busy) == 5
    assert status(connect(LAST, "127.0.0.12")) == 200
    assert read(idle) == b""


def test_who_is_idle_and_did_not_read_is_gone_at_once(
    connect: Callable[..., socket.socket], client: httpx.Client, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection that waits until its answer was taken is not counted, and has a file."""
    one = connect(source="127.0.0.16")
    while "127.0.0.16" not in connections.crowd.clients:
        client.get("/api/health")
    (held,) = connections.crowd.clients["127.0.0.16"].open
    transport = cast("Connection", held).transport
    cast("Connection", held).loop.call_soon_threadsafe(transport.write, b"x" * 10**7)
    while not transport.get_write_buffer_size():
        client.get("/api/health")
    monkeypatch.setattr(crowd, "GRACE_SECONDS", 0.0)
    for _ in range(few):
        connect(HEADER, "127.0.0.16")
    while held in connections.crowd.clients["127.0.0.16"].open:
        client.get("/api/health")
    assert not transport.get_write_buffer_size()
    assert len(read(one)) < 10**7


def test_who_is_idle_makes_room(
    connect: Callable[..., socket.socket], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that a browser or a proxy keeps for later are closed for those that ask something."""
    monkeypatch.setattr(crowd, "GRACE_SECONDS", 0.0)
    kept = []
    for _ in range(few):
        kept.append(connect(WHOLE, "127.0.0.13"))
        kept[-1].recv(65536)
    assert status(connect(LAST, "127.0.0.13")) == 200
    assert read(kept[0]) == b""
    kept[1].sendall(LAST)
    assert status(kept[1]) == 200
