"""Learn: two or three strategies look for the same secret side by side, step by step, forward and back."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import Response

from sleuth.adapters.web.site import Site, address, fields, sentence, strategy_title
from sleuth.adapters.web.start import StartForm
from sleuth.app.catalogue import entry, title
from sleuth.app.listings import StrategyList
from sleuth.app.requests import Compare, CompareStep, Drawing
from sleuth.app.results import EntryResult, PlayResult
from sleuth.core.errors import SleuthError
from sleuth.core.text import plural, whole_number
from sleuth.show.svg import svg_curve

PARTS = ("state", "pace", "head", "buttons", "curve", "one", "other", "third")
"""What a step changes; the fields stay, so that nobody is disturbed who chooses something."""
SLOWEST, FASTEST, SPEEDS, USUAL_SPEED = 3.0, 0.2, 10, 6
"""Seconds between two steps at either end of the slider, and its places."""
SIDES = ("one", "other", "third")
"""The places of the strategies; the third may stay empty."""
USUAL = "usual"
"""The strategy that suits the game, whichever that is."""
MAX_STEP, MAX_SEED = 1_000, 10**6


def register(app: FastAPI, site: Site) -> None:
    """The address of the page."""

    @app.get("/watch")
    async def show(request: Request) -> Response:
        return site.page("watch.html", "/watch", page=Lesson.sent(request.query_params))

    @app.post("/watch")
    async def act(request: Request) -> Response:
        sent = await fields(request)
        page, act = Lesson.sent(sent).after(sent), sent.get("act", "")
        whole = act in ("look", "choose", "options")
        try:
            page, values = await page.values(site, fresh=act == "step")
        except SleuthError as error:
            if not whole:
                raise
            page, values = replace(page, going=False), {"plays": [], "wrong": sentence(str(error))}
        fields_too = ("state", "pace", "lesson") if whole else PARTS
        more = await page.choices(site) if whole else {}
        return site.parts("watch.html", *fields_too, at=page.address, page=page, **values, **more)


@dataclass(frozen=True)
class Lesson:
    """What is watched, and how far it is: everything but the records is in the address."""

    game: str = "mastermind"
    one: str = USUAL
    other: str = "random"
    third: str = ""
    """A third strategy, or nothing."""
    secret: str = ""
    """What is looked for; drawn by the seed, if empty."""
    seed: int = 0
    step: int = 0
    going: bool = False
    speed: int = USUAL_SPEED
    reach: int = 0
    """The farthest step that was seen: so far the slider goes."""
    records: tuple[str, ...] = ()

    @classmethod
    def sent(cls, sent: Mapping[str, str]) -> Lesson:
        """The state in an address, or in the fields of the page."""
        texts = {name: sent[name].strip() for name in ("game", *SIDES, "secret") if sent.get(name, "").strip()}
        seed = whole_number(sent.get("seed", ""), 0, MAX_SEED)
        speed = whole_number(sent.get("speed", ""), 0, SPEEDS)
        return cls(
            **texts,
            seed=secrets.randbelow(MAX_SEED) if seed is None else seed,
            step=whole_number(sent.get("step", ""), 0, MAX_STEP) or 0,
            going=sent.get("going") == "on",
            speed=USUAL_SPEED if speed is None else speed,
            reach=whole_number(sent.get("reach", ""), 0, MAX_STEP) or 0,
            records=tuple(sent[f"record-{side}"] for side in SIDES if sent.get(f"record-{side}")),
        )

    def after(self, sent: Mapping[str, str]) -> Lesson:
        """The state once something was pressed."""
        act = sent.get("act", "")
        if act == "choose":
            third = sent.get("third", "").strip()
            game = chosen_game(self.game, sent)
            return replace(self, game=game, third=third, step=0, reach=0, going=False, records=())
        if act == "options":
            game = StartForm.of_fields(entry(game_name(self.game)), sent).spec
            return replace(self, game=game, secret="", step=0, reach=0, going=False, records=())
        if act == "start":
            if self.step == 0:
                return replace(self, going=True)
            seed = self.seed if self.secret else secrets.randbelow(MAX_SEED)
            return replace(self, seed=seed, step=0, reach=0, going=True, records=())
        if act == "pause":
            return replace(self, going=not self.going)
        if act == "step":
            return replace(self, step=self.step + 1)
        if act == "back":
            return replace(self, step=max(0, self.step - 1), going=False)
        if act in ("first", "last", "jump"):
            to = {"first": 0, "last": MAX_STEP}.get(act, self.step)
            return replace(self, step=to, going=False)
        return self

    @property
    def address(self) -> str:
        """The page, to come back to or to give away."""
        drawn = "" if self.secret else str(self.seed)
        return address(
            "/watch", game=self.game, one=self.one, other=self.other, third=self.third, secret=self.secret,
            seed=drawn, step=str(self.step or ""),
        )  # fmt: skip

    @property
    def seconds(self) -> float:
        """Between two steps."""
        return SLOWEST + (FASTEST - SLOWEST) * self.speed / SPEEDS

    @property
    def names(self) -> tuple[str, ...]:
        """The strategies that were chosen, by their places."""
        return (self.one, self.other, *([self.third] if self.third else []))

    @property
    def strategies(self) -> tuple[str, ...]:
        """All of them, as requests name them."""
        return tuple("" if name == USUAL else name for name in self.names)

    async def values(self, site: Site, fresh: bool) -> tuple[Lesson, dict[str, Any]]:
        """The state with its records, and what the template needs."""
        changes = await self._played(site, Drawing(still=True, fresh=fresh))
        plays = [change.play for change in changes]
        step = min(self.step, max(len(play.steps) for play in plays))
        going = self.going and not all(play.over for play in plays)
        records = tuple(change.record for change in changes)
        page = replace(self, step=step, reach=max(self.reach, step), going=going, records=records)
        falls = [
            (f"{number}: {strategy_title(play.strategy)}", [play.start_entropy, *(s.entropy for s in play.steps)])
            for number, play in enumerate(plays, 1)
        ]
        return page, {
            "plays": plays,
            "said": said(plays),
            "curve": svg_curve(falls, "bits that are missing after each question"),
            "wrong": "",
        }

    async def _played(self, site: Site, draw: Drawing) -> list[Any]:
        """Both plays at this step; from an address alone they are played again, a step a request."""
        do, records, changes = site.service.do, self.records, []
        if not records:
            changes = await do(Compare(self.game, self.strategies, self.secret, self.seed, draw))
            for to in range(1, self.step):
                records = tuple(change.record for change in changes)
                changes = await do(CompareStep(records, self.strategies, None, to))
                if all(change.play.over for change in changes):
                    break
            records = tuple(change.record for change in changes)
        if changes and self.step == 0:
            return changes
        played: list[Any] = await do(CompareStep(records, self.strategies, draw, self.step))
        return played

    async def choices(self, site: Site) -> dict[str, Any]:
        """What the fields offer: the games, and the strategies that can play this one."""
        entries: list[EntryResult] = site.service.strategies()
        with suppress(SleuthError):  # the page says what is wrong with the game
            entries = (await site.service.do(StrategyList(self.game))).strategies
        form = None
        with suppress(SleuthError):  # what no form can show stands in the text alone
            form = StartForm.of_spec(game_name(self.game), self.game).values()
        return {
            "games": {entry.name: title(entry.name) for entry in site.service.games()},
            "name": game_name(self.game),
            "options": form,
            "strategies": {entry.name: strategy_title(entry.name) for entry in entries},
            "summaries": {entry.name: entry.summary for entry in entries},
        }


def game_name(spec: str) -> str:
    """The name in a spec, as the catalogue writes it."""
    return spec.partition("@")[0].partition(":")[0].strip().lower().replace(" ", "-")


def chosen_game(before: str, sent: Mapping[str, str]) -> str:
    """The game of two fields: what was written where that has changed, else what was picked from the list."""
    written, picked = sent.get("spec", "").strip(), sent.get("pick", "")
    if written and written != before:
        return written
    return picked if picked and picked != game_name(before) else before


def said(plays: list[PlayResult]) -> str:
    """How it stands, in a sentence."""
    names, steps = [strategy_title(play.strategy) for play in plays], [len(play.steps) for play in plays]
    names = [name if names.count(name) == 1 else f"{name} {number}" for number, name in enumerate(names, 1)]
    if all(play.over for play in plays):
        if len(set(steps)) == 1:
            return f"{'Both' if len(plays) == 2 else 'All'} find it in {plural(steps[0], 'question')}."
        (first, least), *others = sorted(zip(names, steps, strict=True), key=lambda pair: pair[1])
        rest = ", ".join(f"{name} in {number}" for name, number in others)
        return f"{first} finds it in {plural(least, 'question')}, {rest}."
    if any(play.over for play in plays):
        done = next(place for place, play in enumerate(plays) if play.over)
        left = [name for name, play in zip(names, plays, strict=True) if not play.over]
        still = f"{listed(left)} still {'looks' if len(left) == 1 else 'look'} for it."
        return f"{names[done]} has it after {plural(steps[done], 'question')}. {still}"
    if not max(steps):
        number = {2: "Two", 3: "Three"}[len(plays)]
        return f"{number} strategies look for the same {plays[0].noun}. Which one needs fewer questions?"
    order = sorted(range(len(plays)), key=lambda place: plays[place].entropy)
    if abs(plays[order[0]].entropy - plays[order[-1]].entropy) < 0.005:
        both = "both" if len(plays) == 2 else "all"
        return f"After {plural(max(steps), 'question')} {both} are equally far."
    behind = listed(names[place] for place in order[1:])
    return f"After {plural(max(steps), 'question')} {names[order[0]]} is ahead of {behind}."


def listed(names: Iterable[str]) -> str:
    """`Random and Minimax`."""
    return " and ".join(names)
