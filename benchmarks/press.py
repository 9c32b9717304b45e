"""How long does one press wait for the server itself? One connection, one request after the other, nothing computed.

Starts the server (plays in a temporary folder) and a process that echoes bytes through a socket, and asks them by
turns: what the echo takes is what the machine takes at that moment, so the two stand beside each other. Answers are
sent in one piece that waits for nothing; a server that waits until a piece is acknowledged needs 40 ms more.

    python benchmarks/press.py [REQUESTS]
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence

BAR = 10.0
"""Half of the presses must be answered within so many milliseconds, on an idle machine."""
IDLE = 0.5
"""Where 5 % of the echoes take more milliseconds, the machine is not idle."""


class Press:
    """One connection of a browser: HTTP by hand."""

    def __init__(self, port: int) -> None:
        self.one = socket.create_connection(("127.0.0.1", port), timeout=120)

    def send(self, method: str, path: str, body: object = None, kind: str = "application/json") -> bytes:
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {len(data)}\r\n"
        self.one.sendall(f"{head}\r\n".encode() + data)
        heard = b""
        while b"\r\n\r\n" not in heard:
            heard += self._more()
        told, _, answer = heard.partition(b"\r\n\r\n")
        length = next(int(line[15:]) for line in told.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        while len(answer) < length:
            answer += self._more()
        assert told.split()[1] in (b"200", b"201"), told
        return answer

    def _more(self) -> bytes:
        data = self.one.recv(1 << 20)
        assert data, "the server closed the connection"
        return data


ECHO = """
import socket, sys
one = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
while data := one.recv(100):
    one.sendall(data)
"""
"""A process that does nothing else."""


def echo() -> Callable[[], object]:
    """Begin a process that echoes; a function that asks it once."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        subprocess.Popen([sys.executable, "-c", ECHO, str(listening.getsockname()[1])])
        asking, _ = listening.accept()
    asking.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask() -> None:
        asking.sendall(b"x" * 100)
        asking.recv(100)

    return ask


def times(asked: Sequence[Callable[[], object]], number: int) -> list[list[float]]:
    """Milliseconds of so many requests of each kind, one kind after the other all the time, in order of length."""
    taken: list[list[float]] = [[] for _ in asked]
    for _ in range(number):
        for ask, kept in zip(asked, taken, strict=True):
            began = time.perf_counter()
            ask()
            kept.append(1000 * (time.perf_counter() - began))
    return [sorted(kept) for kept in taken]


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            assert server.stdout is not None
            press = Press(json.loads(server.stdout.readline())["port"])
            play = json.loads(press.send("POST", "/api/plays", {"game": "mastermind"}))["id"]
            asked: dict[str, Callable[[], object]] = {
                "is it there": lambda: press.send("GET", "/api/health"),
                "the first page": lambda: press.send("GET", "/"),
                "advice, known": lambda: press.send("POST", "/api/assist", {"game": "mastermind"}),
                "a play": lambda: press.send("GET", f"/api/plays/{play}?board=true"),
            }
            idle = echo()
            print(f"{'':18}{'p50 ms':>10}{'p95 ms':>10}{'echo p50':>10}{'echo p95':>10}")
            worst = slowest = 0.0
            for what, ask in asked.items():
                ask()
                beside, told = times((idle, ask), number)
                figures = [one[int(share * number)] for one in (told, beside) for share in (0.5, 0.95)]
                print(
                    f"{what:18}{figures[0]:>9.1f}{figures[1]:>9.1f}{figures[2]:>10.2f}{figures[3]:>10.2f}", flush=True
                )
                worst, slowest = max(worst, figures[0]), max(slowest, figures[3])
            verdict = "below" if worst < BAR else "ABOVE"
            state = "idle" if slowest < IDLE else "busy"
            print(f"p50 of a press is {verdict} the bar of {BAR:.0f} ms; the machine was {state}")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
