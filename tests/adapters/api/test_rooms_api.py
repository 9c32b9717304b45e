"""Programs in a room: open, join, play, look, and what is refused, each with one sentence."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

SMALL = "mastermind:pegs=2,colours=3"


def opened(client: httpx.Client, **more: Any) -> dict[str, Any]:
    reply = client.post("/api/rooms", json={"game": SMALL, **more})
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def joined(client: httpx.Client, code: str, name: str) -> dict[str, Any]:
    reply = client.post(f"/api/rooms/{code}/join", json={"name": name})
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def test_a_room_from_its_opening_to_the_next_round(client: httpx.Client) -> None:
    room = opened(client)
    code, owner = room["code"], {"key": room["key"]}
    ann = joined(client, code, "Ann")
    for action in (f"{a}{b}" for a in range(3) for b in range(3)):
        play = client.post(f"/api/plays/{ann['play']}/ask", json={"action": action}).json()
        if play["over"]:
            break
    board = client.get(f"/api/rooms/{code}", params=owner).json()
    assert [(one["name"], one["state"], one["rank"]) for one in board["members"]] == [("Ann", "solved", 1)]
    ended = client.post(f"/api/rooms/{code}/round", json={"act": "end", **owner}).json()
    assert not ended["open"]
    shown = client.post(f"/api/rooms/{code}/round", json={"act": "answer", **owner}).json()
    assert shown["answer"] == play["spoken_secret"]
    following = client.post(f"/api/rooms/{code}/round", json={"act": "next", **owner}).json()
    assert (following["round"], following["open"], following["answer"]) == (2, True, None)
    again = client.post(f"/api/rooms/{code}/join", json={"key": ann["key"]}).json()
    assert (again["name"], again["round"]) == ("Ann", 2)
    assert again["play"] != ann["play"]


def test_the_board_is_for_those_who_may_see_it(client: httpx.Client) -> None:
    room = opened(client)
    ann = joined(client, room["code"], "Ann")
    for key in ("", "wrong", ann["key"]):
        seen = client.get(f"/api/rooms/{room['code']}", params={"key": key}).json()
        assert seen["members"] == []
        assert seen["present"] == 1
    assert client.get(f"/api/rooms/{room['code']}", params={"key": room["key"]}).json()["members"]
    client.post(f"/api/plays/{ann['play']}/give-up")
    assert client.get(f"/api/rooms/{room['code']}", params={"key": ann["key"]}).json()["members"]


def test_a_look_waits_for_a_change(client: httpx.Client, address: str) -> None:
    room = opened(client)
    before = client.get(f"/api/rooms/{room['code']}", params={"key": room["key"]}).json()["version"]
    with ThreadPoolExecutor(1) as pool:
        asked = {"key": room["key"], "after": before}
        waiting = pool.submit(httpx.get, f"{address}/api/rooms/{room['code']}", params=asked, timeout=90)
        joined(client, room["code"], "Ann")
        assert waiting.result().json()["version"] > before


def test_nothing_secret_leaves_the_server(client: httpx.Client, service: Any) -> None:
    room = opened(client)
    ann = joined(client, room["code"], "Ann")
    kept = service.rooms.kept.get(room["code"].replace(" ", "").lower())
    seen = client.get(f"/api/rooms/{room['code']}", params={"key": room["key"]})
    for text in (seen.text, client.get(f"/api/plays/{ann['play']}").text, str(ann)):
        assert str(kept.seed) not in text
        assert kept.dice not in text
    assert "secret" not in seen.json()


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/api/rooms", {"game": "nothing"}, 422, "nothing"),
        ("/api/rooms", {"game": "clue"}, 422, "a game of one player"),
        ("/api/rooms", {"game": SMALL, "oracle": "adversarial"}, 422, "who evades"),
        ("/api/rooms/OWL 999/join", {"name": "Ann"}, 404, "there is no room OWL 999"),
        ("/api/rooms/<b>/join", {"name": "Ann"}, 404, "there is no room"),
        ("/api/rooms/CODE/join", {"name": ""}, 422, "choose a name"),
        ("/api/rooms/CODE/join", {"name": "y" * 21}, 422, "at most 20"),
        ("/api/rooms/CODE/join", {"name": "Ben"}, 409, "is called Ben; choose another"),
        ("/api/rooms/CODE/join", {"key": "nobody"}, 404, "this key is nobody's"),
        ("/api/rooms/CODE/round", {"act": "end", "key": "wrong"}, 409, "only who opened the room"),
        ("/api/rooms/CODE/round", {"act": "dance", "key": "wrong"}, 422, "act"),
    ],
)
def test_refusals(client: httpx.Client, path: str, body: dict[str, Any], status: int, sentence: str) -> None:
    room = opened(client)
    joined(client, room["code"], "Ben")
    reply = client.post(path.replace("CODE", room["code"]), json=body)
    assert reply.status_code == status
    assert sentence in reply.json()["error"]
