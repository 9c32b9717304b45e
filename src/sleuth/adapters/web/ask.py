"""Learn, and you ask: a question on the board shows what its answers would do, before it is asked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.play import parts_of, typed_word
from sleuth.adapters.web.site import Site, address, fields
from sleuth.adapters.web.start import StartForm
from sleuth.adapters.web.watch import MAX_SEED, game_name
from sleuth.app.catalogue import entry
from sleuth.app.requests import Ask, Drawing, Look, Start
from sleuth.app.results import PlayResult
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.text import whole_number
from sleuth.show.svg import svg_curve

PATH = "/watch/ask"
PARTS = ("state", "board", "side")
BETWEEN = ";"
"""Between two questions in an address."""
MAX_ASKED = 100


def register(app: FastAPI, site: Site) -> None:
    """The address of the page."""

    @app.get(PATH)
    async def show(request: Request) -> Response:
        page = AskLesson.sent(request.query_params)
        return site.page("ask.html", "/watch", **await page.values(site), **page.choices(site))

    @app.post(PATH)
    async def act(request: Request) -> Response:
        sent = await fields(request)
        page, pending = AskLesson.sent(sent), parts_of(sent.get("pending", ""))
        kind = sent.get("act", "")
        if kind == "game":
            return site.go(address(PATH, game=sent.get("pick", "")))
        if kind == "options":
            return site.go(address(PATH, game=StartForm.of_fields(entry(game_name(page.game)), sent).spec))
        if kind == "ask":
            page = replace(page, asked=(*page.asked, await page.question(site, sent.get("action", ""), pending)))
        elif kind == "undo":
            page = replace(page, asked=page.asked[:-1])
        elif kind == "again":
            page = replace(page, asked=(), seed=secrets.randbelow(MAX_SEED))
        values = await page.values(site, pending if kind == "part" else {}, fresh=kind == "ask")
        return site.parts("ask.html", *PARTS, at=page.address, **values)


@dataclass(frozen=True)
class AskLesson:
    """A secret, by its game and seed, and what was asked so far: all of it is in the address."""

    game: str = "mastermind"
    seed: int = 0
    asked: tuple[str, ...] = ()

    @classmethod
    def sent(cls, sent: Mapping[str, str]) -> AskLesson:
        """The state in an address, or in the fields of the page."""
        seed = whole_number(sent.get("seed", ""), 0, MAX_SEED)
        asked = tuple(filter(None, map(str.strip, sent.get("asked", "").split(BETWEEN))))[:MAX_ASKED]
        game = (sent.get("spec", "") or sent.get("game", "")).strip() or cls.game
        return cls(game, secrets.randbelow(MAX_SEED) if seed is None else seed, asked)

    @property
    def address(self) -> str:
        """The page, to come back to or to give away."""
        return address(PATH, game=self.game, seed=str(self.seed), asked=BETWEEN.join(self.asked))

    async def values(self, site: Site, pending: Mapping[str, str] | None = None, fresh: bool = False) -> dict[str, Any]:
        """What the template needs: the play as far as it was asked, and how the bits fell."""
        pending = pending or {}
        play = await self._play(site, Drawing(pending, fresh=fresh))
        falls = [("you", [play.start_entropy, *(step.entropy for step in play.steps)])]
        history = ";".join(f"{step.action}={step.feedback}" for step in play.steps)
        return {
            "page": self, "play": play, "pending": pending, "history": history,
            "curve": svg_curve(falls, "bits that are missing after each question"),
        }  # fmt: skip

    async def _play(self, site: Site, draw: Drawing) -> PlayResult:
        record = await self._record(site)
        play: PlayResult = await site.service.do(Look(record, dice=str(self.seed), draw=draw))
        return play

    async def _record(self, site: Site) -> str:
        do = site.service.do
        record: str = (await do(Start(self.game, seed=self.seed))).record
        for action in self.asked:
            record = (await do(Ask(record, dice=str(self.seed), action=action))).record
        return record

    async def question(self, site: Site, action: str, pending: dict[str, str]) -> str:
        """What is asked: a press, or what was put together."""
        if action.strip():
            return action.strip()
        play: PlayResult = await site.service.do(
            Look(await self._record(site), dice=str(self.seed), draw=Drawing(pending))
        )
        if not play.composed:
            raise ActionError(f"{typed_word(pending).upper()} may not be asked now")
        return play.composed

    def choices(self, site: Site) -> dict[str, Any]:
        """The games that can be chosen."""
        games = {one.name: one.title for one in site.service.games()}
        options = None
        with suppress(SleuthError):  # what no form can show stands in the address alone
            options = StartForm.of_spec(game_name(self.game), self.game).values()
        return {"games": games, "name": game_name(self.game), "options": options}
