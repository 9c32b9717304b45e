"""Known numbers under lies: Ulam's game, and plays that must end in time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sleuth import begin, match, parse_game, parse_strategy
from sleuth.core.channel import Lies
from sleuth.core.channel_game import ChannelGame
from sleuth.games.ulam.belief import NumberSet
from sleuth.games.ulam.players.kinds import volume
from sleuth.games.ulam.solver import pelc, worst_case
from sleuth.play.oracles import Lying, Oracle, Truthful, make_oracle

LISTS = Path(__file__).parents[3] / "shared" / "data" / "wordle"
MILLION = "ulam:numbers=1048576@lies:most=1"


def test_one_lie_in_a_million_takes_25_questions() -> None:
    """No strategy needs fewer (Berlekamp's bound), and ours needs no more, whatever is answered."""
    assert volume((1 << 20, 0), 24, False) > 2**24
    assert pelc(1 << 20) == 25
    assert worst_case(1 << 20, Lies(1)).steps == 25


def test_plays_with_a_million_numbers() -> None:
    game = parse_game(MILLION)
    assert isinstance(game, ChannelGame)
    info = begin(game)
    assert isinstance(info, NumberSet)
    strategy = parse_strategy("berlekamp")
    rng = np.random.default_rng(7)
    oracles: list[Oracle] = [
        make_oracle("adversarial", info, rng),
        Truthful(game, 1048575),
        Lying(game, 777777, rng, chance=0.1),
    ]
    for oracle in oracles:
        record = match(info, strategy, oracle)
        assert len(record.history) <= 25
        assert info.observe_all(record.history).candidates() == [record.secret]


def test_a_lie_at_every_step_of_a_smaller_game() -> None:
    """The one lie at each step in turn, for every number: never more than Pelc's number of questions."""
    game = parse_game("ulam:numbers=64@lies:most=1")
    start, strategy = begin(game), parse_strategy("berlekamp")
    longest = 0
    for secret in range(0, 64, 7):
        for lie in range(12):
            info, steps = start, 0
            while not info.over:
                action = strategy.decide(info).action
                said = game.feedback(action, secret)
                info = info.observe(action, said is False if steps == lie else said)
                steps += 1
            assert info.candidates() == [secret]
            longest = max(longest, steps)
    assert longest == pelc(64) == 10


def test_mastermind_with_one_lie() -> None:
    """A lie costs about a step: 20 seeded plays of 4 pegs and 6 colours, against 4.415 where nobody may lie."""
    game = parse_game("mastermind:pegs=4,colours=6@lies:most=1")
    assert isinstance(game, ChannelGame)
    info, strategy = begin(game), parse_strategy("entropy")
    honest, lied = [], []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        secret = info.sample(rng)[0]
        honest.append(len(match(info, strategy, Truthful(game, secret)).history))
        lied.append(len(match(info, strategy, Lying(game, secret, rng)).history))
    assert np.mean(honest) <= 4.7
    assert np.mean(lied) <= 5.7
    assert max(lied) <= 8


@pytest.mark.skipif(not LISTS.is_dir(), reason="the published Wordle lists are not here")
def test_fibble_on_the_published_lists() -> None:
    lists = f"answers={LISTS / 'answers-2315.txt'},allowed={LISTS / 'allowed-12972.txt'}"
    info = begin(parse_game(f"wordle:{lists}@fibble"))
    decision = parse_strategy("entropy").decide(info)
    assert decision.action == "soare"
    assert decision.bits == pytest.approx(3.695, abs=5e-4)
    for seed, secret in enumerate(("privy", "magma")):
        oracle = make_oracle("lying", info, np.random.default_rng(seed), secret)
        record = match(info, parse_strategy("entropy"), oracle)
        assert record.history.steps[-1] == (secret, "ggggg")
        assert len(record.history) <= 8
