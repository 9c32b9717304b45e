"""The page as a door: a form is the request that its fields say; and what it shows is what Python says.

For forms the service is closed: it keeps what it is asked first, and answers with the same error.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tests.adapters.request_values import ACTIONS, GAMES, TEXTS
from tests.trials import trials

from sleuth.adapters.service.logs import KeptLog
from sleuth.adapters.service.person_store import Whose
from sleuth.adapters.web import pages
from sleuth.adapters.web.site import Site, sentence
from sleuth.app import AdviceResult, Assist, perform
from sleuth.app.replay import VariationOfHistory
from sleuth.app.requests import (
    PRESSED,
    SUGGESTED,
    Analyse,
    ClueAssist,
    ClueLook,
    Compare,
    CompareStep,
    Drawing,
    EntropyPlane,
    Evaluate,
    Feedback,
    MarkedAnswer,
    MystValue,
    QuestionParts,
    Request,
    Solve,
    Start,
    StoryOfHistory,
    Sweep,
)
from sleuth.app.rows import ReadRows
from sleuth.core.errors import SleuthError

TRIALS = settings(max_examples=trials(25), phases=[Phase.explicit, Phase.generate, Phase.shrink])
ERROR = SleuthError("this is what the service says to everything")
PERSON, TOKEN, IDENTITY = "person", "token", "some-play"
Sent = Mapping[str, str]
Call = tuple[Any, ...]
"""A method of the service, and what it is handed."""
STILL = Drawing(still=True)


class Method:
    """Anything of the closed service, by its name."""

    def __init__(self, service: ClosedService, name: str) -> None:
        self.service, self.name = service, name

    def __getattr__(self, name: str) -> Method:
        return Method(self.service, f"{self.name}.{name}")

    async def __call__(self, *args: Any) -> Any:
        if args and isinstance(args[0], self.service.serves):
            return perform(args[0])
        self.service.calls.append((self.name, *args))
        raise ERROR


class ClosedService:
    """Keeps what it is asked, and answers with the same error; who is here, and an empty log, it tells."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.serves: tuple[type[Request], ...] = ()
        self.persons = SimpleNamespace(add=lambda: TOKEN, known=lambda _: PERSON)
        self.unknown_games: list[str] = []

    def __getattr__(self, name: str) -> Method:
        return Method(self, name)

    async def progress(self, _: str) -> None:
        """A play is nobody's."""

    async def log(self, _: str) -> KeptLog:
        return KeptLog()

    def games(self) -> list[Any]:
        return []

    def strategies(self) -> list[Any]:
        return []


CLOSED = ClosedService()


@cache
def closed_page() -> FastAPI:
    """The page of the closed service."""
    page = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    site = Site(CLOSED)  # type: ignore[arg-type]
    site.register(page)
    pages.register(page, site)
    return page


@cache
def browser() -> httpx.AsyncClient:
    """What is shown after the service refused is nobody's concern here."""
    transport = httpx.ASGITransport(closed_page(), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url="http://closed")


def call_of(method: str, path: str, sent: Sent, serves: tuple[type[Request], ...] = ()) -> Call | None:
    """What the service is asked first, if anything."""
    CLOSED.calls, CLOSED.serves = [], serves
    options: dict[str, Any] = {"data": sent} if method == "POST" else {"params": sent}
    asyncio.run(browser().request(method, path, **options))
    return CLOSED.calls[0] if CLOSED.calls else None


STEP = st.from_regex(r"[a-z0-9]{1,3}=[a-z0-9.]{1,3}", fullmatch=True)
HISTORY = st.lists(STEP, min_size=3, max_size=4).map(";".join)
GAME, ACTION, TICK = st.sampled_from(GAMES), st.sampled_from(ACTIONS), st.just("on")
COUNT, SEED = st.integers(1, 9).map(str), st.integers(0, 10**6).map(str)
PLACE = st.sampled_from("123")
VIEWS = ("part", "heat", "left", "tell", "hint", "no-hint")
PENDING = st.dictionaries(st.sampled_from("0123"), st.sampled_from("abc"), max_size=3).map(json.dumps)
REVIEWED = {"game": GAME, "history": HISTORY, "secret": ACTION}
LESSON = {
    "game": GAME, "one": st.sampled_from(["usual", "entropy"]), "other": TEXTS, "third": TEXTS, "secret": ACTION,
    "seed": SEED, "step": COUNT, "record-one": TEXTS, "record-other": TEXTS,
}  # fmt: skip
WORK = {"game": GAME, "versus": GAME, "over": TEXTS, "seed": SEED}
PLAY = {"heat": TICK, "left": TICK, "tell": TICK, "pending": PENDING, "hint": ACTION, "action": ACTION}
ADVICE = {
    "game": GAME, "history": HISTORY, "strategy": TEXTS, "chosen": st.sampled_from(["-", *ACTIONS]),
    "chances": st.sampled_from(["on", "off"]), "pending": PENDING, "marks": TEXTS,
}  # fmt: skip


