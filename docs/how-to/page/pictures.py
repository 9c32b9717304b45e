"""Pictures of the page, made in a real browser: those that the documentation shows, or all of them, to be looked at.

    python docs/how-to/page/pictures.py                 the kept ones, beside this file
    python docs/how-to/page/pictures.py --all FOLDER    every page and every board, by day and by night, on a desk
                                                        and on a phone

It starts a server of its own, with plays that are the same each time. Needs chromium and chromedriver.
"""

from __future__ import annotations

import argparse
import base64
import json
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from sleuth import game_names
from sleuth.play.tournament import Config, run_tournament
from sleuth.referee.bench_play import BenchTerms
from sleuth.referee.bench_seat import BenchSeat
from sleuth.referee.bench_store import PART, BenchStore, KeptReply
from sleuth.referee.suite import read_suite

HERE = Path(__file__).parent
PATIENCE = 90
"""Seconds that may pass until a page shows what it should."""
TALLEST = 1600
"""The documentation shows so much of a long page."""
COLOURS = 128
"""A picture with so many colours is small, and nobody sees the difference."""


@dataclass(frozen=True)
class View:
    """A window: its size, and whether it is night."""

    width: int
    height: int
    mode: str

    @property
    def name(self) -> str:
        """`desk-light`, for the name of a file."""
        return f"{'phone' if self.phone else 'desk'}-{self.mode}"

    @property
    def phone(self) -> bool:
        """Whether it is the size of a phone."""
        return self.width < 500


DAY, NIGHT = View(1280, 900, "light"), View(1280, 900, "dark")
PHONE_DAY, PHONE_NIGHT = View(390, 844, "light"), View(390, 844, "dark")
VIEWS = (DAY, NIGHT, PHONE_DAY, PHONE_NIGHT)


@dataclass(frozen=True)
class Play:
    """A play that the API begins: some steps, asked or as the hint says, and perhaps its end; and where it is seen."""

    game: str
    asked: tuple[str, ...] = ()
    hints: int = 0
    oracle: str = ""
    over: bool = False
    seen: str = "play"
    """`play`, or its `review`, or a copy that is `shared`, or the same steps in `assist` or `guess`."""


@dataclass(frozen=True)
class Table:
    """A table of Clue with Anna and Ben: the number of its deal, and what the person at it does."""

    deal: int
    moves: tuple[str, ...] = ()
    edition: str = ""
    review: bool = False


@dataclass(frozen=True)
class Room:
    """A room of Mastermind that the API opens, with some who play in it; and where it is seen, by whom."""

    seen: str = "/room/CODE"
    owner: bool = True
    """Whether the owner looks; else the first member, or nobody known."""
    member: bool = False
    over: bool = False
    """Whether the round is over, and the answer shown."""
    rounds: int = 1


@dataclass(frozen=True)
class Log:
    """A real table of Clue, with this log."""

    text: str


@dataclass(frozen=True)
class Scene:
    """A page in a certain state: where it is, what is pressed (or `SELECTOR = KEYS`), and what must be there then.

    What ends with a question mark is pressed only where it is in sight.
    """

    where: str | Play | Table | Room | Log
    presses: tuple[str, ...] = ()
    then: str = "h1"
    """A selector, or `says WORDS`."""


