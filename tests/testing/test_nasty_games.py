"""Nasty games: each is the same wherever it is made, and as nasty as its kind says."""

from __future__ import annotations

import pickle

import pytest

from sleuth.core.errors import ConformanceError, UnknownNameError
from sleuth.core.game import Game, Goal
from sleuth.core.offers import constrained, hits_of, rows_of, truthful
from sleuth.core.sequential import Sequential
from sleuth.testing import best_tree, check_game, nasty_game
from sleuth.testing.nasty_catalogue import KINDS

SEEDS = range(12)
UNSOLVABLE = {"tables", "constrained-know", "twins", "wide-weights", "wide-costs", "costs", "not-actions", "rows",
              "no-action-left", "idle-first", "yes-no", "black-box", "guess-who", "priced-steps", "few-rows",
              "guessing", "fractions", "dead-ends", "one-secret"}  # fmt: skip
"""Kinds with games whose goal cannot be reached: `check_game` says so."""


def possible(game: Game) -> list[object]:
    return [secret for secret in game.secrets() if game.prior(secret) > 0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_and_a_seed_are_a_game(kind: str) -> None:
    games = [nasty_game(kind, seed) for seed in SEEDS]
    assert games == [nasty_game(kind, seed) for seed in SEEDS]
    assert len(set(games)) > len(SEEDS) // 2
    for game in games:
        copied = pickle.loads(pickle.dumps(game))
        assert copied == game
        assert list(copied.secrets()) == list(game.secrets())
        assert 1 <= len(possible(game)) <= 8


@pytest.mark.parametrize("kind", [kind for kind in KINDS if truthful(nasty_game(kind, 0))])
def test_a_nasty_game_keeps_the_contract_but_for_its_goal(kind: str) -> None:
    for seed in range(4):
        game = nasty_game(kind, seed)
        if hasattr(game, "weights"):  # a part of a game writes itself in words, which do not read back
            continue
        try:
            check_game(game)
            fault = ""
        except ConformanceError as error:
            fault = str(error)
        stuck = "the goal is to" in fault or (kind == "dead-ends" and "may not be named after" in fault)
        assert not fault or (kind in UNSOLVABLE and stuck), fault


def test_twins_cannot_be_known_and_can_be_named() -> None:
    for seed in range(30):
        game = nasty_game("twins", seed)
        assert (best_tree(game).total is None) == (game.goal.knows)


def test_each_kind_is_nasty() -> None:
    def any_of(kind: str, number: int = 40) -> list[Game]:
        return [nasty_game(kind, seed) for seed in range(number)]

    weights = [float(game.prior(s)) for game in any_of("wide-weights") for s in game.secrets()]
    assert min(weights) <= 1e-16
    assert max(weights) >= 1e5
    assert min(game.cost(a) for game in any_of("wide-costs") for a in game.actions()) <= 1e-11
    assert all(constrained(game) for game in any_of("constrained-know") if len(list(game.actions())) > 4)
    sequential = ("sequential-find", "sequential-naming", "sequential-name")
    assert all(isinstance(game, Sequential) for kind in sequential for game in any_of(kind))
    assert {game.goal for game in any_of("sequential-name")} == {Goal.NAME, Goal.KNOW}
    assert any(
        s in game.actions() and game.feedback(s, s) == game.feedback(s, t)
        for game in any_of("silent-naming")
        for s in game.secrets()
        for t in game.secrets()
        if s != t
    )
    assert any(set(possible(game)) - set(game.actions()) for game in any_of("not-actions"))
    assert any(set(game.actions()) - set(game.secrets()) for game in any_of("not-secrets"))
    assert all(rows_of(game) is not None for game in any_of("rows"))
    assert any(best_tree(game).total is None for game in any_of("no-action-left"))
    quiet = any_of("quiet-find")
    assert any(
        game.feedback(a, s) == game.feedback(a, t) and (a in hits_of(game, s)) != (a in hits_of(game, t))
        for game in quiet
        for a in game.actions()
        for s in game.secrets()
        for t in game.secrets()
    )


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownNameError, match="kind of nasty game"):
        nasty_game("nice", 0)
