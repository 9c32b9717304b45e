"""Environments of every game at a size that is played in a moment, and random plays of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import sleuth.gym  # noqa: F401  (it registers the environments)
from sleuth.adapters.gymnasium.environment import DeductionEnv
from sleuth.adapters.gymnasium.registration import environment_id

WORDS = "crane slate trace crate shine share shake shale whale while white write trite spite spice slice"
SMALL: dict[str, dict[str, Any]] = {
    "mastermind": {"pegs": 3, "colours": 3},
    "simple-mastermind": {"pegs": 2, "colours": 4},
    "bulls-and-cows": {"length": 2, "symbols": 5},
    "fake-coin": {"coins": 4},
    "black-box": {"size": 3, "atoms": 2},
    "wordle": {"answers": "words.txt"},
    "ulam": {"numbers": 6},
    "battleship": {"size": "5", "fleet": "3-2"},
    "sploosh-kaboom": {"size": "4", "fleet": "3-2", "shots": 12},
    "hangman": {"lengths": "3", "words": "short.txt"},
}
"""Sizes that are played in a moment; other games have their own."""
IN_TEXTS: dict[str, dict[str, Any]] = {"ulam": {}, "hangman": {"words": "words.txt"}}
"""Games that have no numbers at these sizes."""


def word_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder with the lists of words that these games name."""
    folder = factory.mktemp("words")
    (folder / "words.txt").write_text("\n".join(WORDS.split()))
    (folder / "short.txt").write_text("car\ncat\ncot\nten\ntin\n")
    return folder


def made(name: str, text: bool = False, **keywords: Any) -> DeductionEnv:
    """The environment of a game at its small size, as its id makes it."""
    env = gymnasium.make(environment_id(name, text), **{**SMALL.get(name, {}), **keywords}).unwrapped
    assert isinstance(env, DeductionEnv)
    env.action_space.seed(0)  # what is drawn in a test is the same in every run
    return env


def reply(env: DeductionEnv, rng: np.random.Generator, info: dict[str, Any]) -> Any:
    """A random action that is allowed."""
    if "action_mask" in info:
        return int(rng.choice(np.flatnonzero(info["action_mask"])))
    actions = env._play.info.actions
    return f"I ask **{env.game.format_action(actions[int(rng.integers(len(actions)))])}**."


def steps(env: DeductionEnv, seed: int, **options: Any) -> Iterator[tuple[Any, ...]]:
    """A random play: what `reset` returned, then what each step did, with what was asked before it."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed, options=options)
    yield None, observation, 0.0, False, False, info
    ended = False
    while not ended:
        action = reply(env, rng, info)
        observation, reward, terminated, truncated, info = env.step(action)
        ended = terminated or truncated
        yield action, observation, reward, terminated, truncated, info