ADDRESS = {name: ADVICE[name] for name in ("game", "history", "strategy")}


def parts(sent: Sent) -> dict[str, str]:
    pending: dict[str, str] = json.loads(sent.get("pending") or "{}")
    return pending


def steps(sent: Sent) -> list[str]:
    return [step for step in sent.get("history", "").split(";") if step]


def advice(path: str, sent: Sent, **other: Any) -> Call:
    """What `/assist` and `/guess` ask; `other` is what a press makes different."""
    helps = path == "/assist"
    state: dict[str, Any] = {
        "steps": steps(sent), "chosen": sent.get("chosen", ""), "chances": sent.get("chances") == "on",
        "pending": {}, "marks": "", "fresh": False, **other,
    }  # fmt: skip
    asked = state["chosen"] or (PRESSED if helps else SUGGESTED)
    draw = Drawing(
        state["pending"], heat=state["chances"] and helps, asked="" if asked == "-" else asked, marks=state["marks"],
        fresh=state["fresh"], answering=not helps,
    )  # fmt: skip
    return "do", Assist(sent.get("game", ""), ";".join(state["steps"]), sent.get("strategy", ""), draw=draw)


def advice_after_undo(path: str, sent: Sent) -> Call:
    """A question that was chosen is taken back first, where help is given."""
    takes_question_back = path == "/assist" and sent.get("chosen", "") not in ("", "-")
    return advice(path, sent, steps=steps(sent)[: None if takes_question_back else -1], chosen="")


def advice_after_correction(path: str, sent: Sent) -> Call:
    lines, place = steps(sent), int(sent["step"]) - 1
    lines[place] = f"{lines[place].rpartition('=')[0]}={sent['answer']}"
    return advice(path, sent, steps=lines, chosen="")


def advice_after_omission(path: str, sent: Sent) -> Call:
    lines, place = steps(sent), int(sent["step"]) - 1
    return advice(path, sent, steps=lines[:place] + lines[place + 1 :], chosen="")


def marks_reading(sent: Sent) -> Call:
    marks = sent.get("marks", "")
    return "do", MarkedAnswer(sent["game"], sent["asked"], marks, sent.get("history", ""))


def first_law(sent: Sent) -> Call:
    """What the answer to the first question should have been."""
    return "do", Feedback(sent["game"], steps(sent)[0].rpartition("=")[0], sent["thought"])


def comparison(sent: Sent) -> Call:
    """Two or three strategies: from their start, or where their records are."""
    one, other = sent.get("one", "usual"), sent.get("other", "random")
    named = ["" if one == "usual" else one, other, *([sent["third"]] if sent.get("third") else [])]
    records = tuple(sent[name] for name in ("record-one", "record-other") if name in sent)
    if not records:
        return "do", Compare(
            sent.get("game", "mastermind"), tuple(named), sent.get("secret", ""), int(sent["seed"]), STILL
        )
    return "do", CompareStep(records, tuple(named), STILL, int(sent.get("step", "0")))


def study(sent: Sent) -> Call:
    game, versus, seed = (
        sent.get("game", "mastermind:pegs=3,colours=4"),
        sent.get("versus", ""),
        int(sent.get("seed", 0)),
    )
    requests: dict[str, Request] = {
        "evaluate": Evaluate(game, seed=seed), "solve": Solve(game), "plane": EntropyPlane(game),
        "sweep": Sweep(game, sent.get("over", ""), seed),
    }  # fmt: skip
    return "study", requests.get(sent.get("do", ""), Analyse(game, versus, seed=seed))


def change_of_play(act: str) -> Callable[[Sent], Call]:
    """A press that changes a play."""

    def call(sent: Sent) -> Call:
        heat = sent.get("heat") == "on"
        draw = Drawing(heat=heat, own=not heat, fresh=act == "ask")
        if act != "ask":
            return act.replace("-", "_"), IDENTITY, draw
        return "ask", IDENTITY, sent["action"], draw, PERSON

    return call


def view_of_play(act: str) -> Callable[[Sent], Call]:
    """A press that changes what is shown of a play."""

    def call(sent: Sent) -> Call:
        heat = (sent.get("heat") == "on") != (act == "heat")
        hinted = "" if act == "no-hint" else sent.get("hint", "")
        return "hint" if act == "hint" else "look", IDENTITY, Drawing(parts(sent), hinted, heat, own=not heat)

    return call


