"""What the commands share: the game argument with its flags, and the options that several of them take."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.core.errors import ParameterError
from sleuth.core.text import shorten

if TYPE_CHECKING:
    from sleuth.core.game import Game


def complete_game(incomplete: str) -> list[str]:
    """The games that a half-typed name may mean."""
    from sleuth.games.catalogue import game_names

    return [name for name in game_names() if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[str]:
    """The strategies that a half-typed name may mean."""
    from sleuth.strategies.catalogue import strategy_names

    return [name for name in strategy_names() if name.startswith(incomplete)]


GAME_HELP = (
    "A game, as NAME, NAME:key=value,... or FILE.py[:Class]; its parameters are also flags (--pegs 5). "
    "GAME@CHANNEL, or --channel, lets the oracle lie: mastermind@lies:most=1."
)
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]
StrategyOption = Annotated[
    str,
    typer.Option("--strategy", "-s", help="A name from `sleuth strategies`.", autocompletion=complete_strategy),
]
UsualStrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        "-s",
        help="A name from `sleuth strategies`; unless given, entropy, or hit-probability where things are to be found.",
        autocompletion=complete_strategy,
    ),
]
OracleOption = Annotated[
    str | None,
    typer.Option(
        help="Who answers: truthful, adversarial (it evades you), or lying (as far as the game's channel goes)."
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Fixes every draw at random.")]
BeliefOption = Annotated[
    str, typer.Option("--belief", help="How the information set is held: auto, enumerated, tabular or sampled.")
]
FLAGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's parameters as flags."""


def read_game(spec: str, context: typer.Context | None = None) -> Game:
    """The game of a spec string and of a command's flags such as `--pegs 5`, `--pegs=5` or `--hard`.

    The channel of its answers is written behind an `@`, or as a flag: `--channel lies:most=1`.
    """
    from sleuth.core.spec import split_spec
    from sleuth.games.catalogue import game_class, split_channel
    from sleuth.games.told import told

    spec, channel = split_channel(spec)
    name, parameters = split_spec(spec)
    cls = game_class(name)
    rest = [] if context is None else list(context.args)
    options = [] if context is None else [name for option in context.command.params for name in option.opts]
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
    return told(cls.from_parameters(parameters), channel)
