"""The lab, in a real browser: studies by their address, charts by day and night, figures to take along, tournaments."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from sleuth.adapters.service.limits import SLOW_EACH
from sleuth.app import Evaluate, Solve, perform
from sleuth.play.tournament import Config, run_tournament
from sleuth.show.svg.palette import contrast

HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"


def study(page: Any, **query: str) -> None:
    page.open(f"/lab?{urlencode(query)}")
    page.one(".report table")


def test_an_example_in_one_press(page: Any) -> None:
    page.open("/lab")
    page.press(".example")
    page.says("First moves differ", ".report")
    page.until(lambda: len(page.all(".report .chart svg")) == 2)
    page.says("95% interval", ".report")
    page.says("exact", ".report")
    assert page.driver.execute_script("return document.querySelectorAll('h1').length") == 1


def test_every_button_is_an_address(page: Any) -> None:
    page.open("/lab?game=number:numbers=9")
    for button, words in (
        ("analyse", "missing at the start"),
        ("evaluate", "against every secret"),
        ("solve", "Proved: no strategy is better."),
        ("plane", "Questions on average, by order and degree"),
    ):
        page.press(f".{button}")
        page.says(words, ".report")
        assert f"do={button}" in page.driver.current_url
        assert "game=number%3Anumbers%3D9" in page.driver.current_url
        page.driver.refresh()
        page.says(words, ".report")
    page.driver.back()
    page.says("Proved: no strategy is better.", ".report")


def test_sizes_have_one_unit_an_axis(page: Any) -> None:
    page.open("/lab?game=number:numbers=9")
    for field, value in (("#from", "4"), ("#to", "6")):
        page.one(field).send_keys(Keys.CONTROL, "a", Keys.NULL, value)
    page.press(".sweep")
    page.says("best one-step rule", ".report")
    names = [one.text for one in page.all(".report .chart h3")]
    assert names[0] == "Bits over numbers"
    assert len(names) == len(set(names)) == 3
    page.says("In brackets: the 95% interval of an estimate.", ".report")
    assert page.all(".report h2")[0].text == "Number, numbers 4 to 6"


def test_a_game_from_the_list_or_as_text(page: Any) -> None:
    page.open("/lab")
    assert page.one("#from").get_attribute("value") == "1"
    Select(page.one("#pick")).select_by_value("number")
    page.until(lambda: page.all("#a-field-numbers"))
    page.press(".evaluate")
    page.until(lambda: "/lab?game=number&do=evaluate" in page.driver.current_url)
    page.says("against every secret", ".report")
    assert [page.one(field).get_attribute("value") for field in ("#from", "#to")] == ["25", "100"]
    page.press("#text summary")
    page.one("#spec").send_keys(Keys.CONTROL, "a", Keys.NULL, "Bulls and cows: length=2, symbols=4")
    page.press(".evaluate")
    page.says("Bulls and cows, length 2", ".report")
    assert Select(page.one("#pick")).first_selected_option.text == "Bulls and cows"


def test_sizes_are_fields_and_presets(page: Any) -> None:
    page.open("/lab?game=mastermind")
    page.press(".preset[value='a-Easy']")
    page.until(lambda: page.one("#a-field-pegs").get_attribute("value") == "3")
    page.one("#a-field-colours").send_keys(Keys.CONTROL, "a", Keys.NULL, "3")
    page.press(".evaluate")
    page.says("against every secret", ".report")
    assert "game=mastermind%3Apegs%3D3%2Ccolours%3D3" in page.driver.current_url


@pytest.mark.parametrize("game", ["mastermind:pegs=99", HOSTILE, "nothing"])
def test_what_cannot_be_done_is_said_on_the_page(page: Any, game: str) -> None:
    page.open(f"/lab?game={quote(game)}&do=analyse")
    assert page.text(".report .wrong").endswith(".")
    assert page.driver.title == "Lab · Sleuth"
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0


def test_a_study_that_was_stopped_can_be_done_again(page: Any) -> None:
    page.driver.get(f"{page.url}/lab?game=wordle&do=analyse")
    page.press(".working button")
    page.says("It was stopped.", ".report")
    assert not page.all(".report .soft")
    page.press(".report .again")
    page.press(".working button")
    page.says("It was stopped.", ".report")


@pytest.mark.parametrize(
    "game", ["mastermind:pegs=2,colours=4", "battleship:size=3,fleet=2", "ulam:numbers=16@lies:most=1"]
)
def test_the_figures_are_those_of_python(page: Any, game: str) -> None:
    study(page, game=game, do="solve")
    solved = perform(Solve(game)).as_json()
    page.says("Proved: no strategy is better." if solved["proved"] else "The best that was found in time.")
    named = "total" if solved["objective"] == "mean" else "longest play"
    assert _figures(page) == _shown(solved) | {f"least {named} that is possible": f"{solved['lower_bound']:,}"}
    study(page, game=game, do="evaluate")
    evaluated = perform(Evaluate(game)).as_json()
    page.says(f"The strategy {evaluated['strategy']} against every secret.")
    best = evaluated["optimum"]
    known = {} if best is None else {"total of the best strategy": f"{best['total']:,}"}
    assert _figures(page) == _shown(evaluated) | known


def test_figures_to_take_along(page: Any) -> None:
    study(page, game="number:numbers=9", do="evaluate")
    links = [page.one(f".report a[href*='study.{kind}']").get_attribute("href") for kind in ("csv", "json")]
    table, whole = (httpx.get(link, timeout=60) for link in links)
    rows = list(csv.reader(StringIO(table.text)))
    assert dict(rows[1:]) == _figures(page)
    assert whole.json()["histogram"] == perform(Evaluate("number:numbers=9")).as_json()["histogram"]
    assert httpx.get(links[0].replace("number%3Anumbers%3D9", "nothing")).status_code == 422


def _figures(page: Any) -> dict[str, str]:
    """The table of the report."""
    return dict([cell.text for cell in row.find_elements("css selector", "td")] for row in page.all(".report tbody tr"))


def _shown(result: dict[str, Any]) -> dict[str, str]:
    keys = {"secrets": "secrets", "total": "total", "longest play": "worst"}
    shown = {name: f"{result[key]:,}" for name, key in keys.items() if result[key] is not None}
    return shown | ({} if result["mean"] is None else {"mean": f"{result['mean']:.4f}"})


def test_charts_follow_the_mode(page: Any) -> None:
    """By day and by night, also when that changes: texts have a contrast of 4.5, lines and bars one of 3."""
    study(page, game="mastermind:pegs=2,colours=4", do="analyse")
    papers = set()
    for _ in range(2):
        found = page.driver.execute_script(CHART_COLOURS)
        texts, marks, paper = found["texts"], found["marks"], found["paper"]
        papers.add(paper)
        assert len(texts) > 10
        assert len(marks) == 5
        assert [ink for ink in texts if contrast(ink, paper) < 4.5] == []
        assert [ink for ink in marks if contrast(ink, paper) < 3] == []
        page.press("[data-theme-turn]")
        page.until(lambda paper=paper: page.driver.execute_script(CHART_COLOURS)["paper"] != paper)
    assert len(papers) == 2


CHART_COLOURS = """
const hex = c => '#' + c.match(/[\\d.]+/g).slice(0, 3).map(v => Math.round(v).toString(16).padStart(2, '0')).join('');
const shown = (what, name) => [...document.querySelectorAll('.report .chart ' + what)]
  .map(e => getComputedStyle(e)[name]).filter(c => c.startsWith('rgb(')).map(hex);
