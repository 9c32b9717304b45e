"""The API as a door: a body is the request that its keys say, within the bounds of a server; and one answer everywhere.

For bodies of every kind the service is closed: it keeps what it is handed. Whole answers of the command line, the API
and the service are compared for two games without lies, one with lies and one that refuses them; what every game gives
within the bounds of a server is compared with Python alone.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, get_args

import httpx
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.adapters.request_values import TEXTS, about, defaults, hints, values
from tests.app.test_architecture import rows
from tests.trials import trials

from sleuth.adapters.api.app import create
from sleuth.adapters.service.limits import MAX_SEED, SERVED
from sleuth.adapters.service.service import Service
from sleuth.app.perform import perform, perform_afar
from sleuth.app.requests import Ask, Assist, Drawing, Evaluate, Grade, GradeHistory, Request, Solve, Start, Watch
from sleuth.app.results import Result, plain
from sleuth.app.schema import request_kinds
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import game_names, parse_game
from sleuth.play.record import Record

SMALL = {
    "mastermind": "mastermind:pegs=2,colours=3",
    "simple-mastermind": "simple-mastermind:pegs=2,colours=3",
    "bulls-and-cows": "bulls-and-cows:length=2,symbols=4",
    "fake-coin": "fake-coin:coins=4",
    "treasure-hunt": "treasure-hunt:cells=5",
    "low-middle-high": "low-middle-high:numbers=6",
    "black-box": "black-box:size=3,atoms=1",
    "wordle": "wordle",
    "guess-who": "guess-who",
    "number": "number:numbers=6",
    "ulam": "ulam:numbers=6",
    "battleship": "battleship:size=3,fleet=2",
    "sploosh-kaboom": "sploosh-kaboom:size=3,fleet=2",
    "hangman": "hangman:lengths=1",
}
"""A game of each name in which little is to be done."""
CHANNELS = {"hangman": "half-lies:most=1"}
"""What lies may be told, where it is not `lies:most=1`."""
VARY = ("seconds", "milliseconds_a_move", "nodes", "types")
"""What differs from run to run."""
HEAVY = "wordle"
"""Too much to be solved, and under lies to be served at all; the rest is compared."""
EXAMPLES = (
    "mastermind:pegs=2,colours=3",
    "battleship:size=3,fleet=2",
    "number:numbers=6@lies:most=1",
    "battleship:size=3,fleet=2@lies:most=1",
)
"""The games that are asked at every door; of the last one each refuses to lie."""
TRIALS = settings(max_examples=trials(25), phases=[Phase.explicit, Phase.generate, Phase.shrink])
ERROR = SleuthError("this is what the service says to everything")
IDENTITY = "some-play"
LEFT_OUT: dict[type[Request], tuple[str, ...]] = {
    Start: ("secret",),
    Ask: ("record", "strategy", "dice", "given_up"),
}
"""What no body says of a play that is kept: who plays must not set its secret, and the rest is in the store."""
ROOMS = {"/api/rooms", "/api/rooms/{code}/join", "/api/rooms/{code}/round"}
"""What is done in a room of the service is no request; see `test_rooms_api.py`."""


class ClosedService:
    """Keeps what it is asked, and answers everything with the same error."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        async def keep(*args: Any) -> None:
            self.calls.append((name, *args))
            raise ERROR

        return keep


CLOSED = ClosedService()


@cache
def closed_api() -> httpx.AsyncClient:
    """The API of the closed service, in this process."""
    transport = httpx.ASGITransport(create(CLOSED))  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://closed")


def send(method: str, path: str, **options: Any) -> tuple[httpx.Response, list[tuple[Any, ...]]]:
    """What the closed API replies, and what its service was asked."""
    CLOSED.calls = []
    reply = asyncio.run(closed_api().request(method, path, **options))
    return reply, CLOSED.calls


@cache
def bodies() -> dict[str, type[Request]]:
    """Every route that takes a body, as the page about the architecture has it, with the request that it is."""
    kinds = {kind.__name__: kind for kind in request_kinds()}
    posts = {route.removeprefix("POST "): kinds[name] for name, _, route, _ in rows() if route.startswith("POST ")}
    with_body = taking_a_body()
    return {path: kind for path, kind in posts.items() if path.replace("ID", "{id}") in with_body}


@cache
def taking_a_body() -> set[str]:
    paths = create().openapi()["paths"]
    return {path for path, methods in paths.items() if any("requestBody" in one for one in methods.values())}


