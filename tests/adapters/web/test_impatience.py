"""People who press twice, hold keys down, change their minds, leave, and type what they should not."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

ENTER = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}


def told(page: Any, where: str) -> Any:
    """The play as the server has it."""
    with urllib.request.urlopen(f"{page.url}/api/plays/{where.rpartition('/')[2]}") as reply:
        return json.load(reply)


def hold_enter(page: Any, times: int = 8) -> None:
    """Enter, held down: the first press, and the repeated ones that the system sends."""
    for number in range(times):
        page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", "autoRepeat": number > 0, **ENTER})
    page.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **ENTER})


def quiet(page: Any) -> None:
    """Wait until everything that was pressed is done."""
    page.until(lambda: not page.all("[aria-busy=true]"))


def test_a_double_click_is_one_wish(page: Any) -> None:
    """The second click of a double click does not press the button that took the place of the first."""
    page.open("/clue")
    page.one(".deal-number input").send_keys("7", Keys.TAB)
    page.press(".deal")
    suggest = page.one(".suggest")
    spot = page.driver.execute_script(
        "const r = arguments[0].getBoundingClientRect(); return [r.x + 12, r.y + r.height / 2]", suggest
    )
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            mouse = {"type": kind, "x": spot[0], "y": spot[1], "button": "left", "clickCount": count}
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", mouse)
        if count == 1:
            page.one(".end-turn")
    quiet(page)
    page.press(".advice")  # by now the second click would have been served
    page.says("accuse")
    assert page.all(".end-turn")
    assert page.text(".events").count("You suggest") == 1


@pytest.mark.parametrize("button", [".hint", ".left", ".heat", ".share", ".undo", ".give-up"])
def test_double_clicks_while_playing(page: Any, button: str) -> None:
    where = page.begin("mastermind")
    page.open(where)
    page.one(".action-input input").send_keys("0011", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    ActionChains(page.driver).double_click(page.one(button)).perform()
    quiet(page)
    page.until(lambda: page.steps() == (0 if button == ".undo" else 1))
    if button == ".share":
        page.until(lambda: len(page.all(".shared-link")) == 1)
    assert told(page, where)["over"] == (button == ".give-up")
    assert bool(page.all(".again")) == (button == ".give-up")


def test_enter_held_in_the_field_asks_once(page: Any) -> None:
    """Under lies the same question may be asked again, so each press would cost a step."""
    where = page.begin("mastermind:pegs=2,colours=3@lies:most=1")
    page.open(where)
    page.one(".action-input input").send_keys("01")
    hold_enter(page)
    page.until(lambda: page.steps() == 1)
    page.one(".action-input input").send_keys("02", Keys.ENTER)
    page.until(lambda: "02" in page.text(".steps-table"))
    assert [step["action"] for step in told(page, where)["steps"]] == ["01", "02"]


@pytest.mark.parametrize("focus", ["board", "page"])
def test_enter_held_on_the_board_asks_once(page: Any, focus: str) -> None:
    where = page.begin("mastermind:pegs=2,colours=3@lies:most=1")
    page.open(where)
    page.one(".board [data-key]")
    ActionChains(page.driver).send_keys("0", "1").perform()
    page.one(".board [data-action='01']")
    if focus == "board":
        page.driver.execute_script("document.querySelector('.board [data-action]').focus()")
    hold_enter(page)
    page.until(lambda: page.steps() == 1)
    ActionChains(page.driver).send_keys("0", "2", Keys.ENTER).perform()
    page.until(lambda: "02" in page.text(".steps-table"))
    assert [step["action"] for step in told(page, where)["steps"]] == ["01", "02"]


def test_keys_that_are_ahead_of_the_drawing(page: Any) -> None:
    """Whole questions typed at once, before the board could show the first key."""
    where = page.begin("mastermind", "adversarial")
    page.open(where)
    page.one(".board [data-key]")
    ActionChains(page.driver).send_keys("0011", Keys.ENTER, "2245", Keys.BACKSPACE, "3", Keys.ENTER).perform()
    page.until(lambda: page.steps() == 2)
    assert [step["action"] for step in told(page, where)["steps"]] == ["0011", "2243"]


def test_typing_goes_on_while_a_question_is_asked(page: Any) -> None:
    where = page.begin("wordle", "adversarial")
    page.open(where)
    page.one(".action-input input").click()
    ActionChains(page.driver).send_keys("crane", Keys.ENTER, "nosuch", Keys.ENTER, "moist", Keys.ENTER, "sl").perform()
    page.until(lambda: page.steps() == 2)
    quiet(page)
    assert [step["action"] for step in told(page, where)["steps"]] == ["crane", "moist"]
    assert page.one(".action-input input").get_attribute("value") == "sl"


def test_what_was_refused_comes_back(page: Any) -> None:
    page.open(page.begin("mastermind"))
    field = page.one(".action-input input")
    field.send_keys("01234567", Keys.ENTER)
    page.says("is no action", ".q-notification")
    page.until(lambda: field.get_attribute("value") == "01234567")


def test_undo_while_a_hint_is_worked_out(page: Any) -> None:
    """A hint is for the play as it is, or it is not shown."""
    page.open(page.begin("wordle", "adversarial"))
    for number, word in enumerate(("fuzzy", "buggy"), 1):
        page.one(".action-input input").send_keys(word, Keys.ENTER)
        page.until(lambda number=number: page.steps() == number)
    for left in (1, 0):
        page.driver.execute_script("document.querySelector('.hint').click(); document.querySelector('.undo').click()")
        page.until(lambda left=left: page.steps() == left)
        quiet(page)
        missing = page.text(".status .soft").split()[0]
        hints = re.findall(r"of the ([\d.]+) bits still missing", page.text(".advice"))
        assert hints in ([], [missing])


@pytest.mark.parametrize("way", ["hint", "board"])
def test_a_play_that_ended_in_another_window(page: Any, way: str) -> None:
    where = page.begin("mastermind")
    page.open(where)
    page.one(".hint")
    request = urllib.request.Request(f"{page.url}/api/plays/{where.rpartition('/')[2]}/give-up", b"{}", method="POST")
    urllib.request.urlopen(request).close()
    page.press(".hint" if way == "hint" else ".board [data-part]")
    page.says("the secret was", ".status")
    page.says("Optimal play", ".best-line")
    assert not page.all(".hint")
    assert not page.all(".board.live")


def test_steps_from_another_window_appear(page: Any) -> None:
    where = page.begin("mastermind", "adversarial")
    page.open(where)
    body = json.dumps({"action": "0011"}).encode()
    address = f"{page.url}/api/plays/{where.rpartition('/')[2]}/ask"
    urllib.request.urlopen(urllib.request.Request(address, body, {"content-type": "application/json"})).close()
    page.press(".heat")
    page.until(lambda: page.steps() == 1)
    page.says("Step 2", ".status")


def test_chances_are_on_or_off(page: Any) -> None:
    page.open(page.begin("battleship:size=4,fleet=2"))
    for wanted in ("true", "false"):
        page.press(".heat")
        page.until(lambda wanted=wanted: page.one(".heat").get_attribute("aria-pressed") == wanted)
        page.until(lambda wanted=wanted: ("%" in page.text(".board")) == (wanted == "true"))


def test_nothing_to_undo(page: Any) -> None:
    page.open(page.begin("mastermind"))
    assert not page.one(".undo").is_enabled()
    page.one(".action-input input").send_keys("0011", Keys.ENTER)
    page.until(lambda: page.one(".undo").is_enabled())


def test_start_again_and_again(page: Any) -> None:
    """Steps of a play that was left behind do not get into the new one."""
    page.open("/watch?game=mastermind&one=entropy&other=minimax&secret=4152")
    assert not page.one(".pause").is_enabled()
    assert not page.one(".step").is_enabled()
    for _ in range(4):
        page.driver.execute_script(
            "for (const one of ['.step', '.start', '.step', '.step']) document.querySelector(one).click()"
        )
        page.says("1: entropy")
    page.until(lambda: page.text().count("found 4152 in") == 2)
    assert page.text(".big").splitlines()[0] == "entropy: found 4152 in 4 steps"
    assert not page.one(".pause").is_enabled()


def test_pause_and_go_on(page: Any) -> None:
    page.open("/watch?game=number:numbers=9&one=random&other=entropy&secret=9")
    page.press(".start")
    page.press(".pause")
    page.says("Go on", ".pause")
    page.press(".pause")
    page.until(lambda: page.text().count("found 9 in") == 2)


@pytest.mark.parametrize(("width", "height"), [(1200, 900), (390, 700)])
def test_a_message_covers_no_button(page: Any, width: int, height: int) -> None:
    """However long a message is, and however many there were, Start can be pressed again at once."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        page.open(f"/watch?game={'nothing-' * 30}&secret={'x' * 150}")
        for _ in range(3):
            page.one(".start").click()
            page.says("There is no game called", ".q-notification")
            quiet(page)
        page.open("/watch?game=mastermind")
        for number in range(1, 6):
            page.one(".secret-input input").send_keys("9")
            page.one(".start").click()
            page.says(f"'{'9' * number}'", ".q-notification")
            assert page.driver.execute_script("return document.querySelectorAll('.q-notification').length") == 1
    finally:
        size = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def test_the_last_study_counts(page: Any) -> None:
    page.open("/lab?game=mastermind:pegs=3,colours=4")
    page.one(".analyse")
    page.driver.execute_script(
        "for (const one of ['.analyse', '.sweep', '.plane']) document.querySelector(one).click()"
    )
    page.says("Expected steps by order and degree", ".report")
    quiet(page)
    assert "Expected steps by order and degree" in page.text(".report")
    assert len(page.all(".report .chart")) == 1


