"""Play: you against the oracle, on a board. Undo, hints with reasons, what is left, and grades at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.board import Board
from sleuth.adapters.web.frame import entered, frame, heard, opened, tried
from sleuth.adapters.web.grades import show_grades, show_line, step_cells
from sleuth.adapters.web.parts import anew, box, button, field, heading, say, table
from sleuth.app.catalogue import title
from sleuth.app.requests import Drawing, Start
from sleuth.app.results import PlayResult, SuggestionResult
from sleuth.core.errors import SleuthError
from sleuth.core.text import plural
from sleuth.show.words import lies_text


def register(service: Service) -> None:
    @ui.page("/play/{identity}", response_timeout=30)
    async def play(identity: str) -> None:
        if (play := await opened(service.look(identity, Drawing()))) is not None:
            PlayPage(service, play).build()

    @ui.page("/shared/{identity}", response_timeout=30)
    async def shared(identity: str) -> None:
        if (play := await opened(service.look(identity, Drawing(), "shared"))) is not None:
            PlayPage(service, play, shared=identity).build()


class PlayPage:
    """One play on a page. Moves are made one after the other, so that what is shown is what came last."""

    def __init__(self, service: Service, play: PlayResult, shared: str = "") -> None:
        self.service, self.play, self.shared = service, play, shared
        self.heat = False
        self.hinted = ""
        self._moves = asyncio.Lock()

    @property
    def drawing(self) -> Drawing:
        """How the board is to be drawn."""
        return Drawing(self.board.pending, self.hinted, self.heat)

    def build(self) -> None:
        """Lay the page out."""
        play = self.play
        with frame("", title(play.name)):
            heading(title(play.name) + (" (shared, to look at)" if self.shared else ""))
            say(f"{play.summary} The oracle is {play.oracle}.", "soft")
            with box("two"):
                with box("flow"):
                    self.board = Board(self._redraw, self._ask)
                    if not self.shared:
                        self._typing()
                with box("flow"):
                    self.status = box("status", live=True)
                    if not self.shared:
                        self._buttons()
                    self.advice = box("advice", live=True)
                    self.steps = box("steps-table")
                    self.end = box("end")
            self._show(play)
            if play.over:
                ui.timer(0.1, self._grade, once=True)

    def _typing(self) -> None:
        self.typed = ui.element("form").classes("row")
        with self.typed:
            self.input = field(ui.input("or type an action"), "action-input", "autocomplete=off maxlength=300")
            entered(self.input, self._ask_typed)
            button("Ask", lambda: self._ask_typed(str(self.input.value or ""))).classes("ask").props("type=button")
        self.typed.on("submit", js_handler="(e) => e.preventDefault()")

    def _buttons(self) -> None:
        with box("row"):
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
        before, pending, hinted = self.play, self.board.pending, self.hinted
        self.board.pending, self.hinted = {}, ""
        allowed = await self._move(self.service.ask(self.play.id, action, self.drawing))
        if self.play is before:
            self.board.pending, self.hinted = pending, hinted
        return allowed

    async def _undo(self) -> None:
        self.board.pending, self.hinted = {}, ""
        await self._move(self.service.undo(self.play.id, self.drawing))

    async def _give_up(self) -> None:
        await self._move(self.service.give_up(self.play.id, self.drawing))

    async def _move(self, move: Awaitable[PlayResult]) -> bool:
        """Make a move and show the play after it; say whether it was allowed."""
        async with self._moves:
            play = await tried(move)
            if play is not None:
                self._moved(play)
        if play is None:
            await self._catch_up()
        elif play.over:
            await self._grade()
        return play is not None

    def _moved(self, play: PlayResult) -> None:
        self.play = play
        self.advice.clear()
        self._show(play)

    async def _catch_up(self) -> None:
        """Show the play as it is, where it went on in another window."""
        async with self._moves:
            try:
                play = await heard(self.service.look(self.play.id, self.drawing))
            except SleuthError:
                return  # what is wrong was said already
            if same(play, self.play):
                return
            self.hinted, self.board.pending = "", {}
            self._moved(play)
        if play.over:
            await self._grade()

    async def _hint(self) -> None:
        before = self.play
        hint = await tried(self.service.hint(self.play.id, self.drawing))
        if hint is None:
            await self._catch_up()
        if hint is None or self.play is not before:
            return  # the play went on meanwhile
        self.hinted = str(hint.action)
        self.board.show(hint.board)
        with anew(self.advice), box("card"):
            show_hint(hint, lambda: self._ask(str(hint.action)))

    async def _left(self) -> None:
        play = self.play
        with anew(self.advice), box("card"):
            say(f"{play.size_text} left{'' if play.exact else ' (estimated)'}.")
            more = "" if len(play.examples) >= play.candidates else " …"
            say(", ".join(play.examples) + more, "mono")

    async def _heat(self) -> None:
        self.heat = not self.heat
        self.chances.props(f"aria-pressed={str(self.heat).lower()}")
        self.board.show(await self._redraw(self.board.pending))

    async def _share(self) -> None:
        if (name := await tried(self.service.share(self.play.id))) is not None:
            with anew(self.advice), box("card"):
                say("Anybody with this address can look at a copy of the play as it is now:")
                ui.link(f"/shared/{name}", f"/shared/{name}").classes("shared-link mono")

    async def _again(self) -> None:
        await start(self.service, Start(self.play.game, self.play.oracle, self.play.strategy))

    async def _redraw(self, pending: dict[str, str]) -> str:
        play = await tried(self.service.look(self.play.id, replace(self.drawing, pending=pending)))
        if play is not None and same(play, self.play):
            return str(play.board)
        if play is not None:
            await self._catch_up()
        return str(self.board.element.content)

    # What is shown.

    def _show(self, play: PlayResult) -> None:
        self.board.show(play.board, live=not (play.over or self.shared))
        with anew(self.status):
            show_status(play)
        with anew(self.steps):
            show_steps(play)
        if not self.shared:
            for pressed in self.live_buttons:
                pressed.set_visibility(not play.over)
            self.undo.set_enabled(bool(play.steps))
            self.typed.set_visibility(not play.over)
            self.again.set_visibility(play.over)

    async def _grade(self) -> None:
        with anew(self.end):
            say("Grading the moves…", "soft")
        named = (self.shared, "shared") if self.shared else (self.play.id, "play")
        grades = await tried(self.service.grade(*named))
        with anew(self.end):
            if grades is not None:
                show_grades(grades)
            best_line = box("best-line")
        with best_line:
            say("Playing the best line…", "soft")
        line = await tried(self.service.best_line(*named))
        with anew(best_line):
            if line is not None:
                show_line(line, self.play)


async def start(service: Service, request: Start) -> None:
    """Begin a play, and go to its page."""
    if (play := await tried(service.start(request))) is not None:
        ui.navigate.to(f"/play/{play.id}")


def same(one: PlayResult, other: PlayResult) -> bool:
    """Whether a play went on between two looks at it."""
    histories = [[(step.action, step.feedback) for step in play.steps] for play in (one, other)]
    return histories[0] == histories[1] and one.over == other.over


def show_status(play: PlayResult) -> None:
    """How many are left, and the bar of missing bits that falls."""
    steps, rows = len(play.steps), play.rows
    if play.solved:
        past = f", {steps - rows} past the {rows} that are given" if rows and steps > rows else ""
        say(f"Solved in {plural(steps, 'step')}{past}: the secret is “{play.secret}”.", "big good")
    elif play.over:
        say(f"Given up: the secret was “{play.secret}”.", "big bad")
    else:
        row = "" if not rows else f" of {rows}" if steps < rows else f", past the {rows} that are given"
        say(f"Step {steps + 1}{row}: {play.size_text} left", "big")
        if play.lies_needed:
            say(f"{lies_text(play.lies_needed)}.", "soft")
    share = play.entropy / play.start_entropy if play.start_entropy > 0 else 0.0
    label = f"{play.entropy:.2f} of {play.start_entropy:.2f} bits are missing"
    with box("bar").props(f'role="img" aria-label="{label}"'):
        box().style(f"width:{100 * min(max(share, 0), 1):.1f}%")
    say(label, "soft")


def show_steps(play: PlayResult) -> None:
    """Every step, and what it left."""
    if not play.steps:
        return
    heading("Steps", 2)
    rows = []
    for place, step in enumerate(play.steps, 1):
        action, answer, left = step_cells(step)
        rows.append([str(place), action, answer, f"{step.gained:.2f} bits", left])
    table(["", "asked", "answer", "told", "left"], rows, {3, 4}, {1})


def show_hint(hint: SuggestionResult, take: Any = None) -> None:
    """A decision with its reasons, what each answer would leave, and the runners-up."""
    with box("row"):
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
            rows = [[o.action, f"{o.bits:.2f}", str(o.parts), f"{o.worst:,}"] for o in hint.alternatives]
            table(["action", "bits", "answers", "left at worst"], rows, {1, 2, 3})
