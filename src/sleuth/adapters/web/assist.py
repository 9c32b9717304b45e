"""Assist: the real game is elsewhere. You click what it answered; the page says what to ask next, and why."""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.board import Board
from sleuth.adapters.web.forms import GameForm
from sleuth.adapters.web.frame import address, entered, frame, heard, sentence, tell, tried
from sleuth.adapters.web.parts import anew, box, button, choice, field, heading, say, table
from sleuth.adapters.web.play import show_hint
from sleuth.app.catalogue import title
from sleuth.app.requests import Assist, Drawing, PossibleAnswers
from sleuth.app.results import AdviceResult, ContradictionResult
from sleuth.core.errors import SleuthError
from sleuth.show.words import lies_text

MAX_CHIPS = 30
"""More answers than this are not offered as one button each."""
MAX_SIGNS = 4
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
            await AssistPage(service, game, history, strategy).build()


def _choose(service: Service) -> None:
    entries = {entry.name: entry for entry in service.games()}
    first = next(iter(entries))
    form: GameForm

    def offer(name: str) -> None:
        nonlocal form
        with anew(options):
            say(entries[name].summary, "soft")
            form = GameForm(entries[name])

    with box("flow"):
        choice({name: title(name) for name in entries}, "game", first, offer).classes("game-select")
        options = ui.column().style("gap:.5rem")
        offer(first)
        button("Begin", lambda: ui.navigate.to(address("/assist", game=form.spec))).classes("begin")


class AssistPage:
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
        with box("two"):
            with box("flow"):
                self.board = Board(self._redraw, self._offer)
                self.past = box()
            with box():
                self.advice = box("flow", live=True)
        await self._refresh()

    async def _redraw(self, pending: dict[str, str]) -> str:
        advice = await tried(self._advise(self.history, pending))
        return str(self.board.element.content) if advice is None else str(advice.board)

    async def _advise(self, history: str, pending: dict[str, str] | None = None) -> AdviceResult:
        request = Assist(self.game, history, self.strategy, draw=Drawing(pending or {}))
        advice: AdviceResult = await self.service.do(request)
        return advice

    async def _refresh(self) -> None:
        history = self.history
        try:
            advice = await heard(self._advise(history))
        except SleuthError as error:
            with anew(self.advice):
                say(sentence(str(error)), "wrong")
                self._undo_button()
                ui.link("Choose a game", "/assist")
            return
        if history == self.history:  # else it went on meanwhile
            self._go_on(advice)

    def _go_on(self, advice: AdviceResult) -> None:
        self.asked, self.board.pending = "", {}
        if ui.context.client.has_socket_connection:
            where = address("/assist", game=self.game, history=self.history, strategy=self.strategy)
            ui.run_javascript(f"history.replaceState(null, '', {json.dumps(where)})")
        self.summary.set_text(f"The game is {advice.game}, the strategy {advice.strategy}.")
        self.board.show(advice.board, live=advice.action is not None)
        with anew(self.past):
            self._show_steps(advice)
        with anew(self.advice):
            self._show_advice(advice)

    def _show_advice(self, advice: AdviceResult) -> None:
        if advice.contradiction is not None:
            self._show_contradiction(advice.contradiction)
        elif advice.solved:
            say(f"Solved: the secret is {advice.secret}.", "big good")
            self._undo_button()
        elif advice.action is not None:
            say(f"{advice.size_text} left, {advice.entropy:.2f} of {advice.start_entropy:.2f} bits missing.", "soft")
            if advice.lies_needed:
                say(f"{lies_text(advice.lies_needed)}.", "soft")
            with box("card"):
                show_hint(advice)
            self._answering(advice.action, [leaf.feedback for leaf in advice.leaves])
            self._undo_button()
            if advice.candidates <= 60:
                heading("Still possible", 2)
                say(", ".join(advice.examples), "mono")

    def _show_steps(self, advice: AdviceResult) -> None:
        if not self.steps:
            return
        heading("What was answered", 2)
        pairs = [step.rpartition("=") for step in self.steps]
        left = [f"{step.candidates:,}" for step in advice.steps] + ["–"] * (len(pairs) - len(advice.steps))
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
        with box("row"):
            self.question = field(ui.input("you asked", value=suggested), "asked", "maxlength=300")
            change = button("Change the question", lambda: self._offer(str(self.question.value or "")), "plain")
            change.classes("change")
        self.answers = box("flow")
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
        with anew(self.answers):
            say(f"The answer to {action} was", "soft")
            signs = _signs(answers)
            if len(answers) <= MAX_CHIPS:
                with box("row answers"):
                    for answer in answers:
                        button(answer, lambda answer=answer: self._answer(answer, step), "chip")
            elif signs:
                self._picker(action if len(action) == len(answers[0]) else " " * len(answers[0]), signs, step)
            with box("row"):
                typed = field(ui.input("or type the answer"), "typed-answer", "maxlength=300")
                entered(typed, lambda text: self._answer(text, step))
                button("That was it", lambda: self._answer(str(typed.value or ""), step), "plain").classes("that")

    def _picker(self, action: str, signs: list[str], step: int) -> None:
        """Answers that are rows of signs: press each place until it is right."""
        chosen = [signs[0]] * len(action)
        with box("row answers"):
            for place, letter in enumerate(action):

                def text(place: int = place, letter: str = letter) -> str:
                    return f"{letter.upper()} {chosen[place]}".strip()

                chip = button(text(), None, "chip").classes("sign")

                def turn(place: int = place, chip: ui.button = chip, text: Callable[[], str] = text) -> None:
                    chip.classes(remove=f"sign-{chosen[place]}")
                    chosen[place] = signs[(signs.index(chosen[place]) + 1) % len(signs)]
                    chip.set_text(text())
                    chip.classes(f"sign-{chosen[place]}")

                chip.on_click(turn)
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
        advice = await tried(self._advise(";".join(steps)))
        if advice is None or step != len(self.steps):
            return False
        self.steps = steps
        self._go_on(advice)
        return True

    # Answers that contradict each other.

    def _show_contradiction(self, contradiction: ContradictionResult) -> None:
        with box("wrong contradiction"):
            say("These answers contradict each other.", "big bad")
            say(sentence(contradiction.text))
        if not contradiction.repairs:
            say("No single step is to blame: at least two answers must be wrong.")
        for repair in contradiction.repairs:
            with box("card repair"):
                say(repair.text)
                with box("row"):
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
    return signs if len({len(answer) for answer in answers}) == 1 and len(signs) <= MAX_SIGNS else []
