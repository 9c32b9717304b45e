"""Learn, in a real browser: two strategies, forward and back, at a speed, from an address, and with lies."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
FASTEST = "document.querySelector('#speed').value = 10"


def at(page: Any) -> dict[str, str]:
    """What the address says."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.driver.current_url).query).items()}


def boards(page: Any) -> list[str]:
    """What stands on both boards, as a screen reader has it."""
    script = "return [...document.querySelectorAll('.player .board desc')].map(one => one.textContent)"
    return [str(text) for text in page.driver.execute_script(script)]


def test_two_strategies(page: Any) -> None:
    page.open("/watch?game=number:numbers=9&one=entropy&other=random&secret=9")
    assert not page.one(".back").is_enabled()
    assert not page.one(".pause").is_enabled()
    page.press(".start")
    page.until(lambda: page.text().count("Found 9 in") == 2)
    assert len(boards(page)) == 2
    page.says("It was 9.")
    assert "1: Entropy" in page.text("#curve")
    assert not page.one(".step").is_enabled()
    assert not page.one(".pause").is_enabled()
    page.says("Ask what leaves the least entropy on average", ".player .help")


def test_steps_forward_and_back_and_a_reload(page: Any) -> None:
    page.open("/watch?game=mastermind:pegs=3,colours=4&one=entropy&other=random&secret=132")
    shown = [boards(page)]
    for number in (1, 2):
        page.press(".step")
        page.until(lambda number=number: at(page).get("step") == str(number))
        shown.append(boards(page))
    page.driver.refresh()
    page.until(lambda: boards(page) == shown[2])
    for number in (1, 0):
        page.press(".back")
        page.until(lambda number=number: boards(page) == shown[number])
    assert "step" not in at(page)
    page.says("Two strategies look for the same code", "#head")


def test_a_drawn_secret_is_the_same_again(page: Any) -> None:
    page.open("/watch?game=number:numbers=20")
    where = page.driver.current_url
    assert at(page)["seed"].isdecimal()
    found = []
    for _ in range(2):
        page.open(where)
        page.driver.execute_script(FASTEST)
        page.press(".start")
        page.until(lambda: page.text().count("Found ") == 2)
        found.append(page.text(".stands"))
    assert found[0] == found[1]


def test_another_game_and_another_strategy(page: Any) -> None:
    """Choosing sets the boards up anew, and the address goes along; Back takes the choice back."""
    page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152&step=2")
    Select(page.one("#one-strategy")).select_by_value("minimax")
    page.until(lambda: at(page)["one"] == "minimax" and "step" not in at(page))
    page.says("in the worst case", ".player .help")
    page.until(page.idle)
    page.driver.back()
    page.until(lambda: "on average" in page.text(".player .help"))
    page.until(page.idle)
    page.press("#own summary")
    page.one("#secret").send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.DELETE, Keys.TAB)
    page.until(lambda: "secret" not in at(page))
    Select(page.one("#pick")).select_by_value("ulam")
    page.until(lambda: at(page)["game"] == "ulam" and page.idle())
    assert "Berlekamp" in page.text("#one-strategy")
    assert "Word by word" not in page.text("#one-strategy")


def test_lies_are_watched_too(page: Any) -> None:
    page.open("/watch?game=number:numbers=9@lies:most=1&secret=9")
    page.says("Answers may be lies.", "#head")
    page.driver.execute_script(FASTEST)
    page.press(".start")
    page.until(lambda: page.text().count("Found 9 in") == 2)
    page.says("1 lie", ".player .board")


def test_start_again_and_again(page: Any) -> None:
    """Steps of a play that was left behind do not get into the new one."""
    page.open("/watch?game=mastermind&one=entropy&other=minimax&secret=4152")
    for _ in range(4):
        page.driver.execute_script(
            "for (const one of ['.step', '.start', '.step', '.step']) document.querySelector(one).click()"
        )
        page.until(page.idle)
    page.until(lambda: page.text().count("Found blue sky red green in") == 2)
    assert page.text(".stands").splitlines()[0] == "Found blue sky red green in 4 questions"
    assert page.driver.execute_script("return document.querySelectorAll('#one, #other, #curve, #pace').length") == 4


