"""Help with a game elsewhere, and the computer that guesses what you think of: one page for both roles.

The person says on the board what was answered; the page says what to ask next, and why. Its state is the history, which
is also in its address.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.home import role_address
from sleuth.adapters.web.play import parts_of, typed_word
from sleuth.adapters.web.site import Site, address, fields, sentence
from sleuth.app.catalogue import picture, showcase, title
from sleuth.app.listings import SecretList, SecretListResult, SecretResult
from sleuth.app.requests import PRESSED, SUGGESTED, Assist, Drawing, Feedback, MarkedAnswer
from sleuth.app.results import AdviceResult, FeedbackResult
from sleuth.core.errors import ActionError, SleuthError
from sleuth.core.game_spec import is_table
from sleuth.core.goal import Goal
from sleuth.core.text import shorten

PARTS = ("state", "chips", "board", "side", "bottom")
ROLES = {"/assist": "help", "/guess": "guess"}
RIGHT, DENIED = "right", "denied"
"""What a person says of a guess."""
NOTHING = "-"
"""Where a suggestion is taken as asked, a person may want to ask something else."""


def register(app: FastAPI, site: Site) -> None:
    """The addresses of both roles."""

    async def show(request: Request) -> Response:
        path, query = request.url.path, request.query_params
        game, role = query.get("game", ""), ROLES[path]
        if not game:
            shown = (entry for entry in showcase() if role == "help" or not is_table(entry.name))
            games = [(entry, role_address(entry, role), picture(entry.name)) for entry in shown]
            return site.page("choose.html", "/assist", role=role, games=games)
        page = AssistPage(site, path, game, _steps(query.get("history", "")), query.get("strategy", ""))
        try:
            values = await page.values()
        except SleuthError as error:
            name = game.partition(":")[0].partition("@")[0]
            text = sentence(str(error))
            return site.page("choose.html", "/assist", 400, role=role, games=[], name=name, text=text)
        return site.page("assist.html", "/assist" if path == "/assist" else "/", **values)

    async def act(request: Request) -> Response:
        sent = await fields(request)
        page = AssistPage(
            site, request.url.path, sent.get("game", ""), _steps(sent.get("history", "")), sent.get("strategy", ""),
            sent.get("chosen", ""), sent.get("chances") == "on",
        )  # fmt: skip
        after, more = await page.doing(sent)
        return site.parts("assist.html", *PARTS, at=after.address, **(await after.values(**more)))

    for path in ROLES:
        app.add_api_route(path, show, methods=["GET"])
        app.add_api_route(path, act, methods=["POST"])


def _steps(history: str) -> tuple[str, ...]:
    return tuple(step.strip() for step in history.replace("\n", ";").split(";") if step.strip())


@dataclass(frozen=True)
class AssistPage:
    """One game elsewhere, or in somebody's head."""

    site: Site
    path: str
    game: str
    steps: tuple[str, ...] = ()
    strategy: str = ""
    asked: str = ""
    """The question that a person chose, whose answer is being given; nothing for the usual one, `-` for none."""
    chances: bool = True

    @property
    def role(self) -> str:
        """`help` with a game elsewhere, or `guess` what a person thinks of."""
        return ROLES[self.path]

    @property
    def address(self) -> str:
        """The page, to come back to."""
        return address(self.path, game=self.game, history=";".join(self.steps), strategy=self.strategy)

    def _after(self, *steps: str, asked: str = "") -> AssistPage:
        return AssistPage(self.site, self.path, self.game, steps, self.strategy, asked, self.chances)

    async def values(self, **more: Any) -> dict[str, Any]:
        """What the template needs: the advice, and what was found out about a secret that puzzled."""
        pending = more.get("pending", {})
        asked = self.asked or (SUGGESTED if self.role == "guess" else PRESSED)
        draw = Drawing(
            pending, heat=self.chances and self.role == "help", asked="" if asked == NOTHING else asked,
            marks=more.get("marks", ""), fresh=more.get("fresh", False), answering=self.role == "guess",
        )  # fmt: skip
        advice: AdviceResult = await self.site.service.do(
            Assist(self.game, ";".join(self.steps), self.strategy, draw=draw)
        )
        name = self.game.partition(":")[0].partition("@")[0]
        values = {"page": self, "advice": advice, "pending": pending, "name": name, "title": title(name)}
        return values | await self._guessed(advice, more)

    async def _guessed(self, advice: AdviceResult, more: dict[str, Any]) -> dict[str, Any]:
        """How a guess stands: whether it is asked for, what it may have been instead, and what the answers were then.

        What follows from answers alone is asked for, as one of them may have been a slip; what was asked by its name
        was said to be right already.
        """
        thought, slips, verdict = more.get("thought", ""), more.get("slips"), more.get("verdict", "")
        guessing, last = self.role == "guess", (self.steps or ("",))[-1].rpartition("=")[0]
        named = last == advice.secret and "@" not in self.game  # else the answer may have been a lie
        sure = guessing and advice.solved and advice.goal == Goal.KNOW.value and not named
        after_all = sure and thought.casefold() in {
            str(advice.secret).casefold(), advice.spoken_secret.casefold()
        }  # fmt: skip
        told = slips is not None and not after_all
        denied = sure and verdict == DENIED
        others: list[SecretResult] = []
        if not told and guessing and (denied or advice.contradiction is not None):
            others = [one for one in await self._listed() if one.secret != advice.secret]
        return {
            "thought": thought,
            "slips": slips if told else None,
            "asks": sure and not told and not denied and not after_all and verdict != RIGHT,
            "denied": denied,
            "others": others,
        }

    async def doing(self, sent: dict[str, str]) -> tuple[AssistPage, dict[str, Any]]:
        """The page after something was pressed, and what else it shows."""
        act, pending = sent.get("act", ""), parts_of(sent.get("pending", ""))
        if act == "choose":
            return self._after(*self.steps, asked=await self._chosen(sent.get("action", ""), pending)), {}
        if act == "other":
            return self._after(*self.steps, asked=NOTHING), {}
        if act == "answer":
            return await self._answered(sent), {"fresh": True}
        if act == "edit":
            return await self._edited(int(sent.get("step", "1")), sent.get("marks", "")), {}
        if act == "leave-out":
            place = int(sent.get("step", "1"))
            return self._after(*self.steps[: place - 1], *self.steps[place:]), {}
        if act == "correct":
            return self._corrected(int(sent.get("step", "1")), sent.get("answer", "")), {}
        if act == "undo":
            unasked = self.role == "help" and self.asked not in ("", NOTHING)
            return self._after(*(self.steps if unasked else self.steps[:-1])), {}
        if act == "begin":
            return self._after(), {}
        if act == "chances":
            return AssistPage(
                self.site, self.path, self.game, self.steps, self.strategy, self.asked, not self.chances
            ), {}
        if act in (RIGHT, DENIED):
            return self, {"verdict": act}
        if act == "thought":
            return self, await self._slips(sent.get("thought", ""))
        return self, {"pending": pending, "marks": sent.get("marks", "")}

    async def _chosen(self, action: str, pending: dict[str, str]) -> str:
        """The question that a person asked: a press, or what was put together."""
        if action.strip():
            return action.strip()
        draw = Drawing(pending)
        advice: AdviceResult = await self.site.service.do(
            Assist(self.game, ";".join(self.steps), self.strategy, draw=draw)
        )
        if not advice.composed:
            raise ActionError(f"{typed_word(pending).upper()} may not be asked now")
        return advice.composed

    async def _answered(self, sent: dict[str, str]) -> AssistPage:
        asked, steps = sent.get("asked", ""), self.steps
        if sent.get("wrong", "").isdecimal():  # the answer that did not fit is given anew
            steps = steps[: int(sent["wrong"]) - 1]
        answer = sent.get("answer", "").strip()
        if not answer:
            answer = await self._read(asked, sent.get("marks", ""), steps)
        return self._after(*steps, f"{asked}={answer}")

    async def _read(self, action: str, marks: str, steps: tuple[str, ...]) -> str:
        reading = MarkedAnswer(self.game, action, marks, ";".join(steps))
        return str((await self.site.service.do(reading)).feedback)

    async def _edited(self, step: int, marks: str) -> AssistPage:
        """An earlier answer was changed on the board."""
        before, action = self.steps[: step - 1], self.steps[step - 1].rpartition("=")[0]
        answer = await self._read(action, marks, before)
        return self._after(*before, f"{action}={answer}", *self.steps[step:])

    def _corrected(self, step: int, answer: str) -> AssistPage:
        action = self.steps[step - 1].rpartition("=")[0]
        return self._after(*self.steps[: step - 1], f"{action}={answer}", *self.steps[step:])

    async def _slips(self, thought: str) -> dict[str, Any]:
        """The answers that were other than the law gives for what a person thought of; none for what is not listed."""
        slips: list[tuple[int, FeedbackResult]] = []
        if not thought:
            return {"slips": slips}
        for place, step in enumerate(self.steps, 1):
            action, _, answer = step.rpartition("=")
            right = await self.site.service.do(Feedback(self.game, action, thought, ";".join(self.steps[: place - 1])))
            if right.feedback != answer:
                slips.append((place, right))
        spoken = {one.secret: one.spoken for one in await self._listed()}
        return {"thought": shorten(spoken.get(thought, thought)), "slips": slips}

    async def _listed(self) -> list[SecretResult]:
        """The secrets of the game, if they are few."""
        listed: SecretListResult = await self.site.service.do(SecretList(self.game))
        return listed.secrets
