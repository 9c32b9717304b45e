"""Gymnasium environments: every game passes Gymnasium's own check, under its id and with its parameters."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from tests.adapters.random_plays import IN_TEXTS, made, word_folder

import sleuth.gym
from sleuth import Game, game_names, parse_game
from sleuth.adapters.gymnasium.environment import DeductionEnv
from sleuth.adapters.gymnasium.registration import environment_id
from sleuth.core import ParameterError, SleuthError
from sleuth.games import Mastermind


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return word_folder(tmp_path_factory)


@pytest.fixture(autouse=True)
def _in_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def checked(env: Any) -> None:
    """Gymnasium's own check, with the same actions in every run; warnings are errors in these tests."""
    env.action_space.seed(0)
    check_env(env)


@pytest.mark.parametrize("text", [False, True], ids=["numbers", "texts"])
@pytest.mark.parametrize("name", game_names())
def test_every_game_passes_the_check(name: str, text: bool) -> None:
    env = made(name, text)
    assert isinstance(env.action_space, spaces.Text if text else spaces.Discrete)
    assert isinstance(env.observation_space, spaces.Text if text else spaces.Box)
    checked(env)


@pytest.mark.parametrize("name", ["guess-who", "number", "treasure-hunt", "low-middle-high", "battleship"])
def test_default_sizes_pass_the_check(name: str) -> None:
    checked(gymnasium.make(environment_id(name)).unwrapped)


@pytest.mark.parametrize("name", IN_TEXTS)
def test_what_cannot_be_listed_is_played_in_texts(name: str) -> None:
    env = gymnasium.make(environment_id(name), **IN_TEXTS[name]).unwrapped
    assert isinstance(env.action_space, spaces.Text)
    checked(env)


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=2,colours=3@lies:most=1",
        "ulam:numbers=6@noise:chance=0.1",
        "hangman:lengths=3,words=short.txt@half-lies:most=1",
        "wordle:answers=words.txt,hard=true",
        "battleship:size=4,fleet=2,answers=cells",
    ],
)
def test_channels_and_other_rules_pass_the_check(spec: str) -> None:
    for text in ("", "-text"):
        checked(gymnasium.make(f"sleuth/Game{text}-v0", game=spec).unwrapped)


# Ids and parameters.


def test_there_are_two_ids_for_every_game_of_one_player() -> None:
    ids = sleuth.gym.register_environments()  # a second time: nothing is registered twice
    assert set(ids) <= set(gymnasium.registry)
    assert len(ids) == 2 * len(game_names()) + 2
    assert {"sleuth/BullsAndCows-v0", "sleuth/BullsAndCows-text-v0", "sleuth/Game-v0"} <= set(ids)


