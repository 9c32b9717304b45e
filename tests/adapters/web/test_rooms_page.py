"""A room in real browsers: a teacher at a desk, pupils on phones; restarts, two servers on one folder, wrong input."""

from __future__ import annotations

import asyncio
import html
import json
import re
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from selenium.webdriver.common.keys import Keys
from tests.adapters.web.conftest import Page, Served, open_browser

from sleuth.adapters.service.service import Service
from sleuth.adapters.web import rooms
from sleuth.adapters.web.app import build
from sleuth.adapters.web.site import Site

SMALL = "mastermind:pegs=2,colours=3"
GUESSES = [f"{a}{b}" for a in range(3) for b in range(3)]


@pytest.fixture(scope="module")
def phone() -> Iterator[Any]:
    made = open_browser(390, 844)
    yield made
    made.quit()


@pytest.fixture
def pupil(phone: Any, served: Served) -> Iterator[Page]:
    """A second browser, the size of a phone, without a cookie."""
    made = Page(phone, served.url)
    phone.get(served.url)
    phone.delete_all_cookies()
    made.errors()
    yield made
    assert made.errors() == []


@pytest.fixture
def teacher(page: Any) -> Page:
    page.open("/")
    page.driver.delete_all_cookies()
    page.size(1280, 800)
    found: Page = page
    return found


