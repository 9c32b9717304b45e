"""Assist, watch, lab and Clue in a real browser; phone size, dark mode, contrast, and hostile words."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from selenium.webdriver.common.keys import Keys

from sleuth.adapters.service.limits import SLOW_EACH
from sleuth.play.tournament import Config, run_tournament
from sleuth.show.svg.palette import contrast

HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"


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
    page.until(lambda: len(page.all(".report .chart svg")) == 2)
    page.press(".plane")
    page.says("Expected steps by order and degree", ".report")
    sizes = page.all(".nicegui-content input")[1]
    sizes.send_keys(Keys.CONTROL, "a")
    sizes.send_keys("numbers=4..6")
    page.press(".sweep")
    page.says("Figures over numbers", ".report")
    page.says("best one-step rule", ".report")


def test_charts_follow_the_mode(page: Any) -> None:
    """By day and by night, also when that changes: texts have a contrast of 4.5, lines and bars one of 3."""
    page.open("/lab?game=mastermind:pegs=2,colours=4")
    page.press(".analyse")
    page.until(lambda: len(page.all(".report .chart svg")) == 2)
    papers = set()
    for _ in range(2):
        found = page.until(lambda: page.driver.execute_script(CHART_COLOURS))
        texts, marks, paper = found["texts"], found["marks"], found["paper"]
        papers.add(paper)
        assert len(texts) > 10
        assert len(marks) > 5
        assert [ink for ink in texts if contrast(ink, paper) < 4.5] == []
        assert [ink for ink in marks if contrast(ink, paper) < 3] == []
        page.press(".mode")
        page.until(lambda paper=paper: page.driver.execute_script(CHART_COLOURS)["paper"] != paper)
    assert len(papers) == 2


def test_the_mode_is_remembered(page: Any) -> None:
    """What a person chose holds on every page, until they choose what the system says."""
    dark = "return document.body.classList.contains('body--dark')"
    page.open("/")
    system = page.driver.execute_script(dark)
    for wanted, paths in ((not system, ("/assist", "/clue")), (system, ("/watch", "/"))):
        page.press(".mode")
        page.until(lambda wanted=wanted: page.driver.execute_script(dark) == wanted)
        for path in paths:
            page.open(path)
            page.until(lambda wanted=wanted: page.driver.execute_script(dark) == wanted)
    assert page.driver.execute_script("return localStorage.length") == 0


CHART_COLOURS = """
const hex = c => '#' + c.match(/[\\d.]+/g).slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
const shown = (what, name) => [...document.querySelectorAll('.report .chart ' + what)]
  .map(e => getComputedStyle(e)[name]).filter(c => c.startsWith('rgb(')).map(hex);
const paper = hex(getComputedStyle(document.querySelector('.report .card')).backgroundColor);
return {texts: shown('text', 'fill'), paper,
  marks: [...shown('path[stroke-width="2"],path[stroke-width="3"]', 'stroke'), ...shown('path[fill^=var]', 'fill')]};
