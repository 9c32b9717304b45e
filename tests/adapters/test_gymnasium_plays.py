"""Plays through a Gymnasium environment, and that what an agent is given tells it no more than the answers do."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.adapters.random_plays import made, steps, word_folder
from tests.trials import trials

from sleuth import game_names
from sleuth.adapters.gymnasium.environment import DeductionEnv
from sleuth.adapters.gymnasium.vector import VectorDeductionEnv
from sleuth.app.errors import ConflictError
from sleuth.core import ActionError, ParameterError, SleuthError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return word_folder(tmp_path_factory)


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


@pytest.mark.parametrize("name", game_names())
def test_rows_are_what_was_asked_and_answered(name: str) -> None:
    env = made(name)
    numbering = env._form._numbering  # type: ignore[attr-defined]
    for seed in range(2):
        *_, (_, rows, _, terminated, truncated, _) = steps(env, seed)
        asked = [(numbering.number(action), numbering.answers[answer]) for action, answer in env._play.info.history]
        assert rows[: len(asked)].tolist() == [list(pair) for pair in asked]
        assert (rows[len(asked) :] == -1).all()
        assert rows.shape == (env.max_steps, 2)
        assert terminated == env._play.solved
        assert truncated == (not terminated)


@pytest.mark.parametrize("name", [*game_names(), "wordle:hard"])
def test_masks_are_what_the_rules_allow(name: str) -> None:
    name, _, hard = name.partition(":")
    env = made(name, **({"hard": True} if hard else {}))
    actions = env._form._numbering.actions  # type: ignore[attr-defined]
    for seed in range(2):
        for *_, info in steps(env, seed):
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            assert mask.tolist() == [int(env._play.info.is_legal(action)) for action in actions]
            assert mask[env.action_space.sample(mask)] or not mask.any()


def test_rewards_by_name_and_by_function() -> None:
    sums = {}
    for reward in ("end", "loss", "loss-and-luck", "bits"):
        env = made("mastermind", reward=reward, max_steps=60)
        plays = [list(steps(env, seed)) for seed in range(4)]
        sums[reward] = [sum(step[2] for step in play) for play in plays]
        reports = [play[-1][-1]["report"] for play in plays]
    assert all(report["solved"] for report in reports)
    assert sums["end"] == [1.0] * 4
    assert sums["loss"] == pytest.approx([-report["lost"] for report in reports])
    assert sums["loss-and-luck"] == pytest.approx([report["expected"] - report["steps"] for report in reports])
    assert sums["bits"] == pytest.approx([report["bits"] for report in reports])
    env = made("mastermind", reward=lambda verdict: 7.0 if verdict.solved else -1.0, max_steps=60)
    *_, last = steps(env, 0)
    assert last[2] == 7.0


def test_an_action_that_is_not_allowed_costs_a_step() -> None:
    env = made("battleship", reference="none")
    env.reset(seed=1)
    env.step(7)
    rows, reward, terminated, truncated, info = env.step(7)
    assert isinstance(rows, np.ndarray)
    assert rows[:3].tolist()[1:] == [[7, -1], [-1, -1]]
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert "was asked at step 1 already" in info["refusal"]
    assert "refusal" not in env.step(8)[-1]
    assert env._play.steps == 3


def test_a_lost_turn_loses_one_step_and_a_retry_nothing() -> None:
    env = made("mastermind", text=True, retries=1, max_steps=3)
    env.reset(seed=1)
    first = env.step("I have no idea.")
    second = env.step("Still none.")
    assert (first[1], second[1]) == (0.0, -1.0)
    assert "This cost nothing: try again." in first[0]
    assert "This cost a question. Question 2 of 3?" in second[0]
    *_, terminated, truncated, info = env.step("?"), *env.step("?")[2:]
    *_, terminated, truncated, info = env.step("?"), *env.step("?")[2:]
    assert (terminated, truncated) == (False, True)
    assert info["report"]["turns_lost"] == 3
    assert info["report"]["refused"] == 6


def test_texts_are_read_as_the_referee_does() -> None:
    env = made("mastermind", text=True)
    prompt, info = env.reset(options={"secret": "012"})
    assert [message["role"] for message in info["messages"]] == ["system", "user"]
    assert info["messages"][0]["content"] in prompt
    told, _, terminated, _, info = env.step('Let me think.\n{"guess": "001"}')
    assert "Answer to question 1, 001: 1.1" in told
    assert not terminated
    assert len(info["messages"]) == 4
    assert env.step("My guess is **012**.")[2]


def test_no_step_is_left() -> None:
    env = made("mastermind", max_steps=2)
    env.reset(options={"secret": "012"})
    env.step(0)
    _, _, terminated, truncated, info = env.step(0)
    assert (terminated, truncated) == (False, True)
    assert info["report"]["secret"] == "012"
    assert not info["report"]["solved"]
    env.reset(options={"secret": "000"})
    env.step(1)
    assert env.step(0)[2:4] == (True, False)  # the goal in the last row is a goal


@pytest.mark.parametrize("text", [False, True])
def test_seeds_fix_this_play_and_those_after_it(text: bool) -> None:
    one, other = (made("mastermind", text) for _ in range(2))
    for env in (one, other):
        env.reset(seed=5)
    secrets = [[(env.reset(), env._play.record.secret)[1] for _ in range(6)] for env in (one, other)]
    assert secrets[0] == secrets[1]
    assert len(set(secrets[0])) > 1
    assert data_equivalence(list(steps(one, 3)), list(steps(other, 3)), exact=True)


def test_noise_is_fixed_by_the_seed() -> None:
    one, other = (made("mastermind", channel="noise:chance=0.3", max_steps=8) for _ in range(2))
    for seed in range(5):
        assert data_equivalence(list(steps(one, seed)), list(steps(other, seed)), exact=True)


def test_secrets_and_options_that_are_wrong() -> None:
    env = made("mastermind")
    with pytest.raises(SleuthError, match="9"):
        env.reset(options={"secret": "999"})
    with pytest.raises(ParameterError, match="reset has no option 'secrets'; it takes secret"):
        env.reset(options={"secrets": "012"})
    env.reset(options={"secret": (0, 1, 2)})
    assert env._play.record.secret == (0, 1, 2)


def test_what_is_out_of_turn() -> None:
    env = DeductionEnv("mastermind:pegs=2,colours=2", render_mode="ansi")
    for call in (lambda: env.step(0), env.render):
        with pytest.raises(ConflictError, match="no play has begun; call reset"):
            call()
    env.reset(options={"secret": "00"})
    env.step(0)
    with pytest.raises(ConflictError, match="this play is over; call reset"):
        env.step(1)


def test_actions_of_the_wrong_kind() -> None:
    env = made("mastermind")
    env.reset(seed=1)
    for action, message in ((27, "from 0 to 26, not 27"), (-1, "not -1"), ("012", "an action is a number here")):
        with pytest.raises(ActionError, match=message):
            env.step(action)
    env.step(np.int64(3))
    texts = made("mastermind", text=True)
    texts.reset(seed=1)
    with pytest.raises(ActionError, match="an action is a text here, not 3"):
        texts.step(3)


@settings(max_examples=trials(60))
@given(replies=st.lists(st.text(max_size=60), min_size=1, max_size=4))
def test_observations_stay_within_their_space_whatever_is_replied(replies: list[str]) -> None:
    env = odd()
    env.reset(seed=1)
    for said in replies:
        observation, _, terminated, truncated, _ = env.step(said)
        assert observation in env.observation_space
        if terminated or truncated:
            return


@cache
def odd() -> DeductionEnv:
    """A play in texts."""
    return DeductionEnv("number:numbers=20", text=True, max_steps=6, reference="none")


def test_a_sign_that_no_text_has_is_told_by_its_number() -> None:
    env = odd()
    env.reset(seed=1)
    observation = env.step("♔♕")[0]
    assert isinstance(observation, str)
    assert r"\u2654\u2655" in observation


# What the agent may see.


def walk(value: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Everything that a value holds, by name."""
    yield where, value
    if isinstance(value, dict):
        for key, inner in value.items():
            assert isinstance(key, str)
            yield from walk(inner, f"{where}.{key}")
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from walk(inner, f"{where}[]")


