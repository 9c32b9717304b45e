"""Commands with a person at the other end: play and assist."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app
from sleuth.adapters.cli import options
from sleuth.adapters.cli.screen import Screen
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from sleuth.core.game import Game

OptionalGame = Annotated[
    str | None, typer.Argument(metavar="GAME", help=options.GAME_HELP, autocompletion=options.complete_game)
]
RecordOption = Annotated[str | None, typer.Option("--record", help="Keep the play in this file, after every step.")]
ResumeOption = Annotated[str | None, typer.Option("--resume", help="Go on with the play in this file.")]


def _named(context: typer.Context, game: str | None, resume: str | None) -> Game | None:
    if resume is None and game is None:
        raise ParameterError("name a game (see `sleuth games`), or a record with --resume FILE")
    return None if game is None else options.read_game(game, context)


def _is_table(game: str | None, resume: str | None) -> bool:
    from sleuth.app.table import is_table_record
    from sleuth.core.game_spec import is_table

    return is_table(game) if game is not None else resume is not None and is_table_record(resume)


def _play_at_table(
    screen: Screen,
    context: typer.Context,
    game: str | None,
    seat: int,
    strategy: str | None,
    seed: int | None,
    record: str | None,
    resume: str | None,
) -> int:
    from sleuth.adapters.cli.table_play import TableDialogue
    from sleuth.app.table import Table, deal

    if resume is not None:
        table = Table.read(resume)
    else:
        spec = str(options.read_table(str(game), context))
        table = deal(app.TableBegin(spec, seat, (strategy,) if strategy else (), seed))
    return TableDialogue(screen, table, record or resume).run()


def _assist_at_table(screen: Screen, game: str, history: str | None, record: str | None, seed: int) -> None:
    from sleuth.adapters.cli import clue

    if game.strip() != "clue":
        raise ParameterError(f"assist helps at a table of clue; at {game} play, and type hint")
    if history is None and not screen.as_json:
        clue.talk(screen, None if record is None else Path(record), seed, shows="random", habits="none")
    elif history is None:
        raise ParameterError("with --json, give the lines of the log with --history, semicolons between them")
    else:
        clue.tell(screen, app.ClueAssist("\n".join(line.strip() for line in history.split(";")), seed=seed))


def play(
    context: typer.Context,
    game: OptionalGame = None,
    secret: Annotated[str | None, typer.Option(help="The secret, if you want to set it for somebody else.")] = None,
    oracle: options.Oracle = None,
    strategy: options.Strategy = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="Fixes the secret that is drawn.")] = None,
    belief: options.Belief = "auto",
    seat: Annotated[int, typer.Option("--seat", min=1, help="Your seat, where several play; seat 1 begins.")] = 1,
    record: RecordOption = None,
    resume: ResumeOption = None,
    json: options.Json = False,
) -> None:
    """Play a game yourself: you ask, Sleuth answers. Ctrl-C keeps the play in a file to resume.

    Where several play, --strategy names the others: "race vs most-likely"; the last one fills the seats that are left.
    """
    screen = Screen(json)
    if _is_table(game, resume):
        raise typer.Exit(_play_at_table(screen, context, game, seat, strategy, seed, record, resume))
    named = _named(context, game, resume)
    from sleuth.app.play import saved_play
    from sleuth.app.specs import read_strategy

    helper = None if named is None else read_strategy(strategy, named)
    from sleuth.adapters.cli.play_session import PlayDialogue

    with screen.progress() as progress:
        if resume is not None:
            play = saved_play(resume, named, secret or "", seed, belief, progress)
        else:
            assert named is not None
            play = app.Play.begin(named, oracle or "", secret or "", seed, belief=belief, progress=progress)
    helper = helper or read_strategy(strategy, play.game)
    raise typer.Exit(PlayDialogue(screen, play, helper, record or resume).run())


def assist(
    context: typer.Context,
    game: OptionalGame = None,
    history: Annotated[str | None, typer.Option(help='What was asked and answered so far: "A=F;A=F".')] = None,
    action: Annotated[
        str | None, typer.Option("--action", help="A question of yours: what each answer to it would leave.")
    ] = None,
    strategy: options.Strategy = None,
    belief: options.Belief = "auto",
    seed: options.Seed = 0,
    record: RecordOption = None,
    resume: ResumeOption = None,
    json: options.Json = False,
) -> None:
    """Get help with a game played elsewhere: what to ask next, and why. Without --history you type the answers.

    Answers that contradict each other are told (exit code 2), with the step to check and what it may have been. Of
    Clue, --history has the lines of a log, with semicolons between them; --record or --resume keep them in a file.
    """
    screen = Screen(json)
    if game is not None and _is_table(game, None):
        _assist_at_table(screen, game, history, record or resume, seed)
        return
    named = _named(context, game, resume)
    from sleuth.app.play import saved_play
    from sleuth.app.specs import read_history, read_strategy

    if named is not None:  # what is wrong is told before anything is compiled
        read_strategy(strategy, named)
        read_history(named, history or "", listed=False)
    from sleuth.adapters.cli.parts import tell_parts
    from sleuth.adapters.cli.play_session import AssistDialogue, tell_advice
    from sleuth.app.assist import consult

    tell: Callable[[], int]
    with screen.progress() as progress:
        play = None if resume is None else saved_play(resume, named, "", seed, belief, progress)
        subject = named if play is None else play.game
        assert subject is not None
        if action is not None:
            steps = play.record.history if play is not None and history is None else history or ""
            question = app.QuestionParts(subject, action, steps, belief, seed)
            tell = partial(tell_parts, screen, app.perform(question, progress=progress))
        elif history is None and not json:
            helper = read_strategy(strategy, subject)
            play = play or app.Play.elsewhere(subject, str(helper), belief, seed, progress)
            tell = AssistDialogue(screen, play, helper, record or resume).run
        else:
            steps = play.record.history if play is not None and history is None else history or ""
            advice = consult(app.Assist(subject, steps, strategy or "", belief, seed), progress=progress)
            tell = partial(tell_advice, screen, advice)
    raise typer.Exit(tell())
