"""Environments that are pickled: for checkpoints, and for workers in other processes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import sleuth.gym  # noqa: F401
from sleuth.referee.batch import BATCH_REWARDS
from sleuth.referee.rewards import REWARDS

MAX_BYTES = 1_000_000
GAMES = ["low-middle-high:numbers=16", "mastermind:pegs=2,colours=4", "guess-who", "treasure-hunt:cells=6,price=0.5"]
COPIES: list[Callable[[Any], Any]] = [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy]


@pytest.mark.parametrize("copied", COPIES, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("reference", ["optimal", "entropy", "none"])
@pytest.mark.parametrize("game", [*GAMES, "battleship:size=2,fleet=2"])
def test_a_play_goes_on_in_the_copy(game: str, reference: str, copied: Callable[[Any], Any]) -> None:
    if game.startswith("battleship") and reference == "entropy":
        reference = "auto"
    env = gymnasium.make("sleuth/Game-v0", game=game, reference=reference)
    env.reset(seed=1)
    env.step(0)
    assert len(pickle.dumps(env)) < MAX_BYTES
    other = copied(env)
    for action in (1, 2):
        one, two = env.step(action), other.step(action)
        assert np.array_equal(one[0], two[0])
        assert one[1:4] == two[1:4]
    assert np.array_equal(env.reset(seed=3)[0], other.reset(seed=3)[0])


@pytest.mark.parametrize("copied", COPIES, ids=["pickle", "deepcopy"])
@pytest.mark.parametrize("reference", ["optimal", "entropy", "none"])
@pytest.mark.parametrize("game", [*GAMES, "once"])
def test_many_plays_go_on_in_the_copy(game: str, reference: str, copied: Callable[[Any], Any]) -> None:
    from tests.referee.test_batch import Once

    made: Any = Once() if game == "once" else game
    env = gymnasium.make_vec("sleuth/Game-v0", game=made, reference=reference, num_envs=4)
    env.reset(seed=1)
    env.step(np.zeros(4, np.int64))
    assert len(pickle.dumps(env)) < MAX_BYTES
    other = copied(env)
    for action in (1, 2, 1, 0):
        one, two = (plays.step(np.full(4, action)) for plays in (env, other))
        for mine, its in zip(one[:4], two[:4], strict=True):
            assert np.array_equal(mine, its)
        assert np.array_equal(one[4]["action_mask"], two[4]["action_mask"])


@pytest.mark.parametrize("reward", [*REWARDS])
def test_every_reward_is_pickled(reward: str) -> None:
    assert {*BATCH_REWARDS} == {*REWARDS}
    for env in (
        gymnasium.make("sleuth/Number-v0", numbers=9, reward=reward),
        gymnasium.make_vec("sleuth/Number-v0", num_envs=2, numbers=9, reward=reward),
    ):
        env.reset(seed=1)
        pickle.loads(pickle.dumps(env)).step(env.action_space.sample())


def frozen_arrays(value: Any, met: set[int]) -> int:
    """How many read-only arrays something holds."""
    if id(value) in met:
        return 0
    met.add(id(value))
    if isinstance(value, np.ndarray):
        return int(not value.flags.writeable)
    parts = value if isinstance(value, tuple | list) else value.values() if isinstance(value, dict) else ()
    return sum(frozen_arrays(part, met) for part in parts or getattr(value, "__dict__", {}).values())


@pytest.mark.parametrize("reference", ["optimal", "entropy"])
def test_what_kernels_only_read_stays_read_only(reference: str) -> None:
    """For other arrays they would be compiled anew, in every worker."""
    env: Any = gymnasium.make_vec("sleuth/Number-v0", num_envs=2, numbers=9, reference=reference)
    env.reset(seed=1)
    env.step(np.zeros(2, np.int64))
    graph = env._plays._graph
    other = pickle.loads(pickle.dumps(graph))
    assert not any(array.flags.writeable for array in other.rules if isinstance(array, np.ndarray))
    if reference == "optimal":
        problem = other.values._values._problem
        assert frozen_arrays(problem.law, set()) == frozen_arrays(graph.values._values._problem.law, set())
        assert not problem.cands.flags.writeable
