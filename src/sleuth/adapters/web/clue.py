"""Clue: a table with computer players and a detective's notebook, help at a real table, and the numbers of MYST."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from sleuth.adapters.service.desk import Service
from sleuth.adapters.web.frame import button, frame, heading, say, sentence, sorry, table, tried
from sleuth.app.clue_table import QUICK_PLAYERS
from sleuth.app.requests import ClueAssist, MystValue
from sleuth.core.errors import SleuthError
from sleuth.show.notebook import notebook_rows
from sleuth.show.svg import svg_notebook

EXAMPLE = """players: Ann 6, Ben 6, Cat 6
me: Ann
hand: Mustard, Plum, Knife, Rope, Hall, Study
Ann: Green, Wrench, Library -> Ben no, Cat shows Wrench
"""


def register(service: Service) -> None:
    @ui.page("/clue", response_timeout=30)
    def clue() -> None:
        with frame("/clue", "Clue"):
            heading("Clue")
            say("Who did it, with what, and where? Three cards are hidden; the others are dealt.", "soft")
            with ui.element("div").classes("half"):
                with ui.element("div").classes("card"):
                    _begin(service)
                with ui.element("div").classes("card"):
                    _myst(service)
            with ui.element("div").classes("card").style("margin-top:1.2rem"):
                _assist(service)

    @ui.page("/clue/{identity}", response_timeout=30)
    async def table_page(identity: str) -> None:
        try:
            told = await service.clue_look(identity)
        except SleuthError as error:
            sorry(str(error))
            return
        with frame("/clue", "Clue"):
            heading("Clue: your table")
            Seat(service, identity).build(told)


def _begin(service: Service) -> None:
    heading("Play at a table", 2)
    seats = ui.select([2, 3, 4, 5, 6], value=3, label="players, you too").props("outlined dense").classes("field")
    rival = ui.select(list(QUICK_PLAYERS), value="race", label="opponents").props("outlined dense").classes("field")
    dice = ui.switch("the room of each suggestion is drawn, as by dice")
    number = ui.number("number of the deal (any, if empty)", min=0, step=1, precision=0)
    number.props("outlined dense").classes("deal-number")

    async def sit() -> None:
        seed = None if number.value is None else int(number.value)
        made = service.clue_begin(int(seats.value or 3), 1, [str(rival.value)], bool(dice.value), seed)
        name = await tried(made)
        if name is not None:
            ui.navigate.to(f"/clue/{name}")

    button("Deal", sit).classes("deal")


class Seat:
    """The person's seat at a table."""

    def __init__(self, service: Service, identity: str) -> None:
        self.service, self.identity = service, identity
        self.chosen: dict[str, str] = {}
        self.to_do = ""

    def build(self, told: dict[str, Any]) -> None:
        """Lay the page out."""
        say(f"You hold {', '.join(told['hand'])}. You sit with {', '.join(told['players'][1:])}.", "soft")
        with ui.element("div").classes("two"):
            with ui.element("div").classes("flow"):
                self.todo = ui.element("div").props('aria-live="polite"').classes("flow")
                self.advice = ui.element("div").props('aria-live="polite"')
                heading("What happened", 2)
                self.events = ui.element("div").classes("events")
            with ui.element("div"):
                with ui.element("div").classes("row"):
                    button("Work out the notebook", self._notebook, "plain").classes("notebook-button")
                self.notes = ui.html("", sanitize=False).classes("board")
                self.notes.set_visibility(False)
        self._show(told)

    def _show(self, told: dict[str, Any]) -> None:
        self.todo.clear()
        with self.todo:
            self._choices(told)
        self.events.clear()
        with self.events:
            for line in reversed(told["events"][-60:]):
                say(line)

    def _choices(self, told: dict[str, Any]) -> None:
        if told["over"]:
            won = (
                "You won." if told["won"] else f"{told['winner'] or 'You are out'}{' won.' if told['winner'] else '.'}"
            )
            say(won[:1].upper() + won[1:], "big good" if told["won"] else "big bad")
            say(f"The envelope held {', '.join(told['envelope_held'])}.")
            ui.link("Another game", "/clue")
            return
        what = self.to_do = told["to_do"]
        if what == "show":
            say("Which card do you show?", "big")
            with ui.element("div").classes("row"):
                for card in told["choices"]:
                    button(card, lambda card=card: self._act("show", card), "chip")
            return
        say("Your suggestion" if what == "suggest" else "Accuse, or end your turn", "big")
        with ui.element("div").classes("row"):
            for sort, names in told["sorts"].items():
                if what == "suggest" and told["drawn"] in names:
                    names = [told["drawn"]]
                value = self.chosen.get(sort, names[0])
                self.chosen[sort] = value if value in names else names[0]
                ui.select(
                    names,
                    value=self.chosen[sort],
                    label=sort,
                    on_change=lambda e, s=sort: self._choose(s, str(e.value)),
                ).props("outlined dense").classes("field")
        with ui.element("div").classes("row"):
            if what == "suggest":
                button("Suggest", lambda: self._act("suggest")).classes("suggest")
            else:
                button("End my turn", lambda: self._act("end")).classes("end-turn")
                button("Accuse", lambda: self._act("accuse"), "plain").classes("accuse")
            button("Advice", self._hint, "plain").classes("advice")

    def _choose(self, sort: str, card: str) -> None:
        self.chosen[sort] = card

    async def _act(self, action: str, cards: str = "") -> None:
        named = cards or ("" if action == "end" else ", ".join(self.chosen.values()))
        told = await tried(self.service.clue_act(self.identity, action, named, self.notes.visible))
        if told is not None:
            self.advice.clear()
            self._show(told)
            if told["notebook"] is not None:
                self._show_notebook(told)

    async def _hint(self) -> None:
        told = await tried(self.service.clue_hint(self.identity))
        if told is not None:
            self.advice.clear()
            with self.advice, ui.element("div").classes("card"):
                show_advice(told, self.to_do == "suggest")

    async def _notebook(self) -> None:
        told = await tried(self.service.clue_look(self.identity, True))
        if told is not None:
            self._show_notebook(told)

    def _show_notebook(self, told: dict[str, Any]) -> None:
        self.notes.set_visibility(True)
        self.notes.set_content(drawn(told["notebook"], str(told["seat"])))


