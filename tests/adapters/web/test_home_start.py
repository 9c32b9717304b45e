"""Where a game is begun: the same spec for every role, presets, what help must know, and lists of words."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from sleuth.app.catalogue import games
from sleuth.app.words import MAX_BYTES
from sleuth.core.game_spec import parse_game

ROLES = {"guess": "/guess", "help": "/assist", "watch": "/watch", "lab": "/lab"}


@pytest.fixture
def client(served: Any) -> Iterator[httpx.Client]:
    """Presses without a browser."""
    with httpx.Client(base_url=served.url, timeout=60) as made:
        yield made


def went(client: httpx.Client, name: str, **sent: str) -> tuple[str, str]:
    """Where a press leads, and with which game."""
    reply = client.post(f"/game/{name}", data=sent)
    assert reply.status_code == 204, reply.text
    where = urlsplit(reply.headers["x-go"])
    return where.path, parse_qs(where.query)["game"][0]


@pytest.mark.parametrize("role", ROLES)
def test_options_and_lies_go_with_every_role(client: httpx.Client, role: str) -> None:
    sent = {"@role": role, "numbers": "20", "@answers": "lies", "@most": "2"}
    assert went(client, "number", **sent) == (ROLES[role], "number:numbers=20@lies:most=2")


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_what_the_page_shows_first_is_what_it_means(client: httpx.Client, name: str) -> None:
    """The form as it comes, and each preset: the game that a press leads to is the one that was shown."""
    entry = next(one for one in games() if one.name == name)
    for spec in [entry.presets.get("Classic", name), *entry.presets.values()]:
        page = client.get(f"/game/{name}", params={"game": spec})
        assert page.status_code == 200
        assert went(client, name, **filled(page.text), **{"@role": "watch"})[1] == spec
        parse_game(spec)


def filled(html: str) -> dict[str, str]:
    """What a browser sends of the form that begins a game, where nobody touched it."""
    reader = Form()
    reader.feed(html.partition('class="start-form"')[2].partition("</form>")[0])
    return reader.sent


class Form(HTMLParser):
    """Reads the fields of a form."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name, value = found.get("name") or "", found.get("value") or ""
        if tag == "select":
            self.select = name
        elif tag == "option" and (self.select not in self.sent or "selected" in found):
            self.sent[self.select] = value
        elif tag == "input" and (found.get("type") not in ("radio", "checkbox") or "checked" in found):
            self.sent[name] = value


def test_no_limit_is_an_empty_field(client: httpx.Client) -> None:
    assert 'name="shots" value=""' in client.get("/game/battleship").text
    assert 'name="shots" value="24"' in client.get("/game/sploosh-kaboom").text
    assert went(client, "sploosh-kaboom", shots="", touching="true", **{"@role": "help"})[1] == "sploosh-kaboom:shots=0"


@pytest.mark.parametrize("role", ["help", "guess"])
def test_help_with_hangman_asks_for_the_lengths(client: httpx.Client, role: str) -> None:
    reply = client.post("/game/hangman", data={"@role": role})
    assert "data-focus" in reply.text
    assert went(client, "hangman", lengths="5-3", **{"@role": role}) == (ROLES[role], "hangman:lengths=5-3")
    assert went(client, "hangman", **{"@role": "watch"}) == ("/watch", "hangman")


def test_what_cannot_be_is_said(client: httpx.Client) -> None:
    assert client.get("/game/chess").status_code == 404
    assert "no game called" in client.get("/game/chess").text
    assert client.get("/game/wordle", params={"game": "wordle:answers=/etc/passwd"}).status_code == 404
    lies = client.post("/game/number", data={"@role": "help", "@answers": "lies", "@most": "9"})
    assert "1 to 5" in lies.json()["error"]
    table = client.get("/game/clue", follow_redirects=False)
    assert table.headers["location"] == "/clue"


def test_words_are_brought_and_left_out(client: httpx.Client) -> None:
    first = client.post("/words", data={"game": "wordle:hard=true", "name": "Our words", "words": "crane\nslate\n"})
    query = parse_qs(urlsplit(first.headers["x-go"]).query)["game"][0]
    assert query.startswith("wordle:hard=true,list=our-words-")
    assert client.get(first.headers["x-go"]).text.count("data-own") == 1
    assert client.post("/api/assist", json={"game": query}).json()["candidates"] == 2
    used = client.post("/words", data={"game": query, "field": "without", "name": "used", "words": "crane"})
    spec = parse_qs(urlsplit(used.headers["x-go"]).query)["game"][0]
    assert client.post("/api/assist", json={"game": spec}).json()["candidates"] == 1


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"words": " \n"}, "no words yet"),
        ({"words": "crane\nsl4te\n"}, "letters only"),
        ({"words": "crane", "name": "../secret"}, "no name for a list"),
        ({"words": "aaaaa\n" * (MAX_BYTES // 6 + 1)}, "at most 200 KB"),
        ({"words": "é" * 2 * MAX_BYTES}, "at most 800,000 bytes"),
        ({"words": "crane", "game": "mastermind"}, "has no words"),
    ],
)
def test_words_that_are_refused(client: httpx.Client, sent: dict[str, str], said: str) -> None:
    reply = client.post("/words", data={"game": "wordle", **sent})
    assert "x-go" not in reply.headers
    assert said in reply.json()["error"]


def test_a_preset_and_a_play(page: Any) -> None:
    """From the first page: a tile, a preset, a size of one's own, Play; and Back shows it as it was."""
    page.open("/")
    page.press(".tile[href='/game/number']")
    page.press(".preset[value=Easy]")
    page.until(lambda: page.one("#field-numbers").get_attribute("value") == "20")
    field = page.one("#field-numbers")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("7")
    page.press(".role.primary")
    page.until(lambda: "/play/" in page.driver.current_url)
    page.one(".board [data-action='7']")
    assert not page.all(".board [data-action='8']")
    page.driver.back()
    page.until(lambda: page.one("#field-numbers").get_attribute("value") == "7")


def test_enter_in_the_field_that_help_needs_goes_on_to_help(page: Any) -> None:
    page.open("/game/hangman?role=help")
    assert page.driver.switch_to.active_element.get_attribute("name") == "lengths"
    page.driver.switch_to.active_element.send_keys("6", Keys.ENTER)
    page.until(lambda: "/assist?game=hangman" in page.driver.current_url)
    page.one(".board svg")


def test_one_who_evades_says_so_and_plays(page: Any) -> None:
    page.open("/game/number")
    assert not page.all(".if-evading")
    page.press(".answers-field .chip:nth-child(3)")
    page.one(".if-evading")
    page.press(".role.primary")
    page.until(lambda: "/play/" in page.driver.current_url)


def test_an_own_list_is_remembered_by_the_browser(page: Any, tmp_path: Path) -> None:
    """A file is read, its words are played with, and the list is offered on the next visit; not to others."""
    file = tmp_path / "words.txt"
    file.write_text("crane\nslate\nplumb\n")
    page.open("/game/wordle")
    page.press("#own-words summary")
    page.one("#words-name").send_keys("Three words")
    page.one("#words-file").send_keys(str(file))
    page.until(lambda: "plumb" in page.one("#words-text").get_attribute("value"))
    page.press("#own-words .btn")
    page.until(lambda: "three-words" in page.driver.current_url)
    page.until(lambda: Select(page.one("#field-list")).first_selected_option.text == "Three words")
    page.open("/words")
    assert "Three words" in [option.text for option in Select(page.one("#list")).options]
    page.driver.execute_script("localStorage.clear()")
    page.open("/words")
    assert "Three words" not in [option.text for option in Select(page.one("#list")).options]
