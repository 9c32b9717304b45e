"""Formulas as text: they read back, and a mistake is named with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth.games.clue.belief.formula_text import format_formula, parse_formula
from sleuth.games.clue.belief.formulas import And, C, E, Formula, Implies, K, Not, Or, Truth, h
from sleuth.games.clue.rules.clue import Clue
from sleuth.games.clue.rules.errors import FormulaError
from sleuth.games.clue.rules.myst import Myst

GAME = Myst(2, 1, 3, 2)
TABLE = Clue((6, 6, 6), seats=("Ann", "Ben", "Cat"))

ATOMS = st.one_of(st.builds(h, st.integers(0, 3), st.integers(0, 4)), st.booleans().map(Truth))
GROUPS = st.frozensets(st.integers(1, 3), min_size=1)


def grow(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(tuple).map(And),
        st.lists(inner, min_size=2, max_size=3).map(tuple).map(Or),
        st.builds(Implies, inner, inner),
        st.builds(K, st.integers(1, 3), inner),
        st.builds(E, GROUPS, inner),
        st.builds(C, GROUPS, inner),
    )


@given(st.recursive(ATOMS, grow, max_leaves=8), st.sampled_from([GAME, TABLE]))
def test_formulas_read_back(formula: Formula, game: Myst | Clue) -> None:
    assert parse_formula(game, format_formula(game, formula)) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("K(3, !h(2,s5))", K(3, ~h(2, 4))),
        ("not h(1,s1) and h(2,s2) or true", Or((And((~h(1, 0), h(2, 1))), Truth(True)))),
        ("h(0,s1) -> h(0,s2) -> false", h(0, 0) >> (h(0, 1) >> Truth(False))),
        ("E({1,2},h(0,s1)) => C({3}, ~h(0 , s1))", E({1, 2}, h(0, 0)) >> C({3}, ~h(0, 0))),
        ("((h(1,s1)))", h(1, 0)),
        ("!!true", ~~Truth(True)),
    ],
)
def test_text_of_myst(text: str, formula: Formula) -> None:
    assert parse_formula(GAME, text) == formula


def test_names_of_clue() -> None:
    found = parse_formula(TABLE, "K(ann, h(Ben, Lead Pipe) | !h(0, dining room))")
    assert found == K(1, h(2, TABLE.card("Lead Pipe")) | ~h(0, TABLE.card("Dining Room")))
    assert format_formula(TABLE, found) == "K(Ann,(h(Ben,Lead Pipe) | !h(0,Dining Room)))"


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("((h(1,s2))", 1, "this bracket is never closed"),
        ("K(1, h(1,s2)", 2, "this bracket is never closed"),
        ("h(1,s2))", 8, "this bracket closes nothing"),
        ("h(1,s2", 2, "this bracket is never closed"),
        ("E({1,2", 3, "this brace is never closed"),
        ("K(3, h(2,s9))", 10, "no card called 's9'; did you mean s5"),
        ("K(9,true)", 3, "no player called '9'"),
        ("h(1 & 2)", 5, "a comma must follow a holder"),
        ("E(1,true)", 3, "players are written in braces"),
        ("h(,s1)", 3, "a holder is missing"),
        ("K true", 1, "'K true' is no formula"),
        ("K", 2, "a bracket must follow K"),
        ("", 1, "there is no formula"),
        ("   ", 1, "there is no formula"),
        ("!", 2, "ends where something must follow"),
        ("true &", 7, "ends where something must follow"),
        ("true | )", 8, "closes nothing, or something is missing"),
        ("h(1,s1) h(2,s2)", 9, "'h' is not expected here"),
        ("knows(1,true)", 1, "'knows' is no formula"),
        ("(" * 500 + "true", 51, "not deeper"),
        ("!" * 500 + "true", 52, "not deeper"),
    ],
)
def test_mistakes_have_a_place(text: str, place: int, told: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(GAME, text)
    assert told in str(caught.value)
    assert caught.value.place == place
    assert f"character {place}:" in str(caught.value)
