"""Assist: the real game is elsewhere. You click what it answered; the page says what to ask next, and why."""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.board import Board
from sleuth.adapters.web.forms import GameForm
from sleuth.adapters.web.frame import address, button, entered, frame, heading, heard, say, sentence, table, tell, tried
from sleuth.adapters.web.play import show_hint
from sleuth.app.catalogue import title
from sleuth.app.requests import Assist, Drawing, PossibleAnswers
from sleuth.app.results import AdviceResult, ContradictionResult, EntryResult
from sleuth.core.errors import SleuthError
from sleuth.show.words import lies_text

CHIPS_MOST = 30
"""More answers than this are not offered as one button each."""
SIGNS_MOST = 4
"""Answers that are rows of so few different signs are put together sign by sign."""


def register(service: Service) -> None:
    @ui.page("/assist", response_timeout=30)
    async def assist(game: str = "", history: str = "", strategy: str = "") -> None:
        with frame("/assist", "Assist"):
            heading("Assist")
            if not game:
                say("Your game is elsewhere: in a newspaper, or on a table. Which game is it?", "soft")
                _choose(service)
                return
            await Desk(service, game, history, strategy).build()


def _choose(service: Service) -> None:
    entries = {entry.name: entry for entry in service.games()}
    chosen: dict[str, GameForm] = {}

    def offer(entry: EntryResult) -> None:
        room.clear()
        with room:
            say(entry.summary, "soft")
            chosen["form"] = GameForm(entry)

    names = {name: title(name) for name in entries}
    with ui.element("div").classes("flow"):
        select = ui.select(names, label="game", value=next(iter(entries))).props("outlined dense")
        select.classes("field game-select").on_value_change(lambda event: offer(entries[str(event.value)]))
        room = ui.column().style("gap:.5rem")
        offer(next(iter(entries.values())))
        button("Begin", lambda: ui.navigate.to(address("/assist", game=chosen["form"].spec))).classes("begin")


