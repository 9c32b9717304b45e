"""Commands that work by themselves and report: watch, evaluate, replay, check, warmup, tour."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from os.path import relpath
from shutil import which
from typing import TYPE_CHECKING, Annotated

import typer

from sleuth import app, show
from sleuth.adapters.cli import options
from sleuth.adapters.cli.listings import entries_table
from sleuth.adapters.cli.screen import THINKING, Lines, Screen
from sleuth.core.errors import RecordError
from sleuth.core.files import read_text
from sleuth.core.text import capital, plural
from sleuth.kernels.compiling import announce

if TYPE_CHECKING:
    from sleuth.app.evaluate import Evaluated
    from sleuth.app.table import Move, Table
    from sleuth.app.watch import WatchedPlay

NEXT = (
    ("play wordle", "you ask, Sleuth answers"),
    ('assist mastermind --history "0011=1.0"', "what to ask next, and why"),
    ("watch bulls-and-cows --secret 3970", "a strategy at work"),
    ("evaluate mastermind --strategy minimax", "every secret at once"),
)
"""What to try after the tour."""


def watch(
    context: typer.Context,
    game: options.GameName,
    strategy: options.Strategy = None,
    secret: Annotated[str | None, typer.Option(help="The secret; drawn from the prior unless given.")] = None,
    oracle: options.Oracle = None,
    seed: options.Seed = 0,
    belief: options.Belief = "auto",
    record: Annotated[str | None, typer.Option(help="Write the play to this file.")] = None,
    json: options.Json = False,
) -> None:
    """Watch a strategy play one secret, with the entropy after each step.

    Where several play, --strategy names them seat by seat: "race vs most-likely"; the last one fills the seats left.
    """
    screen = Screen(json)
    from sleuth.core.game_spec import is_table

    if is_table(game):
        _watch_table(screen, context, app.TableWatch(game, strategy or "", seed), record)
        return
    subject = options.read_game(game, context)
    from sleuth.app.specs import read_strategy
    from sleuth.app.watch import WatchedPlay
    from sleuth.show.words import lies_text

    read_strategy(strategy, subject)
    with screen.progress() as progress:
        request = app.Watch(subject, strategy or "", secret or "", oracle or "", belief, seed)
        play = WatchedPlay.begin(request, progress=progress)
    info, turns = play.info, []
    if not json:
        screen.show(f"{info.game}: {show.size_text(info)}, {show.bits_text(info)}")
    for turn in screen.each(play.turns(), THINKING):
        turns.append(turn)
        info, option = turn.after, turn.decision.chosen
        if not json:
            lies = lies_text(info.kinds)
            gain = f"told {turn.gained:.2f} bits, {option.bits:.2f} expected; {show.size_text(info)}"
            answer = info.game.format_feedback(turn.feedback)
            screen.show(f"{len(turns):>3}. {option.text} = {answer}   {gain}{f': {lies}' if lies else ''}")
            screen.show(show.entropy_bar(info.entropy, play.info.entropy), *info.caught_since(turn.before))
    if record:
        play.record(turns).write(record)
    if json:
        screen.json(play.result(turns).as_json())
    else:
        screen.show("", show.board(info, play.oracle.reveal()), *play.oracle.confess())


def _watch_table(screen: Screen, context: typer.Context, request: app.TableWatch, record: str | None) -> None:
    from sleuth.app.table import watch_moves, watched

    start = watched(replace(request, game=str(options.read_table(request.game, context))))
    end = _tell(screen, start, watch_moves(start))
    if record:
        end.write(record)


def _tell(screen: Screen, start: Table, moves: Iterator[Move[Table]]) -> Table:
    """A game at a table as it goes, with what each player misses; the table at the end."""
    from sleuth.app.table import entropies, event_text, watch_result

    if not screen.as_json:
        screen.show(f"{start.game}: {', '.join(start.names.values())}")
    played = []
    for move in screen.each(moves, THINKING):
        played.append(move)
        if not screen.as_json and (text := event_text(move)):
            bits = ", ".join(f"{bits:.1f}" for bits in entropies(move.after))
            screen.show(f"{text}   [{bits} bits missing]")
    result, end = watch_result(start, played), played[-1].after
    winner = "Nobody won." if result.winner is None else f"{capital(start.names[result.winner])} won."
    screen.write(result, lambda result: ["", f"{winner} {result.solution}"])
    return end


def evaluate(
    context: typer.Context,
    game: options.GameName,
    strategy: options.Strategy = None,
    first: Annotated[str | None, typer.Option(help="The first action, instead of the strategy's own.")] = None,
    by_first_feedback: Annotated[
        bool, typer.Option("--by-first-feedback", help="Also show each answer to the first action apart.")
    ] = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Play so many secrets drawn at random; 100 where all are too many.")
    ] = None,
    seed: options.Seed = 0,
    optimum: Annotated[
        bool, typer.Option("--optimum", help="Prove the optimum even where its solver must be compiled first.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Play a strategy against every secret: total, mean and worst number of steps, exactly.

    Of games that count their secrets in a way of their own (Battleship), and of many with lies, a seeded sample of
    secrets is played.
    """
    subject = options.read_game(game, context)
    from sleuth.app.specs import read_action, read_strategy

    read_strategy(strategy, subject)
    read_action(subject, first)
    request = app.Evaluate(subject, strategy or "", first or "", by_first_feedback, sample, seed, optimum)
    Screen(json).report(request, _evaluation_lines)


