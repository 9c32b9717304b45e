"""The first page: what this is, help for a game elsewhere, all games."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.responses import Response

from sleuth.adapters.web.site import Site, address
from sleuth.app.catalogue import picture, showcase
from sleuth.app.results import EntryResult
from sleuth.core.game_spec import is_table

HELPED = ("wordle", "battleship", "clue", "mastermind", "hangman")
"""What people most often have at hand elsewhere."""


def register(app: FastAPI, site: Site) -> None:
    """The address of the first page."""

    @app.get("/")
    async def home() -> Response:
        entries = showcase()
        by_name = {entry.name: entry for entry in entries}
        helped = [(by_name[name].title, role_address(by_name[name], "help")) for name in HELPED if name in by_name]
        games = [(entry, start_address(entry.name), picture(entry.name)) for entry in entries]
        return site.page("home.html", "/", helped=helped, games=games)


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
