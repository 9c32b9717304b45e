"""The solver against all trees, on games with a random law."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernels import twins
from tests.trials import trials

from sleuth.belief.enumerated import EnumeratedSet
from sleuth.core import Constraint
from sleuth.core.game import Action, Feedback, Game
from sleuth.core.tabulate import tabulate
from sleuth.kernels import search_bounds
from sleuth.play.evaluate import evaluate
from sleuth.solve import Solution, solve
from sleuth.solve.search_problem import problem
from sleuth.solve.solver import solve_set
from sleuth.strategies.catalogue import parse_strategy
from sleuth.testing.random_games import RandomLaw, RandomNaming


@dataclass(frozen=True)
class Dear(RandomNaming):
    """Actions differ in cost."""

    def cost(self, action: int) -> float:
        return float(1 + np.random.default_rng([self.seed, 3, action]).integers(3)) / 2


@dataclass(frozen=True)
class Strict(RandomNaming, Constraint):
    """What was answered forbids some questions from then on, but never a guess."""

    @cached_property
    def forbidden(self) -> np.ndarray:
        number = len(self.actions())
        return np.random.default_rng([self.seed, 4]).random((number, self.answers + 1, number)) < 0.4

    def allows(self, action: Action, past: Action, feedback: Feedback) -> bool:
        return action < self.size or not self.forbidden[past, feedback, action]


games = st.builds(
    lambda cls, size, questions, answers, heaviest, seed, wide: cls(size, questions, answers, heaviest, seed, wide),
    st.sampled_from([RandomLaw, RandomNaming, Dear, Strict]),
    st.integers(1, 6),
    st.integers(0, 4),
    st.integers(2, 4),
    st.sampled_from([1, 1, 5]),
    st.integers(0, 10_000),
    st.booleans(),
)


def least(game: Game, depth: int = search_bounds.FOREVER, only_possible: bool = False) -> float:
    """The least total over all trees."""
    whole = problem(EnumeratedSet(tabulate(game)), only_possible=only_possible)
    return twins.search_twin(whole.law, whole.cands, whole.actions, depth)


def total_of(found: Solution) -> float:
    """What the tree takes: in steps, or in cost where actions differ in cost."""
    if np.ptp(found.tables.costs) == 0:
        return found.total
    return found.mean_cost * (found.secrets if found.tables.uniform else found.tables.weights.sum())


@settings(max_examples=trials(80), deadline=None)
@given(games)
def test_the_total_is_the_least_of_all_trees(game: Game) -> None:
    found = solve(game)
    assert found.proved
    assert total_of(found) == pytest.approx(least(game))
    assert found.total_bound == pytest.approx(least(game))


@settings(max_examples=trials(60), deadline=None)
@given(games, st.integers(1, 6))
def test_the_total_within_a_number_of_steps_is_the_least_of_all_trees(game: Game, depth: int) -> None:
    whole = problem(EnumeratedSet(tabulate(game)))
    from sleuth.core.limit import UNLIMITED
    from sleuth.solve.branch_and_bound import BranchAndBound
    from sleuth.solve.symmetry import SymmetryGroup

    found = BranchAndBound(whole, SymmetryGroup(len(tabulate(game).actions)), UNLIMITED.start()).run(depth)
    expected = twins.search_twin(whole.law, whole.cands, whole.actions, depth)
    assert found.lower == pytest.approx(expected)


@settings(max_examples=trials(60), deadline=None)
@given(games)
def test_the_worst_case_is_the_least_of_all_trees(game: Game) -> None:
    found = solve(game, objective="worst")
    assert found.proved
    if found.worst:
        assert least(game, found.worst - 1) >= search_bounds.INFINITE
    assert found.total_bound == pytest.approx(least(game, found.worst))


@settings(max_examples=trials(60), deadline=None)
@given(games)
def test_no_tree_with_the_least_total_has_a_shorter_longest_play(game: Game) -> None:
    found = solve(game, shortest=True)
    assert found.worst_proved
    assert found.worst == 0 or least(game, found.worst - 1) > found.total_bound + 1e-9


@settings(max_examples=trials(40), deadline=None)
@given(st.builds(RandomNaming, st.integers(1, 7), st.just(0), st.integers(3, 5), st.just(1), st.integers(0, 10_000)))
def test_only_possible_guesses(game: Game) -> None:
    found = solve(game, only_possible=True)
    assert found.proved
    assert found.total == least(game, only_possible=True)


@settings(max_examples=trials(40), deadline=None)
@given(games)
def test_no_strategy_is_better_and_a_beam_is_no_better_than_all(game: Game) -> None:
    best = solve(game)
    narrow = solve(game, beam=1)
    assert not narrow.proved
    assert narrow.lower_bound <= best.total_bound + 1e-9
    assert narrow.mean_cost >= best.mean_cost - 1e-9
    assert evaluate(game, parse_strategy("entropy")).mean_cost >= best.mean_cost - 1e-9


@settings(max_examples=trials(40), deadline=None)
@given(games, st.data())
def test_a_first_action_is_kept(game: Game, data: st.DataObject) -> None:
    tables = tabulate(game)
    first = data.draw(st.sampled_from(list(tables.actions)))
    found = solve(game, first=first)
    if found.game_tree.action.size:
        assert found.first == first
    assert found.mean_cost >= solve(game).mean_cost - 1e-9


@settings(max_examples=trials(60), deadline=None)
@given(games)
def test_a_tiny_memory_changes_nothing_but_time(game: Game) -> None:
    roomy, tight = solve(game), solve(game, memory=1, threads=2)
    assert tight.total_bound == roomy.total_bound
    assert tight.worst == roomy.worst
    assert np.array_equal(tight.game_tree.action, roomy.game_tree.action)


@settings(max_examples=trials(40), deadline=None)
@given(games, st.data())
def test_a_set_in_the_middle_of_play_is_solved_like_a_game(game: Game, data: st.DataObject) -> None:
    root = EnumeratedSet(tabulate(game))
    action = data.draw(st.sampled_from(list(root.actions)))
    secret = data.draw(st.sampled_from(root.candidates()))
    after = root.observe(action, game.feedback(action, secret))
    assert isinstance(after, EnumeratedSet)
    whole = problem(after)
    found = solve_set(after)
    assert found.total_bound == pytest.approx(twins.search_twin(whole.law, whole.cands, whole.actions))
    assert found.secrets == after.size
