"""The API over real HTTP: what it answers, what it refuses, and what it never tells."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from sleuth.adapters.api.app import MAX_ERROR
from sleuth.adapters.api.guard import HEADERS
from sleuth.adapters.service.limits import MAX_BODY, SLOW_EACH
from sleuth.adapters.service.service import Service
from sleuth.app.schema import schema
from sleuth.core.game_spec import game_names, table_names

SMALL = "mastermind:pegs=3,colours=4"


def test_what_there_is(client: httpx.Client) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()}
    assert set(games) == {*game_names(), *table_names()}
    assert {"clue", "myst", "guess-who-race"} <= set(games)
    assert [field["name"] for field in games["mastermind"]["fields"]] == ["pegs", "colours", "jar"]
    assert "answers" not in [field["name"] for field in games["wordle"]["fields"]]
    assert "entropy" in {strategy["name"] for strategy in client.get("/api/strategies").json()}


def test_history_in_decision_out(client: httpx.Client) -> None:
    told = client.post("/api/assist", json={"game": "mastermind", "history": "0011=1.0"}).json()
    assert told["candidates"] == 256
    assert told["action"]
    told = client.post("/api/assist", json={"game": "number", "history": "50=lower;60=higher"}).json()
    assert [repair["step"] for repair in told["contradiction"]["repairs"]] == [2, 1]


def test_studies(client: httpx.Client) -> None:
    assert client.post("/api/evaluate", json={"game": SMALL, "strategy": "minimax"}).json()["total"] == 216
    solved = client.post("/api/solve", json={"game": SMALL, "seconds": 5}).json()
    assert (solved["total"], solved["proved"]) == (206, True)
    assert client.post("/api/analyse", json={"game": SMALL}).json()["secrets"] == 64
    graded = client.post("/api/grade", json={"game": SMALL, "history": "012=1.0;033=0.0"}).json()
    assert len(graded["moves"]) == 2
    assert client.post("/api/myst/value", json={"m": 2, "n": 2}).json()["exact"] == "1/2"
    law = {"game": "mastermind", "action": "0123", "secret": "3210"}
    assert client.post("/api/feedback", json=law).json() == {
        "feedback": "0.4",
        "spoken_question": "orange sky green yellow",
        "spoken": "0 in place, 4 elsewhere",
    }
    assert "0.4" in client.post("/api/answers", json={"game": "mastermind", "action": "0123"}).json()


def test_a_play(client: httpx.Client) -> None:
    play = client.post("/api/plays", json={"game": SMALL}).json()
    where = f"/api/plays/{play['id']}"
    while not play["over"]:
        assert play["secret"] is None
        hint = client.get(f"{where}/hint").json()
        play = client.post(f"{where}/ask", json={"action": hint["action"]}).json()
    assert play["secret"] == play["steps"][-1]["action"]
    assert client.get(where).json() == play
    graded = client.get(f"{where}/grade").json()
    assert len(graded["moves"]) == len(play["steps"])
    line = graded["best_line"]
    assert line["solved"]
    assert set(line) == {"strategy", "optimal", "steps", "solved", "notes"}
    assert line["steps"][-1]["action"] == play["secret"]
    shared = client.post(f"{where}/share").json()["id"]
    seen = client.get(f"/api/shared/{shared}").json()
    assert (seen["steps"], seen["secret"]) == (play["steps"], play["secret"])
    assert client.get(f"/api/plays/{shared}").status_code == 404
    assert client.post(f"{where}/undo").status_code == 409


def test_an_open_play_keeps_its_secret(client: httpx.Client) -> None:
    play = client.post("/api/plays", json={"game": "mastermind", "seed": 1}).json()
    where = f"/api/plays/{play['id']}"
    client.post(f"{where}/ask", json={"action": "0000"})
    shared = client.post(f"{where}/share").json()["id"]
    for told in (client.get(where), client.get(f"/api/shared/{shared}")):
        assert told.json()["secret"] is None
    assert client.get(f"{where}/grade").status_code == 409
    secret = client.post(f"{where}/give-up").json()["secret"]
    assert re.fullmatch("[0-5]{4}", secret)
    assert client.get(f"/api/shared/{shared}").json()["secret"] is None
    assert client.post(f"{where}/ask", json={"action": "0000"}).status_code == 409


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/assist", "", 422),
        ("/api/assist", "{", 400),
        ("/api/assist", "[]", 422),
        ("/api/assist", "null", 422),
        ("/api/assist", '{"game": 7}', 422),
        ("/api/assist", '{"game": "mastermind", "more": 1}', 422),
        ("/api/assist", '{"game": "no-such-game"}', 422),
        ("/api/assist", '{"game": "\\ud800"}', 422),
        ("/api/assist", '{"game": "mastermind", "history": "\\u0000=\\u0000"}', 422),
        ("/api/assist", '{"game": "mastermind", "strategy": "tree:file=/etc/passwd"}', 422),
        ("/api/assist", '{"game": "wordle:answers=/etc/passwd"}', 422),
        ("/api/assist", '{"game": "guess-who:faces=/etc/passwd"}', 422),
        ("/api/assist", '{"game": "hangman:words=/etc/passwd"}', 422),
        ("/api/assist", '{"game": "../../x.py"}', 422),
        ("/api/assist", '{"game": "mastermind:pegs=8,colours=9"}', 422),
        ("/api/solve", '{"game": "mastermind", "seconds": NaN}', 422),
        ("/api/solve", '{"game": "mastermind", "seconds": 1e9}', 422),
        ("/api/myst/value", '{"m": 1e400, "n": 1}', 422),
        ("/api/myst/value", '{"m": 99999999999999999999, "n": 1}', 422),
        ("/api/clue/assist", '{"log": "edition: /etc/passwd"}', 422),
        ("/api/tables/watch", '{"game": "clue:edition=/etc/passwd"}', 422),
        ("/api/tables/watch", '{"game": "clue", "players": "ismcts"}', 422),
        ("/api/tables/review", '{"record": "sleuth record 1\\ngame: clue:edition=/etc/passwd"}', 422),
        ("/api/plays", '{"game": "mastermind", "oracle": "me"}', 422),
        ("/api/plays/none/ask", '{"action": "0000"}', 404),
        ("/api/plays/..%2f..%2fx/ask", '{"action": "0000"}', 404),
        ("/api/nothing", "{}", 404),
    ],
)
def test_one_sentence_for_every_malformed_body(client: httpx.Client, path: str, body: str, status: int) -> None:
    reply = client.post(path, content=body, headers={"content-type": "application/json"})
    assert reply.status_code == status, reply.text
    told = reply.json()
    assert list(told) == ["error"]
    assert told["error"]
    assert "\n" not in told["error"]
    assert "Traceback" not in told["error"]
    assert "root:" not in told["error"]


def test_long_bodies_are_refused(client: httpx.Client) -> None:
    long = json.dumps({"game": "x" * MAX_BODY})
    assert client.post("/api/assist", content=long).status_code == 413

    def pieces() -> Any:
        for _ in range(20):
            yield b" " * (MAX_BODY // 10)

    reply = client.post("/api/assist", content=pieces())  # no content-length
    assert reply.status_code == 413
    assert reply.json()["error"]


def test_methods(client: httpx.Client) -> None:
    reply = client.put("/api/assist")
    assert reply.status_code == 405
    assert "POST" in reply.headers["allow"]
    assert reply.json()["error"]


@pytest.mark.parametrize("path", ["/api/games", "/api/docs", "/api/nothing", "/api/openapi.json"])
def test_headers_of_a_careful_server(client: httpx.Client, path: str) -> None:
    reply = client.get(path)
    for name, value in HEADERS.items():
        assert reply.headers[name] == value
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "server" not in reply.headers
    assert "access-control-allow-origin" not in reply.headers


def test_the_reference_needs_no_other_host(client: httpx.Client) -> None:
    text = client.get("/api/docs").text
    assert "/api/assist" in text
    assert not re.search(r"(src|href)=\"?(https?:)?//", text)
    assert "<script" not in text


def test_names_come_back_as_data(client: httpx.Client) -> None:
    hostile = "<script>alert(1)</script>"
    reply = client.post("/api/assist", json={"game": hostile})
    assert reply.headers["content-type"].startswith("application/json")
    assert reply.status_code == 422


def test_one_client_leaves_room_for_others(address: str) -> None:
    """Too many slow requests of one address at once: 429, one sentence, and when to come back. Others are served."""
    first, work = {"game": "wordle", "seconds": 4}, {"game": "number:numbers=5", "seconds": 1}

    async def flood() -> tuple[list[httpx.Response], httpx.Response]:
        source = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with (
            httpx.AsyncClient(base_url=address, timeout=90, transport=source) as greedy,
            httpx.AsyncClient(base_url=address, timeout=90) as modest,
        ):
            bodies = [first] + [work] * (3 * SLOW_EACH)  # the only worker is busy with the first
            tasks = [asyncio.create_task(greedy.post("/api/solve", json=body)) for body in bodies]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            other = await modest.post("/api/myst/value", json={"m": 2, "n": 2})
            return [await task for task in tasks], other

    replies, other = asyncio.run(flood())
    refused = [reply for reply in replies if reply.status_code == 429]
    assert refused
    assert {reply.status_code for reply in replies} == {200, 429}
    assert all(int(reply.headers["retry-after"]) > 0 for reply in refused)
    assert "wait until one is answered" in refused[0].json()["error"]
    assert other.status_code == 200


def test_tournaments(client: httpx.Client) -> None:
    assert client.get("/api/tournaments").json() == []
    for name in ("x", "..%2fplays", "plays"):
        assert client.get(f"/api/tournaments/{name}").status_code in (404, 422)


def test_boards_are_drawn_on_request(client: httpx.Client) -> None:
    assert client.post("/api/assist?board=true", json={"game": SMALL}).json()["board"].startswith("<svg")
    assert client.post("/api/assist", json={"game": SMALL}).json()["board"] == ""


class Failing:
    """A connection to the store that fails."""

    def __init__(self, code: int) -> None:
        self._code = code

    def execute(self, *arguments: object) -> None:
        error = sqlite3.OperationalError("it failed")
        error.sqlite_errorcode = self._code
        raise error


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        (sqlite3.SQLITE_FULL, 507, "the disk of the server is full, so nothing was kept; try again later"),
        (sqlite3.SQLITE_CORRUPT, 503, "the plays of this server cannot be reached; its log says why"),
    ],
)
def test_what_the_store_lacks_is_one_sentence(
    client: httpx.Client, service: Service, monkeypatch: pytest.MonkeyPatch, code: int, status: int, said: str
) -> None:
    play = client.post("/api/plays", json={"game": SMALL, "seed": 1}).json()
    ask = f"/api/plays/{play['id']}/ask"
    for name in ("_writer", "_reader") if status == 503 else ("_writer",):
        monkeypatch.setattr(service.store, name, Failing(code))
    for path, body in (("/api/plays", {"game": SMALL}), (ask, {"action": "012"})):
        reply = client.post(path, json=body)
        assert (reply.status_code, reply.json()) == (status, {"error": said})
        assert int(reply.headers["retry-after"]) > 0
    monkeypatch.undo()
    assert len(client.post(ask, json={"action": "012"}).json()["steps"]) == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/assist", {"game": "mastermind", "history": "0" * 19_000}),
        ("/api/assist", {"game": "mastermind", "x" * 60_000: 1}),
        ("/api/clue/assist", {"log": "players: " + "x" * 19_000}),
        ("/api/clue/assist", {"log": "y" * 19_000}),
        ("/api/assist", {"game": "n" * 500}),
    ],
)
def test_errors_repeat_little_of_what_was_sent(client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    reply = client.post(path, json=body)
    assert reply.status_code == 422
    assert 10 < len(reply.json()["error"]) <= MAX_ERROR


def test_the_schema_is_that_of_the_command_line(client: httpx.Client) -> None:
    assert client.get("/api/schema").json() == schema()
    assert client.get("/api/schema", params={"name": "assist"}).json() == schema("Assist")
    refused = client.get("/api/schema", params={"name": "Asist"})
    assert (refused.status_code, "did you mean" in refused.json()["error"]) == (422, True)


@pytest.mark.parametrize(
    "spec", ["canary_agent.py", "./canary_agent.py:Ask", "canary_agent:ask", "command:run=touch ran"]
)
def test_no_strategy_names_code(
    client: httpx.Client, spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither files nor modules nor programs, at any door that takes a strategy."""
    (tmp_path / "canary_agent.py").write_text("open('ran', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    for door in ("assist", "evaluate", "watch", "plays", "check"):
        answer = client.post(f"/api/{door}", json={"game": SMALL, "strategy": spec})
        if answer.status_code == 404:
            continue  # not served
        assert answer.status_code in (400, 422), door
        said = answer.json()["error"]
        assert "cannot be named from here" in said or "cannot be done from here" in said, said
    assert not (tmp_path / "ran").exists()
    assert "command" not in {one["name"] for one in client.get("/api/strategies").json()}
