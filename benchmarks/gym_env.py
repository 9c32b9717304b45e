"""How many steps a second does a Gymnasium environment take, beside the plain law in a loop?

    python benchmarks/gym_env.py [--seconds 2] [--game SPEC ...]

Whoever plays asks at random what is allowed. `law` only draws an action and answers it; `end` is the environment
without steps to measure against, `entropy` and `auto` grade every question against that reference, `text` is `end` with
prompts and replies. The ratio is how many times as long a step takes as the law alone. A reference remembers positions,
so the first second is not measured; where positions hardly ever come again, the figure is that of new ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.tables import answer_after
from sleuth.gym import DeductionEnv
from sleuth.play.opening import draw_secret

GAMES = (
    "mastermind:pegs=2,colours=4", "mastermind:pegs=3,colours=4", "mastermind", "bulls-and-cows:length=3,symbols=6",
    "bulls-and-cows", "number", "black-box:size=4,atoms=2", "guess-who", "wordle", "battleship:size=4,fleet=2",
    "battleship", "hangman:lengths=5",
)  # fmt: skip
FORMS: dict[str, dict[str, Any]] = {
    "end": {"reward": "end", "reference": "none"},
    "text": {"reward": "end", "reference": "none", "text": True},
    "entropy": {"reference": "entropy"},
    "auto": {},
}
"""What is measured, and how it is made."""
WARM = 1.0
"""Seconds that are played before, and not measured."""


def law_steps(spec: str) -> Callable[[], int]:
    """One play of the plain law: it answers random actions, twelve to a secret."""
    game, rng = parse_game(spec), np.random.default_rng(0)
    actions = list(game.actions())
    nothing = History()

    def play() -> int:
        secret = draw_secret(game, rng)
        for number in rng.integers(len(actions), size=12).tolist():
            answer_after(game, nothing, actions[number], secret)
        return 12

    return play


def env_steps(spec: str, **keywords: Any) -> Callable[[], int]:
    """One play through the environment, asking at random what is allowed."""
    env = DeductionEnv(spec, **keywords)
    game, rng = env.game, np.random.default_rng(0)
    actions = [game.format_action(action) for action in game.actions()]
    text = bool(keywords.get("text"))
    env.reset(seed=0)

    def play() -> int:
        _, info = env.reset()
        steps, ended = 0, False
        while not ended:
            if text:
                asked: Any = actions[int(rng.integers(len(actions)))]
            else:
                asked = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, _, terminated, truncated, info = env.step(asked)
            steps, ended = steps + 1, terminated or truncated
        return steps

    return play


def rate(play: Callable[[], int], seconds: float) -> float:
    """Steps a second over so many seconds; a play that has begun is played to its end."""
    began, steps = perf_counter(), 0
    while (spent := perf_counter() - began) < seconds or not steps:
        steps += play()
    return steps / spent


def main() -> None:
    """Print a row a game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--game", action="append", default=[])
    given = parser.parse_args()
    print(f"{'game':34} {'law/s':>9}" + "".join(f" {name + '/s':>9} {'ratio':>7}" for name in FORMS))
    for spec in given.game or GAMES:
        law = rate(law_steps(spec), given.seconds)
        row = f"{spec:34} {law:9,.0f}"
        for keywords in FORMS.values():
            try:
                play = env_steps(spec, **keywords)
            except SleuthError:
                row += f" {'-':>9} {'-':>7}"  # nobody's steps are known there
                continue
            rate(play, min(WARM, given.seconds))
            found = rate(play, given.seconds)
            row += f" {found:9,.0f} {law / found:7,.0f}"
        print(row, flush=True)


if __name__ == "__main__":
    main()
