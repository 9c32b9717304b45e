"""How long from a press on the page to the board's answer, how soon is a page there, and what does it weigh?

Run: `python benchmarks/page_speed.py [--plays 3] [--game SPEC ...]`. Serves this checkout and presses in headless
Chromium, whose own clock says when what was pressed for has been painted. Every game is played (a press on the board,
a question, a hint) and helped with (an answer, then the next advice) to its end, as many times as `--plays` says. The
first advice after the start of the server is shown apart: it is the slowest. Needs chromium with chromedriver; run
it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Any
from urllib.parse import urlencode

import numpy as np
from rich.console import Console
from rich.table import Table
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from sleuth.app import Feedback, catalogue, perform

SECONDS = 60
MOST_STEPS = 12
INPUT_BAR, ADVICE_BAR, PAINT_BAR, WEIGHT_BAR = 100.0, 500.0, 1000.0, 350.0
"""Milliseconds of a press, of advice and of the first paint, at the 95th percentile; kilobytes of a page."""
PAGES = ("/", "/game/wordle", "/words", "/assist", "/assist?game=wordle", "/guess?game=mastermind", "/watch", "/lab",
         "/clue", "/assist?game=battleship")  # fmt: skip

# Does something, waits until a part of the page is another one (or until nothing is under way) and has been painted,
# and says how long that took.
TIMED = """
const [does, part, given, done] = arguments;
const was = part && document.querySelector(part);
const began = performance.now();
new Function('given', does)(given);
const waits = () => part ? document.querySelector(part) === was : document.documentElement.dataset.busy === 'true';
const look = () => {
  if (waits()) setTimeout(look, 1);
  else requestAnimationFrame(() => {
    const painted = new MessageChannel();
    painted.port1.onmessage = () => done(performance.now() - began);
    painted.port2.postMessage(0);
  });
};
look();
"""
WEIGHT = """
const done = arguments[0];
new PerformanceObserver(list => {
  const paint = list.getEntriesByName('first-contentful-paint')[0];
  if (!paint) return;
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  done([paint.startTime, loaded.reduce((sum, entry) => sum + entry.encodedBodySize, 0)]);
}).observe({type: 'paint', buffered: true});
"""
BOARD, SIDE, IDLE = "#board", "#side", ""
LOCAL, PART = "#board .press[data-value]", "#board .press[data-part]"
"""What a question is put together from: in the browser, or by the server."""
CLICK = "document.querySelector(given).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}));"


class Measured:
    """The times that were seen, by what was pressed for and by game."""

    def __init__(self) -> None:
        self.times: dict[tuple[str, str], list[float]] = defaultdict(list)

    def add(self, kind: str, game: str, milliseconds: float) -> None:
        self.times[kind, game].append(milliseconds)

    def of(self, kind: str, game: str | None = None) -> list[float]:
        """All of a kind, or those of one game."""
        return [
            t for (what, whose), found in self.times.items() if what == kind and game in (None, whose) for t in found
        ]


class Browser:
    """A window at the server."""

    def __init__(self, address: str, driver: webdriver.Chrome, measured: Measured) -> None:
        self.address, self.driver, self.measured = address, driver, measured

    def open(self, path: str) -> float:
        """Go to a page; milliseconds until it has been painted."""
        began = time.perf_counter()
        self.driver.get(self.address + path)
        self.settle()
        return 1000 * (time.perf_counter() - began)

    def settle(self) -> None:
        """Wait until nothing is under way."""
        self.driver.execute_async_script(TIMED, "", IDLE, "")

    def timed(self, kind: str, game: str, does: str, part: str, given: str = "") -> None:
        """Do something on the page, and keep how long it took until a part of it was drawn anew."""
        self.measured.add(kind, game, self.driver.execute_async_script(TIMED, does, part, given))
        self.settle()

    def value(self, name: str) -> str:
        """A field that goes with everything that is sent."""
        found = self.driver.execute_script(
            "return document.querySelector(`#state [name=${arguments[0]}]`)?.value", name
        )
        return str(found or "")

    def has(self, selector: str) -> bool:
        return bool(self.driver.execute_script("return document.querySelector(arguments[0]) !== null", selector))

    def play(self, game: str, seed: int) -> str:
        """Hints that are taken, until the secret is found; the secret."""
        play = self.api("/api/plays", {"game": game, "seed": seed})
        self.open(f"/play/{play['id']}")
        for _ in range(MOST_STEPS):
            for selector, part in ((LOCAL, IDLE), (PART, BOARD)):
                if self.has(selector):
                    self.timed("input", game, CLICK, part, selector)
            self.timed("advice", game, CLICK, SIDE, "button.hint")
            self.timed("input", game, CLICK, BOARD, "button.take")
            if self.has(".won"):
                break
        else:
            self.api(f"/api/plays/{play['id']}/give-up", {})
        return str(self.api(f"/api/plays/{play['id']}")["secret"])

    def help(self, game: str, secret: str) -> None:
        """Answers to what is advised, until the secret is found."""
        first = self.open("/assist?" + urlencode({"game": game}))
        self.measured.add("open", game, first)
        for _ in range(MOST_STEPS):
            if self.has(".take"):
                self.timed("input", game, CLICK, BOARD, ".take")
            past, asked = self.value("history"), self.value("asked")
            answer = str(perform(Feedback(game, asked, secret, past)).feedback)
            self.timed("advice", game, "send('/assist', null, {act: 'answer', answer: given});", SIDE, answer)
            assert self.value("history") != past, f"{game}: {asked}={answer} was not taken"
            if self.has(".won"):
                return

    def api(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return json.load(reply)

    def weigh(self, path: str) -> tuple[float, float]:
        """First paint in milliseconds and kilobytes of a page that the browser has not seen."""
        self.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        self.open(path)
        paint, size = self.driver.execute_async_script(WEIGHT)
        self.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": False})
        return float(paint), size / 1000


@contextmanager
def served() -> Iterator[Browser]:
    """A server of this checkout, and a browser at it."""
    browser = which("chromium") or which("chromium-browser") or which("google-chrome")
    driver = which("chromedriver")
    assert browser, "there is no chromium here (Debian: apt install chromium chromium-driver)"
    assert driver, "there is no chromedriver here (Debian: apt install chromium-driver)"
    options = Options()
    options.binary_location = browser
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
    ):
        options.add_argument(flag)
    window = webdriver.Chrome(options=options, service=Service(driver))
    window.set_script_timeout(SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", "0", "--data", folder]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["url"].rstrip("/")
        try:
            yield Browser(address, window, Measured())
        finally:
            window.quit()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=SECONDS)


def quantiles(times: list[float]) -> tuple[str, str, str]:
    """How many, the median and the 95th percentile."""
    if not times:
        return "0", "", ""
    return str(len(times)), f"{np.median(times):.0f}", f"{np.quantile(times, 0.95):.0f}"


def usual_games() -> tuple[str, ...]:
    """What the first page opens of each game; of a word in somebody's head the length is known."""
    specs = (entry.presets.get("Classic", entry.name) for entry in catalogue.games())
    return tuple("hangman:lengths=6" if spec == "hangman" else spec for spec in specs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plays", type=int, default=3)
    parser.add_argument("--game", nargs="*", default=())
    asked = parser.parse_args()
    games = tuple(asked.game) or usual_games()
    pages = Table("page", "first paint ms", "KB", box=None, header_style="bold")
    heads = ("game", "first opened ms", "presses", "median ms", "p95 ms", "advice", "median ms", "p95 ms")
    table = Table(*heads, box=None, header_style="bold")
    with served() as browser:
        cold = {game: browser.open("/assist?" + urlencode({"game": game})) for game in games}
        seen = {page: browser.weigh(page) for page in PAGES}
        for page, (paint, weight) in seen.items():
            pages.add_row(page, f"{paint:.0f}", f"{weight:.0f}")
        measured = browser.measured
        for game in games:
            for seed in range(1, asked.plays + 1):
                browser.help(game, browser.play(game, seed))
            presses, advice = quantiles(measured.of("input", game)), quantiles(measured.of("advice", game))
            table.add_row(game, f"{cold[game]:.0f}", *presses, *advice)
    table.add_row("all", "", *quantiles(measured.of("input")), *quantiles(measured.of("advice")))
    console = Console()
    console.print(pages, table)
    paint, weight = (max(found[place] for found in seen.values()) for place in (0, 1))
    figures = {
        "a press, p95": (float(np.quantile(measured.of("input"), 0.95)), INPUT_BAR, "ms"),
        "advice, p95": (float(np.quantile(measured.of("advice"), 0.95)), ADVICE_BAR, "ms"),
        "first paint, slowest": (paint, PAINT_BAR, "ms"),
        "weight, heaviest": (weight, WEIGHT_BAR, "KB"),
    }
    for name, (value, bar, unit) in figures.items():
        console.print(f"{name}: {value:.0f} {unit}, asked: below {bar:.0f}: {'met' if value < bar else 'MISSED'}")
    return int(any(value >= bar for value, bar, _ in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
