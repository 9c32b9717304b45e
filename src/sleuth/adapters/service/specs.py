"""Reading specs that come from afar: they name no file, no code, and no size beyond what is served.

A field that names a file says so in its metadata (`{"file": True}`). Text with a slash in it is refused in any field,
so that a game of somebody else that forgot to say so cannot be made to read a path either.
"""

from __future__ import annotations

import re
from typing import Any

from sleuth.adapters.service.errors import RefusedError
from sleuth.adapters.service.limits import NUMBER_MOST, SPEC_MOST, check_size
from sleuth.core.channel import Channel
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.registry import CHANNELS
from sleuth.core.spec import Specified, split_spec
from sleuth.core.text import real_number, shorten
from sleuth.games.catalogue import game_class, game_names, parse_game, split_channel
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy, strategy_class, usual_strategy


def read_game(spec: str, cells_most: int | None = None) -> Game:
    """The game of a spec, if it names no file and is not too large. Its name may be written as on the page."""
    _check_text(spec)
    spec = _without_title(spec)
    plain, channel = split_channel(spec)
    name, parameters = split_spec(plain)
    check_parameters(game_class(name, files=False), parameters)
    if channel is not None:
        kind, raw = split_spec(channel)
        check_parameters(CHANNELS.load_kind(kind, Channel), raw)
    try:
        game = parse_game(spec, files=False)
    except SleuthError:
        raise
    except Exception as error:  # somebody else's game may raise anything
        raise RefusedError(f"{shorten(spec)} cannot be made: {type(error).__name__}") from error
    check_size(game, cells_most)
    return game


def _without_title(spec: str) -> str:
    """The spec with the name of its game as the catalogue has it: `Bulls and cows:length=3` as `bulls-and-cows:...`"""
    title = re.split("[:@]", spec, maxsplit=1)[0]
    name = "-".join(title.lower().split())
    return name + spec[len(title) :] if name in game_names() and title not in game_names() else spec


def read_strategy(spec: str | None, game: Game) -> Strategy:
    """The strategy of a spec, if it names no file; the usual one for the game if there is none."""
    if not spec:
        return parse_strategy(usual_strategy(game))
    _check_text(spec)
    name, parameters = split_spec(spec)
    check_parameters(strategy_class(name), parameters)
    return parse_strategy(spec)


def _check_text(spec: str) -> None:
    if len(spec) > SPEC_MOST:
        raise RefusedError(f"a spec has at most {SPEC_MOST} signs, not {len(spec):,}")
    if not spec.isprintable():
        raise RefusedError("a spec is printable text: NAME or NAME:key=value,key=value")


def check_parameters(cls: type[Specified], raw: dict[str, str]) -> None:
    """Refuse parameters that name a file, or are too large; before anything is made of them."""
    known = cls.parameters()
    for key, text in raw.items():
        parameter = known.get(key.replace("-", "_"))
        if parameter is None:
            continue  # told by whoever reads the spec
        if parameter.file and text:
            raise RefusedError(f"{cls.name}: {key} names a file, which cannot be done from here; leave it out")
        if parameter.kind is str and ("/" in text or "\\" in text):
            raise RefusedError(f"{cls.name}: {key} cannot be {shorten(text)!r}; leave the slashes out")
        if parameter.kind in (int, float) and _size(text) > NUMBER_MOST:
            raise RefusedError(f"{cls.name}: {key} is at most {NUMBER_MOST:,} here, not {shorten(text)}")


def _size(text: str) -> float:
    return abs(real_number(text) or 0.0)  # what is no number is told by whoever reads the spec


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
