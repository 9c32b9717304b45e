"""The puzzles of the day: the same for everybody, one play a day, how the others did, yesterday's answers."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.daily import GAMES, Puzzle, featured, today
from sleuth.adapters.web.persons import Visitor, known_visitor, visitor
from sleuth.adapters.web.site import Site, fields
from sleuth.app.catalogue import entry, picture


def register(app: FastAPI, site: Site) -> None:
    """The address of the puzzles."""
    service = site.service

    @app.get("/daily")
    async def daily(request: Request) -> Response:
        here = await visitor(service, request)
        return site.page("daily.html", "/", **await _values(site, here), answers=None)

    @app.post("/daily")
    async def play(request: Request) -> Response:
        sent = await fields(request)
        here = await known_visitor(service, request)
        play = await service.daily.play(sent.get("game", featured(today()).name), here.person)
        return here.kept(site.go(f"/play/{play}"), request)

    @app.post("/daily/answers")
    async def answers() -> Response:
        puzzles = [Puzzle(today(), name).before for name in GAMES]
        found = await asyncio.gather(*map(service.daily.answer, puzzles))
        return site.parts("daily.html", "yesterday", answers=list(zip(puzzles, found, strict=True)))


async def _values(site: Site, here: Visitor) -> dict[str, Any]:
    """What the template needs."""
    daily = site.service.daily
    first = featured(today())
    puzzles = []
    for name in (first.name, *(name for name in GAMES if name != first.name)):
        puzzle = Puzzle(first.day, name)
        puzzles.append(
            (puzzle, entry(name), picture(name), await daily.progress(puzzle, here.person), await daily.others(puzzle))
        )
    return {
        "day": first.day, "puzzles": puzzles, "week": await daily.week(here.person),
        "streak": await daily.streak(here.person),
    }  # fmt: skip
