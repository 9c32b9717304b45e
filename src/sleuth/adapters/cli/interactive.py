"""Commands with a person at the other end: play and assist."""

from __future__ import annotations

from dataclasses import replace
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
from sleuth.adapters.cli.reports import begin_with_progress
from sleuth.adapters.cli.screen import THINKING, Screen, warm
from sleuth.core.errors import ParameterError

if TYPE_CHECKING:
    from sleuth.play.record import Record

OptionalGame = Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game)]
RecordOption = Annotated[str | None, typer.Option("--record", help="Keep the play in this file, after every step.")]
ResumeOption = Annotated[str | None, typer.Option("--resume", help="Go on with the play in this file.")]


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(play)
    app.command(context_settings=FLAGS)(assist)


def _open(context: typer.Context, game: str | None, resume: str | None, oracle: str | None, player: str) -> Record:
    from sleuth.play.oracles import usual_oracle
    from sleuth.play.record import Record

    if resume is None:
        if game is None:
            raise ParameterError("name a game (see `sleuth games`), or a record with --resume FILE")
        made = read_game(game, context)
        return Record(made, oracle=oracle or usual_oracle(made), player=player)
    record = Record.read(resume)
    if game is not None and str(read_game(game, context)) != str(record.game):
        raise ParameterError(f"the record {resume} is a play of {record.game}, not of {game}")
    return record


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
    opened = _open(context, game, resume, oracle, "human")
    from sleuth.strategies.catalogue import parse_strategy, usual_strategy

    helper = parse_strategy(strategy or usual_strategy(opened.game))
    warm(screen)
    import numpy as np

    from sleuth.adapters.cli.table import PlayTable
    from sleuth.play.opening import settle
    from sleuth.play.oracles import make_oracle, read_secret

    rng = np.random.default_rng(seed)
    chosen = opened.game.parse_secret(secret) if secret is not None else opened.secret
    settled, chosen = settle(opened.game, rng, chosen, opened.oracle)
    opened = replace(opened, game=settled)
    info = begin_with_progress(settled, belief, seed or 0, screen)
    chosen = read_secret(settled, info, secret) if secret is not None else chosen
    answers = make_oracle(opened.oracle, info, rng, chosen)
    table = PlayTable(screen, opened, info, helper, record or resume, answers)
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
    """Get help with a game played elsewhere: what to ask next, and why. Without --history you type the answers."""
    screen = Screen(json)
    opened = _open(context, game, resume, "human", strategy or "")
    from sleuth.core.history import History
    from sleuth.strategies.catalogue import parse_strategy, usual_strategy

    player = parse_strategy(strategy or usual_strategy(opened.game))
    opened = opened if resume else replace(opened, player=str(player))
    steps = opened.history if history is None else History.parse(opened.game, history)
    warm(screen)
    import numpy as np

    from sleuth.adapters.cli.table import AssistTable
    from sleuth.adapters.cli.views import advice_json, show_advice

    info = begin_with_progress(opened.game, belief, seed, screen)
    if history is None and not json:
        raise typer.Exit(AssistTable(screen, opened, info, player, record or resume).run())
    with screen.waiting(THINKING):
        now = info.observe_all(steps)
        decision = None if now.over else player.decide(now, rng=np.random.default_rng(seed))
    if json:
        screen.json(advice_json(now, decision, str(player)))
    else:
        show_advice(screen, now, decision)
