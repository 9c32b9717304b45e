"""What there is: games, strategies and channels, with parameters, forms and pictures; to list games loads little."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sleuth.app.errors import MissingError
from sleuth.app.results import EntryResult, FieldResult
from sleuth.core.channel import Channel
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import game_class, game_names, parse_table, table_class, table_names
from sleuth.core.registry import CHANNELS
from sleuth.core.spec import Specified
from sleuth.core.text import capital, shorten

if TYPE_CHECKING:
    from sleuth.core.game import Game
    from sleuth.core.table_game import TableGame

MAX_PICTURES = 64
"""How many pictures of games a process keeps."""


def games() -> list[EntryResult]:
    """Every game of the catalogue that loads."""
    return list(_games())


@cache
def _games() -> tuple[EntryResult, ...]:
    entries = []
    for name in game_names():
        try:
            entries.append(_entry(name, game_class(name, files=False)))
        except SleuthError:
            continue  # installed by somebody else, and broken
    return tuple(entries)


def tables() -> list[EntryResult]:
    """Every game of several players."""
    return [_entry(name, table_class(name)) for name in table_names()]


def seat_names(table: str) -> list[str]:
    """The strategies for a seat at a table that answer at once."""
    from sleuth.strategies.seat_strategy import seat_strategies

    return [name for name, kind in seat_strategies(parse_table(table)).items() if kind.quick]


def seats(table: TableGame) -> list[EntryResult]:
    """Every strategy for a seat at a table."""
    from sleuth.strategies.seat_strategy import seat_strategies

    return [_entry(name, kind) for name, kind in seat_strategies(table).items()]


def entry(name: str) -> EntryResult:
    """One game of the catalogue."""
    for game in _games():
        if game.name == name:
            return game
    raise MissingError(f"there is no game called {shorten(name)!r}")


def strategies(game: Game | None = None, files: bool = True) -> list[EntryResult]:
    """Every strategy, or those that can play a game; without `files`, those that need none."""
    from sleuth.strategies.catalogue import strategy_class, strategy_names

    kinds = ((name, strategy_class(name)) for name in strategy_names())
    return [
        _entry(name, kind)
        for name, kind in kinds
        if (files or not any(p.required and p.file for p in kind.parameters().values()))
        and (game is None or kind.plays(game))
    ]


def game_completions(text: str) -> list[str]:
    """The names of games that begin so; none is loaded."""
    return [name for name in (*game_names(), *table_names()) if name.startswith(text)]


def strategy_completions(text: str) -> list[str]:
    """The names of strategies that begin so; none is loaded."""
    from sleuth.strategies.catalogue import strategy_names

    return [name for name in strategy_names() if name.startswith(text)]


def channels() -> list[EntryResult]:
    """Every way to lie."""
    return [_entry(name, CHANNELS.load_kind(name, Channel)) for name in CHANNELS.names()]


def _entry(name: str, kind: type[Specified]) -> EntryResult:
    defaults = {key: p.write(p.default) if p.reader else p.default for key, p in kind.parameters().items()}
    return EntryResult(name=name, summary=kind.summary(), parameters=defaults, fields=form_fields(kind))


def form_fields(kind: type[Specified]) -> list[FieldResult]:
    """The parameters that a form may offer: those that name no file, with kind, default, choices and help."""
    return [
        FieldResult(
            name=p.name,
            kind=p.kind.__name__,
            default=p.default if isinstance(p.default, int | float | str | bool) else None,
            choices=list(p.choices),
            help=p.help,
        )
        for p in kind.parameters().values()
        if not p.file and not p.required
    ]


def spec_of_form(name: str, values: dict[str, object]) -> str:
    """The spec that a filled form means; fields that are left as they are stay out of it."""
    defaults = {field.name: field.default for field in entry(name).fields}
    changed = {key: value for key, value in values.items() if value not in (None, "", defaults.get(key, value))}
    parameters = ",".join(f"{key}={_value_text(value)}" for key, value in changed.items())
    return f"{name}:{parameters}" if parameters else name


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def title(name: str) -> str:
    """The name of a game for a heading: `Bulls and cows`."""
    return capital(name.replace("-", " "))


@lru_cache(maxsize=MAX_PICTURES)
def picture(name: str) -> str:
    """A picture of a game of the catalogue, as SVG."""
    from sleuth.show.svg import svg_picture

    return svg_picture(game_class(name, files=False))