def test_pause_and_go_on(page: Any) -> None:
    page.open("/watch?game=number:numbers=100&one=random&other=entropy&secret=9")
    page.driver.execute_script("document.querySelector('#speed').value = 0")
    page.press(".start")
    page.settled()  # a step that is asked for before it has begun does not know of it
    page.press(".step")
    page.until(lambda: at(page).get("step"))
    page.press(".pause")
    page.says("Go on", ".pause")
    page.until(page.idle)
    assert page.driver.execute_script("return document.querySelector('#pace').dataset.every") is None
    page.driver.execute_script(FASTEST)
    page.press(".pause")
    page.until(lambda: page.text().count("Found 9 in") == 2)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"game": "nothing-" * 30, "secret": "x" * 150}, "There is no game called"),
        ({"game": "mastermind", "secret": "9999"}, "9999"),
        ({"game": "mastermind", "one": "nonsense"}, "nonsense"),
        ({"game": HOSTILE, "one": HOSTILE, "secret": HOSTILE}, "There is no game called"),
    ],
)
def test_what_is_wrong_stands_there_and_can_be_mended(page: Any, query: dict[str, str], words: str) -> None:
    page.open(f"/watch?{urlencode(query)}")
    page.says(words, ".wrong")
    assert page.driver.title == "Learn · Sleuth"
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0
    assert not page.one(".start").is_enabled()
    page.press("#own summary")
    for field, value in (("#secret", ""), ("#spec", "number")):
        page.one(field).send_keys(Keys.CONTROL, "a", Keys.NULL, value or Keys.DELETE, Keys.TAB)
        page.until(page.idle)
    Select(page.one("#one-strategy")).select_by_value("usual")
    page.until(lambda: len(boards(page)) == 2)
    assert not page.all(".wrong")


def test_titles_are_games_too(page: Any) -> None:
    page.open(f"/watch?game={quote('Bulls and cows')}")
    page.until(lambda: len(boards(page)) == 2)
    assert Select(page.one("#pick")).first_selected_option.text == "Bulls and cows"


def test_boards_are_above_the_fold(page: Any) -> None:
    """At 1280 x 800 both boards and the curve can be seen without scrolling, also once all is asked."""
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    )
    try:
        page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152&step=8")
        script = "return [...document.querySelectorAll('.lesson .board')].map(b => b.getBoundingClientRect().bottom)"
        bottoms = page.driver.execute_script(script)
        assert len(bottoms) == 3
        assert max(bottoms) <= 800
    finally:
        page.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False},
        )


def test_what_the_sentence_says(page: Any) -> None:
    page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152&step=100")
    found = re.findall(r"Found blue sky red green in (\d+) questions", page.text(".stands"))
    assert page.text("#head h2") == f"Entropy finds it in {found[0]} questions, Random in {found[1]}."
    assert at(page)["step"] == max(found, key=int)


def test_to_any_step_by_keys_and_slider(page: Any) -> None:
    """Arrows step back and forth, End plays to the end, the slider goes to any step that was seen."""
    page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152")
    page.until(lambda: len(boards(page)) == 2)
    page.keys(Keys.ARROW_RIGHT)
    page.until(lambda: at(page).get("step") == "1")
    page.keys(Keys.ARROW_RIGHT)
    page.until(lambda: at(page).get("step") == "2")
    page.keys(Keys.ARROW_LEFT)
    page.until(lambda: at(page).get("step") == "1")
    page.settled()
    page.keys(Keys.END)
    page.until(lambda: page.text().count("Found blue sky red green in") == 2)
    most = int(at(page)["step"])
    slider = page.one("#at")
    assert slider.get_attribute("max") == str(most)
    page.driver.execute_script(
        "arguments[0].value = 3; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))", slider
    )
    page.until(lambda: at(page).get("step") == "3")
    page.says("Question 3", "#jump")


def test_size_and_lies_as_fields(page: Any) -> None:
    page.open("/watch?game=number&seed=4")
    page.press("#size summary")
    page.one("#field-numbers").send_keys(Keys.CONTROL, "a", Keys.NULL, "16")
    page.press("#size .chip:has([value=lies])")
    page.press("#size .set")
    page.until(lambda: at(page)["game"] == "number:numbers=16@lies:most=1")
    page.says("no lie: 16", ".player .board")


def test_three_strategies(page: Any) -> None:
    page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152")
    Select(page.one("#third-strategy")).select_by_value("minimax")
    page.until(lambda: at(page).get("third") == "minimax" and page.idle())
    page.until(lambda: len(page.all(".player .board svg")) == 3)
    page.press("#last")
    page.until(lambda: page.text().count("Found blue sky red green in") == 3)
    page.says("3: Minimax", "#curve")


def test_full_screen_for_a_projector(page: Any) -> None:
    page.size(1280, 800)
    page.open("/watch?game=mastermind&one=entropy&other=random&secret=4152&step=6")
    size = "return parseFloat(getComputedStyle(document.querySelector('.stands')).fontSize) * (getComputedStyle(document.querySelector('main')).zoom || 1)"  # noqa: E501
    before = page.driver.execute_script(size)
    page.press("[data-full]")
    page.until(lambda: not page.all("header.top"))
    assert page.driver.execute_script(size) >= 1.2 * before
    script = "return [...document.querySelectorAll('.lesson .board')].map(b => b.getBoundingClientRect().bottom)"
    assert max(page.driver.execute_script(script)) <= 800
    page.press("[data-full]")
    page.until(lambda: page.all("header.top"))
    page.size(1200, 900)
