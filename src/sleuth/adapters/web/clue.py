"""Clue: what it is, a table with computer players, the review of a game, and the numbers of MYST."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.clue_log import EDITIONS as LOG_EDITIONS
from sleuth.adapters.web.notebook import SORT_TITLES, notebook_of, sort_title
from sleuth.adapters.web.persons import visitor
from sleuth.adapters.web.site import Site, fields
from sleuth.app.card_results import MystValueResult
from sleuth.app.catalogue import seat_names, seats
from sleuth.app.errors import RefusedError
from sleuth.app.requests import MystValue
from sleuth.core.errors import ActionError
from sleuth.core.game_spec import parse_table
from sleuth.core.text import capital, plural, whole_number
from sleuth.show.svg import svg_curve

OPPONENTS = ("Anna", "Ben", "Clara", "David", "Emma")
"""Who may sit with a person, in the order of their seats."""
STYLES = {
    "race": ("sharp", "Weighs everything, and wants to know before you do."),
    "entropy": ("curious", "Asks what tells most, and does not mind what you learn from it."),
    "heuristic": ("careful", "Keeps a notebook of crosses, and asks for what is left."),
    "most-likely": ("bold", "Names what is likeliest, again and again."),
    "camouflage": ("secretive", "Hides its question behind cards that you have seen."),
    "random": ("dreamy", "Asks for anything that comes to mind."),
}
"""The strategies in plain words: how they are called, and what they do."""
PARTS = ("state", "todo", "advice", "events", "notes", "board")
EDITIONS = {**LOG_EDITIONS, "classic-board": "Clue with its board: dice and ways from room to room"}
"""The editions that can be sat down to."""
_ASKS = re.compile(r" (?:suggest|accuse)s? ")
_BEGINS = re.compile(r" (?:suggest|accuse|roll)s? |: the dice lead | (?:is|are) (?:in|at) .* now\.")
"""Events that begin a new line of what happened."""
_POINT = re.compile(r"(.+) ([0-9]+) towards (.+)")
"""A place between two doors."""
NO_GUESS = "You make no guess."
"""An event that nobody needs to read."""
MAX_TABLES = 12
"""Tables that one can carry on with at a glance."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of Clue, but for the help at a real table."""
    service = site.service

    @app.get("/clue")
    async def clue(request: Request) -> Response:
        here = await visitor(service, request)
        tables = await asyncio.to_thread(service.persons.recent, here.person, MAX_TABLES, "clue")
        return site.page("clue.html", "/clue", value=None, tables=tables)

    @app.post("/clue/myst")
    async def myst(request: Request) -> Response:
        return site.parts("clue.html", "myst", value=await _myst(service, await fields(request)))

    @app.get("/clue/new")
    async def new() -> Response:
        return site.page("clue_new.html", "/clue", opponents=OPPONENTS, styles=styles(), editions=EDITIONS)

    @app.post("/clue/new")
    async def sit(request: Request) -> Response:
        return site.go(f"/clue/{await _sit_down(service, await fields(request))}")

    @app.get("/clue/{identity}")
    async def table(identity: str) -> Response:
        return site.page("clue_table.html", "/clue", **TablePage(identity, await service.table_look(identity)).values())

    @app.post("/clue/{identity}")
    async def act(identity: str, request: Request) -> Response:
        page = await TablePage.doing(service, identity, await fields(request))
        return site.parts("clue_table.html", *PARTS, **page.values())

    @app.get("/clue/{identity}/review")
    async def review_page(identity: str) -> Response:
        await service.table_look(identity)
        return site.page("clue_review.html", "/clue", identity=identity, review=None)

    @app.post("/clue/{identity}/review")
    async def review(identity: str) -> Response:
        found = await service.table_review(identity)
        return site.parts("clue_review.html", "review", identity=identity, review=found, curve=_curve(found))


def styles() -> dict[str, tuple[str, str]]:
    """Every way to play that answers at once: its name for people, and what it does."""
    quick, summaries = seat_names("clue"), {entry.name: entry.summary for entry in seats(parse_table("clue"))}
    names = sorted(quick, key=lambda name: [*STYLES, name].index(name))
    return {name: STYLES.get(name, (name, summaries[name])) for name in names}


