"""Clue: a table with computer players and a detective's notebook, help at a real table, and the numbers of MYST."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.frame import frame, opened, sentence, tried
from sleuth.adapters.web.grades import show_review
from sleuth.adapters.web.parts import anew, box, button, choice, field, heading, say, table
from sleuth.app.card_results import MystValueResult
from sleuth.app.catalogue import seat_names
from sleuth.app.requests import ClueAssist, MystValue
from sleuth.games.clue.board.svg import svg_notebook
from sleuth.games.clue.board.text import notebook_rows, reason_lines

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
            with box("half"):
                with box("card"):
                    _begin(service)
                with box("card"):
                    _myst(service)
            with box("card").style("margin-top:1.2rem"):
                _assist(service)

    @ui.page("/clue/{identity}", response_timeout=30)
    async def table_page(identity: str) -> None:
        if (seat := await opened(service.table_look(identity))) is not None:
            with frame("/clue", "Clue"):
                heading("Clue: your table")
                CluePage(service, identity).build(seat)

    @ui.page("/clue/{identity}/review", response_timeout=30)
    async def review_page(identity: str) -> None:
        if await opened(service.table_look(identity)) is None:
            return
        with frame("/clue", "Clue"):
            heading("Clue: the game reviewed")
            ui.link("The table", f"/clue/{identity}")
            answer = box("flow", live=True)
            with answer:
                say("Going through the turns…", "soft")
        await ui.context.client.connected()
        review = await tried(service.table_review(identity))
        with anew(answer):
            if review is not None:
                show_review(review)


def _begin(service: Service) -> None:
    heading("Play at a table", 2)
    seats = choice([2, 3, 4, 5, 6], "players, you too", 3)
    rival = choice(seat_names("clue"), "opponents", "race")
    dice = ui.switch("the room of each suggestion is drawn, as by dice")
    number = field(ui.number("number of the deal (any, if empty)", min=0, step=1, precision=0), "deal-number")

    async def sit() -> None:
        seed = None if number.value is None else int(number.value)
        game = f"clue:players={int(seats.value or 3)}{',drawn_rooms=true' if dice.value else ''}"
        table = service.sit_down(game, 1, [str(rival.value)], seed)
        if (name := await tried(table)) is not None:
            ui.navigate.to(f"/clue/{name}")

    button("Deal", sit).classes("deal")


class CluePage:
    """The person's seat at a table."""

    def __init__(self, service: Service, identity: str) -> None:
        self.service, self.identity = service, identity
        self.chosen: dict[str, str] = {}
        self.to_do = ""

    def build(self, seat: dict[str, Any]) -> None:
        """Lay the page out."""
        say(f"{seat['own']} You sit with {', '.join(seat['players'][1:])}.", "soft")
        with box("two"):
            with box("flow"):
                self.todo = box("flow", live=True)
                self.advice = box(live=True)
                heading("What happened", 2)
                self.events = box("events")
            with box():
                with box("row"):
                    button("Work out the notebook", self._notebook, "plain").classes("notebook-button")
                self.notes = ui.html("", sanitize=False).classes("board")
                self.notes.set_visibility(False)
        self._show(seat)

    def _show(self, seat: dict[str, Any]) -> None:
        with anew(self.todo):
            self._show_choices(seat)
        with anew(self.events):
            for line in reversed(seat["events"][-60:]):
                say(line)

    def _show_choices(self, seat: dict[str, Any]) -> None:
        if seat["over"]:
            outcome = "You won." if seat["won"] else f"{seat['winner']} won." if seat["winner"] else "You are out."
            say(outcome[:1].upper() + outcome[1:], "big good" if seat["won"] else "big bad")
            say(seat["solution"])
            ui.link("Review", f"/clue/{self.identity}/review").classes("review")
            ui.link("Another game", "/clue")
            return
        details = seat["details"]
        self.to_do = details["to_do"]
        if self.to_do == "show":
            say("Which card do you show?", "big")
            with box("row"):
                for card in details["choices"]:
                    button(card, lambda card=card: self._act("show", card), "chip")
            return
        suggest = self.to_do == "suggest"
        say("Your suggestion" if suggest else "Accuse, or end your turn", "big")
        with box("row"):
            for sort, names in details["sorts"].items():
                allowed = [details["drawn"]] if suggest and details["drawn"] in names else names
                card = self.chosen.get(sort, "")
                self.chosen[sort] = card if card in allowed else allowed[0]
                choice(allowed, sort, self.chosen[sort], partial(self.chosen.__setitem__, sort))
        with box("row"):
            if suggest:
                button("Suggest", lambda: self._act("suggest")).classes("suggest")
            else:
                button("End my turn", lambda: self._act("end")).classes("end-turn")
                button("Accuse", lambda: self._act("accuse"), "plain").classes("accuse")
            button("Advice", self._hint, "plain").classes("advice")

    async def _act(self, action: str, cards: str = "") -> None:
        named = cards or ("" if action == "end" else ", ".join(self.chosen.values()))
        seat = await tried(self.service.table_act(self.identity, f"{action} {named}".strip(), self.notes.visible))
        if seat is not None:
            self.advice.clear()
            self._show(seat)
            self._show_notebook(seat)

    async def _hint(self) -> None:
        if (advice := await tried(self.service.table_hint(self.identity))) is not None:
            with anew(self.advice), box("card"):
                say(advice["action"], "big")
                for reason in advice["reasons"]:
                    say(reason, "say")

    async def _notebook(self) -> None:
        if (seat := await tried(self.service.table_look(self.identity, True))) is not None:
            self._show_notebook(seat)

    def _show_notebook(self, seat: dict[str, Any]) -> None:
        if seat["notebook"] is not None:
            self.notes.set_visibility(True)
            self.notes.set_content(drawn(seat["notebook"], str(seat["seat"])))


