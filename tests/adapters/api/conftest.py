"""A real server with the API and without the page."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import httpx
import pytest

from sleuth.adapters.api.app import create
from sleuth.adapters.api.server import Server, configured
from sleuth.adapters.service.service import Service


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Service:
    folder: Path = tmp_path_factory.mktemp("served")
    return Service(folder, results_folder=folder, workers=1)


@pytest.fixture(scope="session")
def address(service: Service) -> Iterator[str]:
    app = create(service)
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(configured(app, log_level="error"))
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)
    listening.close()


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=90) as made:
        yield made
