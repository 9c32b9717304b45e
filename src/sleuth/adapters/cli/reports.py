"""Commands that work by themselves and report: watch, evaluate, replay, check, warmup, tour."""

from __future__ import annotations

from typing import Annotated

import typer

from sleuth.adapters.cli.options import (
    FLAGS,
    BeliefOption,
    GameArgument,
    JsonOption,
    OracleOption,
    SeedOption,
    UsualStrategyOption,
    read_game,
)
from sleuth.adapters.cli.screen import THINKING, Screen, warm


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(watch)
    app.command(context_settings=FLAGS)(evaluate)
    app.command()(replay)
    app.command(context_settings=FLAGS)(check)
    app.command()(warmup)
    app.command()(tour)


def watch(
    context: typer.Context,
    game: GameArgument,
    strategy: UsualStrategyOption = None,
    secret: Annotated[str | None, typer.Option(help="The secret; drawn from the prior unless given.")] = None,
    oracle: OracleOption = None,
    seed: SeedOption = 0,
    belief: BeliefOption = "auto",
    record: Annotated[str | None, typer.Option(help="Write the play to this file.")] = None,
    json: JsonOption = False,
) -> None:
    """Watch a strategy play one secret, with the entropy after each step."""
    screen = Screen(json)
    made = read_game(game, context)
    from sleuth.app.requests import Watch
    from sleuth.app.specs import read_strategy

    player = read_strategy(strategy, made)
    warm(screen)
    from sleuth.app.watch import Show
    from sleuth.show.board import board
    from sleuth.show.figures import entropy_bar
    from sleuth.show.words import bits_text, lies_text, size_text

    with screen.progress() as progress:
        show = Show.begin(Watch(made, str(player), secret or "", oracle or "", belief, seed), progress=progress)
    info, played = show.info, []
    if not json:
        screen.show(f"{info.game}: {size_text(info)}, {bits_text(info)}")
    for turn in screen.each(show.turns(), THINKING):
        played.append(turn)
        info, option = turn.after, turn.decision.chosen
        if not json:
            lies = lies_text(info.kinds)
            told = f"told {turn.gained:.2f} bits, {option.bits:.2f} expected; {size_text(info)}"
            said = info.game.format_feedback(turn.feedback)
            screen.show(f"{len(played):>3}. {option.text} = {said}   {told}{f': {lies}' if lies else ''}")
            screen.show(entropy_bar(info.entropy, show.info.entropy), *info.caught_since(turn.before))
    if record:
        show.record(played).write(record)
    if json:
        screen.json(show.result(played).as_json())
    else:
        screen.show("", board(info, show.oracle.reveal()), *show.oracle.confess())


def evaluate(
    context: typer.Context,
    game: GameArgument,
    strategy: UsualStrategyOption = None,
    first: Annotated[str | None, typer.Option(help="The first action, instead of the strategy's own.")] = None,
    by_first_feedback: Annotated[
        bool, typer.Option("--by-first-feedback", help="Also show each answer to the first action apart.")
    ] = False,
    sample: Annotated[
        int | None,
        typer.Option(min=1, help="Play so many secrets drawn at random; 100 where all are too many."),
    ] = None,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Play a strategy against every secret: total, mean and worst number of steps, exactly.

    Of games too large for that, a seeded sample of secrets is played.
    """
    screen = Screen(json)
    made = read_game(game, context)
    from sleuth.app.requests import Evaluate
    from sleuth.app.specs import read_action, read_strategy

    player = read_strategy(strategy, made)
    read_action(made, first)
    warm(screen)
    from sleuth.app.evaluate import evaluate as evaluate_strategy
    from sleuth.show.analysis import optimum_line
    from sleuth.show.figures import evaluation_table

    request = Evaluate(made, str(player), first or "", by_first_feedback, sample, seed)
    with screen.progress() as progress:
        result = evaluate_strategy(request, progress=progress)
    if json:
        screen.json(result.as_json())
        return
    screen.show(evaluation_table(result.evaluation, by_first_feedback))
    if (line := optimum_line(result.evaluation, result.gap)) is not None:
        screen.show(line)


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, written by play, assist or watch.")],
    belief: BeliefOption = "auto",
    json: JsonOption = False,
) -> None:
    """Go through a recorded play again, checking every answer."""
    screen = Screen(json)
    from sleuth.app.checks import ReplayRecord, replay_result, replay_sets
    from sleuth.app.play import read_file

    record = read_file(file)
    warm(screen)
    from sleuth.show.board import board
    from sleuth.show.figures import entropy_bar

    with screen.progress() as progress:
        sets = replay_sets(ReplayRecord(record, belief), progress=progress)
    result = replay_result(record, sets)
    if json:
        screen.json(result.as_json())
        return
    for number, step in enumerate(result.steps, 1):
        screen.show(
            f"{number:>3}. {step.action} = {step.feedback}   {step.candidates:,} left",
            entropy_bar(step.entropy, sets[0].entropy),
        )
    secret = record.secret if record.solved else None
    screen.show("", board(sets[-1], secret), "Solved." if record.solved else "Not finished.")


def check(context: typer.Context, game: GameArgument, json: JsonOption = False) -> None:
    """Check that a game keeps the contract; the first fault is named with its action and secret."""
    screen = Screen(json)
    made = read_game(game, context)
    warm(screen)
    from sleuth.app.checks import Check
    from sleuth.app.perform import perform
    from sleuth.core.text import plural

    with screen.waiting("checking"):
        result = perform(Check(made))
    if json:
        screen.json(result.as_json())
        return
    counts = {"secret": result.secrets, "action": result.actions, "feedback": result.feedbacks}
    size = ", ".join(plural(number, what) for what, number in counts.items() if number is not None)
    screen.show(f"{result.game} is sound: {size or 'it has no table; checked on plays and on what it draws'}.")


def warmup(json: JsonOption = False) -> None:
    """Check the compiled kernels and compile those that are missing or damaged: nothing waits for a compiler later."""
    screen = Screen(json)
    warm(screen)
    from sleuth.app.checks import Warmup
    from sleuth.app.perform import perform
    from sleuth.core.text import plural

    with screen.progress() as progress:
        result = perform(Warmup(), progress=progress)
    if json:
        screen.json(result.as_json())
    elif result.compiled:
        blame = f", {result.damaged} of them because the cached one was damaged" if result.damaged else ""
        screen.show(f"{plural(result.kernels, 'kernel')} compiled{blame}; {result.before or 'none'} had been before.")
    elif result.kept:
        screen.show("The kernels are compiled already, and sound.")


def tour(json: JsonOption = False) -> None:
    """Let Sleuth solve one of each game, with the entropy falling step by step."""
    screen = Screen(json)
    warm(screen)
    from sleuth.adapters.cli.tour import show_tour

    show_tour(screen)