def test_every_body_is_a_request() -> None:
    assert {path.replace("ID", "{id}") for path in bodies()} | ROOMS == taking_a_body()


every_body = pytest.mark.parametrize(("path", "kind"), bodies().items(), ids=[*bodies()])


def keys(kind: type[Request]) -> dict[str, Any]:
    """The keys of a body, with what they may be."""
    left_out = LEFT_OUT.get(kind, ())
    return {name: hint for name, hint in hints(kind).items() if about(hint).kind != "local" and name not in left_out}


def key_values(hint: Any) -> st.SearchStrategy[Any]:
    """What a key may hold, up to the last number that a server takes."""
    low, high = {
        "seed": (0, MAX_SEED),
        "count": (0, SERVED.number),
        "seconds": (0.001, SERVED.solve_seconds),
    }.get(about(hint).kind, (None, None))
    choices = values(hint, low, high)
    return st.none() | choices if NoneType in types_of(hint) else choices


def types_of(hint: Any) -> tuple[Any, ...]:
    """The types that a field may have."""
    kind = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    return get_args(kind) or (kind,)


def body_values(kind: type[Request]) -> st.SearchStrategy[dict[str, Any]]:
    """Bodies in which anything is left out that may be."""
    usual, of_keys = defaults(kind), {name: key_values(hint) for name, hint in keys(kind).items()}
    always = {name: one for name, one in of_keys.items() if name not in usual}
    return st.fixed_dictionaries(always, optional={name: one for name, one in of_keys.items() if name in usual})


@every_body
@TRIALS
@given(data=st.data())
def test_a_body_is_the_request_that_its_keys_say(path: str, kind: type[Request], data: st.DataObject) -> None:
    body, board = data.draw(body_values(kind)), "draw" in hints(kind) and data.draw(st.booleans())
    _, calls = send("POST", path.replace("ID", IDENTITY), json=body, params={"board": "true"} if board else {})
    drawing = Drawing() if board else None
    if kind is Ask:
        assert calls == [("ask", IDENTITY, body["action"], drawing)]
        return
    usual = {name: value for name, value in defaults(kind).items() if name != "draw"}
    request = kind(**usual | body | ({"draw": drawing} if board else {}))
    assert calls == [("start" if kind is Start else "do", request)]


def wrong_values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of a kind that a key does not take, or beyond what a server takes."""
    kinds, kind = types_of(hint), about(hint).kind
    wrong: list[Any] = [[], {}, *([None] if NoneType not in kinds else [])]
    wrong += ["text", *([] if kind == "seconds" or float in kinds else [1.5])] if str not in kinds else [7, True]
    wrong += [1] if bool in kinds else []
    wrong += ["no-choice"] if about(hint).choices else []
    wrong += {"seed": [-1, MAX_SEED + 1], "count": [-1, SERVED.number + 1]}.get(kind, [])
    wrong += [0.0, SERVED.solve_seconds + 1] if kind == "seconds" else []
    if str in kinds and kind in ("spec", "text"):
        wrong += ["x" * ((SERVED.spec if kind == "spec" else SERVED.text) + 1)]
    return st.sampled_from(wrong)


@every_body
@TRIALS
@given(data=st.data())
def test_a_body_that_is_wrong_is_refused_by_its_key(path: str, kind: type[Request], data: st.DataObject) -> None:
    """A key that there is not, one that only makes sense on one's own machine, or a value of another kind."""
    right, keys_of = data.draw(body_values(kind)), keys(kind)
    unknown = [name for name in hints(kind) if name not in keys_of]
    key = data.draw(st.sampled_from([*keys_of, *unknown, "unknown"]))
    wrong = data.draw(wrong_values(keys_of[key]) if key in keys_of else TEXTS)
    reply, calls = send("POST", path.replace("ID", IDENTITY), json={**right, key: wrong})
    assert (reply.status_code, calls) == (422, [])
    assert re.match(rf"{key}(\.\w+)*: ", reply.json()["error"])


@every_body
def test_a_body_that_lacks_a_key_is_refused_by_its_key(path: str, kind: type[Request]) -> None:
    usual = defaults(kind)
    for name in (name for name in keys(kind) if name not in usual):
        body = {other: 1 if int in types_of(hint) else "x" for other, hint in keys(kind).items() if other not in usual}
        reply, calls = send("POST", path.replace("ID", IDENTITY), json={k: v for k, v in body.items() if k != name})
        assert (reply.status_code, calls) == (422, [])
        assert reply.json()["error"].startswith(f"{name}: ")


