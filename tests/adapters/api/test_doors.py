"""One answer at every door: Python, the command line, the API, and what the page asks its service for.

Every game of the catalogue at a small size, with and without lies, is assisted, evaluated, solved and graded through
all of them, and the JSON is compared key by key.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sleuth.adapters.service.service import Service
from sleuth.app.perform import perform
from sleuth.app.requests import Assist, Evaluate, Grade, GradeHistory, Request, Solve, Watch
from sleuth.app.results import plain
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
"""Too much to be solved at each door, and under lies to be served at all; the rest is compared."""


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


def refused(spec: str, answer: Any) -> bool:
    """Whether all doors refuse a game under lies, since its answers depend on what was asked before."""
    if isinstance(answer, str):
        assert spec.startswith(("battleship", "sploosh-kaboom"))
        assert "lies" in answer
        return True
    return False


Shell = Callable[..., tuple[int, str, str]]


class Doors:
    """The same request at each door: what it gives, or that it is refused."""

    def __init__(self, shell: Shell, client: httpx.Client, service: Service) -> None:
        self.shell, self.client, self.service = shell, client, service

    def python(self, request: Request) -> Any:
        try:
            return plain(perform(request).as_json())
        except SleuthError as error:
            return str(error)

    def command(self, *words: str) -> Any:
        code, out, _ = self.shell(*words, "--json")
        told = json.loads(out)
        return told["error"] if code else told

    def api(self, path: str, **body: Any) -> Any:
        reply = self.client.post(path, json=body)
        told = reply.json()
        return told if reply.status_code == 200 else told["error"]

    def page(self, request: Request) -> Any:
        try:
            found = asyncio.run(self.service.do(request))
            return found if isinstance(found, dict) else found.as_json()
        except SleuthError as error:
            return str(error)

    def agree(self, *answers: Any) -> Any:
        """What all doors answer, which must be the same."""
        first, *others = map(steady, answers)
        for other in others:
            assert type(other) is type(first), (first, other)
            if isinstance(first, dict):
                assert set(other) == set(first)
                for key in first:
                    assert other[key] == first[key], key
            else:
                assert other == first
        return answers[0]


@pytest.fixture
def doors(shell: Shell, client: httpx.Client, service: Service) -> Doors:
    return Doors(shell, client, service)


@pytest.mark.parametrize("spec", specs())
def test_assist(doors: Doors, spec: str) -> None:
    start = doors.python(Assist(spec))
    history = "" if isinstance(start, str) else f"{start['action']}={start['leaves'][0]['feedback']}"
    advice = doors.agree(
        doors.python(Assist(spec, history)),
        doors.command("assist", spec, "--history", history),
        doors.api("/api/assist", game=spec, history=history),
        doors.page(Assist(spec, history)),
    )
    if not refused(spec, advice):
        assert {"action", "bits", "candidates", "reasons", "alternatives", "contradiction"} <= set(advice)


@pytest.mark.parametrize(
    "spec", ["number:numbers=9", "bulls-and-cows:length=2,symbols=4", "number:numbers=4@lies:most=1"]
)
def test_repairs(doors: Doors, spec: str) -> None:
    """What contradicts itself is told at the command line by the exit code too, and as its error."""
    action = doors.python(Assist(spec))["action"]
    answers = [leaf["feedback"] for leaf in doors.python(Assist(spec))["leaves"]]
    history = ";".join(f"{action}={answers[place % 2]}" for place in range(4))
    code, out, err = doors.shell("assist", spec, "--history", history, "--json")
    told = json.loads(out)
    assert code == 2
    assert err == f"sleuth: {told.pop('error')}\n"
    advice = doors.agree(
        doors.python(Assist(spec, history)),
        told,
        doors.api("/api/assist", game=spec, history=history),
        doors.page(Assist(spec, history)),
    )
    assert advice["contradiction"]["text"] in err
    assert advice["action"] is None


@pytest.mark.parametrize("spec", specs())
def test_evaluate(doors: Doors, spec: str) -> None:
    found = doors.agree(
        doors.python(Evaluate(spec)),
        doors.command("evaluate", spec),
        doors.api("/api/evaluate", game=spec),
        doors.page(Evaluate(spec)),
    )
    if not refused(spec, found):
        assert {"secrets", "total", "mean", "worst", "histogram", "tie_break", "seconds"} <= set(found)


@pytest.mark.parametrize("spec", [spec for spec in specs() if spec != HEAVY])
def test_solve(doors: Doors, spec: str) -> None:
    found = doors.agree(
        doors.python(Solve(spec)),
        doors.command("solve", spec),
        doors.api("/api/solve", game=spec),
        doors.page(Solve(spec)),
    )
    solved = {"total", "mean", "worst", "lower_bound", "proved", "nodes", "seconds"}
    assert solved <= set(found) if isinstance(found, dict) else found


@pytest.mark.parametrize("spec", specs())
def test_watch_and_grade(doors: Doors, spec: str, tmp_path: Path) -> None:
    watched = doors.agree(doors.python(Watch(spec, seed=2)), doors.command("watch", spec, "--seed", "2"),
                          doors.api("/api/watch", game=spec, seed=2), doors.page(Watch(spec, seed=2)))  # fmt: skip
    if refused(spec, watched):
        return
    history = ";".join(f"{step['action']}={step['feedback']}" for step in watched["steps"])
    game = parse_game(watched["game"])
    record = Record.parse(
        f"sleuth record 1\ngame: {game}\nplayer: \noracle: human\n"
        + "".join(f"{n}: {step['action']} = {step['feedback']}\n" for n, step in enumerate(watched["steps"], 1))
        + "result: solved\n"
    )
    file = tmp_path / "play.record"
    record.write(file)
    grades = doors.agree(
        doors.python(GradeHistory(str(game), history)),
        doors.python(Grade(str(record))),
        doors.command("grade", str(file)),
        doors.api("/api/grade", game=str(game), history=history),
        doors.page(GradeHistory(str(game), history)),
    )
    assert len(grades["moves"]) == len(watched["steps"])
