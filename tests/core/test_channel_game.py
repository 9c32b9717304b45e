"""A game behind a channel: its spec, what is the game's own, and what cannot be told through lies."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth import Game, Record, parse_game, tabulate
from sleuth.core.capabilities import Twin
from sleuth.core.channel import Lies
from sleuth.core.channel_game import ChannelGame, with_channel
from sleuth.core.errors import ParameterError, SpecError
from sleuth.core.game import Feedback
from sleuth.core.game_spec import spec_of, split_channel
from sleuth.core.history import History
from sleuth.core.offers import (
    announced,
    axes_of,
    constrained,
    count_of,
    drawable,
    plain_game,
    repeats,
    rows_of,
    sequential,
    truthful,
)
from sleuth.core.sequential import Sequential
from sleuth.games.codes.rules.mastermind import Mastermind
from sleuth.testing.generators import games
from sleuth.testing.small import HardMastermind

SPECS = [
    "mastermind:pegs=4,colours=6@lies:most=1",
    "guess-who@half-lies:most=2,chance=0.25",
    "number:numbers=9@noise:chance=0.1,sure=0.99",
    "ulam:numbers=1048576@lies:most=1",
]

COIN = '''
from dataclasses import dataclass

from sleuth import Game


@dataclass(frozen=True)
class Coin(Game):
    """Heads or tails."""

    sides: int = 2

    def secrets(self):
        return range(self.sides)

    def feedback(self, action, secret):
        return action == secret
'''


def test_the_line_about_a_game_says_what_is_asked_and_how_it_lies() -> None:
    game = parse_game("guess-who@half-lies:most=1")
    assert isinstance(game, ChannelGame)
    assert game.summary() == f"{game.game.summary()} {game.channel.promise}"
    assert "hidden face" in game.summary()
    assert "One answer may be a lie: a no that should be a yes." in game.summary()


@pytest.mark.parametrize("spec", SPECS)
def test_specs_read_back(spec: str) -> None:
    game = parse_game(spec)
    assert isinstance(game, ChannelGame)
    assert str(game) == spec_of(game) == spec
    assert parse_game(spec) == game
    assert hash(parse_game(spec)) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    plain, channel = split_channel(spec)
    assert channel is not None
    assert with_channel(parse_game(plain), channel) == game
    assert with_channel(parse_game(plain), None) == parse_game(plain)


def test_where_a_channel_begins() -> None:
    assert split_channel("mastermind") == ("mastermind", None)
    assert split_channel("mastermind@lies") == ("mastermind", "lies")
    assert split_channel("wordle:answers=me@home.txt") == ("wordle:answers=me@home.txt", None)
    assert split_channel("wordle:answers=/me@home/words") == ("wordle:answers=/me@home/words", None)
    assert split_channel("wordle:answers=me@home.txt@fibble") == ("wordle:answers=me@home.txt", "fibble")


def test_a_game_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "coin.py"
    file.write_text(COIN)
    game = parse_game(f"{file}:sides=3@lies:most=2")
    assert spec_of(game) == f"{file}:sides=3@lies:most=2"
    assert parse_game(spec_of(game)) == game
    with pytest.raises(SpecError):
        parse_game(f"{tmp_path / 'nothing.py'}@lies")


@settings(max_examples=trials(40), deadline=None)
@given(games(), st.data())
def test_everything_else_is_the_games(game: Game, data: st.DataObject) -> None:
    if constrained(game) or sequential(game):
        return
    lied = ChannelGame(game, Lies(1))
    assert lied.goal == game.goal
    for question in (rows_of, count_of, axes_of, drawable):
        assert question(lied) == question(game)
    assert list(lied.secrets()) == list(game.secrets())
    assert list(lied.actions()) == list(game.actions())
    assert (constrained(lied), repeats(lied), truthful(lied), lied.offers(Twin)) == (False, True, False, None)
    assert plain_game(lied) == game
    secret = data.draw(st.sampled_from(list(game.secrets())))
    action = data.draw(st.sampled_from(list(game.actions())))
    feedback: Feedback = game.feedback(action, secret)
    assert lied.feedback(action, secret) == feedback
    assert (lied.prior(secret), lied.cost(action)) == (game.prior(secret), game.cost(action))
    assert lied.parse_secret(lied.format_secret(secret)) == secret
    history = History().add(action, feedback)
    assert History.parse(lied, history.format(lied)) == history
    assert announced(lied, secret) == ChannelGame(announced(game, secret), Lies(1))


def test_a_lie_can_be_typed() -> None:
    """Any answer that some secret gives to the action reads as one, true or not."""
    game = parse_game("mastermind:pegs=2,colours=3@lies:most=1")
    assert game.parse_feedback("0.1", (0, 1)) == (0, 1)
    record = Record(game, History().add((0, 1), (0, 1)), oracle="lying", secret=(0, 0))
    assert Record.parse(str(record)) == record


def test_nobody_takes_the_answers_for_the_truth() -> None:
    """The solver and other walks over a table would; there is none."""
    for spec in ("mastermind:pegs=2,colours=3@lies:most=1", "number:numbers=9@noise"):
        with pytest.raises(ParameterError, match="may be lies"):
            tabulate(parse_game(spec), keep=False)


class Moody(Sequential):
    """Answers with the number of questions."""

    def secrets(self) -> range:
        return range(2)

    def feedback_after(self, past: object, action: int, secret: int) -> int:
        return len(past) + (action == secret)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (Moody(), "depends on what was asked before"),
        (HardMastermind(pegs=2, colours=3), "restrict what may be asked"),
        (ChannelGame(Mastermind(pegs=2, colours=3), Lies(1)), "passes a channel already"),
    ],
)
def test_games_that_cannot_be_told_through_lies(game: Game, why: str) -> None:
    with pytest.raises(ParameterError, match=why):
        ChannelGame(game, Lies(1))
