"""Marks, ultra-hard mode, and words that no list has: against the plain law, and brute force."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sleuth.core.capabilities import Constraint, Reserve
from sleuth.core.game_spec import parse_game
from sleuth.games import Wordle
from sleuth.games.wordle.rules.game import NONE, RARER, agreeing
from sleuth.games.wordle.rules.marks import Demand, spellings

LETTERS = "abc"
WORDS = ["".join(word) for word in product(LETTERS, repeat=3)]
MARKS = ["".join(marks) for marks in product("gy-", repeat=3)]
words, marks = st.sampled_from(WORDS), st.sampled_from(MARKS)
histories = st.lists(st.tuples(words, marks), max_size=3)
quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Wordle:
    """Every third word of three letters is an answer, every other third may be guessed."""
    folder = tmp_path_factory.mktemp("words")
    (folder / "answers.txt").write_text("\n".join(f"{word} {n + 1}" for n, word in enumerate(WORDS[::3])))
    (folder / "allowed.txt").write_text("\n".join(WORDS[1::3]))
    return Wordle(str(folder / "answers.txt"), str(folder / "allowed.txt"))


@pytest.fixture(scope="module")
def ultra(game: Wordle) -> Wordle:
    return Wordle(game.answers, game.allowed, ultra=True)


def explained(game: Wordle, history: list[tuple[str, str]]) -> list[str]:
    """Every word at all that agrees with a history, by the law."""
    return [word for word in WORDS if all(game.feedback(past, word) == said for past, said in history)]


@quick
@given(past=words, said=marks)
def test_ultra_is_to_agree_with_all_marks(ultra: Wordle, past: str, said: str) -> None:
    law = [ultra.feedback(past, word) == said for word in ultra.actions()]
    assert [ultra.allows(word, past, said) for word in ultra.actions()] == law
    assert list(ultra.allows_many(list(ultra.actions()), past, said)) == law
    for word, fine in zip(ultra.actions(), law, strict=True):
        if fine:
            assert ultra.lacks(word, past, said) == ""


@pytest.mark.parametrize("mode", ["hard", "ultra"])
def test_demands_are_the_law_in_bits(game: Wordle, mode: str) -> None:
    strict = Wordle(game.answers, game.allowed, **{mode: True})
    actions = list(strict.actions())
    constraint = strict.offers(Constraint)
    assert constraint is not None
    demands = constraint.demands(actions, MARKS)
    assert demands is not None
    have, need = demands
    for p, past in enumerate(actions):
        for m, said in enumerate(MARKS):
            met = ((have & need[p, m]) == need[p, m]).all(axis=-1)
            assert met.tolist() == [strict.allows(word, past, said) for word in actions], (past, said)


def test_what_ultra_asks_for_is_said(ultra: Wordle) -> None:
    assert ultra.lacks("abc", "abb", "gy-") == "another letter than b in place 2"
    assert ultra.lacks("aab", "acc", "g--") == ""
    assert ultra.lacks("aac", "acc", "g--") == "no letter c"
    assert ultra.lacks("aac", "bcb", "---") == "no letter c"
    assert parse_game("wordle:ultra=true").offers(Constraint).constrained  # type: ignore[union-attr]


@quick
@given(history=histories)
def test_a_demand_is_met_by_the_words_that_agree(game: Wordle, history: list[tuple[str, str]]) -> None:
    fit = explained(game, history)
    demand = Demand.of(history, 3, LETTERS)
    assert (demand is None) == (not fit)
    if demand is not None:
        assert sorted(spellings(demand, game.actions())) == fit
        for place, sign in enumerate(demand.pattern.split()):
            assert sign == "_" or {word[place].upper() for word in fit} == {sign}


@quick
@given(history=histories)
def test_the_reserve_by_brute_force(game: Wordle, history: list[tuple[str, str]]) -> None:
    fit = set(explained(game, history))
    unlisted = game.reserve(history)
    assert unlisted.listed + sum(unlisted.rarer.values()) + unlisted.none == pytest.approx(1)
    rarer = [word for word in game.actions() if not game.prior(word)]
    legal = len(fit.intersection(game.actions()))
    listed = (1 - RARER - NONE) * sum(map(game.prior, fit)) / sum(map(game.prior, WORDS))
    rare = RARER * len(fit.intersection(rarer)) / len(rarer)
    none = NONE * (legal + 1) / (len(game.actions()) + 1)
    assert unlisted.listed == pytest.approx(listed / (listed + rare + none))
    assert unlisted.none == pytest.approx(none / (listed + rare + none)) != 0
    assert set(unlisted.rarer) == fit.intersection(rarer) == set(agreeing(rarer, history))


@quick
@given(history=histories)
def test_the_wider_game_goes_on_with_what_agrees(game: Wordle, history: list[tuple[str, str]]) -> None:
    fit = explained(game, history)
    wider = game.wider(history)
    if not fit:
        # Other letters may do what a, b and c cannot.
        assert wider is None or set("".join(wider.game.secrets())) - set(LETTERS)
        return
    assert wider is not None
    listed = [word for word in fit if game.prior(word)]
    rare = [word for word in fit if word in game.actions()]
    expected, beyond = (listed, "") if listed else (rare, "rare") if rare else (None, "none")
    assert wider.beyond == beyond
    assert expected is None or list(wider.game.secrets()) == expected
    assert all(wider.game.feedback(past, word) == said for word in wider.game.secrets() for past, said in history)
    assert {past for past, _ in history} <= set(wider.game.actions())
    assert str(wider.game) == str(game)


def test_channels_have_no_reserve(game: Wordle) -> None:
    assert game.offers(Reserve) is not None
    assert parse_game(f"{game}@lies:most=1").offers(Reserve) is None
    assert parse_game("mastermind").offers(Reserve) is None


def test_likely_spellings_look_like_words() -> None:
    game = Wordle()
    demand = Demand.of([("crane", "-----"), ("moult", "-----")], 5, "abcdefghijklmnopqrstuvwxyz")
    assert demand is not None
    weights = spellings(demand, game.actions())
    best = max(weights, key=weights.__getitem__)
    assert np.isclose(weights[best], 1)
    assert set(best) & set("iy")


def test_a_list_of_other_letters(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("слово\nбуква\n")
    wider = Wordle(str(path)).wider([("слово", "---g-")])
    assert wider is not None
    assert list(wider.game.secrets()) == ["буква"]
