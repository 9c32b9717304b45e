"""Watch and compare: two strategies side by side on the same secret, with the entropy of each falling."""

from __future__ import annotations

import asyncio

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.frame import address, button, frame, heading, heard, say, tell
from sleuth.app.catalogue import title
from sleuth.app.play import PlayChange
from sleuth.app.requests import Compare, CompareStep, Drawing
from sleuth.app.results import PlayResult
from sleuth.core.errors import SleuthError
from sleuth.core.text import plural
from sleuth.show.svg import svg_curve

SLOWEST, FASTEST = 3.0, 0.2
"""Seconds between two turns, at either end of the slider."""
STILL = Drawing(still=True)


def register(service: Service) -> None:
    @ui.page("/watch", response_timeout=30)
    def watch(game: str = "mastermind", one: str = "", other: str = "random", secret: str = "") -> None:
        with frame("/watch", "Watch"):
            heading("Watch and compare")
            say("Two strategies, the same secret. See what each one asks, and how its uncertainty falls.", "soft")
            Stage(service, game, one, other, secret).build()


class Player:
    """One of the two: its strategy, its record, and where it is shown."""

    line: ui.label
    board: ui.html

    def __init__(self, strategy: str) -> None:
        self.strategy, self.record = strategy, ""
        self.told: PlayResult | None = None

    def show(self, told: PlayResult) -> None:
        """Show how far it is."""
        self.told = told
        self.board.set_content(told.board)
        steps = len(told.steps)
        found = f"found {told.secret} in {plural(steps, 'step')}"
        state = found if told.solved else f"step {steps}, {told.size_text} left"
        self.line.set_text(f"{told.strategy}: {state}")

    @property
    def bits(self) -> list[float]:
        """Bits missing after each step."""
        return [] if self.told is None else [self.told.start_entropy, *(step.entropy for step in self.told.steps)]


class Stage:
    """The page."""

    def __init__(self, service: Service, game: str, one: str, other: str, secret: str) -> None:
        self.service, self.game, self.secret = service, game, secret
        self.players = [Player(one), Player(other)]
        self._turn = asyncio.Lock()

    def build(self) -> None:
        """Lay the page out."""
        strategies = {"": "the usual one"} | {entry.name: entry.name for entry in self.service.strategies()}
        games = {entry.name: title(entry.name) for entry in self.service.games()}
        if self.game not in games:
            games = {self.game: self.game, **games}
        with ui.element("div").classes("row"):
            ui.select(games, value=self.game, label="game", on_change=lambda e: self._set_game(str(e.value))).props(
                "outlined dense"
            ).classes("field")
            for number, player in enumerate(self.players, 1):

                def choose(event: object, player: Player = player) -> None:
                    player.strategy = str(getattr(event, "value", "") or "")

                known = strategies if player.strategy in strategies else strategies | {player.strategy: player.strategy}
                ui.select(known, value=player.strategy, label=f"strategy {number}", on_change=choose).props(
                    "outlined dense"
                ).classes("field")
            ui.input(
                "secret (drawn, if empty)", value=self.secret, on_change=lambda e: self._set_secret(str(e.value))
            ).props("outlined dense maxlength=200").classes("secret-input")
        with ui.element("div").classes("row").style("margin:.6rem 0"):
            button("Start", self._start).classes("start")
            self.pause = button("Pause", self._pause, "plain").classes("pause")
            self.one_step = button("One step", self._step, "plain").classes("step")
            with ui.element("div").classes("row together"):
                say("Speed")
                self.speed = ui.slider(min=0, max=10, value=6, on_change=self._set_speed).style("width:12rem")
                self.speed.props('aria-label="speed"')
        self.curve = ui.html("", sanitize=False).classes("board").style("max-width:640px")
        self.curve.set_visibility(False)
        with ui.element("div").classes("half"):
            for player in self.players:
                with ui.element("div"):
                    player.line = say("", "big")
                    player.board = ui.html("", sanitize=False).classes("board")
                    player.board.set_visibility(False)
        self.timer = ui.timer(self._seconds, self._step, active=False)
        self._show_state()

    @property
    def _seconds(self) -> float:
        share = float(self.speed.value or 0) / 10
        return SLOWEST * (1 - share) + FASTEST * share

    def _set_speed(self) -> None:
        self.timer.interval = self._seconds

    def _set_game(self, game: str) -> None:
        self.game = game
        ui.navigate.to(address("/watch", game=game, one=self.players[0].strategy, other=self.players[1].strategy))

    def _set_secret(self, secret: str) -> None:
        self.secret = secret.strip()

    async def _start(self) -> None:
        self.timer.deactivate()
        async with self._turn:  # a step that is under way still belongs to the old play
            try:
                strategies = tuple(player.strategy for player in self.players)
                begin = Compare(self.game, strategies, self.secret, draw=STILL)
                self._show_plays(await heard(self.service.do(begin)))
            except SleuthError as error:
                tell(str(error))
                return
            self._draw_curve()
            self.timer.activate()
            self._show_state()

    def _pause(self) -> None:
        (self.timer.deactivate if self.timer.active else self.timer.activate)()
        self._show_state()

    async def _step(self) -> None:
        if self._turn.locked():
            return
        async with self._turn:
            try:
                records = tuple(player.record for player in self.players)
                strategies = tuple(player.strategy for player in self.players)
                self._show_plays(await heard(self.service.do(CompareStep(records, strategies, STILL))))
                self._draw_curve()
            except SleuthError as error:
                self.timer.deactivate()
                tell(str(error))
            if not self._open:
                self.timer.deactivate()
            self._show_state()

    def _show_plays(self, plays: list[PlayChange]) -> None:
        for player, (record, told) in zip(self.players, plays, strict=True):
            player.record = record
            player.board.set_visibility(True)
            player.show(told)

    @property
    def _open(self) -> list[Player]:
        """Those who still ask."""
        return [player for player in self.players if player.told is not None and not player.told.over]

    def _show_state(self) -> None:
        """What can be pressed now."""
        going = bool(self._open)
        self.pause.set_text("Pause" if self.timer.active or not going else "Go on")
        for one in (self.pause, self.one_step):
            one.set_enabled(going)

    def _draw_curve(self) -> None:
        self.curve.set_visibility(True)
        series = [(f"{n}: {p.told.strategy}", p.bits) for n, p in enumerate(self.players, 1) if p.told is not None]
        self.curve.set_content(svg_curve(series))
