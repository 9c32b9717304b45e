"""`optimal`: a strategy like any other, and as good as the solver."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tests.drawers import Drawers
from tests.one_row import OneRow

from sleuth.adapters.cli.app import run
from sleuth.belief.begin import begin
from sleuth.core.errors import ParameterError
from sleuth.core.game_spec import parse_game
from sleuth.core.history import History
from sleuth.core.limit import Limit
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.play.evaluate import evaluate
from sleuth.play.match import match
from sleuth.play.oracles import Adversarial, Truthful
from sleuth.solve import solve
from sleuth.solve.optimal import Optimal
from sleuth.strategies.catalogue import parse_strategy, strategy_names
from sleuth.testing import check_strategy
from sleuth.testing.small import HardMastermind

GAMES = [
    "mastermind:pegs=3,colours=4",
    "mastermind:pegs=3,jar=3-2-1",
    "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=6",
    "black-box:size=4,atoms=2",
    "guess-who",
]


def test_it_is_in_the_catalogue() -> None:
    assert "optimal" in strategy_names()
    assert str(parse_strategy("optimal:objective=worst,seconds=2")) == "optimal:objective=worst,seconds=2"


@pytest.mark.parametrize("spec", GAMES)
def test_it_evaluates_to_the_optimum(spec: str) -> None:
    game = parse_game(spec)
    best = solve(game)
    played = evaluate(game, parse_strategy("optimal"))
    assert played.total == best.total
    assert played.total <= evaluate(game, parse_strategy("entropy")).total


@pytest.mark.parametrize("spec", GAMES)
def test_the_worst_case_is_never_longer_than_it_need_be(spec: str) -> None:
    game = parse_game(spec)
    shortest = solve(game, objective="worst")
    strategy = parse_strategy("optimal:objective=worst")
    assert evaluate(game, strategy).worst == shortest.worst
    info = begin(game)
    assert len(match(info, strategy, Adversarial(info)).history) <= shortest.worst


def test_hard_rules() -> None:
    game = HardMastermind(pegs=2, colours=4)
    assert evaluate(game, parse_strategy("optimal")).total == solve(game).total


def test_it_plays_on_after_any_history() -> None:
    game = Mastermind(3, 5)
    info = begin(game).observe_all(History.parse(game, "000=1.0;001=0.1"))
    rule = parse_strategy("optimal")
    for secret in info.candidates():
        assert match(info, rule, Truthful(game, secret)).history.steps[-1][0] == secret
    assert rule.decide(info).score == pytest.approx(
        np.mean([len(match(info, rule, Truthful(game, s)).history) - 2 for s in info.candidates()])
    )


def test_a_decision_is_rated_in_steps_and_none_is_better() -> None:
    game = parse_game("mastermind:pegs=3,colours=4")
    decision = parse_strategy("optimal").decide(begin(game))
    assert decision.score == pytest.approx(206 / 64)
    assert min(decision.scores) == decision.score
    assert all(option.score >= decision.score for option in decision.alternatives)


@pytest.mark.parametrize("spec", ["bulls-and-cows", "mastermind:pegs=4,colours=7"])
def test_a_limit_gives_a_decision_that_tells_something(spec: str) -> None:
    info = begin(parse_game(spec))
    for decision in (
        parse_strategy("optimal:seconds=0.01").decide(info),
        parse_strategy("optimal:objective=worst").decide(info, limit=Limit(seconds=0.01)),
    ):
        assert info.is_legal(decision.action)
        assert decision.chosen.parts > 1


def test_the_kit() -> None:
    check_strategy(parse_strategy("optimal:objective=worst"), plays=3)
    check_strategy(parse_strategy("optimal:seconds=3600"), plays=2)  # so long that the clock decides nothing


def test_what_it_refuses() -> None:
    with pytest.raises(ParameterError, match="objective"):
        parse_strategy("optimal:objective=median")
    with pytest.raises(ParameterError, match="seconds must be more than 0"):
        parse_strategy("optimal:seconds=0")


def test_it_assists(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["assist", "mastermind", "--pegs", "3", "--colours", "4", "--strategy", "optimal", "--history", "012=1.0"]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["strategy"] == "optimal"
    assert told["candidates"] > 1
    assert told["action"]


@pytest.mark.parametrize("later_first", [False, True])
def test_what_is_asked_does_not_depend_on_what_was_asked_of_it_before(later_first: bool) -> None:
    """The same candidates with other steps left are another question."""
    start = begin(OneRow())
    wasted = start.observe("nothing", 0)
    asked = {
        len(info.history): Optimal().decide(info).action
        for info in ([wasted, start] if later_first else [start, wasted])
    }
    assert asked == {0: "all", 1: "half"}


def test_scores_are_costs_where_actions_differ_in_cost() -> None:
    """What the chosen action costs is held against what the others cost at least, and not against steps."""
    game = Drawers(price=2)
    decision = Optimal().decide(begin(game))
    assert (decision.action, decision.scores[decision.row]) == ("all", 2.0)
    dear = Drawers(price=40)
    later = begin(dear).observe("a", False)
    for info, costs in ((begin(dear), 9 / 4), (later, 5 / 3)):
        decision = Optimal().decide(info)
        assert decision.scores[decision.row] == pytest.approx(costs)
        assert decision.scores[decision.outcomes.actions.index("all")] >= 40