def test_an_answer_counts_once(page: Any) -> None:
    """Two answers to one question, pressed at once: the first is taken."""
    page.open("/assist?game=mastermind:pegs=3,colours=4")
    page.one(".answers .chip")
    page.driver.execute_script("document.querySelectorAll('.answers .chip').forEach(one => one.click())")
    page.until(lambda: "What was answered" in page.text())
    quiet(page)
    assert page.driver.current_url.partition("history=")[2].count("%3D") == 1


@pytest.mark.parametrize("typed", ["0", "-3", "99999999999999999999", "1e300", "2.5", "", "e"])
def test_numbers_that_make_no_game(page: Any, typed: str) -> None:
    """A form with a strange number begins a play or says what is wrong; nothing fails."""
    page.open("/")
    card = "section[aria-label=number]"
    page.press(f"{card} .options .q-item")
    field = page.one(f"{card} input[data-field=numbers]")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(typed or Keys.DELETE, Keys.TAB)
    page.press(f"{card} .main-button")
    page.until(lambda: page.all(".q-notification") or "/play/" in page.driver.current_url)


@pytest.mark.parametrize(("m", "n"), [("", "2"), ("-1", "2"), ("1e300", "2"), ("2.5", "2"), ("500", "500")])
def test_numbers_of_myst(page: Any, m: str, n: str) -> None:
    page.open("/clue")
    fields = page.all(".card .row input[type=number]")
    for field, value in zip(fields, (m, n), strict=False):
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(value or Keys.DELETE)
    page.press(".work-out")
    page.until(lambda: page.all(".q-notification") or page.all(".card .big"))


@pytest.mark.parametrize("number", ["-5", "1e300", "7.5"])
def test_numbers_of_deals(page: Any, number: str) -> None:
    page.open("/clue")
    page.one(".deal-number input").send_keys(number)
    page.press(".deal")
    page.until(lambda: page.all(".q-notification") or "Clue: your table" in page.text())


def test_leaving_while_something_is_worked_out(page: Any, served: Any) -> None:
    """Nobody is there to be told, and the server does not complain."""
    log = served.folder / "errors.txt"
    before = len(log.read_text())
    page.open("/lab?game=mastermind")
    page.press(".analyse")
    page.says("Analysing")
    page.open(page.begin("battleship"))
    page.press(".hint")
    page.open("/watch?game=wordle")
    page.press(".start")
    page.open("/")
    page.one("section.card")
    assert "Traceback" not in log.read_text()[before:]