MEMBERS = (
    "Otter", "Comet", "Finch", "Pepper", "Maple", "Lynx", "Cedar", "Nova", "Biscuit", "Heron", "Tundra", "Pixel",
)  # fmt: skip
HINT, MORE = "[name=act][value=hint]", "#more summary"
FIRST = "suggest Green, Rope, Hall"
ENDED = (FIRST, "end", "suggest White, Wrench, Kitchen", "accuse White, Wrench, Dining Room")
REVIEWED = Play("wordle", ("slate", "crane", "stony"), 6, seen="review")
PEGS = Play("mastermind", ("0011", "0234", "0243"), 9, seen="review")
TYPED = tuple(f".board [data-key={key}]" for key in (*"minor", "Enter"))
PASTED = "/review?game=wordle&history=slate%3Dg--y-%3Bshort%3Dg-g-y%3Bstony%3Dggg--%3Bstoic%3Dggggg"
UNLISTED = "/review?game=wordle&history=raise%3D-y---%3Bbokum%3D-g--y%3Bdolma%3Dggggg"
LOOKS = ("smile:yes", "eyes:brown", "eyes:blue", "hair:blond", "hair:black")
FAY = "/guess?game=guess-who&history=" + "%3B".join(f"{look}%3Dno" for look in LOOKS)
YES, NO = (f"[name=act][value={verdict}]" for verdict in ("right", "denied"))
SIX = """players: You 3, Grandmother 3, Christopher 3, Alexandra 3, Tom 3, Eve 3
me: You
hand: Mustard, Knife, Hall
You: Green, Wrench, Library -> Alexandra shows Wrench
Grandmother: Green, Wrench, Conservatory -> Alexandra shows ?
"""
FOUND = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
Ann: Green, Candlestick, Library -> none
"""
TAPPED = {"card-0": "Green", "card-1": "Wrench", "card-2": "Kitchen", "shower": "Mum", "shown": "1"}
CANNOT_BE = (*(f'.turn label:has([name="{name}"][value="{value}"])' for name, value in TAPPED.items()), ".what-if")
PAGES: dict[str, Scene] = {
    "home": Scene("/", then=".tile svg"),
    "carry-on": Scene(Room("/", owner=False, member=True, over=True), then=".recent a"),
    "rooms": Scene("/rooms", then=".tile svg"),
    "room-new": Scene("/rooms?game=mastermind", then=".open-room"),
    "room-board": Scene(Room(), then=".live li.solved"),
    "room-join": Scene(Room("/room/CODE/join", owner=False), then="#name"),
    "room-play": Scene(Room("/room/CODE/play", owner=False, member=True), then="#banner"),
    "room-end": Scene(Room(over=True, rounds=2), then=".the-answer"),
    "room-member": Scene(Room(owner=False, member=True, over=True), then=".live li.me"),
    "daily": Scene("/daily", then=".answers-list"),
    "me": Scene(Room("/me", owner=False, member=True, over=True, rounds=3), then=".game-stats"),
    "me-new": Scene("/me", then="main .btn"),
    "start": Scene("/game/wordle", ("#own-words summary",), "#words-text"),
    "start-ships": Scene("/game/battleship", then="main .btn"),
    "start-ulam": Scene("/game/ulam", then="main .btn"),
    "start-asks": Scene("/game/hangman?role=help", then=".go-on"),
    "start-lies": Scene("/game/mastermind?game=mastermind:pegs=4,colours=6@lies:most=1", then="#most"),
    "words": Scene("/words", then="#words-text"),
    "play-left": Scene(Play("wordle", ("crane",)), (MORE, ".left"), ".likely"),
    "play-chances": Scene(Play("battleship", ("5,5",)), (MORE, ".heat"), ".meter"),
    "play-typing": Scene(Play("wordle", ("crane",)), (".board [data-key=s]", ".board [data-key=l]"), ".slot .face"),
    "play-refused": Scene(Play("wordle"), ("body = zzzzz\n",), ".toast.on"),
    "play-lies": Scene(Play("mastermind:pegs=3,colours=4@lies:most=1", hints=7, over=True), then=".see-story"),
    "play-end": Scene(Play("mastermind:pegs=3,colours=4", ("012", "033"), hints=9), then=".see-story"),
    "share": Scene(Play("mastermind", ("0011", "0234")), (MORE, ".share"), ".shared-link"),
    "shared": Scene(Play("mastermind", ("0011", "0234"), seen="shared"), then=".board svg"),
    "shared-end": Scene(Play("wordle", ("crane",), 2, over=True, seen="shared"), then=".mv"),
    "review": Scene(REVIEWED, then=".mv[aria-current]"),
    "review-step": Scene(PEGS, ("#move-2",), ".mv:nth-child(2)[aria-current]"),
    "review-better": Scene(REVIEWED, ("#move-3", ".show-better"), ".shown-better"),
    "review-line": Scene(PEGS, ("#line-2",), ".best-line [aria-current]"),
    "review-share": Scene(REVIEWED, (".share-it",), ".card-picture"),
    "review-elsewhere": Scene(PASTED, then=".mv[aria-current]"),
    "review-unlisted": Scene(UNLISTED, then=".mv[aria-current]"),
    "review-long": Scene(
        Play("battleship", ("1,1",), 14, over=True, seen="review"), ("#move-12",), ".mv:nth-child(12)[aria-current]"
    ),
    "review-paste": Scene("/review", (".example",), "#rows-words:not(:placeholder-shown)"),
    "review-paste-wrong": Scene("/review", (".example", "#rows-words = \nwrong", ".see"), ".problems .wrong"),
    "review-learn": Scene(REVIEWED, (".learn", *TYPED), ".verdict"),
    "review-learn-end": Scene(PEGS, (".learn", ".solution, #bottom .ask"), ".verdict"),
    "variation": Scene(REVIEWED, ("#move-2", ".again, #bottom .again"), ".from-first"),
    "help": Scene("/assist", then="main .tile"),
    "help-wrong": Scene(f"/assist?game={quote('mastermind:pegs=99')}", then="main .btn"),
    "help-asked": Scene("/assist?game=mastermind&history=0011%3D1.0", (".take, #bottom .say",), ".cycle"),
    "help-contradiction": Scene(
        "/assist?game=number&history=50%3Dlower%3B60%3Dhigher", ("#repairs summary",), ".repair"
    ),
    "help-not-in-list": Scene("/assist?game=wordle&history=zesty%3Dg----%3Bjazzy%3D--gg-", then="says my list"),
    "help-solved": Scene("/assist?game=number&history=50%3Dlower%3B25%3Dequal", then=".won"),
    "help-parts": Scene("/assist?game=wordle&history=crane%3D-----", ("body = moist", "#bits summary"), ".parts-what"),
    "help-lies": Scene(
        "/assist?game=mastermind:pegs=3,colours=4@lies:most=2&history=012%3D1.1%3B103%3D0.1",
        tuple(f".press[data-value='{colour}']" for colour in (0, 0, 1)),
        ".parts-what",
    ),
    "play-parts": Scene(
        Play("mastermind:pegs=3,colours=4", ("012",)),
        (MORE, ".tell", *(f".press[data-value='{colour}']" for colour in (3, 0, 1))),
        ".parts-what",
    ),
    "guess": Scene("/guess", then="main .tile"),
    "guess-puzzled": Scene(
        "/guess?game=number&history=50%3Dlower%3B60%3Dhigher", ("#thought = 40\n",), "says led me astray"
    ),
    "guess-is-it": Scene(FAY, then=".is-it, #bottom .choice"),
    "guess-found": Scene(FAY, (YES,), ".won"),
    "guess-denied": Scene(FAY, (NO,), ".thoughts .chip"),
    "guess-led-astray": Scene(FAY, (NO, ".thoughts [value=Ada]"), "says led me astray"),
    "learn": Scene("/watch?game=mastermind&one=entropy&other=random&secret=4152", then=".player .board svg"),
    "learn-end": Scene("/watch?game=mastermind&one=entropy&other=random&secret=4152&step=20", then="says It was"),
    "learn-full": Scene(
        "/watch?game=mastermind&one=entropy&other=random&secret=4152&step=5", ("[data-full]",), ".player .board svg"
    ),
    "learn-three": Scene(
        "/watch?game=number:numbers=16@lies:most=1&one=entropy&other=random&third=minimax&secret=11&seed=4&step=3",
        ("#size summary",),
        ".player .board svg",
    ),
    "learn-ask": Scene(
        "/watch/ask?game=mastermind&seed=3&asked=0123",
        tuple(f".press[data-value='{colour}']" for colour in (0, 2, 4, 4)),
        ".parts-what",
    ),
    "lies": Scene("/watch/ask?game=ulam:numbers=16@lies:most=1&seed=3&asked=1-8", then="says 1 lie"),
    "learn-wrong": Scene("/watch?game=mastermind&one=nobody", then=".wrong"),
    "lab": Scene("/lab", then=".tournament table"),
    "runs": Scene("/runs", then=".runs table"),
    "run": Scene("/runs/small-model", ("#columns summary",), then=".run table"),
    "run-plays": Scene("/runs/small-model/mastermind-3x4", then=".plays td"),
    "run-play": Scene("/runs/small-model/mastermind-3x4/1", ("#said-2 summary",), then="#said-2 pre"),
    "lab-form": Scene("/lab?game=mastermind:pegs=3,colours=4&versus=number", ("#text summary",), "#b-field-numbers"),
    "lab-compare": Scene(
        "/lab?game=mastermind:pegs=3,colours=3&versus=bulls-and-cows:length=3,symbols=4&do=analyse", then=".about"
    ),
    "lab-analysis": Scene("/lab?game=mastermind:pegs=3,colours=3&do=analyse", then=".report .chart svg"),
    "lab-evaluation": Scene("/lab?game=mastermind:pegs=3,colours=3&do=evaluate", then=".report table"),
    "lab-best": Scene("/lab?game=mastermind:pegs=3,colours=3&do=solve", then=".report table"),
    "lab-sizes": Scene("/lab?game=mastermind:pegs=3,colours=3&do=sweep&over=pegs%3D2..3", then=".report .chart svg"),
    "lab-plane": Scene("/lab?game=mastermind:pegs=3,colours=4&do=plane", then=".report .chart svg"),
    "lab-wrong": Scene("/lab?game=mastermind:pegs=99&do=analyse", then=".report .wrong"),
    "clue": Scene("/clue", then=".entry"),
    "myst": Scene("/clue", ("#myst-fold summary", ".work-out"), "says = 1/2"),
    "clue-new": Scene("/clue/new", ("#more summary",), "[name=number]"),
    "clue-table": Scene(Table(7), (HINT,), "#advice .take"),
    "clue-notes": Scene(Table(7, (FIRST,)), (".notebook-button",), "#notes .nb"),
    "clue-show": Scene(Table(1, (FIRST, "end")), then=".press-card"),
    "clue-end": Scene(Table(7, ENDED), then=".review"),
    "clue-review": Scene(Table(7, ENDED, review=True), then=".curve svg"),
    "clue-setup": Scene("/clue/help", then=".begin"),
    "clue-help": Scene("/clue/help", (".example",), "#advice .take"),
    "clue-notebook": Scene("/clue/help", (".example", "[data-tab=nb]?"), "#notebook .nb"),
    "clue-log": Scene("/clue/help", (".example", "[data-tab=log]?", "#text-fold summary"), ".lg li"),
    "clue-found": Scene(Log(FOUND), ("[data-tab=nb]?",), ".nb .envelope .cell"),
    "clue-six": Scene(Log(SIX), ("[data-tab=nb]?",), ".nb.many"),
    "clue-edit": Scene("/clue/help", (".example", "[data-tab=log]?", "#lines li:nth-child(2) .edit"), ".turn.editing"),
    "clue-suppose": Scene("/clue/help", (".example", "[data-tab=nb]?", "[data-fact]"), ".ask-cell [data-yes]"),
    "clue-what-if": Scene("/clue/help", (".example", "[data-tab=nb]?", "[data-fact]", "[data-yes]"), ".nb .yes"),
    "clue-cannot-be": Scene("/clue/help", (".example", *CANNOT_BE), "says That cannot be."),
    "clue-answers": Scene("/clue/help", (".example", "#advice .take", ".what-if"), ".wonders li"),
    "clue-carry-on": Scene("/clue/help", (".example", "header a[href='/clue']"), ".carry a"),
    "clue-board": Scene(Table(7, edition="classic-board"), then=".rooms button"),
    "clue-board-room": Scene(Table(7, ("go Conservatory",), edition="classic-board"), (HINT,), "#board .pawn"),
    "api": Scene("/api/docs", then="says /api/assist"),
    "missing": Scene("/nowhere"),
}
PLAYS = {f"play-{name}": Scene(Play(name, hints=2), (HINT,), ".hint-card") for name in game_names()}
HELPS = {f"help-{name}": Scene(Play(name, hints=2, seen="assist"), then="#side > *") for name in game_names()}
GUESSES = {f"guess-{name}": Scene(Play(name, hints=2, seen="guess"), then="#side > *") for name in game_names()}
ENDS = {f"end-{name}": Scene(Play(name, hints=2, over=True), then=".see-story") for name in game_names()}
REVIEWS = {
    f"review-{name}": Scene(Play(name, hints=2, over=True, seen="review"), then=".mv[aria-current]")
    for name in game_names()
}
SCENES = {**PAGES, **PLAYS, **HELPS, **GUESSES, **ENDS, **REVIEWS}

KEPT: dict[str, tuple[str, View]] = {
    "home": ("home", DAY),
    "play": ("play-mastermind", DAY),
    "play-battleship": ("play-chances", NIGHT),
    "play-wordle": ("play-wordle", PHONE_NIGHT),
    "play-end": ("play-end", DAY),
    "review": ("review-elsewhere", DAY),
    "help-wordle": ("help-wordle", DAY),
    "help-battleship": ("help-battleship", PHONE_DAY),
    "help-mastermind": ("help-asked", PHONE_NIGHT),
    "not-in-my-list": ("help-not-in-list", PHONE_DAY),
    "guess": ("guess-guess-who", PHONE_DAY),
    "learn": ("learn-end", DAY),
    "learn-ask": ("learn-ask", DAY),
    "learn-full": ("learn-full", DAY),
    "lies": ("lies", DAY),
    "help-parts": ("help-parts", PHONE_DAY),
    "lab-compare": ("lab-compare", DAY),
    "lab": ("lab-analysis", NIGHT),
    "run-play": ("run-play", DAY),
    "clue": ("clue-notes", DAY),
    "clue-help": ("clue-help", PHONE_DAY),
    "room": ("room-board", DAY),
    "room-join": ("room-join", PHONE_DAY),
    "room-play": ("room-play", PHONE_DAY),
    "daily": ("daily", DAY),
    "me": ("me", PHONE_NIGHT),
    "clue-what-if": ("clue-what-if", DAY),
}
"""The pictures of the documentation: which scene, seen how."""


class Camera:
    """A browser that looks at the pages of one server."""

    def __init__(self, driver: webdriver.Chrome, url: str, motion: bool = True) -> None:
        self.driver, self.url, self.motion = driver, url, motion
        self.begun: dict[Play | Table | Room | Log, str] = {}
        self.keys: dict[Room, str] = {}
        """The cookies of those who look at rooms."""

    def shoot(self, scene: Scene, view: View) -> Image.Image:
        """A picture of the whole page."""
        self.look_at(scene, view)
        height = max(view.height, self.asks("document.documentElement.scrollHeight"))
        self.turn(View(view.width, height, view.mode))  # so that bars are at its ends
        self.driver.execute_script("scrollTo(0, 0)")
        self.until(self.still, "it moves")
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "captureBeyondViewport": True})
        return Image.open(BytesIO(base64.b64decode(shot["data"])))

    def look_at(self, scene: Scene, view: View) -> None:
        """Open a page, bring it into its state, and wait until nothing moves any more."""
        self.turn(view)
        stores = {"origin": self.url, "storageTypes": "local_storage,cookies"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", stores)
        where = self.address(scene.where)
        if isinstance(scene.where, Room) and scene.where in self.keys:
            cookie = {"name": "sleuth", "value": self.keys[scene.where], "url": self.url}
            self.driver.execute_cdp_cmd("Network.setCookie", cookie)
        self.driver.get(f"{self.url}{where}")
        for press in scene.presses:
            self.until(self.idle, "it waits for something")
            selector, _, keys = press.partition(" = ")
            if not selector.endswith("?") or self.shown(selector[:-1]):
                self.press(selector.removesuffix("?"), keys)
        words = scene.then.removeprefix("says ")
        if words == scene.then:
            self.until(lambda: self.shown(scene.then), f"{scene.then} did not appear")
        else:
            self.until(
                lambda: self.asks("document.body.innerText.includes(arguments[0])", words), f"{words!r} is missing"
            )
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})
        self.until(self.still, "it moves")

    def idle(self) -> bool:
        """Whether nothing is under way."""
        return bool(self.asks("document.documentElement.dataset.busy !== 'true'"))

    def still(self) -> bool:
        """Whether nothing moves."""
        moves = "document.getAnimations().some(one => one.playState === 'running')"
        return self.idle() and not self.asks(moves)

    def turn(self, view: View) -> None:
        """Take another window size and time of day."""
        screen = {"screenWidth": view.width, "screenHeight": view.height}
        size = {"width": view.width, "height": view.height, "deviceScaleFactor": 1, "mobile": view.phone, **screen}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        motion = "no-preference" if self.motion else "reduce"
        wishes = {"prefers-color-scheme": view.mode, "prefers-reduced-motion": motion}
        mode = {"features": [{"name": name, "value": value} for name, value in wishes.items()]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", mode)
        self.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})

    def press(self, selector: str, keys: str = "") -> None:
        """Click, once it can be clicked; then type."""

        def clicked() -> bool:
            try:
                found = self.shown(selector)
                if not found or not found[0].is_enabled():
                    return False
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[0])
                found[0].click()
                if keys:
                    found[0].send_keys(Keys.CONTROL, Keys.END, Keys.NULL, keys)
            except (StaleElementReferenceException, ElementClickInterceptedException):
                return False
            return True

        self.until(clicked, f"{selector} cannot be clicked")

    def shown(self, selector: str) -> list[Any]:
        """What matches, and can be seen."""
        try:
            return [one for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]
        except StaleElementReferenceException:
            return []  # drawn anew at this very moment

    def asks(self, expression: str, *values: str) -> Any:
        """What a JavaScript expression is on the page."""
        return self.driver.execute_script(f"return {expression}", *values)

    def until(self, found: Callable[[], Any], what: str) -> None:
        """Wait."""
        WebDriverWait(self.driver, PATIENCE, 0.05).until(lambda _: found(), what)

    def address(self, where: str | Play | Table | Room | Log) -> str:
        """The address of a scene; a play is begun once."""
        if isinstance(where, str):
            return where
        if where not in self.begun:
            begin = {Play: self._begin, Table: self._sit_down, Room: self._open_room, Log: self._write_log}[type(where)]
            self.begun[where] = begin(where)  # type: ignore[operator]  # each takes its own kind
        return self.begun[where]

    def _write_log(self, log: Log) -> str:
        return self._post("/clue/help", act="text", log=log.text)

    def _open_room(self, room: Room) -> str:
        """Twelve who play: some find it, some are on their way, one has not begun."""
        opened = self._api("/rooms", {"game": "mastermind"})
        where = f"/rooms/{quote(opened['code'])}"
        keys = {name: self._api(f"{where}/join", {"name": name})["key"] for name in MEMBERS}
        for number in range(room.rounds):
            for place, name in enumerate(MEMBERS):
                play = self._api(f"{where}/join", {"key": keys[name]})["play"]
                self._guess(play, 9 if place < 4 else 12 - place)
            if room.over or number < room.rounds - 1:
                self._api(f"{where}/round", {"act": "answer", "key": opened["key"]})
            if number < room.rounds - 1:
                self._api(f"{where}/round", {"act": "next", "key": opened["key"]})
        if room.member:
            self.keys[room] = keys[MEMBERS[-1 if not room.over else 2]]
        path = room.seen.replace("CODE", opened["code"].replace(" ", "").lower())
        return f"{path}?key={opened['key']}" if room.owner else path

    def _guess(self, play: str, most: int) -> None:
        """Guess as the helper says, after a first guess that is nobody's best; not more often than that."""
        state = self._api(f"/plays/{play}")
        while not state["over"] and len(state["steps"]) < min(most, 12):
            history = ";".join(f"{step['action']}={step['feedback']}" for step in state["steps"])
            action = self._api("/assist", {"game": "mastermind", "history": history})["action"] if history else "0001"
            state = self._api(f"/plays/{play}/ask", {"action": action})

    def _begin(self, play: Play) -> str:
        state = self._api("/plays", {"game": play.game, "oracle": play.oracle, "seed": 1})
        here = f"/plays/{state['id']}"
        for action in (*play.asked, *[""] * play.hints):
            if not state["over"]:
                state = self._api(f"{here}/ask", {"action": action or self._api(f"{here}/hint")["action"]})
        if play.over and not state["over"]:
            self._api(f"{here}/give-up", {})
        if play.seen in ("assist", "guess"):
            history = ";".join(f"{step['action']}={step['feedback']}" for step in state["steps"])
            return f"/{play.seen}?{urlencode({'game': state['game'], 'history': history})}"
        if play.seen == "shared":
            return f"/shared/{self._api(f'{here}/share', {})['id']}"
        return f"/{play.seen}/{state['id']}"

    def _sit_down(self, table: Table) -> str:
        others = {"Anna": "race", "Ben": "heuristic"}
        where = self._post("/clue/new", **others, number=str(table.deal), edition=table.edition)
        for move in table.moves:
            act, _, rest = move.partition(" ")
            self._post(where, act=act, **{"way" if act == "go" else "cards": rest})
        return f"{where}/review" if table.review else where

    def _post(self, path: str, **fields: str) -> str:
        """Send a form of the page; where it leads."""
        request = urllib.request.Request(f"{self.url}{path}", urlencode(fields).encode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return str(reply.headers["X-Go"] or reply.headers["X-Address"] or path)

    def _api(self, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)


def small_tournament(folder: Path) -> None:
    """Something for the lab to show."""
    config = Config.parse('games = ["mastermind"]\nagents = ["entropy", "random"]\ntrials = 50\n', "pictures")
    run_tournament(config, folder / "trial-run.db", workers=0)


THOUGHT = """<think>
The answer was 0.0, so neither 0 nor 1 is in the code. It is made of 2 and 3 alone.
That leaves eight: 222, 223, 232, 233, 322, 323, 332, 333.
I could ask one of them. Or I use 0, which I know is not there, and test the last two places: 023.
If both are right, only the first place is open.
</think>
Neither 0 nor 1 is in it, so I test the last two places.

Question: 023"""
REPLIES = (
    ("Question: 011", THOUGHT, "Let me think about this again.", "Question: 011"),
    ("Question: 012", "Question: 203"),
)
"""What a small model says in two plays; then it names the secret."""


def small_run(folder: Path) -> None:
    """A run of the suite: a small model that thinks aloud, forgets what it was told, and ends well."""
    path, player = folder / "small-model.db", "chat:model=small-model"
    suite = read_suite()
    entry = suite.part(("mastermind-3x4",))[0]
    with BenchStore.open(path, BenchTerms(suite.version, suite.digest, player, True, 1, True)) as store:
        store.note(PART, json.dumps({"games": [entry.name], "plays": 3, "quick": False}))
        store.entry(entry.as_played())
        for number, replies in enumerate(REPLIES, 1):
            seat = BenchSeat(entry, number, player, 1)
            for said in (*replies, f"It must be **{entry.secrets[number - 1]}**."):
                seat.take(KeptReply(said, tokens_in=400, tokens_out=len(said) // 4, requests=1, seconds=1.0))
            store.add(suite.version, [seat.finished()])


@contextmanager
def server() -> Iterator[str]:
    """A server with a folder of its own, with one small tournament and one run of the suite to show; its address."""
    with TemporaryDirectory() as folder:
        small_tournament(Path(folder))
        small_run(Path(folder))
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", "0"]
        running = subprocess.Popen([*command, "--data", folder, "--results", folder], stdout=subprocess.PIPE)
        assert running.stdout is not None
        try:
            yield json.loads(running.stdout.readline())["url"].rstrip("/")
        finally:
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=PATIENCE)


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Headless Chromium."""
    program, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not program or not driver:
        raise SystemExit("There is no chromium with chromedriver here (Debian: apt install chromium chromium-driver).")
    options = Options()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    made = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield made
    finally:
        made.quit()


def keep(picture: Image.Image, path: Path) -> None:
    """Write a picture, small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size // 1024} KB", flush=True)


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page and board in every view, into FOLDER")
    parser.add_argument("--only", default="", metavar="WORD", help="only those with WORD in their names")
    given = parser.parse_args()
    wanted = [(HERE / f"{name}.png", SCENES[scene], view) for name, (scene, view) in KEPT.items()]
    if given.all is not None:
        wanted = [(given.all / f"{n}-{view.name}.png", scene, view) for n, scene in SCENES.items() for view in VIEWS]
    with server() as url, browser() as driver:
        camera = Camera(driver, url)
        for path, scene, view in wanted:
            if given.only in path.name:
                picture = camera.shoot(scene, view)
                height = picture.height if given.all is not None else min(picture.height, TALLEST)
                keep(picture.crop((0, 0, picture.width, height)), path)


if __name__ == "__main__":
    main()
