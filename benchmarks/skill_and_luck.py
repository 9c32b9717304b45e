"""Do the two scores of a play say what they should? Players whose strength is known play every game, and are graded.

    python benchmarks/skill_and_luck.py [--plays 200] [--game SPEC]

Skill must not fall from `random` to `entropy` to `optimal`, in any game; luck must be in the middle on average,
whoever plays. Where the optimum is not soon proved, plays are measured against a strategy, and `optimal` is left out.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from statistics import fmean, stdev
from time import process_time

import numpy as np

from sleuth import begin, match, parse_game, parse_strategy
from sleuth.core.errors import SleuthError
from sleuth.core.game import Game
from sleuth.core.offers import announced
from sleuth.lab import Grades, grade
from sleuth.play.oracles import make_oracle
from sleuth.strategies.catalogue import usual_strategy

PROVED = (
    "mastermind:pegs=3,colours=4", "mastermind:pegs=2,jar=4-2-1", "simple-mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=5", "fake-coin", "treasure-hunt", "low-middle-high", "black-box:size=3,atoms=2",
    "guess-who", "number", "ulam:numbers=16",
)  # fmt: skip
"""Sizes at which the optimum is soon proved."""
MEASURED = (
    "mastermind", "bulls-and-cows", "black-box", "wordle", "wordle:hard=true", "battleship:size=6,fleet=3-2-2",
    "sploosh-kaboom", "hangman:lengths=6", "number:numbers=32@lies:most=1", "mastermind:pegs=3,colours=4@lies:most=1",
    "number:numbers=32@noise",
)  # fmt: skip
"""The others: measured against a strategy, or by bits or hits."""


def graded(game: Game, player: str, plays: int, seed: int) -> list[Grades]:
    """Plays of a player at secrets drawn from the prior, each graded."""
    strategy = parse_strategy(player)
    found = []
    for number in range(plays):
        rng = np.random.default_rng([seed, number])
        secret = begin(game).sample(rng)[0]
        known = announced(game, secret)
        info = begin(known)
        record = match(info, strategy, make_oracle(None, info, rng, secret), rng=rng)
        found.append(grade(record, info))
    return found


def main() -> None:
    """Print a row a game and player."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plays", type=int, default=200)
    parser.add_argument("--game", action="append", default=[])
    given = parser.parse_args()
    print(f"{'game':40} {'player':16} {'plays':>5} {'steps':>6} {'skill':>6} {'luck':>11}  unit, against")
    for spec in given.game or (*PROVED, *MEASURED):
        game, began, skills = parse_game(spec), process_time(), []
        third = ["optimal"] if spec in PROVED else [usual_strategy(game)] if usual_strategy(game) != "entropy" else []
        for player in ("random", "entropy", *third):
            try:
                plays = graded(game, player, given.plays, 1)
            except SleuthError as error:
                print(f"{spec:40} {player:16} {error}")
                continue
            skill, luck = ([float(getattr(one, name)) for one in plays] for name in ("skill", "luck"))
            within = 1.96 * stdev(luck) / len(luck) ** 0.5
            baseline = plays[0].baseline
            best = "the best chance" if plays[0].unit == "hits" else "the best question"
            against = best if baseline is None else baseline.name
            skills.append(fmean(skill))
            print(
                f"{spec:40} {player:16} {len(plays):5} {fmean(len(one.moves) for one in plays):6.2f} "
                f"{fmean(skill):6.1f} {fmean(luck):5.1f} ±{within:4.1f}  {plays[0].unit}, {against}",
                flush=True,
            )
        rises = all(after >= before - 0.05 for before, after in pairwise(skills))
        print(f"{'':40} {'skill rises' if rises else 'SKILL FALLS'}, {process_time() - began:.0f} CPU-s")


if __name__ == "__main__":
    main()
