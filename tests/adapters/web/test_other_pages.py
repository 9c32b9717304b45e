"""Assist, watch, lab and Clue in a real browser; phone size, dark mode, contrast, and hostile words."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from typing import Any
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from sleuth.play.tournament import Config, run_tournament
from sleuth.show.svg.palette import contrast

PLAYS = ["mastermind", "wordle", "battleship:size=6,fleet=3-2", "guess-who", "black-box", "fake-coin"]
PAGES = [*PLAYS, "/", "/assist", "/assist?game=mastermind&history=0011%3D1.0", "/watch", "/lab", "/clue"]
HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"


def play(page: Any, game: str) -> str:
    """A new play; its address."""
    body = json.dumps({"game": game}).encode()
    request = urllib.request.Request(f"{page.url}/api/plays", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return f"/play/{json.load(reply)['id']}"


def test_assist_from_the_first_click(page: Any) -> None:
    page.open("/assist")
    page.press(".begin")
    page.says("What was the answer?")
    asked = page.text(".hint-action").removeprefix("Ask ")
    page.press(".answers .chip")
    page.until(lambda: asked in page.text(".plain tbody"))
    assert f"history={quote(asked)}" in page.driver.current_url
    page.driver.refresh()
    page.until(lambda: asked in page.text(".plain tbody"))
    page.press(".undo")
    page.until(lambda: "What was answered" not in page.text())


def test_assist_with_another_question_and_tiles(page: Any) -> None:
    page.open("/assist?game=wordle")
    field = page.one(".asked input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("crane")
    page.press(".change")
    page.says("The answer to crane was")
    for _ in range(2):
        page.press(".answers .sign:nth-child(2)")
    page.says("R y", ".answers")
    page.press(".answer")
    page.until(lambda: "-y---" in page.text(".plain tbody"))


def test_assist_by_the_board(page: Any) -> None:
    page.open("/assist?game=number")
    page.press(".board [data-action='7']")
    page.says("The answer to 7 was")


def test_a_contradiction_is_repaired(page: Any) -> None:
    page.open("/assist?game=number&history=50%3Dlower%3B60%3Dhigher")
    page.says("These answers contradict each other")
    assert page.text(".repair").index("Check step 2") < page.text(".repair").index("Check step 1")
    page.press(".repair .chip")
    page.says("49 candidates left")
    assert "60%3Dlower" in page.driver.current_url


def test_watch_two_strategies(page: Any) -> None:
    page.open("/watch?game=number:numbers=9&one=entropy&other=random&secret=9")
    page.press(".start")
    page.until(lambda: page.text().count("found 9 in") == 2)
    assert page.driver.execute_script("return document.querySelectorAll('.half .board svg').length") == 2
    assert "1: entropy" in page.text()


def test_the_lab(page: Any) -> None:
    page.open("/lab?game=number:numbers=9")
    page.press(".analyse")
    page.says("missing at the start", ".report")
    page.until(lambda: len(page.driver.execute_script("return document.querySelectorAll('.report canvas')")) == 2)
    page.press(".plane")
    page.says("Expected steps by order and degree", ".report")
    sizes = page.all(".nicegui-content input")[1]
    sizes.send_keys(Keys.CONTROL, "a")
    sizes.send_keys("numbers=4..6")
    page.press(".sweep")
    page.says("Figures over numbers", ".report")


def test_tournaments_in_the_lab(page: Any, served: Any) -> None:
    config = Config.parse('games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 5\n', "test")
    run_tournament(config, served.folder / "small.db", workers=0)
    page.open("/lab")
    page.says("small: 10 of 10 trials")
    page.says("95% interval")


def test_a_tournament_is_shown_while_it_runs(page: Any, served: Any) -> None:
    config = served.folder / "live.toml"
    config.write_text('games = ["number:numbers=50"]\nagents = ["sampled-ises:seconds=0.1"]\ntrials = 500\n')
    results = served.folder / "a-live.db"
    words = ["tournament", "run", str(config), "--out", str(results), "--workers", "0", "--json"]
    with subprocess.Popen([sys.executable, "-m", "sleuth", *words], stdout=subprocess.DEVNULL) as running:
        try:
            page.until(results.exists)

            def trials() -> int:
                found = re.search(r"a-live: ([\d,]+) of 500 trials, running", page.text(".tournament"))
                return int(found[1]) if found else 0

            page.open("/lab")
            page.until(lambda: trials() > 0)
            first = trials()
            page.until(lambda: trials() > first)
        finally:
            running.kill()
    results.unlink()


def test_a_table_of_clue(page: Any) -> None:
    page.open("/clue")
    page.press(".deal")
    page.press(".suggest")
    page.says("You suggest", ".events")
    page.press(".notebook-button")
    page.one(".board svg")
    page.press(".advice")
    page.says("accuse")


def test_help_at_a_real_table_and_myst(page: Any) -> None:
    page.open("/clue")
    page.press(".work-out")
    page.says("= 1/2")
    log = page.one(".log textarea")
    log.send_keys(Keys.CONTROL, Keys.END)
    log.send_keys("Ben: White, Wrench, Library -> Cat no, Ann no\n")
    page.press(".what-now")
    page.says("cannot all be true", ".clue-help")


@pytest.mark.parametrize("path", PAGES)
def test_phone_size_and_dark(page: Any, path: str) -> None:
    """Nothing is wider than the phone, and all text has a contrast of 4.5 or more, by day and by night."""
    driver = page.driver
    try:
        size = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for mode in ("light", "dark"):
            media = {"features": [{"name": "prefers-color-scheme", "value": mode}]}
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
            page.open(path if path.startswith("/") else play(page, path))
            page.one("h1")
            dressed = f"return document.body.classList.contains('body--{mode}')"
            page.until(lambda dressed=dressed: driver.execute_script(dressed))
            assert driver.execute_script("return document.documentElement.scrollWidth") <= 360
            bad = [
                (text, ink, paper) for text, ink, paper in driver.execute_script(COLOURS) if contrast(ink, paper) < 4.5
            ]
            assert bad == [], mode
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        size = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


COLOURS = """
const hex = c => {
  const m = c.match(/[\\d.]+/g).map(Number);
  if (m.length > 3 && m[3] === 0) return null;
  return '#' + m.slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
};
const under = e => {
  for (; e; e = e.parentElement) { const c = hex(getComputedStyle(e).backgroundColor); if (c) return c; }
  return '#ffffff';
};
return [...document.querySelectorAll('main *, nav *')].filter(
  e => e.checkVisibility() && !e.closest('svg,.q-btn[disabled],.q-icon,canvas')
    && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
).map(e => [e.textContent.trim().slice(0, 40), hex(getComputedStyle(e).color) || '#000000', under(e)]);
"""


@pytest.mark.parametrize(
    "path",
    [
        f"/assist?game={quote(HOSTILE)}",
        f"/assist?game=mastermind&history={quote(HOSTILE)}",
        f"/assist?game=mastermind&strategy={quote(HOSTILE)}",
        f"/watch?game={quote(HOSTILE)}&one={quote(HOSTILE)}&secret={quote(HOSTILE)}",
        f"/lab?game={quote(HOSTILE)}",
        f"/play/{quote('<img src=x onerror=alert(1)>')}",
    ],
)
def test_hostile_addresses(page: Any, path: str) -> None:
    page.open(path)
    page.one("h1")
    assert page.driver.title != "owned"
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0


def test_hostile_names_at_a_table(page: Any) -> None:
    page.open("/clue")
    log = page.one(".log textarea")
    log.send_keys(Keys.CONTROL, "a")
    log.send_keys("players: <img src=x onerror=alert(1) 6, B&lt;i&gt;n 6, Cat 6\nCat: Plum, Rope, Hall -> none\n")
    page.press(".what-now")
    page.says("deals are left", ".clue-help")
    assert page.driver.execute_script("return document.querySelectorAll('.clue-help img').length") == 0
    heads = page.driver.execute_script("return document.querySelector('.clue-help svg').textContent")
    assert "<img" in heads
    assert "B&lt;" in heads


def test_the_reference_of_the_api(page: Any) -> None:
    page.driver.get(f"{page.url}/api/docs")
    page.says("/api/assist")
