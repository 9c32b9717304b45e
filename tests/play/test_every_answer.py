"""Under lies every secret is played in every way in which it may be answered, where the ways are few."""

from __future__ import annotations

from collections import defaultdict

import pytest

from sleuth.belief.begin import begin
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import StuckError, TooLargeError
from sleuth.core.game_spec import parse_game
from sleuth.play.evaluate import evaluate
from sleuth.play.evaluate_plays import PlayEvaluation, evaluate_answers, evaluate_sample
from sleuth.strategies.catalogue import parse_strategy
from sleuth.strategies.strategy_walk import mean_steps, walk
from sleuth.testing.nasty_catalogue import CHANNELS, nasty_game


@pytest.mark.parametrize("kind", CHANNELS)
def test_the_ways_of_each_secret_are_as_likely_as_one(kind: str) -> None:
    checked = 0
    for seed in range(6):
        game = nasty_game(kind, seed)
        assert isinstance(game, ChannelGame)
        try:
            found = evaluate_answers(game, parse_strategy("entropy"), list(game.secrets()), nodes=400)
        except (StuckError, TooLargeError):
            continue
        shares: dict[object, float] = defaultdict(float)
        for play in found.plays:
            shares[play.secret] += play.chance
        possible = {secret for secret in game.secrets() if game.prior(secret) > 0}
        assert shares == pytest.approx(dict.fromkeys(possible, 1.0))
        assert sum(found.histogram.values()) == pytest.approx(found.secrets)
        if game.channel.chance is not None:
            assert found.mean == pytest.approx(mean_steps(walk(begin(game), parse_strategy("entropy"))))
        checked += 1
    assert checked or game.channel.most is None


@pytest.mark.parametrize("spec", ["number:numbers=6@lies:most=1", "ulam:numbers=8@lies:most=1"])
def test_without_a_chance_the_lying_oracle_says_how_often(spec: str) -> None:
    game, strategy = parse_game(spec), parse_strategy("entropy")
    found, sample = evaluate(game, strategy), evaluate_sample(game, strategy, 1000, seed=5)
    assert isinstance(found, PlayEvaluation)
    assert found.every
    assert found.error == 0
    assert found.secrets == len(list(game.secrets()))
    assert found.mean == pytest.approx(sample.mean, abs=2 * sample.error)
    assert found.worst >= sample.worst
    assert found.as_json()["lie_chance"] == 0.3


def test_what_has_too_many_ways_is_sampled() -> None:
    found = evaluate(parse_game("number:numbers=6@noise"), parse_strategy("entropy"), otherwise=5)
    assert isinstance(found, PlayEvaluation)
    assert not found.every
    assert len(found.plays) == 5