def _evaluation_lines(result: Evaluated) -> Lines:
    from sleuth.lab.report_text import optimum_line

    yield show.evaluation_table(result.evaluation, result.by_first_feedback)
    if (line := optimum_line(result.evaluation, result.gap)) is not None:
        yield line


def replay(file: options.RecordFile, belief: options.Belief = "auto", json: options.Json = False) -> None:
    """Go through a recorded play again, checking every answer; a game at a table with what each player misses."""
    screen = Screen(json)
    from sleuth.app.checks import replay_result, replay_sets
    from sleuth.app.play import read_file
    from sleuth.app.table import finished, is_table_record

    if is_table_record(file):
        past = finished(read_text(file, "record", RecordError)).past()
        first = next(past)
        _tell(screen, first.before, chain([first], past))
        return
    record = read_file(file)
    with screen.progress() as progress:
        sets = replay_sets(app.ReplayRecord(record, belief), progress=progress)

    def lines(result: app.ReplayResult) -> Lines:
        for number, step in enumerate(result.steps, 1):
            yield f"{number:>3}. {step.action} = {step.feedback}   {step.candidates:,} left"
            yield show.entropy_bar(step.entropy, sets[0].entropy)
        secret = record.secret if record.solved else None
        yield from ("", show.board(sets[-1], secret), "Solved." if record.solved else "Not finished.")

    screen.write(replay_result(record, sets), lines)


def check(
    context: typer.Context,
    game: options.GameName,
    strategy: Annotated[
        str, typer.Option("--strategy", "-s", help="Check this strategy, or agent of your own, at the game instead.")
    ] = "",
    json: options.Json = False,
) -> None:
    """Check that a game keeps the contract; the first fault is named with its action and secret."""
    screen, subject = Screen(json), options.read_any(game, context)
    with screen.waiting("checking"):
        result = app.perform(app.Check(subject, strategy))
    screen.write(result, _check_lines)


def _check_lines(result: app.CheckResult) -> Lines:
    if result.strategy is not None:
        return [f"{result.strategy} keeps the contract at {result.game}."]
    counts = {"secret": result.secrets, "action": result.actions, "feedback": result.feedbacks}
    size = ", ".join(plural(number, what) for what, number in counts.items() if number is not None)
    lines = [f"{result.game} is sound: {size or 'checked on plays and on what it draws'}."]
    own = {"overrides": result.overrides, "offers": result.offers}
    if told := "; ".join(f"{verb} {', '.join(names)}" for verb, names in own.items() if names):
        lines.append(f"It {told}.")
    if result.stuck:
        lines.append(
            f"But a play can get stuck: after {', '.join(result.stuck)} nothing that may still be asked helps. "
            "A question that leads there costs an agent all steps that are left."
        )
    return lines


def warmup(
    wide: Annotated[
        bool, typer.Option("--wide", help="Also what tables with more than 256 answers need; few games have them.")
    ] = False,
    json: options.Json = False,
) -> None:
    """Check the compiled kernels and compile those that are missing or damaged, on all cores: nothing waits later."""
    screen = Screen(json)
    announce(None)  # it is told how far it is
    screen.report(app.Warmup(wide), _warmup_lines, plain=True)


def _warmup_lines(result: app.WarmupResult) -> Lines:
    if result.compiled:
        blame = f", {result.damaged} of them because the cached one was damaged" if result.damaged else ""
        return [f"{plural(result.kernels, 'kernel')} compiled{blame}; {result.before or 'none'} had been before."]
    return ["The kernels are compiled already, and sound."] if result.kept else []


def tour(json: options.Json = False) -> None:
    """Let Sleuth solve one of each game, with the entropy falling step by step."""
    screen = Screen(json)
    if json:
        screen.json(app.perform(app.Tour()).as_json())
        return
    from sleuth.app.catalogue import games
    from sleuth.app.watch import tour_plays

    screen.show(entries_table(games()), "")
    for play in tour_plays():
        if isinstance(play, str):
            screen.say(play)
        else:
            _show_tour_play(play, screen)
    name = "sleuth" if which("sleuth") else relpath(sys.argv[0])
    screen.show("Try next:", *(f"  {name} {words:<41} {what}" for words, what in NEXT))


def _show_tour_play(play: WatchedPlay, screen: Screen) -> None:
    info = start = play.info
    game = start.game
    screen.out.rule(f"{game}", align="left")
    screen.show(f"{game.summary()} {start.size:,} secrets, {start.entropy:.2f} bits.")
    screen.show(show.entropy_bar(start.entropy, start.entropy))
    for turn in play.turns():
        info = turn.after
        step = f"{game.format_action(turn.decision.action)} = {game.format_feedback(turn.feedback)}"
        screen.show(f"{len(info.history):>3}. {step}", show.entropy_bar(info.entropy, start.entropy))
    screen.show("", show.board(info, play.oracle.reveal()), "")