def room_start(sent: Sent) -> Call:
    return "rooms.open", PERSON, sent.get("game", ""), sent.get("oracle", ""), sent.get("hints") == "counted"


def card_show(sent: Sent) -> Call:
    return "table_act", IDENTITY, f"show {sent['card']}", sent.get("notes") == "on"


def variation(sent: Sent) -> Call:
    request = VariationOfHistory(sent["game"], sent["history"], int(sent["again"]), sent.get("secret", ""))
    return "vary_history", request


def game_start(sent: Sent) -> Call:
    """A game of a form, with the way in which answers are given."""
    answers = sent.get("@answers", "")
    channel = {"": "", "adversarial": "", "lies": f"@lies:most={sent.get('@most', '1')}"}.get(answers, f"@{answers}")
    game = f"mastermind:pegs={sent['pegs']},colours={sent['colours']}{channel}"
    return "start", Start(game, answers if answers == "adversarial" else ""), Whose(PERSON)


def table_start(sent: Sent) -> Call:
    """A table with those who are to sit there."""
    there = {name: sent[name] for name in ("Anna", "Ben", "Clara")[: int(sent.get("count", "5"))] if name in sent}
    edition = sent.get("edition", "classic")
    more = ",drawn_rooms=true" if "dice" in sent and edition != "classic-board" else ""
    more += "" if edition == "classic" else f",edition={edition}"
    seed = int(sent["number"]) if "number" in sent else None
    return "sit_down", f"clue:players={len(there) + 1}{more}", 1, list(there.values()), seed, tuple(there)


def clue_advice(sent: Sent) -> Call:
    habits = "usual" if sent.get("habits") else "none"
    texts = {name: sent.get(name, "") for name in ("why", "rooms", "suppose", "ask")}
    return "do", ClueAssist("", sent.get("shows", "random"), habits=habits, tolerant=True, **texts)


@dataclass(frozen=True)
class Form:
    """An address, and what it asks of the service for the fields that are sent there."""

    address: str
    call: Callable[[Sent], Call]
    draws: Mapping[str, st.SearchStrategy[str]] = field(default_factory=dict)
    always: tuple[str, ...] = ()
    """Fields that are never left out."""
    act: str = ""
    """What is pressed."""
    serves: tuple[type[Request], ...] = ()
    """Requests that are served before."""

    @property
    def method(self) -> str:
        return self.address.partition(" ")[0]

    @property
    def path(self) -> str:
        """The address as the page registers it."""
        return self.address.partition(" ")[2]

    def __str__(self) -> str:
        return f"{self.address} {self.act}".strip()


def help_forms(path: str) -> tuple[Form, ...]:
    """The page that helps with a game elsewhere, or guesses."""

    def form(act: str, call: Callable[[str, Sent], Call], *always: str, **more: st.SearchStrategy[str]) -> Form:
        return Form(f"POST {path}", lambda sent: call(path, sent), ADVICE | more, always, act)

    def start(path: str, sent: Sent) -> Call:
        return advice(path, sent, chosen="", chances=True)

    return (
        Form(f"GET {path}", lambda sent: start(path, sent), ADDRESS, ("game",)),
        form("", lambda path, sent: advice(path, sent, pending=parts(sent), marks=sent.get("marks", ""))),
        form("undo", advice_after_undo),
        form("begin", lambda path, sent: advice(path, sent, steps=[], chosen="")),
        form("right", advice),
        form("denied", advice),
        form("other", lambda path, sent: advice(path, sent, chosen="-")),
        form("chances", lambda path, sent: advice(path, sent, chances=sent.get("chances") != "on")),
        form("choose", lambda path, sent: advice(path, sent, chosen=sent["action"]), "action", action=ACTION),
        form("leave-out", advice_after_omission, "history", "step", step=PLACE),
        form("correct", advice_after_correction, "history", "step", "answer", step=PLACE, answer=TEXTS),
        form(
            "answer", lambda path, sent: advice(
                path, sent, steps=[*steps(sent), f"{sent['asked']}={sent['answer']}"], chosen="", fresh=True
            ), "asked", "answer", asked=ACTION, answer=st.sampled_from(["0.1", "yes"]),
        ),
        form("answer", lambda _, sent: marks_reading(sent), "game", "asked", asked=ACTION),
        form("thought", lambda _, sent: first_law(sent), "game", "history", "thought", thought=TEXTS),
    )  # fmt: skip


