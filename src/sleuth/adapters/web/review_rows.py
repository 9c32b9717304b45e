"""Review a game that was played elsewhere: its rows are pasted, and then they are an address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.review import act_on, card_of, page_of
from sleuth.adapters.web.reviewed import Reviewed
from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.app.catalogue import showcase
from sleuth.app.rows import ReadRows, RowsResult
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import is_table, split_channel
from sleuth.core.spec import split_spec

EXAMPLE = {
    "game": "wordle",
    "text": "Wordle 1,234 4/6*\n\n🟩⬛⬛🟨⬛\n🟩⬛🟩⬛🟨\n🟩🟩🟩⬛⬛\n🟩🟩🟩🟩🟩",
    "words": "slate\nshort\nstony\nstoic",
}
EMPTY = {"game": "wordle", "text": "", "words": ""}


def register(app: FastAPI, site: Site) -> None:
    """The addresses of games elsewhere."""
    service = site.service

    @app.get("/review/card.svg")
    async def card(request: Request) -> Response:
        return await card_of(Reviewed.elsewhere(service, request.query_params))

    @app.get("/review")
    async def review(request: Request) -> Response:
        query = request.query_params
        play = Reviewed.elsewhere(service, query)
        if not play.history:
            return site.page("review_rows.html", "/assist", **_form({**EMPTY, "game": play.game or "wordle"}))
        try:
            return await page_of(site, play, request)
        except SleuthError as error:
            rows = {"game": play.game, "text": play.history.replace(";", "\n"), "words": ""}
            return site.page("review_rows.html", "/assist", 400, **_form(rows, [sentence(str(error))]))

    @app.post("/review")
    async def act(request: Request) -> Response:
        sent = await fields(request)
        if "text" not in sent:
            return await act_on(site, Reviewed.elsewhere(service, sent), request)
        if sent.get("act") == "example":
            return site.parts("review_rows.html", "form", **_form(EXAMPLE))
        try:
            rows: RowsResult = await service.do(ReadRows(_game(sent), sent["text"], sent.get("words", "")))
            problems = rows.problems
        except SleuthError as error:
            problems = [sentence(str(error))]
        if problems:
            return site.parts("review_rows.html", "form", **_form(sent, problems))
        return site.go(address("/review", game=rows.game, history=rows.history, secret=rows.secret))


def _game(sent: Mapping[str, str]) -> str:
    return sent.get("game", "").strip() or EMPTY["game"]


def _form(rows: Mapping[str, str], problems: list[str] | None = None) -> dict[str, Any]:
    """What the template needs; a game with a size of its own stands among the others."""
    name = split_spec(split_channel(_game(rows))[0])[0]
    games = [(entry.name, entry.title) for entry in showcase() if not is_table(entry.name)]
    known = [(_game(rows) if entry == name else entry, title) for entry, title in games]
    return {"rows": {**EMPTY, **rows, "game": _game(rows)}, "games": known, "problems": problems or []}
