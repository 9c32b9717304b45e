"""Watch and compare: two strategies side by side on the same secret, with the entropy of each falling."""

from __future__ import annotations

import asyncio

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.frame import address, frame, heard, tell
from sleuth.adapters.web.parts import box, button, choice, field, heading, say
from sleuth.app.catalogue import title
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
            ComparisonPage(service, game, one, other, secret).build()


class ComparedPlayer:
    """One of the two: its strategy, its record, and where it is shown."""

    line: ui.label
    board: ui.html

    def __init__(self, strategy: str) -> None:
        self.strategy, self.record = strategy, ""
        self.play: PlayResult | None = None

    def choose(self, strategy: str) -> None:
        """Another strategy from the next start on."""
        self.strategy = strategy

    def show(self, record: str, play: PlayResult) -> None:
        """Show how far it is."""
        self.record, self.play = record, play
        self.board.set_visibility(True)
        self.board.set_content(play.board)
        steps = len(play.steps)
        end = f"found {play.secret} in {plural(steps, 'step')}"
        self.line.set_text(f"{play.strategy}: {end if play.solved else f'step {steps}, {play.size_text} left'}")


class ComparisonPage:
    """The page."""

    def __init__(self, service: Service, game: str, one: str, other: str, secret: str) -> None:
        self.service, self.game, self.secret = service, game, secret
        self.players = [ComparedPlayer(one), ComparedPlayer(other)]
        self._turn = asyncio.Lock()

    def build(self) -> None:
        """Lay the page out."""
        with box("row"):
            self._fields()
        with box("row").style("margin:.6rem 0"):
            button("Start", self._start).classes("start")
            self.pause = button("Pause", self._pause, "plain").classes("pause")
            self.one_step = button("One step", self._step, "plain").classes("step")
            with box("row together"):
                say("Speed")
                self.speed = ui.slider(min=0, max=10, value=6, on_change=self._set_speed).style("width:12rem")
                self.speed.props('aria-label="speed"')
        self.curve = ui.html("", sanitize=False).classes("board").style("max-width:640px")
        self.curve.set_visibility(False)
        with box("half"):
            for player in self.players:
                with box():
                    player.line = say("", "big")
                    player.board = ui.html("", sanitize=False).classes("board")
                    player.board.set_visibility(False)
        self.timer = ui.timer(self._seconds, self._step, active=False)
        self._show_state()

    def _fields(self) -> None:
        games = {entry.name: title(entry.name) for entry in self.service.games()}
        known = games if self.game in games else {self.game: self.game, **games}
        choice(known, "game", self.game, self._set_game)
        names = {"": "the usual one"} | {entry.name: entry.name for entry in self.service.strategies()}
        for number, player in enumerate(self.players, 1):
            known = names if player.strategy in names else names | {player.strategy: player.strategy}
            choice(known, f"strategy {number}", player.strategy, player.choose)
        secret = ui.input(
            "secret (drawn, if empty)", value=self.secret, on_change=lambda e: self._set_secret(str(e.value))
        )
        field(secret, "secret-input", "maxlength=200")

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
                await self._go_on(Compare(self.game, self._strategies, self.secret, draw=STILL))
            except SleuthError as error:
                tell(str(error))
                return
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
                await self._go_on(CompareStep(records, self._strategies, STILL))
            except SleuthError as error:
                self.timer.deactivate()
                tell(str(error))
            if not self._open:
                self.timer.deactivate()
            self._show_state()

    @property
    def _strategies(self) -> tuple[str, ...]:
        return tuple(player.strategy for player in self.players)

    async def _go_on(self, request: Compare | CompareStep) -> None:
        """Show both plays as the service gives them, and how their bits fall."""
        series = []
        changes = await heard(self.service.do(request))
        for number, (player, (record, play)) in enumerate(zip(self.players, changes, strict=True), 1):
            player.show(record, play)
            series.append((f"{number}: {play.strategy}", [play.start_entropy, *(step.entropy for step in play.steps)]))
        self.curve.set_visibility(True)
        self.curve.set_content(svg_curve(series))

    @property
    def _open(self) -> bool:
        """Whether somebody still asks."""
        return any(player.play is not None and not player.play.over for player in self.players)

    def _show_state(self) -> None:
        """What can be pressed now."""
        self.pause.set_text("Pause" if self.timer.active or not self._open else "Go on")
        for pressed in (self.pause, self.one_step):
            pressed.set_enabled(self._open)
