"""The lab as a workbench, in a real browser: two games compared, kept, taken along; progress, cancel, own games."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree
from zipfile import ZipFile

import httpx
import psutil
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from tests.adapters.web.conftest import Page, open_browser

from sleuth.app import Analyse, perform

GAME, OTHER = "mastermind:pegs=2,colours=4", "bulls-and-cows:length=2,symbols=5"
COMPARE = f"/lab?game={quote(GAME)}&versus={quote(OTHER)}&do=analyse"
LONG = "/lab?game=mastermind%3Apegs%3D4%2Ccolours%3D6&do=analyse"
OWN = '''
from dataclasses import dataclass, field
from sleuth import Game

@dataclass(frozen=True)
class Steps(Game):
    """Find a stair: up or down?"""

    stairs: int = field(default=9, metadata={"help": "how many"})

    def secrets(self):
        return range(1, self.stairs + 1)

    def feedback(self, guess, stair):
        return "here" if guess == stair else "up" if guess < stair else "down"
'''


def table(page: Any) -> list[list[str]]:
    """The cells of the report."""
    page.one(".report table")
    script = "return [...document.querySelectorAll('.report tbody tr')].map(r => [...r.cells].map(c => c.textContent))"
    return list(page.driver.execute_script(script))


def test_two_games_are_chosen_and_compared(page: Any) -> None:
    """By name and by fields; the figures of each are those that it has by itself."""
    page.open("/lab?game=mastermind")
    Select(page.one("#pick-b")).select_by_value("bulls-and-cows")
    page.one("#b-field-length")
    values = {"#a-field-pegs": "2", "#a-field-colours": "4", "#b-field-length": "2", "#b-field-symbols": "5"}
    for field, value in values.items():
        page.one(field).send_keys(Keys.CONTROL, "a", Keys.NULL, value)
    page.press(".analyse")
    rows = table(page)
    assert quote(OTHER, safe="") in page.driver.current_url
    for game, column in ((GAME, 1), (OTHER, 3)):
        figures = perform(Analyse(game)).report.headline
        assert [row[column].removesuffix(f" {figure.unit}") for row, figure in zip(rows, figures, strict=True)] == [
            figure.text for figure in figures
        ]
    titles = [one.text for one in page.all(".report .chart h3")]
    assert len(titles) == len(set(titles)) == 5
    page.says("Bulls and cows, length 2, symbols 5", ".about")


@pytest.mark.heavy
def test_a_work_is_opened_again_elsewhere_and_after_a_restart(serve: Any, port: int, tmp_path: Path) -> None:
    """The same address shows the same numbers to another browser, and once the server began anew."""
    made = serve(tmp_path, port)
    first, second = open_browser(), open_browser(390, 844, dark=True)
    try:
        page = Page(first, made.url)
        page.open(COMPARE)
        numbers = table(page)
        other = Page(second, made.url)
        other.open(COMPARE)
        assert table(other) == numbers
        made.stop()
        made = serve(tmp_path, port)
        kept = {file.name: file.stat().st_size for file in (tmp_path / "studies").glob("*.json")}
        assert kept
        other.open(COMPARE)
        assert table(other) == numbers
        assert {file.name: file.stat().st_size for file in (tmp_path / "studies").glob("*.json")} == kept
    finally:
        first.quit()
        second.quit()
        made.stop()


def test_figures_and_numbers_are_taken_along(page: Any) -> None:
    page.open(COMPARE)
    rows = table(page)
    links = {
        name: page.one(f".report a[href*='study.{name}']").get_attribute("href") for name in ("csv", "json", "zip")
    }
    written = list(csv.reader(StringIO(httpx.get(links["csv"], timeout=60).text)))
    assert written[1:] == rows
    whole = httpx.get(links["json"], timeout=60).json()
    assert whole["game"] == GAME
    assert whole["versus"]["game"] == OTHER
    figures = [one.get_attribute("href") for one in page.all(".chart a[href*='/lab/chart/']")]
    assert len(figures) == 5
    for link in figures:
        reply = httpx.get(link, timeout=60)
        assert reply.headers["content-type"].startswith("image/svg+xml")
        root = ElementTree.fromstring(reply.text)
        assert root.find("{http://www.w3.org/2000/svg}style") is not None  # it stands for itself
    with ZipFile(BytesIO(httpx.get(links["zip"], timeout=60).content)) as archive:
        names = ["study.txt", "study.csv", "study.json", *(f"figure-{number}.svg" for number in range(1, 6))]
        assert archive.namelist() == names
        assert json.loads(archive.read("study.json")) == whole
        assert COMPARE.partition("?")[0] in archive.read("study.txt").decode()
    assert httpx.get(figures[0].replace("/chart/1", "/chart/9"), timeout=60).status_code == 404


def test_other_work_is_compared_too(page: Any) -> None:
    page.open(f"/lab?game={quote(GAME)}&versus=number:numbers=9&do=evaluate")
    rows = {row[0]: row[1:] for row in table(page)}
    assert rows["secrets"] == ["16", "9"]
    assert len(page.all(".report .chart svg")) == 1  # on common axes
    page.open(f"/lab?game={quote(GAME)}&versus=number:numbers=9&do=plane")
    assert len(table(page)[0]) == 3
    assert len(page.all(".report .chart svg")) == 2


def working(page: Any) -> tuple[int, float]:
    """The part that is under way, and its share."""
    found = page.driver.execute_script(
        "const box = document.querySelector('.working'); return box ? [box.dataset.part, box.dataset.share] : ['', '']"
    )
    return int(found[0] or 0), float(found[1] or 0)


def workers(served: Any) -> set[int]:
    return {one.pid for one in psutil.Process(served.process.pid).children(recursive=True)}


def test_progress_goes_up_and_cancel_stops_the_worker(page: Any, served: Any) -> None:
    page.driver.get(f"{page.url}{LONG}&seed=41")
    page.one(".working")
    page.until(lambda: working(page)[1] > 0)
    first = working(page)
    page.until(lambda: working(page) > first)
    assert re.search(r"\d+%: (about|how|this)", page.text(".working"))
    before = workers(served)
    page.press(".working button")
    page.says("It was stopped.", ".report")
    page.until(lambda: before - workers(served), "no worker was stopped")
    assert not list((served.folder / "studies").glob("*.part"))


def test_a_ticket_that_is_none(page: Any) -> None:
    page.open("/lab")
    assert httpx.get(f"{page.url}/progress/nothing-of-the-kind").status_code == 204
    assert httpx.get(f"{page.url}/progress/..%2f..%2fetc").status_code in (204, 404)
    reply = httpx.post(f"{page.url}/lab/study", data={"game": "number:numbers=5"}, headers={"x-ticket": "/" * 200})
    assert reply.status_code == 200


@pytest.mark.heavy
def test_own_games_from_a_folder(serve: Any, page: Any, tmp_path: Path) -> None:
    """They are offered everywhere by name; what does not load is told, and nothing else can be named."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "steps.py").write_text(OWN)
    (games / "broken.py").write_text("import nothing_of_the_kind\n")
    (tmp_path / "outside.py").write_text(OWN)
    made = serve(tmp_path, 0, "--games", str(games))
    page.url = made.url
    try:
        names = [one["name"] for one in httpx.get(f"{made.url}/api/games").json()]
        assert "steps" in names
        assert "broken.py does not load" in (tmp_path / "errors.txt").read_text()
        page.open("/")
        assert "/game/steps" in [one.get_dom_attribute("href") for one in page.all(".tile")]
        page.open("/lab")
        page.says("broken.py does not load", ".own-wrong")
        Select(page.one("#pick")).select_by_value("steps")
        page.one("#a-field-stairs").send_keys(Keys.CONTROL, "a", Keys.NULL, "7")
        page.press(".evaluate")
        page.says("Steps, stairs 7", ".report")
        assert {row[0]: row[1] for row in table(page)}["secrets"] == "7"
        page.open("/game/steps")
        page.press(".role[value=play]")
        page.until(lambda: "/play/" in page.driver.current_url)
        page.one(".board svg")
        page.open("/assist?game=steps")
        page.one(".hint-action")
        page.open("/watch?game=steps&seed=3&step=9")
        page.says("It was")
        for name in (str(tmp_path / "outside.py"), "../outside.py", "games/steps.py"):
            reply = httpx.post(f"{made.url}/api/assist", json={"game": name}, timeout=60)
            assert reply.status_code == 422
            assert "no game called" in reply.json()["error"]
    finally:
        page.driver.get("about:blank")
        made.stop()
        page.hosts()
        page.errors()


@pytest.mark.heavy
def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    words = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path), "--games", str(tmp_path / "nowhere")]
    done = subprocess.run([sys.executable, "-m", "sleuth", *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "there is no folder" in done.stderr
