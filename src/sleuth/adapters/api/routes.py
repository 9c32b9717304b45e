"""The routes. Each reads a body and calls the service; there is no logic of a game here."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import TypeAdapter

from sleuth.adapters.api import requests as r
from sleuth.adapters.service.answers import Advice, Hint, PlayTold
from sleuth.adapters.service.desk import Service
from sleuth.app.results import EntryResult

ERRORS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": r.Error, "description": "The request is wrong; one sentence says how."},
    "5XX": {"model": r.Error, "description": "The server is busy, or the work took too long."},
}
router = APIRouter(prefix="/api", responses=ERRORS)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


TheService = Annotated[Service, Depends(_service)]
Id = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Path(min_length=1, max_length=100)]
WithBoard = Annotated[bool, Query(description="Whether to draw the board, as SVG.")]


_PLAY, _HINT, _ADVICE = TypeAdapter(PlayTold), TypeAdapter(Hint), TypeAdapter(Advice)


def _written(adapter: TypeAdapter[Any], value: Any, status: int = 200) -> Response:
    """An answer as JSON, written in one go: the routes that people press all the time are spared a second check."""
    return Response(adapter.dump_json(value), status, media_type="application/json")


def _draw(board: bool) -> dict[str, Any] | None:
    return {} if board else None


@router.get("/health", tags=["about"])
async def health() -> dict[str, bool]:
    """Whether the server is there."""
    return {"ok": True}


@router.get("/games", tags=["about"])
async def games(service: TheService) -> list[EntryResult]:
    """Every game, with its parameters."""
    return service.games()


@router.get("/strategies", tags=["about"])
async def strategies(service: TheService) -> list[EntryResult]:
    """Every strategy, with its parameters."""
    return service.strategies()


@router.post("/assist", tags=["help"], response_model=Advice)
async def assist(body: r.Assist, service: TheService, board: WithBoard = False) -> Response:
    """What to ask next, and why; or which answer to check, where they contradict each other."""
    return _written(_ADVICE, await service.assist(body.game, body.history, body.strategy, _draw(board)))


@router.post("/answers", tags=["help"])
async def answers(body: r.Answers, service: TheService) -> list[str]:
    """Every answer that a question may get now, the likeliest first."""
    return await service.answers_to(body.game, body.history, body.action)


@router.post("/feedback", tags=["help"])
async def feedback(body: r.Feedback, service: TheService) -> dict[str, str]:
    """What a truthful oracle answers that holds a given secret."""
    return {"feedback": await service.feedback(body.game, body.action, body.secret, body.history)}


@router.post("/grade", tags=["help"])
async def grade(body: r.Grade, service: TheService) -> dict[str, Any]:
    """Each move of a play against the best, and luck apart."""
    return await service.grade_history(body.game, body.history)


@router.post("/evaluate", tags=["study"])
async def evaluate(body: r.Evaluate, service: TheService) -> dict[str, Any]:
    """A strategy against every secret: total, mean and worst number of steps."""
    return await service.evaluate(body.game, body.strategy, body.first)


@router.post("/solve", tags=["study"])
async def solve(body: r.Solve, service: TheService) -> dict[str, Any]:
    """The best strategy there is, or the best that was found in time and a bound."""
    return await service.solve(body.game, body.objective, body.first, body.seconds)


@router.post("/analyse", tags=["study"])
async def analyse(body: r.Analyse, service: TheService) -> dict[str, Any]:
    """The designer's report."""
    return await service.analyse(body.game, body.versus, body.seed)


@router.get("/tournaments", tags=["study"])
async def tournaments(service: TheService) -> list[dict[str, Any]]:
    """The tournaments that have results here."""
    return await service.tournaments()


@router.get("/tournaments/{name}", tags=["study"])
async def tournament(name: Name, service: TheService) -> dict[str, Any]:
    """The figures of one tournament, as far as it got."""
    return await service.tournament(name)


@router.post("/clue/assist", tags=["cards"])
async def clue_assist(body: r.ClueAssist, service: TheService) -> dict[str, Any]:
    """Who has what, what to suggest and when to accuse, from a log of Clue."""
    return await service.clue_assist(body.log, body.shows, body.seed)


@router.post("/myst/value", tags=["cards"])
async def myst_value(body: r.MystValue, service: TheService) -> dict[str, Any]:
    """The chance that the first of two players of MYST wins."""
    return await service.myst_value(body.m, body.n, body.q, body.bluff)


@router.post("/plays", tags=["play"], status_code=201, response_model=PlayTold)
async def start(body: r.NewPlay, service: TheService, board: WithBoard = False) -> Response:
    """Begin a play. Its id is the key to it: whoever has it may play on."""
    told = await service.start(body.game, body.oracle, body.strategy, seed=body.seed, draw=_draw(board))
    return _written(_PLAY, told, 201)


@router.get("/plays/{id}", tags=["play"], response_model=PlayTold)
async def look(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """A play as it is; the secret once it is over."""
    return _written(_PLAY, await service.look(id, _draw(board)))


@router.post("/plays/{id}/ask", tags=["play"], response_model=PlayTold)
async def ask(id: Id, body: r.Ask, service: TheService, board: WithBoard = False) -> Response:
    """Ask a question."""
    return _written(_PLAY, await service.ask(id, body.action, _draw(board)))


@router.post("/plays/{id}/undo", tags=["play"], response_model=PlayTold)
async def undo(id: Id, service: TheService) -> Response:
    """Take the last step back."""
    return _written(_PLAY, await service.undo(id))


@router.post("/plays/{id}/give-up", tags=["play"], response_model=PlayTold)
async def give_up(id: Id, service: TheService) -> Response:
    """End the play and see the secret."""
    return _written(_PLAY, await service.give_up(id))


@router.get("/plays/{id}/hint", tags=["play"], response_model=Hint)
async def hint(id: Id, service: TheService) -> Response:
    """What the play's strategy would ask now, and why."""
    return _written(_HINT, await service.hint(id))


@router.get("/plays/{id}/grade", tags=["play"])
async def grade_play(id: Id, service: TheService) -> dict[str, Any]:
    """Each move of a play that is over, and the best line beside it."""
    return await service.graded(id)


@router.post("/plays/{id}/share", tags=["play"], status_code=201)
async def share(id: Id, service: TheService) -> dict[str, str]:
    """A copy that anybody may look at and nobody may change; without the secret, if the play goes on."""
    return {"id": await service.share(id)}


@router.get("/shared/{id}", tags=["play"], response_model=PlayTold)
async def shared(id: Id, service: TheService, board: WithBoard = False) -> Response:
    """A play that was shared."""
    return _written(_PLAY, await service.look_shared(id, _draw(board)))
