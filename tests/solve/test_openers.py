"""First actions one by one: what is found of each is its true total, or a lower bound that is not below the limit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trials import trials

from sleuth.core.game import Game
from sleuth.core.game_spec import parse_game
from sleuth.solve import openers as module
from sleuth.solve import solve
from sleuth.solve.openers import INFINITE, OpenerProblem, OpenerSearch
from sleuth.testing.random_games import RandomLaw, RandomNaming

laws = st.one_of(
    st.builds(
        RandomLaw, st.integers(2, 9), st.integers(0, 4), st.integers(2, 3), st.integers(1, 3), st.integers(0, 99)
    ),
    st.builds(RandomNaming, st.integers(2, 9), seed=st.integers(0, 99)),
)


def totals(game: Game) -> dict[int, float]:
    """The least total after each first action that tells something, by the solver."""
    openers = OpenerProblem.of(game, 0, False)
    firsts, _ = openers.classes()
    search = OpenerSearch(openers, 1 << 20)
    useful = [int(a) for a in firsts if not search.settle(int(a), 0.0, {}).useless]
    return {a: float(solve(game, first=openers.tables.actions[a]).total or 0) for a in useful}


@settings(max_examples=trials(40), deadline=None, derandomize=True)
@given(laws, st.integers(-2, 3))
def test_a_total_below_the_limit_or_a_bound_that_is_not(game: Game, above: int) -> None:
    openers = OpenerProblem.of(game, 0, False)
    search = OpenerSearch(openers, 1 << 20)
    for action, total in totals(game).items():
        figures = search.settle(action, total + above, {})
        assert figures.lower <= total
        if above > 0:
            assert figures.total == total
        else:
            assert figures.lower >= total + above


@settings(max_examples=trials(20), deadline=None, derandomize=True)
@given(laws)
def test_parts_one_by_one_come_to_the_same(game: Game) -> None:
    openers = OpenerProblem.of(game, 0, False)
    search = OpenerSearch(openers, 1 << 20)
    for action, total in totals(game).items():
        look = search.settle(action, INFINITE, {}, more=lambda: False)
        parts = [search.search_part(action, part.code, INFINITE) for part in look.parts]
        assert all(part is not None and part.exact for part in parts)
        known = {part.code: (part.lower, part.exact) for part in parts if part is not None}
        again = search.settle(action, INFINITE, known)
        assert again.total == total
        assert not any(part.searched for part in again.parts)


@settings(max_examples=trials(30), deadline=None, derandomize=True)
@given(laws)
def test_one_look_is_a_lower_bound(game: Game) -> None:
    openers = OpenerProblem.of(game, 0, False)
    firsts, alike = openers.classes()
    looks = dict(zip(firsts.tolist(), openers.one_look(firsts).tolist(), strict=True))
    assert int(alike.sum()) == len(openers.tables.actions)
    assert all(looks[action] <= total for action, total in totals(game).items())


def test_what_was_cut_short_is_no_result() -> None:
    openers = OpenerProblem.of(parse_game("mastermind:pegs=3,colours=4"), 0, False)
    search = OpenerSearch(openers, 1 << 20)
    search.halt(True)
    assert search.search_part(1, next(iter(dict(openers.problem.parts(openers.problem.cands, 1)))), INFINITE) is None
    assert not any(part.searched for part in search.settle(1, INFINITE, {}).parts)
    search.halt(False)
    assert search.settle(1, INFINITE, {}).total is not None


@pytest.mark.parametrize(
    "spec", ["mastermind:pegs=3,colours=4", "bulls-and-cows:length=3,symbols=6", "number:numbers=9"]
)
def test_sets_with_symmetries_are_cut_here_too(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGE", 3)
    game = parse_game(spec)
    search = OpenerSearch(OpenerProblem.of(game, 0, False), 1 << 20)
    for action, total in totals(game).items():
        assert search.settle(action, INFINITE, {}).total == total
        assert search.settle(action, total, {}).lower == total


@pytest.mark.parametrize("within", [3, 4])
def test_within_so_many_steps(within: int) -> None:
    game = parse_game("mastermind:pegs=2,colours=4")
    openers = OpenerProblem.of(game, within, False)
    search = OpenerSearch(openers, 1 << 20)
    found = [search.settle(int(a), INFINITE, {}).total for a in openers.classes()[0]]
    known = [total for total in found if total is not None]
    if within == 4:
        assert min(known) == solve(game, within=within).total
    else:
        assert not known


def test_the_digest_knows_every_answer() -> None:
    one, same, other = (OpenerProblem.of(RandomLaw(8, 4, 3, 1, seed), 0, False).digest() for seed in (1, 1, 2))
    assert one == same != other
