"""Steps a second of many plays at once, on one core, with masks and the loss reward on.

Usage: python benchmarks/gym_vector.py [--seconds 5] [--warm 20] [--plays 1024] [--games GAME ...]

Three policies: `random` asks anything, `consistent` guesses a random secret that may still be right (or asks anything,
where secrets are not named), `entropy` asks what tells most. Only the steps of the environment are timed, not the
choice, in seconds of one processor: other work on the machine does not count. Positions are worked out when they are
first met, so there are two rates: that of the first second, and that after `--warm` seconds of steps. Beside them: the
environment of a single play, and the plain law in a loop, which answers and nothing else. `new` is the share of steps
that had to be worked out while the second rate was measured: what is below a million has its reason there.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import NamedTuple

os.environ.setdefault("SLEUTH_WORKERS", "1")  # no threads

import numpy as np
import numpy.typing as npt

from sleuth.adapters.gymnasium import DeductionEnv
from sleuth.adapters.gymnasium.vector import VectorDeductionEnv
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.core.tabulate import tabulate
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.gametree import chooser, grow

GAMES = (
    "mastermind:pegs=2,colours=4",
    "mastermind:pegs=3,colours=3",
    "mastermind:pegs=3,colours=4",
    "mastermind:pegs=4,colours=6",
    "bulls-and-cows:length=3,symbols=6",
    "number:numbers=100",
    "black-box:size=4,atoms=2",
)
ENOUGH = 1_000_000
Actions = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]
Policy = Callable[[Rows], Actions]
"""From observations to actions; it is called once before every step."""


class Rate(NamedTuple):
    """How fast steps were."""

    first: float
    warm: float
    new: float
    """The share of steps that had to be worked out, when warm."""


def last_step(observed: Rows) -> tuple[npt.NDArray[np.bool_], Rows, Rows]:
    """Whether each play has just begun, and the last action and answer of the others."""
    steps = (observed[:, :, 0] >= 0).sum(axis=1)
    rows = observed[np.arange(len(observed)), np.maximum(steps - 1, 0)]
    return steps == 0, rows[:, 0], rows[:, 1]


def random_policy(game: Game, plays: int, rng: np.random.Generator) -> Policy:
    number = len(tabulate(game).actions)
    return lambda observed: rng.integers(number, size=plays)


def consistent_policy(game: Game, plays: int, rng: np.random.Generator) -> Policy:
    tables = tabulate(game)
    assert tables.codes is not None
    answers, number = np.ascontiguousarray(tables.codes.T), len(tables.actions)
    possible = np.ones((plays, len(tables.secrets)), np.bool_)

    def choose(observed: Rows) -> Actions:
        begun, actions, codes = last_step(observed)
        possible[begun] = True
        there = np.flatnonzero(~begun)
        possible[there] &= answers[actions[there]] == codes[there, None]
        place = (rng.random(plays) * possible.sum(axis=1)).astype(np.int64)
        guess = tables.naming[np.argmax(np.cumsum(possible, axis=1, dtype=np.int32) > place[:, None], axis=1)]
        return np.where(guess >= 0, guess, rng.integers(number, size=plays))

    return choose


def entropy_policy(game: Game, plays: int, rng: np.random.Generator) -> Policy:
    start = EnumeratedSet(tabulate(game))
    tree = grow(start, chooser(start, parse_strategy("entropy")))[1]
    children = np.zeros((len(tree), start.tables.width), np.int64)
    inner = np.flatnonzero(tree.parent >= 0)
    children[tree.parent[inner], tree.feedback[inner]] = inner
    nodes = np.zeros(plays, np.int64)

    def choose(observed: Rows) -> Actions:
        begun, _, codes = last_step(observed)
        nodes[:] = np.where(begun, 0, children[nodes, codes])
        return tree.action[nodes].astype(np.int64)

    return choose


POLICIES = {"random": random_policy, "consistent": consistent_policy, "entropy": entropy_policy}


def measured(game: str, policy: str, plays: int, warm: float, seconds: float) -> Rate:
    """The rates of one policy in a fresh environment."""
    env = VectorDeductionEnv(plays, game, reward="loss", autoreset_mode="SameStep")
    choose = POLICIES[policy](env.game, plays, np.random.default_rng(1))
    observed, _ = env.reset(seed=1)
    graph = env._plays._graph

    def run(limit: float) -> tuple[float, float]:
        nonlocal observed
        spent, steps, missed = 0.0, 0, graph.missed
        while spent < limit:
            actions = choose(observed)
            before = time.process_time()
            observed, *_ = env.step(actions)
            spent += time.process_time() - before
            steps += plays
        return steps / spent, (graph.missed - missed) / steps

    first, _ = run(1.0)
    run(warm)
    return Rate(first, *run(seconds))


def single(game: str, seconds: float) -> float:
    """Steps a second of the environment of one play, asked at random."""
    env, rng, steps = DeductionEnv(game, reward="loss"), np.random.default_rng(1), 0
    env.reset(seed=1)
    number, before = len(tabulate(env.game).actions), time.process_time()
    while time.process_time() - before < seconds:
        _, _, solved, truncated, _ = env.step(int(rng.integers(number)))
        steps += 1
        if solved or truncated:
            env.reset()
    return steps / (time.process_time() - before)


def law(game: Game, seconds: float) -> float:
    """Answers a second of the plain law."""
    tables, rng, answers = tabulate(game), np.random.default_rng(1), 0
    actions = [tables.actions[i] for i in rng.integers(len(tables.actions), size=1000)]
    secrets = [tables.secrets[i] for i in rng.integers(len(tables.secrets), size=1000)]
    before = time.process_time()
    while time.process_time() - before < seconds:
        for action, secret in zip(actions, secrets, strict=True):
            game.feedback(action, secret)
        answers += 1000
    return answers / (time.process_time() - before)


def main() -> None:
    """Print the table, a row a game and policy."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--warm", type=float, default=20.0)
    parser.add_argument("--plays", type=int, default=1024)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--policies", nargs="+", default=[*POLICIES], choices=[*POLICIES])
    asked = parser.parse_args()
    measured(GAMES[0], "random", 8, 0.1, 0.1)  # kernels are compiled
    print("| game | policy | first second | warm | new | single | law | warm / single | warm / law |")
    print("|---|---|---|---|---|---|---|---|---|")
    below = []
    for game in asked.games:
        one, plain = single(game, 1.0), law(parse_game(game), 0.3)
        for policy in asked.policies:
            rate = measured(game, policy, asked.plays, asked.warm, asked.seconds)
            figures = f"{rate.first:,.0f} | {rate.warm:,.0f} | {rate.new:.1%} | {one:,.0f} | {plain:,.0f}"
            print(f"| {game} | {policy} | {figures} | {rate.warm / one:,.0f} | {rate.warm / plain:.1f} |", flush=True)
            if rate.warm < ENOUGH:
                below.append(f"{game}, {policy}: {rate.new:.1%} of its steps lead where no play has been before")
    print("Below a million:", "; ".join(below) if below else "none", end=".\n")


if __name__ == "__main__":
    main()
