"""Skill and luck of a play: their definitions, and players whose strength is known."""

from __future__ import annotations

from functools import cache
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import History, Record, Truthful, begin, match, parse_game, parse_strategy
from sleuth.core.offers import announced
from sleuth.lab.grading import Grades, grade
from sleuth.lab.scores import TOP, luck_score, skill_score
from sleuth.play.oracles import make_oracle

PROVED = (
    "mastermind:pegs=3,colours=3",
    "bulls-and-cows:length=2,symbols=5",
    "low-middle-high:numbers=9",
    "number:numbers=12",
)
OTHERS = ("battleship:size=4,fleet=3-2", "hangman:lengths=4", "number:numbers=16@lies:most=1")


@given(st.floats(0, 50), st.floats(0.1, 50))
def test_skill_falls_with_what_is_given_away(lost: float, whole: float) -> None:
    skill = skill_score(lost, whole)
    assert 0 <= skill <= TOP
    assert skill_score(lost + 0.5, whole) <= skill
    assert skill_score(-lost, whole) == TOP


def test_skill_is_halved_by_a_quarter() -> None:
    assert [skill_score(x * 4.0, 4.0) for x in (0, 0.25, 0.5, 1.0)] == [99, 50, 25, 6]
    assert skill_score(1.0, 0.0) == 0


@given(st.floats(-20, 20), st.floats(0, 10))
def test_luck_is_symmetric(luck: float, spread: float) -> None:
    assert 0 <= luck_score(luck, spread) <= TOP
    assert luck_score(luck, spread) + luck_score(-luck, spread) in (TOP, TOP + 1)


def test_luck_of_an_opening_is_in_the_middle_exactly() -> None:
    """Over all secrets the luck of a play that ends after one question sums to nothing, in steps and in bits."""
    game = parse_game("mastermind:pegs=2,colours=4")
    info, action = begin(game), game.parse_action("01")
    graded = [grade(Record(game, History.parse(game, f"01={game.format_feedback(game.feedback(action, secret))}")))
              for secret in info.candidates()]  # fmt: skip
    for unit in ("steps", "bits"):
        assert sum(one.totals[f"luck_{unit}"] or 0.0 for one in graded) == pytest.approx(0.0, abs=1e-9)


def test_the_spread_is_that_of_good_play() -> None:
    game = parse_game("number:numbers=12")
    steps = [
        len(match(begin(game), parse_strategy("optimal"), Truthful(game, secret)).history) for secret in range(1, 13)
    ]
    graded = grade(Record(game, History.parse(game, "6=lower")))
    assert graded.spreads["steps"] == pytest.approx(float(np.std(steps)))


@cache
def plays(spec: str, player: str, number: int = 40) -> list[Grades]:
    """Graded plays of a player at secrets drawn from the prior."""
    game, found = parse_game(spec), []
    for seed in range(number):
        rng = np.random.default_rng(seed)
        secret = begin(game).sample(rng)[0]
        info = begin(announced(game, secret))
        record = match(info, parse_strategy(player), make_oracle(None, info, rng, secret), rng=rng)
        found.append(grade(record, info))
    return found


@pytest.mark.parametrize("spec", PROVED)
def test_skill_rises_with_the_player(spec: str) -> None:
    skills = [fmean(one.skill for one in plays(spec, player)) for player in ("random", "entropy", "optimal")]
    assert skills[0] < skills[1] <= skills[2] == TOP


@pytest.mark.parametrize("spec", OTHERS)
def test_random_play_has_less_skill_where_nothing_is_proved(spec: str) -> None:
    random, entropy = (fmean(one.skill for one in plays(spec, player, 15)) for player in ("random", "entropy"))
    assert random < entropy


@pytest.mark.parametrize("spec", PROVED)
@pytest.mark.parametrize("player", ["random", "entropy"])
def test_luck_is_in_the_middle(spec: str, player: str) -> None:
    luck = [one.luck for one in plays(spec, player)]
    assert abs(fmean(luck) - 49.5) < 4 * np.std(luck) / len(luck) ** 0.5 + 4
