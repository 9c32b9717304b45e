"""What the commands share: the game argument with its flags, and the options that several of them take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sleuth.core.game import Game
    from sleuth.core.table_game import TableGame


def complete_game(incomplete: str) -> list[str]:
    """The games that a half-typed name may mean."""
    from sleuth.app.catalogue import game_completions

    return game_completions(incomplete)


def complete_strategy(incomplete: str) -> list[str]:
    """The strategies that a half-typed name may mean."""
    from sleuth.app.catalogue import strategy_completions

    return strategy_completions(incomplete)


GAME_HELP = (
    "A game, as NAME, NAME:key=value,... or FILE.py[:Class]; its parameters are also flags (--pegs 5). "
    "GAME@CHANNEL, or --channel, lets the oracle lie: mastermind@lies:most=1."
)
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A record, written by play, assist or watch.")]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object to stdout.")]
Strategy = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        "-s",
        help="A name from `sleuth strategies`, or an agent of your own: FILE.py[:Class], module:Class, command:run=... "
        "Unless given, entropy, or hit-probability where things are to be found.",
        autocompletion=complete_strategy,
    ),
]
Oracle = Annotated[
    str | None,
    typer.Option(
        help="Who answers: truthful, adversarial (it evades you), lying (as far as the game's channel goes), "
        "or setter (it hides the secret where it is hardest to find)."
    ),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Fixes every draw at random.")]
Belief = Annotated[
    str, typer.Option("--belief", help="How the information set is held: auto, enumerated, tabular or sampled.")
]
FLAGS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""For commands that take a game's parameters as flags."""


def read_game(spec: str, context: typer.Context | None = None) -> Game:
    """The game of a spec string and of a command's flags such as `--pegs 5`."""
    from sleuth.app.flags import game_of

    if context is None:
        return game_of(spec)
    return game_of(spec, context.args, [name for option in context.command.params for name in option.opts])


def read_table(spec: str, context: typer.Context) -> TableGame:
    """The same for a game of several players."""
    from sleuth.app.flags import table_of

    return table_of(spec, context.args, [name for option in context.command.params for name in option.opts])


def read_any(spec: str, context: typer.Context) -> Game | str:
    """A game; of several players, its spec."""
    from sleuth.core.game_spec import is_table

    return str(read_table(spec, context)) if is_table(spec) else read_game(spec, context)
