"""Commands that work by themselves and report: watch, evaluate, replay, check, warmup, tour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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

if TYPE_CHECKING:
    from sleuth.belief.base import InformationSet
    from sleuth.core.game import Game


def register(app: typer.Typer) -> None:
    app.command(context_settings=FLAGS)(watch)
    app.command(context_settings=FLAGS)(evaluate)
    app.command()(replay)
    app.command(context_settings=FLAGS)(check)
    app.command()(warmup)
    app.command()(tour)


def begin_with_progress(game: Game, belief: str, seed: int, screen: Screen) -> InformationSet:
    """The information set before play, with a bar while a large table is made."""
    from sleuth.belief.begin import begin

    with screen.progress() as progress:
        return begin(game, belief, seed=seed, progress=progress)


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
    from sleuth.app.study import evaluate as evaluate_strategy
    from sleuth.show.analysis import optimum_line
    from sleuth.show.figures import measured_table

    request = Evaluate(made, str(player), first or "", by_first_feedback, sample, seed)
    with screen.progress() as progress:
        result = evaluate_strategy(request, progress=progress)
    if json:
        screen.json(result.as_json())
        return
    screen.show(measured_table(result.evaluation, by_first_feedback))
    if result.optimum is not None:
        screen.show(optimum_line(result.evaluation, result.optimum))


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record, written by play, assist or watch.")],
    belief: BeliefOption = "auto",
    json: JsonOption = False,
) -> None:
    """Go through a recorded play again, checking every answer."""
    screen = Screen(json)
    from sleuth.play.record import Record

    record = Record.read(file)
    warm(screen)
    from sleuth.show.board import board
    from sleuth.show.figures import entropy_bar

    info = begin_with_progress(record.game, belief, 0, screen)
    with screen.waiting(THINKING):
        seen = record.replay(info)
    steps: list[dict[str, Any]] = [
        {
            "action": record.game.format_action(a),
            "feedback": record.game.format_feedback(f),
            "entropy": after.entropy,
            "candidates": after.size,
        }
        for (a, f), after in zip(record.history, seen[1:], strict=True)
    ]
    if json:
        shown = record.game.format_secret(record.secret) if record.solved and record.secret is not None else None
        screen.json(
            {
                "game": str(record.game),
                "player": record.player,
                "oracle": record.oracle,
                "solved": record.solved,
                "secret": shown,
                "steps": steps,
            }
        )
        return
    for number, step in enumerate(steps, 1):
        screen.show(
            f"{number:>3}. {step['action']} = {step['feedback']}   {step['candidates']:,} left",
            entropy_bar(step["entropy"], info.entropy),
        )
    screen.show(
        "", board(seen[-1], record.secret if record.solved else None), "Solved." if record.solved else "Not finished."
    )


def check(context: typer.Context, game: GameArgument, json: JsonOption = False) -> None:
    """Check that a game keeps the contract; the first fault is named with its action and secret."""
    screen = Screen(json)
    made = read_game(game, context)
    warm(screen)
    from sleuth.core.errors import TooLargeError
    from sleuth.core.offers import drawable
    from sleuth.core.tabulate import tabulate
    from sleuth.core.text import plural
    from sleuth.play.evaluate import listable
    from sleuth.testing import check_game

    found: dict[str, int] = {}
    try:
        if listable(made):
            with screen.progress() as progress:
                tables = tabulate(made, progress)
            found = {"secret": len(tables.secrets), "action": len(tables.actions), "feedback": len(tables.feedbacks)}
    except TooLargeError:
        if not drawable(made):
            raise
    with screen.waiting("checking"):
        check_game(made)
    if json:
        screen.json({"game": str(made), "ok": True, **{f"{what}s": number for what, number in found.items()}})
    else:
        size = ", ".join(plural(number, what) for what, number in found.items())
        screen.show(f"{made} is sound: {size or 'it has no table; checked on plays and on what it draws'}.")


def warmup(json: JsonOption = False) -> None:
    """Check the compiled kernels and compile those that are missing or damaged: nothing waits for a compiler later."""
    from sleuth.core.text import plural
    from sleuth.kernels.jit import is_warm, kernel_folder

    screen = Screen(json)
    warm(screen, check=True)
    folder = kernel_folder()
    compiled, damaged = (folder.compiled, folder.damaged) if folder else (0, 0)
    if json:
        screen.json({"warm": is_warm(), "compiled": compiled > 0, "kernels": compiled, "damaged": damaged})
    elif folder and compiled:
        blame = f", {damaged} of them because the cached one was damaged" if damaged else ""
        rest = len(folder.used) - compiled
        screen.show(f"{plural(compiled, 'kernel')} compiled{blame}; {rest or 'none'} had been before.")
    elif folder:
        screen.show("The kernels are compiled already, and sound.")


def tour(json: JsonOption = False) -> None:
    """Let Sleuth solve one of each game, with the entropy falling step by step."""
    from sleuth.adapters.cli.tour import give_tour

    screen = Screen(json)
    warm(screen)
    give_tour(screen)
