"""Posteriors by listing, on histories that can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sleuth.core.channel import HalfLies, Lies
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.games.ulam.solver import worst_case
from sleuth.testing import fewest_questions, posterior, predicted
from sleuth.testing.listing import entropy, legal, over


def after(spec: str, text: str) -> dict[object, Fraction]:
    game = parse_game(spec)
    return posterior(game, History.parse(game, text))


def test_true_answers_only_exclude() -> None:
    assert after("number:numbers=5", "3=higher") == {4: Fraction(1, 2), 5: Fraction(1, 2)}
    assert after("number:numbers=5", "3=higher;4=lower") == {}


def test_a_lie_is_one_of_the_other_answers() -> None:
    # 1 and 2 are lower truly; 3 would have had to lie. A guess is never denied, so 3 cannot lie about itself.
    assert after("number:numbers=3@lies:most=1", "3=lower") == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    # Asked about 2: 1 truly says lower; 3 says so as a lie, the only one open to it. Three answers are needed at least
    # (3 secrets * 7 ways <= 27), and one of the four ways to lie at most once in three begins with a lie.
    assert after("number:numbers=3@lies:most=1", "2=lower") == {1: Fraction(3, 4), 3: Fraction(1, 4)}
    assert after("number:numbers=3@lies:most=1", "2=lower;2=lower") == {1: Fraction(1)}


def test_a_chance_makes_it_the_rule_of_bayes() -> None:
    assert after("number:numbers=3@lies:most=1,chance=0.25", "2=lower") == {1: Fraction(3, 4), 3: Fraction(1, 4)}
    told = after("number:numbers=3@noise:chance=0.25", "2=lower;2=lower")
    assert told == {1: Fraction(9, 10), 3: Fraction(1, 10)}


def test_predictions_follow_the_channel() -> None:
    game = parse_game("number:numbers=3@noise:chance=0.25")
    chances = predicted(game, History(), 2)
    assert chances == {"lower": Fraction(1, 3), "equal": Fraction(1, 3), "higher": Fraction(1, 3)}


def test_play_is_over_once_the_goal_is_reached() -> None:
    game = parse_game("number:numbers=3")
    assert not over(game, History.parse(game, "2=lower"))  # known, but not named
    assert over(game, History.parse(game, "2=lower;1=equal"))
    coin = parse_game("fake-coin:coins=2,sign=lighter")
    assert over(coin, History.parse(coin, f"{coin.format_action(next(iter(coin.actions())))}=left"))


def test_what_was_asked_may_not_be_asked_again_where_the_game_says_so() -> None:
    game = parse_game("battleship:size=1x3,fleet=2")
    first = next(iter(game.actions()))
    history = History().add(first, game.feedback(first, next(iter(game.secrets()))))
    assert first not in legal(game, history)


def test_entropy_is_in_bits() -> None:
    assert entropy([Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]) == 1.5
    assert entropy([Fraction(1)]) == 0.0


@pytest.mark.parametrize("lies", [0, 1, 2])
def test_the_fewest_questions_under_lies_are_the_solvers(lies: int) -> None:
    for numbers in range(2, 11):
        assert fewest_questions(numbers, lies) == worst_case(numbers, Lies(lies)).steps


def test_the_fewest_questions_under_half_lies_are_the_solvers() -> None:
    for numbers in range(2, 17):
        assert fewest_questions(numbers, 1, half=True) == worst_case(numbers, HalfLies(1)).steps
    assert all(fewest_questions(n, 2, half=True) <= worst_case(n, HalfLies(2)).steps for n in range(2, 10))
