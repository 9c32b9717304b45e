"""What there is: the same entries for everybody, and forms that become specs."""

from __future__ import annotations

import pytest

from sleuth.adapters.service.limits import SERVED
from sleuth.app.catalogue import (
    channels,
    entry,
    game_completions,
    games,
    picture,
    spec_of_form,
    strategies,
    strategy_completions,
    title,
)
from sleuth.app.errors import MissingError
from sleuth.app.listings import GameList, StrategyList
from sleuth.app.perform import perform
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import game_names, table_names
from sleuth.strategies.catalogue import strategy_class, strategy_names


def test_every_game_with_its_parameters() -> None:
    listed = perform(GameList()).games
    assert [one.name for one in games()] == game_names()
    assert [one.name for one in listed] == [*game_names(), *table_names()]
    assert {"clue", "myst"} <= set(table_names())
    wordle = entry("wordle")
    assert {"answers", "allowed", "hard"} <= set(wordle.parameters)
    assert "answers" not in {field.name for field in wordle.fields}  # it names a file
    assert entry("mastermind").parameters == {"pegs": 4, "colours": 6, "jar": ""}
    with pytest.raises(MissingError, match="no game called 'chess'"):
        entry("chess")


def test_strategies_that_can_play() -> None:
    assert [one.name for one in strategies()] == strategy_names()
    battleship = perform(StrategyList("battleship")).strategies
    assert "hit-probability" in {one.name for one in battleship}
    assert len(battleship) < len(strategies())
    assert all(strategy_class(one.name).summary() == one.summary for one in battleship)


def test_from_afar_no_strategy_needs_a_file() -> None:
    assert "tree" in {one.name for one in perform(StrategyList()).strategies}
    assert "tree" not in {one.name for one in perform(StrategyList(), SERVED).strategies}
    with pytest.raises(SleuthError, match="names a file"):
        perform(StrategyList("wordle:answers=x"), SERVED)


def test_half_typed_names() -> None:
    assert game_completions("ma") == ["mastermind"]
    assert "entropy" in strategy_completions("ent")


def test_every_way_to_lie() -> None:
    assert {"lies", "half-lies", "noise", "fibble"} <= {one.name for one in channels()}


def test_a_form_becomes_a_spec() -> None:
    assert spec_of_form("mastermind", {"pegs": 4, "colours": 6.0, "jar": ""}) == "mastermind"
    assert spec_of_form("mastermind", {"pegs": 3.0, "colours": 6}) == "mastermind:pegs=3"
    assert spec_of_form("wordle", {"hard": True, "nonsense": 1}) == "wordle:hard=true"


def test_headings_and_pictures() -> None:
    assert title("bulls-and-cows") == "Bulls and cows"
    assert all(picture(one.name).startswith("<svg") for one in games())