PLAIN = (dict, list, tuple, str, int, float, bool, type(None))


@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts"])
@pytest.mark.parametrize("name", game_names())
def test_a_play_returns_plain_values_and_no_more_than_is_said(name: str, text: bool) -> None:
    env = made(name, text)
    hint = "messages" if text else "action_mask"
    for _, observation, reward, terminated, truncated, info in steps(env, 2):
        ended = terminated or truncated
        assert set(info) == {hint} | ({"report"} if ended else set())
        assert type(reward) is float
        assert (type(terminated), type(truncated)) == (bool, bool)
        assert type(observation) is (str if text else np.ndarray)
        for where, value in walk(info, "info"):
            assert type(value) in PLAIN or (where == "info.action_mask" and value.dtype == np.int8), where
    assert info["report"]["secret"] == env.game.format_secret(env._play.record.secret)


@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts"])
@pytest.mark.parametrize("name", game_names())
def test_secrets_that_were_answered_alike_look_alike(name: str, text: bool) -> None:
    """Whatever is returned before the end is the same for every secret that explains the answers."""
    env = made(name, text)
    compared = 0
    for seed in range(3):
        seen, asked = [], []
        for action, *rest in steps(env, seed):
            asked.append(action)
            if rest[2] or rest[3]:
                break
            seen.append(rest)
            secret = env._play.record.secret
            others = [other for other in env._play.info.candidates(20) if other != secret][:2]
            for other in others if len(asked) <= 3 else ():
                copied = made(name, text)
                told = copied.reset(seed=seed + 1, options={"secret": env.game.format_secret(other)})
                replayed = [(told[0], 0.0, False, False, told[1])]
                replayed += [copied.step(question) for question in asked[1:]]
                for one, two in zip(seen, replayed, strict=True):
                    assert data_equivalence(list(one), list(two), exact=True)
                compared += 1
    assert compared


