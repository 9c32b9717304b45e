"""What there is: games, strategies and channels, with parameters, forms and pictures; to list games loads little."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from sleuth.app.errors import MissingError
from sleuth.app.results import EntryResult, FieldResult
from sleuth.core.channel import Channel
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import (
    game_class,
    game_names,
    is_table,
    parse_table,
    split_channel,
    table_class,
    table_names,
)
from sleuth.core.registry import CHANNELS, GAMES
from sleuth.core.spec import Specified, split_spec, wrapped
from sleuth.core.text import capital, shorten
from sleuth.games.catalogue import POPULAR

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


def forget() -> None:
    """Look at the registry anew: games were added to it."""
    _games.cache_clear()
    _titles.cache_clear()


def check_entry(name: str, kind: type[Specified]) -> None:
    """Raise what a class raises that no form can be made of."""
    _entry(name, kind)


def tables() -> list[EntryResult]:
    """Every game of several players."""
    return [_entry(name, table_class(name)) for name in table_names()]


def showcase() -> list[EntryResult]:
    """What a person may choose from, what most look for first: every game, and those of several players with a page."""
    found = {one.name: one for one in [*tables(), *_games()]}
    first = [name for name in POPULAR if name in found]
    return [found[name] for name in [*first, *(one.name for one in _games() if one.name not in first)]]


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
        if game.name == GAMES.name_of(name):
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
    own = vars(kind)  # what was said of an ancestor says nothing of this one
    return EntryResult(
        name=name,
        summary=kind.summary(),
        parameters=defaults,
        fields=form_fields(kind),
        title=own.get("title") or capital(name.replace("-", " ")),
        tagline=own.get("tagline") or kind.summary().rstrip("."),
        presets=dict(own.get("presets", {})),
    )


def form_fields(kind: type[Specified]) -> list[FieldResult]:
    """The parameters that a form may offer: those that name no file, with kind, default, choices and help."""
    return [
        FieldResult(
            name=p.name,
            kind=p.kind.__name__,
            default=p.default if isinstance(p.default, int | float | str | bool) else None,
            choices=list(p.choices),
            help=p.help,
            label=p.label or capital(p.name.replace("_", " ")),
            words=dict(p.words),
            empty=p.empty,
            elsewhere=p.elsewhere,
            word_list=p.word_list,
        )
        for p in kind.parameters().values()
        if not p.file and not p.required
    ]


def spec_of_form(name: str, values: Mapping[str, object]) -> str:
    """The spec that a filled form means; fields that are left as they are stay out of it."""
    changed = []
    for field in entry(name).fields:
        default = _value_text(field.default)
        value = _value_text(values.get(field.name, field.default))
        if not value:  # nothing is a number where the field says what it means
            value = "0" if field.empty and field.kind in ("int", "float") else default
        if value != default:
            changed.append(f"{field.name}={wrapped(value)}")
    return f"{name}:{','.join(changed)}" if changed else name


def form_of_spec(spec: str) -> tuple[dict[str, str], str]:
    """What a form shows of a spec: its values as texts, and its channel; a field that means nothing is empty."""
    plain, channel = split_channel(spec)
    name, raw = split_spec(plain)
    values = {}
    for field in entry(name).fields:
        value = raw.pop(field.name, _value_text(field.default))
        values[field.name] = "" if field.empty and value in ("0", "none") else value
    if raw:
        raise MissingError(f"{shorten(name)} has no {shorten(next(iter(raw)))} to be filled in here; leave it out")
    return values, channel or ""


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def title(name: str) -> str:
    """The name of a game for a heading: `Bulls and cows`."""
    return _titles().get(name) or capital(name.replace("-", " "))


@cache
def _titles() -> dict[str, str]:
    return {one.name: one.title for one in [*_games(), *tables()]}


@lru_cache(maxsize=MAX_PICTURES)
def picture(name: str) -> str:
    """A picture of a game of the catalogue, as SVG."""
    from sleuth.show.svg import svg_picture

    return svg_picture(table_class(name) if is_table(name) else game_class(name, files=False))