BARE: dict[tuple[str, str], Callable[[Drawing | None], tuple[Any, ...]]] = {
    ("GET", "/api/plays/{id}"): lambda draw: ("look", IDENTITY, draw),
    ("POST", "/api/plays/{id}/undo"): lambda _: ("undo", IDENTITY),
    ("POST", "/api/plays/{id}/give-up"): lambda _: ("give_up", IDENTITY),
    ("GET", "/api/plays/{id}/hint"): lambda draw: ("hint", IDENTITY, draw),
    ("GET", "/api/plays/{id}/grade"): lambda _: ("graded", IDENTITY),
    ("GET", "/api/plays/{id}/story"): lambda draw: ("story", IDENTITY, draw),
    ("POST", "/api/plays/{id}/share"): lambda _: ("share", IDENTITY),
    ("GET", "/api/shared/{id}"): lambda draw: ("look", IDENTITY, draw, "shared"),
}
"""Routes of a play that take no body: what they ask of the service."""


@pytest.mark.parametrize(("method", "path"), BARE)
@pytest.mark.parametrize("board", [False, True])
def test_a_route_without_a_body_asks_for_its_play(method: str, path: str, board: bool) -> None:
    reply, calls = send(method, path.replace("{id}", IDENTITY), params={"board": "true"} if board else {})
    assert calls == [BARE[method, path](Drawing() if board else None)]
    assert reply.json() == {"error": str(ERROR)}


def test_every_route_of_a_play_is_tried() -> None:
    paths: Mapping[str, Any] = create().openapi()["paths"]
    of_plays = {(method.upper(), path) for path in paths for method in paths[path] if "{id}" in path}
    assert of_plays == {*BARE, ("POST", "/api/plays/{id}/ask")}


def specs() -> list[str]:
    lies = [f"{spec}@{CHANNELS.get(name, 'lies:most=1')}" for name, spec in SMALL.items() if name != HEAVY]
    return [*SMALL.values(), *lies]


def test_every_game_is_asked() -> None:
    assert set(SMALL) == set(game_names())


def steady(value: Any) -> Any:
    """JSON without what differs from run to run."""
    if isinstance(value, dict):
        return {key: steady(inner) for key, inner in value.items() if key not in VARY}
    return [steady(inner) for inner in value] if isinstance(value, list) else value


def answer(request: Request) -> Any:
    """What Python gives, or the sentence with which it refuses."""
    try:
        return plain(perform(request).as_json())
    except SleuthError as error:
        return str(error)


def answer_afar(request: Request) -> Any:
    """The same by another process within the bounds of a server: what goes there and comes back is written."""
    try:
        result = pickle.loads(pickle.dumps(perform_afar(pickle.loads(pickle.dumps(request)), SERVED)))
        return result.as_json() if isinstance(result, Result) else result
    except SleuthError as error:
        return str(error)


def same(first: Any, *others: Any) -> Any:
    """What all answer, which must be the same."""
    one = steady(first)
    for other in map(steady, others):
        assert type(other) is type(one), (one, other)
        if isinstance(one, dict):
            assert set(other) == set(one)
            for key in one:
                assert other[key] == one[key], key
        else:
            assert other == one
    return first


def refused(spec: str, given: Any) -> bool:
    """Whether a game is refused under lies, since its answers depend on what was asked before."""
    if isinstance(given, str):
        assert spec.startswith(("battleship", "sploosh-kaboom"))
        assert "lies" in given
        return True
    return False


@pytest.mark.parametrize("spec", specs())
def test_a_server_gives_what_ones_own_machine_gives(spec: str) -> None:
    """Every game, with and without lies, is assisted, evaluated, solved, watched and graded."""
    start = answer(Assist(spec))
    if refused(spec, start):
        for request in (Assist(spec), Evaluate(spec), Solve(spec), Watch(spec)):
            assert "lies" in same(answer(request), answer_afar(request))
        return
    history = f"{start['action']}={start['leaves'][0]['feedback']}"
    advice = same(answer(Assist(spec, history)), answer_afar(Assist(spec, history)))
    assert {"action", "bits", "candidates", "reasons", "alternatives", "contradiction"} <= set(advice)
    evaluated = same(answer(Evaluate(spec)), answer_afar(Evaluate(spec)))
    assert {"secrets", "total", "mean", "worst", "histogram", "tie_break", "seconds"} <= set(evaluated)
    if spec != HEAVY:
        solved = same(answer(Solve(spec)), answer_afar(Solve(spec)))
        solution_keys = {"total", "mean", "worst", "lower_bound", "proved", "nodes", "seconds"}
        assert isinstance(solved, str) or solution_keys <= set(solved)
    watched = same(answer(Watch(spec, seed=2)), answer_afar(Watch(spec, seed=2)))
    game, steps, record = play_of(watched)
    grades = same(answer(GradeHistory(game, steps)), answer(Grade(str(record))), answer_afar(GradeHistory(game, steps)))
    assert len(grades["moves"]) == len(watched["steps"])


