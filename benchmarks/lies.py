"""Lies: what one costs, what caution costs where nobody lies, and the questions of Ulam's game beside the known ones.

Run: `python benchmarks/lies.py [mastermind] [ulam] [fibble] [--games N] [--words FOLDER]`; without a word, two of them.

mastermind  mean steps against an oracle that may lie once, for a player who knows and for one who trusts
ulam        the longest play over all answers, by a walk over types, beside Pelc's formula
fibble      Wordle with a lie in every row, on the lists of a folder (answers-2315.txt, allowed-12972.txt)
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import Game, InformationSet, Strategy, begin, parse_game, parse_strategy
from sleuth.core.channel import HalfLies, Lies
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ContradictionError
from sleuth.core.game_spec import split_channel
from sleuth.core.history import History
from sleuth.core.kernel_warmup import warm_all
from sleuth.games.ulam.solver import pelc, worst_case
from sleuth.play.oracles import Lying, Oracle, Truthful

console = Console(width=120)
SPECS = (
    "mastermind:pegs=4,colours=6@lies:most=1",
    "mastermind:pegs=4,colours=6@lies:most=2",
    "bulls-and-cows:length=4,symbols=6@lies:most=1",
)


def aware(info: InformationSet, strategy: Strategy, oracle: Oracle, first: object) -> int:
    """Steps of a player who knows what lies there may be."""
    while not info.over:
        action = first if not info.history.steps else strategy.decide(info).action
        info = info.observe(action, oracle.answer(action))
    return len(info.history)


def believed(start: InformationSet, history: History) -> InformationSet:
    """What is left if every answer is believed; where they contradict each other, the oldest are dropped."""
    for drop in range(len(history) + 1):
        try:
            return start.observe_all(history.steps[drop:])
        except ContradictionError:
            continue
    raise AssertionError("no answer at all contradicts nothing")


def trusting(start: InformationSet, strategy: Strategy, oracle: Oracle, secret: object) -> int:
    """Steps of a player who believes every answer until it has named the secret."""
    history, info = History(), start
    while not (info.over and info.candidates(1) == [secret]):
        # One secret left, and it is wrong: somebody lied, so the oldest answer is dropped.
        options = info if not info.over else believed(start, History(history.steps[1:]))
        if options.over:
            options = start
        action = strategy.decide(options).action
        history = history.add(action, oracle.answer(action))
        info = believed(start, history)
        if len(history) >= 100:
            break
    return len(history)


def mastermind(games: int) -> None:
    """Each game with nobody lying, and with lies at random; the same secrets and lies for both players."""
    table = Table("game", "channel", "lies", "knows: mean", "worst", "trusts: mean", "worst", box=None)
    strategy = parse_strategy("entropy")
    for spec in SPECS:
        game = parse_game(spec)
        assert isinstance(game, ChannelGame)
        info, plain = begin(game), begin(game.game)
        first = strategy.decide(info).action
        for lies in (False, True):
            steps: dict[str, list[int]] = {"knows": [], "trusts": []}
            for seed in range(games):
                secret = info.sample(np.random.default_rng([seed, 0]))[0]
                for player, taken in steps.items():
                    rng = np.random.default_rng([seed, 1])
                    oracle: Oracle = Lying(game, secret, rng) if lies else Truthful(game, secret)
                    knows = player == "knows"
                    taken.append(
                        aware(info, strategy, oracle, first) if knows else trusting(plain, strategy, oracle, secret)
                    )
            shown = [text for some in steps.values() for text in (f"{np.mean(some):.3f}", str(max(some)))]
            name, channel = split_channel(spec)
            table.add_row(name, channel, "at random" if lies else "none", *shown)
    console.print(table)
    console.print(f"{games} seeded plays a row; strategy entropy; a lie is told with a chance of 0.3 while one is left")


def ulam() -> None:
    table = Table("numbers", "Pelc", "one lie", "types", "one half-lie", "two lies", "seconds", box=None)
    for numbers in (10, 100, 1000, 10_000, 1_000_000, 1 << 20):
        began = time.perf_counter()
        one, half, two = (worst_case(numbers, channel) for channel in (Lies(1), HalfLies(1), Lies(2)))
        took = f"{time.perf_counter() - began:.1f}"
        figures = (numbers, pelc(numbers), one.steps, one.types, half.steps, two.steps)
        table.add_row(*(f"{figure:,}" for figure in figures), took)
    console.print(table)


def fibble(games: int, folder: Path) -> None:
    lists = f"wordle:answers={folder / 'answers-2315.txt'},allowed={folder / 'allowed-12972.txt'}"
    strategy, table = parse_strategy("entropy"), Table("channel", "mean", "worst", "seconds a step", box=None)
    for channel in ("fibble", "lies:most=1"):
        game: Game = parse_game(f"{lists}@{channel}")
        assert isinstance(game, ChannelGame)
        info = begin(game)
        first = strategy.decide(info).action
        began, steps = time.perf_counter(), []
        for seed in range(games):
            rng = np.random.default_rng(seed)
            steps.append(aware(info, strategy, Lying(game, info.sample(rng)[0], rng), first))
        each = (time.perf_counter() - began) / (sum(steps) - games)
        table.add_row(channel, f"{np.mean(steps):.3f}", str(max(steps)), f"{each:.2f}")
    console.print(table)
    console.print(
        f"{games} seeded plays a row; strategy entropy; the first word is chosen once, and not in the seconds"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["mastermind", "ulam", "fibble", []])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--words", type=Path, default=Path("../shared/data/wordle"))
    arguments = parser.parse_args()
    what = arguments.what or ["mastermind", "ulam"]
    warm_all(lambda *_: None)
    if "mastermind" in what:
        mastermind(arguments.games)
    if "ulam" in what:
        ulam()
    if "fibble" in what:
        fibble(arguments.games, arguments.words)


if __name__ == "__main__":
    main()
