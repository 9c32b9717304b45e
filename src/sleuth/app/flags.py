"""A game written as a spec string and as flags of a command line: `mastermind --pegs 5`."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, split_channel, table_class
from sleuth.core.spec import Specified, split_spec
from sleuth.core.table_game import TableGame
from sleuth.core.text import shorten


def game_of(spec: str, flags: Sequence[str] = (), options: Sequence[str] = ()) -> Game:
    """The game of a spec string and of flags such as `--pegs 5`, `--pegs=5` or `--hard`.

    The channel of its answers is written behind an `@`, or as a flag: `--channel lies:most=1`. `options` are those that
    the command has itself, for telling what a misspelt flag may mean.
    """
    spec, channel = split_channel(spec)
    cls = game_class(split_spec(spec)[0])
    parameters, flagged = _with_flags(cls, spec, flags, options, channel)
    return with_channel(cls.from_parameters(parameters), flagged)


def table_of(spec: str, flags: Sequence[str] = (), options: Sequence[str] = ()) -> TableGame:
    """The same for a game of several players, which has no channel."""
    cls = table_class(split_spec(spec)[0])
    parameters, channel = _with_flags(cls, spec, flags, options, None)
    if channel is not None:
        raise ParameterError(f"nobody lies in {cls.name}: leave the channel out")
    return cls.from_parameters(parameters)


def _with_flags(
    cls: type[Specified], spec: str, flags: Sequence[str], options: Sequence[str], channel: str | None
) -> tuple[dict[str, str], str | None]:
    """The parameters and the channel of a spec and of flags together."""
    parameters = split_spec(spec)[1]
    rest = list(flags)
    names = [name.removeprefix("--") for name in (*options, *cls.parameters(), "channel")]
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
        if key == "channel" and known is None:
            if channel is not None:
                raise ParameterError("the channel is given twice")
            channel = value
            continue
        if key in parameters:
            raise ParameterError(f"{key} is given twice, in {shorten(spec)!r} and as a flag")
        parameters[key] = value
    return parameters, channel
