"""Spec strings, both ways, and what is wrong with bad ones."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import parse_game, parse_strategy
from sleuth.core.errors import ParameterError, SpecError, UnknownNameError
from sleuth.core.game_spec import is_table
from sleuth.core.spec import Specified, kebab, split_inner, split_spec

WIDEST = 10**18 - 1


@dataclass(frozen=True)
class Sample(Specified):
    number: int = 3
    share: float = 0.5
    flag: bool = False
    text: str = ""
    maybe: int | None = None


@given(
    st.builds(
        Sample,
        st.integers(-WIDEST, WIDEST),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.from_regex(r"[a-z/.][a-z/. ]*[a-z/.]|", fullmatch=True),
        st.none() | st.integers(-WIDEST, WIDEST),
    )
)
def test_round_trip(sample: Sample) -> None:
    assert Sample.from_parameters(split_spec(str(sample))[1]) == sample


NESTED = st.recursive(
    st.text("ab:=+.", min_size=1, max_size=4),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"({','.join(parts)})"),
    max_leaves=6,
)


@given(st.lists(NESTED, min_size=1, max_size=3).map("".join), st.integers(0, 9))
def test_values_with_brackets_read_back(text: str, number: int) -> None:
    sample = Sample(number, text=text)
    assert Sample.from_parameters(split_spec(str(sample))[1]) == sample


def test_brackets_hold_a_spec_inside_another() -> None:
    inner = "sharma-mittal:order=2,degree=1"
    name, parameters = split_spec(f"x:ties=(entropy:per_cost=true,ties=lex)+lex,base=({inner}),width=5")
    assert (name, parameters) == ("x", {"ties": "(entropy:per_cost=true,ties=lex)+lex", "base": inner, "width": "5"})
    expected = ("sharma-mittal", {"order": "2", "degree": "1"})
    assert split_inner(inner) == split_inner(f"({inner})") == split_inner(inner.replace(",", ":")) == expected
    deep = "look-ahead:base=(entropy:ties=(sharma-mittal:order=2,degree=2)+possible,per_cost=true),depth=3"
    assert str(parse_strategy(deep)) == deep


def test_a_lone_bracket_is_part_of_a_name() -> None:
    assert split_spec("x:file=(old.txt,hard=true") == ("x", {"file": "(old.txt", "hard": "true"})
    assert split_spec("x:file=a(1,b.txt,hard=true") == ("x", {"file": "a(1,b.txt", "hard": "true"})


@pytest.mark.parametrize(
    "spec",
    [
        "mastermind:pegs=4,colours=6",
        "bulls-and-cows:length=3,symbols=7",
        "fake-coin:coins=9",
        "black-box:size=4,atoms=2",
        "entropy",
        "parts:ties=lex",
    ],
)
def test_the_text_is_given_back(spec: str) -> None:
    parse = parse_game if spec[0] in "mbf" else parse_strategy
    assert str(parse(spec)) == spec


def test_a_name_comes_from_the_class() -> None:
    assert kebab("BullsAndCows") == "bulls-and-cows"
    assert Sample.name == "sample"


def test_a_comma_may_be_part_of_a_value() -> None:
    assert split_spec("x:file=a,b.txt,hard=true") == ("x", {"file": "a,b.txt", "hard": "true"})


@pytest.mark.parametrize(
    ("spec", "error", "told"),
    [
        ("mastermnd", UnknownNameError, "did you mean mastermind"),
        ("", SpecError, "names nothing"),
        ("mastermind:pegs", SpecError, "not key=value"),
        ("mastermind:pegs=3,pegs=4", SpecError, "twice"),
        ("mastermind:pgs=3", ParameterError, "did you mean pegs"),
        ("mastermind:pegs=three", ParameterError, "whole number"),
        ("mastermind:pegs=0", ParameterError, "at least 1"),
        ("mastermind:jar=0-1", ParameterError, "at least 1"),
        ("mastermind:colours=3,jar=1-1", ParameterError, "holds 2 colours"),
        ("bulls-and-cows:length=5,symbols=3", ParameterError, "need as many symbols"),
        ("wordle:hard=maybe", ParameterError, "true or false"),
        ("missing.py", SpecError, "there is no file"),
    ],
)
def test_bad_specs_are_explained(spec: str, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        parse_game(spec)


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Mastermind", "mastermind"),
        ("Bulls and cows", "bulls-and-cows"),
        ("Bulls & Cows", "bulls-and-cows"),
        ("  FAKE_COIN ", "fake-coin"),
        ("fake coin:coins=3", "fake-coin:coins=3"),
        ("Number@Half lies:most=2", "number@half-lies:most=2"),
    ],
)
def test_the_name_of_a_game_is_read_as_a_heading_writes_it(heading: str, name: str) -> None:
    assert parse_game(heading) == parse_game(name)


def test_so_is_that_of_a_strategy_and_of_a_game_of_several_players() -> None:
    assert parse_strategy("Hit probability") == parse_strategy("hit-probability")
    assert parse_strategy("SHARMA_MITTAL:order=2") == parse_strategy("sharma-mittal:order=2")
    assert is_table("Guess who race")
    assert not is_table("Guess who")
    with pytest.raises(UnknownNameError, match="no game called 'Master mind'; did you mean mastermind"):
        parse_game("Master mind")
