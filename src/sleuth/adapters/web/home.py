"""The first page: what this is, today's puzzle, help for a game elsewhere, what was begun, all games."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.daily import featured, today
from sleuth.adapters.web.persons import visitor
from sleuth.adapters.web.site import Site, address
from sleuth.app.catalogue import entry, picture, showcase
from sleuth.app.results import EntryResult
from sleuth.core.game_spec import is_table

HELPED = ("wordle", "battleship", "clue", "mastermind", "hangman")
"""What people most often have at hand elsewhere."""
MAX_RECENT = 6
"""Plays that one can carry on with at a glance."""


def register(app: FastAPI, site: Site) -> None:
    """The address of the first page."""
    service = site.service

    @app.get("/")
    async def home(request: Request) -> Response:
        here = await visitor(service, request)
        entries = showcase()
        by_name = {one.name: one for one in entries}
        helped = [(by_name[name].title, role_address(by_name[name], "help")) for name in HELPED if name in by_name]
        games = [(one, start_address(one.name), picture(one.name)) for one in entries]
        recent = await asyncio.to_thread(service.persons.recent, here.person, MAX_RECENT) if here.person else []
        puzzle = featured(today())
        yesterday = featured(puzzle.before.day)
        return site.page(
            "home.html", "/", helped=helped, games=games, known=bool(here.person),
            recent=[(one, picture(one.name)) for one in recent],
            puzzle=puzzle, puzzle_entry=entry(puzzle.name), puzzle_picture=picture(puzzle.name),
            mine=await service.daily.progress(puzzle, here.person), others=await service.daily.others(puzzle),
            week=await service.daily.week(here.person), streak=await service.daily.streak(here.person),
            yesterday=yesterday, answer=service.daily.answer_at_hand(yesterday),
        )  # fmt: skip


def start_address(name: str) -> str:
    """Where a game is begun; one of several players has a page of its own."""
    return f"/{name}" if is_table(name) else f"/game/{name}"


def role_address(entry: EntryResult, role: str) -> str:
    """Where the computer helps with a game elsewhere, or guesses; first what must be known for it."""
    if is_table(entry.name):
        return start_address(entry.name)
    if any(field.elsewhere for field in entry.fields):
        return address(start_address(entry.name), role=role)
    return address({"help": "/assist", "guess": "/guess"}[role], game=entry.name)
