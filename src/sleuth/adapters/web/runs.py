"""Runs of the suite: which there are, the table of one, its plays, and one play with the grade beside each turn.

Every page is a plain address and works without a script; with one, a run that is being played is looked at again.
"""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.run_figures import (
    COLUMNS,
    ORDERS,
    EntryRow,
    TurnView,
    file_name,
    ordered,
    run_address,
    steps_text,
)
from sleuth.adapters.web.site import Site, address, fields
from sleuth.app.errors import MissingError
from sleuth.app.replay import StepBoard
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number
from sleuth.referee.run_requests import RunPlayResult

EVERY_SECONDS = 3.0
"""How often runs are looked at again."""
SOON = 1.5
"""Seconds that a page waits for its board; a longer one comes once the page is there."""
HERE = "/lab"


def register(app: FastAPI, site: Site) -> None:
    """The addresses of runs."""
    runs = site.service.runs
    site.templates.globals["run_address"] = run_address
    site.templates.filters["steps"] = steps_text

    @app.get("/runs")
    async def every() -> Response:
        return site.page("runs.html", HERE, **await _every(site))

    @app.post("/runs")
    async def every_again(request: Request) -> Response:
        if (await fields(request)).get("seen") == await site.service.results_now():
            return Response(status_code=204)
        return site.parts("runs.html", "list", **await _every(site))

    @app.get("/runs/{name}")
    async def table(name: str) -> Response:
        return site.page("run.html", HERE, **await _table(site, name))

    @app.post("/runs/{name}")
    async def table_again(name: str, request: Request) -> Response:
        if (await fields(request)).get("seen") == await site.service.results_now():
            return Response(status_code=204)
        return site.parts("run.html", "table", **await _table(site, name))

    @app.get("/runs/{name}/{entry}")
    async def plays(name: str, entry: str, request: Request) -> Response:
        found, order = await runs.plays(name, entry), request.query_params.get("by", "")
        listed = ordered(found.plays, order)
        return site.page("run_plays.html", HERE, found=found, plays=listed, order=order, orders=ORDERS)

    @app.get("/runs/{name}/{entry}/{number}")
    async def play(name: str, entry: str, number: str, request: Request) -> Response:
        found = await runs.play(name, entry, _number(number), pictures=True)
        query = request.query_params
        step = _step(found, query.get("step", ""))
        board = await _board(site, found, step, None if query.get("wait") else SOON)
        return site.page("run_play.html", HERE, **_play(found, step), board=board)

    @app.post("/runs/{name}/{entry}/{number}")
    async def play_board(name: str, entry: str, number: str, request: Request) -> Response:
        """The board, where the page came without it."""
        found = await runs.play(name, entry, _number(number), pictures=True)
        step = _step(found, (await fields(request)).get("step", ""))
        return site.parts("run_play.html", "board", **_play(found, step), board=await _board(site, found, step, None))

    @app.get("/runs/{name}/{entry}/{number}/record")
    async def record(name: str, entry: str, number: str) -> Response:
        found = await runs.play(name, entry, _number(number))
        named = f"{file_name(found.name, found.entry, str(found.number))}.record"
        headers = {"Content-Disposition": f'attachment; filename="{named}"', "Cache-Control": "no-store"}
        return Response(found.record, media_type="text/plain; charset=utf-8", headers=headers)


def _number(text: str) -> int:
    number = whole_number(text, 1)
    if number is None:
        raise MissingError("there is no such play")
    return number


async def _every(site: Site) -> dict[str, Any]:
    now = await site.service.results_now()
    return {"entries": await site.service.runs.every(), "seen": now, "every": EVERY_SECONDS}


async def _table(site: Site, name: str) -> dict[str, Any]:
    now = await site.service.results_now()
    run = await site.service.runs.table(name)
    rows, total = [EntryRow.of(row) for row in run["entries"]], EntryRow.of(run["total"])
    return {"run": run, "rows": rows, "total": total, "columns": COLUMNS, "seen": now, "every": EVERY_SECONDS}


def _play(play: RunPlayResult, step: int) -> dict[str, Any]:
    """What the template of a play needs, but for the board."""
    review = address("/review", game=play.game, history=play.history, secret=play.secret) if play.history else ""
    turns = TurnView.every(play.turns)
    return {"play": play, "turns": turns, "step": step, "steps": _steps(play), "review": review}


def _steps(play: RunPlayResult) -> int:
    """Questions that were answered."""
    return sum(turn.verdict["action"] is not None for turn in play.turns)


def _step(play: RunPlayResult, text: str) -> int:
    """The step that the board shows: the last one unless another is asked for."""
    return whole_number(text, 1, max(1, _steps(play))) or _steps(play)


async def _board(site: Site, play: RunPlayResult, step: int, patience: float | None) -> str | None:
    """The board after a step; empty where there is none, and `None` where it takes too long."""
    if not play.history:
        return ""
    classes = tuple(turn.kind for turn in play.turns if turn.verdict["action"] is not None)
    request = StepBoard(play.game, play.history, step, play.secret, classes)
    try:
        async with asyncio.timeout(patience):
            return str((await site.service.do(request)).board)
    except TimeoutError:
        return None
    except SleuthError:
        return ""
