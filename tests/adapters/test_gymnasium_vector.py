"""The vector environment: Gymnasium's own contract, the single environment beside it, seeds, and what infos hold."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from sleuth.adapters.gymnasium import DeductionEnv
from sleuth.adapters.gymnasium.vector import VectorDeductionEnv
from sleuth.app import ConflictError
from sleuth.core.errors import ActionError, ParameterError

SMALL = "mastermind:pegs=2,colours=3"
MODES = list(AutoresetMode)


def play(env: VectorDeductionEnv, steps: int, seed: int = 0) -> list[Any]:
    """What an environment says to random actions."""
    rng = np.random.default_rng(seed)
    said: list[Any] = [env.reset(seed=seed)[0]]
    for _ in range(steps):
        observed, rewards, solved, truncated, _ = env.step(rng.integers(9, size=env.num_envs))
        said += [observed, rewards, solved, truncated]
    return said


def test_it_is_made_by_its_id() -> None:
    env = gymnasium.make_vec(
        "sleuth/Mastermind-v0", num_envs=4, vectorization_mode="vector_entry_point", pegs=2, colours=4, reward="end"
    )
    assert isinstance(env.unwrapped, VectorDeductionEnv)
    assert str(env.unwrapped.game) == "mastermind:pegs=2,colours=4"
    observed, infos = env.reset(seed=1)
    assert observed.shape == (4, 10, 2)
    assert env.observation_space.contains(observed)
    assert infos["action_mask"].shape == (4, 16)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    env.action_space.seed(1)
    observed, rewards, solved, truncated, infos = env.step(env.action_space.sample())
    assert env.observation_space.contains(observed)
    assert rewards.shape == solved.shape == truncated.shape == (4,)
    env.close()


@pytest.mark.parametrize("mode", MODES[:2])
def test_each_play_is_that_of_the_single_environment(mode: AutoresetMode) -> None:
    many = VectorDeductionEnv(6, SMALL, max_steps=3, autoreset_mode=mode)
    single = DeductionEnv(SMALL, max_steps=3)
    assert many.single_observation_space == single.observation_space
    assert many.single_action_space == single.action_space
    rng = np.random.default_rng(0)
    observed, _ = many.reset(seed=5)
    rows: list[list[int]] = [[] for _ in range(6)]
    secrets = many._plays.secrets.copy()
    over = np.zeros(6, np.bool_)
    for _ in range(30):
        actions = rng.integers(9, size=6)
        observed, rewards, solved, truncated, infos = many.step(actions)
        for i in range(6):
            if over[i]:  # the next step begins it anew
                assert (observed[i] == -1).all()
                assert (rewards[i], solved[i], truncated[i]) == (0.0, False, False)
                rows[i] = []
                continue
            rows[i].append(int(actions[i]))
            single.reset(options={"secret": many.game.format_secret(many._plays.actions[secrets[i]])})
            for action in rows[i]:
                seen, reward, done, out, info = single.step(action)
            assert (rewards[i], solved[i], truncated[i]) == (pytest.approx(reward), done, out)
            last = infos["final_obs"][i] if mode is AutoresetMode.SAME_STEP and (done or out) else observed[i]
            np.testing.assert_array_equal(last, seen)
            np.testing.assert_array_equal(infos["action_mask"][i], info["action_mask"])
            if mode is AutoresetMode.SAME_STEP and (done or out):
                assert (observed[i] == -1).all()
                rows[i] = []
        over = (solved | truncated) & (mode is AutoresetMode.NEXT_STEP)
        secrets = many._plays.secrets.copy()


def test_at_the_same_step_infos_have_what_was_seen_last() -> None:
    env = VectorDeductionEnv(50, SMALL, max_steps=2, autoreset_mode="SameStep")
    env.reset(seed=1)
    _, _, solved, truncated, infos = env.step(np.zeros(50, np.int64))
    done = solved | truncated
    assert done.any()
    assert not done.all()
    np.testing.assert_array_equal(infos["_final_obs"], done)
    assert [last is not None for last in infos["final_obs"]] == done.tolist()
    assert set(infos["final_info"]) == {"action_mask", "_action_mask"}


def test_without_autoreset_plays_begin_when_they_are_told_to() -> None:
    env = VectorDeductionEnv(3, SMALL, max_steps=1, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    *_, solved, truncated, _ = env.step(np.zeros(3, np.int64))
    assert (solved | truncated).all()
    some = np.array([True, False, True])
    observed, _ = env.reset(options={"reset_mask": some})
    assert (observed[some] == -1).all()
    assert (observed[1, 0] >= 0).all()
    with pytest.raises(ConflictError, match="play 1 is over"):
        env.step(np.zeros(3, np.int64))
    env.reset()
    env.step(np.zeros(3, np.int64))


@pytest.mark.parametrize("mode", MODES[:2])
def test_a_seed_fixes_everything(mode: AutoresetMode) -> None:
    one, other = (VectorDeductionEnv(20, SMALL, autoreset_mode=mode) for _ in range(2))
    for mine, its in zip(play(one, 40, 3), play(other, 40, 3), strict=True):
        np.testing.assert_array_equal(mine, its)
    assert any((mine != its).any() for mine, its in zip(play(one, 40, 3), play(other, 40, 4), strict=True))


def test_what_was_observed_stays_as_it_was() -> None:
    env = VectorDeductionEnv(4, SMALL)
    first, _ = env.reset(seed=1)
    kept = first.copy()
    env.step(np.zeros(4, np.int64))
    np.testing.assert_array_equal(first, kept)


def test_infos_hold_nothing_that_only_the_referee_knows() -> None:
    """Secrets that were answered alike look alike, in everything but rewards."""
    worlds = []
    for secret in (3, 4):  # 10 and 11 are answered alike by 22
        env = VectorDeductionEnv(2, SMALL, autoreset_mode="Disabled")
        _, infos = env.reset(seed=1)
        env._plays.begin(secrets=np.array([secret, secret]))
        observed, _, solved, truncated, more = env.step(np.array([8, 8]))
        assert set(infos) == set(more) == {"action_mask", "_action_mask"}
        worlds.append((observed, solved, truncated, infos["action_mask"], more["action_mask"]))
    for one, other in zip(*worlds, strict=True):
        np.testing.assert_array_equal(one, other)


def test_numbers_have_texts() -> None:
    env = VectorDeductionEnv(1, SMALL)
    assert env.action_texts == ["00", "01", "02", "10", "11", "12", "20", "21", "22"]
    assert sorted(filter(None, env.answer_texts)) == ["0.0", "0.1", "0.2", "1.0", "2.0"]


def test_gymnasiums_wrappers_go_round_it() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorDeductionEnv(8, SMALL, max_steps=4))
    env.reset(seed=1)
    rng, lengths = np.random.default_rng(0), []
    for _ in range(40):
        *_, infos = env.step(rng.integers(9, size=8))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
    assert lengths
    assert 1 <= min(lengths) <= max(lengths) <= 4


def test_bad_input() -> None:
    with pytest.raises(ParameterError, match="name the game"):
        VectorDeductionEnv(2)
    with pytest.raises(ParameterError, match="autoreset_mode is one of NextStep, SameStep, Disabled, not 'never'"):
        VectorDeductionEnv(2, SMALL, autoreset_mode="never")
    with pytest.raises(ParameterError, match="no table that many plays can share"):
        VectorDeductionEnv(2, "battleship:size=3,fleet=2")
    with pytest.raises(ParameterError, match="many plays are not drawn"):
        VectorDeductionEnv(2, SMALL, render_mode="ansi")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="max_steps is from 1 to 10,000"):
        VectorDeductionEnv(2, SMALL, max_steps=10**9)
    with pytest.raises(ParameterError, match=r"take 75.4 GiB, more than 4; play fewer at once"):
        VectorDeductionEnv(10**9, SMALL, max_steps=9)
    env = VectorDeductionEnv(2, SMALL)
    with pytest.raises(ConflictError, match="call reset"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(ParameterError, match="with one seed"):
        env.reset(seed=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="no option 'secret'"):
        env.reset(options={"secret": "00"})
    with pytest.raises(ParameterError, match="an array of 2 truth values"):
        env.reset(options={"reset_mask": [True, False]})
    env.reset()
    with pytest.raises(ActionError, match="from 0 to 8, not -1"):
        env.step(np.array([0, -1]))


@pytest.mark.parametrize("name", ["verdicts", "text", "retries"])
def test_what_single_plays_have_is_had_as_it_is_said(name: str) -> None:
    options: dict[str, Any] = {"num_envs": 2, "pegs": 2, "colours": 3, name: 1}
    with pytest.raises(ParameterError, match=f"{name} is for single plays: .* vectorization_mode='sync'"):
        gymnasium.make_vec("sleuth/Mastermind-v0", **options)
    gymnasium.make_vec("sleuth/Mastermind-v0", vectorization_mode="sync", **options).reset(seed=1)


def test_a_game_without_a_table_is_played_as_it_is_said() -> None:
    with pytest.raises(ParameterError, match="make_vec with vectorization_mode='sync'"):
        gymnasium.make_vec("sleuth/Battleship-v0", num_envs=2, size=3, fleet=2)
    gymnasium.make_vec("sleuth/Battleship-v0", num_envs=2, vectorization_mode="sync", size=3, fleet=2).reset(seed=1)


WRONG: list[Any] = [3.0, ["a", "b"], [[1], [1, 2]], None, np.zeros(0)]


@pytest.mark.parametrize("given", WRONG)
def test_a_reward_is_a_number_for_each_play(given: Any) -> None:
    env = VectorDeductionEnv(2, SMALL, reward=lambda step: given)
    env.reset(seed=1)
    with pytest.raises(ParameterError, match="a reward is an array of 2 numbers, one for each play"):
        env.step(np.zeros(2, np.int64))


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("game", ["mastermind:pegs=3,colours=4", "battleship:size=3,fleet=2"])
def test_prompts_come_out_of_other_processes(game: str, copy: bool) -> None:
    """Gymnasium's own texts do not: its shared memory is read once."""
    options: dict[str, Any] = {"game": game, "num_envs": 2, "vectorization_mode": "async"}
    several = gymnasium.make_vec("sleuth/Game-text-v0", **options, vector_kwargs={"copy": copy})
    alone = [gymnasium.make("sleuth/Game-text-v0", game=game) for _ in range(2)]
    try:
        seen, _ = several.reset(seed=3)
        assert [*seen] == [env.reset(seed=3 + place)[0] for place, env in enumerate(alone)]
        for question in ("000", "1,1", "?"):
            before = [*seen]
            after = several.step([question, question])[0]
            assert [*after] == [env.step(question)[0] for env in alone]
            assert not copy or [*seen] == before
            seen = after
    finally:
        several.close()