def drawn(notes: dict[str, Any], me: str | None = None) -> str:
    """The notebook as a drawing."""
    return svg_notebook(notebook_rows(notes, me, "hidden"))


def show_advice(told: dict[str, Any], suggest: bool = True) -> None:
    """What to suggest, and whether to accuse."""
    best = told["suggestion"]
    if best is not None and suggest:
        say(f"Suggest {', '.join(best['cards'])}", "big")
        say(sentence(best["reason"]), "say")
    if told["accuse"] is not None:
        say(told["accuse"]["text"], "say")
    for opponent in told["opponents"].values():
        say(opponent["text"], "soft")


def _assist(service: Service) -> None:
    heading("Help at a real table", 2)
    say("Write what happens, one turn a line; the first lines say who plays, who you are and what you hold.", "soft")
    log = (
        ui.textarea("log", value=EXAMPLE)
        .props("outlined autogrow maxlength=20000 spellcheck=false")
        .classes("log mono")
    )
    log.style("width:100%")

    async def help_() -> None:
        room.clear()
        with room:
            say("Counting deals…", "soft")
        found = await tried(service.do(ClueAssist(str(log.value or ""))))
        told = None if found is None else found.as_json()
        room.clear()
        if told is None:
            return
        with room:
            if told["contradiction"]:
                say(sentence(told["contradiction"]), "wrong")
                return
            say(f"{told['worlds']:,} deals are left; {told['entropy_bits']:.2f} bits are missing.")
            with ui.element("div").classes("half"):
                with ui.element("div").classes("flow"):
                    show_advice(told)
                    rows = [[", ".join(s["cards"]), f"{s['probability']:.1%}"] for s in told["solutions"]]
                    table(["solution", "chance"], rows, {1})
                ui.html(drawn(told), sanitize=False).classes("board")

    button("What now?", help_).classes("what-now")
    room = ui.element("div").props('aria-live="polite"').classes("clue-help flow")


def _myst(service: Service) -> None:
    heading("MYST", 2)
    say("The chance that the first of two players wins: m cards in the pile, n in each hand.", "soft")
    with ui.element("div").classes("row"):
        m = ui.number("m", value=2, min=1, max=200, step=1).props("outlined dense").style("width:6rem")
        n = ui.number("n", value=2, min=1, max=200, step=1).props("outlined dense").style("width:6rem")
        bluff = ui.switch("bluffing")

    async def work() -> None:
        found = await tried(service.do(MystValue(int(m.value or 0), int(n.value or 0), 1, bool(bluff.value))))
        told = None if found is None else found.as_json()
        room.clear()
        if told is not None:
            with room:
                exact = f" = {told['exact']}" if told["exact"] else ""
                say(f"{told['value']:.6f}{exact}", "big")
                if told["bluff"]:
                    say(f"The first question is a bluff with chance {told['bluff_frequency']:.3f}.")

    button("Work it out", work).classes("work-out")
    room = ui.element("div").props('aria-live="polite"')
