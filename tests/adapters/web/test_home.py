"""The first page in a real browser: all games at a glance, by keys, on a phone, and what was begun before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from sleuth.core.game_spec import game_names

PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
DESK = {"width": 1200, "height": 900, "deviceScaleFactor": 1, "mobile": False}


@pytest.fixture
def phone(page: Any) -> Iterator[Any]:
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    yield page
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", DESK)


def test_every_game_has_a_tile_and_those_that_people_look_for_come_first(page: Any) -> None:
    page.open("/")
    tiles = page.text(".tile b").splitlines()
    assert tiles[:4] == ["Wordle", "Mastermind", "Bulls and cows", "Battleship"]
    assert {"Clue", "One lie allowed", "Sploosh kaboom"} <= set(tiles)
    assert len(tiles) == len(game_names()) + 1
    assert len(page.all(".tile svg")) == len(tiles)


def test_all_tiles_are_on_two_screens_of_a_phone(phone: Any) -> None:
    phone.open("/")
    bottom = phone.driver.execute_script("return document.querySelector('.tiles').getBoundingClientRect().bottom")
    assert bottom <= 2 * PHONE["height"]


def test_the_first_key_leads_past_the_links_and_the_focus_is_seen(page: Any) -> None:
    page.open("/")
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    assert page.driver.switch_to.active_element.text == "Skip to the games"
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.until(lambda: page.driver.switch_to.active_element.get_attribute("id") == "main")
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    focused = page.driver.switch_to.active_element
    assert focused.text == "Wordle"
    assert focused.value_of_css_property("box-shadow") != "none"


def test_help_with_a_game_elsewhere_is_one_press_away(page: Any) -> None:
    page.open("/")
    links = {link.text: link.get_dom_attribute("href") for link in page.all(".elsewhere a")}
    assert links["Wordle"] == "/assist?game=wordle"
    assert links["Clue"] == "/clue"
    assert links["Hangman"] == "/game/hangman?role=help"


def test_what_was_begun_can_be_carried_on(page: Any) -> None:
    """A look leaves nothing behind; what is begun or played on the page is there again, and can be forgotten."""
    page.open("/")
    page.driver.delete_all_cookies()
    where = page.begin("number:numbers=9")
    page.open(where)
    page.open("/")
    assert not page.all("#carry-on li")
    assert page.driver.get_cookies() == []
    page.open("/game/number")
    page.press(".role[value=play]")
    page.one("#board svg")
    begun = page.driver.current_url
    (cookie,) = page.driver.get_cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"]) == ("sleuth", True, "Lax")
    page.open(where)
    page.press(".board .press[data-action='9']")
    page.until(lambda: page.steps() == 1)
    page.open("/")
    assert [link.get_dom_attribute("href") for link in page.all("#carry-on a")] == [where, begun.removeprefix(page.url)]
    assert page.driver.execute_script("return document.querySelectorAll('#carry-on svg.sleuth').length") == 2
    page.press("#carry-on a")
    page.until(lambda: page.driver.current_url.endswith(where))
    page.open("/me")
    page.press(".forget")
    page.until(lambda: page.driver.switch_to.alert).accept()
    page.says("There is none in this browser now.")
    assert page.driver.get_cookies() == []
    page.open("/")
    assert not page.all("#carry-on li")


def test_the_puzzle_of_the_day_is_one_press_away_and_there_is_one_a_day(page: Any) -> None:
    page.open("/")
    page.driver.delete_all_cookies()
    page.press(".today .btn.primary")
    page.one("#board svg")
    first = page.driver.current_url
    assert not page.all("[value=undo]")
    page.open("/")
    page.says("Go on with today’s puzzle", ".today")
    page.press(".today .btn.primary")
    page.until(lambda: page.driver.current_url == first)
    page.open("/daily")
    page.says("Go on", ".puzzle.first")
    assert len(page.all(".puzzle")) == 7
    page.until(lambda: len(page.all(".answers-list dd")) == 7)


def test_a_code_leads_into_a_room(page: Any) -> None:
    page.open("/")
    page.one("#code").send_keys("owl 10", Keys.ENTER)
    page.toast("There is no room OWL 10")


def test_the_page_of_the_api_leads_back(page: Any) -> None:
    page.open("/api/docs")
    page.press("header a")
    page.one(".tiles")
