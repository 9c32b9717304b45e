"""Hangman on a list of words: wrong guesses of one-step strategies over the whole list, and the price of a lie.

Run: `python benchmarks/hangman.py [FILE] [--plays N] [--seed S]`; FILE is the list words-173528.txt of the paper, or
any other; without one, the list that Sleuth ships. Only letters are asked, and each word is as likely as another
unless the file gives weights.

The second table plays a seeded sample of words, with the players and the host of `sleuth.lab.reproduce.hangman_lies`.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.games.hangman.evaluation import evaluate_words
from sleuth.games.hangman.kernels import warm
from sleuth.games.hangman.rules import Hangman
from sleuth.lab.reproduce.hangman_lies import PLAYERS, questions
from sleuth.strategies.catalogue import parse_strategy

TREES = {
    "hit-probability:ties=lex": (1.926, 9.165),
    "hit-probability": (1.908, None),
    "blend": (1.903, 9.141),
    "entropy:ties=hit-probability+possible+lex": (2.013, None),
}
"""Published wrong guesses and queries on words-173528."""
PUBLISHED_WORDS = 173_528


def trees(game: Hangman, console: Console) -> None:
    """The whole-list trees."""
    table = Table("strategy", "wrong", "published", "queries", "published", "nodes", "seconds", title="every word")
    for spec, (wrong, queries) in TREES.items():
        found = evaluate_words(game, parse_strategy(spec))
        published = [f"{n:.3f}" if n and found.secrets == PUBLISHED_WORDS else "" for n in (wrong, queries)]
        table.add_row(
            spec, f"{found.mean_misses:.3f}", published[0], f"{found.mean:.3f}", published[1],
            f"{found.nodes:,}", f"{found.seconds:.1f}",
        )  # fmt: skip
    console.print(table)


def lies(game: Hangman, console: Console, plays: int, seed: int) -> None:
    """The price of a lie, and of caution where there is none."""
    rng = np.random.default_rng(seed)
    words = [game.draw(rng) for _ in range(plays)]
    lied = [hits[int(rng.integers(len(hits)))] for hits in map(game.hits, words)]
    table = Table(
        "player", "one lie", "±", "ratio", "no lie", "±", "more than trusting", "seconds", title=f"{plays:,} words"
    )
    base: list[float] = []
    for player in PLAYERS:
        began = time.perf_counter()
        told, plain = questions(game, player, words, lied), questions(game, player, words)
        base = base or [float(np.mean(told)), float(np.mean(plain))]
        table.add_row(
            player.name, f"{np.mean(told):.2f}", f"{np.std(told) / plays**0.5:.2f}", f"{np.mean(told) / base[0]:.3f}",
            f"{np.mean(plain):.2f}", f"{np.std(plain) / plays**0.5:.2f}", f"{np.mean(plain) - base[1]:+.3f}",
            f"{time.perf_counter() - began:.0f}",
        )  # fmt: skip
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", nargs="?", default=Hangman.words)
    parser.add_argument("--plays", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=2021)
    given = parser.parse_args()
    game, console = Hangman(words=given.file, guesses="letters"), Console(width=130)
    warm()
    trees(game, console)
    lies(game, console, given.plays, given.seed)


if __name__ == "__main__":
    main()
