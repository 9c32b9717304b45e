"""A full play of every game in a real browser: board, hint, undo, end, grades; by pointer and by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from sleuth.adapters.web.play import refusal
from sleuth.app import Ask, Start, perform
from sleuth.core.errors import ActionError
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
    page.press("#side .hint")
    page.press(".take")
    page.until(lambda: page.steps() > before)


@pytest.mark.parametrize("name", game_names())
def test_a_full_play(page: Any, name: str) -> None:
    page.open(page.begin(SMALL.get(name, name)))
    page.one("#board svg")
    for _ in range(60):
        step_by_hint(page)
        if page.all(".won"):
            break
    page.says(f"Found in {page.steps()} step", "#status")
    page.says("Skill", "#end")
    assert not page.all("#board .press[tabindex]")
    assert "Play again" in page.text("#side")
    steps = page.steps()
    page.press(".see-story")
    page.one(".mv[aria-current]")
    assert len(page.all(".mv")) == steps
    assert page.all(".best-line li")


BOARDS = {
    "mastermind": ("012", "0", "1", "2", "send"),
    "simple-mastermind": ("01", "0", "1", "send"),
    "bulls-and-cows": ("012", "0", "1", "2", "send"),
    "fake-coin": ("1/2", "1:left", "2:left", "2:right", "1/2"),
    "treasure-hunt": ("1,2", "1:in", "2:in", "1,2"),
    "low-middle-high": ("6-10", "first:6", "last:10", "6-10"),
    "black-box": ("3", "3"),
    "wordle": ("crane", "c", "r", "a", "n", "e", "send"),
    "guess-who": ("hat:yes", "hat:yes"),
    "number": ("3", "3"),
    "ulam": ("1-2", "1:in", "2:in", "1-2"),
    "battleship": ("2,2", "2,2"),
    "sploosh-kaboom": ("2,2", "2,2"),
    "hangman": ("e", "e"),
}
"""A question of each game, and what is pressed on its board to ask it."""


def on_board(pressed: str) -> str:
    """What is pressed on a board: a part of a question, a question, or the sign that it is finished."""
    if pressed == "send":
        return "#board [data-does=send]"
    return ",".join(f"#board .press[data-{kind}='{pressed}']" for kind in ("part", "action", "value"))


WAY = """
const goal = document.querySelector(arguments[0]), start = document.activeElement, from = new Map([[start, null]]);
for (const press of from.keys()) {
  if (press === goal) break;
  for (const [key, way] of Object.entries(ARROWS)) {
    const next = neighbour(press, way);
    if (next && !from.has(next)) from.set(next, [press, key]);
  }
}
const keys = [];
for (let step = from.get(goal); step; step = from.get(step[0])) keys.unshift(step[1]);
return from.has(goal) ? keys : null;
"""
"""The arrows from what is in focus to something else on the board."""


ARROWS = {"ArrowUp": Keys.UP, "ArrowDown": Keys.DOWN, "ArrowLeft": Keys.LEFT, "ArrowRight": Keys.RIGHT}


def arrows_to(page: Any, selector: str) -> None:
    """Go to something on the board by arrows, once it is there."""
    page.one(selector)
    page.settled()
    for key in page.driver.execute_script(WAY, selector):
        page.keys(ARROWS[key])
    assert page.driver.execute_script("return document.activeElement.matches(arguments[0])", selector)


def on_the_board(page: Any) -> bool:
    """Whether the focus is there."""
    return bool(page.driver.execute_script("return !!document.activeElement.closest('#board .press')"))


@pytest.mark.parametrize("name", game_names())
def test_every_board_can_be_pressed(page: Any, name: str) -> None:
    """One question by pointer, the same again by keys: the board is one stop of Tab, arrows move on it."""
    question, *presses = BOARDS[name]
    where = page.begin(SMALL.get(name, name))
    page.open(where)
    for pressed in presses:
        page.press(on_board(pressed))
    page.until(lambda: page.steps() == 1)
    assert [step["action"] for step in page.play(where)["steps"]] == [question]
    page.press("#side .undo")
    page.until(lambda: page.steps() == 0)
    page.driver.execute_script("document.querySelector('#main').focus()")
    page.keys(Keys.TAB)
    for pressed in presses:
        assert on_the_board(page)
        arrows_to(page, on_board(pressed))
        page.keys(Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    assert [step["action"] for step in page.play(where)["steps"]] == [question]
    page.until(lambda: on_the_board(page))
    page.keys(Keys.TAB)
    assert not on_the_board(page)


def words(page: Any, where: str) -> list[str]:
    """What was asked."""
    return [step["action"] for step in page.play(where)["steps"]]


def test_keys_after_a_button_belong_to_the_board(page: Any) -> None:
    """Fast typing, a letter taken back, Undo by a click and by keys; a typed word is asked by its own Enter."""
    where = page.begin("wordle", "adversarial")
    page.open(where)
    page.keys("housw", Keys.BACKSPACE, "e", Keys.ENTER, "clasp", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    page.press("#side .undo")
    page.until(lambda: page.steps() == 1)
    page.keys("plaid", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    assert words(page, where) == ["house", "plaid"]
    page.driver.execute_script("document.querySelector('#side .undo').focus()")
    page.keys(Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    page.press("#side .hint")
    page.one(".hint-action")
    page.keys("clasp", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    assert words(page, where) == ["house", "clasp"]


SHOWN = "return [...document.querySelectorAll('#board .slot')].map(valueIn).join('')"
"""The letters in the row that is being written."""


def test_hard_mode_says_what_a_word_must_have(page: Any) -> None:
    where = page.begin("wordle:hard=true")
    page.open(where)
    page.keys("crane", Keys.ENTER)
    page.until(lambda: words(page, where) == ["crane"])
    page.settled()
    page.keys("toils", Keys.ENTER)
    page.toast("TOILS must have the letter a")
    assert words(page, where) == ["crane"]


def test_a_word_that_is_refused_shakes_and_stays(page: Any) -> None:
    where = page.begin("wordle")
    page.open(where)
    page.keys("zzzzz", Keys.ENTER)
    page.toast("ZZZZZ is not in my list")
    page.one("#board.shake")
    page.settled()
    assert page.driver.execute_script(SHOWN) == "zzzzz"
    assert words(page, where) == []
    page.keys(*[Keys.BACKSPACE] * 5, "crane", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    assert words(page, where) == ["crane"]


def test_the_focus_stays_on_the_board(page: Any) -> None:
    """A peg is pressed four times by Enter, then the row is sent: the focus is where it was."""
    page.open(page.begin("mastermind", "adversarial"))
    page.driver.execute_script("focusOn(document.querySelector('#board [data-value=\"3\"]'))")
    page.keys(*[Keys.ENTER] * 4)
    assert page.driver.execute_script(SHOWN) == "3333"
    arrows_to(page, on_board("send"))
    page.keys(Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    page.until(lambda: on_the_board(page))


def more(page: Any, button: str) -> None:
    """Press what lies under More."""
    if not page.all(button):
        page.press("#more summary")
    page.press(button)


def answer(page: Any, yes: bool) -> None:
    """Answer the question that the browser asks."""
    asked = page.until(lambda: page.driver.switch_to.alert)
    asked.accept() if yes else asked.dismiss()


@pytest.mark.parametrize("oracle", ["adversarial", "truthful"])
def test_giving_up_asks_back_and_tells_the_secret(page: Any, oracle: str) -> None:
    where = page.begin("mastermind", oracle)
    page.open(where)
    page.keys("0000", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    more(page, ".give-up")
    answer(page, yes=False)
    page.settled()
    assert not page.play(where)["over"]
    assert "It was" not in page.text("#status")
    page.press(".give-up")
    answer(page, yes=True)
    page.says("It was", "#status")
    page.press(".see-story")
    page.says("As well as anybody can play it (proved)", ".best-line")
    assert ("settled on" in page.text(".best-line")) == (oracle == "adversarial")


def test_an_answer_may_be_a_lie(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=2,colours=3@lies:most=1"))
    page.says("may be a lie", "#status")
    for _ in range(30):
        step_by_hint(page)
        if page.all(".won"):
            break
    page.says("Found in", "#status")


def test_sharing(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=3,colours=4"))
    step_by_hint(page)
    more(page, ".share")
    link = page.one(".shared-link").get_attribute("href")
    page.open(link)
    page.says("as it was when it was shared")
    assert page.steps() == 1
    assert not page.all("main button")
    assert not page.all("#board [tabindex]")


@pytest.mark.parametrize("path", ["/play/nothing", "/shared/nothing", "/nowhere", "/play/a/b"])
def test_there_is_nothing_here(page: Any, path: str) -> None:
    page.open(path)
    page.says("There is no such p")
    page.errors()  # the browser reports a 404
    page.press("main a")
    page.one(".tile")


def test_play_again(page: Any) -> None:
    page.open(page.begin("mastermind:pegs=2,colours=3", "adversarial"))
    assert not page.all(".again")
    more(page, ".give-up")
    answer(page, yes=True)
    page.one(".again")
    where = page.driver.current_url
    page.press(".again")
    page.until(lambda: page.driver.current_url != where)
    page.says("Guess 1", "#status")
    assert page.play(page.driver.current_url)["oracle"] == "adversarial"
    page.driver.back()
    page.says("It was", "#status")


def test_past_the_steps_that_are_given(page: Any) -> None:
    page.open(page.begin("wordle", "adversarial"))
    page.says("Guess 1 of 6", "#status")
    for word in ("fuzzy", "fuggy", "buggy", "buffy", "yukky", "muggy"):
        page.keys(word, Keys.ENTER)
    page.until(lambda: page.steps() == 6)
    page.says("Guess 7", "#status")


def test_two_windows_of_one_play(page: Any) -> None:
    where = page.begin("mastermind", "adversarial")
    page.open(where)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.open(where)
        page.keys("0011", Keys.ENTER)
        page.until(lambda: page.steps() == 1)
        page.driver.close()
    finally:
        page.driver.switch_to.window(first)
    assert page.steps() == 0
    page.keys("2233", Keys.ENTER)
    page.until(lambda: page.steps() == 2)
    assert words(page, where) == ["0011", "2233"]


OWN = "return [...document.querySelectorAll('#board .cycle[data-own]')].map(c => c.dataset.sign).join(' ')"


@pytest.mark.parametrize(
    ("game", "mark", "press"), [("black-box:size=3,atoms=2", "a1", "3"), ("guess-who", "Ada", "hat:yes")]
)
def test_own_marks_stay_and_nothing_is_deduced(page: Any, game: str, mark: str, press: str) -> None:
    where = page.begin(game)
    page.open(where)
    blank = page.driver.execute_script(OWN)
    page.press(f"#board .cycle[data-own='{mark}']")
    marked = page.driver.execute_script(OWN)
    assert marked != blank
    page.press(on_board(press))
    page.until(lambda: page.steps() == 1)
    assert page.driver.execute_script(OWN) == marked
    page.driver.refresh()
    page.until(lambda: page.steps() == 1)
    assert page.driver.execute_script(OWN) == marked
    assert "left" not in page.text("#status") + page.driver.execute_script(
        "return document.querySelector('#board').textContent"
    )
    page.open(page.begin(game))
    assert page.driver.execute_script(OWN) == blank


@pytest.mark.heavy
def test_a_restart_in_the_middle(page: Any, serve: Any, port: int, tmp_path: Path) -> None:
    """While there is no server the page says so; once there is one, the next press works."""
    first = serve(tmp_path, port)
    page.url = first.url
    where = page.begin("mastermind", "adversarial")
    page.open(where)
    page.keys("0011", Keys.ENTER)
    page.until(lambda: page.steps() == 1)
    first.kill()
    page.keys("2233", Keys.ENTER)
    page.toast("The server does not answer")
    page.settled()
    assert page.driver.execute_script(SHOWN) == "2233"
    again = serve(tmp_path, port)
    try:
        page.keys(Keys.ENTER)
        page.until(lambda: page.steps() == 2)
        assert words(page, where) == ["0011", "2233"]
    finally:
        page.driver.get("about:blank")
        again.stop()
        page.hosts()
        page.errors()


def test_why_a_word_is_refused() -> None:
    """What is neither a matter of lists nor of hard mode is said as the library says it."""
    asked = perform(Ask(perform(Start("wordle:hard=true", seed=1)).record, action="crane")).record
    said = {}
    for word in ("toils", "zzzzz", "crane"):
        with pytest.raises(ActionError) as error:
            perform(Ask(asked, action=word))
        said[word] = refusal(word, str(error.value))
    assert said == {
        "toils": "TOILS must have the letter a",
        "zzzzz": "ZZZZZ is not in my list",
        "crane": "CRANE was asked already, at step 1",
    }
    assert refusal("crane", "something else") == "something else"
