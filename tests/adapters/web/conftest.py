"""The page in a real browser: the server of `sleuth serve`, and headless Chromium."""

from __future__ import annotations

import json
import random
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 60
"""Seconds that a test waits for what must appear; it goes on as soon as it does."""


def programs() -> tuple[str, str]:
    """Chromium and its driver; without them a test is skipped."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if browser and driver:
        return browser, driver
    pytest.skip("there is no chromium with chromedriver here (Debian: apt install chromium chromium-driver)")


def quiet_port() -> int:
    """A free port below those that systems hand out, so that nobody takes it while a server starts again."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are taken")


class Served:
    """A running `sleuth serve`."""

    def __init__(self, folder: Path, port: int = 0, *more: str) -> None:
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", str(port)]
        self.folder, errors = folder, folder / "errors.txt"
        with errors.open("w") as file:  # a pipe that nobody reads would fill
            self.process = subprocess.Popen(
                [*command, "--data", str(folder), "--results", str(folder), *more],
                stdout=subprocess.PIPE, stderr=file, encoding="utf-8",
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, errors.read_text()
        told = json.loads(line)
        self.url, self.port = told["url"].rstrip("/"), told["port"]

    def stop(self) -> int:
        """Ctrl-C, and the exit code."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def kill(self) -> None:
        """As if the power went."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    programs()
    made = Served(tmp_path_factory.mktemp("page"))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def serve() -> type[Served]:
    """Starts another server."""
    return Served


@pytest.fixture
def port() -> int:
    """Where a server can be started twice."""
    return quiet_port()


class Page:
    """A browser window, with waits instead of sleeps."""

    def __init__(self, driver: webdriver.Chrome, url: str, folder: Path = Path()) -> None:
        self.driver, self.url, self.folder = driver, url, folder

    def open(self, path: str) -> None:
        self.driver.get(path if path.startswith("http") else f"{self.url}{path}")
        self.settled()

    def idle(self) -> bool:
        """Whether the page is there, and nothing is under way."""
        return bool(self.driver.execute_script(
            "return document.readyState === 'complete' && document.documentElement.dataset.busy !== 'true'"
        ))  # fmt: skip

    def until(self, found: Callable[[], Any], what: str = "") -> Any:
        return WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: found(), what)

    def all(self, selector: str) -> list[WebElement]:
        try:
            return [one for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]
        except StaleElementReferenceException:
            return []  # drawn anew at this very moment

    def one(self, selector: str) -> WebElement:
        found: WebElement = self.until(lambda: (self.all(selector) or [None])[0], f"{selector} did not appear")
        return found

    def press(self, selector: str) -> None:
        """Click, once it is there and may be clicked."""

        def click() -> bool:
            try:
                found = self.all(selector)
                if not found or not found[0].is_enabled():
                    return False
                found[0].click()
            except (StaleElementReferenceException, ElementClickInterceptedException):
                return False
            return True

        self.until(click, f"{selector} cannot be clicked")

    def begin(self, game: str, oracle: str = "") -> str:
        """A new play, by the API, with the same secret each time; its address."""
        body = json.dumps({"game": game, "oracle": oracle, "seed": 1}).encode()
        request = urllib.request.Request(f"{self.url}/api/plays", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as reply:
            return f"/play/{json.load(reply)['id']}"

    def play(self, where: str) -> Any:
        """A play as the server has it."""
        with urllib.request.urlopen(f"{self.url}/api/plays/{where.rpartition('/')[2]}") as reply:
            return json.load(reply)

    def steps(self) -> int:
        """How many steps of a play the board shows, by its description."""
        told = self.driver.execute_script("return document.querySelector('#board svg desc')?.textContent || ''")
        return str(told).count(" was answered ")

    def size(self, width: int, height: int) -> None:
        """Make the window so large; a narrow one is a phone."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def keys(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def settled(self) -> None:
        """Wait until everything that was pressed is done."""
        self.until(self.idle, "the page waits for something")

    def toast(self, words: str) -> None:
        """Wait for a message."""
        self.says(words, ".toast.on")

    def text(self, selector: str = "body") -> str:
        return str(self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText).join('\\n')", selector
        ))  # fmt: skip

    def says(self, words: str, selector: str = "body") -> None:
        """Wait until the page says something."""
        self.until(lambda: words in self.text(selector), f"{words!r} is not on the page: {self.text(selector)[:2000]}")

    def hosts(self) -> set[str]:
        """Every host that was asked for anything."""
        found = set()
        for entry in self.driver.get_log("performance"):  # type: ignore[no-untyped-call]
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                params = message["params"]
                url = params.get("url") or params["request"]["url"]
                if not url.startswith(("data:", "blob:", "chrome")):
                    found.add(url.split("/")[2])
        return found

    def errors(self) -> list[str]:
        """What the browser complained about."""
        logged = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [entry["message"] for entry in logged if entry["level"] == "SEVERE"]


def open_browser(width: int = 1200, height: int = 900, dark: bool = False) -> webdriver.Chrome:
    browser, driver = programs()
    options = Options()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=Service(driver))
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    made.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    mode = {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]}
    made.execute_cdp_cmd("Emulation.setEmulatedMedia", mode)
    return made


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    made = open_browser()
    yield made
    made.quit()


@pytest.fixture
def page(driver: webdriver.Chrome, served: Served) -> Iterator[Page]:
    made = Page(driver, served.url, served.folder)
    made.hosts()
    made.errors()
    yield made
    driver.execute_script("try { localStorage.clear() } catch (e) {}")
    driver.delete_all_cookies()  # the next test is somebody new
    assert made.hosts() <= {f"127.0.0.1:{served.port}"}
    assert made.errors() == []


@pytest.fixture(scope="session")
def looking(driver: webdriver.Chrome, served: Served) -> Any:
    """A camera; what it began once is there for all scenes."""
    from tests.adapters.web.scenes import pictures

    pictures.small_tournament(served.folder)
    pictures.small_run(served.folder)
    return pictures.Camera(driver, served.url, motion=False)


@pytest.fixture
def camera(looking: Any) -> Iterator[Any]:
    """The camera; afterwards the browser is as the other tests want it."""
    yield looking
    driver = looking.driver
    size = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": False})
    driver.get_log("browser")  # a page that is not there is a 404
