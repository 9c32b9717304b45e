"""Help at a real table of Clue: the log, by taps or as text, who has what, and what to do.

The log lives in the store from the first tap on, with every change of it. What is chosen for the turn that is being
entered stays in the browser until it is saved; what is looked at (a line that is edited, a supposition, a reason) is in
the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.logs import KeptLog
from sleuth.adapters.service.service import Service
from sleuth.adapters.web.clue_advice import AdviceWords
from sleuth.adapters.web.clue_log import (
    EDITIONS,
    MAX_SEATS,
    NOBODY,
    Setup,
    TurnPlace,
    cards_of,
    tidy,
    told_choices,
    turn_line,
    with_line,
)
from sleuth.adapters.web.notebook import sort_title
from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.app.card_results import ClueAssistResult, ClueLogResult
from sleuth.app.errors import ConflictError
from sleuth.app.requests import ClueAssist, ClueLook
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.text import plural, whole_number

EXAMPLE = """players: You 6, Mum 6, Gran 6
me: You
hand: Mustard, Plum, Knife, Rope, Hall, Study
You: Green, Wrench, Library -> Gran shows Wrench
Mum: Plum, Candlestick, Kitchen -> Gran shows ?
Gran: Scarlet, Candlestick, Ballroom -> Mum shows ?
"""
PATH = "/clue/help"
PARTS = ("text", "head", "entry", "lines", "advice")
WORKED_OUT = ("advice", "notebook", "more")
OPTIONS = ("shows", "habits", "rooms", "why", "suppose", "ask", "turn")
"""What the address holds beside the name of the log."""
PASSING = ("why", "suppose", "ask", "turn")
"""Those of them that are about the log as it is, and end with its next change."""
SETUP = "setup"
"""The value of `turn` while the set-up is changed."""
STALE = "This table was changed on another device. Here is how it stands; your last press was not kept."


def register(app: FastAPI, site: Site) -> None:
    """The addresses of the help at a real table."""
    service = site.service

    @app.get(PATH)
    async def new_page(request: Request) -> Response:
        page = await HelpPage.of(service, KeptLog(), _options(request.query_params))
        return site.page("clue_help.html", "/clue", **page.values())

    @app.get(f"{PATH}/{{identity}}")
    async def help_page(identity: str, request: Request) -> Response:
        page = await HelpPage.of(service, await service.log(identity), _options(request.query_params))
        return site.page("clue_help.html", "/clue", **page.values())

    @app.post(PATH)
    async def change(request: Request) -> Response:
        page, parts = await HelpPage.doing(service, await fields(request))
        return site.parts("clue_help.html", *parts, at=page.address, **page.values())

    @app.post(f"{PATH}/advice")
    async def advice(request: Request) -> Response:
        page, parts = await HelpPage.doing(service, {**await fields(request), "act": "advice"})
        if parts != WORKED_OUT:
            return site.parts("clue_help.html", *parts, **page.values())
        try:
            found: ClueAssistResult | None = await service.do(page.request)
            problem = ""
        except SleuthError as error:
            found, problem = None, sentence(str(error))
        values = page.values() | AdviceWords(page.look, found).values() | {"problem": problem}
        return site.parts("clue_help.html", *parts, **values)


def _options(sent: Mapping[str, str]) -> dict[str, str]:
    return {key: sent.get(key, "") for key in OPTIONS}


@dataclass(frozen=True)
class HelpPage:
    """A log, what it says, and what is looked at."""

    kept: KeptLog
    look: ClueLogResult
    options: dict[str, str]
    setup: Setup | None = None
    """The set-up as a form has it, where that is not what the log says."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """What is chosen for the turn that is being entered."""
    stale: bool = False
    """Whether somebody else changed the log."""
    saved: str = ""
    """Which turn has just been saved: what the browser kept of it can go."""

    @classmethod
    async def of(cls, service: Service, kept: KeptLog, options: dict[str, str]) -> HelpPage:
        """The page of a log as it is kept."""
        return cls(kept, await service.do(ClueLook(kept.text)), options)

    @classmethod
    async def doing(cls, service: Service, sent: dict[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        """The page after something was pressed, and the parts of it that changed."""
        kept, options = await service.log(sent.get("id", "")), _options(sent)
        page = await cls.of(service, kept, options)
        if kept.stored and sent.get("version") != str(kept.version):
            return await page.told(service), PARTS
        try:
            return await page._do(service, sent.get("act", ""), sent)
        except ConflictError:  # somebody else was a moment faster
            return await page.told(service), PARTS

    async def told(self, service: Service) -> HelpPage:
        """The log as it is now, for somebody who has seen an older one."""
        options = self.options | dict.fromkeys(PASSING, "")
        return replace(await self.of(service, await service.log(self.kept.id), options), stale=True)

    async def _do(self, service: Service, act: str, sent: Mapping[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        if act in (SETUP, "begin"):
            return await self._set_up(service, sent)
        if act in ("undo", "redo"):
            history = self.kept.history
            return await self._keep(service, (history.undo() if act == "undo" else history.redo()).text, act), PARTS
        if act == "advice":
            return self, WORKED_OUT
        if act == "look":
            return self, ()
        if act in ("turn", "edit", "remove", "example", "text"):
            return await self._keep(service, self._changed_text(act, sent), act), PARTS
        return self._looking(act, sent)

    def _changed_text(self, act: str, sent: Mapping[str, str]) -> str:
        """The log after a turn was added, changed or taken out, or with another text."""
        if act == "example":
            return EXAMPLE
        if act == "text":
            return tidy(sent.get("log", ""))
        if act == "turn":
            return self.place.put(self.kept.text, turn_line(sent, self.look))
        number = whole_number(sent.get("line", ""), 1) or self.place.line
        return with_line(self.kept.text, number, sent.get("words", "") if act == "edit" else None)

    async def _keep(self, service: Service, text: str, act: str) -> HelpPage:
        """The page with another log, which is in the store before anybody hears of it."""
        look: ClueLogResult = await service.do(ClueLook(text))
        line = self.place.lands(self.kept.text) if act == "turn" else 0
        if line and (wrong := [fault.text for fault in look.faults if fault.line == line]):
            raise ActionError(wrong[0])
        history = self.kept.history
        changed = {"undo": history.undo, "redo": history.redo}.get(act, lambda: history.change(text))()
        kept = await service.change_log(self.kept, changed)
        options = self.options | dict.fromkeys(PASSING, "")
        if act in ("undo", "redo") and self.options["turn"] == SETUP:
            options["turn"] = SETUP
        saved = str(self.place) or "new" if act in ("turn", "edit", "remove") else ""
        return HelpPage(kept, look, options, saved=saved)

    async def _set_up(self, service: Service, sent: Mapping[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        """The set-up as a form says; while it is changed, only what follows from it is sent anew."""
        before, edition = Setup.of(self.look), sent.get("edition", "")
        cards = await service.do(ClueLook(f"edition: {edition}\n" if edition else self.kept.text))
        setup = Setup.sent(sent, self.look, cards.sorts)
        look: ClueLogResult = await service.do(ClueLook(self.kept.text, "".join(f"{line}\n" for line in setup.lines)))
        begins = sent.get("act") == "begin"
        if begins and setup.missing:
            raise ActionError(missing_text(setup.missing))
        if begins and look.faults and not look.ready:
            raise ActionError(look.faults[0].text)
        page = await self._keep(service, tidy(look.text), SETUP)
        if begins:
            return page, PARTS
        shape = (setup.edition, [size for _, size in setup.seats], bool(setup.me), setup.public)
        same = shape == (before.edition, [size for _, size in before.seats], bool(before.me), before.public)
        page = replace(page, setup=setup, options=page.options | {"turn": SETUP})
        return page, ("text", "head", "ready") if same and self.look.players else PARTS

    def _looking(self, act: str, sent: Mapping[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        """What changes nothing in the log."""
        options = self.options
        if act == "change-setup":
            return replace(self, options=options | {"turn": SETUP}), PARTS
        if act == "fill":
            return replace(self, chosen=_wish(self.look, sent.get("cards", "")), options=options | {"turn": ""}), (
                "text", "entry",
            )  # fmt: skip
        if act in ("open", "close", "before", "after"):
            place = self.place if act == "open" else replace(self.place, kind=act) if act != "close" else TurnPlace()
            return replace(self, options=options | {"turn": str(place)}), ("text", "entry", "lines")
        if act == "options":
            rooms = [key.removeprefix("room-") for key in sent if key.startswith("room-")]
            options = options | {"rooms": ", ".join(rooms)}
        if act in ("suppose", "suppose-turn", "leave"):
            options = options | self._supposed(act, sent) | {"why": ""}
        return replace(self, options=options), ("text", "advice")

    def _supposed(self, act: str, sent: Mapping[str, str]) -> dict[str, str]:
        """What is supposed after a press, and which suggestion is weighed."""
        drop = sent.get("drop", "")
        lines, fact = self.options["suppose"].splitlines(), sent.get("fact", "").strip() or drop
        if act == "leave":
            return {"suppose": "", "ask": ""}
        if act == "suppose-turn":
            mine = sent.get("who", "") == self.look.me and sent.get("kind", "suggest") == "suggest"
            if mine and not sent.get("shower"):
                return {"ask": ", ".join(cards_of(sent, self.look))}
            fact = turn_line(sent, self.look)
        contrary = fact.removeprefix("!") if fact.startswith("!") else f"!{fact}"
        lines = [line for line in lines if line not in (fact, contrary)]
        return {"suppose": "\n".join([*lines, *([fact] if fact != drop else [])]), "ask": ""}

    @property
    def place(self) -> TurnPlace:
        """Where the turn goes that is being entered."""
        return TurnPlace.read(self.options["turn"])

    @property
    def request(self) -> ClueAssist:
        """What is to be worked out."""
        options = self.options
        habits = "usual" if options["habits"] else "none"
        shows, why, rooms = options["shows"] or "random", options["why"], options["rooms"]
        plain = ClueAssist(self.kept.text, shows, why, habits=habits, rooms=rooms, tolerant=True)
        return replace(plain, suppose=options["suppose"], ask=options["ask"])

    @property
    def address(self) -> str:
        """Where all of this is found again."""
        return address(f"{PATH}/{self.kept.id}" if self.kept.id else PATH, **self.options)

    def values(self) -> dict[str, Any]:
        """What the template needs."""
        look, place = self.look, self.place
        open_setup = self.options["turn"] == SETUP or not look.ready
        setup = (self.setup or Setup.of(look)) if open_setup else None
        entry = next((entry for entry in look.entries if place.line and entry.line == place.line), None)
        told = told_choices(entry.told, look, place) if entry and entry.told else {}
        return {
            "page": self,
            "kept": self.kept,
            "look": look,
            "log": self.kept.text,
            "options": self.options,
            "setup": setup,
            "missing": "" if setup is None else missing_text(setup.missing),
            "editions": EDITIONS,
            "max_seats": MAX_SEATS,
            "faults": {fault.line: fault.text for fault in look.faults},
            "sorts": [(number, sort_title(sort), names) for number, (sort, names) in enumerate(look.sorts.items())],
            "place": place,
            "entry_line": entry,
            "chosen": {"who": look.next or "", "kind": "suggest", "result": "wrong", **told, **self.chosen},
            "nobody": NOBODY,
            "named": {name: "You" if name == look.me else name for name in look.players},
            "summary": ", ".join(filter(None, (", ".join(look.players), plural(look.turns, "turn")))),
            "download": f"data:text/plain;charset=utf-8,{quote(self.kept.text)}",
            "stale": STALE if self.stale else "",
            "saved": self.saved,
            "facts": self.options["suppose"].splitlines(),
            "words": None,
            "supposed_lines": [],
            "problem": "",
        }


def _wish(look: ClueLogResult, cards: str) -> dict[str, str]:
    """The next turn as the writer was advised to begin it."""
    named = cards.split(", ")
    chosen = {f"card-{n}": next((c for c in names if c in named), "") for n, names in enumerate(look.sorts.values())}
    return chosen | {"who": look.me or ""}


def missing_text(missing: int) -> str:
    """How many cards are to be chosen, in words."""
    if missing > 0:
        return f"Choose {missing} more of your cards" if missing > 1 else "Choose one more of your cards"
    return f"That is {-missing} too many: take some of your cards back" if missing < 0 else ""
