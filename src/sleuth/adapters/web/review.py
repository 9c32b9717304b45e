"""The review: the story of a play that is over, step by step; for plays elsewhere too."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse, Response

from sleuth.adapters.web.first_play import FirstPlay
from sleuth.adapters.web.play import PlayPage
from sleuth.adapters.web.reviewed import (
    Reviewed,
    comparison,
    left_out,
    mistakes_of,
    story_under_way,
    ungraded,
    unlisted,
)
from sleuth.adapters.web.site import Site, address, fields
from sleuth.app.catalogue import title
from sleuth.app.errors import ConflictError
from sleuth.app.replay import StepBoard, StepWords, StepWordsResult
from sleuth.app.requests import Drawing
from sleuth.app.story_results import StoryResult
from sleuth.core.text import several, whole_number
from sleuth.show.plain import amount, turn_word
from sleuth.show.svg.left_chart import svg_left_chart
from sleuth.show.svg.story_card import story_card

SOON = 1.0
"""Seconds that a page waits for a story; a longer one comes once the page is there."""
PARTS = ("review", "bottom")
FEW = 8
"""So many steps of the best line are in sight."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of reviews. Games elsewhere have their own page, `review_rows`."""
    service = site.service

    @app.get("/review/{identity}")
    async def stored(identity: str, request: Request) -> Response:
        play = await service.look(identity)
        if not play.over:
            return RedirectResponse(f"/play/{identity}")
        return await page_of(site, Reviewed.stored(service, identity), request)

    @app.post("/review/{identity}")
    async def stored_act(identity: str, request: Request) -> Response:
        return await act_on(site, Reviewed.stored(service, identity), request)

    @app.get("/shared/{identity}")
    async def shared(identity: str, request: Request) -> Response:
        play = await service.look(identity, Drawing(), "shared")
        if play.over:
            return await page_of(site, Reviewed.shared(service, identity), request)
        return site.page("play.html", "/", **PlayPage(site, play, shared=identity).values())

    @app.post("/shared/{identity}")
    async def shared_act(identity: str, request: Request) -> Response:
        return await act_on(site, Reviewed.shared(service, identity), request)

    @app.get("/shared/{identity}/card.svg")
    async def card(identity: str) -> Response:
        return await card_of(Reviewed.shared(service, identity))


async def page_of(site: Site, play: Reviewed, request: Request) -> Response:
    """The review as a page; where its story takes long, the page asks for it."""
    query = request.query_params
    task = story_under_way(play)
    await asyncio.wait({task}, timeout=SOON)
    if not task.done():
        return site.page("review.html", "/", **_waiting(play, query))
    page = ReviewPage.of(site, play, await task, query, str(request.base_url).rstrip("/"))
    return site.page("review.html", "/", **(await page.values()))


async def act_on(site: Site, play: Reviewed, request: Request) -> Response:
    """The page after something was pressed."""
    sent = await fields(request)
    if sent.get("again"):
        step = _number(sent["again"])
        return site.go(address(f"/play/{await play.vary(step)}", **FirstPlay(play.address(), step).query))
    story = await story_under_way(play)
    page = ReviewPage.of(site, play, story, sent, str(request.base_url).rstrip("/"))
    if sent.get("act") == "share":
        link = await site.service.share(play.identity) if play.kind == "play" else ""
        return site.parts("review.html", "share", **(await page.shared(link)))
    return site.parts("review.html", *PARTS, at=page.address, **(await page.values()))


async def card_of(play: Reviewed) -> Response:
    """The card of a play, as a file."""
    story = await play.story()
    card = story_card(title(story.name), story.headline, story.skill, story.luck, await play.grid(story))
    headers = {"Cache-Control": "public, max-age=3600", "Content-Disposition": "inline; filename=sleuth.svg"}
    return Response(card, media_type="image/svg+xml", headers=headers)


def _number(text: str) -> int:
    number = whole_number(text, 1)
    if number is None:
        raise ConflictError("a step is a number from 1")
    return number


def _waiting(play: Reviewed, query: Mapping[str, str]) -> dict[str, Any]:
    kept = {name: query[name] for name in ("step", "line", "show", "from", "first") if query.get(name)}
    return {"play": play, "story": None, "kept": kept, "share": None}


