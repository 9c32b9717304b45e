"""What a question would tell, in a real browser: a chart that follows the keys and taps, before anything is asked."""

from __future__ import annotations

from typing import Any

import pytest

from sleuth.app import QuestionParts, perform

HIGHEST = (
    "return [...document.querySelectorAll('#parts .split > li:not(.tail) > span:first-child')].map(e => e.innerText)"
)


def chart(page: Any, words: str) -> list[str]:
    """The numbers above the bars, once the chart is that of some words."""
    page.says(words, "#parts .parts-what")
    page.until(lambda: page.driver.execute_script("return document.documentElement.dataset.chart") == "still")
    return list(page.driver.execute_script(HIGHEST))


def numbers(game: str, action: str, history: str = "") -> list[str]:
    """The same by Python: those that a bar is drawn for."""
    parts = perform(QuestionParts(game, action, history)).parts
    return ["✓" if part.wins else f"{part.candidates:,}" for part in parts][:8]


def test_wordle_by_keys(page: Any) -> None:
    """Letter by letter nothing is asked; the fifth one draws the chart, another word another one."""
    page.open("/assist?game=wordle&history=crane%3D-----")
    resting = page.text("#parts")
    page.keys("mois")
    assert page.text("#parts") == resting
    page.keys("t")
    assert chart(page, "MOIST") == numbers("wordle", "moist", "crane=-----")
    page.says("Of the 419 words about 12 will be left, 38 at worst.", "#parts")
    for _ in range(5):
        page.press(".board [data-key=Backspace]")
    page.until(lambda: page.text("#parts") == resting)
    page.keys("light")
    assert chart(page, "LIGHT") == numbers("wordle", "light", "crane=-----")
    assert page.driver.execute_script("return document.querySelectorAll('.cycle').length") == 5  # of crane alone


def test_old_answers_are_dropped(page: Any) -> None:
    """However fast somebody types, the chart is of what stands on the board; typing waits for nothing."""
    page.open("/assist?game=wordle")
    page.driver.execute_script("""
      const real = fetch; let first = true;
      window.fetch = (url, options) => {
        if (!String(url).includes('/parts') || !first) return real(url, options);
        first = false;
        return new Promise((done, failed) => {
          options.signal.addEventListener('abort', () => failed(new DOMException('', 'AbortError')));
          setTimeout(() => real(url, {...options, signal: undefined}).then(done), 3000);
        });
      };
    """)
    page.keys("tares")
    page.until(lambda: page.driver.execute_script("return document.documentElement.dataset.chart") == "waits")
    for _ in range(5):
        page.press(".board [data-key=Backspace]")
    page.keys("slate")
    assert page.driver.execute_script("return typedNow().join('')") == "slate"
    assert chart(page, "SLATE") == numbers("wordle", "slate")


def test_mastermind_by_taps(page: Any) -> None:
    page.open("/assist?game=mastermind:pegs=3,colours=4")
    for colour in (0, 0, 1):
        page.press(f".press[data-value='{colour}']")
    page.until(lambda: page.all("#parts .parts-what svg"))
    page.until(lambda: page.driver.execute_script("return document.documentElement.dataset.chart") == "still")
    assert page.driver.execute_script(HIGHEST) == numbers("mastermind:pegs=3,colours=4", "001")
    labels = page.driver.execute_script("return document.querySelectorAll('#parts .split .token svg').length")
    assert labels == len(numbers("mastermind:pegs=3,colours=4", "001"))  # pictures, no codes
    page.press("#bits summary")
    page.says("One bit is one clean halving", "#parts")


def test_lies_are_told_apart_in_the_bars(page: Any) -> None:
    page.open("/assist?game=mastermind:pegs=3,colours=4@lies:most=1&history=012%3D1.1")
    for colour in (0, 0, 1):
        page.press(f".press[data-value='{colour}']")
    page.until(lambda: page.all("#parts .parts-what svg"))
    page.until(lambda: page.all("#parts .by-lies .lies1"))
    page.says("no lie", "#parts .lies-legend")
    page.says("1 lie", ".likely-card .lies-legend")


def test_a_number_that_is_pointed_at(page: Any) -> None:
    """On a board where a press asks, the chart is that of what the pointer or the focus is on."""
    page.open("/assist?game=number:numbers=20")
    page.driver.execute_script(
        "const one = document.querySelector('.press[data-action=\"7\"]');"
        "one.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))"
    )
    assert chart(page, "7") == numbers("number:numbers=20", "7")


def test_in_a_play_only_when_asked_for(page: Any) -> None:
    where = page.begin("mastermind:pegs=3,colours=4")
    page.open(where)
    assert not page.all("#parts")
    assert not page.all(".meter")
    page.press("#more summary")
    page.press(".tell")
    page.one("#parts")
    page.one(".meter")  # it is help, and counts as such
    for colour in (0, 1, 2):
        page.press(f".press[data-value='{colour}']")
    page.until(lambda: page.all("#parts .parts-what svg"))
    assert page.steps() == 0
    page.press(".board [data-does=send]")
    page.until(lambda: page.steps() == 1)
    if not page.all(".tell"):
        page.press("#more summary")
    page.press(".tell")
    page.until(lambda: not page.all("#parts"))


def test_a_word_that_may_not_be_asked(page: Any) -> None:
    page.open(page.begin("wordle"))
    page.press("#more summary")
    page.press(".tell")
    page.one("#parts")
    page.keys("zzzzz")
    page.says("ZZZZZ is not in my list.", "#parts")


def test_you_ask_in_learn(page: Any) -> None:
    """The question is drawn before it is asked; what was asked is in the address."""
    page.open("/watch/ask?game=mastermind:pegs=3,colours=4&seed=5")
    page.says("All 64 codes are still possible.")
    for colour in (0, 1, 2):
        page.press(f".press[data-value='{colour}']")
    page.until(lambda: page.all("#parts .parts-what svg"))
    page.press("[data-sends]")
    page.until(lambda: "asked=012" in page.driver.current_url)
    page.says("still possible, of 64", "#side")
    left = page.text("#side h2")
    page.driver.refresh()
    page.settled()
    assert page.text("#side h2") == left
    page.press(".undo")
    page.says("All 64 codes are still possible.")
    assert "asked=" not in page.driver.current_url


def tap(page: Any, selector: str) -> None:
    """A finger on something."""
    page.one(selector)
    middle = page.driver.execute_script(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return {x: box.x + box.width / 2, y: box.y + box.height / 2}",
        selector,
    )
    for kind, points in (("touchStart", [middle]), ("touchEnd", [])):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_by_touch_the_first_press_only_shows(page: Any) -> None:
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        page.open("/watch/ask?game=number:numbers=20&seed=5")
        tap(page, ".press[data-action='7']")
        page.toast("Press it again to ask it.")
        assert chart(page, "7") == numbers("number:numbers=20", "7")
        assert page.steps() == 0
        tap(page, ".press[data-action='7']")
        page.until(lambda: page.steps() == 1)
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("body", ["", "game=nothing&action=1", "game=mastermind&action=x", "game=mastermind&pending=7"])
def test_nonsense_is_one_sentence(page: Any, body: str) -> None:
    page.open("/lab")
    said = page.driver.execute_async_script(
        "fetch('/parts', {method: 'POST', body: arguments[0],"
        " headers: {'content-type': 'application/x-www-form-urlencoded'}})"
        ".then(r => r.text()).then(arguments[1])",
        body,
    )
    assert "Traceback" not in said
    assert said.strip().endswith(("</p>", "}"))
