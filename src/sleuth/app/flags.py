"""A game written as a spec string and as flags of a command line: `mastermind --pegs 5`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, split_channel
from sleuth.core.registry import TABLES
from sleuth.core.spec import Specified, split_spec
from sleuth.core.table_game import TableGame
from sleuth.core.text import shorten


def game_of(spec: str, flags: Sequence[str] = (), options: Sequence[str] = ()) -> Game:
    """The game of a spec string and of flags such as `--pegs 5`, `--pegs=5` or `--hard`.

    The channel of its answers is written behind an `@`, or as a flag: `--channel lies:most=1`. `options` are those that
    the command has itself, for telling what a misspelt flag may mean.
    """
    spec, channel = split_channel(spec)
    name, parameters = split_spec(spec)
    cls = game_class(name)
    behind = {} if channel is None or "channel" in cls.parameters() else {"channel": channel}
    parameters = _with_flags(cls, parameters | behind, flags, (*options, "channel"))
    if "channel" not in cls.parameters():
        channel = parameters.pop("channel", None)
    return with_channel(cls.from_parameters(parameters), channel)


def table_of(spec: str, flags: Sequence[str] = (), options: Sequence[str] = ()) -> TableGame:
    """The same for a game of several players, which has no channel."""
    name, parameters = split_spec(spec)
    cls: type[TableGame] = TABLES.load_kind(name, TableGame)
    return cls.from_parameters(_with_flags(cls, parameters, flags, options))


def _with_flags(
    cls: type[Specified], parameters: dict[str, str], flags: Sequence[str], options: Sequence[str]
) -> dict[str, str]:
    """Parameters as texts, with those that flags give."""
    out, rest = dict(parameters), list(flags)
    names = [name.removeprefix("--") for name in (*options, *cls.parameters())]
    while rest:
        flag = rest.pop(0)
        if not flag.startswith("--") or flag == "--":
            raise ParameterError(
                f"unexpected argument {shorten(flag)!r}; parameters of {cls.name} are written --key value"
            )
        key, equals, value = flag[2:].partition("=")
        known = cls.parameters().get(key.replace("-", "_"))
        near = get_close_matches(shorten(key), names, n=1) if known is None and key not in names else []
        if near:
            raise ParameterError(f"there is no option --{shorten(key)}; did you mean --{near[0].replace('_', '-')}?")
        if not equals:
            if known is not None and known.kind is bool and not (rest and rest[0].lower() in ("true", "false")):
                value = "true"
            elif rest and (known is not None or not rest[0].startswith("--")):
                value = rest.pop(0)
            elif known is not None:
                raise ParameterError(f"--{key} needs a value")
        if key in out:
            raise ParameterError(f"{key} is given twice; leave out one of {shorten(out[key])!r} and {shorten(value)!r}")
        out[key] = value
    return out
