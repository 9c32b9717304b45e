"""The page where a game is begun: what to do with it, and how it is to be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import RedirectResponse, Response

from sleuth.adapters.web.home import start_address
from sleuth.adapters.web.play import begun
from sleuth.adapters.web.site import Site, address, fields
from sleuth.app.catalogue import entry, form_of_spec, picture, spec_of_form
from sleuth.app.requests import Start
from sleuth.app.results import EntryResult, FieldResult
from sleuth.app.words import MAX_WORDS, list_title, owner_lists, word_lists
from sleuth.core.errors import ParameterError
from sleuth.core.game_spec import is_table
from sleuth.core.spec import BROUGHT, split_spec
from sleuth.core.text import whole_number

ROLES = {"guess": "/guess", "help": "/assist", "watch": "/watch", "lab": "/lab"}
"""Where a game is taken, but for playing it."""
ROOM = "room"
"""The role in which many play the same."""
ELSEWHERE = ("guess", "help")
"""Roles in which the secret is with the person."""
HONEST, LYING, EVADING = "", "lies", "adversarial"
MAX_LIES = 5


def register(app: FastAPI, site: Site) -> None:
    """The addresses where games are begun."""

    @app.get("/game/{name}")
    async def start(name: str, game: str = "", role: str = "", oracle: str = "") -> Response:
        if is_table(name):
            return RedirectResponse(start_address(name))
        form = StartForm.of_spec(name, game)
        form = replace(form, answers=EVADING) if oracle == EVADING else form
        return site.page("start.html", "/", **form.values(role))

    @app.post("/game/{name}")
    async def act(name: str, request: Request) -> Response:
        sent = await fields(request)
        found = entry(name)
        if preset := found.presets.get(sent.get("@preset", "")):
            form = StartForm.of_spec(name, preset)
            return site.parts("start.html", "default", "options", "words", at=form.address, **form.values())
        form, role = StartForm.of_fields(found, sent), sent.get("@role", "play")
        if form.asked(role):
            return site.parts("start.html", "default", "options", at=form.address, **form.values(role))
        if role == ROOM:
            return site.go(address("/rooms", game=form.spec, oracle=form.oracle), form.address)
        if role in ROLES:
            return site.go(address(ROLES[role], game=form.spec), form.address)
        return await begun(site, request, Start(form.spec, form.oracle), form.address)


@dataclass(frozen=True)
class StartForm:
    """How a game is to be played, as a person fills it in."""

    entry: EntryResult
    filled: Mapping[str, str]
    answers: str = HONEST
    """How answers are given: `LYING`, `EVADING`, or a channel."""
    lies: int = 1
    """At most so many lies."""

    @classmethod
    def of_spec(cls, name: str, spec: str = "") -> StartForm:
        """The form that shows a spec; without one, what the game begins with."""
        found = entry(name)
        filled, channel = form_of_spec(spec or found.presets.get("Classic", found.name))
        kind, raw = split_spec(channel) if channel else (HONEST, {})
        lies = whole_number(raw.get("most", "1"), 1, MAX_LIES) if kind == LYING and raw.keys() <= {"most"} else None
        return cls(found, filled, channel if lies is None else LYING, lies or 1)

    @classmethod
    def of_fields(cls, found: EntryResult, sent: Mapping[str, str]) -> StartForm:
        """The form as it was sent; a box that is not ticked is not sent."""
        ticks = {field.name: str(field.name in sent).lower() for field in found.fields if field.kind == "bool"}
        lies = whole_number(sent.get("@most", "1"), 1, MAX_LIES)
        if lies is None:
            raise ParameterError(f"the number of lies is 1 to {MAX_LIES}")
        return cls(found, {**sent, **ticks}, sent.get("@answers", HONEST), lies)

    @property
    def spec(self) -> str:
        """The spec of the game, the same for every role."""
        plain = spec_of_form(self.entry.name, self.filled)
        if self.answers in (HONEST, EVADING):
            return plain
        return f"{plain}@{f'{LYING}:most={self.lies}' if self.answers == LYING else self.answers}"

    @property
    def address(self) -> str:
        """Where this form is shown again."""
        return address(start_address(self.entry.name), game=self.spec, oracle=self.oracle)

    @property
    def oracle(self) -> str:
        """Who answers in a play here; the usual one if empty."""
        return EVADING if self.answers == EVADING else ""

    def asked(self, role: str) -> str:
        """The field that must be filled in before this role, if any."""
        needed = (one.name for one in self.entry.fields if one.elsewhere and not self.filled.get(one.name))
        return next(needed, "") if role in ELSEWHERE else ""

    def values(self, role: str = "") -> dict[str, Any]:
        """What the template needs."""
        presets = self.entry.presets.items()
        return {
            "entry": self.entry,
            "picture": picture(self.entry.name),
            "form": self,
            "asked": self.asked(role),
            "role": role,
            "presets": {text: StartForm.of_spec(self.entry.name, spec).spec == self.spec for text, spec in presets},
            "most": MAX_WORDS,
            "lists": {one.name: lists_for(one) for one in self.entry.fields if one.word_list},
        }


def lists_for(field: FieldResult) -> dict[str, str]:
    """The lists that a field may name, with what people call them; one that stands for nothing is not among them."""
    names = owner_lists() if field.word_list == BROUGHT else word_lists()
    return {name: list_title(name) for name in names if list_title(name) != field.empty}
