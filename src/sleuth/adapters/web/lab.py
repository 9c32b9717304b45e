"""The lab: a game as a designer sees it, every study by its address; and tournaments as they run."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from io import StringIO
from typing import Any, NamedTuple

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.adapters.web.studies import Study, evaluation, key_figures, plane, size_sweep, solution
from sleuth.adapters.web.watch import chosen_game, game_name
from sleuth.app import requests
from sleuth.app.catalogue import title
from sleuth.app.requests import Analyse, EntropyPlane, Evaluate, Solve, Sweep
from sleuth.app.tournament import TournamentEntryResult
from sleuth.core.errors import SleuthError

EXAMPLE = "mastermind:pegs=3,colours=4"
SMALL = 10
"""Sizes below it are compared one by one, larger ones by halves."""
EVERY_SECONDS = 3.0
"""How often the tournaments are looked at again."""


class Work(NamedTuple):
    """What can be done with a game at the press of a button."""

    button: str
    request: Callable[[str, str], requests.Request]
    """From the game and the sizes to compare."""
    waiting: str
    study: Callable[[dict[str, Any]], Study]


WORKS = {
    "analyse": Work("Analyse", lambda game, _: Analyse(game), "Analysing it, which may take a minute", key_figures),
    "evaluate": Work("Play every secret", lambda game, _: Evaluate(game), "Playing every secret", evaluation),
    "solve": Work("Best strategy", lambda game, _: Solve(game), "Solving it, which may take half a minute", solution),
    "plane": Work(
        "Plane of entropies", lambda game, _: EntropyPlane(game), "Playing every secret with every entropy", plane
    ),
    "sweep": Work("Compare sizes", Sweep, "Comparing sizes, which may take a minute", size_sweep),
}


def register(app: FastAPI, site: Site) -> None:
    """The addresses of the lab."""

    @app.get("/lab")
    async def show(request: Request) -> Response:
        query = request.query_params
        if "pick" in query:
            return RedirectResponse(_chosen(query), 303)
        game, work = query.get("game", "").strip() or EXAMPLE, WORKS.get(query.get("do", ""))
        name = game_name(game)
        values: dict[str, Any] = {
            "game": game, "name": name, "over": query.get("over", "") or usual_sizes(site, name),
            "do": query.get("do", "") if work else "", "work": work, "works": WORKS, "example": EXAMPLE,
            "games": {entry.name: title(entry.name) for entry in site.service.games()}, "study": None,
        }  # fmt: skip
        return site.page("lab.html", "/lab", **values, **await _tournaments(site, query.get("tournament", "")))

    @app.post("/lab/study")
    async def study(request: Request) -> Response:
        sent = await fields(request)
        found = await _study(site, sent)
        where = {name: sent.get(name, "") for name in ("game", "do", "over")}
        data = {kind: address(f"/lab/study.{kind}", **where) for kind in ("csv", "json")}
        return site.parts("lab.html", "report", study=found, data=data)

    @app.get("/lab/study.csv")
    async def study_csv(request: Request) -> Response:
        work, result = await _result(site, request.query_params)
        found, text = work.study(result), StringIO(newline="")
        csv.writer(text).writerows([found.heads, *found.rows])
        name = {"Content-Disposition": 'attachment; filename="study.csv"'}
        return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=name)

    @app.get("/lab/study.json")
    async def study_json(request: Request) -> Response:
        _, result = await _result(site, request.query_params)
        return JSONResponse(result)

    @app.post("/lab/tournaments")
    async def tournaments(request: Request) -> Response:
        sent = await fields(request)
        if sent.get("seen") == await site.service.tournaments_now():
            return Response(status_code=204)
        return site.parts("lab.html", "tournaments", **await _tournaments(site, sent.get("tournament", ""), True))


def usual_sizes(site: Site, name: str) -> str:
    """Sizes of a game to see beside each other: `pegs=2..4`, `numbers=25,50,100`; none if it has no size."""
    for entry in site.service.games():
        sizes = [(f.name, f.default) for f in entry.fields if entry.name == name and f.kind == "int" and f.default]
        for key, most in sizes:
            size = int(most)
            return f"{key}={max(1, size - 2)}..{size}" if size < SMALL else f"{key}={size // 4},{size // 2},{size}"
    return ""


def _chosen(query: Mapping[str, str]) -> str:
    """The address of what the form asks for."""
    game, do = chosen_game(query.get("game", ""), query), query.get("do", "analyse")
    return address("/lab", game=game, do=do, over=query.get("over", "") if do == "sweep" else "")


async def _result(site: Site, sent: Mapping[str, str]) -> tuple[Work, dict[str, Any]]:
    work = WORKS.get(sent.get("do", ""), WORKS["analyse"])
    result: dict[str, Any] = await site.service.do(work.request(sent.get("game", ""), sent.get("over", "")))
    return work, result


async def _study(site: Site, sent: Mapping[str, str]) -> Study:
    """What was found out; or, on the page, why nothing could be."""
    try:
        work, result = await _result(site, sent)
    except SleuthError as error:
        return Study(sent.get("game", ""), (), wrong=sentence(str(error)))
    return work.study(result)


async def _tournaments(site: Site, chosen: str, read: bool = False) -> dict[str, Any]:
    """The tournaments there are, and the figures of one; those are read in a second request."""
    now = await site.service.tournaments_now()
    entries: list[TournamentEntryResult] = await site.service.tournaments()
    names = [entry.name for entry in entries]
    name = chosen if chosen in names else next(iter(names), "")
    standings, wrong = None, ""
    if read and name:
        try:
            standings = await site.service.tournament(name)
        except SleuthError as error:
            wrong = sentence(str(error))
    values = {"entries": entries, "tournament": name, "standings": standings, "unread": bool(name) and not read}
    return {**values, "seen": now, "wrong": wrong, "every": EVERY_SECONDS}
