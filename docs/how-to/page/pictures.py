"""Pictures of the page, made in a real browser: those that the documentation shows, or all of them, to be looked at.

    python docs/how-to/page/pictures.py                 the kept ones, beside this file
    python docs/how-to/page/pictures.py --all FOLDER    every page and every board, by day and by night, on a desk
                                                        and on a phone

It starts a server of its own, with plays that are the same each time. Needs chromium and chromedriver.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from sleuth import game_names
from sleuth.play.tournament import Config, run_tournament

HERE = Path(__file__).parent
PATIENCE = 90
"""Seconds that may pass until a page shows what it should."""
TALLEST = 1600
"""The documentation shows so much of a long page."""
COLOURS = 128
"""A picture with so many colours is small, and nobody sees the difference."""


@dataclass(frozen=True)
class View:
    """A window: its size, and whether it is night."""

    width: int
    height: int
    mode: str

    @property
    def name(self) -> str:
        """`desk-light`, for the name of a file."""
        return f"{'phone' if self.phone else 'desk'}-{self.mode}"

    @property
    def phone(self) -> bool:
        """Whether it is the size of a phone."""
        return self.width < 500


DAY, NIGHT = View(1280, 900, "light"), View(1280, 900, "dark")
PHONE_DAY, PHONE_NIGHT = View(390, 844, "light"), View(390, 844, "dark")
VIEWS = (DAY, NIGHT, PHONE_DAY, PHONE_NIGHT)


@dataclass(frozen=True)
class Play:
    """A play that the API begins: some steps, asked or as the hint says, and perhaps its end."""

    game: str
    asked: tuple[str, ...] = ()
    hints: int = 0
    oracle: str = ""
    over: bool = False
    shared: bool = False


@dataclass(frozen=True)
class Scene:
    """A page in a certain state: where it is, what is pressed (or `SELECTOR = KEYS`), and what must be there then."""

    where: str | Play
    presses: tuple[str, ...] = ()
    then: str = "h1"
    """A selector, or `says WORDS`."""


LOG = ".log textarea = Ben: White, Wrench, Library -> Cat no, Ann no"
BY_HAND: dict[str, Scene] = {
    "games": Scene("/", then="section .picture svg"),
    "games-options": Scene(
        "/",
        ("section[aria-label=battleship] .options .q-item", "section[aria-label=number] .figures .q-item"),
        "says best one-step rule",
    ),
    "play-hint": Scene(Play("mastermind", ("0011", "0234")), (".hint", ".leaves .q-item"), ".leaves td"),
    "play-wordle": Scene(Play("wordle", ("crane",)), (".hint",), ".hint-action"),
    "play-left": Scene(Play("wordle", ("crane",)), (".left",), "says candidates left."),
    "play-chances": Scene(Play("battleship", ("5,5",)), (".heat",), ".board svg"),
    "play-typing": Scene(Play("wordle", ("crane",)), (".board [data-key=s]",), ".board [data-key=Backspace]"),
    "play-refused": Scene(Play("mastermind"), (".action-input input = 01234567", ".ask"), ".q-notification"),
    "play-lies": Scene(Play("mastermind:pegs=3,colours=4@lies:most=1", hints=7, over=True), then=".best-line table"),
    "play-end": Scene(Play("mastermind:pegs=3,colours=4", ("012", "033"), hints=9), then=".best-line table"),
    "shared": Scene(Play("mastermind", ("0011", "0234"), shared=True), then=".board svg"),
    "shared-end": Scene(Play("wordle", ("crane",), 2, over=True, shared=True), then=".best-line table"),
    "assist-choose": Scene("/assist", then=".begin"),
    "assist": Scene("/assist?game=mastermind&history=0011%3D1.0", then=".answers"),
    "assist-tiles": Scene("/assist?game=wordle&history=crane%3D-y---", then=".answers .sign"),
    "assist-solved": Scene("/assist?game=number&history=50%3Dlower%3B25%3Dequal", then="says Solved"),
    "assist-wrong": Scene(f"/assist?game={quote('mastermind:pegs=99')}", then=".wrong"),
    "contradiction": Scene("/assist?game=number&history=50%3Dlower%3B60%3Dhigher", then=".repair"),
    "watch-begin": Scene("/watch", then=".start"),
    "watch": Scene(
        "/watch?game=mastermind&one=entropy&other=random&secret=4152", (".start",), "says random: found 4152"
    ),
    "lab-begin": Scene("/lab", then=".tournament table"),
    "lab": Scene("/lab?game=mastermind:pegs=3,colours=3", (".analyse",), ".report .chart svg"),
    "lab-solve": Scene("/lab?game=mastermind:pegs=3,colours=3", (".solve",), ".report table"),
    "lab-sizes": Scene("/lab?game=mastermind:pegs=3,colours=3", (".sweep",), ".report .chart svg"),
    "lab-plane": Scene("/lab?game=mastermind:pegs=3,colours=4", (".plane",), ".report .chart svg"),
    "clue-begin": Scene("/clue", then=".deal"),
    "clue": Scene("/clue", (".deal-number input = 7", ".deal", ".suggest", ".notebook-button", ".advice"), "says bits"),
    "clue-help": Scene("/clue", (".what-now",), ".clue-help svg"),
    "clue-contradiction": Scene("/clue", (LOG, ".what-now"), ".clue-help .wrong"),
    "myst": Scene("/clue", (".work-out",), "says = 1/2"),
    "api": Scene("/api/docs", then="says /api/assist"),
    "missing": Scene("/nowhere"),
}
BOARDS = {f"board-{name}": Scene(Play(name, hints=2), then=".board svg") for name in game_names()}
ENDS = {f"end-{name}": Scene(Play(name, hints=2, over=True), then=".best-line table") for name in game_names()}
SCENES = {**BY_HAND, **BOARDS, **ENDS}

KEPT: dict[str, tuple[str, View]] = {
    "games": ("games", DAY),
    "play": ("play-hint", DAY),
    "play-battleship": ("play-chances", NIGHT),
    "play-wordle": ("play-wordle", PHONE_NIGHT),
    "play-black-box": ("board-black-box", PHONE_DAY),
    "play-end": ("play-end", DAY),
    "shared": ("shared", PHONE_DAY),
    "assist": ("assist", PHONE_NIGHT),
    "contradiction": ("contradiction", DAY),
    "watch": ("watch", DAY),
    "lab": ("lab", NIGHT),
    "clue": ("clue", DAY),
    "clue-assist": ("clue-help", DAY),
    "myst": ("myst", PHONE_DAY),
    "api": ("api", DAY),
    "missing": ("missing", PHONE_NIGHT),
}
"""The pictures of the documentation: which scene, seen how."""


class Camera:
    """A browser that looks at the pages of one server."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver, self.url = driver, url
        self.begun: dict[Play, str] = {}

    def shoot(self, scene: Scene, view: View) -> Image.Image:
        """A picture of the whole page."""
        self.look_at(scene, view)
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
        return Image.open(BytesIO(base64.b64decode(shot["data"])))

    def look_at(self, scene: Scene, view: View) -> None:
        """Open a page, bring it into its state, and wait until nothing moves any more."""
        self.turn(view)
        self.driver.get(f"{self.url}{self.address(scene.where)}")
        if scene.where != "/api/docs":
            self.until(lambda: self.asks("!!(window.socket && window.socket.connected)"), "the page is not connected")
        for press in scene.presses:
            selector, _, keys = press.partition(" = ")
            self.press(selector, keys)
        words = scene.then.removeprefix("says ")
        if words == scene.then:
            self.until(lambda: self.shown(scene.then), f"{scene.then} did not appear")
        else:
            self.until(
                lambda: self.asks("document.body.innerText.includes(arguments[0])", words), f"{words!r} is missing"
            )
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})
        self.until(self.still, "it moves")

    def still(self) -> bool:
        """Whether nothing moves."""
        return bool(self.asks("document.getAnimations().every(one => one.playState !== 'running')"))

    def turn(self, view: View) -> None:
        """Take another window size and time of day."""
        size = {"width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": view.phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        mode = {"features": [{"name": "prefers-color-scheme", "value": view.mode}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", mode)
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})

    def press(self, selector: str, keys: str = "") -> None:
        """Click, once it can be clicked; then type."""

        def clicked() -> bool:
            try:
                found = self.shown(selector)
                if not found or not found[0].is_enabled():
                    return False
                found[0].click()
                if keys:
                    found[0].send_keys(Keys.CONTROL, Keys.END, Keys.NULL, keys)
            except (StaleElementReferenceException, ElementClickInterceptedException):
                return False
            return True

        self.until(clicked, f"{selector} cannot be clicked")

    def shown(self, selector: str) -> list[Any]:
        """What matches, and can be seen."""
        try:
            return [one for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]
        except StaleElementReferenceException:
            return []  # drawn anew at this very moment

    def asks(self, expression: str, *values: str) -> Any:
        """What a JavaScript expression is on the page."""
        return self.driver.execute_script(f"return {expression}", *values)

    def until(self, found: Callable[[], Any], what: str) -> None:
        """Wait."""
        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: found(), what)

    def address(self, where: str | Play) -> str:
        """The address of a scene; a play is begun once."""
        if isinstance(where, str):
            return where
        if where not in self.begun:
            self.begun[where] = self._begin(where)
        return self.begun[where]

    def _begin(self, play: Play) -> str:
        told = self._api("/plays", {"game": play.game, "oracle": play.oracle, "seed": 1})
        here = f"/plays/{told['id']}"
        for action in (*play.asked, *[""] * play.hints):
            if not told["over"]:
                told = self._api(f"{here}/ask", {"action": action or self._api(f"{here}/hint")["action"]})
        if play.over and not told["over"]:
            self._api(f"{here}/give-up", {})
        return f"/shared/{self._api(f'{here}/share', {})['id']}" if play.shared else f"/play/{told['id']}"

    def _api(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)


