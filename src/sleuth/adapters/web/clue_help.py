"""Help at a real table of Clue: the log, by taps or as text, who has what, and what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.clue_log import EDITIONS, MAX_SEATS, NOBODY, Setup, lines_of, tidy, turn_line, with_line
from sleuth.adapters.web.notebook import notebook_of, sort_title
from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.app.card_results import ClueAssistResult, ClueLogResult
from sleuth.app.requests import ClueAssist, ClueLook
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.text import whole_number
from sleuth.show.plain import odds

EXAMPLE = """players: You 6, Mum 6, Gran 6
me: You
hand: Mustard, Plum, Knife, Rope, Hall, Study
You: Green, Wrench, Library -> Gran shows Wrench
Mum: Plum, Candlestick, Kitchen -> Gran shows ?
Gran: Scarlet, Candlestick, Ballroom -> Mum shows ?
"""
PATH = "/clue/help"
PARTS = ("text", "head", "entry", "lines", "advice")
OPTIONS = ("shows", "habits", "rooms", "why")
_HOLDS = re.compile(r"(!?)h\((.+),(.+)\)")


def register(app: FastAPI, site: Site) -> None:
    """The addresses of the help at a real table."""
    service = site.service

    @app.get(PATH)
    async def help_page(request: Request) -> Response:
        look = await service.do(ClueLook(""))
        options = {key: request.query_params.get(key, "") for key in OPTIONS}
        return site.page("clue_help.html", "/clue", **HelpPage("", look, options, fresh=True).values())

    @app.post(PATH)
    async def change(request: Request) -> Response:
        page, parts = await HelpPage.doing(service, await fields(request))
        return site.parts("clue_help.html", *parts, at=address(PATH, **page.options), **page.values())

    @app.post(f"{PATH}/advice")
    async def advice(request: Request) -> Response:
        sent = await fields(request)
        log, options = tidy(sent.get("log", "")), {key: sent.get(key, "") for key in OPTIONS}
        page = HelpPage(log, await service.do(ClueLook(log)), options)
        try:
            found: ClueAssistResult | None = await service.do(page.request)
            problem = ""
        except SleuthError as error:
            found, problem = None, sentence(str(error))
        values = page.values() | AdviceWords(page.look, found).values() | {"problem": problem}
        return site.parts("clue_help.html", "advice", "notebook", "more", **values)


@dataclass(frozen=True)
class HelpPage:
    """A log, what it says, and what is supposed of the players."""

    log: str
    look: ClueLogResult
    options: dict[str, str]
    setup: Setup | None = None
    """The set-up that is being changed, if it is."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """What is chosen for the next turn."""
    fresh: bool = False
    """Whether the page is new, and the browser has not sent its log yet."""

    @property
    def request(self) -> ClueAssist:
        """What is to be worked out."""
        options = self.options
        habits = "usual" if options["habits"] else "none"
        shows, why, rooms = options["shows"] or "random", options["why"], options["rooms"]
        return ClueAssist(self.log, shows, why, habits=habits, rooms=rooms, tolerant=True)

    @classmethod
    async def doing(cls, service: Service, sent: dict[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        """The page after something was pressed, and the parts of it that changed."""
        log, act = tidy(sent.get("log", "")), sent.get("act", "")
        options = {key: sent.get(key, "") for key in OPTIONS}
        look: ClueLogResult = await service.do(ClueLook(log))
        page = cls(log, look, options)
        if act in ("setup", "begin"):
            return await page._set_up(service, sent)
        if act == "change-setup":
            return replace(page, setup=Setup.of(look)), PARTS
        if act == "fill":
            return replace(page, chosen=_wish(look, sent.get("cards", ""))), ("entry",)
        if act == "options":
            rooms = [key.removeprefix("room-") for key in sent if key.startswith("room-")]
            return replace(page, options=options | {"rooms": ", ".join(rooms)}), ("text", "advice")
        if act == "why":
            return page, ("text", "advice")
        page = await page._changed(service, _changed_log(log, look, sent))
        wrong = [fault.text for fault in page.look.faults if fault.line == len(lines_of(page.log))]
        if act == "turn" and wrong:
            raise ActionError(wrong[0])
        return page, PARTS

    async def _changed(self, service: Service, log: str) -> HelpPage:
        asked = {} if log == self.log else {"why": ""}
        return replace(self, log=log, look=await service.do(ClueLook(log)), options=self.options | asked)

    async def _set_up(self, service: Service, sent: dict[str, str]) -> tuple[HelpPage, tuple[str, ...]]:
        """The set-up as a form says; while it is changed, only what follows from it is sent anew."""
        edition = sent.get("edition", "")
        cards = await service.do(ClueLook(f"edition: {edition}\n" if edition else self.log))
        setup = Setup.sent(sent, self.look, cards.sorts)
        page = await self._changed(service, setup.write(self.log, self.look))
        if sent.get("act") == "begin":
            if setup.missing:
                raise ActionError(missing_text(setup.missing))
            if page.look.faults:
                raise ActionError(page.look.faults[0].text)
            return page, PARTS
        before = Setup.of(self.look)
        same = (setup.edition, len(setup.seats)) == (before.edition, len(before.seats)) and bool(self.look.players)
        resized = [size for _, size in setup.seats] != [size for _, size in before.seats]
        return replace(page, setup=setup), ("text", "ready") if same and not resized else PARTS

    def values(self) -> dict[str, Any]:
        """What the template needs."""
        look = self.look
        setup = self.setup or (None if look.ready else Setup.of(look))
        faults = {fault.line: fault.text for fault in look.faults}
        return {
            "page": self,
            "look": look,
            "log": self.log,
            "options": self.options,
            "fresh": self.fresh,
            "setup": setup,
            "missing": "" if setup is None else missing_text(setup.missing),
            "editions": EDITIONS,
            "max_seats": MAX_SEATS,
            "faults": faults,
            "sorts": [(number, sort_title(sort), names) for number, (sort, names) in enumerate(look.sorts.items())],
            "chosen": {"who": look.next or "", "kind": "suggest", **self.chosen},
            "nobody": NOBODY,
            "named": {name: "You" if name == look.me else name for name in look.players},
            "download": f"data:text/plain;charset=utf-8,{quote(self.log)}",
            "words": None,
            "problem": "",
        }


def _changed_log(log: str, look: ClueLogResult, sent: Mapping[str, str]) -> str:
    """The log after a turn was added, taken back or edited, or after it began anew."""
    act = sent.get("act", "")
    if act == "turn":
        return with_line(log, len(lines_of(log)) + 1, turn_line(sent, look))
    if act == "undo":
        turns = [entry.line for entry in look.entries if entry.turn or entry.line in {f.line for f in look.faults}]
        return with_line(log, turns[-1], None) if turns else log
    if act in ("edit", "remove"):
        number = whole_number(sent.get("line", ""), 1) or 0
        return with_line(log, number, sent.get("words", "") if act == "edit" else None)
    return {"new": "", "example": EXAMPLE}.get(act, log)


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


@dataclass(frozen=True)
class AdviceWords:
    """Advice in plain words; what is in bits stays behind a fold."""

    look: ClueLogResult
    found: ClueAssistResult | None

    def values(self) -> dict[str, Any]:
        """What the template needs."""
        found = self.found
        if found is None:
            return {"words": None}
        names = {name: "You" if name == found.me else name for name in found.players}
        clear = not found.contradiction
        return {
            "words": found,
            "headline": self._headline(found),
            "cards": self._cards(found),
            "because": self._because(found),
            "notebook": notebook_of(vars(found), names) if clear else None,
            "reasons": self._reasons(found, names),
            "odds": odds,
        }

    @staticmethod
    def _headline(found: ClueAssistResult) -> str:
        if found.contradiction:
            return "These lines do not fit together."
        if found.accuse is None:
            return "Nothing to do for you now."
        if found.accuse.now:
            return "Accuse now."
        if found.asked:
            return "Do not accuse yet."
        sure = [card for card, chance in found.envelope.items() if chance >= 1]
        return f"It was {', '.join(sure)}, for sure. Now suggest:" if sure else "Suggest this:"

    @staticmethod
    def _cards(found: ClueAssistResult) -> list[str]:
        if found.accuse is not None and found.accuse.now:
            return found.accuse.cards
        return found.suggestion.cards if found.suggestion is not None and not found.asked else []

    def _because(self, found: ClueAssistResult) -> list[str]:
        """Why, and whether to accuse, in one sentence each."""
        if found.contradiction:
            return [
                sentence(self._by_turns(found.contradiction)),
                "One of them was heard or written wrongly: change it, or take it out.",
            ]
        if found.accuse is None:
            return ["You only watch, or are out, or the game is over."]
        lines, accuse = [], found.accuse
        if found.suggestion is not None and not found.asked and not accuse.now:
            own = [card for card in found.suggestion.cards if card in self.look.hand]
            chance = odds(found.suggestion.guess_chance)
            lines.append(f"After the answers your best guess is right with a chance of {chance}.")
            lines += (
                [f"{' and '.join(own)} {'is' if len(own) == 1 else 'are'} yours, so nobody else can show it."]
                if own
                else []
            )
        likeliest, chance = ", ".join(accuse.cards), odds(accuse.chance, accuse.certain)
        if accuse.now:
            certain = "No other three cards are possible." if accuse.certain else ""
            return [certain or f"The chance is {chance}, and somebody else could know soon."]
        wait = "The" if found.asked else "Do not accuse yet: the"
        return [*lines, f"{wait} likeliest is {likeliest}, {chance}."]

    def _by_turns(self, text: str) -> str:
        """A text that speaks of lines, with the turns that they tell."""
        turns = {str(entry.line): f"turn {entry.turn}" for entry in self.look.entries if entry.turn}
        return re.sub(r"line (\d+)", lambda found: turns.get(found[1], found[0]), text)

    def _reasons(self, found: ClueAssistResult, names: Mapping[str, str]) -> dict[str, Any] | None:
        """From which lines something follows that was asked for."""
        if found.why is None:
            return None
        match = _HOLDS.fullmatch(found.why.formula)
        said = found.why.formula
        if match:
            who = "The envelope" if match[2] == "0" else names.get(match[2], match[2])
            verb = ("do not have" if match[1] else "have") if who == "You" else "does not have" if match[1] else "has"
            said = f"{who} {verb} {match[3]}"
        spoken = {entry.line: entry.words for entry in self.look.entries}
        lines = [spoken.get(entry.line) or entry.text for entry in found.why.entries]
        return {"said": said, "known": found.why.known, "lines": list(dict.fromkeys(lines))}
