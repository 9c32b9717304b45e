"""The chart of the parts: what the answers to a question would do, while it is put together on a board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.play import parts_of, refusal, typed_word
from sleuth.adapters.web.site import Site, fields, sentence
from sleuth.app.part_results import PartsResult
from sleuth.app.requests import Drawing, QuestionParts
from sleuth.core.errors import ActionError, SleuthError

Question = Callable[[str, Drawing], Awaitable[PartsResult]]
"""From an action, or the parts of one, to what it would tell."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses that answer while somebody types: with a game elsewhere, and in a play."""
    service = site.service

    @app.post("/parts")
    async def elsewhere(request: Request) -> Response:
        sent = await fields(request)

        async def question(action: str, draw: Drawing) -> PartsResult:
            asked = QuestionParts(sent.get("game", ""), action, sent.get("history", ""), draw=draw)
            result: PartsResult = await service.do(asked)
            return result

        return await _chart(site, question, sent)

    @app.post("/play/{identity}/parts")
    async def in_play(identity: str, request: Request) -> Response:
        async def question(action: str, draw: Drawing) -> PartsResult:
            return await service.parts(identity, action, draw)

        return await _chart(site, question, await fields(request))


async def _chart(site: Site, question: Question, sent: dict[str, str]) -> Response:
    """The chart; nothing where the question is not finished; a sentence where it may not be asked."""
    pending = parts_of(sent.get("pending", ""))
    try:
        seen = await question(sent.get("action", ""), Drawing(pending))
    except SleuthError as error:
        return site.parts("parts.html", "chart", seen=None, wrong=sentence(str(error)))
    if seen.action is None:
        wrong = await _why_not(question, pending)
        return site.parts("parts.html", "chart", seen=None, wrong=wrong) if wrong else Response(status_code=204)
    return site.parts("parts.html", "chart", seen=seen, wrong="")


async def _why_not(question: Question, pending: dict[str, str]) -> str:
    """Why a word that is whole may not be asked; nothing where it is no word, or not whole."""
    try:
        word = typed_word(pending)
        await question(word, Drawing())
    except ActionError as error:
        return "" if "not finished" in str(error) else sentence(str(error))
    except SleuthError as error:
        return sentence(refusal(word, str(error)))
    return ""
