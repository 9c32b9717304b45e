"""`sleuth serve`: where it listens, what it refuses, how it stops; and what it does not load."""

from __future__ import annotations

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
    assert "script-src 'self';" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "server" not in page.headers
    assert httpx.get(f"{made.url}/api/games", timeout=90).status_code == 200
    assert httpx.put(f"{made.url}/api/assist", timeout=90).status_code == 405
    assert httpx.get(f"{made.url}/api/nothing", timeout=90).json()["error"]
    foreign = httpx.get(made.url, headers={"host": "evil.example"}, timeout=90)
    assert foreign.status_code == 400
    assert made.stop() == 0


@pytest.mark.heavy
@pytest.mark.parametrize("data", [b"this is no database" * 300, b"SQLite format 3\0" + b"x" * 9000])
def test_a_damaged_store_is_refused_with_one_line(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "plays.db").write_bytes(data)
    done = sleuth("serve", "--no-browser", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 2
    assert f"sleuth: {tmp_path / 'plays.db'} is damaged (" in done.stderr
    assert "move it away, or name another folder with --data" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "plays.db").read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["plays.db"]


@pytest.mark.heavy
def test_damage_under_the_running_server(serve: Any, tmp_path: Path) -> None:
    """One sentence in the API and on the page, and no traceback in the log."""
    made = serve(tmp_path)
    ids = [httpx.post(f"{made.url}/api/plays", json={"game": "number"}, timeout=90).json()["id"] for _ in range(20)]
    assert made.stop() == 0
    made = serve(tmp_path)
    with (tmp_path / "plays.db").open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096)
        file.write(bytes(range(256)) * ((size - 4096) // 256))
    reply = httpx.get(f"{made.url}/api/plays/{ids[0]}", timeout=90)
    assert reply.status_code == 503
    assert reply.json() == {"error": "the plays of this server cannot be reached; its log says why"}
    page = httpx.get(f"{made.url}/play/{ids[0]}", timeout=90)
    assert "The plays of this server cannot be reached; its log says why." in page.text
    assert httpx.post(f"{made.url}/api/plays", json={"game": "number"}, timeout=90).status_code == 503
    assert httpx.get(f"{made.url}/api/games", timeout=90).status_code == 200
    assert made.stop() == 0
    log = (tmp_path / "errors.txt").read_text()
    assert "malformed" in log
    assert "Traceback" not in log


def test_the_command_line_does_not_load_the_server() -> None:
    code = "import sys; from sleuth.adapters.cli.app import run; run(['--help']); import sleuth; " \
        "print([m for m in ('fastapi', 'jinja2', 'uvicorn', 'pydantic') if m in sys.modules])"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=120)
    assert done.stdout.rstrip().endswith("[]"), done.stderr


def test_a_server_looks_for_garbage(tmp_path: Path) -> None:
    """Every connection leaves some. Commands hardly look, so that they start sooner; a server would grow for days."""
    code = f"""
import gc, sys
from sleuth.adapters.api.server import Server
Server.run = lambda self, sockets: print(gc.get_threshold(), gc.get_freeze_count() > 10_000)
sys.argv = ["sleuth", "serve", "--no-browser", "--json", "--port", "0", "--data", {str(tmp_path)!r}]
from sleuth.adapters.cli.app import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "(10000, 10, 10) True" in done.stdout, done.stderr
