"""The agents that sample: do they keep their time, do they gain with it, and how far do they reach?

Run: `python benchmarks/agents.py [late] [time] [large] [--games N] [--only 6x9]`; without a word, the first two.

late    how late the timed agents are, over the games of the catalogue, and how far sampled-ises is behind entropy
time    mean steps of ismcts with 0.01, 0.1 and 1 s a decision, on the same secrets
large   sampled-ises on Mastermind 6x9 and 8x12, where nothing can be tabulated, over seeded games (long)
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth import Game, InformationSet, Strategy, begin, game_names, parse_game, parse_strategy
from sleuth.core.errors import SleuthError
from sleuth.core.kernel_warmup import warm_all
from sleuth.play.opening import draw_secret
from sleuth.play.tournament import mean_interval

console = Console(width=110)


class Played:
    """Steps, seconds and lateness of some games."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.deciding: list[float] = []
        self.observing: list[float] = []
        self.late = 0.0

    def play(self, info: InformationSet, strategy: Strategy, secret: object, rng: np.random.Generator) -> None:
        limit = getattr(strategy, "seconds", None)
        while not info.over:
            began = time.perf_counter()
            action = strategy.decide(info, rng=rng).action
            took = time.perf_counter() - began
            self.late = max(self.late, took - limit if limit else 0.0)
            self.deciding.append(took)
            info = info.observe(action, info.game.feedback(action, secret))
            self.observing.append(time.perf_counter() - began - took)
        self.steps.append(len(info.history))

    @property
    def mean(self) -> str:
        told = mean_interval(self.steps)
        return f"{told.mean:.3f} ± {told.half or 0:.3f}"


def catalogue() -> Iterator[Game]:
    for name in game_names():
        try:
            yield parse_game(name)
        except SleuthError as error:
            console.print(f"{name} is left out: {error}", markup=False)


def late(games: int) -> None:
    table = Table("game", "agent", "mean steps", "latest, ms", "ms a decision", box=None)
    for game in catalogue():
        start = begin(game)
        for rule in ("entropy", "sampled-ises:seconds=0.01", "sampled-ises:seconds=0.1", "ismcts:seconds=0.01"):
            strategy, played = parse_strategy(rule), Played()
            for number in range(games):
                rng = np.random.default_rng([1, number])
                played.play(start, strategy, start.sample(rng)[0], rng)
            late_by = f"{1000 * played.late:.1f}" if strategy.timed else ""
            table.add_row(str(game), rule, played.mean, late_by, f"{1000 * np.mean(played.deciding):.1f}")
    console.print(table)


def gains(games: int) -> None:
    """Sizes at which a hundredth of a second is too little to try every action often."""
    table = Table("game", "0.01 s", "0.1 s", "1 s", "1 s less 0.01 s", "entropy", box=None)
    for spec in ("fake-coin:coins=12", "treasure-hunt:cells=14", "low-middle-high:numbers=54", "mastermind",
                 "bulls-and-cows", "simple-mastermind"):  # fmt: skip
        game = parse_game(spec)
        start = begin(game)
        row, steps = [spec], []
        for rule in ("ismcts:seconds=0.01", "ismcts:seconds=0.1", "ismcts:seconds=1", "entropy"):
            strategy, played = parse_strategy(rule), Played()
            for number in range(games):
                rng = np.random.default_rng([2, number])
                played.play(start, strategy, start.sample(rng)[0], rng)
            row.append(played.mean)
            steps.append(played.steps)
        change = mean_interval(np.subtract(steps[2], steps[0]))
        table.add_row(*row[:4], f"{change.mean:+.3f} ± {change.half or 0:.3f}", row[4])
        console.print(f"{spec} is done", style="dim")
    console.print(table)


LARGE = {"6x9": ("mastermind:pegs=6,colours=9", 6.40), "8x12": ("mastermind:pegs=8,colours=12", 8.60)}
"""The games of `large`, and the mean steps that they are held to."""


def large(games: int, only: str | None = None) -> None:
    table = Table("game", "games", "mean steps", "bar", "worst", "s a decision", "s to update", box=None)
    strategy = parse_strategy("sampled-ises")
    for spec, bar in [LARGE[only]] if only else LARGE.values():
        game, played = parse_game(spec), Played()
        for number in range(games):
            rng = np.random.default_rng([9, number])
            secret = draw_secret(game, rng)
            played.play(begin(game, "sampled", seed=number), strategy, secret, rng)
            if (number + 1) % 20 == 0:
                print(f"{spec}: {number + 1} of {games} games, {played.mean} steps", file=sys.stderr, flush=True)
        times = (f"{np.mean(played.deciding):.2f}", f"{np.mean(played.observing):.2f}")
        table.add_row(spec, str(games), played.mean, f"{bar:.2f}", str(max(played.steps)), *times)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["late", "time", "large", []], default=["late", "time"])
    parser.add_argument("--games", type=int)
    parser.add_argument("--only", choices=list(LARGE), help="one game of large")
    options = parser.parse_args()
    warm_all(lambda what, done, total: None)
    if "late" in options.what:
        late(options.games or 10)
    if "time" in options.what:
        gains(options.games or 20)
    if "large" in options.what:
        large(options.games or 200, options.only)


if __name__ == "__main__":
    main()
