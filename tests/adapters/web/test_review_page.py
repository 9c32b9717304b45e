"""The review in a real browser: step by step, a game from elsewhere, mistakes, variations, and what is shared."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree import ElementTree

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

WORDLE = "slate=g--y-;short=g-g-y;stony=ggg--;stoic=ggggg"
GRID = "Wordle 1,234 4/6*\n\n🟩⬛⬛🟨⬛\n🟩⬜🟩⬜🟨\n🟧🟧🟧⬛⬛\n🟩🟩🟩🟩🟩"
ELSEWHERE = f"/review?{urlencode({'game': 'wordle', 'history': WORDLE})}"

WITHOUT_A_CLIPBOARD = """
Object.defineProperty(navigator, 'clipboard', {value: undefined});
addEventListener('copy', ({target}) => {
  window.copied = target.value.slice(target.selectionStart, target.selectionEnd);
});
"""


def api(page: Any, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{page.url}/api{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)


def finished(page: Any, game: str, *actions: str, play: str = "") -> str:
    """The name of a play that is over; a new one, or one that was begun."""
    state = api(page, f"/plays/{play}") if play else api(page, "/plays", {"game": game, "seed": 1})
    for action in actions:
        state = api(page, f"/plays/{state['id']}/ask", {"action": action})
    if not state["over"]:
        api(page, f"/plays/{state['id']}/give-up", {})
    return str(state["id"])


def stoic(page: Any) -> str:
    """A play whose secret is known: one that goes on from a game elsewhere."""
    body = urlencode({"game": "wordle", "history": "stoic=ggggg", "again": "1"}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{page.url}/review", body)) as reply:
        begun = urlsplit(reply.headers["X-Go"]).path.rpartition("/")[2]
    return finished(page, "wordle", "slate", "short", "stony", "stoic", play=begun)


def tap(page: Any, selector: str) -> None:
    """Press what a person first scrolls to the middle of the screen."""
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", page.one(selector))
    page.press(selector)


def now(page: Any) -> str:
    """The move that is looked at."""
    page.settled()
    return str(page.driver.execute_script(
        "return document.querySelector('.mv[aria-current] .go')?.value || ''"
    ))  # fmt: skip


@pytest.fixture(params=["desk", "phone"])
def seen(page: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """The page on a desk, and on a phone."""
    page.size(*((1200, 900) if request.param == "desk" else (390, 844)))
    yield page
    page.size(1200, 900)


def test_step_by_step(seen: Any) -> None:
    """By keys, buttons, a move of the list, a point of the chart; and the address comes along."""
    page = seen
    page.open(f"/review/{stoic(page)}")
    page.one(".mv[aria-current]")
    assert now(page) == "3"  # the turning point
    assert page.steps() == 3
    page.keys(Keys.ARROW_RIGHT)
    page.until(lambda: now(page) == "4")
    assert page.steps() == 4
    page.keys(Keys.ARROW_LEFT)
    page.until(lambda: now(page) == "3")
    page.press(".step #back, #bottom [aria-label='Step back']")
    page.until(lambda: now(page) == "2")
    assert page.driver.current_url.endswith("step=2")
    tap(page, "#move-1")
    page.until(lambda: now(page) == "1")
    assert page.steps() == 1
    point = page.driver.find_element(By.CSS_SELECTOR, ".story-chart [data-step='4'] circle")
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", point)
    point.click()
    page.until(lambda: now(page) == "4")
    page.driver.refresh()
    page.until(lambda: now(page) == "4")
    page.driver.back()
    page.until(lambda: now(page) == "1")


def test_what_the_story_says(page: Any) -> None:
    page.open(f"/review/{stoic(page)}")
    page.one(".mv[aria-current]")
    assert page.text("h1") == "Solved in 4, with a little luck"
    assert len(page.all(".dial")) == 2
    assert page.text(".mv:nth-child(3)").split("\n")[0].startswith("3")
    page.says("Missed chance", ".mv:nth-child(3)")
    page.says("Lucky", ".mv:nth-child(4)")
    page.press(".show-better")
    better = page.one(".shown-better").text
    assert "in place of STONY" in better
    assert "The hint is" in page.driver.execute_script("return document.querySelector('#board desc').textContent")
    page.press("#line-1")
    page.says("Best line, guess 1 of")
    page.keys(Keys.ARROW_RIGHT)
    page.says("Best line, guess 2 of")
    assert page.steps() == 2
    page.press(".best-line .btn")
    page.says("Guess 3 of 4")


def test_a_newspaper_game_is_pasted(seen: Any) -> None:
    """The squares and the words of a finished game: graded, and stepped through."""
    page = seen
    page.open("/assist")
    tap(page, ".review-rows")
    page.one("#rows-text")
    page.driver.execute_script("document.getElementById('rows-text').value = arguments[0]", GRID)
    page.one("#rows-words").send_keys("SLATE\nSHORT\nSTONY")
    tap(page, ".see")
    page.says("There are 4 rows of answers and 3 guesses", ".problems")
    assert page.one("#rows-words").get_attribute("value") == "SLATE\nSHORT\nSTONY"
    page.one("#rows-words").send_keys("\nSTOIC")
    tap(page, ".see")
    page.one(".mv[aria-current]")
    assert page.text("h1") == "Solved in 4, with a little luck"
    for step in (4, 3, 2, 1):
        tap(page, f"#move-{step}")
        page.until(lambda step=step: page.steps() == step)
    assert "history=" in page.driver.current_url


def test_a_record_is_pasted(page: Any) -> None:
    record = "sleuth record 1\ngame: mastermind:pegs=3,colours=4\nplayer: an agent\noracle: truthful\n" \
        "1: 012 = 1.2\n2: 021 = 3.0\nsecret: 021\nresult: solved\n"  # fmt: skip
    page.open("/review")
    page.driver.execute_script("document.getElementById('rows-text').value = arguments[0]", record)
    tap(page, ".see")
    page.one(".mv[aria-current]")
    assert len(page.all(".mv")) == 2
    assert "game=mastermind" in page.driver.current_url


def test_words_of_no_list_are_told_as_far_as_can_be(page: Any) -> None:
    page.open(f"/review?{urlencode({'game': 'wordle', 'history': 'zzzzz=-----;stoic=ggggg'})}")
    page.one(".mv")
    page.says("ZZZZZ", ".mv")


def test_an_address_that_tells_nothing(page: Any) -> None:
    page.open(f"/review?{urlencode({'game': 'wordle', 'history': 'slate=xx'})}")
    page.says("is no answer to slate", ".problems")
    assert page.one("#rows-text").get_attribute("value") == "slate=xx"
    assert len([text for text in page.errors() if "400" in text]) == 1


def test_how_did_i_do(page: Any) -> None:
    page.open("/assist?game=number&history=50%3Dlower%3B25%3Dequal")
    page.press(".how-did-i")
    page.one(".mv[aria-current]")
    assert len(page.all(".mv")) == 2


def test_a_mistake_until_the_best_move_is_found(seen: Any) -> None:
    page = seen
    page.open(f"/review/{stoic(page)}?step=3")
    page.one(".mv[aria-current]")
    tap(page, ".learn")
    page.says("You played SHORT")
    tap(page, ".next-mistake")
    page.says("You played STONY")
    assert page.steps() == 2
    page.keys("stony", Keys.ENTER)
    page.says("Not yet", ".verdict")
    page.keys("zzzzz", Keys.ENTER)
    page.toast("ZZZZZ is not in my list")
    for _ in range(5):
        page.keys(Keys.BACKSPACE)
    page.keys("stoic", Keys.ENTER)
    page.says("STOIC is better than STONY", ".verdict")
    page.keys("gipon", Keys.ENTER)
    page.says("That is it", ".verdict")
    assert not page.all("#board [tabindex]")
    page.driver.refresh()
    page.says("You played STONY")  # the address holds the position
    page.press(".solution, #bottom .ask")
    page.says("A good move", ".verdict")
    tap(page, ".to-story")
    page.until(lambda: now(page) == "3")


def test_a_mistake_is_mended_by_a_tap(page: Any) -> None:
    """Where a move is one press, as in Battleship."""
    page.open(f"/review/{finished(page, 'battleship:size=5,fleet=2-3', '1,1', '5,5')}/mistakes")
    page.one("#board .press")
    page.press("#board .press")
    page.one(".verdict")
    assert page.all(".solution") or "That is it" in page.text(".verdict")


def test_another_way_from_a_step(seen: Any) -> None:
    """The same secret again, from the third guess on; its end leads back and compares."""
    page = seen
    first = stoic(page)
    page.open(f"/review/{first}?step=3")
    page.one(".mv[aria-current]")
    page.press(".mv .again, #bottom .again")
    page.says("You try again from guess 3 of this play.", "#status")
    assert page.steps() == 2
    assert "stoic" not in page.text().lower()
    page.driver.refresh()
    page.says("You try again from guess 3 of this play.", "#status")
    page.keys("stoic", Keys.ENTER)
    page.says("You tried again from guess 3: 4 guesses then, 3 now, one better.", "#end")
    tap(page, ".see-story")
    page.says("4 guesses then, 3 now, one better.", ".beside")
    tap(page, ".beside a")
    page.until(lambda: f"/review/{first}" in page.driver.current_url)
    assert len(page.all(".mv")) == 4


def test_a_variation_of_a_game_elsewhere(page: Any) -> None:
    page.open(f"{ELSEWHERE}&step=2")
    page.one(".mv[aria-current]")
    page.press(".mv .again")
    page.says("You try again from guess 2 of this play.", "#status")
    page.keys("stoic", Keys.ENTER)
    page.says("4 guesses then, 2 now, 2 better.", "#end")


def test_a_foreign_address_is_no_first_play(page: Any) -> None:
    play = stoic(page)
    for where in ("https://example.org/", "//example.org/review", "javascript:alert(1)", "/lab"):
        page.open(f"/play/{play}?{urlencode({'from': where, 'first': '2'})}")
        page.one("#end .see-story")
        assert not page.all("#end .stack a")


def test_sharing_a_story(seen: Any) -> None:
    page = seen
    page.open(f"/review/{stoic(page)}")
    page.one(".mv[aria-current]")
    tap(page, ".share-it")
    page.one(".card-picture")
    page.until(lambda: page.driver.execute_script("return document.querySelector('.card-picture').naturalWidth > 0"))
    squares = "🟩⬛⬛🟨⬛\n🟩⬛🟩⬛🟨\n🟩🟩🟩⬛⬛\n🟩🟩🟩🟩🟩"
    assert page.one(".copy-grid").get_attribute("data-copy").endswith(squares)
    assert "STOIC" not in page.text(".grid-text").upper()
    link = page.one(".shared-link").get_attribute("href")
    assert page.one(".copy-link").get_attribute("data-copy") == link
    page.open(link)
    page.one(".mv[aria-current]")
    assert (
        page.driver.execute_script("return document.querySelector('[property=\"og:image\"]').content")
        == f"{link}/card.svg"
    )
    with urllib.request.urlopen(f"{link}/card.svg") as reply:
        card = reply.read().decode()
        assert reply.headers["content-type"] == "image/svg+xml"
    texts = [node.text for node in ElementTree.fromstring(card).iter("{http://www.w3.org/2000/svg}text")]
    assert "Wordle" in texts
    assert not any("STOIC" in (text or "") for text in texts)
    page.press(".mv .again, #bottom .again")  # whoever sees it may try it, on a copy
    page.says("You try again from guess 3 of this play.", "#status")
    assert link.rpartition("/")[2] in page.one(".from-first a").get_attribute("href")


@pytest.mark.parametrize("where", [".copy-grid", "[data-copy-address]"])
def test_copying_without_a_clipboard_of_the_page(page: Any, where: str) -> None:
    """Browsers have none on plain http but on this machine: a selected field is copied; else the text is shown."""
    if where == ".copy-grid":
        page.open(f"/review/{stoic(page)}")
        page.press(".share-it")
        text = page.one(where).get_attribute("data-copy")
    else:
        page.open("/lab?game=mastermind:pegs=2,colours=2&do=analyse")
        text = ""
    page.one(where)
    page.driver.execute_script(WITHOUT_A_CLIPBOARD)
    page.press(where)
    page.toast("Copied.")
    text = text or page.driver.current_url
    assert page.driver.execute_script("return window.copied") == text
    page.driver.execute_script("document.execCommand = () => false")
    page.press(where)
    assert page.one(".by-hand textarea").get_attribute("value") == text
    page.press(".by-hand [data-close]")
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, ".by-hand"))


def test_a_win_of_which_nothing_is_graded_has_no_scores(page: Any) -> None:
    """Its one word is in no list: that is no skill of 99, on the page or in what is shared."""
    page.open(f"/review?{urlencode({'game': 'wordle', 'history': 'zzyzx=ggggg'})}")
    page.says("Solved in 1")
    page.says("ZZYZX is not in my list.", ".moves")
    assert not page.all(".dials")
    page.press(".share-it")
    assert "Skill" not in page.one(".copy-grid").get_attribute("data-copy")
    assert page.one(".card-picture").get_attribute("alt") == "Solved in 1."


def test_a_figure_that_does_not_come_is_not_copied(page: Any) -> None:
    """Once what the server said instead was copied, as SVG."""
    page.open("/lab?game=mastermind:pegs=2,colours=2&do=analyse")
    page.one("[data-copy-figure]")
    answers = {
        "Promise.reject(new TypeError())": "The server does not answer.",
        'Promise.resolve(new Response(\'{"error": "Too much at once."}\', {status: 429}))': "Too much at once.",
    }
    for reply, words in answers.items():
        page.driver.execute_script(f"window.fetch = () => {reply}")
        page.press("[data-copy-figure]")
        page.toast(words)


def test_a_play_that_goes_on_has_no_story(page: Any) -> None:
    where = page.begin("mastermind")
    page.open(f"/review/{where.rpartition('/')[2]}")
    page.one("#board .press")
    assert page.driver.current_url.endswith(where)
    shared = api(page, f"/plays/{where.rpartition('/')[2]}/share", {})["id"]
    for path in (f"/shared/{shared}/card.svg", f"/shared/{shared}/mistakes"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(page.url + path)
        with refused.value as answer:
            assert answer.code == 409


def test_a_play_that_was_given_up_at_once(page: Any) -> None:
    page.open(f"/review/{finished(page, 'mastermind')}")
    page.one("#review h1")
    page.one("#board svg")
    assert not page.all(".mv")


@pytest.mark.parametrize("path", ["/review/nothing", "/review/nothing/mistakes", "/shared/nothing/card.svg"])
def test_nothing_to_review(page: Any, path: str) -> None:
    page.open(path)
    page.says("There is nothing here")
    page.errors()