def api(url: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/api{path}", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=90) as reply:
        return json.load(reply)


def open_room(url: str, game: str = SMALL, **more: Any) -> tuple[str, str]:
    """The code of a new room as it stands in an address, and the key of its owner."""
    room = api(url, "/rooms", {"game": game, **more})
    return room["code"].replace(" ", "").lower(), room["key"]


def browser(url: str) -> httpx.Client:
    """A browser without a screen: it keeps cookies."""
    return httpx.Client(base_url=url, timeout=90)


def join(client: httpx.Client, code: str, name: str) -> str:
    """The address of the play."""
    reply = client.post(f"/room/{code}", data={"act": "join", "name": name})
    assert reply.status_code == 204, reply.text
    return str(reply.headers["x-go"])


def ask(client: httpx.Client, where: str, action: str) -> httpx.Response:
    return client.post(where, data={"act": "ask", "action": action})


def solve(client: httpx.Client, where: str) -> None:
    for action in GUESSES:
        if "x-refused" in ask(client, where, action).headers:
            return
    raise AssertionError("it cannot be found")


def steps_on_board(text: str) -> dict[str, int]:
    tiles = re.findall(r'data-name="([^"]+)"><b>.*?aria-label="(\d+) guess', text, re.DOTALL)
    return {html.unescape(name): int(steps) for name, steps in tiles}


def test_a_round_from_the_opening_to_the_next_round(teacher: Page, pupil: Page) -> None:
    teacher.open(f"/game/mastermind?game={quote(SMALL)}")
    teacher.press(".role[value=room]")
    teacher.press(".open-room")
    teacher.says("Nobody is here yet", "#tiles")
    code = teacher.text(".join .code")
    pupil.open("/rooms")
    pupil.one("#code").send_keys(code.lower(), Keys.ENTER)
    pupil.one("#name").clear()
    pupil.one("#name").send_keys("Finch")
    pupil.press("[value=join]")
    pupil.says(f"Room {code}", "#banner")
    assert not pupil.all("[value=undo]")
    assert not pupil.all("[value=hint]")
    assert not pupil.all("#banner a")  # no board while she plays
    teacher.says("Finch", "#tiles")
    for action in GUESSES:
        pupil.settled()
        if pupil.all(".won"):
            break
        pupil.keys(action, Keys.ENTER)
        pupil.settled()
    teacher.says("Finch", "#leaders")
    teacher.says("solved", ".live li")
    pupil.press("#banner a")
    pupil.one(".live li.me.solved")
    teacher.press(".end")
    teacher.press(".answer")
    answer = teacher.one(".the-answer svg").get_dom_attribute("aria-label")
    assert pupil.one(".the-answer svg").get_dom_attribute("aria-label") == answer
    teacher.press(".next")
    teacher.says("All rounds", "#leaders")
    pupil.press(".play-round a")
    pupil.says("round 2", "#banner")
    assert pupil.steps() == 0


def test_it_fits_a_phone_and_a_projector(teacher: Page, pupil: Page) -> None:
    code, key = open_room(teacher.url, "mastermind")
    for number in range(12):
        with browser(teacher.url) as client:
            join(client, code, f"A long name of {number:02}")
    teacher.open(f"/room/{code}?key={key}")
    assert teacher.driver.current_url.endswith(f"/room/{code}")  # the key is not left in sight
    assert teacher.driver.execute_script("return document.documentElement.scrollWidth") <= 1280
    assert teacher.driver.execute_script("return document.querySelector('#tiles').getBoundingClientRect().bottom") < 800
    pupil.open(f"/room/{code}")
    assert pupil.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    pupil.press("[value=join]")
    pupil.one("#board svg")
    assert pupil.driver.execute_script("return document.documentElement.scrollWidth") <= 390


def test_a_reload_keeps_ones_place_and_who_cleared_the_cookie_comes_back_under_another_name(pupil: Page) -> None:
    code, key = open_room(pupil.url, "wordle")
    pupil.open(f"/room/{code}")
    pupil.press("[value=join]")
    pupil.one("#board svg")
    where = pupil.driver.current_url
    pupil.keys("aahed", Keys.ENTER)  # may be asked, and is no answer
    pupil.until(lambda: pupil.steps() == 1)
    pupil.open(f"/room/{code}")
    pupil.until(lambda: pupil.driver.current_url == where)
    assert pupil.steps() == 1
    pupil.driver.delete_all_cookies()
    pupil.driver.get(where)
    pupil.says("This play is somebody else's")
    pupil.errors()  # a page that is refused is a 409
    pupil.open(f"/room/{code}")
    pupil.press("[value=join]")
    pupil.one("#board svg")
    assert pupil.driver.current_url != where
    assert api(pupil.url, f"/rooms/{code}?key={key}")["present"] == 2


def test_markup_in_a_name_is_a_name(teacher: Page) -> None:
    code, key = open_room(teacher.url)
    name = "<img src=x>&amp;\"'"
    with browser(teacher.url) as client:
        join(client, code, name)
    teacher.open(f"/room/{code}?key={key}")
    teacher.says(name, "#tiles")
    assert teacher.driver.execute_script("return document.querySelectorAll('main img').length") == 0


def test_everybody_sees_a_guess(served: Served) -> None:
    """Six play, and each board shows in the end what all of them asked."""
    code, key = open_room(served.url, "battleship")
    with ExitStack() as open_clients:
        clients = {f"Pupil {n}": open_clients.enter_context(browser(served.url)) for n in range(6)}
        seen = _watched(served.url, code, key, clients)
    assert seen == dict.fromkeys(clients, dict.fromkeys(clients, 3))


def _watched(url: str, code: str, key: str, clients: dict[str, httpx.Client]) -> dict[str, dict[str, int]]:
    """What the board of each shows last, once all of them have asked three times."""
    plays = {name: join(client, code, name) for name, client in clients.items()}
    for client in clients.values():
        client.get(f"/room/{code}", params={"key": key})
    seen: dict[str, dict[str, int]] = {}
    wanted = dict.fromkeys(clients, 3)

    def watch(name: str) -> None:
        version = 0
        with httpx.Client(base_url=url, cookies=clients[name].cookies, timeout=90) as client:
            while seen.get(name) != wanted:
                reply = client.get(f"/room/{code}/live", params={"view": "owner", "after": version})
                if reply.status_code == 200:
                    version = int(re.findall(r'data-version="(\d+)"', reply.text)[0])
                    seen[name] = steps_on_board(reply.text)

    def play(name: str) -> None:
        for guess in ("5,5", "6,6", "7,7"):
            assert ask(clients[name], plays[name], guess).status_code == 200

    threads = [threading.Thread(target=do, args=[name], daemon=True) for name in clients for do in (watch, play)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    return seen


def test_a_board_is_made_once_for_all_who_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    values = rooms.board_values

    async def counted(*arguments: Any) -> dict[str, Any]:
        made.append(arguments)
        return await values(*arguments)

    monkeypatch.setattr(rooms, "board_values", counted)

    async def look() -> set[bytes]:
        service = Service(tmp_path, workers=1).open()
        try:
            owner = service.persons.known(service.persons.add())
            room = await service.rooms.open(owner, SMALL)
            fragments = rooms.Fragments(Site(service))
            replies = await asyncio.gather(*(fragments.response(room, "owner") for _ in range(30)))
            return {bytes(reply.body) for reply in replies}
        finally:
            service.close()

    assert len(asyncio.run(look())) == 1
    assert len(made) == 1


@pytest.mark.heavy
def test_nothing_is_lost_when_the_server_is_killed_in_the_middle_of_a_round(tmp_path: Path, port: int) -> None:
    server = Served(tmp_path, port)
    try:
        code, key = open_room(server.url, "battleship")
        with browser(server.url) as client:
            where = join(client, code, "Ann")
            assert ask(client, where, "5,5").status_code == 200
            before = api(server.url, f"/rooms/{code}?key={key}")
            server.kill()
            server = Served(tmp_path, port)
            assert api(server.url, f"/rooms/{code}?key={key}") == before
            assert before["members"][0]["steps"] == 1
            assert ask(client, where, "6,6").status_code == 200
            assert client.get(f"/room/{code}", follow_redirects=True).url.path == where
            assert api(server.url, f"/rooms/{code}?key={key}")["members"][0]["steps"] == 2
    finally:
        assert server.stop() == 0


@pytest.mark.heavy
def test_two_servers_on_one_folder_share_rooms(tmp_path: Path) -> None:
    one, other = Served(tmp_path), Served(tmp_path)
    try:
        code, key = open_room(one.url, "battleship")
        with browser(one.url) as ann, browser(other.url) as ben, browser(other.url) as owner:
            here, there = join(ann, code, "Ann"), join(ben, code, "Ben")
            assert ben.post(f"/room/{code}", data={"act": "join", "name": "Ann"}).headers.get("x-go") == there
            page = owner.get(f"/room/{code}", params={"key": key}, follow_redirects=True)
            version = re.findall(r'data-version="(\d+)"', page.text)[0]
            reply: list[httpx.Response] = []
            live = {"view": "owner", "after": version}
            waiting = threading.Thread(target=lambda: reply.append(owner.get(f"/room/{code}/live", params=live)))
            waiting.start()
            assert ask(ann, here, "5,5").status_code == 200
            waiting.join(60)
            assert steps_on_board(reply[0].text) == {"Ann": 1, "Ben": 0}
            ask(ben, there, "5,5")
            secrets = [api(url, f"/plays/{w.rpartition('/')[2]}/give-up", {})["secret"] for url, w in
                       ((other.url, here), (one.url, there))]  # fmt: skip
            assert secrets[0] == secrets[1]
    finally:
        assert one.stop() == 0
        assert other.stop() == 0


def test_a_server_stops_although_boards_wait(tmp_path: Path) -> None:
    server = Served(tmp_path)
    code, key = open_room(server.url)
    with browser(server.url) as owner:
        page = owner.get(f"/room/{code}", params={"key": key}, follow_redirects=True)
        live = {"view": "owner", "after": re.findall(r'data-version="(\d+)"', page.text)[0]}
        replies: list[int] = []
        waiting = [
            threading.Thread(target=lambda: replies.append(owner.get(f"/room/{code}/live", params=live).status_code))
            for _ in range(5)
        ]
        for one in waiting:
            one.start()
        owner.get("/rooms")
        assert server.stop() == 0
        for one in waiting:
            one.join(60)
        assert set(replies) <= {204}


@pytest.mark.parametrize(
    ("path", "sent", "sentence"),
    [
        ("/rooms", {"act": "find", "code": "zzz 99"}, "There is no room ZZZ 99; look at the code again."),
        ("/rooms", {"act": "find", "code": ""}, "There is no room"),
        ("/rooms", {"act": "open", "game": "nothing"}, "nothing"),
        ("/rooms", {"act": "open", "game": "battleship", "oracle": "adversarial"}, "Who evades hides nothing"),
        ("/room/CODE", {"act": "join", "name": ""}, "Choose a name"),
        ("/room/CODE", {"act": "join", "name": "z" * 21}, "A name has at most 20 signs."),
        ("/room/CODE", {"act": "join", "name": "ben"}, "Somebody in this room is called ben; choose another name."),
        ("/room/CODE", {"act": "end"}, "Only who opened the room may do that."),
        ("/room/CODE", {"act": "dance"}, "Only who opened the room may do that."),
        ("/daily", {"game": "ulam"}, "This game has no puzzle of the day."),
        ("/me", {"act": "dance"}, "There is nothing else to be done here."),
        ("/me/recent", {"recent": "//evil.example", "game": "clue"}, "This cannot be carried on."),
    ],
)
def test_one_plain_sentence(served: Served, path: str, sent: dict[str, str], sentence: str) -> None:
    code, _ = open_room(served.url)
    with browser(served.url) as ben, browser(served.url) as client:
        join(ben, code, "Ben")
        reply = client.post(path.replace("CODE", code), data=sent)
        assert reply.headers["x-refused"] in ("404", "409", "422", "429")
        assert sentence in reply.json()["error"]
        assert "set-cookie" not in reply.headers or path == "/daily"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/room/zzz99", 404, "There is no room ZZZ 99"), ("/room/<b>", 404, "There is no room"),
        ("/room/CODE?key=wrong", 404, "This is not the link of the owner"),
        ("/room/CODE/live?view=all&after=0", 404, "There is no such view"),
        ("/rooms?game=nothing", 404, "There is no game called"),
    ],
)  # fmt: skip
def test_a_page_that_says_what_is_wrong(served: Served, path: str, status: int, sentence: str) -> None:
    code, _ = open_room(served.url)
    reply = httpx.get(served.url + path.replace("CODE", code), timeout=90)
    assert reply.status_code == status
    assert sentence in html.unescape(reply.text)


