"""The trained example: the loss teaches the shortest play, greens and yellows do not."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest
from tests import scripts


@pytest.fixture(scope="module")
def example() -> ModuleType:
    return scripts.script("examples/q_learning.py")


def test_the_loss_teaches_the_optimum(example: ModuleType) -> None:
    (course,) = example.QUICK
    points = list(example.learned(course, example.NEARSIGHTED, 0))
    assert len(points) == example.POINTS
    episodes = [point.episodes for point in points]
    assert episodes == sorted(episodes)
    assert points[0].solved < 1
    assert (points[-1].steps, points[-1].solved) == (45 / 16, 1.0)
    assert example.optimum(course.game) == 45 / 16
    assert "7,716 at most" in example.table(points, [course])


def test_greens_and_yellows_are_those_of_the_answers(example: ModuleType) -> None:
    worth = example.credits("mastermind:pegs=2,colours=3")
    assert sorted(set(worth.tolist())) == [0.0, 0.25, 0.5, 1.0]
    assert worth.max() == 1.0


def test_greens_and_yellows_at_each_step_are_collected_by_playing_long(example: ModuleType) -> None:
    (course,) = example.QUICK
    (last,) = list(example.learned(course, "greens and yellows each step", 0))[-1:]
    assert last.steps > 45 / 16 + 1


def test_the_order_of_questions_is_no_part_of_a_state(example: ModuleType) -> None:
    learner = example.Learner(4, 3, np.random.default_rng(0))
    one = np.array([[[0, 1], [2, 2], [-1, -1]]], np.int32)
    other = np.array([[[2, 2], [0, 1], [-1, -1]]], np.int32)
    twice = np.array([[[0, 1], [2, 2], [2, 2]]], np.int32)
    assert learner.states(one) == learner.states(other)
    assert learner.states(one) != learner.states(twice)
    assert learner.states(np.full((1, 3, 2), -1), learn=False) == -1