"""


def test_tournaments_in_the_lab(page: Any, served: Any) -> None:
    config = Config.parse('games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 5\n', "test")
    run_tournament(config, served.folder / "small.db", workers=0)
    page.open("/lab")
    page.says("small: 10 of 10 trials")
    page.says("95% interval")


def test_a_tournament_is_shown_while_it_runs(page: Any, served: Any) -> None:
    config = served.folder / "live.toml"
    config.write_text('games = ["number:numbers=50"]\nagents = ["ismcts:seconds=0.1"]\ntrials = 20000\n')
    results = served.folder / "a-live.db"
    words = ["tournament", "run", str(config), "--out", str(results), "--workers", "0", "--json"]
    with subprocess.Popen([sys.executable, "-m", "sleuth", *words], stdout=subprocess.DEVNULL) as running:
        try:

            def trials() -> int:
                found = re.search(r"a-live: ([\d,]+) of 20,000 trials, running", page.text(".tournament"))
                return int(found[1]) if found else 0

            page.until(lambda: "a-live" in httpx.get(f"{page.url}/api/tournaments", timeout=90).text)
            page.open("/lab")
            page.until(lambda: trials() > 0)
            first = trials()
            page.until(lambda: trials() > first)
        finally:
            running.kill()
    results.unlink()


def test_a_table_of_clue(page: Any) -> None:
    page.open("/clue")
    page.one(".deal-number input").send_keys("7", Keys.TAB)
    page.press(".deal")
    page.press(".suggest")
    page.says("You suggest", ".events")
    page.press(".notebook-button")
    page.one(".board svg")
    page.press(".advice")
    page.says("Do not accuse yet")


def test_a_game_of_clue_is_reviewed_at_its_end(page: Any) -> None:
    page.open("/clue")
    page.one(".deal-number input").send_keys("7", Keys.TAB)
    page.press(".deal")
    page.press(".suggest")
    page.press(".accuse")
    page.press(".review")
    page.says("bits missing at the start")
    page.one(".board svg")
    page.says("bits expected", ".grades")


def test_help_at_a_real_table_and_myst(page: Any) -> None:
    page.open("/clue")
    page.press(".work-out")
    page.says("= 1/2")
    log = page.one(".log textarea")
    log.send_keys(Keys.CONTROL, Keys.END)
    log.send_keys("Ben: White, Wrench, Library -> Cat no, Ann no\n")
    page.press(".what-now")
    page.says("cannot all be true", ".clue-help")


def test_a_log_stays_over_a_reload_and_a_typo_wipes_nothing(page: Any) -> None:
    page.open("/clue")
    log = page.one(".log textarea")
    log.send_keys(Keys.CONTROL, Keys.END)
    log.send_keys("Ben: Whyte, Wrench, Library -> Cat no, Ann no\nCat: White, Revolver, Lounge -> Ben ?\n")
    page.press(".what-now")
    page.says("Line 5 is left out", ".clue-help")
    page.says("deals are left", ".clue-help")
    page.says("or ", ".clue-help")
    page.open("/clue")
    page.until(lambda: "Whyte, Wrench" in page.one(".log textarea").get_attribute("value"))
    page.press(".what-now")
    page.says("Line 5 is left out", ".clue-help")


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


def test_markup_brings_no_script_along(page: Any) -> None:
    """Even markup that somebody got into the page runs nothing: the browser refuses what has not the right number."""
    page.open("/")
    page.driver.execute_script("""
        const made = document.createElement('div');
        made.innerHTML = `<svg onload="document.title='owned'"></svg>`;
        const script = document.createElement('script');
        script.textContent = "document.title = 'owned'";
        document.body.append(made, script);
    """)
    refused = page.until(lambda: page.errors())
    assert all("Content Security Policy" in error for error in refused)
    assert page.driver.title == "Games · Sleuth"


def test_the_page_has_one_share_with_the_api(page: Any, serve: Any, tmp_path: Path) -> None:
    """What a client asks of the API counts for its page too; another client is served meanwhile."""
    made = serve(tmp_path)
    page.url = made.url
    stop, refused = Event(), Event()

    def flood() -> None:
        while not stop.is_set():
            with suppress(httpx.HTTPError):
                reply = httpx.post(f"{made.url}/api/solve", json={"game": "wordle", "seconds": 5}, timeout=90)
                if reply.status_code == 429:
                    refused.set()
                    stop.wait(0.1)

    def told() -> bool:
        page.press(".analyse")
        return "requests are under way already" in page.text(".q-notification")

    with ThreadPoolExecutor(SLOW_EACH + 1) as crowd:
        try:
            page.open("/lab?game=number:numbers=9")
            for _ in range(SLOW_EACH + 1):
                crowd.submit(flood)
            page.until(refused.is_set)
            page.until(told)
            other = httpx.HTTPTransport(local_address="127.0.0.2")
            with httpx.Client(transport=other, timeout=90) as client:
                value = client.post(f"{made.url}/api/myst/value", json={"m": 2, "n": 2})
            assert value.json()["exact"] == "1/2"
        finally:
            stop.set()
            page.driver.get("about:blank")
            made.stop()
            page.hosts()
            page.errors()


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
