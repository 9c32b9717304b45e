"""Goals: what they say of a game that does not say enough."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import ClassVar

import pytest

from sleuth import Game, Goal, begin
from sleuth.core.errors import ParameterError


@dataclass(frozen=True)
class Vague(Game[int, int, bool]):
    """Something is to be found, and nobody says what."""

    goal: ClassVar[Goal] = Goal.FIND

    def secrets(self) -> range:
        return range(3)

    def feedback(self, action: int, secret: int) -> bool:
        return action == secret


def test_a_game_that_does_not_say_what_hits_is_told() -> None:
    with pytest.raises(ParameterError, match="the goal of vague is to find everything, but it does not say what hits"):
        begin(Vague()).outcomes()


def test_a_goal_travels_and_stays_equal() -> None:
    for goal in (Goal.NAME, Goal.KNOW, Goal.FIND):
        assert pickle.loads(pickle.dumps(goal)) == goal
    assert len({Goal.NAME, Goal.KNOW, Goal.FIND}) == 3