def test_verdicts_are_for_whoever_trains() -> None:
    env = made("mastermind", verdicts=True)
    for _, _, reward, _, _, info in list(steps(env, 1))[1:]:
        verdict = info["verdict"]
        assert verdict["reward"] == reward
        assert {"best", "candidates_after", "lost", "luck"} <= set(verdict)
        assert all(type(value) in PLAIN for _, value in walk(verdict, "verdict"))


def test_what_was_returned_is_the_agents_own() -> None:
    """Who changes an observation or a mask changes nothing of the play."""
    env = made("battleship")
    rows, info = env.reset(seed=1)
    assert isinstance(rows, np.ndarray)
    rows[:], info["action_mask"][:] = 9, 0
    after, *_, info = env.step(3)
    assert isinstance(after, np.ndarray)
    assert (after[1:] == -1).all()
    assert info["action_mask"].sum() == 24


# Drawing, copies and Gymnasium's wrappers.


def test_the_board_is_drawn() -> None:
    env = made("mastermind", render_mode="ansi", max_steps=2)
    env.reset(options={"secret": "012"})
    env.step(0)
    drawn = env.render()
    assert drawn is not None
    assert "\x1b[" in drawn
    assert "The secret is" not in drawn
    env.step(0)
    assert "The secret is 012." in str(env.render())
    quiet = made("mastermind")
    quiet.reset()
    with pytest.warns(UserWarning, match="render_mode='ansi'"):
        assert quiet.render() is None


def test_a_copy_goes_its_own_way() -> None:
    env = made("mastermind", pegs=3, colours=4)
    env.reset(seed=1)
    env.step(3)
    other = copy.deepcopy(env)
    after = env.step(4)
    again = other.step(4)
    assert data_equivalence(list(after), list(again), exact=True)
    other.step(5)
    assert env._play.steps + 1 == other._play.steps


def test_wrappers() -> None:
    env: Any = gymnasium.make("sleuth/Mastermind-v0", pegs=2, colours=3, max_steps=5)
    env.action_space.seed(0)
    env = gymnasium.wrappers.TransformReward(env, lambda reward: 10 * float(reward))
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.FlattenObservation(env))
    observation, info = env.reset(seed=1)
    assert observation.shape == (10,)
    ended = False
    while not ended:
        observation, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        assert observation in env.observation_space
        ended = terminated or truncated
    assert info["episode"]["r"] == pytest.approx(-10 * info["report"]["lost"])
    assert info["episode"]["l"] == info["report"]["steps"]


@pytest.mark.parametrize("text", ["", "-text"])
def test_several_at_once(text: str) -> None:
    plays = gymnasium.make_vec(
        f"sleuth/Mastermind{text}-v0", num_envs=3, vectorization_mode="sync", pegs=2, colours=3, max_steps=4
    )
    plays.reset(seed=1)
    ended = 0
    for _ in range(12):
        actions = ("00", "01", "02") if text else np.array([0, 1, 2])
        _, _, terminated, truncated, infos = plays.step(actions)
        ended += int((terminated | truncated).sum())
        if "report" in infos:
            assert infos["report"]["steps"][infos["_report"]].min() > 0
        assert text or infos["action_mask"].shape == (3, 9)
    assert ended >= 3
    plays.close()


def test_many_at_once_have_the_same_spaces() -> None:
    plays = gymnasium.make_vec("sleuth/Mastermind-v0", num_envs=3, pegs=2, colours=3)
    assert isinstance(plays, VectorDeductionEnv)
    one = gymnasium.make("sleuth/Mastermind-v0", pegs=2, colours=3)
    assert plays.single_observation_space == one.observation_space
    assert plays.single_action_space == one.action_space
    assert gymnasium.spec("sleuth/Mastermind-text-v0").vector_entry_point is None
