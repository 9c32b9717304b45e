"""What there is: the same entries for everybody, and forms that become specs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, SearchStrategy, data, integers, just, one_of, sampled_from, text

from sleuth.adapters.service.limits import SERVED
from sleuth.app.catalogue import (
    channels,
    entry,
    form_of_spec,
    game_completions,
    games,
    picture,
    showcase,
    spec_of_form,
    strategies,
    strategy_completions,
    title,
)
from sleuth.app.errors import MissingError
from sleuth.app.listings import MAX_SECRETS, GameList, GameRules, SecretList, StrategyList
from sleuth.app.perform import perform
from sleuth.app.results import FieldResult
from sleuth.app.specs import read_game
from sleuth.core.errors import SleuthError
from sleuth.core.game_spec import game_names, parse_game, table_names
from sleuth.show.briefing import briefing
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


def test_the_rules_of_a_game() -> None:
    result = perform(GameRules("mastermind:pegs=3@lies:most=1"))
    text = briefing(parse_game("mastermind:pegs=3@lies:most=1"))
    assert result.game == "mastermind:pegs=3,colours=6@lies:most=1"
    assert (result.rules, result.question, result.answer) == (text.rules, text.question, text.answer)
    with pytest.raises(SleuthError, match="names a file"):
        perform(GameRules("guess-who:faces=x"), SERVED)
    with pytest.raises(SleuthError, match="clue is a game of several players"):
        perform(GameRules("clue"))


def test_the_secrets_of_a_small_game() -> None:
    """Those that are possible, as people say them; of a large game none."""
    faces = perform(SecretList("guess-who")).secrets
    assert [one.secret for one in faces] == list(parse_game("guess-who").secrets())
    assert all('aria-label="' + one.spoken in one.picture for one in faces)
    assert len(perform(SecretList(f"number:numbers={MAX_SECRETS}")).secrets) == MAX_SECRETS
    for large in (f"number:numbers={MAX_SECRETS + 1}", "wordle", "battleship", "hangman"):
        assert perform(SecretList(large)).secrets == []
    with pytest.raises(SleuthError, match="names a file"):
        perform(SecretList("guess-who:faces=x"), SERVED)


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
    assert all(picture(one.name).startswith("<svg") for one in showcase())


def test_what_people_choose_from() -> None:
    """Those that most look for come first, none of one player is missing, and each has a name and a few words."""
    shown = [one.name for one in showcase()]
    assert shown[:2] == ["wordle", "mastermind"]
    assert set(game_names()) <= set(shown)
    assert len(set(shown)) == len(shown)
    assert all(0 < len(one.tagline) <= 30 and one.title[0].isupper() for one in showcase())
    assert title("ulam") == "One lie allowed"
    assert title("sploosh-kaboom") == "Sploosh kaboom"
    assert title("nobody-knows") == "Nobody knows"


@pytest.mark.parametrize("spec", [spec for one in games() for spec in one.presets.values()])
def test_presets_can_be_played_from_afar(spec: str) -> None:
    assert parse_game(spec) == read_game(spec, SERVED)


@pytest.mark.parametrize("name", game_names())
def test_every_field_asks_in_words(name: str) -> None:
    """A form needs no zero that means something else, and no name of a parameter."""
    for field in entry(name).fields:
        assert field.label[0].isupper()
        assert "_" not in field.label
        assert set(field.words) in ({*field.choices}, set())
        assert field.default != 0 or field.kind == "bool" or field.empty


@given(data())
def test_a_form_and_its_spec_are_one(drawn: DataObject) -> None:
    """What is shown of a spec means this spec again, whatever was filled in."""
    one = drawn.draw(sampled_from(games()))
    values = {field.name: drawn.draw(filled(field), field.name) for field in one.fields}
    spec = spec_of_form(one.name, values)
    shown, channel = form_of_spec(f"{spec}@lies:most=2")
    assert spec_of_form(one.name, shown) == spec
    assert channel == "lies:most=2"


def filled(field: FieldResult) -> SearchStrategy[str]:
    """What somebody may write into a field."""
    if field.kind == "bool":
        return sampled_from(["true", "false"])
    if field.choices:
        return sampled_from(field.choices)
    if field.kind in ("int", "float"):
        return one_of(just(""), integers(0, 99).map(str))
    return text(alphabet="abc123,=-: ", max_size=8)


def test_what_a_form_cannot_show() -> None:
    with pytest.raises(MissingError, match="wordle has no answers to be filled in here"):
        form_of_spec("wordle:answers=FILE")
