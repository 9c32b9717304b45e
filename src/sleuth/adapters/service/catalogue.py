"""What there is: games and strategies, with forms made from their own fields."""

from __future__ import annotations

from functools import cache
from typing import Any

from sleuth.adapters.service.answers import Entry, Field
from sleuth.app.errors import MissingError
from sleuth.core.channel import Channel
from sleuth.core.errors import SleuthError
from sleuth.core.registry import CHANNELS
from sleuth.core.spec import Specified
from sleuth.games.catalogue import game_class, game_names
from sleuth.strategies.catalogue import strategy_class, strategy_names


def games() -> list[Entry]:
    """Every game of the catalogue that loads."""
    return list(_games())


@cache
def _games() -> tuple[Entry, ...]:
    found = []
    for name in game_names():
        try:
            cls = game_class(name, files=False)
        except SleuthError:
            continue  # installed by somebody else, and broken
        found.append(Entry(name, cls.summary(), [Field(**field) for field in form_fields(cls)]))
    return tuple(found)


def game(name: str) -> Entry:
    """One game of the catalogue."""
    for entry in games():
        if entry.name == name:
            return entry
    raise MissingError(f"there is no game called {name!r}")


def strategies() -> list[Entry]:
    """Every strategy that can be named from afar: those that need no file."""
    classes = [(name, strategy_class(name)) for name in strategy_names()]
    return [
        Entry(name, cls.summary(), [Field(**field) for field in form_fields(cls)])
        for name, cls in classes
        if not any(p.required and p.file for p in cls.parameters().values())
    ]


def channels() -> list[Entry]:
    """Every way to lie."""
    return [
        Entry(name, cls.summary(), [Field(**field) for field in form_fields(cls)])
        for name, cls in ((name, CHANNELS.load_kind(name, Channel)) for name in CHANNELS.names())
    ]


def spec_of_form(name: str, values: dict[str, object]) -> str:
    """The spec that a filled form means; fields that are left as they are stay out of it."""
    known = {field.name: field for field in game(name).fields}
    shown = []
    for key, value in values.items():
        field = known.get(key)
        if field is None or value is None or value == "" or value == field.default:
            continue
        if isinstance(value, bool):
            shown.append(f"{key}={'true' if value else 'false'}")
        elif isinstance(value, float) and value.is_integer():
            shown.append(f"{key}={int(value)}")
        else:
            shown.append(f"{key}={value}")
    return f"{name}:{','.join(shown)}" if shown else name


def form_fields(cls: type[Specified]) -> list[dict[str, Any]]:
    """The parameters that a form may offer: those that name no file, with kind, default, choices and help."""
    return [
        {
            "name": p.name,
            "kind": p.kind.__name__,
            "default": p.default if isinstance(p.default, int | float | str | bool) else None,
            "choices": list(p.choices),
            "help": p.help,
        }
        for p in cls.parameters().values()
        if not p.file and not p.required
    ]