def play_of(watched: Mapping[str, Any]) -> tuple[str, str, Record]:
    """The game, the steps and the record of a play that was watched."""
    steps = [f"{step['action']}={step['feedback']}" for step in watched["steps"]]
    game = parse_game(watched["game"])
    lines = [f"{number}: {step.replace('=', ' = ')}" for number, step in enumerate(steps, 1)]
    head = f"sleuth record 1\ngame: {game}\nplayer: \noracle: human\n"
    return str(game), ";".join(steps), Record.parse("\n".join([f"{head}{lines[0]}", *lines[1:], "result: solved\n"]))


Shell = Callable[..., tuple[int, str, str]]


class Doors:
    """The same request at each door: what it gives, or that it is refused."""

    def __init__(self, shell: Shell, client: httpx.Client, service: Service) -> None:
        self.shell, self.client, self.service = shell, client, service

    def command(self, *words: str) -> Any:
        code, out, _ = self.shell(*words, "--json")
        value = json.loads(out)
        return value["error"] if code else value

    def api(self, path: str, **body: Any) -> Any:
        reply = self.client.post(path, json=body)
        value = reply.json()
        return value if reply.status_code == 200 else value["error"]

    def page(self, request: Request) -> Any:
        try:
            result = asyncio.run(self.service.do(request))
            return result if isinstance(result, dict) else result.as_json()
        except SleuthError as error:
            return str(error)


@pytest.fixture
def doors(shell: Shell, client: httpx.Client, service: Service) -> Doors:
    return Doors(shell, client, service)


@pytest.mark.parametrize("spec", EXAMPLES)
def test_one_answer_at_every_door(doors: Doors, spec: str, tmp_path: Path) -> None:
    start = answer(Assist(spec))
    history = "" if isinstance(start, str) else f"{start['action']}={start['leaves'][0]['feedback']}"
    advice = same(
        answer(Assist(spec, history)), doors.command("assist", spec, "--history", history),
        doors.api("/api/assist", game=spec, history=history), doors.page(Assist(spec, history)),
    )  # fmt: skip
    assert refused(spec, advice) or advice["candidates"]
    for name, request in (("evaluate", Evaluate(spec)), ("solve", Solve(spec))):
        by_command, by_api = doors.command(name, spec), doors.api(f"/api/{name}", game=spec)
        result = same(answer(request), by_command, by_api, doors.page(request))
        assert refused(spec, result) or result["worst"]
    watch = Watch(spec, seed=2)
    watched = same(
        answer(watch), doors.command("watch", spec, "--seed", "2"), doors.api("/api/watch", game=spec, seed=2),
        doors.page(watch),
    )  # fmt: skip
    if refused(spec, watched):
        return
    game, steps, record = play_of(watched)
    record.write(tmp_path / "play.record")
    grades = same(
        answer(GradeHistory(game, steps)), doors.command("grade", str(tmp_path / "play.record")),
        doors.api("/api/grade", game=game, history=steps), doors.page(GradeHistory(game, steps)),
    )  # fmt: skip
    assert len(grades["moves"]) == len(watched["steps"])


@pytest.mark.parametrize("spec", ["number:numbers=9", "number:numbers=4@lies:most=1"])
def test_repairs(doors: Doors, spec: str) -> None:
    """What contradicts itself is told at the command line by the exit code too, and as its error."""
    start = answer(Assist(spec))
    answers = [leaf["feedback"] for leaf in start["leaves"]]
    history = ";".join(f"{start['action']}={answers[place % 2]}" for place in range(4))
    code, out, err = doors.shell("assist", spec, "--history", history, "--json")
    by_command = json.loads(out)
    assert code == 2
    assert err == f"sleuth: {by_command.pop('error')}\n"
    advice = same(
        answer(Assist(spec, history)), by_command, doors.api("/api/assist", game=spec, history=history),
        doors.page(Assist(spec, history)),
    )  # fmt: skip
    assert advice["contradiction"]["text"] in err
    assert advice["action"] is None
