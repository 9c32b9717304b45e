"""How long from a press on the page to its answer? Two checkouts, served side by side, pressed in turns.

Run: `python benchmarks/presses.py OLD NEW [--rounds 9]`. OLD and NEW are folders of checkouts in which `make setup` was
run. A headless Chromium presses, and the browser's own clock says when what was asked for is on the page. The ratio is
the median over the pairs. Needs chromium with chromedriver.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from statistics import median

from rich.console import Console
from rich.table import Table
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

SECONDS = 30
PRESS = """
const [selector, ready, done] = arguments;
const until = new Function('return ' + ready);
const began = performance.now();
document.querySelector(selector).click();
const look = () => {
  if (until()) done(performance.now() - began);
  else if (performance.now() - began > 25000) done(null);
  else setTimeout(look, 2);
};
look();
"""
ADVISED = (
    "(() => {const h = document.querySelector('.hint-action'), a = document.body.innerText;"
    "return h && a.includes('The answer to ' + h.innerText.replace('Ask ', '') + ' was')"
    " && (new URL(location).searchParams.get('history') || '').split(';').filter(x => x).length === COUNT})()"
)
HINTED = "document.querySelector('.advice .hint-action') !== null"
ASKED = "document.querySelector('.status').innerText.includes('Step COUNT')"
GAMES = (
    "mastermind",
    "bulls-and-cows",
    "number",
    "battleship:size=6,fleet=3-2",
    "mastermind:pegs=3,colours=4@lies:most=1",
)


class Side:
    """One checkout: its server, and a window."""

    def __init__(self, address: str, driver: webdriver.Chrome) -> None:
        self.address, self.driver = address, driver

    def open(self, path: str, ready: str) -> None:
        """Go to a page, and wait until something is on it."""
        self.driver.get(self.address + path)
        wait = "const [ready, done] = arguments; const f = new Function('return ' + ready);"
        self.driver.execute_async_script(wait + "const l = () => f() ? done(1) : setTimeout(l, 5); l();", ready)

    def press(self, selector: str, ready: str) -> float:
        """Milliseconds from a press to what it brings."""
        found: float | None = self.driver.execute_async_script(PRESS, selector, ready)
        assert found is not None, f"{selector}: nothing came"
        return found

    def assist(self, game: str, number: int) -> list[float]:
        """One of the answers to the first suggestion, another each time."""
        self.open(f"/assist?game={game}", ADVISED.replace("COUNT", "0"))
        count = self.driver.execute_script("return document.querySelectorAll('.answers button').length")
        chip = f".answers button:nth-child({1 + number % (count - 1)})"  # the last one may win
        return [self.press(chip, ADVISED.replace("COUNT", "1"))]

    def play(self, game: str, number: int) -> list[float]:
        """A hint, and the question that it names."""
        made = self.driver.execute_async_script(
            "const [body, done] = arguments; fetch('/api/plays', {method: 'POST', body: body,"
            "headers: {'content-type': 'application/json'}}).then(r => r.json()).then(p => done(p.id))",
            json.dumps({"game": game, "seed": number}),
        )
        self.open(f"/play/{made}", "window.socket && window.socket.connected && " + ASKED.replace("COUNT", "1"))
        return [self.press("button.hint", HINTED), self.press("button.take", ASKED.replace("COUNT", "2"))]


@contextmanager
def served(checkout: Path) -> Iterator[Side]:
    """A server of a checkout, and a browser at it."""
    browser = which("chromium") or which("chromium-browser") or which("google-chrome")
    driver = which("chromedriver")
    assert browser, "there is no chromium here (Debian: apt install chromium chromium-driver)"
    assert driver, "there is no chromedriver here (Debian: apt install chromium-driver)"
    with tempfile.TemporaryDirectory() as folder:
        command = [str(checkout / ".venv" / "bin" / "sleuth"), "serve", "--no-browser", "--json", "--port", "0"]
        process = subprocess.Popen([*command, "--data", folder], stdout=subprocess.PIPE, encoding="utf-8", cwd=folder)
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["url"].rstrip("/")
        options = Options()
        options.binary_location = browser
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"):
            options.add_argument(flag)
        window = webdriver.Chrome(options=options, service=Service(driver))
        window.set_script_timeout(SECONDS)
        window.get(address)
        try:
            yield Side(address, window)
        finally:
            window.quit()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=SECONDS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    table = Table("press", "game", "old ms", "new ms", "new/old", box=None, header_style="bold")
    with served(asked.old.resolve()) as old, served(asked.new.resolve()) as new:
        works: list[tuple[tuple[str, ...], Callable[[Side, str, int], list[float]]]] = [
            (("an answer, in assist",), Side.assist),
            (("a hint", "a question"), Side.play),
        ]
        for names, work in works:
            for game in GAMES:
                for side in (old, new):
                    work(side, game, 0)  # what is made once is not counted
                pairs = []
                for number in range(asked.rounds):
                    sides = (old, new) if number % 2 else (new, old)
                    times = {side: work(side, game, number + 1) for side in sides}
                    pairs.append((times[old], times[new]))
                for place, name in enumerate(names):
                    before, after = ([pair[side][place] for pair in pairs] for side in (0, 1))
                    ratio = median(b / a for a, b in zip(before, after, strict=True))
                    table.add_row(name, game, f"{median(before):.0f}", f"{median(after):.0f}", f"{ratio:.2f}")
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main())