class Desk:
    """One game elsewhere. Its state is the history, which is also in the address of the page."""

    def __init__(self, service: Service, game: str, history: str, strategy: str) -> None:
        self.service, self.game, self.strategy = service, game, strategy
        self.steps = [step for step in history.replace("\n", ";").split(";") if step.strip()]
        self.asked = ""

    @property
    def history(self) -> str:
        """The steps as one text."""
        return ";".join(self.steps)

    async def build(self) -> None:
        """Lay the page out."""
        self.summary = say("", "soft")
        with ui.element("div").classes("two"):
            with ui.element("div").classes("flow"):
                self.board = Board(self._redraw, self._offer)
                self.past = ui.element("div")
            with ui.element("div"):
                self.room = ui.element("div").props('aria-live="polite"').classes("flow")
        await self._refresh()

    async def _redraw(self, pending: dict[str, str]) -> str:
        told = await tried(self._advice(self.history, pending))
        return str(self.board.element.content) if told is None else str(told.board)

    async def _advice(self, history: str, pending: dict[str, str] | None = None) -> AdviceResult:
        result: AdviceResult = await self.service.do(
            Assist(self.game, history, self.strategy, draw=Drawing(pending or {}))
        )
        return result

    async def _refresh(self) -> None:
        history = self.history
        try:
            told = await heard(self._advice(history))
        except SleuthError as error:
            self.room.clear()
            with self.room:
                say(sentence(str(error)), "wrong")
                self._undo_button()
                ui.link("Choose a game", "/assist")
            return
        if history == self.history:  # else it went on meanwhile
            self._go_on(told)

    def _go_on(self, told: AdviceResult) -> None:
        self.asked, self.board.pending = "", {}
        if ui.context.client.has_socket_connection:
            where = address("/assist", game=self.game, history=self.history, strategy=self.strategy)
            ui.run_javascript(f"history.replaceState(null, '', {json.dumps(where)})")
        self._show(told)

    def _show(self, told: AdviceResult) -> None:
        self.summary.set_text(f"The game is {told.game}, the strategy {told.strategy}.")
        self.board.show(told.board, live=told.action is not None)
        self.past.clear()
        with self.past:
            self._steps(told)
        self.room.clear()
        with self.room:
            if told.contradiction is not None:
                self._contradicted(told.contradiction)
            elif told.solved:
                say(f"Solved: the secret is {told.secret}.", "big good")
                self._undo_button()
            elif told.action is not None:
                say(f"{told.size_text} left, {told.entropy:.2f} of {told.start_entropy:.2f} bits missing.", "soft")
                if told.lies_needed:
                    say(f"{lies_text(told.lies_needed)}.", "soft")
                with ui.element("div").classes("card"):
                    show_hint(told)
                self._answering(told.action, [leaf.feedback for leaf in told.leaves])
                self._undo_button()
                if told.candidates <= 60:
                    heading("Still possible", 2)
                    say(", ".join(told.examples), "mono")

    def _steps(self, told: AdviceResult) -> None:
        if not self.steps:
            return
        heading("What was answered", 2)
        pairs = [step.rpartition("=") for step in self.steps]
        left = [f"{step.candidates:,}" for step in told.steps] + ["–"] * (len(pairs) - len(told.steps))
        rows = [[str(n), a.strip(), f.strip(), left[n - 1]] for n, (a, _, f) in enumerate(pairs, 1)]
        table(["", "asked", "answer", "left"], rows, {3})

    def _undo_button(self) -> None:
        if self.steps:
            button("Take the last answer back", self._undo, "plain").classes("undo")

    async def _undo(self) -> None:
        self.steps = self.steps[:-1]
        await self._refresh()

    # The answer.

    def _answering(self, suggested: str, answers: list[str]) -> None:
        heading("What was the answer?", 2)
        with ui.element("div").classes("row"):
            self.question = (
                ui.input("you asked", value=suggested).props("outlined dense maxlength=300").classes("asked")
            )
            change = button("Change the question", lambda: self._offer(str(self.question.value or "")), "plain")
            change.classes("change")
        self.answers = ui.element("div").classes("flow")
        self._buttons(suggested, answers)

    async def _offer(self, action: str) -> None:
        history = self.history
        answers = await tried(self.service.do(PossibleAnswers(self.game, action, history)))
        if answers is not None and history == self.history:
            self._buttons(action, answers)

    def _buttons(self, action: str, answers: list[str]) -> None:
        """The answers that a question may get, to be pressed."""
        self.asked = self.question.value = action
        step = len(self.steps)
        self.answers.clear()
        with self.answers:
            say(f"The answer to {action} was", "soft")
            signs = _signs(answers)
            if len(answers) <= CHIPS_MOST:
                with ui.element("div").classes("row answers"):
                    for answer in answers:
                        button(answer, lambda answer=answer: self._answer(answer, step), "chip")
            elif signs:
                self._picker(action if len(action) == len(answers[0]) else " " * len(answers[0]), signs, step)
            with ui.element("div").classes("row"):
                typed = ui.input("or type the answer").props("outlined dense maxlength=300").classes("typed-answer")
                entered(typed, lambda text: self._answer(text, step))
                button("That was it", lambda: self._answer(str(typed.value or ""), step), "plain").classes("that")

    def _picker(self, action: str, signs: list[str], step: int) -> None:
        """Answers that are rows of signs: press each place until it is right."""
        chosen = [signs[0]] * len(action)
        with ui.element("div").classes("row answers"):
            for place, letter in enumerate(action):

                def text(place: int = place, letter: str = letter) -> str:
                    return f"{letter.upper()} {chosen[place]}".strip()

                one = button(text(), None, "chip").classes("sign")

                def turn(place: int = place, one: ui.button = one, text: Callable[[], str] = text) -> None:
                    one.classes(remove=f"sign-{chosen[place]}")
                    chosen[place] = signs[(signs.index(chosen[place]) + 1) % len(signs)]
                    one.set_text(text())
                    one.classes(f"sign-{chosen[place]}")

                one.on_click(turn)
            button("Answer", lambda: self._answer("".join(chosen), step)).classes("answer")
        say("Press each place until it shows what was answered.", "soft")

    async def _answer(self, answer: str, step: int) -> bool:
        """Take an answer to the question after so many steps, if it can be true; too late, it counts no more."""
        if step != len(self.steps):
            return False
        if not answer.strip():
            tell("first say what the answer was")
            return False
        steps = [*self.steps, f"{self.asked}={answer.strip()}"]
        told = await tried(self._advice(";".join(steps)))
        if told is None or step != len(self.steps):
            return False
        self.steps = steps
        self._go_on(told)
        return True

    # Answers that contradict each other.

    def _contradicted(self, found: ContradictionResult) -> None:
        with ui.element("div").classes("wrong contradiction"):
            say("These answers contradict each other.", "big bad")
            say(sentence(found.text))
        if not found.repairs:
            say("No single step is to blame: at least two answers must be wrong.")
        for repair in found.repairs:
            with ui.element("div").classes("card repair"):
                say(repair.text)
                with ui.element("div").classes("row"):
                    for answer in repair.answers[:5]:
                        text = f"Step {repair.step} was {answer}"
                        button(text, lambda r=repair, a=answer: self._repair(r.step, a), "chip")
                    button(f"Leave step {repair.step} out", lambda r=repair: self._repair(r.step, None), "plain")
        self._undo_button()

    async def _repair(self, step: int, answer: str | None) -> None:
        action = self.steps[step - 1].rpartition("=")[0]
        changed = [] if answer is None else [f"{action}={answer}"]
        self.steps = [*self.steps[: step - 1], *changed, *self.steps[step:]]
        await self._refresh()


def _signs(answers: list[str]) -> list[str]:
    """The signs of answers that are rows of a few different signs, all of one length; else nothing."""
    signs = sorted({sign for answer in answers for sign in answer})
    return signs if len({len(answer) for answer in answers}) == 1 and len(signs) <= SIGNS_MOST else []
