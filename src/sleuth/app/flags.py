"""A game written as a spec string and as flags of a command line: `mastermind --pegs 5`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from sleuth.core.channel_game import with_channel
from sleuth.core.errors import ParameterError
from sleuth.core.game import Game
from sleuth.core.game_spec import game_class, is_table, split_channel, table_class
from sleuth.core.registry import CHANNELS
from sleuth.core.sequential import Sequential
from sleuth.core.spec import Parameter, Specified, split_spec
from sleuth.core.table_game import TableGame
from sleuth.core.text import capital, shorten


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


@dataclass(frozen=True)
class GameFlag:
    """A parameter of a game as a flag of the command line."""

    name: str
    """The flag, as `--pegs`."""
    value: str
    """What stands behind it, in a word; empty where nothing must."""
    help: str
    choices: tuple[str, ...] = ()
    """What the value may be, where that can be listed."""


def flags_of(spec: str) -> tuple[str, list[GameFlag]]:
    """The name of a game and its flags: its parameters, and the channel where its answers may be false."""
    spec, _ = split_channel(spec)
    name = split_spec(spec)[0]
    if is_table(spec):
        table = table_class(name)
        return table.name, [_flag(p) for p in table.parameters().values()]
    cls = game_class(name)
    flags = [_flag(p) for p in cls.parameters().values()]
    if issubclass(cls, Sequential) or "channel" in cls.parameters():
        return cls.name, flags
    told = "How its answers may be false, as in lies:most=1"
    return cls.name, [*flags, GameFlag("--channel", "<channel>", told, tuple(CHANNELS.names()))]


def _flag(parameter: Parameter) -> GameFlag:
    """A parameter as a flag, with its default and what may be given."""
    words = [capital(parameter.help or parameter.label or parameter.name.replace("_", " "))]
    if parameter.kind is str and parameter.empty and not parameter.help:
        words.append(f"(empty: {parameter.empty})")
    default = "" if parameter.required or parameter.default is None else parameter.write(parameter.default)
    notes = [f"one of {', '.join(parameter.choices)}"] * bool(parameter.choices)
    notes += ["required"] if parameter.required else [f"default: {default}"] * (default not in ("", "false"))
    words += [f"[{'; '.join(notes)}]"] * bool(notes)
    name, choices = f"--{parameter.name.replace('_', '-')}", parameter.choices or parameter.known
    if parameter.kind is bool:
        return GameFlag(name, "true|false" if parameter.default else "", " ".join(words), ("true", "false"))
    return GameFlag(name, "<file>" if parameter.file else f"<{parameter.kind.__name__}>", " ".join(words), choices)


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