async def _sit_down(service: Service, sent: dict[str, str]) -> str:
    """A new table with those who were asked to it; its name."""
    count = whole_number(sent.get("count", ""), 1, len(OPPONENTS)) or len(OPPONENTS)
    there = [(name, style) for name in OPPONENTS[:count] if (style := sent.get(name, ""))]
    if not there:
        raise RefusedError("somebody must sit with you: choose how Anna plays")
    number = sent.get("number", "").strip()
    seed = whole_number(number) if number else None
    if number and seed is None:
        raise RefusedError("the number of a deal is a whole number from 0")
    edition = sent.get("edition", "") or "classic"
    if edition not in EDITIONS:
        raise RefusedError(f"there is no edition of this name; choose one of {', '.join(EDITIONS)}")
    dice = ",drawn_rooms=true" if sent.get("dice") and edition != "classic-board" else ""
    dice += "" if edition == "classic" else f",edition={edition}"
    names, players = zip(*there, strict=True)
    return await service.sit_down(f"clue:players={len(there) + 1}{dice}", 1, list(players), seed, names)


async def _myst(service: Service, sent: dict[str, str]) -> MystValueResult:
    m, n = (whole_number(sent.get(name, ""), 1) for name in ("m", "n"))
    if m is None or n is None:
        raise RefusedError("m and n are whole numbers from 1")
    value: MystValueResult = await service.do(MystValue(m, n, 1, bool(sent.get("bluff"))))
    return value


@dataclass(frozen=True)
class TablePage:
    """What the person at a table sees, and the help that was asked for."""

    identity: str
    seat: dict[str, Any]
    seen: int = 0
    """How many events were on the page before; those after them are new. With 0 none is."""
    hint: dict[str, Any] | None = None
    chosen: tuple[str, ...] = ()

    @classmethod
    async def doing(cls, service: Service, identity: str, sent: dict[str, str]) -> TablePage:
        """The page after something was pressed."""
        act, notes = sent.get("act", ""), sent.get("notes") == "on"
        seen, chosen = whole_number(sent.get("seen", "")) or 0, _chosen(sent)
        if act in ("hint", "notes", "no-notes"):
            seat = await service.table_look(identity, act == "notes" or (notes and act != "no-notes"))
            hint = await service.table_hint(identity) if act == "hint" else None
            return cls(identity, seat, 0, hint, chosen)
        if act in ("suggest", "accuse"):
            chosen = tuple(sent["cards"].split(", ")) if sent.get("cards") else chosen
            if len(chosen) < len(SORT_TITLES):
                raise ActionError("choose who, with what and where first")
        named = {"show": sent.get("card", ""), "end": ""}.get(act, ", ".join(chosen))
        action = sent.get("way", "") if act == "go" else f"{act} {named}".strip()
        seat = await service.table_act(identity, action, notes)
        return cls(identity, seat, seen, chosen=chosen if seat["details"]["to_do"] == "accuse" else ())

    def values(self) -> dict[str, Any]:
        """What the template needs."""
        seat, details = self.seat, self.seat["details"]
        numbers = {str(i): capital(name) for i, name in enumerate(seat["players"], 1)}
        drawn = details["drawn"] if details["to_do"] == "suggest" else None
        sorts = {sort: [drawn] if drawn in names else names for sort, names in details["sorts"].items()}
        return {
            "identity": self.identity,
            "seat": seat,
            "details": details,
            "others": self._others(),
            "sorts": [(number, sort_title(sort), names) for number, (sort, names) in enumerate(sorts.items())],
            "chosen": {*self.chosen, drawn},
            "turns": list(self._turns()),
            "hint": self.hint,
            "move": _move(self.hint["typed"], details["to_do"]) if self.hint else None,
            "goal": _goal(self.hint["typed"]) if self.hint else "",
            "floor": _floor(seat) if "rooms" in details else None,
            "notebook": notebook_of(seat["notebook"], numbers) if seat["notebook"] else None,
            "outcome": self._outcome(),
            "titles": {card: sort_title(sort) for sort, names in details["sorts"].items() for card in names},
        }

    def _others(self) -> list[tuple[str, str]]:
        """Those who sit with the person, and how they play."""
        both = zip(self.seat["players"], self.seat["strategies"], strict=True)
        return [(name, STYLES.get(style, (style, ""))[0]) for name, style in both if style != "human"]

    def _turns(self) -> list[tuple[str, bool]]:
        """What happened, a line a turn, the oldest first; and whether something in it is new."""
        turns: list[tuple[str, bool]] = []
        for number, text in enumerate(self.seat["events"]):
            if text == NO_GUESS:
                continue
            new = bool(self.seen) and number >= self.seen
            walked = (
                turns and text.partition(" ")[0] == turns[-1][0].partition(" ")[0] and not _ASKS.search(turns[-1][0])
            )
            if turns and (walked or not _BEGINS.search(text)):
                turns[-1] = f"{turns[-1][0]} {text}", turns[-1][1] or new
            else:
                turns.append((text, new))
        return turns

    def _outcome(self) -> str:
        seat = self.seat
        return "You won!" if seat["won"] else f"{capital(seat['winner'])} won." if seat["winner"] else "You are out."


