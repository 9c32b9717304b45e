"""What holds on every page: its title, the way in by keys, the ring of the focus, the mode, and hostile words."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
TITLES = {
    "/": "Games",
    "/assist": "Help me",
    "/guess": "I will guess",
    "/assist?game=wordle": "Help with Wordle",
    "/guess?game=guess-who": "I guess: Guess who",
    "/game/sploosh-kaboom": "Sploosh kaboom",
    "/watch": "Learn",
    "/lab": "Lab",
    "/clue": "Clue",
    "/words": "Word lists",
}


@pytest.mark.parametrize("path", TITLES)
def test_title_language_and_the_first_key(page: Any, path: str) -> None:
    """The first stop of Tab leads past the links, and every stop after it is seen."""
    page.open(path)
    assert page.driver.title == f"{TITLES[path]} · Sleuth"
    assert page.driver.execute_script("return document.documentElement.lang") == "en"
    page.driver.execute_script("document.activeElement.blur()")
    page.keys(Keys.TAB)
    assert page.driver.execute_script("return document.activeElement.className") == "skip"
    for _ in range(3):
        page.keys(Keys.TAB)
        assert page.driver.execute_script("return getComputedStyle(document.activeElement).boxShadow") != "none"
    page.driver.execute_script("document.querySelector('.skip').focus()")
    page.keys(Keys.ENTER)
    page.until(lambda: page.driver.execute_script("return document.activeElement.id") == "main")


def test_a_play_has_the_name_of_its_game(page: Any) -> None:
    page.open(page.begin("sploosh-kaboom"))
    assert page.driver.title == "Sploosh kaboom · Sleuth"
    page.says("Sploosh kaboom", "h1")


RINGS = """
const found = [];
for (const press of document.querySelectorAll('#board .press')) {
  focusOn(press);
  const ring = document.querySelector('#board .ring'), view = press.ownerSVGElement.viewBox.baseVal;
  if (!ring) { found.push('none: ' + press.getAttribute('aria-label')); continue; }
  const [x, y, w, h] = ['x', 'y', 'width', 'height'].map(name => Number(ring.getAttribute(name)));
  const half = parseFloat(getComputedStyle(ring).strokeWidth) / 2, seen = getComputedStyle(ring).stroke !== 'none';
  const inside = x >= half && y >= half && x + w + half <= view.width && y + h + half <= view.height;
  if (!seen || !(half > 0) || !inside || w < 10 || h < 10) found.push([press.getAttribute('aria-label'), x, y, w, h]);
}
return found;
"""
"""What has no ring that is wholly seen, of all that can be focused on a board."""


@pytest.mark.parametrize(
    "game", ["battleship", "mastermind", "wordle", "black-box", "guess-who", "number", "fake-coin"]
)
def test_the_ring_on_a_board_is_never_cut(page: Any, game: str) -> None:
    page.open(page.begin(game))
    page.keys(Keys.ARROW_DOWN)  # by keys, the focus is shown
    page.one("#board .ring")
    assert page.driver.execute_script(RINGS) == []


IN_SIGHT = """
const box = document.activeElement.getBoundingClientRect(), middle = [box.x + box.width / 2, box.y + box.height / 2];
return document.activeElement.contains(document.elementFromPoint(...middle));
"""


@pytest.mark.parametrize(("width", "height"), [(1200, 700), (360, 740)])
def test_arrows_on_a_tall_board_stay_in_sight(page: Any, width: int, height: int) -> None:
    """Down to the last question and up again, nothing that has the focus lies under a bar or off the screen."""
    page.size(width, height)
    try:
        page.open(page.begin("guess-who"))
        page.keys(Keys.ARROW_DOWN)
        for key in [Keys.ARROW_DOWN] * 16 + [Keys.ARROW_UP] * 16:
            page.keys(key)
            assert page.driver.execute_script(IN_SIGHT)
    finally:
        page.size(1200, 900)


def test_the_mode_is_remembered(page: Any) -> None:
    """What a person chose holds on every page, until they choose what the system says."""
    paper = "return getComputedStyle(document.body).backgroundColor"
    page.open("/")
    system = page.driver.execute_script(paper)
    for other, paths in ((True, ("/assist", "/clue")), (False, ("/watch", "/"))):
        page.press("[data-theme-turn]")
        for path in paths:
            page.until(lambda other=other: (page.driver.execute_script(paper) != system) == other)
            page.open(path)
        page.until(lambda other=other: (page.driver.execute_script(paper) != system) == other)
    assert page.driver.execute_script("return localStorage.getItem('sleuth-theme')") is None


@pytest.mark.parametrize(
    "path",
    [
        f"/assist?game={quote(HOSTILE)}",
        f"/assist?game=mastermind&history={quote(HOSTILE)}",
        f"/assist?game=mastermind&strategy={quote(HOSTILE)}",
        f"/play/{quote('<img src=x onerror=alert(1)>')}",
    ],
)
def test_hostile_addresses(page: Any, path: str) -> None:
    page.open(path)
    page.one("h1")
    page.errors()  # the browser reports a 4xx
    assert page.driver.title != "owned"
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0


def test_hostile_words_in_a_message(page: Any) -> None:
    page.open("/guess?game=number&history=50%3Dlower%3B60%3Dhigher")
    page.one("#thought").send_keys(HOSTILE, Keys.ENTER)
    page.toast("has no secret")
    page.one("#thought").clear()
    page.one("#thought").send_keys("7", Keys.ENTER)
    page.says("It was 7", "#side")
    assert page.driver.title != "owned"
    assert page.driver.execute_script("return document.querySelectorAll('img[src=x]').length") == 0


def test_markup_brings_no_script_along(page: Any) -> None:
    """Even markup that somebody got into the page runs nothing: scripts are files of the server."""
    page.open("/")
    title = page.driver.title
    page.driver.execute_script("""
        const made = document.createElement('div');
        made.innerHTML = `<svg onload="document.title='owned'"></svg>`;
        const script = document.createElement('script');
        script.textContent = "document.title = 'owned'";
        document.body.append(made, script);
    """)
    refused = page.until(lambda: page.errors())
    assert all("Content Security Policy" in error for error in refused)
    assert page.driver.title == title
