"""A form made from the fields of a game."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from sleuth.app.catalogue import spec_of_form
from sleuth.app.results import EntryResult, FieldResult


class GameForm:
    """Inputs for the parameters of one game."""

    def __init__(self, entry: EntryResult) -> None:
        self.entry = entry
        self.values: dict[str, Any] = {field.name: field.default for field in entry.fields}
        for field in entry.fields:
            self._add(field)

    def _add(self, field: FieldResult) -> None:
        label, default = field.name.replace("_", " "), field.default

        def keep(event: events.ValueChangeEventArguments[Any]) -> None:
            self.values[field.name] = event.value

        element: ui.element
        if field.kind == "bool":
            element = ui.switch(label, value=bool(default), on_change=keep)
        elif field.choices:
            element = ui.select(field.choices, label=label, value=default, on_change=keep).props("outlined dense")
        elif field.kind in ("int", "float"):
            value = default if isinstance(default, int | float) else None
            step = 1 if field.kind == "int" else None
            element = ui.number(label, value=value, step=step, on_change=keep).props("outlined dense")
        else:
            element = ui.input(label, value=str(default or ""), on_change=keep).props("outlined dense maxlength=200")
        element.classes("field").props(f'data-field="{field.name}"')
        if field.help:
            element.tooltip(field.help)

    @property
    def spec(self) -> str:
        """The spec of the game as it is filled in."""
        return spec_of_form(self.entry.name, self.values)
