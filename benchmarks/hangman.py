"""Hangman on a list of words: wrong guesses of one-step strategies over the whole list, and the price of a lie.

Run: `python benchmarks/hangman.py FILE [--plays N] [--seed S]`; FILE is the list words-173528.txt of the paper, or any
other. Only letters are asked, and each word is as likely as another unless the file gives weights.

The second table plays a seeded sample of words. The host either tells the truth, or lies once: a letter of the word,
drawn uniformly, is denied the first time that it is asked. Four players ask the likeliest letter.

- trusting: believes every answer; once no word is left it knows of the lie, and weighs all lies the same from there on.
- careful: weighs phrases as a whole, a lie with a chance of 0.1 where one may be told.
- suspicious: the same, but all lies weigh the same, however many answers were true.
- word-by-word: the paper's weighing. For one word it differs from the one before in how hypotheses overlap.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from sleuth.belief.phrases import PhraseSet
from sleuth.games.hangman import NO, Hangman
from sleuth.kernels.letters import warm
from sleuth.play.hangman_tree import evaluate_hangman
from sleuth.strategies.base import Strategy
from sleuth.strategies.catalogue import parse_strategy

TREES = {
    "hit-probability:ties=lex": (1.926, 9.165),
    "hit-probability": (1.908, None),
    "blend": (1.903, 9.141),
    "entropy:ties=hit-probability+possible+lex": (2.013, None),
}
"""Published wrong guesses and queries on words-173528."""
KEPT = 20
"""Information sets of more words than this are kept, since many plays pass them."""


@dataclass(frozen=True)
class Player:
    """How a player weighs lies."""

    name: str
    strategy: str
    most: int
    chance: float | None = None


PLAYERS = (
    Player("trusting", "hit-probability", 0),
    Player("careful", "hit-probability", 1, 0.1),
    Player("suspicious", "hit-probability", 1),
    Player("word-by-word", "word-by-word", 1),
)


class Plays:
    """Plays of one player; what is asked early in a play is worked out once."""

    def __init__(self, game: Hangman, player: Player) -> None:
        self.game, self.player, self.strategy = game, player, parse_strategy(player.strategy)
        self.known: dict[tuple[object, ...], tuple[PhraseSet, str]] = {}

    def start(self, length: int, most: int) -> PhraseSet:
        chance = self.player.chance if most else None
        return PhraseSet(replace(self.game, lengths=str(length)), most, chance)

    def queries(self, word: str, lie: str | None) -> int:
        """How many letters are asked until the word is shown."""
        path: tuple[object, ...] = (len(word),)
        info, action = self.known.get(path) or self.kept(path, self.start(len(word), self.player.most))
        while not info.solved:
            feedback = self.game.feedback(action, word)
            if action == lie:
                feedback, lie = NO, None
            path = (*path, action, feedback)
            info, action = self.known.get(path) or self.kept(path, self.after(info, action, feedback))
        return len(info.history)

    def after(self, info: PhraseSet, action: str, feedback: str) -> PhraseSet:
        after = info.observe(action, feedback)
        assert isinstance(after, PhraseSet)
        if after.outside and info.lies.most == 0:  # the trusting player knows now that something was a lie
            again = self.start(after.words[0].list.length, 1).observe_all(after.history)
            assert isinstance(again, PhraseSet)
            return again
        return after

    def kept(self, path: tuple[object, ...], info: PhraseSet) -> tuple[PhraseSet, str]:
        """The information set at the end of a path, and what is asked there."""
        action = "" if info.solved else asked(self.strategy, info)
        if info.size > KEPT:
            self.known[path] = info, action
        return info, action


def asked(strategy: Strategy, info: PhraseSet) -> str:
    action: str = strategy.decide(info).action
    return action


def trees(game: Hangman, console: Console) -> None:
    """The whole-list trees."""
    table = Table("strategy", "wrong", "published", "queries", "published", "nodes", "seconds", title="every word")
    for spec, (wrong, queries) in TREES.items():
        found = evaluate_hangman(game, parse_strategy(spec))
        table.add_row(
            spec, f"{found.mean_misses:.3f}", f"{wrong:.3f}", f"{found.mean:.3f}", f"{queries:.3f}" if queries else "",
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
        told = [Plays.queries(one, w, x) for one in [Plays(game, player)] for w, x in zip(words, lied, strict=True)]
        plain = [Plays.queries(one, w, None) for one in [Plays(game, player)] for w in words]
        base = base or [float(np.mean(told)), float(np.mean(plain))]
        table.add_row(
            player.name, f"{np.mean(told):.2f}", f"{np.std(told) / plays**0.5:.2f}", f"{np.mean(told) / base[0]:.3f}",
            f"{np.mean(plain):.2f}", f"{np.std(plain) / plays**0.5:.2f}", f"{np.mean(plain) - base[1]:+.3f}",
            f"{time.perf_counter() - began:.0f}",
        )  # fmt: skip
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--plays", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=2021)
    given = parser.parse_args()
    game, console = Hangman(words=str(given.file), guesses="letters"), Console(width=130)
    warm()
    trees(game, console)
    lies(game, console, given.plays, given.seed)


if __name__ == "__main__":
    main()