@pytest.mark.parametrize("module", ["sleuth.gym", "sleuth.adapters.gymnasium"])
def test_an_id_may_name_the_module(module: str) -> None:
    code = f"""
import gymnasium
env = gymnasium.make("{module}:sleuth/Mastermind-v0", pegs=2, colours=3)
print(env.action_space, env.reset(seed=1)[0].shape)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "Discrete(9) (10, 2)\n", done.stderr


def test_no_parameter_of_a_game_is_a_keyword_of_the_environment() -> None:
    keywords = {"game", "text", "reward", "reference", "channel", "max_steps", "retries", "oracle", "verdicts"}
    for name in game_names():
        assert not (keywords | {"render_mode"}) & set(type(parse_game(name)).parameters())


def test_parameters_are_values_texts_or_files() -> None:
    assert made("mastermind", pegs=2, colours="4").game == Mastermind(2, 4)
    assert made("wordle", answers=Path("words.txt"), hard=True).game == parse_game("wordle:answers=words.txt,hard=true")
    assert made("battleship", size=4, fleet="2", touching=False).game == parse_game(
        "battleship:size=4,fleet=2,touching=false"
    )
    assert str(made("mastermind", channel="lies:most=1").game) == "mastermind:pegs=3,colours=3@lies:most=1"


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"peg": 3}, "mastermind has no parameter 'peg'; did you mean pegs?"),
        ({"pegs": "four"}, "mastermind: pegs is a whole number"),
        ({"pegs": 2.5}, "mastermind: pegs is a whole number"),
        ({"reward": "greens"}, "there is no reward 'greens'; it is one of end, loss, loss-and-luck, bits"),
        ({"reward": "loss", "reference": "none"}, "take the reward end or bits"),
        ({"max_steps": 0}, "max_steps is from 1 to 10,000, not 0"),
        ({"retries": -1}, "retries are from 0 to 10,000, not -1"),
        ({"channel": "mumbling"}, "mumbling"),
        ({"max_steps": True}, "max_steps is a whole number, not True"),
        ({"max_steps": 10**9}, "max_steps is from 1 to 10,000, not 1000000000"),
        ({"pegs": 12, "colours": 12}, "too many to list (at most 3,000,000); make it smaller"),
    ],
)
def test_what_is_wrong_is_told_when_it_is_made(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(SleuthError, match=re.escape(message)) as raised:
        made("mastermind", **keywords)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({}, "name the game"),
        ({"game": "clue"}, "clue is a game of several players, and a Gymnasium environment has one"),
        ({"game": "guess-who-race"}, "is a game of several players"),
        ({"game": "mastermind:pegs=3", "pegs": 4}, "pegs is given twice"),
        ({"game": Mastermind(2, 3), "pegs": 4}, "is a game already: leave pegs out"),
        ({"game": "no-such-game"}, "no-such-game"),
    ],
)
def test_games_that_are_none(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(SleuthError, match=message):
        gymnasium.make("sleuth/Game-v0", **keywords)


def test_bad_steps_and_options_are_told_in_one_sentence() -> None:
    env = DeductionEnv("mastermind:pegs=2,colours=3")
    with pytest.raises(SleuthError, match="5 is not a secret of mastermind"):
        env.reset(options={"secret": 5})
    with pytest.raises(ParameterError, match="options of reset are a dictionary"):
        env.reset(options=5)  # type: ignore[arg-type]
    env.reset(seed=1)
    for action in (1.5, None, [1]):
        with pytest.raises(SleuthError, match="an action is a whole number here"):
            env.step(action)  # type: ignore[arg-type]
    number: Any = np.array(1)
    seen: Any = env.step(number)[0]
    assert seen[0, 0] == 1


def test_a_render_mode_that_is_none() -> None:
    with pytest.raises(ParameterError, match="render_mode is ansi or None, not 'human'"):
        DeductionEnv("mastermind:pegs=2,colours=3", render_mode="human")


def test_games_of_ones_own(folder: Path) -> None:
    (folder / "own.py").write_text(
        "from dataclasses import dataclass\nfrom sleuth import Game\n\n"
        "@dataclass(frozen=True)\nclass Parity(Game):\n    '''Guess a number; odd or even is told.'''\n\n"
        "    numbers: int = 6\n\n    def secrets(self):\n        return range(self.numbers)\n\n"
        "    def feedback(self, guess, secret):\n        return guess == secret, secret % 2\n"
    )
    for spec in ("own.py", "own.py:Parity"):
        env = gymnasium.make("sleuth/Game-v0", game=spec, numbers=8).unwrapped
        assert env.action_space == spaces.Discrete(8)
        checked(env)
    assert gymnasium.make("sleuth/Game-v0", game=Mastermind(2, 3)).unwrapped.action_space == spaces.Discrete(9)


def test_a_game_that_is_not_frozen_is_told_of() -> None:
    @dataclass
    class Loose(Game):
        """Name a number."""

        def secrets(self) -> range:
            return range(4)

        def feedback(self, guess: int, secret: int) -> bool:
            return guess == secret

    with pytest.raises(ParameterError, match=r"loose is not hashable; write @dataclass\(frozen=True\) above its class"):
        DeductionEnv(Loose())


def test_a_spec_travels_as_json() -> None:
    spec = made("mastermind").spec
    assert spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json())).unwrapped
    assert again.game == Mastermind(3, 3)  # type: ignore[attr-defined]
