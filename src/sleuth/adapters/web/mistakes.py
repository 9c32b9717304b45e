"""Learn from your mistakes: each position in which a better move was missed, until one is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.play import parts_of, refusal, typed_word
from sleuth.adapters.web.reviewed import Reviewed, history_of, mistakes_of
from sleuth.adapters.web.site import Site, fields
from sleuth.app.errors import RefusedError
from sleuth.app.replay import MoveTrial, MoveTrialResult
from sleuth.app.requests import Drawing
from sleuth.app.story_results import StoryMoveResult, StoryResult
from sleuth.core.errors import ActionError, SleuthError
from sleuth.show.plain import turn_word

PARTS = ("state", "board", "side", "bottom")


def register(app: FastAPI, site: Site) -> None:
    """The addresses where one learns."""
    service = site.service

    def elsewhere(path: str) -> None:
        async def show(request: Request) -> Response:
            return await _show(site, Reviewed.elsewhere(service, request.query_params), request)

        async def act(request: Request) -> Response:
            return await _act(site, Reviewed.elsewhere(service, await fields(request)), request)

        app.add_api_route(path, show, methods=["GET"])
        app.add_api_route(path, act, methods=["POST"])

    def kept(path: str, kind: str) -> None:
        of = Reviewed.stored if kind == "play" else Reviewed.shared

        async def show(identity: str, request: Request) -> Response:
            return await _show(site, of(service, identity), request)

        async def act(identity: str, request: Request) -> Response:
            return await _act(site, of(service, identity), request)

        app.add_api_route(path, show, methods=["GET"])
        app.add_api_route(path, act, methods=["POST"])

    elsewhere("/review/mistakes")
    kept("/review/{identity}/mistakes", "play")
    kept("/shared/{identity}/mistakes", "shared")


async def _show(site: Site, play: Reviewed, request: Request) -> Response:
    lesson = await MistakePage.of(site, play, request.query_params.get("step", ""))
    return site.page("mistakes.html", "/", **(await lesson.values()))


async def _act(site: Site, play: Reviewed, request: Request) -> Response:
    sent = await fields(request)
    lesson = await MistakePage.of(site, play, sent.get("step", ""))
    lesson = await lesson.doing(sent)
    return site.parts("mistakes.html", *PARTS, at=lesson.address, **(await lesson.values()))


@dataclass(frozen=True)
class MistakePage:
    """One position, and what was tried in it."""

    site: Site
    play: Reviewed
    story: StoryResult
    step: int
    trial: MoveTrialResult | None = None
    solution: bool = False
    pending: dict[str, str] = field(default_factory=dict)

    @classmethod
    async def of(cls, site: Site, play: Reviewed, step: str) -> MistakePage:
        """The position that an address names; the first one without."""
        story = await play.story()
        known = [move.step for move in mistakes_of(story)]
        return cls(site, play, story, int(step) if step.isdecimal() and int(step) in known else (known or [0])[0])

    @property
    def mistakes(self) -> list[StoryMoveResult]:
        """All of them."""
        return mistakes_of(self.story)

    @property
    def move(self) -> StoryMoveResult | None:
        """The one that is looked at; none where there was none."""
        return self.story.moves[self.step - 1] if self.step else None

    @property
    def next(self) -> int:
        """The step of the next one; 0 after the last."""
        return next((move.step for move in self.mistakes if move.step > self.step), 0)

    @property
    def done(self) -> bool:
        """Whether a best move was found, or shown."""
        return self.solution or (self.trial is not None and self.trial.kind == "best")

    @property
    def address(self) -> str:
        """The position, to come back to."""
        return self.play.address("/mistakes", step=str(self.step) if self.step else "")

    async def doing(self, sent: dict[str, str]) -> MistakePage:
        """The lesson after something was pressed."""
        act, pending = sent.get("act", ""), parts_of(sent.get("pending", ""))
        if self.move is None:
            return self
        if act == "solution":
            return self._with(solution=True)
        if act == "ask":
            return self._with(trial=await self._tried(sent.get("action", "").strip(), pending))
        return self._with(pending=pending if act == "part" else {})

    def _with(self, **more: Any) -> MistakePage:
        return MistakePage(self.site, self.play, self.story, self.step, **more)

    async def _tried(self, action: str, pending: dict[str, str]) -> MoveTrialResult:
        move = self.move
        assert move is not None
        word = ""
        if not action:
            found = await self.play.board(self.story, self.step - 1, Drawing(pending))
            action = found.composed or ""
            word = action or typed_word(pending)
        request = MoveTrial(
            self.story.game, history_of(self.story, self.step - 1), action or word, move.action, move.better or ""
        )
        try:
            trial: MoveTrialResult = await self.site.service.do(request)
        except (RefusedError, SleuthError) as error:
            raise ActionError(refusal(word, str(error)) if word else str(error)) from error
        return trial

    async def values(self) -> dict[str, Any]:
        """What the template needs."""
        move, shown = self.move, Drawing(self.pending)
        if move is not None and self.done:
            action = self.trial.action if self.trial is not None and not self.solution else move.better
            shown = Drawing(hint=action or "", still=True)
        board = "" if move is None else (await self.play.board(self.story, self.step - 1, shown)).board
        names = ("play", "story", "move", "trial", "solution", "pending", "done", "next", "mistakes")
        known = {name: getattr(self, name) for name in names}
        return known | {"lesson": self, "board": board, "turn": turn_word(self.story.goal)}