def drawn(notes: dict[str, Any], me: str | None = None) -> str:
    """The notebook as a drawing."""
    return svg_notebook(notebook_rows(notes, me, "hidden"))


def show_advice(advice: dict[str, Any]) -> None:
    """What to suggest, or else, and whether to accuse."""
    best = advice["suggestion"]
    if best is not None and not advice["asked"]:
        say(f"Suggest {', '.join(best['cards'])}", "big")
        say(sentence(best["reason"]), "say")
        for other in advice["alternatives"]:
            say(f"or {', '.join(other['cards'])}: {other['reason']}.", "soft")
    if advice["accuse"] is not None:
        say(advice["accuse"]["text"], "say")
    for opponent in advice["opponents"].values():
        say(opponent["text"], "soft")


def _assist(service: Service) -> None:
    heading("Help at a real table", 2)
    say("Write what happens, one turn a line; the first lines say who plays, who you are and what you hold.", "soft")
    log = ui.textarea("log", value=EXAMPLE).props("outlined autogrow maxlength=20000 spellcheck=false")
    log.classes("log mono").style("width:100%")
    ui.run_javascript(f"sleuthKeep({log.id}, 'sleuth-clue-log')")
    with box("row"):
        rooms = field(ui.input("rooms in reach, if not all"), "rooms")
        why = field(ui.input("why? as in h(Ben,Rope)"), "why")
        shows = choice(
            {"random": "any of their cards", "repeat": "cards shown before", "any": "suppose nothing"},
            "others show",
            "random",
        )
        habits = ui.switch("what others ask for, and their silence, tells of their hands")

    async def count() -> None:
        request = ClueAssist(
            str(log.value or ""),
            str(shows.value),
            str(why.value or ""),
            habits="usual" if habits.value else "none",
            rooms=str(rooms.value or ""),
            tolerant=True,
        )
        result = await tried(service.do(request))  # what was told before stays where nothing can be told
        if result is not None:
            with anew(answer):
                _show_help(result.as_json(), request.log.splitlines())

    with box("row"):
        button("What now?", count).classes("what-now")
        button("Save the log", lambda: ui.download.content(str(log.value or ""), "clue.log"), "plain")
    answer = box("clue-help flow", live=True)


def _show_help(advice: dict[str, Any], lines: list[str]) -> None:
    for fault in advice["faults"]:
        text = lines[fault["line"] - 1].strip() if 0 < fault["line"] <= len(lines) else ""
        say(sentence(f"line {fault['line']} is left out ({text}): {fault['text']}"), "wrong")
    if advice["contradiction"]:
        say(sentence(advice["contradiction"]), "wrong")
        return
    say(f"{advice['worlds']:,} deals are left; {advice['entropy_bits']:.2f} bits are missing.")
    with box("half"):
        with box("flow"):
            show_advice(advice)
            rows = [[", ".join(s["cards"]), f"{s['probability']:.1%}"] for s in advice["solutions"]]
            table(["solution", "chance"], rows, {1})
        ui.html(drawn(advice), sanitize=False).classes("board")
    for line in reason_lines(advice["why"]) if advice["why"] else []:
        say(line)
    say(" ".join(advice["supposed"]), "soft")


def _myst(service: Service) -> None:
    heading("MYST", 2)
    say("The chance that the first of two players wins: m cards in the pile, n in each hand.", "soft")
    with box("row"):
        sizes = [ui.number(name, value=2, min=1, max=200, step=1).props("outlined dense") for name in ("m", "n")]
        for size in sizes:
            size.style("width:6rem")
        bluff = ui.switch("bluffing")

    async def work() -> None:
        m, n = (int(size.value or 0) for size in sizes)
        result: MystValueResult | None = await tried(service.do(MystValue(m, n, 1, bool(bluff.value))))
        with anew(answer):
            if result is not None:
                say(f"{result.value:.6f}{f' = {result.exact}' if result.exact else ''}", "big")
                if result.bluff:
                    say(f"The first question is a bluff with chance {result.bluff_frequency:.3f}.")

    button("Work it out", work).classes("work-out")
    answer = box(live=True)
