"""`sleuth serve`: where it listens, what it refuses, how it stops; and what it does not load."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from sleuth.adapters.cli.serve import is_loopback


def sleuth(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sleuth", *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = sleuth("serve", "--no-browser", "--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "is taken by another program; choose another with --port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.7.7", "example.org"])
def test_another_host_needs_a_flag(host: str) -> None:
    done = sleuth("serve", "--no-browser", "--host", host)
    assert done.returncode == 2
    assert "--public" in done.stderr


@pytest.mark.parametrize(
    ("host", "ours"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("x", False)]
)
def test_loopback(host: str, ours: bool) -> None:
    assert is_loopback(host) is ours


def test_it_serves_and_stops(serve: Any, tmp_path: Path) -> None:
    made = serve(tmp_path)
    page = httpx.get(made.url, timeout=90)
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2].partition(";")[0]
    (nonce,) = re.findall(r"'nonce-([\w-]{20,})'", policy)
    assert page.text.count("<script") == page.text.count(f'<script nonce="{nonce}"') > 3
    assert nonce not in httpx.get(made.url, timeout=90).text
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "server" not in page.headers
    assert httpx.get(f"{made.url}/api/games", timeout=90).status_code == 200
    assert httpx.put(f"{made.url}/api/assist", timeout=90).status_code == 405
    assert httpx.get(f"{made.url}/api/nothing", timeout=90).json()["error"]
    foreign = httpx.get(made.url, headers={"host": "evil.example"}, timeout=90)
    assert foreign.status_code == 400
    assert made.stop() == 0
    assert not (Path.cwd() / ".nicegui").exists()


def test_the_command_line_does_not_load_the_server() -> None:
    code = "import sys; from sleuth.adapters.cli.app import run; run(['--help']); import sleuth; " \
        "print([m for m in ('fastapi', 'nicegui', 'uvicorn', 'pydantic') if m in sys.modules])"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout.rstrip().endswith("[]"), done.stderr
