"""An evening of Clue by taps, in real Chromium: a dealt game, told to the page tap by tap, with mistakes to be mended.

    python benchmarks/clue_evening.py                        60 turns for six, on a desk's screen and on a phone's
    python benchmarks/clue_evening.py --turns 12 --seed 3    a shorter one

A game is dealt and played by strategies; what its first player sees is told to the page by taps. On the way lines
are wrong and are edited, turns are forgotten and inserted, changes are undone and made again, cards are supposed, the
page is reloaded with half a turn in it, and the server is killed and started again. At the end the log on the server
must be what that player saw. It prints how many taps that took, and how long it took from *Save* to the advice.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from sleuth.app.log_history import LogHistory
from sleuth.belief.seat_set import seat_set
from sleuth.games.clue.belief.clue_log import ClueLog, log_of
from sleuth.games.clue.belief.log_turns import Accusation, Suggestion, Turn
from sleuth.games.clue.rules.actions import CardQuestion, Guess, NoGuess
from sleuth.games.clue.rules.cards import PILE
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.stage import Phase
from sleuth.strategies.seat_strategy import parse_seat

PATIENCE = 90
KILLED = "kill -9 and restart"
NAMES = ("You", "Mum", "Dad", "Gran", "Tom", "Eve")
TOAST = "document.querySelector('.toast').textContent"
SCREENS = {"desk": (1280, 900), "phone": (390, 844)}


def evening(turns: int, seed: int) -> ClueLog:
    """What the first of six players saw of a game that was dealt and played: so many turns, one of them a wrong guess.

    All suggest at random and keep quiet, so that it lasts.
    """
    game, rng = replace(Clue.of(len(NAMES)), seats=NAMES), np.random.default_rng(seed)
    state, player, guessed = game.begin(game.shuffle(rng)), parse_seat("random"), False
    log = log_of(state.view(1))
    while len(log.turns) <= turns:  # the last turn may not have its answers yet
        actor = state.actor
        action: Any = None
        if actor is None:
            action = state.chance(rng)
        else:
            view = state.view(actor)
            action = player.decide(seat_set(view), rng=rng).action
            if view.stage.phase is Phase.GUESS:
                question = next(one.cards for one in reversed(view.events) if isinstance(one, CardQuestion))
                wrong = actor != 1 and not guessed and len(log.turns) > turns // 3 and question != state.deal[PILE]
                guessed = guessed or wrong
                action = Guess(actor, question) if wrong else NoGuess(actor)
        state = state.do(action)
        log = log_of(state.view(1))
    return replace(log, turns=log.turns[:turns], lines=log.lines[:turns])


@dataclass
class Evening:
    """A browser at a table, the log that it should tell, and what was counted."""

    driver: webdriver.Chrome
    url: str
    folder: Path
    log: ClueLog
    restart: Callable[[], None]
    taps: int = 0
    waits: list[float] = field(default_factory=list)
    mended: dict[str, int] = field(default_factory=dict)

    # What a person does.

    def press(self, selector: str) -> None:
        """One tap, once it can be made."""

        def click() -> bool:
            try:
                found = [one for one in self.driver.find_elements(By.CSS_SELECTOR, selector) if one.is_displayed()]
                if not found or not found[0].is_enabled():
                    return False
                found[0].click()
            except ElementClickInterceptedException:  # below a bar: a person would scroll
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found[0])
                return False
            except StaleElementReferenceException:
                return False
            return True

        self.until(click, f"{selector} cannot be pressed")
        self.taps += 1

    def until(self, found: Callable[[], Any], what: str) -> None:
        WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda _: found(), what)

    def settle(self) -> None:
        """Wait until nothing is under way."""
        self.until(
            lambda: self.asks("document.readyState === 'complete' && document.documentElement.dataset.busy !== 'true'"),
            "it is busy",
        )

    def asks(self, expression: str, *values: Any) -> Any:
        return self.driver.execute_script(f"return {expression}", *values)

    def part(self, name: str) -> None:
        """Go to a part of the page, where parts are tabs."""
        if self.asks(
            "!!document.querySelector('.clue-tabs')?.checkVisibility() && document.body.dataset.tab !== arguments[0]",
            name,
        ):
            self.press(f'[data-tab="{name}"]')

    def choose(self, name: str, value: str) -> None:
        """Tap a choice; its step is opened first, if it is not."""
        label = f'label:has(input[name="{name}"][value="{value}"])'
        if self.asks("!!document.querySelector(arguments[0])?.querySelector('input').checked", label):
            return
        if not self.asks("!!document.querySelector(arguments[0])?.checkVisibility()", label):
            self.press(f'[data-step="{name}"]')
        self.press(label)

    # A turn.

    def enter(self, turn: Turn, wrong: tuple[int, str] = (-1, "")) -> None:
        """Tap what a turn was, but for a card that was heard wrongly."""
        game = self.log.game
        who = game.player_names[turn.player - 1]
        kind = {Suggestion: "suggest", Accusation: "accuse"}.get(type(turn), "pass")
        self.choose("kind", kind)
        self.choose("who", who)
        if not isinstance(turn, Suggestion | Accusation):
            return
        cards = game.card_names(turn.cards)
        for number, card in enumerate(cards):
            self.choose(f"card-{number}", wrong[1] if number == wrong[0] else card)
        if isinstance(turn, Accusation):
            self.choose("result", "right" if turn.right else "wrong")
            return
        last = turn.answers[-1] if turn.answers and turn.answers[-1].shows else None
        self.choose("shower", "nobody" if last is None else game.player_names[last.player - 1])
        if last is not None and last.card is not None:
            self.choose("shown", str(cards.index(game.format_card(last.card))))

    def save(self, timed: bool = False) -> None:
        """Save the turn, and wait until the log has it; the advice follows."""
        started = time.perf_counter()
        self.change(".save")
        if timed:
            self.settle()
            self.waits.append(time.perf_counter() - started)

    def change(self, selector: str) -> None:
        """Press something that changes the log, and wait until the page shows its next version."""
        before = self.version
        self.press(selector)
        self.until(lambda: self.version != before, f"{selector} changed nothing: {self.asks(TOAST)}")

    @property
    def version(self) -> str:
        return str(self.asks("document.querySelector('#state [name=version]').value"))

    def edit(self, place: int) -> None:
        """Press the pencil of a turn, counted from 1."""
        self.part("log")
        self.press(f"#lines .lg > li:nth-child({place}) .edit")
        self.until(lambda: self.asks("!!document.querySelector('.turn.editing')"), "no line is edited")

    # The evening.

    def set_up(self) -> None:
        """Who plays, and what one holds; then reload in the middle of it."""
        self.driver.get(f"{self.url}/clue/help")
        self.settle()
        game = self.log.game
        self.press(f'label:has(input[name="count"][value="{len(NAMES)}"])')
        self.until(lambda: self.asks("document.querySelectorAll('.seat-row').length === arguments[0]", len(NAMES)), "")
        for number, name in enumerate(NAMES, 1):
            box = self.driver.find_element(By.CSS_SELECTOR, f'input[name="name-{number}"]')
            if box.get_attribute("value") != name:
                box.clear()
                box.send_keys(name, "\t")
        hand = game.card_names(self.log.hand)
        for card in hand[:-1]:
            self.press(f'label:has(input[name="hand-{card}"])')
        self.settle()
        self.driver.refresh()
        self.settle()
        self.press(f'label:has(input[name="hand-{hand[-1]}"])')
        self.press(".begin")
        self.until(lambda: self.asks("!!document.querySelector('form.turn')"), "the table did not begin")

    def play(self, killed: int) -> None:
        """Tell all turns, and go wrong on the way; after so many turns the server is killed."""
        turns, number = self.log.turns, 0
        while number < len(turns):
            turn, left = turns[number], len(turns) - number
            self.part("turn")
            if number >= killed and isinstance(turn, Suggestion) and not self.mended.get(KILLED):
                self.in_the_middle(turn)
            elif number % 10 == 3 and isinstance(turn, Suggestion):
                self.heard_wrongly(turn, number)
            elif number % 10 == 5 and left > 1:
                self.forgotten(turn, turns[number + 1], number)
                number += 1
            elif number % 10 == 8:
                self.back_and_forth(turn, number)
            else:
                self.enter(turn)
                self.save(timed=True)
            if number % 6 == 4:
                self.what_if()
            number += 1

    def count(self, what: str) -> None:
        self.mended[what] = self.mended.get(what, 0) + 1

    def in_the_middle(self, turn: Suggestion) -> None:
        """Half of a turn is tapped, then the server is killed and started again, and the page is reloaded."""
        cards = self.log.game.card_names(turn.cards)
        for number in range(2):
            self.choose(f"card-{number}", cards[number])
        self.settle()
        self.restart()
        self.driver.refresh()
        self.settle()
        chosen = self.asks(
            "[...document.querySelectorAll('form.turn [data-pick^=card] input:checked')].map(e => e.value)"
        )
        assert chosen == cards[:2], (chosen, cards)
        self.enter(turn)
        self.save(timed=True)
        self.count(KILLED)

    def heard_wrongly(self, turn: Suggestion, number: int) -> None:
        """A card was wrong: the line is edited."""
        game, named, mine = self.log.game, self.log.game.card_names(turn.cards), self.log.game.card_names(self.log.hand)
        wrong, card = next(
            (number, card)
            for number, cards in enumerate(game.card_sorts.values())
            for card in cards
            if card != named[number] and (card in mine) == (named[number] in mine)
        )
        self.enter(turn, (wrong, card))
        self.save()
        self.edit(number + 1)
        self.settle()
        self.driver.refresh()
        self.settle()
        self.choose(f"card-{wrong}", named[wrong])
        self.save(timed=True)
        self.count("edit")

    def forgotten(self, first: Turn, second: Turn, number: int) -> None:
        """The second turn is told before the first, which is put in afterwards; one that never was is taken out."""
        self.enter(second)
        self.save()
        self.edit(number + 1)
        self.press(".before")
        self.settle()
        self.enter(first)
        self.save(timed=True)
        self.count("insert")
        self.part("turn")
        self.choose("kind", "pass")
        self.save()
        self.edit(number + 3)
        self.change(".remove")
        self.count("remove")

    def back_and_forth(self, turn: Turn, number: int) -> None:
        """Three changes are taken back and made again, over a reload."""
        self.enter(turn)
        self.save(timed=True)
        self.settle()
        for act in ("undo", "redo"):
            for _ in range(3):
                self.change(f".{act}")
                self.settle()
            self.driver.refresh()
            self.settle()
        lines = self.asks("document.querySelectorAll('#lines .lg > li').length")
        assert lines == number + 1, (lines, number)
        self.count("undo and redo")

    def what_if(self) -> None:
        """A card is supposed to be with somebody, looked at, and left again."""
        self.settle()
        if not self.asks("!!document.querySelector('[data-fact]')"):
            return
        self.part("nb")
        self.press("[data-fact]")
        self.press("[data-no]")
        self.until(lambda: self.asks("!!document.querySelector('#notebook.supposing')"), "nothing is supposed")
        self.press(".leave-it")
        self.until(lambda: self.asks("!document.querySelector('.supposing, .supposed')"), "it is still supposed")
        self.settle()
        self.count("what if")

    # What came of it.

    def kept(self) -> str:
        """The log as it lies on the disk."""
        identity = self.asks("document.querySelector('#state [name=id]').value")
        with closing(sqlite3.connect(self.folder / "plays.db")) as store:
            (record,) = store.execute("SELECT record FROM plays WHERE id = ? AND kind = 'log'", (identity,)).fetchone()
        return LogHistory.parse(record).text

    def check(self) -> None:
        """The log on the server is what the player saw, line by line."""
        found = ClueLog.parse(self.kept())
        assert found.game == self.log.game
        assert (found.me, found.hand) == (self.log.me, self.log.hand)
        assert found.turns == self.log.turns


class Serving:
    """A server of its own, which can be killed and started again."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder, self.port = folder, port
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "sleuth", "serve", "--no-browser", "--json", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--data", str(self.folder)], stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.url, self.port = told["url"].rstrip("/"), told["port"]

    def restart(self) -> None:
        """kill -9, and a new process on the same files."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)
        self.start()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=PATIENCE)


def browser() -> webdriver.Chrome:
    program, driver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if not program or not driver:
        raise SystemExit("There is no chromium with chromedriver here (Debian: apt install chromium chromium-driver).")
    options = Options()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=Service(driver))


def sized(driver: webdriver.Chrome, screen: str) -> None:
    """The window of a desk or of a phone."""
    width, height = SCREENS[screen]
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": screen == "phone"}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def main() -> None:
    """Play the evening on both screens, and print what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screen", choices=SCREENS, action="append")
    given = parser.parse_args()
    for screen in given.screen or SCREENS:
        with TemporaryDirectory() as folder, closing(_quit(browser())) as window:
            server = Serving(Path(folder))
            sized(window.driver, screen)
            log = evening(given.turns, given.seed)
            party = Evening(window.driver, server.url, Path(folder), log, server.restart)
            started = time.perf_counter()
            try:
                party.set_up()
                set_up = party.taps
                party.play(killed=len(log.turns) // 2)
                party.settle()
                party.check()
            finally:
                server.stop()
            waits = sorted(party.waits)
            p95 = waits[min(len(waits) - 1, round(0.95 * len(waits)))]
            print(
                f"{screen}: {len(log.turns)} turns for {len(NAMES)} in {time.perf_counter() - started:.0f} s, "
                f"{set_up} taps for the set-up, {party.taps - set_up} for all else; {party.mended}; "
                f"from Save to the advice: median {statistics.median(waits):.2f} s, p95 {p95:.2f} s; the log is right",
                flush=True,
            )


@dataclass
class _quit:
    driver: webdriver.Chrome

    def close(self) -> None:
        self.driver.quit()


if __name__ == "__main__":
    main()
