"""Oracles that lie: within their channel, after undo too, and to the end of the play."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Adversarial, Record, Truthful, begin, match, parse_game, parse_strategy, turns
from sleuth.belief.lying import LyingSet
from sleuth.core.channel_game import ChannelGame
from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.play.oracles import Lying, make_oracle, usual_oracle

quick = settings(max_examples=trials(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SPECS = [
    "mastermind:pegs=3,colours=3@lies:most=1",
    "mastermind:pegs=2,colours=4@lies:most=2,chance=0.5",
    "mastermind:pegs=2,colours=3@noise:chance=0.1",
    "number:numbers=12@lies:most=1",
    "fake-coin:coins=4@lies:most=1",
    "treasure-hunt:cells=6@half-lies:most=2",
    "guess-who@half-lies:most=1",
    "guess-who@lies:most=1",
]


def game_of(spec: str) -> ChannelGame:
    game = parse_game(spec)
    assert isinstance(game, ChannelGame)
    return game


@quick
@given(st.sampled_from(SPECS), st.integers(0, 10**6))
def test_a_lying_oracle_keeps_to_its_channel(spec: str, seed: int) -> None:
    game, rng = game_of(spec), np.random.default_rng(seed)
    info = begin(game)
    secret = info.sample(rng)[0]
    oracle = Lying(game, secret, rng)
    record = match(info, parse_strategy("entropy"), oracle, rng=rng)
    seen = record.replay(info)
    assert seen[-1].over
    if game.channel.most is not None:
        assert seen[-1].candidates() == [secret]
    assert all(known.probability(secret) > 0 for known in seen)
    false = [n for n, (a, f) in enumerate(record.history, 1) if f != game.feedback(a, secret)]
    assert list(oracle.lied) == false
    assert game.channel.most is None or len(false) <= game.channel.most
    for place in false:
        action, said = record.history.steps[place - 1]
        assert said in game.channel.lies(game.game, action, game.feedback(action, secret))
        assert any(game.feedback(action, other) == said for other in game.secrets())
    assert len(oracle.confess()) == len(false)
    assert oracle.reveal() == secret
    assert Record.parse(str(record)) == record
    assert record.oracle == "lying"


@quick
@given(st.sampled_from([s for s in SPECS if "noise" not in s]), st.sampled_from(["entropy", "minimax", "size"]))
def test_an_adversary_under_lies_is_found_out_in_the_end(spec: str, rule: str) -> None:
    game = game_of(spec)
    info = begin(game)
    record = match(info, parse_strategy(rule), Adversarial(info))
    false = sum(f != game.feedback(a, record.secret) for a, f in record.history)
    assert game.channel.most is not None
    assert false <= game.channel.most
    assert info.observe_all(record.history).candidates() == [record.secret]


def test_an_adversary_would_rather_leave_secrets_that_may_still_lie() -> None:
    info = begin(parse_game("treasure-hunt:cells=8@lies:most=1"))
    action = max(info.actions, key=lambda a: sum(info.game.feedback(a, s) is True for s in info.candidates()))
    yes = sum(info.game.feedback(action, s) is True for s in info.candidates())
    assert yes * 2 >= 8
    assert Adversarial(info).answer(action) is (yes * 2 > 8)


def test_lies_are_forgotten_with_the_step() -> None:
    game = game_of("treasure-hunt:cells=6@lies:most=1")
    start = begin(game)
    secret, action = start.candidates(1)[0], next(iter(game.actions()))
    oracle = Lying(game, secret, np.random.default_rng(0), chance=1.0)
    said = oracle.answer(action)
    assert said != game.feedback(action, secret)
    assert list(oracle.lied) == [1]
    assert oracle.answer(action) == game.feedback(action, secret)
    assert oracle.confess() == [
        f"Step 1 was a lie: {game.format_action(action)} = {game.format_feedback(said)}, "
        f"and the truth is {game.format_feedback(game.feedback(action, secret))}."
    ]
    oracle.forget(start)
    assert len(oracle.lied) == 0
    assert oracle.answer(action) == said


def test_a_caught_lie_is_known_before_the_end() -> None:
    """A play in which the first answer is a lie: the set catches it, and the oracle confesses the same step."""
    game = game_of("mastermind:pegs=4,colours=6@lies:most=1")
    info = begin(game)
    secret = (3, 1, 4, 1)
    oracle = Lying(game, secret, np.random.default_rng(3), chance=1.0)
    for turn in turns(info, parse_strategy("entropy"), oracle):
        info = turn.after
    assert isinstance(info, LyingSet)
    assert info.caught == oracle.lied == (1,)
    assert info.spent.tolist() == [0.0, 1.0]


def test_oracles_by_name() -> None:
    rng = np.random.default_rng(0)
    plain, lied = begin(parse_game("number:numbers=9")), begin(parse_game("number:numbers=9@lies:most=1"))
    assert (usual_oracle(plain.game), usual_oracle(lied.game)) == ("truthful", "lying")
    assert isinstance(make_oracle(None, plain, rng), Truthful)
    assert isinstance(make_oracle(None, lied, rng, 5), Lying)
    assert make_oracle("lying", lied, rng, 5).reveal() == 5
    assert isinstance(make_oracle("truthful", lied, rng, 5), Truthful)
    assert isinstance(make_oracle("adversarial", lied, rng), Adversarial)
    with pytest.raises(ParameterError, match="needs a channel"):
        make_oracle("lying", plain, rng)
    with pytest.raises(ParameterError, match="holds no secret"):
        make_oracle("adversarial", lied, rng, 5)
    with pytest.raises(UnknownNameError):
        make_oracle("drunk", lied, rng)


def test_fibble_plays_to_the_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("words") / "words.txt"
    file.write_text("bread break bream cream creak dream gleam great greet groan groom gloom bloom".replace(" ", "\n"))
    game = game_of(f"wordle:answers={file}@fibble")
    info = begin(game)
    with pytest.raises(ParameterError, match="every answer is false"):
        make_oracle("truthful", info, np.random.default_rng(0))
    for seed, secret in enumerate(game.secrets()):
        oracle = make_oracle(None, info, np.random.default_rng(seed), secret)
        record = match(info, parse_strategy("entropy"), oracle)
        assert record.history.steps[-1] == (secret, "ggggg")
        assert len(record.history) <= 8
        for guess, row in record.history.steps[:-1]:
            assert sum(map(str.__ne__, str(game.feedback(guess, secret)), str(row))) == 1


def test_the_dice_of_a_question_are_thrown_once() -> None:
    """Back and the same question again: the same answer. Another question, or another step: dice of its own."""
    game = game_of("number:numbers=100@noise:chance=0.4")
    start = begin(game)
    oracle = Lying(game, 70, np.random.default_rng(3))
    for action in range(20, 60):
        said = oracle.answer(action)
        oracle.forget(start)
        assert oracle.answer(action) == said
        oracle.forget(start)
    lied = [oracle.answer(50) != game.feedback(50, 70) for _ in range(400)]
    assert 120 < sum(lied) < 200
