"""Reading what a request names: games, strategies, histories and records, within bounds.

From afar a spec names no file, no code, and no size beyond what is served. A field that names a file says so in its
metadata (`{"file": True}`). There text with a slash in it is refused in any field, so that a game of somebody else that
forgot to say so cannot be made to read a path either.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from sleuth.app.bounds import OPEN, Bounds, check_length, check_size
from sleuth.app.errors import RefusedError
from sleuth.core.channel import Channel
from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError, SleuthError
from sleuth.core.game import Action, Game
from sleuth.core.game_spec import game_class, parse_game, split_channel
from sleuth.core.history import History
from sleuth.core.members import guard_values
from sleuth.core.registry import CHANNELS
from sleuth.core.spec import Specified, split_spec, unwrapped
from sleuth.core.table_game import TableGame
from sleuth.core.text import real_number, shorten
from sleuth.play.record import Record
from sleuth.strategies.agent_files import names_code, split_strategy
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, strategy_class, usual_strategy


def read_game(game: str | Game, bounds: Bounds = OPEN, use: str = "pairs") -> Game:
    """The game of a spec. `use` names the bound on its size in `Sizes`."""
    if isinstance(game, Game):
        guard_values(game)
    else:
        game = _parsed(game, bounds)
    if bounds.sizes is not None:
        check_size(game, bounds.sizes, getattr(bounds.sizes, use))
    return game


def game_with(game: str | Game, parameters: Mapping[str, object]) -> Game:
    """The game of a spec with parameters besides, given as values or as their texts."""
    if isinstance(game, Game):
        if parameters:
            raise ParameterError(f"{game} is a game already: leave {', '.join(parameters)} out")
        return game
    plain, channel = split_channel(game)
    name, raw = split_spec(plain)
    cls = game_class(name)
    for key, value in parameters.items():
        if key in raw:
            raise ParameterError(f"{key} is given twice, in {shorten(game)!r} and as a keyword")
        known = cls.parameters().get(key)
        raw[key] = str(value) if known is None or isinstance(value, str | PurePath) else unwrapped(known.write(value))
    return with_channel(cls.from_parameters(raw), channel)


def _parsed(spec: str, bounds: Bounds) -> Game:
    _check_text(spec, bounds)
    if bounds.files:
        return parse_game(spec)
    plain, channel = split_channel(spec)
    name, parameters = split_spec(plain)
    check_parameters(game_class(name, files=False), parameters, bounds)
    if channel is not None:
        kind, raw = split_spec(channel)
        check_parameters(CHANNELS.load_kind(kind, Channel), raw, bounds)
    try:
        return parse_game(spec, files=False)
    except SleuthError:
        raise
    except Exception as error:  # somebody else's game may raise anything
        raise RefusedError(f"{shorten(spec)} cannot be made: {type(error).__name__}") from error


def read_strategy(spec: str | None, game: Game, bounds: Bounds = OPEN) -> Strategy:
    """The strategy of a spec; the usual one for the game if there is none."""
    if not spec:
        return parse_strategy(usual_strategy(game))
    _check_text(spec, bounds)
    if not bounds.files:
        name, parameters = split_strategy(spec)
        if names_code(name):
            raise RefusedError(f"{shorten(name)!r} is code, which cannot be named from here; take a strategy by name")
        check_parameters(strategy_class(name), parameters, bounds)
    return parse_strategy(spec, bounds.files)


def _check_text(spec: str, bounds: Bounds) -> None:
    check_length(spec, bounds.spec, "a spec")
    if not bounds.files and not spec.isprintable():
        raise RefusedError("a spec is printable text: NAME or NAME:key=value,key=value")


def check_parameters(cls: type[Specified], raw: dict[str, str], bounds: Bounds) -> None:
    """Refuse parameters that name a file, or are too large; before anything is made of them."""
    known = cls.parameters()
    for key, text in raw.items():
        parameter = known.get(key.replace("-", "_"))
        if parameter is None:
            continue  # told by whoever reads the spec
        if parameter.file and text and text not in parameter.known and not bounds.files:
            cure = "take another" if parameter.required else "leave it out"
            raise RefusedError(f"{cls.name}: {key} names a file, which cannot be done from here; {cure}")
        if parameter.kind is str and not bounds.files and ("/" in text or "\\" in text):
            raise RefusedError(f"{cls.name}: {key} cannot be {shorten(text)!r}; leave the slashes out")
        usual = text == str(parameter.default)
        if parameter.kind in (int, float) and bounds.number is not None and not usual and _size(text) > bounds.number:
            raise RefusedError(f"{cls.name}: {key} is at most {bounds.number:,} here, not {shorten(text)}")


def _size(text: str) -> float:
    return abs(real_number(text) or 0.0)  # what is no number is told by whoever reads the spec


def read_history(game: Game, text: str | History, bounds: Bounds = OPEN, listed: bool = True) -> History:
    """A history that is not too long; unless `listed`, with actions too that no list has, where a game knows such."""
    if isinstance(text, History):
        return text
    check_length(text, bounds.text, "a history")
    steps = History.parse(game, text, listed)
    if bounds.steps is not None and len(steps) > bounds.steps:
        raise RefusedError(f"a history has at most {bounds.steps} steps here, not {len(steps)}")
    return steps


def read_record(record: str | Record, bounds: Bounds = OPEN) -> Record:
    """A record; from afar, one that names no file."""
    if isinstance(record, Record):
        return record
    check_length(record, bounds.text, "a record")
    return Record.parse(record, files=bounds.files)


def read_action(game: Game | TableGame, text: str | None) -> Action | None:
    """An action, if there is one."""
    return game.parse_action(text) if text else None
