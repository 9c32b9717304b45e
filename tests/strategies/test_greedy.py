"""Criteria, keys, decisions and their reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from sleuth import begin, evaluate, greedy, parse_game, parse_strategy
from sleuth.core import Constraint
from sleuth.core.errors import ParameterError, StuckError, UnknownNameError
from sleuth.core.game import Game, Goal


def test_a_criterion_is_one_line() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    mine = greedy(lambda outcomes: outcomes.largest, "mine")
    assert (evaluate(game, mine).steps == evaluate(game, parse_strategy("minimax")).steps).all()


def test_a_criterion_of_the_wrong_shape_is_refused() -> None:
    info = begin(parse_game("number:numbers=9"))
    with pytest.raises(ParameterError, match="one number for each of 9 actions"):
        greedy(lambda outcomes: 1.0, "constant").decide(info)
    with pytest.raises(ParameterError, match="not a number"):
        greedy(lambda outcomes: np.full(len(outcomes), np.nan), "nan").decide(info)


def test_a_criterion_that_asks_in_vain_is_reported() -> None:
    game = parse_game("treasure-hunt:cells=8")
    stubborn = greedy(lambda outcomes: np.arange(len(outcomes)), "stubborn", ties="lex")
    with pytest.raises(StuckError, match="although every candidate gives the same answer"):
        evaluate(game, stubborn)


def test_ties_are_named_and_checked() -> None:
    assert parse_strategy("entropy").tie_break == "entropy, then possible, then lex"
    assert parse_strategy("parts:ties=entropy+possible").tie_break == "parts, then entropy, then possible, then lex"
    assert str(parse_strategy("parts:ties=lex,only_possible=true")) == "parts:ties=lex,only_possible=true"
    with pytest.raises(UnknownNameError, match="entropy"):
        parse_strategy("size:ties=entrpy")
    with pytest.raises(ParameterError, match="comes last"):
        parse_strategy("size:ties=lex+possible")


def test_a_decision_explains_itself() -> None:
    game = parse_game("mastermind")
    decision = parse_strategy("minimax").decide(begin(game))
    assert game.format_action(decision.action) == "0011"
    option = decision.chosen
    assert (option.parts, option.worst, option.possible) == (13, 256, True)
    assert option.win == pytest.approx(1 / 1296)
    assert sum(leaf.left for leaf in decision.leaves) == 1296
    assert sum(leaf.probability for leaf in decision.leaves) == pytest.approx(1)
    assert [leaf.text for leaf in decision.leaves if leaf.wins] == ["4.0"]
    assert len(decision.alternatives) == 5
    assert all(other.score >= decision.score for other in decision.alternatives)
    text = " ".join(decision.reasons)
    assert "256" in text
    assert "ties go by: minimax, then possible, then lex" in text


def test_with_two_left_the_likelier_is_named() -> None:
    game = parse_game("mastermind:pegs=1,jar=1-5-1")
    info = begin(game).observe((0,), (0, 0))
    assert parse_strategy("entropy").decide(info).action == (1,)
    assert evaluate(game, parse_strategy("entropy")).mean == pytest.approx((5 * 1 + 1 * 2 + 1 * 3) / 7)


def test_only_possible_asks_nothing_else() -> None:
    game, strategy = parse_game("bulls-and-cows:length=3,symbols=6"), parse_strategy("entropy:only_possible=true")
    info, secret = begin(game), (5, 0, 3)
    while not info.over:
        action = strategy.decide(info).action
        assert action in info.candidates()
        info = info.observe(action, game.feedback(action, secret))


def test_random_is_fixed_by_its_generator() -> None:
    info, strategy = begin(parse_game("bulls-and-cows:length=3,symbols=6")), parse_strategy("random")
    picks = [strategy.decide(info, rng=np.random.default_rng(s)).action for s in (1, 1, 2)]
    assert picks[0] == picks[1] != picks[2]


def test_random_never_asks_in_vain() -> None:
    game, strategy = parse_game("treasure-hunt:cells=5"), parse_strategy("random")
    for seed in range(20):
        assert evaluate(game, strategy, seed=seed).worst <= 4


@dataclass(frozen=True)
class Unlikely(Game, Constraint):
    """Nearly everything is `a`: what a question tells about the others is lost in rounding."""

    goal: ClassVar[Goal] = Goal.KNOW
    repeats: ClassVar[bool] = True

    def secrets(self) -> str:
        return "abc"

    def actions(self) -> list[str]:
        return ["idle", "b", "c"]

    def feedback(self, action: str, secret: str) -> bool:
        return action == secret

    def prior(self, secret: str) -> float:
        return 1e5 if secret == "a" else 1e-14


@dataclass(frozen=True)
class UnlikelyOnce(Unlikely):
    """The same, decided set by set."""

    repeats: ClassVar[bool] = False


@pytest.mark.parametrize("game", [Unlikely(), UnlikelyOnce()])
@pytest.mark.parametrize("rule", ["entropy", "entropy:ties=size+lex", "entropy:ties=lex", "hit-look-ahead"])
def test_a_question_that_tells_nothing_does_not_win_by_rounding(game: Game, rule: str) -> None:
    decision = parse_strategy(rule).decide(begin(game))
    scores = dict(zip(decision.outcomes.actions, decision.scores.tolist(), strict=True))
    assert scores["idle"] <= scores["b"] + 1e-9
    assert decision.action == "b"
    assert evaluate(game, parse_strategy(rule)).worst == 2
