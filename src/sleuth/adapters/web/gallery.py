"""The gallery: every game with a drawing, one sentence, its options, and the figures that say how interesting it is."""

from __future__ import annotations

from nicegui import ui

from sleuth.adapters.service.service import Service
from sleuth.adapters.web.forms import GameForm
from sleuth.adapters.web.frame import address, frame, heard, tried
from sleuth.adapters.web.parts import Once, anew, box, button, choice, heading, say, table
from sleuth.adapters.web.play import start
from sleuth.app.catalogue import picture, title
from sleuth.app.requests import GameSize, Interest, Start
from sleuth.app.results import EntryResult, FigureResult, SizeResult
from sleuth.core.errors import SleuthError

ORACLES = {"": "Truthful", "adversarial": "Adversarial: it evades you", "lying": "Lying: once, at most"}
LIES = {"lying": "@lies:most=1"}


def register(service: Service) -> None:
    @ui.page("/", response_timeout=30)
    def gallery() -> None:
        with frame("/", "Games"):
            heading("Games")
            say("A secret is hidden; you ask, an oracle answers, you deduce. Choose a game.", "soft")
            with box("grid").style("margin-top:.8rem"):
                for entry in service.games():
                    _card(service, entry)


def _card(service: Service, entry: EntryResult) -> None:
    with ui.element("section").classes("card").props(f'aria-label="{entry.name}"'):
        ui.html(picture(entry.name), sanitize=False).classes("picture")
        heading(title(entry.name), 2)
        say(entry.summary, "summary")
        with ui.expansion("Options").classes("options").props("dense"), ui.column().style("gap:.5rem;width:100%"):
            form = GameForm(entry)
            oracle = choice(ORACLES, "oracle", "")

        async def play() -> None:
            lies = LIES.get(str(oracle.value), "")
            await start(service, Start(form.spec + lies, "" if lies else str(oracle.value or "")))

        with box("row"):
            button("Play", play).props(f'aria-label="Play {title(entry.name)}"')
            button("Assist", lambda: ui.navigate.to(address("/assist", game=form.spec)), "plain")
            button("Watch", lambda: ui.navigate.to(address("/watch", game=form.spec)), "plain")
        figures = ui.expansion("How interesting is it?").props("dense").classes("figures")
        with figures:
            content = ui.column().style("width:100%")

        async def look() -> None:
            if not figures.value:
                return
            spec = form.spec
            content.clear()
            size: SizeResult | None = await tried(service.do(GameSize(spec)))
            if size is None:
                return
            quick = [["secrets", f"{size.secrets:,}"], ["actions", f"{size.actions:,}"]]
            with content:
                table(["figure", "value"], [*quick, ["missing at the start", f"{size.entropy:.2f} bits"]], {1})
                more = say("Playing it to see more…", "soft")
            try:
                interest: list[FigureResult] = await heard(service.do(Interest(spec)))
            except SleuthError as error:
                more.set_text(f"There are no more figures: {str(error).rstrip('.')}.")
                return
            with anew(content):
                table(["figure", "value"], [[f.title, f.text] for f in interest if f.value is not None], {1})

        figures.on_value_change(Once(look))