def _chosen(sent: dict[str, str]) -> tuple[str, ...]:
    """The cards that were chosen, by their sorts."""
    return tuple(sent[key] for key in sorted(sent) if re.fullmatch(r"card-\d", key) and sent[key])


def _move(typed: str, to_do: str) -> tuple[str, str, str]:
    """The action of a hint, the field that it goes into, and its value."""
    if to_do in ("start", "move"):
        return "go", "way", typed
    act, _, cards = typed.partition(" ")
    return act, "card" if act == "show" else "cards", cards


def _goal(typed: str) -> str:
    """Where a hint says to go, in words."""
    found = _POINT.fullmatch(typed)
    if found:
        return f"Walk on, {plural(int(found[2]), 'step')} past {found[1]} towards {found[3]}."
    return "Roll the dice." if typed == "roll" else f"Go to {typed}."


@dataclass(frozen=True)
class RoomTile:
    """A room of the board: who is in it, and how to get there, if it is for the person to go somewhere."""

    name: str
    here: tuple[str, ...]
    way: str = ""
    """What to do to go there, as one types it."""
    note: str = ""
    reached: bool = False
    """Whether one gets there at once."""
    far: int = 0
    """Steps that are missing."""


def _floor(seat: dict[str, Any]) -> dict[str, Any]:
    """The board: the rooms with the players in them, those who are on the way, and whether one may stay or roll."""
    details, names = seat["details"], [capital(name) for name in seat["players"]]
    places = dict(zip(names, details["places"].values(), strict=True))
    starts = {card for cards in details["sorts"].values() for card in cards} - set(details["rooms"])
    on_the_way = {n: "at the start" if p in starts else p for n, p in places.items() if p not in details["rooms"]}
    return {
        "tiles": [_tile(room, tuple(n for n, p in places.items() if p == room), details) for room in details["rooms"]],
        "ways": on_the_way,
        "rolled": details["rolled"],
        "goes": details["to_do"] in ("start", "move"),
        "may_stay": details["may_stay"],
        "may_roll": details["to_do"] == "start",
    }


def _tile(room: str, here: tuple[str, ...], details: dict[str, Any]) -> RoomTile:
    if details["to_do"] == "start" and room in details["passages"]:
        return RoomTile(room, here, room, "by the passage", reached=True)
    steps, rolled = details["steps"].get(room), details["rolled"] or 0
    if details["to_do"] != "move" or steps is None:
        return RoomTile(room, here)
    if steps <= rolled:
        return RoomTile(room, here, room, f"{steps} of {rolled} steps", reached=True)
    return RoomTile(room, here, f"towards {room}", f"{plural(steps - rolled, 'step')} more", far=steps - rolled)


def _curve(review: dict[str, Any]) -> str:
    """How what each player misses fell, turn by turn."""
    turns = review["turns"]
    series = [
        (
            one["player"],
            [one["start"], *(t["knows"][one["player"]]["bits"] for t in turns if one["player"] in t["knows"])],
        )
        for one in review["luck"]
    ]
    return svg_curve(series, "how much each player still misses, in bits")