FORMS = (
    *help_forms("/assist"),
    *help_forms("/guess"),
    Form(
        "POST /parts",
        lambda sent: ("do", QuestionParts(
            sent.get("game", ""), sent.get("action", ""), sent.get("history", ""), draw=Drawing(parts(sent))
        )),
        {name: (ADVICE | PLAY)[name] for name in ("game", "action", "history", "pending")},
    ),
    Form(
        "POST /play/{identity}/parts",
        lambda sent: ("parts", IDENTITY, sent.get("action", ""), Drawing(parts(sent))),
        {name: PLAY[name] for name in ("action", "pending")},
    ),
    Form("POST /game/{name}", game_start, {
        "pegs": st.sampled_from("23"), "colours": st.sampled_from("345"), "@most": st.sampled_from("12345"),
        "@answers": st.sampled_from(["", "lies", "adversarial", "noise"]),
    }, ("pegs", "colours")),
    Form(
        "POST /play", lambda sent: ("start", Start(sent.get("game", ""), sent.get("oracle", "")), Whose(PERSON)),
        {"game": GAME, "oracle": TEXTS},
    ),
    Form("POST /play/{identity}", change_of_play("ask"), PLAY, ("action",), "ask"),
    *(Form("POST /play/{identity}", change_of_play(act), PLAY, (), act) for act in ("undo", "give-up")),
    *(Form("POST /play/{identity}", view_of_play(act), PLAY, (), act) for act in VIEWS),
    Form("POST /play/{identity}", lambda _: ("share", IDENTITY), PLAY, (), "share"),
    Form("POST /play/{identity}/end", lambda _: ("story", IDENTITY, STILL)),
    Form(
        "POST /rooms",
        room_start,
        {"game": GAME, "oracle": TEXTS, "hints": st.sampled_from(["counted", "off"])},
    ),
    Form("POST /daily", lambda sent: ("daily.play", sent["game"], PERSON), {"game": GAME}, ("game",)),
    Form(
        "POST /words", lambda sent: ("add_words", sent.get("name", "my words"), sent["words"]),
        {"name": TEXTS, "words": TEXTS, "game": GAME}, ("words",),
    ),
    Form("POST /watch", comparison, LESSON, ("seed",), "look"),
    Form(
        "GET /watch/ask", lambda sent: ("do", Start(sent.get("game", "mastermind"), seed=int(sent["seed"]))),
        {"game": GAME, "seed": SEED}, ("seed",),
    ),
    Form("POST /watch/ask", lambda sent: ("do", Start(sent.get("game", "mastermind"), seed=int(sent["seed"]))), {
        "game": GAME, "seed": SEED, "asked": ACTION, "pending": PENDING,
    }, ("seed",), "part"),
    *(
        Form(address, study, {**WORK, "do": st.sampled_from(["analyse", "evaluate", "solve", "plane", "sweep"])})
        for address in ("POST /lab/study", "GET /lab/study.json", "GET /lab/chart/1.svg")
    ),
    Form(
        "POST /clue/myst",
        lambda sent: ("do", MystValue(int(sent["m"]), int(sent["n"]), 1, "bluff" in sent)),
        {"m": COUNT, "n": COUNT, "bluff": TICK}, ("m", "n"),
    ),
    Form("POST /clue/new", table_start, {
        "Anna": st.sampled_from(["race", "random"]), "Ben": TEXTS, "Clara": TEXTS, "count": st.sampled_from("12345"),
        "number": SEED, "dice": TICK, "edition": st.sampled_from(["classic", "classic-board", "master-detective"]),
    }, ("Anna",)),
    *(
        Form(
            "POST /clue/{identity}",
            lambda sent, act=act: ("table_act", IDENTITY, f"{act} {sent['cards']}", sent.get("notes") == "on"),
            {"cards": st.just("Plum, Rope, Hall"), "notes": TICK}, ("cards",), act,
        )
        for act in ("suggest", "accuse")
    ),
    Form(
        "POST /clue/{identity}", card_show,
        {"card": TEXTS, "notes": TICK}, ("card",), "show",
    ),
    Form(
        "POST /clue/{identity}", lambda sent: ("table_act", IDENTITY, sent["way"], sent.get("notes") == "on"),
        {"way": TEXTS, "notes": TICK}, ("way",), "go",
    ),
    Form(
        "POST /clue/{identity}", lambda sent: ("table_look", IDENTITY, sent.get("notes") == "on"),
        {"notes": TICK}, (), "hint",
    ),
    Form("POST /clue/{identity}", lambda _: ("table_look", IDENTITY, True), {"notes": TICK}, (), "notes"),
    Form("POST /clue/{identity}", lambda _: ("table_look", IDENTITY, False), {"notes": TICK}, (), "no-notes"),
    Form("POST /clue/{identity}/review", lambda _: ("table_review", IDENTITY)),
    Form("POST /clue/help", lambda _: ("do", ClueLook(""))),
    Form("POST /clue/help/advice", clue_advice, {
        "shows": st.sampled_from(["random", "repeat", "any"]), "habits": TICK, "rooms": TEXTS, "why": TEXTS,
        "suppose": TEXTS, "ask": TEXTS,
    }, serves=(ClueLook,)),
    Form(
        "POST /review",
        lambda sent: ("do", ReadRows(sent.get("game", "wordle"), sent["text"], sent.get("words", ""))),
        {"game": GAME, "text": TEXTS, "words": TEXTS}, ("text",),
    ),
    Form(
        "POST /review",
        variation,
        {**REVIEWED, "again": COUNT}, ("game", "history", "again"),
    ),
    *(
        Form(
            address,
            lambda sent: ("do", StoryOfHistory(sent["game"], sent["history"], sent.get("secret", ""), draw=STILL)),
            REVIEWED, ("game", "history"),
        )
        for address in ("GET /review", "POST /review", "GET /review/card.svg", "POST /review/mistakes")
    ),
    *(
        Form(f"POST /{name}/{{identity}}{under}", lambda _, kind=kind: ("story", IDENTITY, STILL, kind))
        for name, kind in (("review", "play"), ("shared", "shared"))
        for under in ("", "/mistakes")
    ),
    *(
        Form(
            f"POST /{name}/{{identity}}",
            lambda sent, kind=kind: ("vary", IDENTITY, int(sent["again"]), kind), {"again": COUNT}, ("again",),
        )
        for name, kind in (("review", "play"), ("shared", "shared"))
    ),
)  # fmt: skip
NO_REQUEST = {
    "/room/{code}": "acts on a room; see test_rooms_page.py",
    "/daily/answers": "has no fields",
    "/me": "forgets a person",
    "/me/recent": "notes an address",
    "/lab/form": "makes an address",
    "/lab/tournaments": "has the name of a file",
    "/runs": "has nothing but what was seen",
    "/runs/{name}": "has nothing but what was seen",
    "/runs/{name}/{entry}/{number}": "has the step of a board",
}
"""Forms that are no request, and what they are."""