def test_a_member_who_plays_is_not_shown_the_others(served: Served) -> None:
    code, _ = open_room(served.url, "battleship")
    with browser(served.url) as ann, browser(served.url) as ben:
        join(ann, code, "Ann")
        join(ben, code, "Ben")
        assert ann.get(f"/room/{code}").status_code == 303
        for view in ("member", "owner", "playing", "done"):
            live = ann.get(f"/room/{code}/live", params={"view": view, "after": 0})
            assert live.status_code == 200
            assert "Ben" not in live.text


@pytest.mark.parametrize("reach", [["http://192.168.1.5:8080"], []])
def test_how_to_join_is_the_address_in_the_network(tmp_path: Path, reach: list[str]) -> None:
    """A server that others reach, opened as localhost: the QR code and the link name another host."""

    async def pages() -> tuple[str, str, str]:
        service = Service(tmp_path, workers=1).open()
        transport = httpx.ASGITransport(app=build(service, None, reach))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
                opened = await client.post("/rooms", data={"act": "open", "game": SMALL})
                where = opened.headers["x-go"]
                here = await client.get(where)
                return where, here.text, (await client.get(where, headers={"host": "school.example"})).text
        finally:
            service.close()

    where, here, there = asyncio.run(pages())
    assert f"QR code of {reach[0] if reach else 'http://localhost:8080'}{where}" in here
    assert ("Only this machine can join" in here) is not bool(reach)
    assert ("--host 0.0.0.0 --public" in here) is not bool(reach)
    assert f"QR code of http://school.example{where}" in there
    assert "Only this machine can join" not in there
