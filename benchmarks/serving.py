"""Does one heavy question freeze another person's page? 100 people click while Wordle is solved.

Starts the server (plays in a temporary folder), lets each client play Mastermind with a second of thought between two
clicks, and meanwhile asks for one Wordle solve after another. Prints the times of the clicks with and without it.
Each client has an address of its own where the system allows that (Linux does), since clients take turns.

    python benchmarks/serving.py [CLIENTS] [SECONDS]
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from itertools import count
from typing import Any

import psutil

THINKING = 1.0
"""Mean seconds between an answer and the next click."""
BAR = 1.0
"""The 95th percentile of a click must stay below so many seconds."""
COLOURS = "012345"


class Client:
    """One person's connection: HTTP by hand, so that a hundred of them take hardly any processor time."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.address = port, f"127.0.{1 + number // 200}.{1 + number % 200}"

    async def open(self) -> Client:
        try:
            made = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        except OSError:
            made = await asyncio.open_connection("127.0.0.1", self.port)
        self.reader, self.writer = made
        return self

    async def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
        self.writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", answer)
        assert length is not None
        told = json.loads(await self.reader.readexactly(int(length[1])))
        assert answer.split()[1] in (b"200", b"201"), told
        return told


async def person(port: int, number: int, until: float, times: list[float]) -> None:
    """Play one game after the other: ask, now and then a hint."""
    rng, client = random.Random(number), await Client(port, number + 1).open()

    async def click(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        began = time.perf_counter()
        told = await client.send(method, path, body)
        times.append(time.perf_counter() - began)
        return told

    await asyncio.sleep(rng.random() * THINKING)
    while time.monotonic() < until:
        play = await click("POST", "/api/plays", {"game": "mastermind"})
        for step in count(1):
            if time.monotonic() > until or play["over"] or step > 8:
                break
            await asyncio.sleep(rng.expovariate(1 / THINKING))
            where, guess = f"/api/plays/{play['id']}", "".join(rng.choices(COLOURS, k=4))
            if step % 4 == 0:
                guess = (await click("GET", f"{where}/hint"))["action"]
            play = await click("POST", f"{where}/ask?board=true", {"action": guess})


async def solver(port: int, until: float) -> int:
    """Solve Wordle again and again; how often."""
    client = await Client(port, 0).open()
    done = 0
    while time.monotonic() < until:
        await client.send("POST", "/api/solve", {"game": "wordle", "seconds": 25})
        done += 1
    return done


async def crowd(port: int, clients: int, seconds: float, solving: bool) -> tuple[list[float], int]:
    times: list[float] = []
    heavy = asyncio.create_task(solver(port, time.monotonic() + seconds)) if solving else None
    if heavy is not None:
        await asyncio.sleep(3)
    until = time.monotonic() + seconds
    await asyncio.gather(*(person(port, number, until, times) for number in range(clients)))
    return times, await heavy if heavy is not None else 0


def spent(server: int) -> float:
    """Processor seconds of the server and its workers so far."""
    whole = psutil.Process(server)
    times = [one.cpu_times() for one in (whole, *whole.children(recursive=True))]
    return float(sum(t.user + t.system for t in times))


def percentile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> None:
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 30.0
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", "0", "--data", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        try:
            assert server.stdout is not None
            port = json.loads(server.stdout.readline())["port"]
            asyncio.run(crowd(port, 10, 5, False))  # the workers are there
            print(f"{'':28}{'clicks':>8}{'a second':>10}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}{'CPU ms a click':>16}")
            for solving in (False, True):
                before = spent(server.pid)
                times, solved = asyncio.run(crowd(port, clients, seconds, solving))
                what = f"{clients} clients" + (f", {solved} Wordle solves" if solving else "")
                figures = "".join(f"{1000 * percentile(times, share):>9.0f}" for share in (0.5, 0.95, 1.0))
                cost = "" if solving else f"{1000 * (spent(server.pid) - before) / len(times):>16.1f}"
                print(f"{what:28}{len(times):>8,}{len(times) / seconds:>10.1f}{figures}{cost}", flush=True)
            verdict = "below" if percentile(times, 0.95) < BAR else "ABOVE"
            print(f"p95 while solving is {verdict} the bar of {1000 * BAR:.0f} ms")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)


if __name__ == "__main__":
    main()
