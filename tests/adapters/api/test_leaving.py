"""Who leaves stops the work that was asked for: others do not wait for it, and nothing of it stays."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest
import uvicorn

from sleuth.adapters.api.app import create
from sleuth.adapters.service.service import Service

LONG = {"game": "bulls-and-cows", "seconds": 30}
TRIVIAL = {"game": "number:numbers=5"}
PATIENCE = 120
"""Seconds that a test waits for what must come; it goes on as soon as it does."""


class Running:
    """A server with one worker for long requests, and the tasks of its event loop."""

    def __init__(self, folder: Path) -> None:
        self.service = Service(folder, workers=1)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.server = uvicorn.Server(uvicorn.Config(create(self.service), log_level="error"))
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.until(lambda: self.server.started)

    def _run(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve([self.listening])

        asyncio.run(main())

    def tasks(self) -> set[str]:
        """The tasks that the server has."""

        async def names() -> set[str]:
            return {repr(task.get_coro()) for task in asyncio.all_tasks() if task is not asyncio.current_task()}

        return asyncio.run_coroutine_threadsafe(names(), self.loop).result(PATIENCE)

    def until(self, what: Callable[[], bool]) -> None:
        began = time.monotonic()
        while not what():
            assert time.monotonic() - began < PATIENCE
            time.sleep(0.01)

    def ask(self, path: str, body: object, source: str) -> socket.socket:
        """Send a request, and do not wait for the answer."""
        made = socket.create_connection(("127.0.0.1", self.port), source_address=(source, 0))
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        made.sendall(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        return made

    def get(self, path: str, body: object, source: str) -> httpx.Response:
        """Send a request, and wait for the answer."""
        with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
            return client.post(f"http://127.0.0.1:{self.port}{path}", json=body)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(tmp_path_factory.mktemp("left"))
    yield made
    made.server.should_exit = True
    made.thread.join(timeout=PATIENCE)
    made.listening.close()


def test_work_of_clients_that_left_is_stopped(running: Running) -> None:
    """Six long solutions, left at once: the one that runs is killed, the others never begin.

    Had they run, the requests after them would have got the only worker after three minutes.
    """
    assert running.get("/api/evaluate", TRIVIAL, "127.0.3.1").status_code == 200
    begun: list[float] = []
    turns = running.service.slow._turns
    before, children = running.tasks(), {child.pid for child in psutil.Process().children(recursive=True)}
    take = turns._take

    def counted(client: str, worker: int) -> object:
        begun.append(time.monotonic())
        return take(client, worker)

    turns._take = counted  # type: ignore[method-assign,assignment]
    sockets = [running.ask("/api/solve", LONG, "127.0.3.2") for _ in range(6)]
    running.until(lambda: len(begun) == 1 and len(turns._queues.get("127.0.3.2", ())) == 5)
    for one in sockets:
        one.close()
    running.until(lambda: not turns._queues)
    for number, source in enumerate(("127.0.3.3", "127.0.3.2")):
        assert running.get("/api/evaluate", {"game": f"number:numbers={6 + number}"}, source).status_code == 200
    assert len(begun) == 3  # one solution, and the two that were waited for
    running.until(lambda: not turns._running and running.tasks() <= before)
    now = {child.pid for child in psutil.Process().children(recursive=True)}
    assert len(now) == len(children)
    assert len(children - now) == 1  # the worker that was killed


def test_a_client_that_stays_is_answered(running: Running) -> None:
    """That somebody else left is no matter of theirs."""
    left = running.ask("/api/solve", {"game": "wordle", "seconds": 1}, "127.0.3.4")
    stays = running.ask("/api/evaluate", TRIVIAL, "127.0.3.5")
    left.close()
    assert stays.recv(15) == b"HTTP/1.1 200 OK"
    stays.close()


def test_half_a_body_begins_nothing(running: Running) -> None:
    before = running.tasks()
    with socket.create_connection(("127.0.0.1", running.port)) as one:
        one.sendall(b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        running.until(lambda: not running.tasks() <= before)
    running.until(lambda: running.tasks() <= before)