def small_tournament(folder: Path) -> None:
    """Something for the lab to show."""
    config = Config.parse('games = ["mastermind"]\nagents = ["entropy", "random"]\ntrials = 50\n', "pictures")
    run_tournament(config, folder / "trial-run.db", workers=0)


@contextmanager
def server() -> Iterator[str]:
    """A server with a folder of its own, and one small tournament to show; its address."""
    with TemporaryDirectory() as folder:
        small_tournament(Path(folder))
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", "0"]
        running = subprocess.Popen([*command, "--data", folder, "--results", folder], stdout=subprocess.PIPE)
        assert running.stdout is not None
        try:
            yield json.loads(running.stdout.readline())["url"].rstrip("/")
        finally:
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=PATIENCE)


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Headless Chromium."""
    program, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not program or not driver:
        raise SystemExit("There is no chromium with chromedriver here (Debian: apt install chromium chromium-driver).")
    options = Options()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    made = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield made
    finally:
        made.quit()


def keep(picture: Image.Image, path: Path) -> None:
    """Write a picture, small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size // 1024} KB", flush=True)


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page and board in every view, into FOLDER")
    parser.add_argument("--only", default="", metavar="WORD", help="only those with WORD in their names")
    given = parser.parse_args()
    wanted = [(HERE / f"{name}.png", SCENES[scene], view) for name, (scene, view) in KEPT.items()]
    if given.all is not None:
        wanted = [(given.all / f"{n}-{view.name}.png", scene, view) for n, scene in SCENES.items() for view in VIEWS]
    with server() as url, browser() as driver:
        camera = Camera(driver, url)
        for path, scene, view in wanted:
            if given.only in path.name:
                picture = camera.shoot(scene, view)
                height = picture.height if given.all is not None else min(picture.height, TALLEST)
                keep(picture.crop((0, 0, picture.width, height)), path)


if __name__ == "__main__":
    main()
