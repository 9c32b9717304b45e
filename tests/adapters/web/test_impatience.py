"""People who press twice, hold keys down, change their minds, leave, and type ahead."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

ENTER = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}
LIES = "mastermind:pegs=2,colours=3@lies:most=1"
"""Under lies the same question may be asked again, so each press would cost a step."""


def asked(page: Any, where: str) -> list[str]:
    """The questions of a play as the server has it."""
    return [step["action"] for step in page.play(where)["steps"]]


def elsewhere(page: Any, where: str, act: str, **sent: str) -> None:
    """Something is done in another window."""
    address = f"{page.url}/api/plays/{where.rpartition('/')[2]}/{act}"
    body = json.dumps(sent).encode()
    urllib.request.urlopen(urllib.request.Request(address, body, {"content-type": "application/json"})).close()


def hold_enter(page: Any, times: int = 8) -> None:
    """Enter, held down: the first press, and the repeated ones that the system sends."""
    for number in range(times):
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "autoRepeat": number > 0, **ENTER})
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **ENTER})


@pytest.mark.parametrize("button", [".hint", ".left", ".heat", ".share", ".undo", ".give-up"])
def test_double_clicks_while_playing(page: Any, button: str) -> None:
    where = page.begin("mastermind")
    page.open(where)
    page.keys("0011", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    if button not in (".hint", ".undo"):
        page.press("#more summary")
    ActionChains(page.driver).double_click(page.one(f"#side {button}")).perform()
    if button == ".give-up":
        page.until(lambda: page.driver.switch_to.alert).accept()
    page.settled()
    assert page.steps() == (0 if button == ".undo" else 1)
    assert page.play(where)["over"] == (button == ".give-up")
    assert bool(page.all(".again")) == (button == ".give-up")
    assert len(page.all(".shared-link")) == (button == ".share")


@pytest.mark.parametrize("focus", ["board", "page"])
def test_enter_held_asks_once(page: Any, focus: str) -> None:
    where = page.begin(LIES)
    page.open(where)
    page.keys("01")
    if focus == "board":
        page.driver.execute_script("typed = false; focusOn(document.querySelector('#board [data-does=send]'))")
    hold_enter(page)
    page.until(lambda: page.steps() == 1)
    page.settled()
    page.keys("02", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    assert asked(page, where) == ["01", "02"]


def test_keys_that_are_ahead_of_the_server(page: Any) -> None:
    """Whole questions typed at once, one of them refused, and the beginning of the next."""
    where = page.begin("wordle", "adversarial")
    page.open(where)
    page.keys("crane", Keys.ENTER, "moisx", Keys.BACKSPACE, "t", Keys.ENTER, "sl")
    page.until(lambda: page.steps() == 2)
    page.settled()
    assert asked(page, where) == ["crane", "moist"]
    letters = page.driver.execute_script("return slotsOf(document.querySelector('#board')).map(valueIn).join('')")
    assert letters == "sl"


def test_undo_while_a_hint_is_worked_out(page: Any) -> None:
    """A hint is for the play as it is, or it is not shown."""
    page.open(page.begin("wordle", "adversarial"))
    page.keys("fuzzy", Keys.ENTER, "buggy", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    for left in (1, 0):
        page.driver.execute_script(
            "for (const one of ['.hint', '.undo']) document.querySelector('#side ' + one).click()"
        )
        page.until(lambda left=left: page.steps() == left)
        page.settled()
        assert not page.all(".hint-card")


@pytest.mark.parametrize("way", ["#side .hint", "#board [data-does=send]"])
def test_a_play_that_ended_in_another_window(page: Any, way: str) -> None:
    where = page.begin("mastermind")
    page.open(where)
    page.keys("0011")
    elsewhere(page, where, "give-up")
    page.press(way)
    page.says("It was", "#status")
    page.one("#end .see-story")
    assert not page.all("#side .hint")
    assert not page.all("#board [tabindex]")


def test_steps_from_another_window_appear(page: Any) -> None:
    where = page.begin("battleship:size=4,fleet=2", "adversarial")
    page.open(where)
    elsewhere(page, where, "ask", action="2,2")
    page.press("#more summary")
    for shown in (True, False):
        page.press(".heat")
        page.one(f".heat[aria-pressed={str(shown).lower()}]")
        assert page.steps() == 1
        assert ("to hit" in page.one("#board").get_attribute("innerHTML")) == shown


def test_nothing_to_undo(page: Any) -> None:
    page.open(page.begin("mastermind"))
    assert not page.one("#side .undo").is_enabled()
    page.keys("0011", Keys.ENTER)
    page.one("#side .undo:enabled")


def test_an_answer_counts_once(page: Any) -> None:
    """Several answers to one question, pressed at once: the first is taken."""
    page.open("/assist?game=number:numbers=15")
    page.one(".answers .choice")
    page.driver.execute_script("document.querySelectorAll('.answers .choice').forEach(one => one.click())")
    page.until(lambda: "history=" in page.driver.current_url)
    page.settled()
    assert page.driver.current_url.partition("history=")[2].count("%3D") == 1


SLOW = {"offline": False, "latency": 5000, "downloadThroughput": -1, "uploadThroughput": -1}


def test_what_takes_long_can_be_cancelled_and_left(page: Any, served: Any) -> None:
    """After a second the page says that it works; Cancel stops that, and so does leaving. The server does not mind."""
    log = served.folder / "errors.txt"
    before = len(log.read_text())
    where = page.begin("battleship:size=4,fleet=2")
    page.open(where)
    page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)
    try:
        page.press("#board [data-action='2,2']")
        page.says("Working…", ".working")
        page.press(".working button")
        page.toast("Stopped.")
        page.settled()
    finally:
        page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW | {"latency": 0})
    page.press("#side .hint")
    page.one(".hint-action")
    assert not page.all(".working")
    page.open(page.begin("battleship"))
    page.press("#side .hint")
    page.open("/assist?game=wordle")
    page.press(".take")
    page.open("/")
    page.one(".tile")
    assert "Traceback" not in log.read_text()[before:]


def test_parts_that_are_ahead_of_the_server(page: Any) -> None:
    """Places pressed faster than the server answers are all kept."""
    where = page.begin("treasure-hunt")
    page.open(where)
    page.driver.execute_script("""
        for (const place of arguments[0]) document.querySelector(`#board [data-part='${place}:in']`).dispatchEvent(
          new MouseEvent('click', {bubbles: true}));
    """, ["1", "2", "3"])  # fmt: skip
    page.press("#board [data-action='1,2,3']")
    page.until(lambda: page.steps() == 1)
    assert asked(page, where) == ["1,2,3"]
