"""What holds for each game of questions: the twin, the texts, the spec, the axes, and that the goal can be reached."""

from math import prod

import numpy as np
import pytest

from sleuth.core.errors import ActionError, FeedbackError, SecretError
from sleuth.core.game import Game
from sleuth.core.spec import split_spec
from sleuth.games.fake_coin.rules import FakeCoin
from sleuth.games.guess_who.rules import GuessWho
from sleuth.games.low_middle_high.rules import LowMiddleHigh
from sleuth.games.number.rules import Number
from sleuth.games.treasure_hunt.rules import TreasureHunt

GAMES = [
    *(FakeCoin(coins, sign) for coins in (3, 4, 5, 6) for sign in ("unknown", "lighter", "heavier")),
    FakeCoin(2, "lighter"),
    *(TreasureHunt(cells, kind) for cells in (2, 3, 4, 5, 8, 9) for kind in ("set", "interval", "line")),
    TreasureHunt(12, "line"),
    *(LowMiddleHigh(numbers) for numbers in (2, 3, 16)),
    *(Number(numbers) for numbers in (2, 13)),
    GuessWho(),
]


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    assert isinstance(request.param, Game)
    return request.param


def test_the_twin_equals_the_law(game: Game) -> None:
    actions, secrets = list(game.actions()), list(game.secrets())
    table = game.feedback_table(actions, secrets)
    assert table is not None
    assert table.shape == (len(actions), len(secrets))
    pairs = {
        (int(table[i, j]), game.feedback(action, secret))
        for i, action in enumerate(actions)
        for j, secret in enumerate(secrets)
    }
    assert len(pairs) == len({code for code, _ in pairs}) == len({feedback for _, feedback in pairs})


def test_the_twin_answers_for_a_part(game: Game) -> None:
    actions, secrets = list(game.actions()), list(game.secrets())
    table = np.asarray(game.feedback_table(actions, secrets))
    part = np.asarray(game.feedback_table(actions[::-2], secrets[1:]))
    assert np.array_equal(part, table[::-2, 1:])


def test_every_two_secrets_can_be_told_apart(game: Game) -> None:
    table = np.asarray(game.feedback_table(list(game.actions()), list(game.secrets())))
    assert len(np.unique(table, axis=1).T) == game.count()


def test_no_question_tells_nothing_and_none_is_listed_twice(game: Game) -> None:
    actions = list(game.actions())
    table = np.asarray(game.feedback_table(actions, list(game.secrets())))
    assert len(set(actions)) == len(actions)
    assert (table.min(axis=1) < table.max(axis=1)).all()


def test_texts_read_back(game: Game) -> None:
    secrets = list(game.secrets())
    assert [game.parse_secret(game.format_secret(secret)) for secret in secrets] == secrets
    for action in game.actions():
        assert game.parse_action(game.format_action(action)) == action
        for feedback in {game.feedback(action, secret) for secret in secrets}:
            assert game.parse_feedback(game.format_feedback(feedback), action) == feedback


def test_other_texts_are_refused(game: Game) -> None:
    action = next(iter(game.actions()))
    for text in ("", " ", "?", "0", "999", "-1", "1-999", "1,", "/", "²", "1" * 5000):
        with pytest.raises(ActionError):
            game.parse_action(text)
        with pytest.raises(SecretError):
            game.parse_secret(text)
        with pytest.raises(FeedbackError):
            game.parse_feedback(text, action)


def test_the_spec_reads_back(game: Game) -> None:
    name, parameters = split_spec(str(game))
    assert name == game.name
    assert type(game).from_parameters(parameters) == game


def test_the_axes_span_the_secrets(game: Game) -> None:
    axes = game.axes()
    assert axes is not None
    assert prod(len(places) for places in axes.values()) == len(list(game.secrets())) == game.count()


def test_the_summary_is_one_short_sentence(game: Game) -> None:
    assert 0 < len(game.summary()) < 80
