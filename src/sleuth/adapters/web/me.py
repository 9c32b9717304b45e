"""What somebody played here: per game how often, how well, in how many steps; and how to be forgotten."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.person_store import PlayProgress
from sleuth.adapters.web.persons import forgotten, known_visitor, visitor
from sleuth.adapters.web.site import Site, fields
from sleuth.app.catalogue import picture, showcase
from sleuth.core.errors import ParameterError

MAX_PLAYS = 5_000
"""Plays that statistics are made of, the newest."""
MAX_RECENT = 12
MAX_LINE = 120
"""Signs in what is said of something that can be carried on."""
_KEPT = re.compile(r"(/[a-z]+){1,3}/[A-Za-z0-9_-]{8,64}")
MAX_BARS = 12
"""Bars of a distribution; what took longer is in the last one."""


@dataclass(frozen=True)
class GameSummary:
    """One game in somebody's statistics."""

    name: str
    plays: int
    found: int
    mean: float | None
    """Steps of those that were found."""
    bars: list[tuple[str, int]]
    """Steps, and how many plays took so many."""
    skill: int | None
    luck: int | None


def register(app: FastAPI, site: Site) -> None:
    """The address of the statistics."""
    service = site.service

    @app.get("/me")
    async def me(request: Request) -> Response:
        here = await visitor(service, request)
        plays = await asyncio.to_thread(service.persons.all_of, here.person, MAX_PLAYS) if here.person else []
        recent = await asyncio.to_thread(service.persons.recent, here.person, MAX_RECENT) if here.person else []
        return site.page(
            "me.html", "/", known=bool(here.person), summaries=summaries(plays),
            recent=[(one, picture(one.name)) for one in recent],
            pictures={one.name: picture(one.name) for one in plays},
            week=await service.daily.week(here.person), streak=await service.daily.streak(here.person),
        )  # fmt: skip

    @app.post("/me")
    async def forget(request: Request) -> Response:
        if (await fields(request)).get("act") != "forget":
            raise ParameterError("there is nothing else to be done here")
        here = await visitor(service, request)
        if here.person:
            await asyncio.to_thread(service.persons.forget, here.person)
        return forgotten(site.go("/me"))

    @app.post("/me/recent")
    async def note(request: Request) -> Response:
        """A page of another kind, a table or a log, says that it was begun."""
        sent = await fields(request)
        where, name = sent.get("recent", ""), sent.get("game", "")
        if not _KEPT.fullmatch(where) or name not in {one.name for one in showcase()}:
            raise ParameterError("this cannot be carried on")
        here = await known_visitor(service, request)
        await asyncio.to_thread(service.persons.note, here.person, where, name, sent.get("line", "")[:MAX_LINE])
        return here.kept(Response(status_code=204), request)


def summaries(plays: Iterable[PlayProgress]) -> list[GameSummary]:
    """Somebody's games, the one that she played most first."""
    by_name: dict[str, list[PlayProgress]] = {}
    for play in plays:
        by_name.setdefault(play.name, []).append(play)
    return [summary(name, of_game) for name, of_game in sorted(by_name.items(), key=lambda one: (-len(one[1]), one[0]))]


def summary(name: str, plays: Sequence[PlayProgress]) -> GameSummary:
    """One game."""
    steps = [play.steps for play in plays if play.solved]
    return GameSummary(
        name=name,
        plays=len(plays),
        found=len(steps),
        mean=sum(steps) / len(steps) if steps else None,
        bars=bars(steps),
        skill=_mean([play.skill for play in plays if play.skill is not None]),
        luck=_mean([play.luck for play in plays if play.luck is not None]),
    )


def bars(steps: Sequence[int]) -> list[tuple[str, int]]:
    """How many took one step, two, and so on, from the fewest to the most; what took longest together."""
    counts = Counter(steps)
    if not counts:
        return []
    first = min(counts)
    last = min(max(counts), first + MAX_BARS - 1)
    shown = [(str(number), counts[number]) for number in range(first, last + 1)]
    more = sum(count for number, count in counts.items() if number > last)
    if more:
        shown[-1] = (f"{last}+", shown[-1][1] + more)
    return shown


def _mean(values: Sequence[int]) -> int | None:
    return round(sum(values) / len(values)) if values else None
