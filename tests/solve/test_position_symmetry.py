"""Symmetries of positions: they change nothing of what is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sleuth import begin, parse_game
from sleuth.belief.enumerated import EnumeratedSet
from sleuth.solve import position_symmetry
from sleuth.solve.method import SolveOptions
from sleuth.solve.position_symmetry import game_group, position_group, standard_position
from sleuth.solve.solver import solve_set

GAMES = [
    "mastermind:pegs=3,colours=4", "mastermind:pegs=3,jar=2-2-1", "bulls-and-cows:length=3,symbols=5",
    "fake-coin:coins=5", "black-box:size=4,atoms=2", "treasure-hunt:cells=6", "treasure-hunt:cells=6,price=0.5",
    "number:numbers=15", "guess-who",
]  # fmt: skip


def position(spec: str, seed: int, steps: int) -> EnumeratedSet:
    """A position after some questions at random."""
    info, rng = begin(parse_game(spec)), np.random.default_rng(seed)
    secret = info.sample(rng)[0]
    for _ in range(steps):
        action = info.actions[int(rng.integers(len(info.actions)))]
        after = info.observe(action, info.game.feedback(action, secret))
        if after.over:
            break
        info = after
    table = info.table()
    assert isinstance(table, EnumeratedSet)
    return table


@pytest.fixture(autouse=True)
def _all_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_symmetry, "FEW", 2)


@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(1, 3))
def test_a_position_is_solved_alike_with_and_without_symmetry(spec: str, seed: int, steps: int) -> None:
    root = position(spec, seed, steps)
    plain, symmetric = (solve_set(root, SolveOptions(within=0, symmetry=on, threads=1)) for on in (False, True))
    assert symmetric.proved
    assert symmetric.mean_cost == pytest.approx(plain.mean_cost)
    assert symmetric.nodes <= plain.nodes or symmetric.nodes < 50


@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(1, 3))
def test_the_standard_position_takes_as_many_steps(spec: str, seed: int, steps: int) -> None:
    root = position(spec, seed, steps)
    moved = standard_position(root)
    assert moved.size == root.size
    if root.history.steps and root.size > 1:
        first = root.tables.action_index(moved.history.steps[0].action)
        assert game_group(root.tables).orbits[first] == first if game_group(root.tables) else moved is root
    options = SolveOptions(within=0, threads=1)
    assert solve_set(moved, options).mean_cost == pytest.approx(solve_set(root, options).mean_cost)


@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(0, 3))
def test_what_is_left_of_the_group_keeps_questions_and_candidates(spec: str, seed: int, steps: int) -> None:
    root = position(spec, seed, steps)
    group = position_group(root)
    asked = [root.tables.action_index(action) for action, _ in root.history]
    for member in group.generators if group else ():
        assert [member[action] for action in asked] == asked
        images = np.sort(member[group.actions + root.indices] - group.actions)
        assert np.array_equal(images, np.sort(root.indices))
        assert np.array_equal(np.sort(member), np.arange(member.size))


def test_a_way_leads_from_every_action_to_the_first_of_its_orbit() -> None:
    tables = position("mastermind:pegs=3,colours=4", 0, 0).tables
    group = game_group(tables)
    for action in range(len(tables.actions)):
        member = group.to_first(action)
        assert (action if member is None else member[action]) == group.orbits[action]
