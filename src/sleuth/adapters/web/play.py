"""Play: you look for the secret, on a board. Help comes when it is asked for, and grades at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.person_store import Whose
from sleuth.adapters.web.first_play import FirstPlay
from sleuth.adapters.web.persons import known_visitor, visitor
from sleuth.adapters.web.places import EVERYWHERE, Place, check_owner, place_of
from sleuth.adapters.web.reviewed import comparison
from sleuth.adapters.web.site import Site, address, fields
from sleuth.app.errors import ConflictError, RefusedError
from sleuth.app.requests import Drawing, Start
from sleuth.app.results import HintResult, PlayResult
from sleuth.core.errors import ActionError, SleuthError
from sleuth.show.plain import turn_word

PARTS = ("state", "banner", "status", "board", "side", "bottom")
REFUSALS = {
    r"it must have (.+)": r"must have \1",
    r"was asked at (step \d+)": r"was asked already, at \1",
    "is not one of the": "is not in my list",
}
"""What the library says of a word that may not be asked, and how that is told in a line on the board."""
MAX_PARTS = 4_000
"""Signs in the parts of an action that a browser sends."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of plays."""
    service = site.service

    @app.post("/play")
    async def begin(request: Request) -> Response:
        sent = await fields(request)
        return await begun(site, request, Start(sent.get("game", ""), sent.get("oracle", "")))

    @app.get("/play/{identity}")
    async def play(identity: str, request: Request) -> Response:
        seen, progress = await service.look(identity, Drawing(own=True)), await service.progress(identity)
        check_owner(progress, (await visitor(service, request)).person)
        first, place = FirstPlay.of(request.query_params), await place_of(site, progress)
        return site.page("play.html", "/", **PlayPage(site, seen).values(first, place))

    @app.post("/play/{identity}")
    async def act(identity: str, request: Request) -> Response:
        sent = await fields(request)
        if sent.get("act") == "again":
            old = await service.look(identity)
            return await begun(site, request, Start(old.game, old.oracle, old.strategy))
        here = await visitor(service, request)
        progress = await service.progress(identity)
        check_owner(progress, here.person)
        if progress is None and sent.get("act") == "ask":
            here = await known_visitor(service, request)  # it is hers from now on
        try:
            page = await PlayPage.doing(site, identity, sent, here.person)
        except SleuthError:
            seen = await service.look(identity, Drawing(own=True))
            if not seen.over:
                raise
            page = PlayPage(site, seen)  # it ended in another window
        first = FirstPlay.of(request.query_params)
        place = await place_of(site, progress and await service.progress(identity))
        return here.kept(site.parts("play.html", *PARTS, **page.values(first, place)), request)

    @app.post("/play/{identity}/end")
    async def end(identity: str, request: Request) -> Response:
        return await _end(site, identity, FirstPlay.of(request.query_params))


async def begun(site: Site, request: Request, start: Start, at: str = "") -> Response:
    """Begin a play of whoever is here, and go there."""
    here = await known_visitor(site.service, request)
    play = await site.service.start(start, Whose(here.person))
    return here.kept(site.go(f"/play/{play.id}", at), request)


async def _end(site: Site, identity: str, first: FirstPlay | None) -> Response:
    """A card with the story of a play that is over, in short."""
    story = await site.service.story(identity, Drawing(still=True))
    beside = "" if first is None else comparison(story, first.step, await first.steps(site.service))
    where = address(f"/review/{identity}", **(first.query if first else {}))
    return site.parts("play.html", "end", story=story, where=where, beside=beside, first=first)