@pytest.mark.parametrize("form", FORMS, ids=str)
@TRIALS
@given(data=st.data())
def test_a_form_is_the_request_that_its_fields_say(form: Form, data: st.DataObject) -> None:
    always = {name: form.draws[name] for name in form.always}
    more = {name: values for name, values in form.draws.items() if name not in always}
    sent = data.draw(st.fixed_dictionaries(always, optional=more))
    path = form.path.format(identity=IDENTITY, name="mastermind")
    assert call_of(form.method, path, sent | ({"act": form.act} if form.act else {}), form.serves) == form.call(sent)


def test_every_form_is_tried() -> None:
    paths = {form.path for form in FORMS if form.method == "POST"}
    routes = {route.path for route in closed_page().routes if "POST" in getattr(route, "methods", ())}
    assert not paths & set(NO_REQUEST)
    assert paths | set(NO_REQUEST) == routes


@pytest.mark.parametrize(
    ("game", "history"),
    [
        ("wordle", "crane=--y--"),
        ("number:numbers=9@lies:most=1", "5=lower"),
        ("number:numbers=9", "5=lower;7=higher"),
    ],
)
def test_help(page: Any, game: str, history: str) -> None:
    advice: AdviceResult = perform(Assist(game, history, draw=Drawing(asked=PRESSED)))
    page.open(f"/assist?{urlencode({'game': game, 'history': history})}")
    if advice.contradiction is not None:
        page.says(advice.headline, ".contradiction")
        page.press("#repairs summary")
        for repair in advice.contradiction.repairs:
            assert f"Answer {repair.step}, to {repair.spoken}" in page.text(".repair")
            assert f"it was {repair.spoken_answers[0]}" in page.text(".repair")
        return
    page.says(sentence(advice.left_text), "#side")
    for line in advice.why:
        assert line in page.text(".advice")
    taken = page.driver.execute_script("return document.querySelector('#side [name=action]')?.value")
    asked = page.driver.execute_script("return document.querySelector('#state [name=asked]').value")
    assert advice.action in (taken, asked)
    assert advice.form is not None
    offered = [one.get_attribute("value") for one in page.all(".answers button")]
    assert offered == ([] if advice.form.places else [choice.feedback for choice in advice.form.choices])
