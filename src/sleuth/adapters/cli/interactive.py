"""Commands with a person at the other end: play and assist."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sleuth.adapters.cli.options import (
    FLAGS,
    GAME_HELP,
    BeliefOption,
    JsonOption,
    OracleOption,
    SeedOption,
    UsualStrategyOption,
    complete_game,
    read_game,
)
from sleuth.adapters.cli.screen import Screen, warm
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from sleuth.app.play import Play
    from sleuth.core.game import Game
    from sleuth.core.history import History

OptionalGame = Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
RecordOption = Annotated[str | None, typer.Option("--record", help="Keep the play in this file, after every step.")]
ResumeOption = Annotated[str | None, typer.Option("--resume", help="Go on with the play in this file.")]


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(play)
    app.command(context_settings=FLAGS)(assist)


def _named(context: typer.Context, game: str | None, resume: str | None) -> Game | None:
    if resume is None and game is None:
        raise ParameterError("name a game (see `sleuth games`), or a record with --resume FILE")
    return None if game is None else read_game(game, context)


def play(
    context: typer.Context,
    game: OptionalGame = None,
    secret: Annotated[str | None, typer.Option(help="The secret, if you want to set it for somebody else.")] = None,
    oracle: OracleOption = None,
    strategy: UsualStrategyOption = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Fixes the secret that is drawn.")] = None,
    belief: BeliefOption = "auto",
    record: RecordOption = None,
    resume: ResumeOption = None,
    json: JsonOption = False,
) -> None:
    """Play a game yourself: you ask, Sleuth answers. Ctrl-C keeps the play in a file to resume."""
    screen = Screen(json)
    named = _named(context, game, resume)
    from sleuth.app.play import Play, saved_play
    from sleuth.app.specs import read_strategy

    helper = None if named is None else read_strategy(strategy, named)
    warm(screen)
    from sleuth.adapters.cli.play_session import PlayTable

    with screen.progress() as progress:
        if resume is not None:
            opened = saved_play(resume, named, secret or "", seed, belief, progress)
        else:
            assert named is not None
            opened = Play.begin(named, oracle or "", secret or "", seed, belief=belief, progress=progress)
    table = PlayTable(screen, opened, helper or read_strategy(strategy, opened.game), record or resume)
    raise typer.Exit(table.run())


def assist(
    context: typer.Context,
    game: OptionalGame = None,
    history: Annotated[str | None, typer.Option(help='What was asked and answered so far: "A=F;A=F".')] = None,
    strategy: UsualStrategyOption = None,
    belief: BeliefOption = "auto",
    seed: SeedOption = 0,
    record: RecordOption = None,
    resume: ResumeOption = None,
    json: JsonOption = False,
) -> None:
    """Get help with a game played elsewhere: what to ask next, and why. Without --history you type the answers.

    Answers that contradict each other are told (exit code 2), with the step to check and what it may have been.
    """
    screen = Screen(json)
    named = _named(context, game, resume)
    from sleuth.app.specs import read_history, read_strategy

    if named is not None:  # what is wrong is told before anything is compiled
        read_strategy(strategy, named)
        read_history(named, history or "")
    warm(screen)
    steps: str | History = history or ""
    if resume is not None or (history is None and not json):
        opened = _elsewhere(screen, named, resume, strategy, belief, seed)
        if history is None and not json:
            from sleuth.adapters.cli.play_session import AssistTable

            raise typer.Exit(AssistTable(screen, opened, read_strategy(strategy, opened.game), record or resume).run())
        named, steps = opened.game, opened.record.history if history is None else history
    assert named is not None
    from sleuth.adapters.cli.views import tell_advice
    from sleuth.app.assist import consult
    from sleuth.app.requests import Assist

    with screen.progress() as progress:
        advice = consult(Assist(named, steps, strategy or "", belief, seed), progress=progress)
    raise typer.Exit(tell_advice(screen, advice))


def _elsewhere(
    screen: Screen, game: Game | None, resume: str | None, strategy: str | None, belief: str, seed: int
) -> Play:
    """The play of a record, or a new one, whose answers somebody types."""
    from sleuth.app.play import Play, saved_play
    from sleuth.app.specs import read_strategy

    with screen.progress() as progress:
        if resume is not None:
            return saved_play(resume, game, "", seed, belief, progress)
        assert game is not None
        return Play.elsewhere(game, str(read_strategy(strategy, game)), belief, seed, progress)
