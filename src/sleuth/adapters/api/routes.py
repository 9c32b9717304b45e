"""The routes. Each reads a body and calls the service; there is no logic of a game here."""

from __future__ import annotations

import asyncio
from dataclasses import fields
from typing import Annotated, Any, get_type_hints

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import TypeAdapter

from sleuth import app
from sleuth.adapters.api.requests import Error, body_of
from sleuth.adapters.api.room_routes import router as room_router
from sleuth.adapters.service.limits import MAX_NUMBER
from sleuth.adapters.service.service import Service
from sleuth.app import catalogue
from sleuth.app.perform import function_of
from sleuth.referee.run_requests import RunEntryResult, RunPlayResult, RunPlaysResult

ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Error, "description": "The request is wrong; one sentence says how."},
    "5XX": {"model": Error, "description": "The server is busy, or the work took too long."},
}
router = APIRouter(prefix="/api", responses=ERRORS)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]
Id = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Path(min_length=1, max_length=100)]
Number = Annotated[int, Path(ge=1, le=MAX_NUMBER)]
WithBoard = Annotated[bool, Query(description="Whether to draw the board, as SVG.")]

_WRITERS: dict[Any, TypeAdapter[Any]] = {}


def _written(value: Any, status: int = 200) -> Response:
    """A result as JSON, written in one go: the routes that people press all the time are spared a second check."""
    kind = type(value)
    if kind not in _WRITERS:
        _WRITERS[kind] = TypeAdapter(kind)
    return Response(_WRITERS[kind].dump_json(value), status, media_type="application/json")


def _draw(board: bool) -> app.Drawing | None:
    return app.Drawing() if board else None


def _post(path: str, tag: str, kind: Any) -> None:
    """A route that serves one kind of request, and keeps nothing."""
    drawn = any(field.name == "draw" for field in fields(kind))

    async def plain(body: Any, service: TheService) -> Response:
        return _written(await service.do(kind(**body.model_dump())))

    async def drawing(body: Any, service: TheService, board: WithBoard = False) -> Response:
        return _written(await service.do(kind(**body.model_dump(), draw=_draw(board))))

    endpoint = drawing if drawn else plain
    endpoint.__annotations__ = {**get_type_hints(endpoint, include_extras=True), "body": body_of(kind)}
    result = get_type_hints(function_of(kind))["return"]
    known = result == list[str] or (isinstance(result, type) and issubclass(result, app.Result))
    router.add_api_route(
        path,
        endpoint,
        methods=["POST"],
        tags=[tag],
        name=path.strip("/").replace("/", "_"),
        description=kind.__doc__ or "",
        response_model=result if known else dict[str, Any],
    )


@router.get("/health", tags=["about"])
async def health() -> dict[str, bool]:
    """Whether the server is there."""
    return {"ok": True}


@router.get("/ready", tags=["about"])
async def ready(service: TheService) -> dict[str, bool | list[str]]:
    """Whether everything is compiled; until it is, the first question of a kind takes some seconds more."""
    left = service.warming.left
    return {"ready": left == [], "compiling": left or []}


@router.get("/games", tags=["about"])
async def games(service: TheService) -> list[app.EntryResult]:
    """Every game, with its parameters; those of several players last."""
    return [*service.games(), *catalogue.tables()]


@router.get("/strategies", tags=["about"])
async def strategies(service: TheService) -> list[app.EntryResult]:
    """Every strategy, with its parameters."""
    return service.strategies()


@router.get("/schema", tags=["about"])
async def schema(name: Annotated[str, Query(max_length=100)] = "") -> dict[str, Any]:
    """The JSON Schema of every request and result, or of one with what it needs."""
    return await asyncio.to_thread(app.schema, name)


for _path, _tag, _kind in (
    ("/rules", "about", app.GameRules),
    ("/assist", "help", app.Assist),
    ("/answers", "help", app.PossibleAnswers),
    ("/parts", "help", app.QuestionParts),
    ("/feedback", "help", app.Feedback),
    ("/grade", "help", app.GradeHistory),
    ("/story", "help", app.StoryOfHistory),
    ("/watch", "study", app.Watch),
    ("/evaluate", "study", app.Evaluate),
    ("/solve", "study", app.Solve),
    ("/analyse", "study", app.Analyse),
    ("/tables/watch", "cards", app.TableWatch),
    ("/tables/review", "cards", app.TableReview),
    ("/clue/assist", "cards", app.ClueAssist),
    ("/myst/value", "cards", app.MystValue),
):
    _post(_path, _tag, _kind)