@dataclass(frozen=True)
class ReviewPage:
    """A story at one of its steps."""

    site: Site
    play: Reviewed
    story: StoryResult
    step: int
    line: int = 0
    """The step of the best line that is shown; none if 0."""
    better: bool = False
    """Whether the better move is shown in place of the one that was made."""
    first: FirstPlay | None = None
    host: str = ""
    """The address of this server, as the browser has it."""

    @classmethod
    def of(cls, site: Site, play: Reviewed, story: StoryResult, query: Mapping[str, str], host: str) -> ReviewPage:
        """The page that an address or a form asks for."""
        last = len(story.moves)
        step = whole_number(query.get("step", ""), 1, max(last, 1)) or story.turning_point or last
        steps = 0 if story.line is None else len(story.line.steps)
        line = whole_number(query.get("line", ""), 1, max(steps, 1)) or 0
        better = bool(query.get("show")) and 0 < step <= last and bool(story.moves[step - 1].better)
        return cls(site, play, story, step, min(line, steps), better, FirstPlay.of(query), host)

    @property
    def address(self) -> str:
        """The page, to come back to."""
        more = {"line": str(self.line)} if self.line else {"step": str(self.step), "show": "1" if self.better else ""}
        return self.play.address(**more, **(self.first.query if self.first else {}))

    async def values(self) -> dict[str, Any]:
        """What the template needs."""
        story, play = self.story, self.play
        noun = several(story.noun)
        return {
            "play": play,
            "story": story,
            "page": self,
            "board": await self._board(),
            "chart": svg_left_chart(story.chart, story.best_chart, noun, 0 if self.line else self.step),
            "noun": noun,
            "turn": turn_word(story.goal),
            "turns": several(turn_word(story.goal)),
            "ungraded": ungraded(play, story),
            "left_out": left_out(play, story),
            "repeatable": bool(story.moves) and not unlisted(story),
            "mistakes": mistakes_of(story),
            "best": await self._line(),
            "few": FEW,
            "beside": "" if self.first is None else await self._beside(self.first),
            "share": None,
            "card": self._card(),
        }

    async def _board(self) -> str:
        if self.line:
            request = StepBoard(self.story.game, self._line_history, self.line, self.story.secret or "")
            return str((await self.site.service.do(request)).board)
        if self.better:
            shown = Drawing(hint=self.story.moves[self.step - 1].better or "", still=True)
            return (await self.play.board(self.story, self.step - 1, shown)).board
        return (await self.play.board(self.story, self.step)).board

    @property
    def _line_history(self) -> str:
        steps = () if self.story.line is None else self.story.line.steps
        return ";".join(f"{step.action}={step.feedback}" for step in steps)

    async def _line(self) -> list[dict[str, Any]]:
        """The steps of the best line in words."""
        if self.story.line is None or not self.story.line.steps:
            return []
        steps = self.story.line.steps
        words: StepWordsResult = await self.site.service.do(StepWords(self.story.game, self._line_history))
        told = enumerate(zip(words.steps, steps, strict=True), 1)
        return [
            {"number": place, "words": said, "left": amount(step.candidates, step.exact)}
            for place, (said, step) in told
        ]

    async def _beside(self, first: FirstPlay) -> str:
        return comparison(self.story, first.step, await first.steps(self.site.service))

    def _card(self) -> str:
        """The full address of the card, for those who show a preview of the page; a play of one's own has none."""
        if self.play.kind == "play" or not self.host:
            return ""
        return f"{self.host}{self.play.address('/card.svg')}"

    async def shared(self, link: str = "") -> dict[str, Any]:
        """What there is to give away; `link` is the name of a copy."""
        story = self.story
        where = f"/shared/{link}" if link else self.play.address()
        card = f"/shared/{link}/card.svg" if link else self.play.address("/card.svg")
        head = f"{title(story.name)}: {story.headline}"
        scores = [] if story.skill is None else [f"Skill {story.skill}, luck {story.luck}"]
        text = "\n".join([head, *scores, "", *await self.play.grid(story)])
        shared = {"link": f"{self.host}{where}", "where": where, "card": card, "text": text}
        return {"share": shared, "story": story, "play": self.play}