@dataclass(frozen=True)
class PlayPage:
    """What a page of a play shows: the play, and the help that was asked for."""

    site: Site
    play: PlayResult
    hint: HintResult | None = None
    hinted: str = ""
    heat: bool = False
    left: bool = False
    tell: bool = False
    """Whether it is shown what a question would tell."""
    shared: str = ""
    link: str = ""
    won: bool = False
    """Whether the secret was found just now."""
    pending: Mapping[str, str] = field(default_factory=dict)
    """The parts of an action that were chosen so far."""

    def values(self, first: FirstPlay | None = None, place: Place = EVERYWHERE) -> dict[str, Any]:
        """What the template needs; `first` is the play that this one goes on from, `place` what it is a part of."""
        shown = {
            name: getattr(self, name)
            for name in ("play", "hint", "hinted", "heat", "left", "tell", "shared", "link", "won", "pending")
        }
        query = {} if first is None else first.query
        known = {
            "first": first,
            "place": place,
            "turn": turn_word(self.play.goal),
            "where": address(f"/play/{self.play.id}", **query),
        }
        ending = address(f"/play/{self.play.id}/end", **query)
        helped = self.hint is not None or self.heat or self.left or self.tell
        return shown | known | {"place": place, "ending": ending, "helped": helped, "story": None, "beside": ""}

    @classmethod
    async def doing(cls, site: Site, identity: str, sent: dict[str, str], person: str = "") -> PlayPage:
        """The page after something was pressed."""
        service, act = site.service, sent.get("act", "")
        heat, left, tell = (sent.get(name) == "on" for name in ("heat", "left", "tell"))
        pending = parts_of(sent.get("pending", ""))
        if act in ("ask", "undo", "give-up"):
            draw = Drawing(heat=heat, own=not heat, fresh=act == "ask")
            play = await _moved(site, identity, person, act, sent.get("action", ""), pending, draw)
            return cls(site, play, heat=heat, left=left, tell=tell, won=play.solved)
        heat, left, tell = heat != (act == "heat"), left != (act == "left"), tell != (act == "tell")
        hinted = "" if act == "no-hint" else sent.get("hint", "")
        draw = Drawing(pending, hinted, heat, own=not heat)
        if act == "hint":
            hint = await service.hint(identity, draw)
            hinted = str(hint.action)
            play = await service.look(identity, Drawing(pending, hinted, heat, own=not heat))
            return cls(site, play, hint, hinted, heat, left, tell, pending=pending)
        link = await service.share(identity) if act == "share" else ""
        return cls(site, await service.look(identity, draw), None, hinted, heat, left, tell, link=link, pending=pending)


async def _moved(
    site: Site, identity: str, person: str, act: str, action: str, pending: dict[str, str], draw: Drawing
) -> PlayResult:
    service = site.service
    if act == "undo":
        return await service.undo(identity, draw)
    if act == "give-up":
        return await service.give_up(identity, draw)
    if not action.strip():
        action = (await service.look(identity, Drawing(pending))).composed or ""
        if not action:
            return await _refused(site, identity, typed_word(pending), draw)
    return await service.ask(identity, action.strip(), draw, person)


async def _refused(site: Site, identity: str, word: str, draw: Drawing) -> PlayResult:
    """Ask a word that the board does not take, for the reason."""
    try:
        return await site.service.ask(identity, word, draw)
    except RefusedError as error:
        raise ActionError(refusal(word, str(error))) from error


def refusal(word: str, reason: str) -> str:
    """Why a word may not be asked, in few words: hard mode wants something, it was asked, or no list has it; else the
    whole reason."""
    for said, rest in REFUSALS.items():
        if found := re.search(said, reason):
            return f"{word.upper()} {found.expand(rest)}"
    return reason


def typed_word(pending: dict[str, str]) -> str:
    """The word that parts make, where each is a letter."""
    letters = "".join(pending[slot] for slot in sorted(pending, key=_number))
    if letters.isalpha() and len(letters) == len(pending) > 2:
        return letters
    raise ActionError("this is not finished yet, or may not be asked")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def parts_of(text: str) -> dict[str, str]:
    """The parts of an action as a browser sends them."""
    if not text:
        return {}
    try:
        parts = json.loads(text[:MAX_PARTS])
    except ValueError:
        parts = None
    if not isinstance(parts, dict) or not all(isinstance(value, str) for value in parts.values()):
        raise ConflictError("the parts of an action are a JSON object of texts")
    return parts
