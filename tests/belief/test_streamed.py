"""Outcomes whose answers are computed while they are counted say what those of a stored table say."""

from __future__ import annotations

import pickle
from importlib import import_module

import numpy as np
import pytest

from sleuth import Game, parse_game, parse_strategy
from sleuth.belief import enumerated, streamed_outcomes
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.belief.streamed_outcomes import Streamed
from sleuth.core.errors import TooLargeError

making = import_module("sleuth.core.tabulate")
GAMES = ("mastermind:pegs=3,colours=5", "mastermind:pegs=3,jar=3-2-1-1", "bulls-and-cows:length=3,symbols=6")
RULES = ("entropy", "minimax", "size", "parts", "sharma-mittal:order=2,degree=0.5", "sharma-mittal:degree=-3")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return parse_game(request.param)


@pytest.fixture
def both(game: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[EnumeratedSet, EnumeratedSet]:
    """The start of a game on a stored table, and on a streamed one, in small blocks."""
    stored = EnumeratedSet(making.tabulate(game, keep=False))
    monkeypatch.setattr(making, "STREAM_CELLS", 1)
    monkeypatch.setattr(enumerated, "COMPUTED_CELLS", 1000)
    monkeypatch.setattr(streamed_outcomes, "BLOCK_CELLS", 700)
    return stored, EnumeratedSet(making.tabulate(game, keep=False))


def test_figures_are_those_of_the_table(both: tuple[EnumeratedSet, EnumeratedSet]) -> None:
    stored, streamed = (info.outcomes() for info in both)
    assert isinstance(streamed, Streamed)
    assert (streamed.counts == stored.counts).all()
    assert np.allclose(streamed.masses, stored.masses)
    assert np.allclose(streamed.information, stored.information)
    assert (streamed.parts == stored.parts).all()
    rows = np.array([7, 3], np.int32)
    assert (streamed.take(rows).counts == stored.take(rows).counts).all()
    assert streamed.leaves(5) == stored.leaves(5)
    assert both[1].tables.stored is None


@pytest.mark.parametrize("rule", RULES)
def test_decisions_are_those_of_the_table(both: tuple[EnumeratedSet, EnumeratedSet], rule: str) -> None:
    strategy = parse_strategy(rule)
    stored, streamed = (strategy.decide(info) for info in both)
    assert streamed.action == stored.action
    assert streamed.score == pytest.approx(stored.score)
    after = [info.observe(info.actions[9], stored.leaves[0].feedback) for info in both] if stored.leaves else []
    assert len({info.size for info in after}) <= 1
    assert both[1].tables.stored is None


def test_who_wants_single_answers_has_the_table_made(both: tuple[EnumeratedSet, EnumeratedSet]) -> None:
    stored, streamed = (info.outcomes() for info in both)
    assert np.array_equal(streamed.codes, stored.codes)
    assert both[1].tables.stored is not None


def test_they_travel(both: tuple[EnumeratedSet, EnumeratedSet]) -> None:
    outcomes = both[1].outcomes()
    again = pickle.loads(pickle.dumps(outcomes))
    assert (again.counts == outcomes.counts).all()
    assert again.tables.feedbacks.code(outcomes.feedback(0)) == 0


def test_a_table_that_is_too_large_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLEUTH_TABLE_BYTES", "1000")
    monkeypatch.setattr(enumerated, "COMPUTED_CELLS", 1000)
    info = EnumeratedSet(making.tabulate(parse_game("fake-coin:coins=12"), keep=False))
    assert info.tables.codes is None
    outcomes = info.outcomes()
    if isinstance(outcomes, Streamed):
        with pytest.raises(TooLargeError, match="larger than a table may be"):
            _ = outcomes.codes
    assert parse_strategy("entropy").decide(info).action is not None
