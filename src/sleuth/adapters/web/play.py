"""Play: you against the oracle, on a board. Undo, hints with reasons, what is left, and grades at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.board import Board
from sleuth.adapters.web.frame import button, entered, frame, heading, heard, say, sorry, table, tried
from sleuth.adapters.web.grades import show_grades, show_line
from sleuth.app.catalogue import title
from sleuth.app.requests import Drawing, Start
from sleuth.app.results import PlayResult, SuggestionResult
from sleuth.core.errors import SleuthError
from sleuth.core.text import plural
from sleuth.show.words import lies_text


def register(service: Service) -> None:
    @ui.page("/play/{identity}", response_timeout=30)
    async def play(identity: str) -> None:
        try:
            told = await service.look(identity, Drawing())
        except SleuthError as error:
            sorry(str(error))
            return
        Table(service, told).build()

    @ui.page("/shared/{identity}", response_timeout=30)
    async def shared(identity: str) -> None:
        try:
            told = await service.look(identity, Drawing(), "shared")
        except SleuthError as error:
            sorry(str(error))
            return
        Table(service, told, shared=identity).build()


class Table:
    """One play on a page. Moves are made one after the other, so that what is shown is what came last."""

    def __init__(self, service: Service, told: PlayResult, shared: str = "") -> None:
        self.service, self.told, self.shared = service, told, shared
        self.heat = False
        self.hinted = ""
        self._moves = asyncio.Lock()

    @property
    def drawn(self) -> Drawing:
        """How the board is to be drawn."""
        return Drawing(self.board.pending, self.hinted, self.heat)

    def build(self) -> None:
        """Lay the page out."""
        told = self.told
        with frame("", title(told.name)):
            heading(title(told.name) + (" (shared, to look at)" if self.shared else ""))
            say(f"{told.summary} The oracle is {told.oracle}.", "soft")
            with ui.element("div").classes("two"):
                with ui.element("div").classes("flow"):
                    self.board = Board(self._redraw, self._ask)
                    if not self.shared:
                        self._typing()
                with ui.element("div").classes("flow"):
                    self.status = ui.element("div").props('aria-live="polite"').classes("status")
                    if not self.shared:
                        self._buttons()
                    self.advice = ui.element("div").props('aria-live="polite"').classes("advice")
                    self.steps = ui.element("div").classes("steps-table")
                    self.end = ui.element("div").classes("end")
            self._show(told)
            if told.over:
                ui.timer(0.1, self._grade, once=True)

    def _typing(self) -> None:
        self.typed = ui.element("form").classes("row")
        with self.typed:
            self.input = ui.input("or type an action").props("outlined dense autocomplete=off maxlength=300")
            self.input.classes("action-input")
            entered(self.input, self._ask_typed)
            button("Ask", lambda: self._ask_typed(str(self.input.value or ""))).classes("ask").props("type=button")
        self.typed.on("submit", js_handler="(e) => e.preventDefault()")

    def _buttons(self) -> None:
        with ui.element("div").classes("row"):
            self.again = button("Play again", self._again).classes("again")
            hint = button("Hint", self._hint).classes("hint")
            self.undo = button("Undo", self._undo, "plain").classes("undo")
            left = button("Show what is left", self._left, "plain").classes("left")
            self.chances = button("Chances on the board", self._heat, "plain").classes("heat")
            end = button("Give up", self._give_up, "plain").classes("give-up")
            self.live_buttons = [hint, self.undo, left, self.chances, end]
            button("Share", self._share, "plain").classes("share")

    # What a person does.

    async def _ask_typed(self, text: str) -> bool:
        allowed = not text.strip() or await self._ask(text.strip())
        if allowed and self.input.value == text:
            self.input.value = ""
        return allowed

    async def _ask(self, action: str) -> bool:
        """Ask, and say whether it was allowed."""
        before, pending, hinted = self.told, self.board.pending, self.hinted
        self.board.pending, self.hinted = {}, ""
        allowed = await self._move(self.service.ask(self.told.id, action, self.drawn))
        if self.told is before:
            self.board.pending, self.hinted = pending, hinted
        return allowed

    async def _undo(self) -> None:
        self.board.pending, self.hinted = {}, ""
        await self._move(self.service.undo(self.told.id, self.drawn))

    async def _give_up(self) -> None:
        await self._move(self.service.give_up(self.told.id, self.drawn))

    async def _move(self, move: Awaitable[PlayResult]) -> bool:
        """Make a move and show the play after it; say whether it was allowed."""
        async with self._moves:
            told = await tried(move)
            if told is not None:
                self._moved(told)
        if told is None:
            await self._catch_up()
        elif told.over:
            await self._grade()
        return told is not None

    def _moved(self, told: PlayResult) -> None:
        self.told = told
        self.advice.clear()
        self._show(told)

    async def _catch_up(self) -> None:
        """Show the play as it is, where it went on in another window."""
        async with self._moves:
            try:
                told = await heard(self.service.look(self.told.id, self.drawn))
            except SleuthError:
                return  # what is wrong was said already
            if same(told, self.told):
                return
            self.hinted, self.board.pending = "", {}
            self._moved(told)
        if told.over:
            await self._grade()

    async def _hint(self) -> None:
        before = self.told
        hint = await tried(self.service.hint(self.told.id, self.drawn))
        if hint is None:
            await self._catch_up()
        if hint is None or self.told is not before:
            return  # the play went on meanwhile
        self.hinted = str(hint.action)
        self.board.show(hint.board)
        self.advice.clear()
        with self.advice, ui.element("div").classes("card"):
            show_hint(hint, lambda: self._ask(str(hint.action)))

    async def _left(self) -> None:
        left = self.told
        self.advice.clear()
        with self.advice, ui.element("div").classes("card"):
            say(f"{left.size_text} left{'' if left.exact else ' (estimated)'}.")
            more = "" if len(left.examples) >= left.candidates else " …"
            say(", ".join(left.examples) + more, "mono")

    async def _heat(self) -> None:
        self.heat = not self.heat
        self.chances.props(f"aria-pressed={str(self.heat).lower()}")
        self.board.show(await self._redraw(self.board.pending))

    async def _share(self) -> None:
        name = await tried(self.service.share(self.told.id))
        if name is None:
            return
        self.advice.clear()
        with self.advice, ui.element("div").classes("card"):
            say("Anybody with this address can look at a copy of the play as it is now:")
            ui.link(f"/shared/{name}", f"/shared/{name}").classes("shared-link mono")

    async def _again(self) -> None:
        told = await tried(self.service.start(Start(self.told.game, self.told.oracle, self.told.strategy)))
        if told is not None:
            ui.navigate.to(f"/play/{told.id}")

    async def _redraw(self, pending: dict[str, str]) -> str:
        told = await tried(self.service.look(self.told.id, replace(self.drawn, pending=pending)))
        if told is None:
            return str(self.board.element.content)
        if not same(told, self.told):
            await self._catch_up()
            return str(self.board.element.content)
        return str(told.board)

    # What is shown.

    def _show(self, told: PlayResult) -> None:
        self.board.show(told.board, live=not (told.over or self.shared))
        self.status.clear()
        with self.status:
            show_status(told)
        self.steps.clear()
        with self.steps:
            show_steps(told)
        if not self.shared:
            for one in self.live_buttons:
                one.set_visibility(not told.over)
            self.undo.set_enabled(bool(told.steps))
            self.typed.set_visibility(not told.over)
            self.again.set_visibility(told.over)

    async def _grade(self) -> None:
        self.end.clear()
        with self.end:
            say("Grading the moves…", "soft")
        named = (self.shared, "shared") if self.shared else (self.told.id, "play")
        grades = await tried(self.service.grade(*named))
        self.end.clear()
        with self.end:
            if grades is not None:
                show_grades(grades)
            room = ui.element("div").classes("best-line")
        with room:
            say("Playing the best line…", "soft")
        line = await tried(self.service.best_line(*named))
        room.clear()
        if line is not None:
            with room:
                show_line(line, self.told)


def same(one: PlayResult, other: PlayResult) -> bool:
    """Whether a play went on between two looks at it."""
    histories = [[(step.action, step.feedback) for step in told.steps] for told in (one, other)]
    return histories[0] == histories[1] and one.over == other.over


def show_status(told: PlayResult) -> None:
    """How many are left, and the bar of missing bits that falls."""
    steps, rows = len(told.steps), told.rows
    if told.solved:
        past = f", {steps - rows} past the {rows} that are given" if rows and steps > rows else ""
        say(f"Solved in {plural(steps, 'step')}{past}: the secret is “{told.secret}”.", "big good")
    elif told.over:
        say(f"Given up: the secret was “{told.secret}”.", "big bad")
    else:
        row = "" if not rows else f" of {rows}" if steps < rows else f", past the {rows} that are given"
        say(f"Step {steps + 1}{row}: {told.size_text} left", "big")
        if told.lies_needed:
            say(f"{lies_text(told.lies_needed)}.", "soft")
    share = told.entropy / told.start_entropy if told.start_entropy > 0 else 0.0
    label = f"{told.entropy:.2f} of {told.start_entropy:.2f} bits are missing"
    with ui.element("div").classes("bar").props(f'role="img" aria-label="{label}"'):
        ui.element("div").style(f"width:{100 * min(max(share, 0), 1):.1f}%")
    say(label, "soft")


def show_steps(told: PlayResult) -> None:
    """Every step, and what it left."""
    if not told.steps:
        return
    heading("Steps", 2)
    table(
        ["", "asked", "answer", "told", "left"],
        [
            [
                str(place),
                step.action,
                step.feedback + (" (a lie)" if step.lie else ""),
                f"{step.gained:.2f} bits",
                f"{step.candidates:,}",
            ]
            for place, step in enumerate(told.steps, 1)
        ],
        {3, 4},
        {1},
    )


def show_hint(hint: SuggestionResult, take: Any = None) -> None:
    """A decision with its reasons, what each answer would leave, and the runners-up."""
    with ui.element("div").classes("row"):
        say(f"Ask {hint.action}", "big hint-action")
        if take is not None:
            button("Ask this", take).classes("take")
    for reason in hint.reasons:
        say(reason, "say")
    with ui.expansion("What each answer would leave").props("dense").classes("leaves"):
        counted = any(leaf.lies_needed for leaf in hint.leaves)
        table(
            ["answer", "chance", "left", *(["of them"] if counted else [])],
            [[leaf.feedback, f"{leaf.probability:.1%}", "wins" if leaf.wins else f"{leaf.candidates:,}",
              *([lies_text(leaf.lies_needed or ())] if counted else [])]
             for leaf in hint.leaves[:60]],
            {1, 2},
        )  # fmt: skip
    if hint.alternatives:
        with ui.expansion("Other good questions").props("dense"):
            table(
                ["action", "bits", "answers", "left at worst"],
                [[o.action, f"{o.bits:.2f}", str(o.parts), f"{o.worst:,}"] for o in hint.alternatives],
                {1, 2, 3},
            )