@router.get("/tournaments", tags=["study"])
async def tournaments(service: TheService) -> list[app.TournamentEntryResult]:
    """The tournaments that have results here."""
    return await service.tournaments()


@router.get("/tournaments/{name}", tags=["study"])
async def tournament(name: Name, service: TheService) -> dict[str, Any]:
    """The figures of one tournament, as far as it got."""
    return await service.tournament(name)


@router.get("/runs", tags=["study"])
async def runs(service: TheService) -> list[RunEntryResult]:
    """The runs of the suite that have results here."""
    return await service.runs.every()


@router.get("/runs/{name}", tags=["study"])
async def run(name: Name, service: TheService) -> dict[str, Any]:
    """The table of one run, as far as it got: a row an entry, and a total."""
    return await service.runs.table(name)


@router.get("/runs/{name}/{entry}", tags=["study"], response_model=RunPlaysResult)
async def run_plays(name: Name, entry: Name, service: TheService) -> Response:
    """The plays of one entry of a run."""
    return _written(await service.runs.plays(name, entry))


@router.get("/runs/{name}/{entry}/{number}", tags=["study"], response_model=RunPlayResult)
async def run_play(name: Name, entry: Name, number: Number, service: TheService, board: WithBoard = False) -> Response:
    """One play of a run: every reply, what it was told, and its grade. It holds the secret."""
    return _written(await service.runs.play(name, entry, number, board))


_Start, _Ask = body_of(app.Start, "secret"), body_of(app.Ask, "record", "strategy", "dice", "given_up")


async def start(body: Any, service: TheService, board: WithBoard = False) -> Response:
    """Begin a play. Its id is the key to it: whoever has it may play on."""
    return _written(await service.start(app.Start(**body.model_dump(), draw=_draw(board))), 201)


async def ask(id: Id, body: Any, service: TheService, board: WithBoard = False) -> Response:
    """Ask a question."""
    return _written(await service.ask(id, body.action, _draw(board)))


for _endpoint, _path, _body, _status in ((start, "/plays", _Start, 201), (ask, "/plays/{id}/ask", _Ask, 200)):
    _endpoint.__annotations__ = {**get_type_hints(_endpoint, include_extras=True), "body": _body}
    router.add_api_route(
        _path, _endpoint, methods=["POST"], tags=["play"], status_code=_status, response_model=app.PlayResult
    )


@router.get("/plays/{id}", tags=["play"], response_model=app.PlayResult)
async def look(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """A play as it is; the secret once it is over."""
    return _written(await service.look(id, _draw(board)))


@router.post("/plays/{id}/undo", tags=["play"], response_model=app.PlayResult)
async def undo(id: Id, service: TheService) -> Response:
    """Take the last step back."""
    return _written(await service.undo(id))


@router.post("/plays/{id}/give-up", tags=["play"], response_model=app.PlayResult)
async def give_up(id: Id, service: TheService) -> Response:
    """End the play and see the secret."""
    return _written(await service.give_up(id))


@router.get("/plays/{id}/hint", tags=["play"], response_model=app.HintResult)
async def hint(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """What the play's strategy would ask now, and why."""
    return _written(await service.hint(id, _draw(board)))


@router.get("/plays/{id}/grade", tags=["play"])
async def grade_play(id: Id, service: TheService) -> dict[str, Any]:
    """Each move of a play that is over, and the best line beside it."""
    return await service.graded(id)


@router.get("/plays/{id}/story", tags=["play"], response_model=app.StoryResult)
async def story(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """The story of a play that is over: skill and luck, each move with its class and the reason, the best line."""
    return _written(await service.story(id, _draw(board)))


@router.post("/plays/{id}/share", tags=["play"], status_code=201)
async def share(id: Id, service: TheService) -> dict[str, str]:
    """A copy that anybody may look at and nobody may change; without the secret, if the play goes on."""
    return {"id": await service.share(id)}


@router.get("/shared/{id}", tags=["play"], response_model=app.PlayResult)
async def shared(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """A play that was shared."""
    return _written(await service.look(id, _draw(board), "shared"))


router.include_router(room_router)
