"""Look-ahead and rollout: against brute force, and never behind their base."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.trials import trials

from sleuth import Game, begin, evaluate, parse_game, parse_strategy
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core.errors import ParameterError
from sleuth.testing.generators import random_tables_game

GAMES = [
    "mastermind:pegs=3,colours=4",
    "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=5",
    "low-middle-high:numbers=13",
    "black-box:size=3,atoms=2",
    "number:numbers=15",
    "mastermind:pegs=2,jar=5-2-1",
]


@pytest.mark.parametrize("spec", GAMES)
@pytest.mark.parametrize("base", ["entropy", "size", "minimax", "parts"])
def test_a_rollout_is_never_behind_its_base(spec: str, base: str) -> None:
    game = parse_game(spec)
    assert (
        evaluate(game, parse_strategy(f"rollout:base={base}")).mean <= evaluate(game, parse_strategy(base)).mean + 1e-9
    )


@settings(max_examples=trials(25), deadline=None)
@given(random_tables_game())
def test_a_rollout_is_never_behind_its_base_on_random_laws(game: Game) -> None:
    assert (
        evaluate(game, parse_strategy("rollout:width=4")).mean <= evaluate(game, parse_strategy("entropy")).mean + 1e-9
    )


def best_mean(info: EnumeratedSet) -> float:
    """The least expected steps, by trying everything."""
    if info.over:
        return 0.0
    values = []
    for action in info.actions:
        outcomes = info.outcomes([action])
        if outcomes.parts[0] == 1 and not outcomes.win_probability[0]:
            continue
        value = 1.0
        for code, share in enumerate(outcomes.probabilities[0]):
            if share > 0:
                after = info.observe(action, outcomes.feedback(code))
                assert isinstance(after, EnumeratedSet)
                value += share * best_mean(after)
        values.append(value)
    return min(values)


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=2,colours=3", "number:numbers=7", "fake-coin:coins=3", "low-middle-high:numbers=5"]
)
def test_a_look_ahead_to_the_end_is_optimal(spec: str) -> None:
    game = parse_game(spec)
    info = begin(game, "enumerated")
    assert isinstance(info, EnumeratedSet)
    deep = evaluate(game, parse_strategy("look-ahead:depth=6,width=50"))
    assert deep.mean == pytest.approx(best_mean(info))


def test_the_score_of_a_rollout_is_what_it_takes() -> None:
    game = parse_game("bulls-and-cows:length=3,symbols=5")
    decision = parse_strategy("rollout:width=3").decide(begin(game))
    assert decision.score == pytest.approx(evaluate(game, parse_strategy("entropy"), first=decision.action).mean)


def test_looking_deeper_pays_on_mastermind() -> None:
    game = parse_game("mastermind")
    assert evaluate(game, parse_strategy("rollout:base=parts,width=5")).total <= 5655 < 5668


def test_what_they_cannot_do_is_said() -> None:
    for bad in ("rollout:base=guess", "rollout:width=0", "look-ahead:depth=0", "look-ahead:seconds=0"):
        with pytest.raises(ParameterError):
            parse_strategy(bad)


def test_the_likeliest_secrets_are_looked_into() -> None:
    """With an uneven jar, naming the likeliest code pays, although it tells little."""
    game = parse_game("mastermind:pegs=3,jar=8-2-1")
    assert evaluate(game, parse_strategy("rollout:width=2")).mean < evaluate(game, parse_strategy("entropy")).mean - 0.4
