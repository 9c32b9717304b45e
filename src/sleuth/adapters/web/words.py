"""Word lists: those that there are, and one that a person brings."""

from __future__ import annotations

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.home import start_address
from sleuth.adapters.web.site import Site, address, fields
from sleuth.adapters.web.start import lists_for
from sleuth.app.catalogue import entry, form_of_spec, showcase, spec_of_form
from sleuth.app.results import EntryResult
from sleuth.app.words import MAX_WORDS
from sleuth.core.errors import ParameterError
from sleuth.core.game_spec import split_channel
from sleuth.core.spec import split_spec


def register(app: FastAPI, site: Site) -> None:
    """The address of the word lists."""

    @app.get("/words")
    async def words() -> Response:
        games = [one for one in showcase() if _list_field(one)]
        field = next(one for one in games[0].fields if one.word_list)
        return site.page("words.html", "/", games=games, entry=games[0], lists=lists_for(field), most=MAX_WORDS)

    @app.post("/words")
    async def bring(request: Request) -> Response:
        """Keep a list that was brought, or take one that is there; then on to a game with it."""
        sent = await fields(request)
        name = sent.get("list", "")
        if "words" in sent:
            if not sent["words"].strip():
                raise ParameterError("there are no words yet; paste some, or choose a file")
            name = await site.service.add_words(sent.get("name", "").strip() or "my words", sent["words"])
        return site.go(_with_list(sent.get("game", ""), sent.get("field", ""), name))


def _list_field(found: EntryResult) -> str:
    return next((field.name for field in found.fields if field.word_list), "")


def _with_list(spec: str, field: str, name: str) -> str:
    """The page of a game, with a list in one of its fields."""
    found = entry(split_spec(split_channel(spec)[0])[0])
    filled, channel = form_of_spec(spec)
    known = [one.name for one in found.fields if one.word_list]
    if not known:
        raise ParameterError(f"{found.title} has no words; choose another game")
    made = spec_of_form(found.name, {**filled, field if field in known else known[0]: name})
    return address(start_address(found.name), game=f"{made}@{channel}" if channel else made)
