"""The lab: games as a designer sees them, one or two beside each other, every study by its address; and tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, Response

from sleuth.adapters.web.lab_form import LabForm
from sleuth.adapters.web.lab_work import EXAMPLE, WORKS, LabWork
from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.adapters.web.studies import Study
from sleuth.adapters.web.study_files import csv_of, file_name, zip_of
from sleuth.app.catalogue import title
from sleuth.app.tournament import TournamentEntryResult
from sleuth.core.errors import SleuthError
from sleuth.core.text import whole_number
from sleuth.show.svg import standalone

EVERY_SECONDS = 3.0
"""How often the tournaments are looked at again."""
KINDS = ("csv", "json", "zip")
"""How a study can be taken along."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of the lab."""

    @app.get("/lab")
    async def show(request: Request) -> Response:
        query = request.query_params
        work = LabWork.sent(query)
        values = {"study": None, "unknown": site.service.unknown_games, **_form(site, work)}
        return site.page("lab.html", "/lab", **values, **await _tournaments(site, query.get("tournament", "")))

    @app.post("/lab/form")
    async def form(request: Request) -> Response:
        """The form with another game, size or preset in it; or on to the work."""
        sent = await fields(request)
        work = LabForm.read(sent)
        if sent.get("do") in WORKS:
            return site.go(work.address)
        return site.parts("lab.html", "form", at=work.address, **_form(site, work))

    @app.post("/lab/study")
    async def study(request: Request) -> Response:
        work = LabWork.sent(await fields(request))
        found = await _study(site, work)
        return site.parts("lab.html", "report", study=found, work=work, data=_addresses(work, found))

    @app.get("/lab/study.{kind}")
    async def study_file(kind: str, request: Request) -> Response:
        work = LabWork.sent(request.query_params)
        result = await work.result(site.service)
        if kind == "json":
            return JSONResponse(result)
        found = work.study(result)
        if kind == "csv":
            return _file(csv_of(found), "text/csv; charset=utf-8", f"{file_name(work)}.csv")
        if kind == "zip":
            whole = zip_of(found, result, str(request.base_url).rstrip("/") + work.address)
            return _file(whole, "application/zip", f"{file_name(work)}.zip")
        return site.sorry("there is no such page")

    @app.get("/lab/chart/{number}.svg")
    async def chart(number: str, request: Request) -> Response:
        """One figure as a file of its own."""
        work = LabWork.sent(request.query_params)
        charts = work.study(await work.result(site.service)).charts
        place = whole_number(number, 1, len(charts))
        if place is None:
            return site.sorry("there is no such figure")
        return _file(standalone(charts[place - 1].svg), "image/svg+xml", f"{file_name(work)}-{place}.svg")

    @app.post("/lab/tournaments")
    async def tournaments(request: Request) -> Response:
        sent = await fields(request)
        if sent.get("seen") == await site.service.results_now():
            return Response(status_code=204)
        return site.parts("lab.html", "tournaments", **await _tournaments(site, sent.get("tournament", ""), True))


def _form(site: Site, work: LabWork) -> dict[str, Any]:
    """What the form needs."""
    games = {entry.name: title(entry.name) for entry in site.service.games()}
    return {"work": work, "form": LabForm(work), "works": WORKS, "example": EXAMPLE, "games": games}


def _addresses(work: LabWork, study: Study) -> dict[str, Any]:
    """Where the numbers and the figures of a study can be had."""
    query: Mapping[str, str] = work.query
    files = {kind: address(f"/lab/study.{kind}", **query) for kind in KINDS}
    return files | {"charts": [address(f"/lab/chart/{n}.svg", **query) for n in range(1, len(study.charts) + 1)]}


def _file(content: str | bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def _study(site: Site, work: LabWork) -> Study:
    """What was found out; or, on the page, why nothing could be."""
    try:
        return work.study(await work.result(site.service))
    except SleuthError as error:
        return Study(work.game, (), wrong=sentence(str(error)))


async def _tournaments(site: Site, chosen: str, read: bool = False) -> dict[str, Any]:
    """The tournaments there are, and the figures of one; those are read in a second request."""
    now = await site.service.results_now()
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