const paper = hex(getComputedStyle(document.querySelector('.report .card')).backgroundColor);
return {texts: shown('text', 'fill'), paper, marks: [...shown('path', 'stroke'), ...shown('rect.f-voice', 'fill')]};
"""


def test_the_last_study_counts(page: Any) -> None:
    page.driver.get(f"{page.url}/lab?game=wordle&do=analyse")
    page.says("Analysing", ".report")
    Select(page.one("#pick")).select_by_value("number")
    page.press(".evaluate")
    page.says("against every secret", ".report")
    page.until(page.idle)
    assert page.all(".report h2")[0].text.startswith("Number")


def test_tournaments_in_the_lab(page: Any, served: Any) -> None:
    config = Config.parse('games = ["number:numbers=9"]\nagents = ["entropy", "random"]\ntrials = 5\n', "test")
    run_tournament(config, served.folder / "small.db", workers=0)
    page.open("/lab?tournament=small")
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


@pytest.mark.heavy
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

    def said() -> bool:
        page.open("/lab?game=number:numbers=9&do=analyse")
        return "requests are under way already" in page.text(".report")

    with ThreadPoolExecutor(SLOW_EACH + 1) as crowd:
        try:
            for _ in range(SLOW_EACH + 1):
                crowd.submit(flood)
            page.until(refused.is_set)
            page.until(said)
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
