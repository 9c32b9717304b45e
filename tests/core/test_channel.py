"""Channels: their spec strings, and the lies that they allow."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import Game, parse_game
from sleuth.core import Denial
from sleuth.core.channel import MAX_LIES, Channel, HalfLies, Lies, Noise, denies, parse_channel
from sleuth.core.errors import ParameterError, UnknownNameError
from sleuth.core.registry import CHANNELS
from sleuth.games.wordle.fibble import Fibble

chances = st.one_of(st.none(), st.floats(0.01, 0.99))
channels = st.one_of(
    st.builds(Lies, st.integers(0, MAX_LIES), chances),
    st.builds(HalfLies, st.integers(0, MAX_LIES), chances),
    st.builds(Noise, st.floats(0.01, 0.49), st.floats(0.5, 0.999)),
    st.builds(Fibble),
)


@given(channels)
def test_specs_read_back(channel: Channel) -> None:
    assert parse_channel(str(channel)) == channel
    assert channel.summary()
    assert channel.most is None or channel.most <= MAX_LIES
    assert channel.chance is None or 0 < channel.chance < 1


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("lies:most=6", "most is 0 to 5, not 6"),
        ("half-lies:most=-1", "most is 0 to 5"),
        ("lies:most=two", "whole number"),
        ("lies:chance=1.5", "between 0 and 1"),
        ("noise:chance=0.5", "less than 0.5"),
        ("noise:sure=1", "sure is"),
        ("fibble:most=1", "no parameter"),
    ],
)
def test_what_a_channel_cannot_be(spec: str, told: str) -> None:
    with pytest.raises(ParameterError, match=told):
        parse_channel(spec)


def test_an_unknown_channel() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        parse_channel("half-lie")
    assert set(CHANNELS.names()) == {"lies", "half-lies", "noise", "fibble"}


def test_a_lie_is_an_answer_that_some_secret_gives() -> None:
    game = parse_game("mastermind:pegs=2,colours=3")
    lies = Lies(1).lies(game, (0, 1), (1, 0))
    answers = {game.feedback((0, 1), s) for s in game.secrets()}
    assert set(lies) == answers - {(1, 0), (2, 0)}
    # 0000 cannot be answered with whites, so a lie has none either
    assert Lies(1).lies(game, (0, 0), (0, 0)) == {(1, 0): 1.0}


def test_the_winning_answer_is_true_and_never_denied() -> None:
    for spec in ("mastermind:pegs=2,colours=3", "number:numbers=5"):
        game = parse_game(spec)
        assert game.goal.only_names
        for action in game.actions():
            win = game.feedback(action, action)
            assert Lies(3).lies(game, action, win) == {}
            for secret in game.secrets():
                assert win not in Lies(3).lies(game, action, game.feedback(action, secret))


def test_half_lies_are_denials() -> None:
    game = parse_game("guess-who")
    action = next(iter(game.actions()))
    assert denies(game, False)
    assert not denies(game, True)
    assert HalfLies(1).lies(game, action, True) == {False: 1.0}
    assert HalfLies(1).lies(game, action, False) == {}
    assert HalfLies(1).lies(parse_game("mastermind"), (0, 0, 1, 1), (1, 0)) == {}


class Sorry(Game, Denial):
    """A game that denies in its own words."""

    denial = "sorry"

    def secrets(self) -> range:
        return range(3)

    def feedback(self, action: int, secret: int) -> str:
        return "warm" if abs(action - secret) == 1 else "hot" if action == secret else "sorry"


def test_a_game_may_say_what_denies() -> None:
    game = Sorry()
    assert HalfLies(1).weight(game, "warm", "sorry")
    assert not HalfLies(1).weight(game, "sorry", "warm")
    assert not HalfLies(1).weight(game, "warm", "hot")


def test_one_tile_of_a_row_lies() -> None:
    channel, game = Fibble(), parse_game("mastermind")
    rows = [row for row in channel.vocabulary(["-----"]) if channel.weight(game, "gy---", row)]
    assert len(rows) == 10
    assert all(sum(map(str.__ne__, "gy---", str(row))) == 1 for row in rows)
    assert not channel.weight(game, "gggg-", "ggggg")
    assert channel.weight(game, "gggg-", "ggggy")
    with pytest.raises(ParameterError, match="not rows of tiles"):
        channel.check(game)


def test_what_may_be_said_adds_up() -> None:
    """The truth and the lies by their weights; none once all are told, and only lies where every answer is one."""
    game = parse_game("mastermind:pegs=2,colours=3")
    said = Lies(2, 0.2).sayings(game, (0, 1), (1, 0), lies_told=1)
    assert said.pop((1, 0)) == pytest.approx(0.8)
    assert len(said) == 3
    assert all(share == pytest.approx(0.2 / 3) for share in said.values())
    assert Lies(2, 0.2).sayings(game, (0, 1), (1, 0), lies_told=2) == {(1, 0): 1.0}
    assert Lies(1).sayings(game, (0, 1), (1, 0), chance=0.5)[1, 0] == 0.5  # a chance that is planned with
    words = parse_game("wordle:length=3")
    word = next(iter(words.secrets()))
    assert "---" not in Fibble().sayings(words, word, "---")


@pytest.mark.parametrize(
    ("channel", "promise"),
    [
        ("lies", "One answer may be a lie."),
        ("lies:most=0", "No answer is a lie."),
        ("lies:most=3", "Up to 3 answers may be lies."),
        ("half-lies:most=2", "Up to 2 answers may be lies: a no that should be a yes."),
        ("half-lies:most=0", "No answer is a lie."),
        ("noise:chance=0.25", "Each answer is false with a chance of 25%."),
        ("fibble", "One tile of every row lies, until the word is guessed."),
    ],
)
def test_a_game_with_lies_says_how_many(channel: str, promise: str) -> None:
    assert parse_channel(channel).promise == promise
    plain = "wordle" if channel == "fibble" else "number"
    assert parse_game(f"{plain}@{channel}").summary().endswith(f". {promise}")
