"""A full play of every game in a real browser: gallery, board, hint, undo, end, grades."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from sleuth.core.game_spec import game_names

SMALL = {
    "mastermind": "mastermind:pegs=3,colours=4",
    "bulls-and-cows": "bulls-and-cows:length=3,symbols=5",
    "simple-mastermind": "simple-mastermind:pegs=2,colours=3",
    "fake-coin": "fake-coin:coins=5",
    "number": "number:numbers=15",
    "ulam": "ulam:numbers=8",
    "battleship": "battleship:size=3,fleet=2",
    "sploosh-kaboom": "sploosh-kaboom:size=3,fleet=2",
    "hangman": "hangman:lengths=6",
    "black-box": "black-box:size=3,atoms=2",
}
"""Sizes at which a play is short; other games are played as they are."""


def step_by_hint(page: Any) -> None:
    """One step as the hint says it."""
    before = page.steps()
    page.press(".hint")
    page.press(".take")
    page.until(lambda: page.steps() > before)


@pytest.mark.parametrize("name", game_names())
def test_a_full_play(page: Any, name: str) -> None:
    page.open(page.begin(SMALL.get(name, name)))
    page.one(".board svg")
    for _ in range(60):
        step_by_hint(page)
        if "Solved in" in page.text(".status"):
            break
    page.says("Solved in", ".status")
    page.says("Your moves", ".end")
    assert not page.all(".action-input")
    sums = page.steps() > 1  # the last row adds up what the moves gave away
    assert len(page.all(".end .grades tbody tr")) == page.steps() + sums
    page.says("would have been done at step", ".best-line")
    assert len(page.all(".best-line tbody tr")) >= page.steps()


def test_from_the_gallery_with_options(page: Any) -> None:
    page.open("/")
    assert len(page.all("section.card")) == len(game_names())
    card = "section[aria-label=number]"
    page.press(f"{card} .options .q-item")
    field = page.one(f"{card} input[data-field=numbers]")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7", Keys.TAB)
    page.press(f"{card} .main-button")
    page.says("7 candidates left")


def test_figures_are_computed_when_asked_for(page: Any) -> None:
    page.open("/")
    card = "section[aria-label=low-middle-high]"
    assert "missing at the start" not in page.text(card)
    page.press(f"{card} .figures .q-item")
    page.says("missing at the start", card)
    page.says("best one-step rule", card)


def test_keyboard_only(page: Any) -> None:
    """Mastermind with nothing but keys: pegs by their keys, a step, undo and a hint by Tab and Enter."""
    page.open(page.begin("mastermind", "adversarial"))
    page.one(".board [data-key]")
    keys = ActionChains(page.driver)
    keys.send_keys("0", "0", "1", "1").perform()
    page.one(".board [data-action='0011']")
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.until(lambda: page.steps() == 1)
    for wanted in ("undo", "hint"):
        for _ in range(60):
            ActionChains(page.driver).send_keys(Keys.TAB).perform()
            focused = page.driver.switch_to.active_element.get_attribute("class") or ""
            if wanted in focused.split():
                break
        assert wanted in focused.split()
        ActionChains(page.driver).send_keys(Keys.ENTER).perform()
        if wanted == "undo":
            page.until(lambda: page.steps() == 0)
    page.one(".hint-action")


BOARDS = {
    "mastermind": ("0:0", "1:1", "2:2", "012"),
    "simple-mastermind": ("0:0", "1:1", "01"),
    "bulls-and-cows": ("0:0", "1:1", "2:2", "012"),
    "fake-coin": ("1:left", "2:right", "1/2"),
    "treasure-hunt": ("1:in", "2:in", "1,2"),
    "low-middle-high": ("first:6", "last:10", "6-10"),
    "black-box": ("3",),
    "wordle": ("0:c", "1:r", "2:a", "3:n", "4:e", "crane"),
    "guess-who": ("hat:yes",),
    "number": ("8",),
    "ulam": ("1:in", "2:in", "1-2"),
    "battleship": ("2,2",),
    "sploosh-kaboom": ("2,2",),
    "hangman": ("e",),
}
"""What is pressed on each board to ask one question: parts of an action, then the action itself."""


def on_board(pressed: str) -> str:
    return f".board [data-part='{pressed}'],.board [data-action='{pressed}']"


def tab_to(page: Any, selector: str) -> None:
    """Tab until something is in focus, as it is drawn by then."""
    page.one(selector)
    for _ in range(400):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        if page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


@pytest.mark.parametrize("way", ["pointer", "keys"])
@pytest.mark.parametrize("name", game_names())
def test_every_board_can_be_pressed(page: Any, name: str, way: str) -> None:
    page.open(page.begin(SMALL.get(name, name)))
    for pressed in BOARDS[name]:
        if way == "pointer":
            page.press(on_board(pressed))
        else:
            tab_to(page, on_board(pressed))
            ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.until(lambda: page.steps() == 1)
    assert page.text(".steps-table tbody td:nth-child(2)") == BOARDS[name][-1]


def test_the_focus_stays_on_the_board(page: Any) -> None:
    """Tab to a peg and press it twice: the board is drawn anew in between, and the focus is where it was."""
    page.open(page.begin("mastermind"))
    page.one(".board [data-key]")
    page.driver.execute_script("document.querySelector('.board [data-part$=\":3\"]').focus()")
    for number in (1, 2):
        ActionChains(page.driver).send_keys(Keys.ENTER).perform()
        page.until(lambda number=number: page.driver.execute_script(
            "const t = document.activeElement.dataset.part; return t && t.endsWith(':3') && t.startsWith(arguments[0])",
            str(number),
        ))  # fmt: skip


def test_fast_typing_loses_no_letter(page: Any) -> None:
    page.open(page.begin("wordle"))
    page.one(".board [data-key=q]")
    ActionChains(page.driver).send_keys("crane").perform()
    page.one(".board [data-action=crane]")
    ActionChains(page.driver).send_keys(Keys.BACKSPACE, "k", Keys.ENTER).perform()
    page.until(lambda: page.steps() == 1 and "crank" in page.text(".steps-table"))


def test_a_pointer_is_enough(page: Any) -> None:
    page.open(page.begin("guess-who"))
    page.press(".board [data-action='hat:yes']")
    page.until(lambda: page.steps() == 1)
    page.press(".undo")
    page.until(lambda: page.steps() == 0)
    page.press(".left")
    page.says("24 candidates left")


def test_what_may_not_be_asked_costs_nothing(page: Any) -> None:
    page.open(page.begin("mastermind"))
    page.one(".action-input input").send_keys("<img src=x onerror=alert(1)>", Keys.ENTER)
    page.until(lambda: "is no" in page.text(".q-notification") or "not" in page.text(".q-notification"))
    assert page.steps() == 0
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0


@pytest.mark.parametrize("oracle", ["adversarial", "truthful"])
def test_giving_up_tells_the_secret(page: Any, oracle: str) -> None:
    page.open(page.begin("mastermind", oracle))
    page.one(".action-input input").send_keys("0000", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    assert "secret" not in page.text(".status")
    page.press(".give-up")
    page.says("the secret was", ".status")
    page.says("Your moves", ".end")
    page.says("Optimal play (proved) would have been done at step", ".best-line")
    assert ("settled on" in page.text(".best-line")) == (oracle == "adversarial")


def test_a_lying_oracle(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=2,colours=3@lies:most=1"))
    page.says("The oracle is lying")
    for _ in range(30):
        step_by_hint(page)
        if "Solved in" in page.text(".status"):
            break
    page.says("Solved in", ".status")


def test_sharing(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=3,colours=4"))
    step_by_hint(page)
    page.press(".share")
    link = page.one(".shared-link").get_attribute("href")
    page.open(link)
    page.says("shared, to look at")
    assert page.steps() == 1
    assert not page.all(".hint")
    assert not page.all(".action-input")
    assert page.driver.execute_script("return document.querySelectorAll('.board [data-action]').length") == 0


@pytest.mark.parametrize("path", ["/play/nothing", "/shared/nothing", "/clue/nothing", "/nowhere", "/play/a/b"])
def test_there_is_nothing_here(page: Any, path: str) -> None:
    page.open(path)
    page.says("There is nothing here")
    page.says("There is no such p")
    page.errors()  # the browser reports a 404
    page.press("main a")
    page.one("section.card")


def test_play_again(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=2,colours=3", "adversarial"))
    assert not page.all(".again")
    page.press(".give-up")
    where = page.driver.current_url
    page.press(".again")
    page.until(lambda: page.driver.current_url != where)
    page.says("Step 1: 9 candidates left")
    page.says("The oracle is adversarial")
    page.driver.back()
    page.says("the secret was", ".status")


def test_past_the_steps_that_are_given(page: Any) -> None:
    page.open(page.begin("wordle", "adversarial"))
    for number, word in enumerate(("fuzzy", "fuggy", "buggy", "buffy", "yukky", "muggy"), 1):
        page.one(".action-input input").send_keys(word, Keys.ENTER)
        page.until(lambda number=number: page.steps() == number)
    page.says("Step 7, past the 6 that are given", ".status")


def test_two_windows_of_one_play(page: Any) -> None:
    where = page.begin("mastermind", "adversarial")
    page.open(where)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.open(where)
        page.one(".action-input input").send_keys("0011", Keys.ENTER)
        page.until(lambda: page.steps() == 1)
        page.driver.close()
    finally:
        page.driver.switch_to.window(first)
    assert page.steps() == 0
    page.one(".action-input input").send_keys("2233", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    assert "0011" in page.text(".steps-table")


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_restart_in_the_middle(page: Any, serve: Any, port: int, tmp_path: Path, end: str) -> None:
    """The page that is open finds the new server by itself, and the play goes on."""
    first = serve(tmp_path, port)
    page.url = first.url
    page.open(page.begin("mastermind:pegs=3,colours=4", "adversarial"))
    step_by_hint(page)
    getattr(first, end)()
    page.says("Connection lost", "#popup")
    again = serve(tmp_path, port)
    try:
        page.until(lambda: "Step 2" in page.text(".status") and page.steps() == 1)
        page.until(lambda: page.driver.execute_script("return !!(window.socket && window.socket.connected)"))
        step_by_hint(page)
        assert page.steps() == 2
    finally:
        page.driver.get("about:blank")
        again.stop()
        page.hosts()
        page.errors()
