"""Runs of the suite on the page and in the API: every page by its address, without a script; and one watched in a
browser."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from tests.adapters.run_files import ENTRY, HOSTILE, ODD, THOUGHTS, finished_play, run_store, write_run
from tests.sums import change

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.app import build
from sleuth.play.record import Record
from sleuth.referee.bench_store import read_bench
from sleuth.referee.suite import read_suite

SECRETS = read_suite("1").part((ENTRY,))[0].secrets
LONG = "thinking, " * 4_000 + f"\nQuestion: {SECRETS[2]}"
PLAYS = [
    ["Question: 01", THOUGHTS, "I cannot say.", "01", f"It must be **{SECRETS[0]}**."],
    [f"{HOSTILE} Question: 01", ODD.replace("\ud800", "") + f"\n{HOSTILE}", f"Question: {SECRETS[1]}"],
    [LONG],
    ["no idea"] * 20,
]
PLAY = f"/runs/model/{ENTRY}"


APART = {"dd", "dt", "li", "p", "td", "th"}
"""Elements whose words stand apart from those before them."""


class Markup(HTMLParser):
    """What a page is made of: its elements, its links, its forms, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.forms: list[dict[str, str | None]] = []
        self.values: dict[str, str] = {}
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags.append(tag)
        self.words += " " if tag in APART else ""
        self.links += [named["href"] or ""] if tag == "a" else []
        self.forms += [named] if tag == "form" else []
        if tag == "input":
            self.values[named.get("name") or ""] = named.get("value") or ""

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run, a run of a newer Sleuth, and something else."""
    made = tmp_path_factory.mktemp("results")
    write_run(made / "model.db", PLAYS, asked=6, open_replies=["Question: 01"], player=f"chat:model={HOSTILE}")
    change(write_run(made / "newer.db", [[SECRETS[0]]]), "PRAGMA user_version = 99")
    (made / "text.db").write_text("no database")
    return made


@pytest.fixture(scope="module")
def client(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """The whole server of the page, asked without a browser."""
    service = Service(tmp_path_factory.mktemp("data"), results_folder=folder, workers=1)
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(build(service), log_level="error", server_header=False))
    thread = Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}", timeout=90) as made:
        yield made
    server.should_exit = True
    thread.join(timeout=20)
    listening.close()


def markup(client: httpx.Client, path: str) -> Markup:
    reply = client.get(path)
    assert reply.status_code == 200, path
    return Markup(reply.text)


def said(client: httpx.Client, path: str) -> str:
    """The words of a page, in one line."""
    return " ".join(markup(client, path).words.split())


def test_the_list_of_runs(client: httpx.Client) -> None:
    words = said(client, "/runs")
    assert f"model chat:model={HOSTILE} 1 4 of 6 3" in words
    assert "newer" not in words
    assert "/runs" in markup(client, "/lab").links


def test_the_table_of_a_run(client: httpx.Client) -> None:
    words = said(client, "/runs/model")
    assert "model: 4 of 6 plays of suite 1. 1 play under way." in words
    assert "entry solved steps best gap lost luck illegal inconsistent redundant" in words
    assert f"{ENTRY} 3 of 4" in words
    assert "≥ " in words
    assert "tokens read and" in words
    assert "cost 0." in words


def test_the_plays_of_an_entry(client: httpx.Client) -> None:
    words = said(client, PLAY)
    assert f"Play 1 {SECRETS[0]} solved 4 " in words
    assert f"Play 4 {SECRETS[3]} not solved 10 " in words
    assert "Under way: 5." in words
    longest = said(client, f"{PLAY}?by=steps")
    assert longest.index("Play 4") < longest.index("Play 1")
    assert said(client, f"{PLAY}?by=nothing").index("Play 1") < words.index("Play 4")


def test_a_play_with_the_grade_beside_each_turn(client: httpx.Client, folder: Path) -> None:
    found = markup(client, f"{PLAY}/1")
    words = " ".join(found.words.split())
    play = read_bench(folder / "model.db").play(ENTRY, 1)
    assert "Solved after 4 steps. Optimal play expects 2.81: the questions lost" in words
    for turn in play.turns:
        verdict = turn.verdict
        if verdict["refusal"] is None:
            assert f"Bits {verdict['bits']:.2f} of {verdict['best_bits']:.2f}" in words
            assert f"Steps lost {verdict['lost']:.2f} Luck " in words
        else:
            assert f"Not taken: {verdict['refusal']}." in words
    for mark in ("Best", "Mistake", "Not taken", "Blunder", "Best question", "Inconsistent:", "Redundant:"):
        assert mark in words
    assert "It may be 07, or not." in words
    assert found.tags.count("svg") > 10
    for address in (f"{PLAY}/2", PLAY, "/runs/model", "/runs", "/lab"):
        assert address in found.links


def test_the_board_of_any_step(client: httpx.Client) -> None:
    assert "The end." in said(client, f"{PLAY}/1")
    assert "After question 2 of 4." in said(client, f"{PLAY}/1?step=2")
    for wrong in ("0", "9", "x", "-1"):
        assert "The end." in said(client, f"{PLAY}/1?step={wrong}&wait=1")
    reply = client.post(f"{PLAY}/1", data={"step": "1"})
    assert reply.text.lstrip().startswith('<section aria-label="Board"')
    assert "There is no board to draw here." in said(client, f"{PLAY}/4")


def test_the_record_and_the_review_of_a_play(client: httpx.Client) -> None:
    reply = client.get(f"{PLAY}/1/record")
    assert reply.headers["content-type"] == "text/plain; charset=utf-8"
    assert reply.headers["content-disposition"] == f'attachment; filename="model-{ENTRY}-1.record"'
    assert len(Record.parse(reply.text).history) == 4
    (review,) = (link for link in markup(client, f"{PLAY}/1").links if link.startswith("/review?"))
    assert client.get(review).status_code == 200
    assert not [link for link in markup(client, f"{PLAY}/4").links if link.startswith("/review?")]


def test_every_link_leads_somewhere(client: httpx.Client) -> None:
    """From the list to every play and back, by plain links."""
    waiting, known = ["/runs"], set[str]()
    while waiting:
        path = waiting.pop()
        known.add(path)
        links = {link.partition("#")[0] for link in markup(client, path).links}
        for link in links - known - {""}:
            if link.startswith("/api/") or link.endswith("/record"):
                assert client.get(link).status_code == 200, link
                known.add(link)
            elif link.startswith("/runs"):
                waiting.append(link)
    assert {f"{PLAY}/{number}" for number in range(1, 5)} <= known


@pytest.mark.parametrize("path", ["/runs", "/runs/model", PLAY, f"{PLAY}/1", f"{PLAY}/2", f"{PLAY}/4"])
def test_what_a_model_wrote_is_text(client: httpx.Client, path: str) -> None:
    """Markup stays words, whoever wrote it; the page brings only its own scripts."""
    reply = client.get(path)
    found = Markup(reply.text)
    assert found.tags.count("script") == 2
    assert "img" not in found.tags
    assert HOSTILE not in reply.text
    assert HOSTILE in found.words
    assert "script-src 'self'" in reply.headers["content-security-policy"]
    assert "needs JavaScript" not in found.words
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", reply.text)


def test_a_long_reply_is_folded_and_cut(client: httpx.Client) -> None:
    reply = client.get(f"{PLAY}/3")
    assert '<details class="fold" id="said-1">' in reply.text
    assert f"{len(LONG):,} signs" in said(client, f"{PLAY}/3")
    assert f"{len(LONG) - 20_000:,} signs before this are in the file alone." in said(client, f"{PLAY}/3")
    assert len(reply.text) < 60_000
    assert '<details class="fold" id="said-3">' not in client.get(f"{PLAY}/1").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404), ("/%2e%2e", 404), ("/..%2fmodel", 404), ("/model.db", 404), ("/text", 422),
        ("/newer", 422), (f"/newer/{ENTRY}", 422), (f"/newer/{ENTRY}/1", 422), ("/model/nothing", 404),
        ("/model/%2e%2e", 404), (f"/model/{ENTRY}/5", 404), (f"/model/{ENTRY}/99", 404),
    ],
)  # fmt: skip
def test_addresses_of_nothing(client: httpx.Client, path: str, status: int) -> None:
    page, api = client.get(f"/runs{path}"), client.get(f"/api/runs{path}")
    assert (page.status_code, api.status_code) == (status, status)
    assert "<h1>" in page.text
    assert api.json()["error"]
    assert str(Path.home()) not in api.text
    if "newer" in path:
        assert "newer Sleuth" in unescape(page.text)


@pytest.mark.parametrize("number", ["0", "x", "-1", "1.5", "9" * 30])
def test_numbers_of_no_play(client: httpx.Client, number: str) -> None:
    assert client.get(f"{PLAY}/{number}").status_code == 404
    assert client.get(f"/api{PLAY}/{number}").status_code == 422
    assert client.get(f"{PLAY}/{number}/record").status_code == 404


def test_the_api(client: httpx.Client, folder: Path) -> None:
    (run,) = client.get("/api/runs").json()
    assert (run["name"], run["done"], run["total"], run["solved"], run["running"]) == ("model", 4, 6, 3, False)
    table = client.get("/api/runs/model").json()
    assert [row["entry"] for row in table["entries"]] == [ENTRY]
    assert table["total"]["lost"]["mean"] == run["lost"]
    plays = client.get(f"/api{PLAY}").json()
    assert [play["number"] for play in plays["plays"]] == [1, 2, 3, 4]
    play = client.get(f"/api{PLAY}/1").json()
    kept = read_bench(folder / "model.db").play(ENTRY, 1)
    assert play["record"] == kept.record
    assert [turn["verdict"] for turn in play["turns"]] == [dict(turn.verdict) for turn in kept.turns]
    assert play["turns"][0]["picture"] == ""
    assert "<svg" in client.get(f"/api{PLAY}/1?board=true").json()["turns"][0]["picture"]
    routes = client.get("/api/openapi.json").json()["paths"]
    assert {path for path in routes if path.startswith("/api/runs")} == {
        "/api/runs", "/api/runs/{name}", "/api/runs/{name}/{entry}", "/api/runs/{name}/{entry}/{number}",
    }  # fmt: skip


def test_a_folder_without_runs_says_how_to_make_one(tmp_path: Path) -> None:
    """Also where the server has no folder of results at all."""
    import asyncio

    async def asked(service: Service) -> str:
        async with service.running():
            transport = httpx.ASGITransport(build(service))
            async with httpx.AsyncClient(transport=transport, base_url="http://here", timeout=90) as client:
                return (await client.get("/runs")).text

    assert "sleuth bench" in asyncio.run(asked(Service(tmp_path, workers=1)))


def test_a_run_under_way_is_looked_at_again(client: httpx.Client, folder: Path) -> None:
    """Whoever knows the latest is told nothing; else the part of the page that changed."""
    path = folder / "live.db"
    with run_store(path, asked=2) as store:
        for address in ("/runs", "/runs/live"):
            found = markup(client, address)
            assert "running" in found.words
            (form,) = (form for form in found.forms if form.get("data-every"))
            assert form["action"] == address
            assert client.post(address, data={"seen": found.values["seen"]}).status_code == 204
        assert "No play is finished yet." in said(client, "/runs/live")
        seen = markup(client, "/runs/live").values["seen"]
        store.add("1", [finished_play(1, [SECRETS[0]])])
        for address in ("/runs", "/runs/live"):
            part = client.post(address, data={"seen": seen})
            assert "1 of 2" in " ".join(part.text.split())
            assert part.text.lstrip().startswith("<section id=")
    assert "running" not in markup(client, "/runs/live").words
    path.unlink()


def test_a_run_is_watched_and_read_with_keys(page: Any, served: Any) -> None:
    """In a browser: the figures follow the run, a fold opens by a key, and nothing of a reply runs."""
    path = served.folder / "watched.db"
    with run_store(path, asked=3) as store:
        store.add("1", [finished_play(1, PLAYS[0])])
        page.open("/runs/watched")
        page.says("1 of 3 plays of suite 1, running.")
        store.add("1", [finished_play(2, PLAYS[1])])
        page.says("2 of 3 plays of suite 1, running.")
    page.says("2 of 3 plays of suite 1.")
    page.press("td a")
    page.press("td a")
    page.says("Optimal play expects 2.81")
    fold = page.one("#said-2 summary")
    assert not page.all("#said-2 pre")
    fold.send_keys("\n")
    page.says("It may be 07, or not.", "#said-2 pre")
    page.press("[rel=next]")
    page.says("document.title='owned'", "#turn-1 pre")
    assert page.driver.title == f"{ENTRY}, play 2 · Sleuth"
    path.unlink()
